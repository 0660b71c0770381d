#include "ui/attention_page.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <algorithm>

#include "ui/heat_map_view.h"
#include "ui/sequence_edit.h"
#include "ui/theme.h"
#include "ui/token_strip.h"

namespace attx {
namespace {

QToolButton* makeButton(const char* icon, const QString& name, const QString& tip, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setIcon(themedIcon(QString::fromLatin1(icon)));
    button->setAccessibleName(name);
    button->setToolTip(tip);
    return button;
}

ColorScale scaleOfMode(ScaleMode mode) {
    ColorScale scale;
    scale.mode = mode;
    return scale;
}

}  // namespace

AttentionPage::AttentionPage(RunModel& model, QWidget* parent) : Page(parent), model_(model) {
    grid_ = new HeatMapView(this);
    head_ = new HeatMapView(this);
    head_->setKeyMode(HeatMapView::KeyMode::Cells);
    gridFrame_ = new FigureFrame(
        grid_, [this] { return grid_->figure().clone(); }, this);
    headFrame_ = new FigureFrame(
        head_, [this] { return head_->figure().clone(); }, this);
    back_ = makeButton("grid", tr("Back to the grid"), tr("Back to the grid of all heads (Esc)"), headFrame_);
    headFrame_->addControl(back_);
    headFrame_->hide();
    strip_ = new TokenStrip(this);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 8, 16, 8);
    layout->setSpacing(8);
    layout->addWidget(makeControls());
    auto* figures = new QHBoxLayout;
    figures->setSpacing(16);
    figures->addWidget(gridFrame_, 1);
    figures->addWidget(headFrame_, 1);
    layout->addLayout(figures, 1);
    layout->addWidget(strip_);
    layout->addWidget(makeSampleLine());

    for (FigureFrame* frame : {gridFrame_, headFrame_}) {
        connect(frame, &FigureFrame::notice, this, &Page::notice);
        connect(frame, &FigureFrame::resetRequested, this, [this] { chooseHead(-1); });
    }
    connect(back_, &QToolButton::clicked, this, [this] { chooseHead(-1); });
    for (HeatMapView* view : {grid_, head_})
        connect(view, &HeatMapView::cellHovered, this,
                [this, view](int map, int row, int col) { mapHovered(view, map, row, col); });
    connect(grid_, &HeatMapView::mapClicked, this, &AttentionPage::chooseHead);
    connect(grid_, &HeatMapView::mapSelected, this, [this](int map) {
        if (chosen_ >= 0) chooseHead(map);  // the large one follows the keyboard
    });
    connect(strip_, &TokenStrip::positionHovered, this,
            [this](int position) { linkCursor(position, position); });
    connect(&model_, &RunModel::networkChanged, this, [this] {
        setSequenceLimits();
        chosen_ = std::min(chosen_, headCount() - 1);
        if (headCount() < 2) chosen_ = -1;
        refresh();
    });
    connect(&model_, &RunModel::sampleChanged, this, &AttentionPage::showSample);
    connect(&model_, &RunModel::inspectionChanged, this, &AttentionPage::refresh);
    setSequenceLimits();
    showSample();
    showMaps();
}

QWidget* AttentionPage::makeControls() {
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    auto* scaleLabel = new QLabel(tr("colour scale"), row);
    scaleCombo_ = new QComboBox(row);
    for (ScaleMode mode : {ScaleMode::Shared, ScaleMode::PerMap, ScaleMode::Fixed, ScaleMode::Logarithmic})
        scaleCombo_->addItem(scaleModeName(scaleOfMode(mode)), static_cast<int>(mode));
    scaleCombo_->setAccessibleName(tr("colour scale"));
    scaleCombo_->setToolTip(
        tr("Shared: the same colour is the same weight in every map. Per map: each map uses "
           "all colours, so that maps cannot be compared."));
    scaleLabel->setBuddy(scaleCombo_);
    auto* mapLabel = new QLabel(tr("colours"), row);
    mapCombo_ = new QComboBox(row);
    for (ColorMap map : sequentialColorMaps) mapCombo_->addItem(colorMapName(map), static_cast<int>(map));
    mapCombo_->setAccessibleName(tr("colours"));
    mapCombo_->setToolTip(tr("The colours of small and large weights"));
    mapLabel->setBuddy(mapCombo_);
    origin_ = makeButton(
        "reset-view", tr("first query below"),
        tr("Draw the first query at the bottom, as in a coordinate system, or at the top, as in a table"),
        row);
    origin_->setText(tr("first query below"));
    origin_->setToolButtonStyle(Qt::ToolButtonTextOnly);
    origin_->setCheckable(true);
    origin_->setChecked(true);
    layout->addWidget(scaleLabel);
    layout->addWidget(scaleCombo_);
    layout->addSpacing(8);
    layout->addWidget(mapLabel);
    layout->addWidget(mapCombo_);
    layout->addSpacing(8);
    layout->addWidget(origin_);
    layout->addStretch(1);
    connect(scaleCombo_, &QComboBox::currentIndexChanged, this, &AttentionPage::showMaps);
    connect(mapCombo_, &QComboBox::currentIndexChanged, this, &AttentionPage::showMaps);
    connect(origin_, &QToolButton::toggled, this, &AttentionPage::showMaps);
    return row;
}

QWidget* AttentionPage::makeSampleLine() {
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    auto* label = new QLabel(tr("sample"), row);
    previous_ =
        makeButton("sample-prev", tr("Previous sample"), tr("Previous validation sample (arrow down)"), row);
    next_ = makeButton("sample-next", tr("Next sample"), tr("Next validation sample (arrow up)"), row);
    sampleSpin_ = new QSpinBox(row);
    sampleSpin_->setAccessibleName(tr("sample"));
    sampleSpin_->setToolTip(tr("Which sequence of the validation data is looked at"));
    sampleSpin_->setSpecialValueText(tr("own"));
    sampleSpin_->setRange(0, 0);
    label->setBuddy(sampleSpin_);
    sequence_ = new SequenceEdit(row);
    auto* sequenceLabel = new QLabel(tr("sequence"), row);
    sequenceLabel->setBuddy(sequence_->line());
    score_ = new QLabel(row);
    score_->setAccessibleName(tr("Score"));
    score_->setMinimumWidth(score_->fontMetrics().horizontalAdvance(tr("%1/%2 right").arg(16).arg(16)));
    layout->addWidget(label, 0, Qt::AlignTop);
    layout->addWidget(previous_, 0, Qt::AlignTop);
    layout->addWidget(sampleSpin_, 0, Qt::AlignTop);
    layout->addWidget(next_, 0, Qt::AlignTop);
    layout->addSpacing(8);
    layout->addWidget(sequenceLabel, 0, Qt::AlignTop);
    layout->addWidget(sequence_, 1, Qt::AlignTop);
    layout->addWidget(score_, 0, Qt::AlignTop);
    for (QWidget* widget : std::initializer_list<QWidget*>{label, sequenceLabel, score_, sequence_->line()})
        widget->setFixedHeight(sampleSpin_->sizeHint().height());

    connect(previous_, &QToolButton::clicked, &model_, [this] { model_.chooseSample(model_.sample() - 1); });
    connect(next_, &QToolButton::clicked, &model_, [this] { model_.chooseSample(model_.sample() + 1); });
    connect(sampleSpin_, &QSpinBox::valueChanged, &model_, [this](int value) {
        if (value > 0) model_.chooseSample(value - 1);
    });
    connect(sequence_, &SequenceEdit::tokensEdited, this, &AttentionPage::typed);
    return row;
}

QString AttentionPage::title() const { return tr("Attention"); }

QString AttentionPage::help() const {
    return tr(
        "<p>Each map shows one head of one layer. A row is a <b>query</b>, the position that looks; a "
        "column is a <b>key</b>, the position that is looked at. The weights of a row add up to 1.</p>"
        "<p>Point at a cell to read its weight; query and key light up everywhere. Click a map to "
        "enlarge it, Esc goes back. Arrow keys choose head and sample.</p>"
        "<p>Type a sequence of your own below: attention and prediction follow as you type.</p>");
}

std::vector<FigureFrame*> AttentionPage::frames() const {
    if (chosen_ < 0) return {gridFrame_};
    return {headFrame_, gridFrame_};
}

bool AttentionPage::goBack() {
    if (chosen_ < 0) return false;
    chooseHead(-1);
    return true;
}

QVariantMap AttentionPage::controls() const {
    return {{QStringLiteral("scale"), scaleCombo_->currentIndex()},
            {QStringLiteral("colors"), mapCombo_->currentIndex()},
            {QStringLiteral("originBelow"), origin_->isChecked()}};
}

void AttentionPage::restoreControls(const QVariantMap& controls) {
    const auto choose = [&](QComboBox* combo, const QString& key) {
        combo->setCurrentIndex(std::clamp(controls.value(key, 0).toInt(), 0, combo->count() - 1));
    };
    choose(scaleCombo_, QStringLiteral("scale"));
    choose(mapCombo_, QStringLiteral("colors"));
    origin_->setChecked(controls.value(QStringLiteral("originBelow"), true).toBool());
}

AttentionOptions AttentionPage::options() const {
    AttentionOptions options;
    options.scale.mode = static_cast<ScaleMode>(scaleCombo_->currentData().toInt());
    options.scale.map = static_cast<ColorMap>(mapCombo_->currentData().toInt());
    options.originBelow = origin_->isChecked();
    return options;
}

int AttentionPage::headCount() const {
    return model_.config().network.numLayers * model_.config().network.numHeads;
}

void AttentionPage::chooseHead(int map) {
    if (map >= headCount() || headCount() < 2) map = -1;  // a single head is large as it is
    if (map == chosen_) return;
    const bool headHadFocus = head_->hasFocus() || back_->hasFocus();
    chosen_ = map;
    if (map >= 0) grid_->setSelectedMap(map);
    showMaps();
    if (map < 0 && headHadFocus) grid_->setFocus();
}

void AttentionPage::refresh() {
    dirty_ = !isVisible();
    if (!dirty_) showMaps();
}

void AttentionPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    if (dirty_) showMaps();
    dirty_ = false;
}

void AttentionPage::showMaps() {
    const NetworkConfig& network = model_.config().network;
    const Inspection& inspection = model_.inspection();
    const HeatMapGridFigure grid = attentionFigure(network, inspection, options());
    if (chosen_ >= 0) {
        const HeatMapFigure head = headFigure(network, inspection, chosen_ / network.numHeads,
                                              chosen_ % network.numHeads, options());
        head_->setFigure(head);
    }
    grid_->setFigure(grid);
    headFrame_->setVisible(chosen_ >= 0);
    const bool current = inspection.tokens == model_.tokens();
    strip_->setSequence(model_.tokens(), current ? inspection.prediction : std::vector<int32_t>(),
                        model_.expected());
    score_->setText(strip_->score());
}

void AttentionPage::setSequenceLimits() {
    const RunConfig& config = model_.config();
    // Pairs of a file may have any length.
    sequence_->setLimits(config.network.inputDim, Inspector::longestSequence,
                         config.data.rule == LabelRule::Csv ? 0 : config.data.length);
}

void AttentionPage::showSample() {
    const QSignalBlocker blocker(sampleSpin_);
    const auto count = static_cast<int>(std::min<int64_t>(model_.sampleCount(), 10'000'000));
    sampleSpin_->setRange(0, count);
    sampleSpin_->setSuffix(count > 0 ? tr(" of %1").arg(count) : QString());
    sampleSpin_->setValue(static_cast<int>(model_.sample()) + 1);
    previous_->setEnabled(model_.sample() > 0);
    next_->setEnabled(model_.sample() + 1 < count);
    sequence_->setTokens(model_.tokens());
    // The prediction follows with the inspection, a moment later; till then the last one stays.
}

void AttentionPage::typed(const std::vector<int32_t>& tokens) {
    const DataConfig& rule = model_.config().data;
    model_.chooseTokens(tokens,
                        rule.rule == LabelRule::Csv ? std::vector<int32_t>() : applyRule(rule, tokens));
}

void AttentionPage::linkCursor(int query, int key) {
    grid_->setCursorCell(query, key);
    head_->setCursorCell(query, key);
    strip_->setCursorCell(query, key);
}

void AttentionPage::mapHovered(HeatMapView* view, int map, int row, int col) {
    linkCursor(row, col);
    Q_EMIT readout(view->readout(map, row, col));
}

void AttentionPage::keyPressEvent(QKeyEvent* event) {
    const int64_t sample = std::max<int64_t>(model_.sample(), 0);
    switch (event->key()) {
        case Qt::Key_Up:
        case Qt::Key_PageUp:
            model_.chooseSample(sample + 1);
            return;
        case Qt::Key_Down:
        case Qt::Key_PageDown:
            model_.chooseSample(sample - 1);
            return;
        case Qt::Key_Left:
        case Qt::Key_Right:
            if (headCount() > 1) {
                const int step = event->key() == Qt::Key_Left ? -1 : 1;
                const int next = std::clamp(grid_->selectedMap() + step, 0, headCount() - 1);
                grid_->setSelectedMap(next);
                grid_->setFocus();  // shows which head the keys have reached
                if (chosen_ >= 0) chooseHead(next);
                return;
            }
            break;
        default:
            break;
    }
    Page::keyPressEvent(event);
}

}  // namespace attx
