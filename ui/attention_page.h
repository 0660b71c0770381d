// The attention of every layer and head for one sequence, one head large, the sequence and what the
// network predicts for it.
#pragma once
#include "ui/figures_of_run.h"
#include "ui/page.h"
#include "ui/run_model.h"

class QComboBox;
class QLabel;
class QSpinBox;
class QToolButton;

namespace attx {

class HeatMapView;
class SequenceEdit;
class TokenStrip;

class AttentionPage : public Page {
    Q_OBJECT
public:
    explicit AttentionPage(RunModel& model, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString help() const override;
    [[nodiscard]] std::vector<FigureFrame*> frames() const override;
    bool goBack() override;
    [[nodiscard]] QVariantMap controls() const override;
    void restoreControls(const QVariantMap& controls) override;

    /// Enlarges a head beside the grid, counted over all layers; -1: only the grid.
    void chooseHead(int map);
    [[nodiscard]] int chosenHead() const { return chosen_; }
    [[nodiscard]] HeatMapView* gridView() const { return grid_; }
    [[nodiscard]] HeatMapView* headView() const { return head_; }
    [[nodiscard]] SequenceEdit* sequenceEdit() const { return sequence_; }
    [[nodiscard]] TokenStrip* tokenStrip() const { return strip_; }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* makeControls();
    [[nodiscard]] QWidget* makeSampleLine();
    [[nodiscard]] AttentionOptions options() const;
    [[nodiscard]] int headCount() const;
    void refresh();
    void showMaps();
    void setSequenceLimits();
    void showSample();
    void linkCursor(int query, int key);
    void mapHovered(HeatMapView* view, int map, int row, int col);
    void typed(const std::vector<int32_t>& tokens);

    RunModel& model_;
    HeatMapView* grid_ = nullptr;
    HeatMapView* head_ = nullptr;
    FigureFrame* gridFrame_ = nullptr;
    FigureFrame* headFrame_ = nullptr;
    QComboBox* scaleCombo_ = nullptr;
    QComboBox* mapCombo_ = nullptr;
    QToolButton* origin_ = nullptr;
    QToolButton* back_ = nullptr;
    QToolButton* previous_ = nullptr;
    QToolButton* next_ = nullptr;
    QSpinBox* sampleSpin_ = nullptr;
    SequenceEdit* sequence_ = nullptr;
    TokenStrip* strip_ = nullptr;
    QLabel* score_ = nullptr;
    int chosen_ = -1;
    bool dirty_ = false;  ///< changed while hidden
};

}  // namespace attx
