#include "ui/pages/explain/explain_page.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <algorithm>
#include <array>
#include <utility>

#include "model/network/program.h"
#include "ui/controls/combo.h"
#include "ui/controls/comparison_bar.h"
#include "ui/controls/control_row.h"
#include "ui/controls/flat_layout.h"
#include "ui/controls/icon_button.h"
#include "ui/controls/scale_controls.h"
#include "ui/controls/scrolled.h"
#include "ui/figures/compared_figure.h"
#include "ui/figures/figures_of_run.h"
#include "ui/figures/maps/explanation_figure.h"
#include "ui/look/manual_pages.h"
#include "ui/look/model_text.h"
#include "ui/pages/figure_space.h"
#include "ui/pages/sample_bar.h"
#include "ui/state/comparison.h"
#include "ui/views/heat_map_view.h"
#include "ui/views/token_strip.h"

namespace attx {
namespace {

constexpr int leastRoom = 260;      // px of height: a page that is lower scrolls
constexpr int sideMapsWidth = 200;  // px beside an enlarged map
constexpr int oneLine = 16;         // more columns than there are methods
constexpr size_t mostBelow = 3;     // compared maps below each other; more stand side by side

/// One of its maps, in the colours that it has there.
HeatMapGridFigure alone(const HeatMapGridFigure& figure, size_t map) {
    HeatMapGridFigure one = figure;
    one.wholeRange = figure.ranges()[map];
    if (!one.heldRanges.empty()) one.heldRanges = {one.heldRanges[map]};
    one.maps = {figure.maps[map]};
    one.gridRows = one.gridCols = 1;
    one.setTitle(one.maps.front().title);
    return one;
}

}  // namespace

ExplainPage::ExplainPage(RunModel& model, QWidget* parent, Kept* kept)
    : Page(parent, kept), model_(model), choice_(this->kept().of<Choice>()) {
    view_ = new HeatMapView(this);
    large_ = new HeatMapView(this);
    second_ = new HeatMapView(this);
    difference_ = new HeatMapView(this);
    const auto exportable = [](const HeatMapView* view) { return [view] { return exported(*view); }; };
    frame_ = framed(view_, exportable(view_));
    largeFrame_ = framed(large_, exportable(large_));
    auto* back = makeIconButton("grid", tr("Back to all maps"), tr("Back to all maps (Esc)"), largeFrame_);
    largeFrame_->addControl(back);
    largeFrame_->hide();
    secondFrame_ = framed(second_, exportable(second_));
    differenceFrame_ = framed(difference_, exportable(difference_));
    secondFrame_->hide();
    differenceFrame_->hide();
    captions_ = new QLabel(this);
    captions_->setTextFormat(Qt::RichText);
    captions_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    captions_->setAccessibleName(tr("What the maps show"));
    sample_ = new SampleBar(model_, choice_.typed, this);

    auto* controls = new QWidget(this);
    lines_ = flatLayout<QVBoxLayout>(controls, 4);
    lines_->addWidget(makeTarget());
    lines_->addWidget(makeOptions());
    lines_->addStretch(1);
    room_ = new QWidget(this);
    room_->setMinimumHeight(leastRoom);
    auto* layout = flatLayout<QVBoxLayout>(room_);
    maps_ = new QBoxLayout(QBoxLayout::LeftToRight);
    maps_->setSpacing(16);
    first_ = captioned(frame_, this), other_ = captioned(secondFrame_, this);
    between_ = captioned(differenceFrame_, this, tr("difference"));
    for (QWidget* widget :
         {first_.column, static_cast<QWidget*>(largeFrame_), other_.column, between_.column}) {
        widget->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);  // compared ones equally high
        maps_->addWidget(widget, 1);
    }
    layout->addLayout(maps_, 1);
    captions_->setWordWrap(true);
    captionsArea_ = scrolled(captions_, this);
    layout->addWidget(captionsArea_);
    space_ = new FigureSpace(controls, room_, sample_->tokenStrip(), this);
    space_->setWorth([this](QSize size, int leastLeft) { return worthOf(size, leastLeft); });
    pageLayout<QVBoxLayout>()->addWidget(scrolled(space_, this));  // Maps keep a height that shows something
    connect(space_, &FigureSpace::arranged, this, [this] {
        fitCaptions();
        if (secondFrame_->isHidden()) view_->fitRows();
    });

    connect(back, &QToolButton::clicked, this, &ExplainPage::goBack);
    for (HeatMapView* view : {view_, second_, difference_})
        connect(view, &HeatMapView::mapClicked, this, &ExplainPage::enlarge);
    connect(view_, &HeatMapView::mapSelected, this, &ExplainPage::enlarge);
    for (HeatMapView* view : {view_, large_, second_, difference_}) {
        view->setKeyMode(HeatMapView::KeyMode::Cells);
        view->setMinimumHeight(HeatMapView::leastOfThree);
        connect(view, &HeatMapView::placed, space_, &FigureSpace::alignTokens);
        connect(view, &HeatMapView::cellHovered, this, [this, view](int map, int row, int col) {
            linkCursor(row, col);
            Q_EMIT readout(view->readout(map, row, col));
        });
    }
    connect(sample_, &SampleBar::positionHovered, this,
            [this](int position) { linkCursor(position, position); });
    connect(&model_.shown(), &Shown::networkChanged, this, &ExplainPage::fitLimits);
    connect(&model_.shown(), &Shown::sampleChanged, this, &ExplainPage::fitLimits);
    connect(&model_.shown(), &Shown::explanationChanged, this, &ExplainPage::showMaps);
    connect(&model_.shown(), &Shown::paddingChanged, this, &ExplainPage::showMaps);
    for (auto signal : {&RunModel::orientationChanged, &RunModel::memberImagesChanged})
        connect(&model_, signal, this, &ExplainPage::showMaps);
    if (choice_.enlarged) view_->setKeyMode(HeatMapView::KeyMode::Maps);
    fitLimits();
    showMaps();
}

/// Three rows of maps name their columns only where there is room for it: outside of the window.
std::unique_ptr<Figure> ExplainPage::exported(const HeatMapView& view) {
    std::unique_ptr<Figure> figure = view.figure().clone();
    for (HeatMap& map : static_cast<HeatMapGridFigure&>(*figure).maps) map.xLabel = tr("input");
    return figure;
}

QString ExplainPage::title() const { return tr("Explain"); }

QString ExplainPage::reading() const {
    return tr("Row: output; column: input; bright: inputs the output depends on.");
}

QString ExplainPage::help() const {
    QString text = Page::help() + QStringLiteral("\n**%1**\n")
                                      .arg(tr("Formulas (A: attention, G: its gradient, Ā: the mean over "
                                              "heads)"));
    for (const ExplainMethodInfo& info : explainMethods())
        text += QStringLiteral("\n- *%1*: %2 (%3)")
                    .arg(escapedMarkdown(modelText(info.title)), escapedMarkdown(modelText(info.formula)),
                         escapedMarkdown(modelText(info.source)));
    return text + QLatin1Char('\n');
}

std::vector<FigureFrame*> ExplainPage::frames() const {
    if (view_->figure().maps.empty()) return {};
    if (!largeFrame_->isHidden()) return {largeFrame_, frame_};
    if (secondFrame_->isHidden()) return {frame_};
    return {frame_, secondFrame_, differenceFrame_};
}

void ExplainPage::fitLimits() {
    const NetworkConfig& network = model_.config().network;
    const int T = model_.sample().length();
    const Program program = buildProgram(network, std::max(T, 1));
    const CrossEntropy& answers = program.loss();  // one for a whole text or set
    {
        const QSignalBlocker a(position_), b(class_), c(firstLayer_), d(lastLayer_);
        position_->setRange(1, answers.rows);
        class_->setRange(firstClass() - 1, firstClass() + std::max(answers.classes, 2) - 1);
        // What was asked of one kind of answers means nothing for another.
        if (choice_.asksOf != network.output) {
            const QSignalBlocker e(target_);
            target_->setCurrentIndex(choice_.target = int(Target::Everywhere));
            choice_.outputClass = class_->minimum();
            choice_.asksOf = network.output;
        }
        position_->setValue(choice_.position);
        class_->setValue(choice_.outputClass);
        firstLayer_->setRange(1, layers());
        lastLayer_->setRange(1, layers());
        firstLayer_->setValue(choice_.firstLayer);
        lastLayer_->setValue(choice_.lastLayer == 0 ? layers() : choice_.lastLayer);
    }
    target_->setItemText(int(Target::Loss),
                         lossIsKnown() ? tr("the loss") : tr("the loss (label unknown: predicted class)"));
    ask();
}

void ExplainPage::ask() {
    one_->setVisible(static_cast<Target>(choice_.target) == Target::Position);
    fitMethods();
    const ExplainQuestion wanted = question();
    const bool sameMethods = wanted.options.methods == asked();
    if (wanted != choice_.asked || model_.sample() != choice_.heldFor) choice_.held.clear();
    choice_.asked = wanted, choice_.heldFor = model_.sample();
    if (!sameMethods || minus_->count() == 0) {
        fillMinus();
        showCaptions();
    }
    if (!isVisible()) return;
    model_.shown().wantExplanation(wanted);
    if (!comparison_ || !comparison_->second()) return;
    // The same question, as far as the second network has layers for it.
    ExplainQuestion narrowed = wanted;
    const int there = comparison_->second()->config().network.numLayers,
              last = wanted.options.lastLayer == 0 ? layers() : wanted.options.lastLayer;
    narrowed.options.lastLayer = std::min(last, there);
    narrowed.options.firstLayer = std::min(wanted.options.firstLayer, narrowed.options.lastLayer - 1);
    comparison_->second()->wantExplanation(narrowed);
}

void ExplainPage::setComparison(Comparison& comparison) {
    comparison_ = &comparison;
    auto* bar = new ComparisonBar(comparison, Comparison::Of::Answers, this);
    lines_->insertWidget(2, bar);
    connect(comparison_, &Comparison::changed, this, &ExplainPage::followSecond);
    followSecond();
}

void ExplainPage::followSecond() {
    if (Shown* second = comparison_->second())
        connect(second, &Shown::explanationChanged, this, &ExplainPage::showMaps, Qt::UniqueConnection);
    ask();
    showMaps();
}

void ExplainPage::showComparison() {
    const Shown* other = comparison_ ? comparison_->second() : nullptr;
    const bool two = other != nullptr;
    fitCaptions();  // three rows of maps need the room, too
    for (QWidget* widget :
         std::initializer_list<QWidget*>{secondFrame_, differenceFrame_, other_.column, between_.column})
        widget->setVisible(two);
    const bool inColumns = two && comparesInColumns();
    maps_->setDirection(two && !inColumns ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    for (const Captioned& each : {first_, other_, between_}) each.caption->setVisible(inColumns);
    if (!two) return;
    const Comparison::Captions captions = comparison_->captions(model_.name());
    first_.caption->setText(captions.first);
    first_.caption->setShortText(captions.shortFirst);
    other_.caption->setText(captions.second);
    other_.caption->setShortText(captions.shortSecond);
    between_.caption->setText(captions.difference);
    HeatMapGridFigure first = view_->figure();
    if (!inColumns) first.rowTitles = {captions.first + Comparison::orShorter + captions.shortFirst};
    view_->setFigure(first);
    const std::shared_ptr<const Explanation> explanation = other->explanation();
    if (!explanation || !answers(*explanation, asked())) return;
    HeatMapGridFigure second = explanationFigure(*explanation, asked(), options(*other, *explanation),
                                                 minus(), inColumns ? 1 : oneLine);
    if (const std::optional<size_t> map = enlarged()) second = alone(second, *map);
    for (HeatMap& map : second.maps) map.xLabel.clear();
    ComparedFigure figure = compared(std::move(first), std::move(second));
    if (!inColumns)
        figure.second.rowTitles = {captions.second + Comparison::orShorter + captions.shortSecond};
    if (!inColumns) figure.difference.rowTitles = {tr("difference")};
    const Comparison::Captions names = comparison_->names(model_.name());
    sayNetworks(figure, names.first, names.second, names.difference);
    view_->setFigure(figure.first);
    second_->setFigure(figure.second);
    difference_->setFigure(figure.difference);
}

QString ExplainPage::captions() const { return captions_->text(); }

QString ExplainPage::captionsOfAll() const { return captionsOf(methodsShown(asked(), minus())); }

QString ExplainPage::completeness() const {
    const std::shared_ptr<const Explanation> explanation = model_.shown().explanation();
    if (!explanation || explanation->completeness.residual.empty()) return {};
    const float share = explanation->completeness.largestShare();
    const QString percent = QString::number(double(share) * 100, 'f', 1);
    return share <= Completeness::flagged
               ? tr(" (They add up to the change of the logit within %1 %.)").arg(percent)
               : tr(" <b>(They miss the change of the logit by up to %1 %: do not trust them far.)</b>")
                     .arg(percent);
}

std::optional<size_t> ExplainPage::enlarged() const {
    const std::vector<ExplainMethod> shown = methodsShown(asked(), minus());
    const auto chosen = choice_.enlarged ? std::ranges::find(shown, *choice_.enlarged) : shown.end();
    return chosen == shown.end() ? std::nullopt : std::optional(size_t(chosen - shown.begin()));
}

QString ExplainPage::captionsOf(std::span<const ExplainMethod> methods) const {
    const auto html = [](const char* text) { return modelText(text).toHtmlEscaped(); };
    QStringList lines;
    for (const ExplainMethod method : methods) {
        QString line =
            tr("<b>%1</b>: %2").arg(titleOf(method).toHtmlEscaped(), html(infoOf(method).sentence));
        if (method == ExplainMethod::IntegratedGradients) line += completeness();
        if (formulas_->isChecked())
            line += QStringLiteral(" &nbsp;<i>%1</i>")
                        .arg(html(infoOf(method).formula)
                                 .replace(QStringLiteral("_L"), QStringLiteral("<sub>L</sub>")));
        lines << line;
    }
    if (formulas_->isChecked())
        lines << tr(
            "A<sub>l</sub> attention of layer l, L the last; Ā its mean over heads; s the residual share; I "
            "the identity; ⊙ element by element; (x)⁺ the positive part; i output, j input.");
    if (minus() >= 0 && std::ssize(methodsShown(asked(), minus())) + 1 < std::ssize(asked()))
        lines << tr("Maps in another unit than %1 (%2) are left out.")
                     .arg(titleOf(*choice_.minus).toHtmlEscaped(), html(infoOf(*choice_.minus).unit));
    return lines.join(QStringLiteral("<br>"));
}

/// Of an enlarged map alone: the room is the map's.
void ExplainPage::showCaptions() {
    captions_->setText(enlarged() ? captionsOf({{*choice_.enlarged}}) : captionsOfAll());
    fitCaptions();
}

void ExplainPage::fitCaptions() {
    if (!isVisible()) return;  // it is done when the page is shown
    const bool two = comparison_ && comparison_->second();
    const QSize room = room_->size();
    if (const auto now = std::tuple(captions_->text(), captions_->font(), room.width()); captionsOf_ != now) {
        captionsOf_ = now;
        captionsHeight_ = captions_->heightForWidth(room.width());
    }
    const int captions = captionsHeight_ + 8;
    constexpr qreal nearlyAll = 0.99;
    constexpr int least = 140, leastCaptions = 40;  // px of the maps, and of sentences that scroll
    const bool fit = captions > 8 && worthOf(room - QSize(0, captions)) >= nearlyAll * worthOf(room) &&
                     room.height() - captions >= zoomed(least);
    captionsArea_->setFixedHeight(fit ? captions - 8
                                      : std::clamp(room.height() - zoomed(2 * least), zoomed(leastCaptions),
                                                   std::max(captions - 8, zoomed(leastCaptions))));
    captionsArea_->setVisible(!two && (fit || formulas_->isChecked()));
}

qreal ExplainPage::worthOf(QSize room, int leastLeft) const {
    const bool enlarged = !largeFrame_->isHidden();
    if (!secondFrame_->isHidden() || view_->figure().maps.empty()) return 0;
    room.rwidth() -= frame_->cornerWidth() + (enlarged ? zoomed(sideMapsWidth) + maps_->spacing() : 0);
    if (enlarged || view_->figure().maps.size() == 1)
        return (enlarged ? large_ : view_)->mapAreaIn(room, leastLeft);
    return view_->largestRows(room).area;
}

void ExplainPage::enlarge(int map) {
    const bool two = !secondFrame_->isHidden();
    if (two && goBack()) return;  // it was the only map
    const std::vector<ExplainMethod> shown = methodsShown(asked(), minus());
    if (map < 0 || size_t(map) >= shown.size() || shown.size() < 2) return;
    choice_.enlarged = shown[map];
    if (!two) view_->setKeyMode(HeatMapView::KeyMode::Maps);
    showMaps();
}

bool ExplainPage::goBack() {
    if (!choice_.enlarged) return false;
    choice_.enlarged.reset();
    view_->setKeyMode(HeatMapView::KeyMode::Cells);
    view_->setSelectedMap(-1);
    showMaps();
    return true;
}

AttentionOptions ExplainPage::options(const Shown& of, const Explanation& explanation) const {
    AttentionOptions options;
    options.scale = scale_->scale();
    options.originBelow = model_.firstQueryBelow();
    options.images = model_.imagesOf(explanation.inspection.sample);
    options.positions = of.shownPositions(explanation.inspection.sample);
    return options;
}

void ExplainPage::showMaps() {
    showCaptions();
    showFirst();
    showComparison();
    space_->setAxes(!secondFrame_->isHidden() ? nullptr : largeFrame_->isHidden() ? view_ : large_);
    space_->figuresChanged();
}

/// Side by side, each with its maps below each other; where those are many, the other way round.
bool ExplainPage::comparesInColumns() const {
    return enlarged() || methodsShown(asked(), minus()).size() <= mostBelow;
}

/// While one looks back, a map has the colours of all its moments seen so far: a scale of each moment's own
/// would hide what changes.
void ExplainPage::hold(HeatMapGridFigure& figure) {
    if (figure.scale.mode != ScaleMode::PerMap) return;
    const bool looksBack = model_.shown().snapshot().has_value();
    const bool holds =
        looksBack && choice_.held.size() == figure.maps.size() && choice_.heldWith == model_.ablation();
    choice_.heldWith = model_.ablation();
    for (size_t i = 0; holds && i < choice_.held.size(); ++i)
        figure.maps[i].isSigned = figure.maps[i].isSigned || choice_.heldSigned[i];
    std::vector<ColorRange> ranges = figure.ranges();
    choice_.heldSigned.assign(ranges.size(), false);
    for (size_t i = 0; i < ranges.size(); ++i) {
        choice_.heldSigned[i] = figure.maps[i].isSigned;
        if (!holds) continue;
        ranges[i].lo = std::min(ranges[i].lo, choice_.held[i].lo);
        ranges[i].hi = std::max(ranges[i].hi, choice_.held[i].hi);
        if (!scaleOf(figure.maps[i], figure.scale).symmetric) continue;
        ranges[i].hi = std::max(ranges[i].hi, -ranges[i].lo);
        ranges[i].lo = -ranges[i].hi;
    }
    choice_.held = ranges;
    if (looksBack) figure.heldRanges = std::move(ranges);
}

void ExplainPage::showFirst() {
    const std::shared_ptr<const Explanation> explanation = model_.shown().explanation();
    if (!explanation || ExplainQuestion{explanation->target, explanation->options} != choice_.asked)
        return;  // the next answer fits
    const bool two = comparison_ && comparison_->second();
    const std::optional<size_t> chosen = enlarged();
    const bool large = chosen && !two;
    HeatMapGridFigure figure =
        explanationFigure(*explanation, asked(), options(model_.shown(), *explanation), minus(),
                          large || (two && comparesInColumns()) ? 1
                          : two                                 ? oneLine
                                                                : 4);
    if (const Inspection& of = explanation->inspection;
        of.sample == model_.sample() && of.ablation == model_.ablation())  // No range of an older question
        hold(figure);
    for (HeatMap& map : figure.maps)
        if (two) map.xLabel.clear();
    if (large) {
        large_->setFigure(alone(figure, *chosen));
        figure.thumbnails = true;
        view_->setSelectedMap(int(*chosen));
    } else if (chosen) {
        figure = alone(figure, *chosen);
    }
    largeFrame_->setVisible(large);
    view_->setFigure(figure);
    if (secondFrame_->isHidden()) view_->fitRows();
    first_.column->setMaximumWidth(large ? zoomed(sideMapsWidth) : QWIDGETSIZE_MAX);
}

void ExplainPage::linkCursor(int query, int key) {
    for (HeatMapView* view : {view_, large_, second_, difference_}) view->setCursorCell(query, key);
    sample_->setCursorCell(query, key);
}

void ExplainPage::keyPressEvent(QKeyEvent* event) {
    if (!sample_->handleKey(event->key())) Page::keyPressEvent(event);
}

void ExplainPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    fitCaptions();
    ask();
}

void ExplainPage::hideEvent(QHideEvent* event) {
    Page::hideEvent(event);
    model_.shown().wantExplanation(std::nullopt);
    if (comparison_ && comparison_->second()) comparison_->second()->wantExplanation(std::nullopt);
}

}  // namespace attx
