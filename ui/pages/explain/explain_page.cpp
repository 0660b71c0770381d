#include "ui/pages/explain/explain_page.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <algorithm>
#include <array>
#include <utility>

#include "ui/controls/combo.h"
#include "ui/controls/comparison_bar.h"
#include "ui/controls/control_row.h"
#include "ui/controls/scale_controls.h"
#include "ui/figures/compared_figure.h"
#include "ui/figures/explanation_figure.h"
#include "ui/figures/figures_of_run.h"
#include "ui/pages/sample_bar.h"
#include "ui/state/comparison.h"
#include "ui/views/heat_map_view.h"

namespace attx {
namespace {

// Flow is T² maximum flows: 45 ms at 32 tokens, up to seconds at the 64 that the engine allows.
constexpr int longestFlowShown = 32;
constexpr int leastHeight = 96;  // px of a figure: three of them fit a window of 1280 × 720
constexpr int oneLine = 16;      // more columns than there are methods

/// What can be explained; the order of the target box.
enum class Target { Everywhere, Position, Loss };

std::vector<ExplainMethod> chosen(const std::vector<QCheckBox*>& boxes) {
    std::vector<ExplainMethod> methods;
    for (size_t i = 0; i < boxes.size(); ++i)
        if (boxes[i]->isChecked()) methods.push_back(explainMethods()[i].method);
    return methods;
}

template <class Spin>
Spin* makeSpin(const QString& name, const QString& tip, QWidget* parent) {
    auto* spin = new Spin(parent);
    spin->setAccessibleName(name);
    spin->setToolTip(tip);
    return spin;
}

QString tipOf(const ExplainMethodInfo& info) {
    return QStringLiteral("%1\n%2").arg(QString::fromUtf8(info.formula), QString::fromUtf8(info.source));
}

constexpr auto narrow = QComboBox::AdjustToMinimumContentsLengthWithIcon;

}  // namespace

ExplainPage::ExplainPage(RunModel& model, QWidget* parent) : Page(parent), model_(model) {
    view_ = new HeatMapView(this);
    second_ = new HeatMapView(this);
    difference_ = new HeatMapView(this);
    const auto exportable = [this](const HeatMapView* view) { return [view] { return exported(*view); }; };
    frame_ = framed(view_, exportable(view_));
    secondFrame_ = framed(second_, exportable(second_));
    differenceFrame_ = framed(difference_, exportable(difference_));
    secondFrame_->hide();
    differenceFrame_->hide();
    formulas_ = new QLabel(this);
    formulas_->setWordWrap(true);
    QFont small = font();
    small.setPixelSize(labelPx);
    formulas_->setFont(small);
    formulas_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    formulas_->setAccessibleName(tr("Formulas"));
    sample_ = new SampleBar(model_, this);

    auto* layout = pageLayout<QVBoxLayout>();
    layout->addWidget(makeMethods());
    layout->addWidget(makeOptions());
    layout->addWidget(frame_, 1);
    layout->addWidget(secondFrame_, 1);
    layout->addWidget(differenceFrame_, 1);
    layout->addWidget(formulas_);
    layout->addWidget(sample_);

    for (HeatMapView* view : {view_, second_, difference_}) {
        view->setKeyMode(HeatMapView::KeyMode::Cells);
        view->setMinimumHeight(leastHeight);
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
    connect(&model_, &RunModel::orientationChanged, this, &ExplainPage::showMaps);
    fitLimits();
}

/// Three rows of maps name their columns only where there is room for it: outside of the window.
std::unique_ptr<Figure> ExplainPage::exported(const HeatMapView& view) {
    std::unique_ptr<Figure> figure = view.figure().clone();
    for (HeatMap& map : static_cast<HeatMapGridFigure&>(*figure).maps) map.xLabel = tr("input");
    return figure;
}

QWidget* ExplainPage::makeMethods() {
    auto* row = new QWidget(this);
    auto* layout = new ControlRow(row);
    for (const ExplainMethodInfo& info : explainMethods()) {
        auto* box = new QCheckBox(QString::fromUtf8(info.title), row);
        box->setAccessibleName(box->text());
        box->setToolTip(tipOf(info));
        box->setChecked(info.method != ExplainMethod::Flow);  // the slow one, on request
        connect(box, &QCheckBox::toggled, this, &ExplainPage::ask);
        methods_.push_back(box);
        layout->addWidget(box);
    }
    return row;
}

QWidget* ExplainPage::makeOptions() {
    auto* row = new QWidget(this);
    auto* layout = new ControlRow(row);
    target_ = makeCombo(tr("What is explained"),
                        tr("The number whose gradient is taken, for attention × gradient and relevance"),
                        {tr("predicted class, everywhere"), tr("one position and class"), tr("the loss")},
                        row, narrow);
    position_ = makeSpin<QSpinBox>(tr("Position"), tr("The output position that is explained, from 0"), row);
    class_ = makeSpin<QSpinBox>(tr("Class"),
                                tr("The class whose logit is explained, of a set the place of the image, "
                                   "from 0; the first choice is the "
                                   "predicted one"),
                                row);
    class_->setMinimum(-1);
    class_->setValue(-1);
    class_->setSpecialValueText(tr("predicted"));
    firstLayer_ = makeSpin<QSpinBox>(tr("First layer"), tr("Explanations begin at this layer"), row);
    lastLayer_ = makeSpin<QSpinBox>(tr("Last layer"), tr("Explanations end with this layer"), row);
    residual_ = makeSpin<QDoubleSpinBox>(
        tr("Residual share"), tr("How much of what a rollout passes on goes around the attention, 0 to 1"),
        row);
    residual_->setRange(0, 1);
    residual_->setSingleStep(0.05);
    residual_->setValue(0.5);
    fusion_ = makeCombo(tr("Heads"), tr("How a rollout makes one map of the heads of a layer"),
                        {tr("mean"), tr("largest"), tr("smallest")}, row, narrow);
    signed_ = new QCheckBox(tr("signed"), row);
    signed_->setAccessibleName(tr("Signed attention × gradient"));
    signed_->setToolTip(tr("Attention × gradient with its sign: what speaks against the score is negative"));
    withoutIdentity_ = new QCheckBox(tr("relevance − I"), row);
    withoutIdentity_->setAccessibleName(tr("Relevance without the identity"));
    withoutIdentity_->setToolTip(
        tr("Without the identity that relevance begins with, so that the diagonal does not drown the rest"));
    withoutIdentity_->setChecked(true);
    // Per map at first: a share of attention and a gradient have different units.
    constexpr std::array modes{ScaleMode::PerMap, ScaleMode::Shared, ScaleMode::Logarithmic};
    scale_ = new ScaleControls(modes, false, row);
    minus_ = makeCombo(tr("Difference to"), tr("Shows each map minus this one"), {}, row, narrow);
    minus_->setMinimumContentsLength(14);
    fusion_->setMinimumContentsLength(7);
    target_->setMinimumContentsLength(20);

    layout->addLabelled(tr("explain"), target_);
    layout->addLabelled(tr("position"), position_);
    layout->addLabelled(tr("class"), class_);
    layout->addLabelled(tr("layers"), firstLayer_);
    layout->addLabelled(tr("to"), lastLayer_);
    layout->addWidget(scale_);
    layout->addLabelled(tr("residual"), residual_);
    layout->addLabelled(tr("heads"), fusion_);
    layout->addWidget(signed_);
    layout->addWidget(withoutIdentity_);
    layout->addLabelled(tr("difference to"), minus_);

    for (QSpinBox* spin : {position_, class_, firstLayer_, lastLayer_})
        connect(spin, &QSpinBox::valueChanged, this, &ExplainPage::ask);
    connect(residual_, &QDoubleSpinBox::valueChanged, this, &ExplainPage::ask);
    for (QComboBox* combo : {target_, fusion_})
        connect(combo, &QComboBox::currentIndexChanged, this, &ExplainPage::ask);
    for (QCheckBox* box : {signed_, withoutIdentity_})
        connect(box, &QCheckBox::toggled, this, &ExplainPage::ask);
    connect(scale_, &ScaleControls::changed, this, &ExplainPage::showMaps);
    connect(minus_, &QComboBox::currentIndexChanged, this, &ExplainPage::showMaps);
    return row;
}

QString ExplainPage::title() const { return tr("Explain"); }

QString ExplainPage::help() const {
    return tr(
        "<p>Each map answers: which <b>input</b> (column) matters for which <b>output</b> (row)? The methods "
        "disagree, which is why they stand side by side; the formula of each is below, and in its tool "
        "tip.</p>"
        "<p>Attention × gradient and relevance need a score to explain: the logit of a class at one position "
        "or "
        "everywhere, or the loss. <i>Difference to</i> subtracts one method from the others.</p>"
        "<p>The sample is that of the Attention page; heads that are off there are off here. Click a token "
        "of "
        "the input to hide it.</p>");
}

std::vector<FigureFrame*> ExplainPage::frames() const {
    if (view_->figure().maps.empty()) return {};
    if (secondFrame_->isHidden()) return {frame_};
    return {frame_, secondFrame_, differenceFrame_};
}

QVariantMap ExplainPage::controls() const {
    QVariantMap map{{QStringLiteral("residual"), residual_->value()},
                    {QStringLiteral("fusion"), fusion_->currentIndex()},
                    {QStringLiteral("signed"), signed_->isChecked()},
                    {QStringLiteral("withoutIdentity"), withoutIdentity_->isChecked()}};
    scale_->saveTo(map);
    for (size_t i = 0; i < methods_.size(); ++i)
        map.insert(QString::fromUtf8(explainMethods()[i].name), methods_[i]->isChecked());
    return map;
}

void ExplainPage::restoreControls(const QVariantMap& controls) {
    scale_->restoreFrom(controls);
    fusion_->setCurrentIndex(
        std::clamp(controls.value(QStringLiteral("fusion"), 0).toInt(), 0, fusion_->count() - 1));
    residual_->setValue(controls.value(QStringLiteral("residual"), 0.5).toDouble());
    signed_->setChecked(controls.value(QStringLiteral("signed"), false).toBool());
    withoutIdentity_->setChecked(controls.value(QStringLiteral("withoutIdentity"), true).toBool());
    for (size_t i = 0; i < methods_.size(); ++i) {
        const ExplainMethodInfo& info = explainMethods()[i];
        methods_[i]->setChecked(
            controls.value(QString::fromUtf8(info.name), info.method != ExplainMethod::Flow).toBool());
    }
}

void ExplainPage::fitLimits() {
    const NetworkConfig& network = model_.config().network;
    const int layers = network.numLayers, T = model_.sample().length();
    const Program program = buildProgram(network, std::max(T, 1));
    const CrossEntropy& answers = program.loss();  // one for a whole text or set
    {
        const QSignalBlocker a(position_), b(class_), c(firstLayer_), d(lastLayer_);
        position_->setRange(0, answers.rows - 1);
        class_->setMaximum(std::max(answers.classes, 2) - 1);
        const bool all = lastLayer_->value() == lastLayer_->maximum();
        firstLayer_->setRange(1, layers);
        lastLayer_->setRange(1, layers);
        if (all) lastLayer_->setValue(layers);
    }
    QCheckBox* flow = methods_[static_cast<size_t>(ExplainMethod::Flow)];
    flow->setEnabled(T <= longestFlowShown);
    const QString tip = tipOf(infoOf(ExplainMethod::Flow));
    flow->setToolTip(flow->isEnabled()
                         ? tip
                         : tr("Up to %1 positions only, because it takes long; there are %2.\n%3")
                               .arg(longestFlowShown)
                               .arg(T)
                               .arg(tip));
    target_->setItemText(static_cast<int>(Target::Loss),
                         lossIsKnown() ? tr("the loss") : tr("the loss (label unknown: predicted class)"));
    ask();
}

bool ExplainPage::lossIsKnown() const {
    const std::vector<int32_t>& labels = model_.sample().expected;
    return labels.size() == static_cast<size_t>(position_->maximum()) + 1 &&
           std::any_of(labels.begin(), labels.end(), [](int32_t label) { return label >= 0; });
}

ExplainQuestion ExplainPage::question() const {
    ExplainQuestion q;
    const auto target = static_cast<Target>(target_->currentIndex());
    if (target == Target::Position) {
        q.target.position = position_->value();
        if (class_->value() >= 0) q.target.outputClass = class_->value();
    }
    if (target == Target::Loss && lossIsKnown()) q.target.score = ExplainTarget::Score::Loss;
    for (const ExplainMethod method : chosen(methods_))
        if (method != ExplainMethod::Flow || methods_[static_cast<size_t>(method)]->isEnabled())
            q.options.methods.push_back(method);
    q.options.firstLayer = std::min(firstLayer_->value(), lastLayer_->value()) - 1;
    q.options.lastLayer = std::max(firstLayer_->value(), lastLayer_->value());
    q.options.rollout.residualShare = residual_->value();
    q.options.rollout.fusion = static_cast<HeadFusion>(fusion_->currentIndex());
    q.options.part = signed_->isChecked() ? GradientPart::Signed : GradientPart::Positive;
    q.options.relevanceWithoutIdentity = withoutIdentity_->isChecked();
    return q;
}

void ExplainPage::ask() {
    const bool one = static_cast<Target>(target_->currentIndex()) == Target::Position;
    position_->setEnabled(one);
    class_->setEnabled(one);
    const ExplainQuestion wanted = question();
    if (asked_ != wanted.options.methods || minus_->count() == 0) {
        asked_ = wanted.options.methods;
        const QSignalBlocker blocker(minus_);
        const QString kept = minus_->currentText();
        minus_->clear();
        minus_->addItem(tr("none"));
        for (const ExplainMethod method : asked_) minus_->addItem(titleOf(method));
        minus_->setCurrentIndex(std::max(0, minus_->findText(kept)));
        formulas_->setText(formulas());
    }
    if (!isVisible()) return;
    model_.shown().wantExplanation(wanted);
    if (!comparison_ || !comparison_->second()) return;
    // The same question, as far as the second network has layers for it.
    ExplainQuestion narrowed = wanted;
    const int layers = comparison_->second()->config().network.numLayers;
    narrowed.options.lastLayer = std::min(wanted.options.lastLayer, layers);
    narrowed.options.firstLayer = std::min(wanted.options.firstLayer, narrowed.options.lastLayer - 1);
    comparison_->second()->wantExplanation(narrowed);
}

void ExplainPage::setComparison(Comparison& comparison) {
    comparison_ = &comparison;
    auto* bar = new ComparisonBar(comparison, Comparison::Of::Answers, this);
    qobject_cast<QVBoxLayout*>(layout())->insertWidget(2, bar);
    connect(comparison_, &Comparison::changed, this, [this] {
        if (Shown* second = comparison_->second())
            connect(second, &Shown::explanationChanged, this, &ExplainPage::showMaps, Qt::UniqueConnection);
        ask();
        showMaps();
    });
}

void ExplainPage::showComparison() {
    const Shown* other = comparison_ ? comparison_->second() : nullptr;
    const bool two = other != nullptr;
    for (FigureFrame* frame : {secondFrame_, differenceFrame_}) frame->setVisible(two);
    formulas_->setVisible(!two);  // three rows of maps need the room; the tips of the methods say them too
    if (!two) return;
    HeatMapGridFigure first = view_->figure();
    first.rowTitles = {model_.name().isEmpty() ? tr("this network") : model_.name()};
    view_->setFigure(first);
    const std::shared_ptr<const Explanation> explanation = other->explanation();
    if (!explanation || explanation->maps.size() != asked_.size()) return;
    HeatMapGridFigure second = explanationFigure(*explanation, asked_, options(*other, *explanation),
                                                 minus_->currentIndex() - 1, oneLine);
    for (HeatMap& map : second.maps) map.xLabel.clear();
    ComparedFigure figure = compared(std::move(first), std::move(second));
    figure.second.rowTitles = {comparison_->caption()};
    figure.difference.rowTitles = {tr("difference")};
    view_->setFigure(figure.first);
    second_->setFigure(figure.second);
    difference_->setFigure(figure.difference);
}

QString ExplainPage::formulas() const {
    QStringList lines;
    for (const ExplainMethod method : asked_)
        lines << tr("<b>%1</b>: %2")
                     .arg(titleOf(method).toHtmlEscaped(),
                          QString::fromUtf8(infoOf(method).formula)
                              .toHtmlEscaped()
                              .replace(QStringLiteral("_L"), QStringLiteral("<sub>L</sub>")));
    return lines.join(QStringLiteral(" &nbsp; "));
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
    showFirst();
    showComparison();
}

void ExplainPage::showFirst() {
    const std::shared_ptr<const Explanation> explanation = model_.shown().explanation();
    if (!explanation || explanation->maps.size() != asked_.size()) return;  // the next answer fits
    const bool two = comparison_ && comparison_->second();
    HeatMapGridFigure figure = explanationFigure(*explanation, asked_, options(model_.shown(), *explanation),
                                                 minus_->currentIndex() - 1, two ? oneLine : 4);
    for (HeatMap& map : figure.maps)
        if (two) map.xLabel.clear();
    view_->setFigure(figure);
}

void ExplainPage::linkCursor(int query, int key) {
    for (HeatMapView* view : {view_, second_, difference_}) view->setCursorCell(query, key);
    sample_->setCursorCell(query, key);
}

void ExplainPage::keyPressEvent(QKeyEvent* event) {
    if (!sample_->handleKey(event->key())) Page::keyPressEvent(event);
}

void ExplainPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    ask();
}

void ExplainPage::hideEvent(QHideEvent* event) {
    Page::hideEvent(event);
    model_.shown().wantExplanation(std::nullopt);
    if (comparison_ && comparison_->second()) comparison_->second()->wantExplanation(std::nullopt);
}

}  // namespace attx
