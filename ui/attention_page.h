// The attention of every layer and head for one sequence, one head large, the sequence and what the
// network predicts for it.
#pragma once
#include "ui/figures_of_run.h"
#include "ui/page.h"
#include "ui/run_model.h"

class QLabel;
class QToolButton;

namespace attx {

class AblationBar;
class AblationStudy;
class HeadOrderControls;
class HeatMapView;
class SampleBar;
class ScaleControls;
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
    [[nodiscard]] HeatMapView* ablationView() const { return costs_; }
    [[nodiscard]] SequenceEdit* sequenceEdit() const;
    [[nodiscard]] TokenStrip* tokenStrip() const;
    [[nodiscard]] AblationBar* ablationBar() const { return ablationBar_; }
    /// Heads that are off; the application measures what they cost.
    [[nodiscard]] AblationStudy& study() const { return *study_; }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* makeControls();
    void connectViews();
    [[nodiscard]] AttentionOptions options() const;
    [[nodiscard]] int headCount() const;
    void refresh();
    void showMaps();
    void showCosts();
    [[nodiscard]] int headAt(int map) const;  ///< of the grid's map, counted over all layers
    [[nodiscard]] int mapOf(int head) const;  ///< -1: the grid does not show it
    [[nodiscard]] QString statisticsOf(int head) const;
    void gridClicked(int map);
    void openHeadMenu(int map, QPoint at);
    void linkCursor(int query, int key);
    void mapHovered(HeatMapView* view, int map, int row, int col);

    RunModel& model_;
    HeatMapView* grid_ = nullptr;
    HeatMapView* head_ = nullptr;
    FigureFrame* gridFrame_ = nullptr;
    FigureFrame* headFrame_ = nullptr;
    HeatMapView* costs_ = nullptr;
    FigureFrame* costsFrame_ = nullptr;
    QWidget* beside_ = nullptr;  ///< the large head and the costs
    QLabel* statistics_ = nullptr;
    AblationStudy* study_ = nullptr;
    ScaleControls* scale_ = nullptr;
    QToolButton* origin_ = nullptr;
    HeadOrderControls* order_ = nullptr;
    QToolButton* back_ = nullptr;
    QToolButton* closeCosts_ = nullptr;
    AblationBar* ablationBar_ = nullptr;
    SampleBar* sample_ = nullptr;
    std::vector<int> shown_;  ///< heads of the grid's maps while they are sorted
    int chosen_ = -1;
    bool dirty_ = false;  ///< changed while hidden
};

}  // namespace attx
