// The attention of every layer and head for one sequence, one head large, the sequence and what the
// network predicts for it.
#pragma once
#include <map>

#include "model/heads/head_patterns.h"
#include "ui/controls/head_order.h"
#include "ui/controls/scale_controls.h"
#include "ui/figures/figures_of_run.h"
#include "ui/pages/page.h"
#include "ui/state/run_model.h"

class QBoxLayout;
class QComboBox;
class QLabel;
class QPushButton;
class QToolButton;

namespace attx {

class AblationBar;
class AblationStudy;
class Comparison;
class ElidedLabel;
class FigureSpace;
class HeatMapView;
class PairPanel;
class PatchingPanel;
class SampleBar;
class SequenceEdit;
class TokenStrip;

class AttentionPage : public Page {
    Q_OBJECT
public:
    explicit AttentionPage(RunModel& model, QWidget* parent = nullptr, Kept* kept = nullptr);
    /// Shows the network that is compared, once there is one. Outlives the page.
    void setComparison(Comparison& comparison);

    [[nodiscard]] QString id() const override { return QStringLiteral("attention"); }
    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString reading() const override;
    [[nodiscard]] std::vector<FigureFrame*> frames() const override;
    bool goBack() override;
    [[nodiscard]] QVariantMap controls() const override;
    void restoreControls(const QVariantMap& controls) override;

    /// Enlarges a head beside the grid, counted over all layers; -1: only the grid.
    void chooseHead(int map);
    [[nodiscard]] int chosenHead() const { return choice_.chosen; }
    [[nodiscard]] HeatMapView* gridView() const { return grid_; }
    [[nodiscard]] HeatMapView* headView() const { return head_; }
    /// Of the compared network, and second − first; hidden while there is none.
    [[nodiscard]] HeatMapView* secondView() const { return second_; }
    [[nodiscard]] HeatMapView* differenceView() const { return difference_; }
    [[nodiscard]] HeatMapView* ablationView() const { return costs_; }
    [[nodiscard]] SequenceEdit* sequenceEdit() const;
    [[nodiscard]] TokenStrip* tokenStrip() const;
    [[nodiscard]] PairPanel& pair() const { return *pair_; }
    [[nodiscard]] QPushButton* patchButton() const { return patch_; }
    [[nodiscard]] AblationBar* ablationBar() const { return ablationBar_; }
    /// Shows this head, or the only one, in Step by step; one for each frame.
    [[nodiscard]] QToolButton* stepsButton() const { return choice_.chosen >= 0 ? headSteps_ : gridSteps_; }
    /// Heads that are off; the application measures what they cost.
    [[nodiscard]] AblationStudy& study() const { return *study_; }

Q_SIGNALS:
    /// A head is to be shown step by step; layer and head are counted from 0.
    void stepsRequested(int layer, int head);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* makeControls();
    /// What FigureSpace asks: px² of the maps in so much room; 0 while several figures share it.
    [[nodiscard]] qreal worthOf(QSize room, int leastLeft) const;
    [[nodiscard]] HeatMapView* largest() const;  ///< The chosen head's, or the grid
    [[nodiscard]] bool hasThumbnails() const;    ///< there is room for them beside a large head
    void connectViews();
    [[nodiscard]] AttentionOptions options() const;
    [[nodiscard]] int headCount() const;
    /// More than so many thumbnails show nothing, and take long to draw.
    static constexpr int manyHeads = 48;
    /// The layer whose heads alone are in the grid, from 0; -1: all. Of many heads one layer is shown at
    /// first.
    [[nodiscard]] int layerShown() const;
    [[nodiscard]] std::vector<ShownHead> headsOf(int layer) const;
    void fillLayers();
    [[nodiscard]] bool isCompared() const;
    /// A second network is shown whose grid is another, so that heads are picked in each.
    [[nodiscard]] bool picksHeads() const;
    void refresh();
    void showMaps();
    void showCosts();
    void switchPatching(bool on);
    void closeCosts();
    void arrange();  ///< Chooses the frames in view
    void showComparison(const AttentionOptions& shown);
    void followSecond();
    void selectMap(int map);
    void secondClicked(int map);
    [[nodiscard]] int headAt(int map) const;  ///< Head of the grid's map, counted over all layers
    [[nodiscard]] int mapOf(int head) const;  ///< -1: the grid does not show it
    /// Of every head for the sample shown, worked out when they are first asked for.
    /// Of the heads of a layer, or of all (-1).
    [[nodiscard]] const std::vector<HeadKind>& kinds(int layer) const;
    [[nodiscard]] QString statisticsOf(int head) const;
    void gridClicked(int map);
    void cellClicked(int head, int query, int key);  ///< A cell of a map that is large was clicked
    void openHeadMenu(int map, QPoint at);
    void requestSteps(int head);
    void linkCursor(int query, int key);
    void mapHovered(HeatMapView* view, int map, int row, int col);

    /// What was chosen on the page, kept while the page is built again in another language.
    struct Choice {
        ScaleControls::Choice scale;
        HeadOrderControls::Choice order;
        int layer = 0;                    ///< Place in the list of layers; 0: all
        int chosen = -1, selected = -1;   ///< The head that is large, and the map of the grid that keys move
        int picked = 0, pickedThere = 0;  ///< The heads compared where the grids differ
        bool patches = false, switchesHeads = false;
        QString typed;      ///< The text in the line of the sample
        ColorRange held;    ///< A shared scale's, also of a second network, for all that was seen since
        Sample heldFor;     ///< The sample that `held` was measured on
        Ablation heldWith;  ///< The heads and tokens that were off then
    };

    RunModel& model_;
    Choice& choice_;
    HeatMapView* grid_ = nullptr;
    HeatMapView* head_ = nullptr;
    FigureFrame* gridFrame_ = nullptr;
    FigureFrame* headFrame_ = nullptr;
    HeatMapView* costs_ = nullptr;
    FigureFrame* costsFrame_ = nullptr;
    QBoxLayout* lines_ = nullptr;  ///< Rows of controls
    FigureSpace* space_ = nullptr;
    QWidget* beside_ = nullptr;  ///< the large head and the costs
    QLabel* statistics_ = nullptr;
    PairPanel* pair_ = nullptr;
    PatchingPanel* patching_ = nullptr;
    QPushButton* patch_ = nullptr;  ///< opens it
    AblationStudy* study_ = nullptr;
    ScaleControls* scale_ = nullptr;
    HeadOrderControls* order_ = nullptr;
    QComboBox* layer_ = nullptr;
    QWidget* layerField_ = nullptr;  ///< Choice of a layer with its label; shown above manyHeads heads
    QToolButton *back_ = nullptr, *headSteps_ = nullptr, *gridSteps_ = nullptr;
    QToolButton* closeCosts_ = nullptr;
    AblationBar* ablationBar_ = nullptr;
    SampleBar* sample_ = nullptr;
    Comparison* comparison_ = nullptr;
    ElidedLabel *firstCaption_ = nullptr, *headCaption_ = nullptr, *secondCaption_ = nullptr,
                *differenceCaption_ = nullptr;
    HeatMapView *second_ = nullptr, *difference_ = nullptr;
    QWidget *gridColumn_ = nullptr, *secondColumn_ = nullptr, *differenceColumn_ = nullptr;
    FigureFrame *secondFrame_ = nullptr, *differenceFrame_ = nullptr;
    std::vector<int> shown_;  ///< heads of the grid's maps while they are sorted, or those of a layer
    mutable std::map<int, std::vector<HeadKind>>
        kinds_;           ///< By layer, -1: all; what was read of the inspection
    bool dirty_ = false;  ///< changed while hidden
};

}  // namespace attx
