#include "ui/pages/attention/attention_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <algorithm>
#include <array>
#include <utility>

#include "ui/controls/combo.h"
#include "ui/controls/control_row.h"
#include "ui/controls/elided_label.h"
#include "ui/controls/flat_layout.h"
#include "ui/controls/icon_button.h"
#include "ui/controls/kept_field.h"
#include "ui/controls/scrolled.h"
#include "ui/figures/figure.h"
#include "ui/pages/attention/ablation_bar.h"
#include "ui/pages/attention/pair_panel.h"
#include "ui/pages/attention/patching_panel.h"
#include "ui/pages/figure_space.h"
#include "ui/pages/sample_bar.h"
#include "ui/state/ablation_study.h"
#include "ui/state/comparison.h"
#include "ui/views/heat_map_view.h"
#include "ui/views/token_strip.h"

namespace attx {
namespace {

constexpr int thumbnailsWidth =
    232;  // px: four heads with their names, and four rows of them below each other
constexpr int besideThumbnails = 16, leastWithThumbnails = 760;  // px

}  // namespace

AttentionPage::AttentionPage(RunModel& model, QWidget* parent, Kept* kept)
    : Page(parent, kept), model_(model), choice_(this->kept().of<Choice>()) {
    study_ = &this->kept().of<AblationStudy>(model);
    grid_ = new HeatMapView(this);
    head_ = new HeatMapView(this);
    head_->setKeyMode(HeatMapView::KeyMode::Cells);
    costs_ = new HeatMapView(this);
    costs_->setKeyMode(HeatMapView::KeyMode::Cells);
    gridFrame_ = framed(grid_);
    headFrame_ = framed(head_);
    costsFrame_ = framed(costs_);
    second_ = new HeatMapView(this);
    difference_ = new HeatMapView(this);
    secondFrame_ = framed(second_);
    differenceFrame_ = framed(difference_);
    secondFrame_->hide();
    differenceFrame_->hide();
    back_ =
        makeIconButton("grid", tr("Back to the grid"), tr("Back to the grid of all heads (Esc)"), headFrame_);
    headFrame_->addControl(back_);
    for (auto& [button, frame] : {std::pair(&headSteps_, headFrame_), std::pair(&gridSteps_, gridFrame_)}) {
        *button = makeIconButton(
            "steps", tr("Show this head in Step by step"),
            tr("Show this head in Step by step: every number of it, from the projections to the "
               "output"),
            frame);
        frame->addControl(*button);
    }
    closeCosts_ =
        makeIconButton("close", tr("Close the head importance"), tr("Close this figure"), costsFrame_);
    costsFrame_->addControl(closeCosts_);
    statistics_ = new QLabel(this);
    statistics_->setWordWrap(true);
    statistics_->setAccessibleName(tr("What kind of head it is"));
    statistics_->setToolTip(tr("Means over the queries of this sequence"));
    headFrame_->hide();
    costsFrame_->hide();
    pair_ = new PairPanel(
        model_, this->kept(),
        [this](QWidget* view, FigureFrame::Source source) { return framed(view, std::move(source)); }, this);
    patching_ = new PatchingPanel(
        model_, this->kept(), [this](HeatMapView* view) { return framed(view); }, this);
    sample_ = new SampleBar(model_, choice_.typed, this);
    ablationBar_ = new AblationBar(model_, *study_, choice_.switchesHeads, *sample_->tokenStrip(), this);

    auto* room = new QWidget(this);
    auto* figures = flatLayout<QHBoxLayout>(room, 16);
    beside_ = new QWidget(this);
    auto* beside = flatLayout<QVBoxLayout>(beside_, 4);  // Same spacing as in captioned()
    headCaption_ = new ElidedLabel(beside_);
    headCaption_->setAlignment(Qt::AlignCenter);
    headCaption_->hide();
    beside->addWidget(headCaption_);
    beside->addWidget(headFrame_, 1);
    beside->addWidget(costsFrame_, 1);
    // Each with a caption over it while two networks are shown.
    const Captioned first = captioned(gridFrame_, this), second = captioned(secondFrame_, this),
                    third = captioned(differenceFrame_, this, tr("difference"));
    firstCaption_ = first.caption, secondCaption_ = second.caption, differenceCaption_ = third.caption;
    gridColumn_ = first.column, secondColumn_ = second.column, differenceColumn_ = third.column;
    gridColumn_->layout()->addWidget(statistics_);  // Placed below them: the map is beside
    for (QWidget* column : std::initializer_list<QWidget*>{gridColumn_, beside_, pair_, patching_,
                                                           secondColumn_, differenceColumn_})
        figures->addWidget(column, 1);
    space_ = new FigureSpace(makeControls(), room, sample_->tokenStrip(), this);
    space_->setWorth([this](QSize size, int leastLeft) { return worthOf(size, leastLeft); });
    QScrollArea* scroll = scrolled(space_, this);  // No narrower than its parts, which would be cut
    connect(space_, &FigureSpace::arranged, scroll,
            [this, scroll] { scroll->setMinimumWidth(space_->minimumSizeHint().width()); });
    pageLayout<QVBoxLayout>()->addWidget(scroll);
    connectViews();
    if (choice_.patches) patching_->open();
    showMaps();
    showCosts();
    grid_->setSelectedMap(choice_.selected);
    linkCursor(-1, -1);
}

void AttentionPage::connectViews() {
    for (FigureFrame* frame : {gridFrame_, headFrame_})
        connect(frame, &FigureFrame::resetRequested, this, [this] { chooseHead(-1); });
    connect(back_, &QToolButton::clicked, this, [this] { chooseHead(-1); });
    for (QToolButton* button : {headSteps_, gridSteps_})
        connect(button, &QToolButton::clicked, this, [this] { requestSteps(std::max(choice_.chosen, 0)); });
    connect(closeCosts_, &QToolButton::clicked, this, &AttentionPage::closeCosts);
    for (HeatMapView* view : {grid_, head_, second_, difference_})
        connect(view, &HeatMapView::cellHovered, this,
                [this, view](int map, int row, int col) { mapHovered(view, map, row, col); });
    connect(grid_, &HeatMapView::mapClicked, this, &AttentionPage::gridClicked);
    connect(second_, &HeatMapView::mapClicked, this, &AttentionPage::secondClicked);
    connect(difference_, &HeatMapView::mapClicked, this, [this](int map) {
        if (choice_.chosen < 0) chooseHead(picksHeads() ? choice_.picked : headAt(map));
    });
    connect(grid_, &HeatMapView::mapToggled, study_, [this](int map) { study_->toggleHead(headAt(map)); });
    connect(grid_, &HeatMapView::menuRequested, this, &AttentionPage::openHeadMenu);
    connect(grid_, &HeatMapView::mapSelected, this, [this](int map) {
        choice_.selected = map;
        if (choice_.chosen >= 0) chooseHead(headAt(map));  // the large one follows the keyboard
    });
    connect(head_, &HeatMapView::mapToggled, study_, [this] { study_->toggleHead(choice_.chosen); });
    connect(head_, &HeatMapView::cellClicked, this,
            [this](int, int query, int key) { cellClicked(choice_.chosen, query, key); });
    connect(grid_, &HeatMapView::cellClicked, this, [this](int, int query, int key) {
        if (headCount() == 1) cellClicked(0, query, key);  // it is large as it is
    });
    connect(costs_, &HeatMapView::cellClicked, study_, [this](int, int layer, int head) {
        study_->toggleHead(layer * model_.config().network.numHeads + head);
    });
    connect(sample_, &SampleBar::positionHovered, this,
            [this](int position) { linkCursor(position, position); });
    connect(study_, &AblationStudy::changed, this, &AttentionPage::showCosts);
    connect(pair_, &PairPanel::aboutToShow, this, [this] {
        if (choice_.chosen >= 0) gridColumn_->hide();
    });
    connect(pair_, &PairPanel::shownOrHidden, this, [this] { arrange(), linkCursor(-1, -1); });
    connect(&model_.shown(), &Shown::ablationChanged, this, &AttentionPage::refresh);
    connect(&model_.shown(), &Shown::paddingChanged, this, &AttentionPage::refresh);
    for (auto signal : {&RunModel::orientationChanged, &RunModel::memberImagesChanged})
        connect(&model_, signal, this, &AttentionPage::refresh);
    connect(&model_.shown(), &Shown::networkChanged, this, [this] {
        choice_.layer = 0;
        fillLayers();
        choice_.picked = std::min(choice_.picked, headCount() - 1);
        choice_.chosen = std::min(choice_.chosen, headCount() - 1);
        if (headCount() < 2) choice_.chosen = -1;
        refresh();
    });
    connect(&model_.shown(), &Shown::inspectionChanged, this, &AttentionPage::refresh);
    for (HeatMapView* view : {grid_, head_})
        connect(view, &HeatMapView::placed, space_, &FigureSpace::alignTokens);
}

qreal AttentionPage::worthOf(QSize room, int leastLeft) const {
    const auto visible = [](const QWidget* widget) { return !widget->isHidden(); };
    if (visible(pair_) || visible(patching_) || visible(costsFrame_) || visible(secondFrame_)) return 0;
    const bool enlarged = choice_.chosen >= 0;
    room.rwidth() -= gridFrame_->cornerWidth() +
                     (enlarged && hasThumbnails() ? zoomed(thumbnailsWidth) + besideThumbnails : 0);
    return largest()->mapAreaIn(room, leastLeft);
}

bool AttentionPage::hasThumbnails() const { return width() >= zoomed(leastWithThumbnails); }

HeatMapView* AttentionPage::largest() const { return choice_.chosen >= 0 ? head_ : grid_; }

QWidget* AttentionPage::makeControls() {
    auto* controls = new QWidget(this);
    lines_ = flatLayout<QVBoxLayout>(controls, 4);
    auto* row = new QWidget(controls);
    auto* layout = new ControlRow(row);
    constexpr std::array modes{ScaleMode::Shared, ScaleMode::PerMap, ScaleMode::Fixed,
                               ScaleMode::Logarithmic};
    scale_ = new ScaleControls(modes, choice_.scale, row);
    scale_->offerIn({gridFrame_->menu(), headFrame_->menu()});
    scale_->hide();  // it is in these menus
    order_ = new HeadOrderControls(choice_.order, row);
    patch_ = new QPushButton(tr("Activation patching"), row);
    patch_->setCheckable(true);
    keepIn(choice_.patches, patch_);
    patch_->setAccessibleName(patch_->text());
    patch_->setToolTip(
        tr("Puts one activation after the other of a second input into the run on this one, and shows what "
           "brings its answer back (Meng et al. 2022)"));
    patch_->setFocusPolicy(Qt::TabFocus);  // a click leaves the keys to the page
    layerField_ = new QWidget(row);
    layer_ = makeCombo(tr("Layer"), tr("The layer whose heads are shown; all of them take long to draw"), {},
                       layerField_);
    auto* field = flatLayout<QHBoxLayout>(layerField_, 4);
    field->addWidget(new QLabel(tr("layer"), layerField_));
    field->addWidget(layer_);
    for (QWidget* widget : std::initializer_list<QWidget*>{sample_, layerField_, order_, ablationBar_})
        layout->addWidget(widget);
    fillLayers();
    keepIn(choice_.layer, layer_);
    connect(layer_, &QComboBox::currentIndexChanged, this, [this] {
        if (choice_.chosen >= 0 && layerShown() >= 0)  // the same head of that layer
            choice_.chosen = layerShown() * model_.config().network.numHeads +
                             choice_.chosen % model_.config().network.numHeads;
        showMaps();
    });
    lines_->addWidget(row);
    lines_->addWidget(ablationBar_->stateLine());
    lines_->addStretch(1);
    ablationBar_->addControl(patch_);
    connect(patch_, &QPushButton::toggled, this, &AttentionPage::switchPatching);
    connect(scale_, &ScaleControls::changed, this, &AttentionPage::showMaps);
    connect(order_, &HeadOrderControls::changed, this, &AttentionPage::showMaps);
    return controls;
}

QString AttentionPage::title() const { return tr("Attention"); }

QString AttentionPage::reading() const { return tr("Row: query; column: key; bright: what it attends to."); }

std::vector<FigureFrame*> AttentionPage::frames() const {
    std::vector<FigureFrame*> frames;
    for (FigureFrame* frame : {headFrame_, gridFrame_, costsFrame_, secondFrame_, differenceFrame_})
        if (!frame->isHidden()) frames.push_back(frame);
    if (!pair_->isHidden()) frames.push_back(pair_->frame());
    const std::vector<FigureFrame*> patched = patching_->frames();
    frames.insert(frames.end(), patched.begin(), patched.end());
    return frames;
}

void AttentionPage::arrange() {
    const bool two = isCompared();
    const bool costs = study_->sweep() && !two;  // three figures side by side leave no room for a fourth
    patch_->setVisible(!two && !whyNoPatching(model_.config().network));
    if (patch_->isHidden()) patch_->setChecked(false);
    const bool isBeside = !two && (choice_.chosen >= 0 || patch_->isChecked());  // The grid is thumbnails now
    gridColumn_->setMaximumWidth(isBeside ? zoomed(thumbnailsWidth) : QWIDGETSIZE_MAX);
    headFrame_->setVisible(choice_.chosen >= 0);
    gridSteps_->setVisible(headCount() == 1);              // Several: one is enlarged or right-clicked first
    statistics_->setVisible(choice_.chosen >= 0 && !two);  // three maps in line
    headCaption_->setVisible(choice_.chosen >= 0 && two);
    costsFrame_->setVisible(costs);
    beside_->setVisible(choice_.chosen >= 0 || costs);
    gridFrame_->setVisible(!two || choice_.chosen < 0);
    // A pair beside a large head needs the room of the others.
    gridColumn_->setVisible((!two || choice_.chosen < 0) &&
                            (choice_.chosen < 0 || (pair_->isHidden() && hasThumbnails())));
    for (QWidget* widget :
         std::initializer_list<QWidget*>{secondFrame_, secondColumn_, differenceFrame_, differenceColumn_,
                                         firstCaption_, secondCaption_, differenceCaption_})
        widget->setVisible(two);
    order_->setVisible(headCount() > 1);
    layerField_->setVisible(headCount() > manyHeads);
    space_->setAxes(two ? nullptr : largest());  // Three maps are too small for their tokens
    space_->figuresChanged();
}

SequenceEdit* AttentionPage::sequenceEdit() const { return sample_->sequenceEdit(); }
TokenStrip* AttentionPage::tokenStrip() const { return sample_->tokenStrip(); }

bool AttentionPage::goBack() {
    if (pair_->isOpen()) {
        pair_->close();
        return true;
    }
    if (patch_->isChecked()) {
        patch_->setChecked(false);
        return true;
    }
    if (choice_.chosen < 0) return false;
    chooseHead(-1);
    return true;
}

QVariantMap AttentionPage::controls() const {
    QVariantMap controls;
    scale_->saveTo(controls);
    order_->saveTo(controls);
    return controls;
}

void AttentionPage::restoreControls(const QVariantMap& controls) {
    scale_->restoreFrom(controls);
    order_->restoreFrom(controls);
}

AttentionOptions AttentionPage::options() const {
    AttentionOptions options;
    options.images = model_.imagesOf(model_.inspection().sample);
    options.scale = scale_->scale();
    // While one looks back, colours keep their meaning: a scale of each moment's own would hide what grows.
    if (model_.shown().snapshot() && options.scale.mode == ScaleMode::Shared) {
        options.scale.mode = ScaleMode::Fixed;
        options.scale.lo = choice_.held.lo;
        options.scale.hi = choice_.held.hi;
        options.scale.held = true;
    }
    options.originBelow = model_.firstQueryBelow();
    options.positions = model_.shown().shownPositions(model_.inspection().sample);
    options.gates = model_.ablation().headGates;
    return options;
}

int AttentionPage::headAt(int map) const {
    if (shown_.empty() || map < 0) return map;
    return map < int(shown_.size()) ? shown_[map] : -1;
}

int AttentionPage::mapOf(int head) const {
    if (shown_.empty()) return head;
    const auto found = std::ranges::find(shown_, head);
    return found == shown_.end() ? -1 : int(found - shown_.begin());
}

void AttentionPage::gridClicked(int map) {
    choice_.selected = map;
    if (ablationBar_->switchesHeads()) {
        study_->toggleHead(headAt(map));
    } else if (const int head = headAt(map); picksHeads() && head != choice_.picked) {
        choice_.picked = head;
        showMaps();
    } else {
        chooseHead(head);
    }
}

void AttentionPage::cellClicked(int head, int query, int key) {
    if (ablationBar_->switchesHeads() || isCompared()) return;
    const int heads = model_.config().network.numHeads;
    patch_->setChecked(false);
    pair_->ask({head / heads, head % heads, query, key});
}

/// It needs the room of a large head and of a pair.
void AttentionPage::switchPatching(bool on) {
    if (on) {
        chooseHead(-1);
        pair_->close();
        closeCosts();  // there is room for one of the two
        patching_->open();
    } else {
        patching_->close();
    }
    showMaps();
}

int AttentionPage::headCount() const {
    return model_.config().network.numLayers * model_.config().network.numHeads;
}

void AttentionPage::chooseHead(int map) {
    // A single head is large as it is, except beside the grid of another network.
    if (map >= headCount() || (headCount() < 2 && !picksHeads())) map = -1;
    if (map == choice_.chosen) return;
    if (map >= 0) choice_.picked = map;
    pair_->close();
    if (map >= 0) patch_->setChecked(false);
    const bool headHadFocus = head_->hasFocus() || back_->hasFocus();
    choice_.chosen = map;
    if (map >= 0) selectMap(mapOf(map));
    showMaps();
    showCosts();
    if (map < 0 && headHadFocus) grid_->setFocus();
}

void AttentionPage::selectMap(int map) {
    choice_.selected = map;
    grid_->setSelectedMap(map);
}

void AttentionPage::refresh() {
    kinds_.clear();
    const bool looksBack = model_.shown().snapshot().has_value();
    AttentionOptions shared;
    if (layerShown() >= 0) shared.heads = headsOf(layerShown());
    shared.positions = model_.shown().shownPositions(model_.inspection().sample);
    const ColorRange now =
        attentionFigure(model_.config().network, model_.inspection(), shared).ranges().front();
    const bool holds = looksBack && choice_.heldFor == model_.inspection().sample &&
                       choice_.heldWith == model_.inspection().ablation;
    choice_.held =
        holds ? ColorRange{std::min(choice_.held.lo, now.lo), std::max(choice_.held.hi, now.hi)} : now;
    choice_.heldFor = model_.inspection().sample, choice_.heldWith = model_.inspection().ablation;
    dirty_ = !isVisible();
    if (!dirty_) showMaps();
}

void AttentionPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    if (choice_.chosen >= 0) arrange();
}

void AttentionPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    if (dirty_) showMaps();
    dirty_ = false;
}

void AttentionPage::showMaps() {
    const NetworkConfig& network = model_.config().network;
    const Inspection& inspection = model_.inspection();
    AttentionOptions shown = options();
    const bool known =
        inspection.heads == network.numHeads && int(inspection.attention.size()) == network.numLayers;
    order_->setLength(inspection.sample.length());
    shown_.clear();
    const int layer = layerShown();
    if (layer >= 0) {
        shown.heads = headsOf(layer);
        for (const ShownHead& head : *shown.heads) shown_.push_back(head.head);
    }
    if (const auto order = order_->order(); order && known) {
        const std::vector<HeadKind>& statistics = kinds(layer);
        shown_ = orderedHeads(statistics, *order);
        shown.heads.emplace();
        for (int& head : shown_) {
            const QString measured = measureText(statistics[head], order->by);
            head += std::max(layer, 0) * network.numHeads;
            shown.heads->push_back({head, measured});
        }
        order_->setCount(int(shown_.size()), headCount());
    }
    HeatMapGridFigure grid = attentionFigure(network, inspection, shown);
    grid.thumbnails = (choice_.chosen >= 0 || patch_->isChecked()) && !isCompared();
    if (choice_.chosen >= 0) {
        AttentionOptions ofLayer = options();  // Range of colours: that of the whole layer
        if (layer >= 0) ofLayer.heads = headsOf(layer);
        HeatMapFigure head = headFigure(network, inspection, choice_.chosen / network.numHeads,
                                        choice_.chosen % network.numHeads, ofLayer);
        head_->setFigure(head);
        statistics_->setText(statisticsOf(choice_.chosen));
    }
    grid.untitled = headCount() == 1;
    grid_->setFigure(grid);
    showComparison(shown);
    arrange();
}

void AttentionPage::closeCosts() {
    study_->cancelSweep();
    study_->closeSweep();
}

void AttentionPage::showCosts() {
    if (study_->isSweeping()) patch_->setChecked(false);
    const HeadAblation* sweep = study_->sweep();
    if (sweep) {
        HeatMapGridFigure figure = ablationFigure(*sweep);
        if (choice_.chosen >= 0) std::swap(figure.gridRows, figure.gridCols);  // Wide under the large head
        sayAblated(figure, study_->sweepStudy().askedWith());
        costs_->setFigure(figure);
    }
    if (sweep || !costsFrame_->isHidden()) arrange();
}

void AttentionPage::linkCursor(int query, int key) {
    const std::optional<PairIndex>& pair = pair_->pair();
    if (query < 0 && pair) query = pair->query, key = pair->key;  // what is seen up close stays marked
    for (HeatMapView* view : {grid_, head_, second_, difference_}) view->setCursorCell(query, key);
    sample_->setCursorCell(query, key);
}

void AttentionPage::mapHovered(HeatMapView* view, int map, int row, int col) {
    linkCursor(row, col);
    QString text = view->readout(map, row, col);
    if (!text.isEmpty() && view == grid_ && choice_.chosen < 0 && headCount() <= manyHeads)
        text += QStringLiteral(" · ") + statisticsOf(headAt(map));
    Q_EMIT readout(text);
}

}  // namespace attx
