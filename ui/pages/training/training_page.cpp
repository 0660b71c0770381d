#include "ui/pages/training/training_page.h"

#include <QGridLayout>
#include <QLabel>
#include <QSlider>
#include <QStackedWidget>
#include <utility>

#include "ui/controls/combo.h"
#include "ui/controls/comparison_bar.h"
#include "ui/controls/control_row.h"
#include "ui/controls/flat_layout.h"
#include "ui/controls/icon_button.h"
#include "ui/controls/kept_field.h"
#include "ui/controls/scrolled.h"
#include "ui/figures/figures_of_run.h"
#include "ui/pages/training/head_curves.h"

namespace attx {
namespace {

enum { Loss, Accuracy };
constexpr int smoothingSteps = 100;
constexpr int leastRow = 220;     // px; where two rows of curves have no room they scroll
constexpr int leastBeside = 480;  // px; where two curves beside each other have less, they are in one column
constexpr int hintWidth = 180;    // px; narrower than the axes
constexpr double strongestSmoothing = 0.99;

/// What each view shows.
constexpr std::array stepValues{&StepRecord::loss, &StepRecord::accuracy, &StepRecord::learningRate,
                                &StepRecord::gradNorm};

std::optional<double> markedStep(const RunModel& model) {
    return model.shown().snapshot() ? std::optional(double(model.shown().snapshot()->step)) : std::nullopt;
}

QToolButton* makeToggle(const char* icon, const QString& text, const QString& tip, bool& on,
                        QWidget* parent) {
    QToolButton* button = makeIconButton(icon, text, tip, parent);
    button->setText(text);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setCheckable(true);
    keepIn(on, button);
    return button;
}

}  // namespace

TrainingPage::TrainingPage(RunModel& model, QWidget* parent, Kept* kept)
    : Page(parent, kept), model_(model), choice_(this->kept().of<Choice>()) {
    auto* layout = pageLayout<QVBoxLayout>();
    layout->addWidget(makeControls());
    stack_ = new QStackedWidget(this);
    auto* curves = new QWidget(stack_);
    grid_ = flatLayout<QGridLayout>(curves);
    grid_->setHorizontalSpacing(16);
    grid_->setVerticalSpacing(8);
    for (size_t i = 0; i < views_.size(); ++i) {
        auto* view = views_[i] = new CurveView(this);
        frames_[i] = framed(view);
        connect(smoothing_, &QSlider::valueChanged, view,
                [view](int value) { view->setSmoothing(strongestSmoothing * value / smoothingSteps); });
        connect(logScale_, &QToolButton::toggled, view, &CurveView::setLogScale);
        connect(legend_, &QToolButton::toggled, view, &CurveView::setLegendVisible);
        connect(&model_.shown(), &Shown::snapshotChosen, view,
                [this, view] { view->setMarker(markedStep(model_)); });
    }
    hint_ = new QLabel(tr("Press Train: the curves grow while the network learns."), curves);
    hint_->setAutoFillBackground(true);
    hint_->setWordWrap(true);
    fixWidth(hint_, hintWidth);
    hint_->setAlignment(Qt::AlignCenter);
    hint_->setAttribute(Qt::WA_TransparentForMouseEvents);
    arrange();
    connect(&model_, &RunModel::stateChanged, this, &TrainingPage::showHint);
    heads_ = new HeadCurves(
        model_, this->kept(), [this](CurveView* view) { return framed(view); }, stack_);
    stack_->addWidget(scrolled(curves, stack_));
    stack_->addWidget(heads_);
    layout->addWidget(stack_, 1);
    const auto showSubject = [this] {
        stack_->setCurrentIndex(subject_->currentIndex());
        ofCurves_->setVisible(!showsHeads());
        Q_EMIT readingChanged();
    };
    connect(subject_, &QComboBox::currentIndexChanged, this, showSubject);
    showSubject();
    connect(earlier_, &QToolButton::toggled, this, &TrainingPage::showAll);
    connect(&model_, &RunModel::metricsReset, this, &TrainingPage::showAll);
    connect(&model_.shown(), &Shown::networkChanged, this, [this] {
        subject_->setCurrentIndex(0);  // Heads of another network are not measured yet
        showAll();
    });
    connect(&model_, &RunModel::resultChanged, this, &TrainingPage::showAll);
    ended_ = model_.state() == RunState::Finished;
    connect(&model_, &RunModel::stateChanged, this, [this](RunState state) {
        if (state == RunState::Starting) return;
        const bool hadEnded = std::exchange(ended_, state == RunState::Finished);
        if (hadEnded && model_.isRunning()) showAll();  // it goes on: the axis is that of the plan again
    });
    connect(&model_, &RunModel::stepsAdded, this, &TrainingPage::appendSteps);
    connect(&model_, &RunModel::epochAdded, this, &TrainingPage::appendEpoch);
    showAll();
    for (size_t i = 0; i < views_.size(); ++i) views_[i]->keepRangesIn(choice_.ranges[i]);
}

void TrainingPage::arrange() {
    const int columns = width() < leastBeside ? 1 : 2, count = int(frames_.size());
    if (columns == columns_) return;
    columns_ = columns;
    for (int i = 0; i < count; ++i) {
        grid_->addWidget(frames_[i], i / columns, i % columns);
        grid_->setRowStretch(i, i < count / columns ? 1 : 0);
        grid_->setRowMinimumHeight(i, i < count / columns ? leastRow : 0);
        grid_->setColumnStretch(i, i < columns ? 1 : 0);
    }
    // The curve of accuracy leaves its middle free.
    grid_->addWidget(hint_, Accuracy / columns, Accuracy % columns, Qt::AlignCenter);
}

void TrainingPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    arrange();
}

void TrainingPage::setComparison(Comparison& comparison) {
    comparison_ = &comparison;
    auto* bar = new ComparisonBar(comparison, Comparison::Of::Curves, this);
    qobject_cast<QVBoxLayout*>(layout())->insertWidget(1, bar);
    connect(comparison_, &Comparison::changed, this, &TrainingPage::showAll);
    if (!comparison_->second()) return;
    const auto ranges = choice_.ranges;  // Kept for both networks' curves
    showAll();
    choice_.ranges = ranges;
    for (size_t i = 0; i < views_.size(); ++i) views_[i]->keepRangesIn(choice_.ranges[i]);
}

CurveFigure TrainingPage::figureOf(size_t view) const {
    constexpr std::array figures{lossFigure, accuracyFigure, learningRateFigure, gradientNormFigure};
    std::vector<EarlierRun> others;
    if (earlier_->isChecked()) others = model_.earlierRuns();
    if (comparison_ && comparison_->second() && comparison_->whyNot(Comparison::Of::Curves).isEmpty()) {
        const EarlierRun second{comparison_->name(), comparison_->second()->config(), comparison_->metrics(),
                                true};
        // Once is enough.
        std::erase_if(others, [&](const EarlierRun& run) {
            return run.config == second.config && run.metrics.steps.size() == second.metrics.steps.size();
        });
        others.push_back(second);
    }
    return figures[view](model_.config(), model_.metrics(), others, model_.knownData());
}

QWidget* TrainingPage::makeControls() {
    auto* row = new QWidget(this);
    auto* whole = new ControlRow(row);
    subject_ = makeCombo(tr("Curves of"), tr("What is drawn over the steps of the training"),
                         {tr("loss and accuracy"), tr("heads")}, row);
    keepIn(choice_.subject, subject_);
    whole->addLabelled(tr("show"), subject_);
    ofCurves_ = new QWidget(row);
    auto* layout = new ControlRow(ofCurves_);
    whole->addWidget(ofCurves_);
    auto* label = new QLabel(tr("smoothing"), row);
    smoothing_ = new QSlider(Qt::Horizontal, row);
    smoothing_->setRange(0, smoothingSteps);
    keepIn(choice_.smoothing, smoothing_);
    fixWidth(smoothing_, 140);
    smoothing_->setAccessibleName(tr("smoothing"));
    smoothing_->setToolTip(tr("Averages over neighbouring steps; the raw curve stays, pale, under it"));
    label->setBuddy(smoothing_);
    logScale_ = makeToggle("log-scale", tr("Logarithmic"), tr("Equal distances are equal ratios"),
                           choice_.logScale, row);
    legend_ = makeToggle("legend", tr("Legend"), tr("Say which curve is which"), choice_.legend, row);
    earlier_ = makeToggle(
        "restart", tr("Earlier runs"),
        tr("Keep the curves of the last runs, pale; the legend says in what the last two differ, the pointer "
           "in what all do"),
        choice_.earlier, row);
    layout->addGroup({label, smoothing_});
    layout->addWidget(logScale_);
    layout->addWidget(legend_);
    layout->addWidget(earlier_);
    return row;
}

bool TrainingPage::showsHeads() const { return subject_->currentIndex() == 1; }

QString TrainingPage::reading() const {
    if (showsHeads())
        return tr("A curve for each head; bold: where it changed most from one snapshot to the next.");
    return tr("As it learns, the loss falls and the accuracy rises; dashed: the chance level.");
}

std::vector<FigureFrame*> TrainingPage::frames() const {
    if (showsHeads()) return {heads_->frame()};
    return {frames_.begin(), frames_.end()};
}

QVariantMap TrainingPage::controls() const {
    QVariantMap controls{{QStringLiteral("smoothing"), smoothing_->value()},
                         {QStringLiteral("logScale"), logScale_->isChecked()},
                         {QStringLiteral("legend"), legend_->isChecked()},
                         {QStringLiteral("earlierRuns"), earlier_->isChecked()},
                         {QStringLiteral("curvesOf"), subject_->currentIndex()}};
    heads_->saveTo(controls);
    return controls;
}

void TrainingPage::restoreControls(const QVariantMap& controls) {
    smoothing_->setValue(controls.value(QStringLiteral("smoothing"), smoothing_->value()).toInt());
    logScale_->setChecked(controls.value(QStringLiteral("logScale"), false).toBool());
    legend_->setChecked(controls.value(QStringLiteral("legend"), true).toBool());
    earlier_->setChecked(controls.value(QStringLiteral("earlierRuns"), true).toBool());
    subject_->setCurrentIndex(controls.value(QStringLiteral("curvesOf"), 0).toInt() == 1 ? 1 : 0);
    heads_->restoreFrom(controls);
}

void TrainingPage::showAll() {
    for (size_t i = 0; i < views_.size(); ++i) {
        CurveFigure figure = figureOf(i);
        figure.smoothing = strongestSmoothing * smoothing_->value() / smoothingSteps;
        figure.marker = markedStep(model_);
        const auto& steps = model_.metrics().steps;
        for (CurvePanel& panel : figure.panels) {
            // A run that ended before its plan fills its axis.
            if (model_.state() == RunState::Finished && !steps.empty()) panel.xHi = double(steps.back().step);
            panel.logY = logScale_->isChecked();
            panel.legend = legend_->isChecked();
        }
        views_[i]->setFigure(figure);
        views_[i]->setAccessibleName(figure.title());
    }
    shownSteps_ = model_.metrics().steps.size();
    showHint();
}

void TrainingPage::showHint() {
    hint_->setVisible(model_.state() == RunState::Idle && model_.metrics().steps.empty());
}

void TrainingPage::appendSteps() {
    const auto& steps = model_.metrics().steps;
    if (steps.size() <= shownSteps_) return;
    std::vector<double> x, y;
    for (size_t i = shownSteps_; i < steps.size(); ++i) x.push_back(double(steps[i].step));
    y.resize(x.size());
    for (size_t v = 0; v < views_.size(); ++v) {
        for (size_t i = 0; i < y.size(); ++i) y[i] = double(steps[shownSteps_ + i].*stepValues[v]);
        views_[v]->append(0, 0, x, y);
    }
    shownSteps_ = steps.size();
}

void TrainingPage::appendEpoch(const EpochReport& report) {
    const auto step = double(report.step);
    views_[Loss]->append(0, 1, step, report.validationLoss);
    views_[Accuracy]->append(0, 1, step, report.validationAccuracy);
}

}  // namespace attx
