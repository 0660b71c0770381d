#include "ui/pages/evaluate/faithful_page.h"

#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "model/attribute/explain_methods.h"
#include "model/config/task.h"
#include "model/evaluate/faithfulness_file.h"
#include "model/files/error.h"
#include "ui/controls/control_row.h"
#include "ui/controls/head_combos.h"
#include "ui/controls/kept_field.h"
#include "ui/controls/side_table.h"
#include "ui/figures/evaluate/figures_of_evaluation.h"
#include "ui/look/model_text.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

constexpr int fewestSamples = 1, mostSamples = 100'000;

QString share(double part) { return QStringLiteral("%1 %").arg(100 * part, 0, 'f', 1); }

QString banded(const BandedMean& mean) {
    return withMinus(QStringLiteral("%1 ± %2").arg(mean.mean, 0, 'f', 3).arg(mean.band, 0, 'f', 3));
}

}  // namespace

FaithfulPage::FaithfulPage(RunModel& model, QWidget* parent, Kept* kept)
    : Page(parent, kept),
      model_(model),
      choice_(this->kept().of<Choice>()),
      study_(&this->kept().of<Study<Faithfulness>>()) {
    makeControls();
    makeFigure();
    connect(study_, &StudyBase::answered, this, [this] {
        choice_.measured = study_->askedWith();
        showState();
    });
    connect(study_, &StudyBase::changed, this, &FaithfulPage::showAnswer);
    connect(&model_.shown(), &Shown::networkChanged, this, [this] {
        study_->forget();
        fitMethods();
        lookUp();
    });
    connect(&model_, &RunModel::stateChanged, this, &FaithfulPage::lookUp);
    for (auto signal : {&Shown::parametersChosen, &Shown::inspectionChanged, &Shown::ablationChanged})
        connect(&model_.shown(), signal, this, &FaithfulPage::lookUp);
    showAnswer();
}

void FaithfulPage::makeControls() {
    auto* row = new QWidget(this);
    auto* layout = new ControlRow(row);
    auto* samplesLabel = new QLabel(tr("samples"), row);
    samples_ = new QSpinBox(row);
    samples_->setRange(fewestSamples, mostSamples);
    keepIn(choice_.samples, samples_);
    samples_->setAccessibleName(tr("Samples"));
    samples_->setToolTip(
        tr("Of the validation data (all data where there are no splits), or as many as there are; the bands "
           "narrow with their root"));
    samplesLabel->setBuddy(samples_);
    chosen_ = layout->addButton<QPushButton>(tr("Methods"), tr("Methods to measure; each takes its time"));

    chosen_->setMenu(new QMenu(chosen_));
    const auto keepMethods = [this] {
        choice_.methods.clear();
        for (const QAction* action : chosen_->menu()->actions())
            if (action->isChecked())
                choice_.methods.push_back(explainMethodNamed(action->data().toString().toStdString()));
    };
    const std::vector<ExplainMethod> methods = choice_.methods;
    for (const ExplainMethodInfo& info : mapMethods()) {
        QAction* action = chosen_->menu()->addAction(modelText(info.title));
        action->setData(QString::fromLatin1(info.name));
        action->setCheckable(true);
        action->setChecked(std::ranges::find(methods, info.method) != methods.end());
        connect(action, &QAction::toggled, this, keepMethods);
    }
    chosen_->menu()->setToolTipsVisible(true);
    fitMethods();
    layout->addGroup({samplesLabel, samples_});
    ask_ = layout->addButton<QPushButton>(
        tr("Measure"), tr("Explain validation samples by several methods and remove inputs in their "
                          "orders; 200 take seconds to a minute"));

    connect(ask_, &QPushButton::clicked, this, [this] { study_->isAsking() ? study_->cancel() : measure(); });
    summary_ = layout->addText(tr("Result"));

    pageLayout<QVBoxLayout>()->addWidget(row);
}

/// Those that the network does not have cannot be chosen, and say why.
void FaithfulPage::fitMethods() {
    for (QAction* action : chosen_->menu()->actions()) {
        const ExplainMethodInfo& info = infoOf(explainMethodNamed(action->data().toString().toStdString()));
        const QString why = whyNoMethod(info, model_.config(), 0);
        action->setEnabled(why.isEmpty());
        action->setToolTip(why.isEmpty() ? tipOf(info) : why + QLatin1Char('\n') + tipOf(info));
    }
}

void FaithfulPage::makeFigure() {
    auto* column = static_cast<QVBoxLayout*>(layout());
    removed_ = new QLabel(this);
    removed_->setWordWrap(true);
    curves_ = new CurveView(this);
    curves_->keepRangesIn(choice_.curves);
    curvesFrame_ = framed(curves_);
    methods_ =
        makeTable(tr("Methods"),
                  tr("By falling comprehensiveness. Comprehensiveness: how much probability is lost "
                     "without the inputs named first; sufficiency: how much is missing with only them. "
                     "Behind ± the band of 95 %."),
                  {tr("method"), tr("comprehensiveness"), tr("sufficiency"), tr("weight on\nthe right input"),
                   tr("right input\nranked first")},
                  0, this);
    column->addWidget(removed_);
    column->addWidget(curvesFrame_, 3);
    column->addWidget(methods_, 2);
}

void FaithfulPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    lookUp();
}

bool FaithfulPage::isOfEarlierState() const { return !isSameNetwork(model_.subject(), choice_.measured); }

/// Of the run whose end is shown as it is; empty: what is shown is something else.
std::string FaithfulPage::keepingFolder() const {
    const bool whole = !model_.isBusy() && !model_.shown().snapshot() && model_.ablation().headGates.empty();
    return whole && QFileInfo(model_.path()).isDir() ? model_.path().toStdString() : std::string();
}

/// Measuring takes long, and is done on request; what was measured before is there again.
void FaithfulPage::lookUp() {
    const std::string folder = keepingFolder();
    if (isVisible() && !model_.isRunning() && model_.data() && model_.parameters() && !study_->answer() &&
        !study_->isAsking() && !folder.empty())
        study_->ask(model_.subject(), [folder](const Subject& subject, const auto&, const auto&) {
            return std::optional(keptFaithfulness(folder, subject).value_or(Faithfulness()));
        });
    showState();
}

std::vector<ExplainMethod> FaithfulPage::chosenMethods() const {
    std::vector<ExplainMethod> methods = choice_.methods;
    std::erase_if(methods, [this](ExplainMethod method) {
        return infoOf(method).whyNot(model_.config().network, sampleKind(model_.config().data)) != nullptr;
    });
    return methods;
}

void FaithfulPage::measure() {
    if (!model_.data()) return;
    FaithfulnessOptions options;
    options.samples = samples_->value();
    options.threads = model_.isRunning() ? 1 : 0;
    options.methods = chosenMethods();
    study_->ask(model_.subject(), [options, folder = keepingFolder()](
                                      const Subject& subject, const Study<Faithfulness>::Report& report,
                                      const std::atomic<bool>& interrupt) {
        auto found = measureFaithfulness(
            subject, options,
            [&report](int64_t done, int64_t all) {
                Faithfulness soFar;
                soFar.samples = done;
                soFar.cases = all;
                report(soFar);
            },
            interrupt);
        if (!found || folder.empty()) return found;
        try {
            keepFaithfulness(folder, subject, *found);
        } catch (const Error& problem) {
            found->notKept = problem.what();
        }
        return found;
    });
}

void FaithfulPage::showState() {
    ask_->setText(study_->isAsking() ? tr("Stop") : tr("Measure"));
    ask_->setEnabled(model_.data() && model_.parameters());
    QString text;
    const Faithfulness* answer = study_->answer();
    if (!model_.data())
        text = tr("There are no data to evaluate on.");
    else if (study_->isAsking() && (!answer || answer->methods.empty()))
        text = answer && answer->cases > 0
                   ? tr("measuring: %1 of %2 samples …").arg(answer->samples).arg(answer->cases)
                   : tr("measuring …");
    else if (!answer || answer->methods.empty())
        text = tr("not measured yet");
    else if (!answer->isConclusive())
        text = tr("This network is right in %1 (chance %2): nothing can be concluded about explanations.")
                   .arg(share(answer->accuracy), share(answer->chance));
    else
        text = tr("%1 samples, right in %2 (chance %3)")
                   .arg(answer->samples)
                   .arg(share(answer->accuracy), share(answer->chance));
    if (answer && !answer->methods.empty() && !study_->isAsking() && isOfEarlierState())
        text += tr(" · of another state of the network");
    if (answer && !answer->notKept.empty())
        text += tr(" · not kept with the run: %1").arg(QString::fromStdString(answer->notKept));
    summary_->setText(text);
    const bool isMissing = !study_->isAsking() && (!answer || answer->methods.empty());
    curves_->setEmptyText(
        isMissing && ask_->isEnabled()
            ? tr("Press Measure: what the explanations name first is removed, step by step.")
            : QString());
}

void FaithfulPage::showAnswer() {
    showState();
    const Faithfulness* answer = study_->answer();
    const Faithfulness none;
    const Faithfulness& shown = answer ? *answer : none;
    CurveFigure figure = faithfulnessFigure(shown);
    if (answer) sayAblated(figure, study_->askedWith());
    curves_->setFigure(figure);
    removed_->setText(tr("\"Removed\": %1.").arg(modelText(removedMeans(sampleKind(model_.config().data)))));
    methods_->setRowCount(int(shown.methods.size()));
    for (int i = 0; i < methods_->rowCount(); ++i) {
        const MethodFaithfulness& method = shown.methods[i];
        setCell(methods_, i, 0, faithfulnessTitle(method.name));
        setCell(methods_, i, 1, banded(method.comprehensiveness), true);
        setCell(methods_, i, 2, banded(method.sufficiency), true);
        setCell(methods_, i, 3, method.ruleShare ? share(*method.ruleShare) : QString(), true);
        setCell(methods_, i, 4, method.ruleRate ? share(*method.ruleRate) : QString(), true);
    }
}

QVariantMap FaithfulPage::controls() const {
    QStringList methods;
    for (const QAction* action : chosen_->menu()->actions())
        if (action->isChecked()) methods << action->data().toString();
    return {{QStringLiteral("samples"), samples_->value()}, {QStringLiteral("methods"), methods}};
}

void FaithfulPage::restoreControls(const QVariantMap& controls) {
    samples_->setValue(controls.value(QStringLiteral("samples"), FaithfulnessOptions().samples).toInt());
    if (!controls.contains(QStringLiteral("methods"))) return;
    const QStringList methods = controls.value(QStringLiteral("methods")).toStringList();
    for (QAction* action : chosen_->menu()->actions())
        action->setChecked(methods.contains(action->data().toString()));
}

}  // namespace attx
