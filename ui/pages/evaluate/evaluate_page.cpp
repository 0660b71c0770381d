#include "ui/pages/evaluate/evaluate_page.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "model/config/task.h"
#include "model/inspect/subject.h"
#include "ui/controls/side_table.h"
#include "ui/figures/evaluate/figures_of_evaluation.h"
#include "ui/look/model_text.h"
#include "ui/look/unit_text.h"
#include "ui/views/heat_map_view.h"

namespace attx {
namespace {

constexpr size_t mostListed = 200;
constexpr int mostPairs = 50;

QString oneDecimalPercent(double share) { return QStringLiteral("%1 %").arg(100 * share, 0, 'f', 1); }

}  // namespace

EvaluatePage::EvaluatePage(RunModel& model, QWidget* parent, Kept* kept)
    : Page(parent, kept),
      model_(model),
      choice_(this->kept().of<Choice>()),
      evaluation_(&this->kept().of<Study<Evaluation>>()) {
    auto* layout = pageLayout<QVBoxLayout>();
    layout->addWidget(makeControls());
    layout->addWidget(makeEvaluation(), 1);

    connect(evaluation_, &StudyBase::changed, this, &EvaluatePage::showAnswer);
    connect(evaluation_, &StudyBase::answered, this, [this] {
        choice_.evaluated = evaluation_->askedWith();
        askIfIdle();
    });
    connect(&model_.shown(), &Shown::networkChanged, this, [this] {
        evaluation_->forget();
        askIfIdle();
    });
    connect(&model_, &RunModel::stateChanged, this, &EvaluatePage::askIfIdle);
    for (auto signal : {&Shown::parametersChosen, &Shown::inspectionChanged, &Shown::ablationChanged})
        connect(&model_.shown(), signal, this, &EvaluatePage::askIfIdle);
    showAnswer();
}

QString EvaluatePage::reading() const {
    return isLanguage(model_.config().data)
               ? tr("The network is as good as the text surprises it little; click a place to look at it.")
               : tr("On the diagonal of the matrix are the right answers; click a cell for examples.");
}

std::vector<FigureFrame*> EvaluatePage::frames() const {
    return {confusionFrame_, reliabilityFrame_, moreFrame_};
}

bool EvaluatePage::goBack() {
    if (listed_.empty()) return false;
    listExamples(-1, -1);
    return true;
}

bool EvaluatePage::test() const { return split_->currentIndex() == 1; }

void EvaluatePage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    showAnswer();
    askIfIdle();
}

bool EvaluatePage::isOfEarlierState() const {
    return evaluation_->answer() && !isSameNetwork(model_.subject(), choice_.evaluated);
}

void EvaluatePage::ask() { evaluation_->isAsking() ? evaluation_->cancel() : evaluate(); }

/// By itself, as it takes but a moment.
void EvaluatePage::askIfIdle() {
    if (isVisible() && !model_.isTraining() && model_.data() && model_.parameters() &&
        (!evaluation_->answer() || evaluation_->answer()->test != test() ||
         !isSameNetwork(model_.subject(), choice_.evaluated)) &&
        !evaluation_->isAsking())
        evaluate();
    showState();
}

void EvaluatePage::evaluate() {
    if (!model_.data()) return;
    evaluation_->ask(model_.subject(),
                     [test = test()](const auto& subject, const auto& report, const auto& interrupt) {
                         return evaluateSplit(subject, test, report, interrupt);
                     });
}

void EvaluatePage::showState() {
    ask_->setText(evaluation_->isAsking() ? tr("Stop") : tr("Evaluate"));
    ask_->setEnabled(model_.data() && model_.parameters());
    QString text;
    if (!model_.data()) {
        text = tr("There are no data to evaluate on.");
    } else if (const Evaluation* answer = evaluation_->answer()) {
        text = tr("%1 of %2 right: %3 (chance %4)")
                   .arg(countText(answer->correct()), countText(std::ssize(answer->answers)),
                        oneDecimalPercent(answer->accuracy()), oneDecimalPercent(answer->chance()));
        if (const std::optional<LanguageMeasures> language = answer->language()) {
            text += tr(" · among the five likeliest %1 · loss %2 nats · perplexity %3")
                        .arg(oneDecimalPercent(language->amongFive))
                        .arg(language->loss, 0, 'f', 3)
                        .arg(language->perplexity, 0, 'f', 2);
            if (language->bitsPerCharacter)
                text += tr(" · %1 bits per character").arg(*language->bitsPerCharacter, 0, 'f', 3);
        } else if (const auto whole = answer->sequenceAccuracy())
            text += tr(" · whole sequences right: %1").arg(oneDecimalPercent(*whole));
        if (evaluation_->isAsking())
            text += tr(" · %1 examples so far …").arg(answer->examples);
        else if (isOfEarlierState())
            text += tr(" · of another state of the network");
        else if (const int heads = model_.shown().ablatedHeads(); heads > 0)
            text += QStringLiteral(" · ") + ablatedHeadsText(heads);
    } else if (evaluation_->isAsking()) {
        text = tr("evaluating …");
    } else {
        text = tr("not evaluated yet");
    }
    summary_->setText(text);
}

QString EvaluatePage::className(int answer) const {
    const Evaluation* evaluation = evaluation_->answer();
    if (evaluation && evaluation->output == OutputKind::Set) return QString::number(answer + 1);
    const auto label = size_t(answer);
    return label < model_.names().classes.size() ? classText(model_.config().data, model_.names(), label)
                                                 : QString::number(answer);
}

void EvaluatePage::showAnswer() {
    showState();
    const Evaluation* answer = evaluation_->answer();
    if (isVisible() && answer && answer == shownAnswer_) return;
    shownAnswer_ = isVisible() ? answer : nullptr;
    if (!isVisible()) return;  // showEvent() does it
    const Evaluation none;
    const Evaluation& shown = answer ? *answer : none;
    const bool isEmpty = shown.answers.empty(), language = isLanguage(model_.config().data);
    confusionFrame_->setVisible(!isEmpty && !language);  // zeros would be taken for a result
    reliabilityFrame_->setHidden(isEmpty);
    const QStringList texts = classTexts(model_.config().data, model_.names());
    const auto said = [&](auto figure) {
        sayAblated(figure, evaluation_->askedWith());
        return figure;
    };
    if (!language) confusion_->setFigure(said(confusionFigure(shown, model_.names().classes, texts)));
    reliability_->setFigure(said(reliabilityFigure(shown)));
    const bool byPosition = shown.output == OutputKind::Positions,
               thresholds = thresholdCurves(shown).has_value();
    moreFrame_->setVisible(!isEmpty && (byPosition || thresholds));
    moreCurves_ = said(thresholds ? thresholdFigure(shown, model_.names().classes, texts)
                                  : positionAccuracyFigure(shown));
    showMore();
    examples_->setColumnHidden(1, !byPosition);
    const std::vector<ConfusedPair> pairs = worstPairs(shown);
    pairsTitle_->setText(!isEmpty && pairs.empty()
                             ? tr("Most frequent confusions: none, each answer is right")
                             : tr("Most frequent confusions"));
    for (QLabel* title : {pairsTitle_, examplesTitle_}) title->setHidden(isEmpty);
    const QSignalBlocker blocker(pairs_);
    pairs_->setRowCount(std::min(mostPairs, int(pairs.size())));
    for (int i = 0; i < pairs_->rowCount(); ++i) {
        const ConfusedPair& pair = pairs[i];
        setCell(pairs_, i, 0, className(pair.truth));
        setCell(pairs_, i, 1, className(pair.predicted));
        setCell(pairs_, i, 2, QString::number(pair.count), true);
    }
    if (choice_.listedOf != answer) choice_.pair = choice_.example = choice_.truth = choice_.predicted = -1;
    choice_.listedOf = answer;
    pairs_->setCurrentCell(choice_.pair, 0);
    const int example = choice_.example;
    listExamples(choice_.truth, choice_.predicted);
    const QSignalBlocker quiet(examples_);
    examples_->setCurrentCell(choice_.example = example, 0);
}

void EvaluatePage::showMore() {
    const CurveFigure shaped = shapedFor(more_->width(), moreCurves_, FigureStyle::of(palette()));
    const auto rows = (int(shaped.panels.size()) + shaped.columns - 1) / shaped.columns;
    more_->setMinimumHeight(zoomed(leastCurve) * std::max(rows, 1));
    more_->setFigure(shaped);
    const bool narrow = shaped.columns < moreCurves_.columns;  // the matrix stays in view
    confusionFrame_->setMinimumHeight(narrow ? 2 * zoomed(leastCurve) : 0);
    figures_->setAlignment(confusionFrame_, narrow ? Qt::AlignTop : Qt::Alignment());
}

void EvaluatePage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    QTimer::singleShot(0, this, &EvaluatePage::showMore);  // once the curves have their width
}

void EvaluatePage::listExamples(int truth, int predicted) {
    const Evaluation* answer = evaluation_->answer();
    choice_.truth = truth, choice_.predicted = predicted;
    listed_.clear();
    size_t found = 0;
    const bool surprises = truth < 0 && answer && answer->isLanguage;
    if (surprises) {
        listed_ = mostSurprising(*answer, mostListed);
    } else if (answer)
        for (const GivenAnswer& given : answer->answers) {
            if (truth < 0 ? given.isRight() : given.truth != truth || given.predicted != predicted) continue;
            ++found;
            if (listed_.size() < mostListed) listed_.push_back(given);
        }
    if (truth < 0 && !surprises)  // the most confident mistakes first
        std::ranges::stable_sort(listed_, [](const GivenAnswer& a, const GivenAnswer& b) {
            return a.probability > b.probability;
        });
    QString text =
        surprises   ? tr("Most surprising tokens; p is the probability of the true one")
        : truth < 0 ? tr("Mistakes: %1").arg(found)
                    : tr("True %1, predicted %2: %3").arg(className(truth), className(predicted)).arg(found);
    if (!surprises && found > listed_.size()) text += tr(" (the first %1)").arg(listed_.size());
    examplesTitle_->setText(text);
    const QSignalBlocker blocker(examples_);
    examples_->setRowCount(int(listed_.size()));
    for (int i = 0; i < examples_->rowCount(); ++i) {
        const GivenAnswer& given = listed_[i];
        setCell(examples_, i, 0, QString::number(given.example + 1));
        setCell(examples_, i, 1, QString::number(given.position + 1));
        setCell(examples_, i, 2, className(given.truth));
        setCell(examples_, i, 3, className(given.predicted));
        setCell(examples_, i, 4,
                surprises ? QString::number(double(given.ofTruth), 'g', 2)
                          : QString::number(double(given.probability), 'f', 2),
                true);
    }
    examples_->setCurrentCell(-1, -1);
    choice_.example = -1;
    // Without mistakes the tables are empty, and the figures take their room.
    for (QTableWidget* table : {pairs_, examples_})
        table->setVisible(pairs_->rowCount() > 0 || examples_->rowCount() > 0);
}

void EvaluatePage::openExample(int row) {
    const Evaluation* answer = evaluation_->answer();
    if (!answer || row < 0 || size_t(row) >= listed_.size() || !model_.data()) return;
    const int64_t example = listed_[row].example;
    const SampleSource source = answer->test ? SampleSource::Test : SampleSource::Validation;
    model_.shown().chooseSample(sampleOf(model_.config(), *model_.data(), {source, example}));
    Q_EMIT readout(tr("Example %1 is shown on the other pages").arg(example + 1));
}

}  // namespace attx
