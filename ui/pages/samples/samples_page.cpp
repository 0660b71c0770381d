#include "ui/pages/samples/samples_page.h"

#include <QAbstractListModel>
#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>
#include <functional>
#include <memory>

#include "model/data/sample.h"
#include "model/inspect/subject.h"
#include "ui/controls/combo.h"
#include "ui/controls/control_row.h"
#include "ui/controls/kept_field.h"
#include "ui/figures/figures_of_run.h"
#include "ui/look/model_text.h"
#include "ui/look/theme.h"
#include "ui/pages/split_combo.h"

namespace attx {
namespace {

enum ShownSequences { AllSequences, WithMistakes };

/// Draws the rows as the figure does.
class SequencePainter : public QStyledItemDelegate {
public:
    SequencePainter(std::function<ShownSequence(int)> source, QObject* parent)
        : QStyledItemDelegate(parent), source_(std::move(source)) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const FigureStyle style = FigureStyle::of(option.palette);
        painter->fillRect(option.rect, option.state.testFlag(QStyle::State_Selected)
                                           ? mixed(style.accent, style.background, 0.12)
                                           : style.background);
        paintSequence(*painter, option.rect, source_(index.row()), style);
    }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
        return {1, int(sequenceRowHeight(FigureStyle::of(option.palette)))};
    }

private:
    const std::function<ShownSequence(int)> source_;
};

}  // namespace

/// As many rows as there are; what stands in them is built when it is painted.
class SequenceList : public QAbstractListModel {
public:
    SequenceList(std::function<QString(int)> words, QObject* parent)
        : QAbstractListModel(parent), words_(std::move(words)) {}
    void setCount(int count) {
        beginResetModel();
        count_ = count;
        endResetModel();
    }
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : count_;
    }
    /// For those who hear it.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override {
        return role == Qt::AccessibleTextRole ? words_(index.row()) : QVariant();
    }

private:
    const std::function<QString(int)> words_;
    int count_ = 0;
};

SamplesPage::SamplesPage(RunModel& model, QWidget* parent, Kept* kept)
    : Page(parent, kept),
      model_(model),
      choice_(this->kept().of<Choice>()),
      study_(&this->kept().of<Study<Evaluation>>()) {
    makeControls();
    list_ = new QListView(this);
    list_->setAccessibleName(tr("Sequences"));
    list_->setFrameShape(QFrame::NoFrame);
    list_->setUniformItemSizes(true);
    list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    list_->setItemDelegate(new SequencePainter([this](int row) { return sequenceAt(row); }, list_));
    rows_ = new SequenceList(
        [this](int row) {
            const ShownSequence sequence = sequenceAt(row);
            return tr("Sequence %1: %2, %3 wrong")
                .arg(sequence.number)
                .arg(sequence.tokens.join(QLatin1Char(' ')))
                .arg(sequence.wrong());
        },
        this);
    list_->setModel(rows_);
    frame_ = framed(list_, [this] { return figureOfView(); });
    static_cast<QVBoxLayout*>(layout())->addWidget(frame_, 1);

    connect(list_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& index) { choose(index.row()); });
    connect(study_, &StudyBase::changed, this, &SamplesPage::showAnswer);
    connect(study_, &StudyBase::answered, this, &SamplesPage::askIfIdle);
    connect(&model_.shown(), &Shown::networkChanged, this, [this] {
        study_->forget();
        askIfIdle();
    });
    connect(&model_, &RunModel::stateChanged, this, [this] {
        showAnswer();
        askIfIdle();
    });
    for (auto signal : {&Shown::parametersChosen, &Shown::inspectionChanged, &Shown::ablationChanged})
        connect(&model_.shown(), signal, this, [this] {
            askIfIdle();
            showSummary();
        });
    connect(&model_.shown(), &Shown::sampleChanged, this, &SamplesPage::showSelection);
    fill();
}

void SamplesPage::makeControls() {
    auto* row = new QWidget(this);
    auto* layout = new ControlRow(row);
    split_ = makeSplitCombo(model_, choice_.split, row);
    show_ = makeCombo(tr("Show"), tr("Which sequences are shown"), {tr("all"), tr("with mistakes")}, row);
    keepIn(choice_.show, show_);

    layout->addLabelled(tr("data"), split_);
    layout->addLabelled(tr("show"), show_);
    summary_ = layout->addText(tr("Summary"));
    connect(split_, &QComboBox::currentIndexChanged, this, [this] {
        study_->forget();
        askIfIdle();
    });
    connect(show_, &QComboBox::currentIndexChanged, this, &SamplesPage::fill);
    pageLayout<QVBoxLayout>()->addWidget(row);
}

bool SamplesPage::test() const { return split_->currentIndex() == 1; }

SampleSource SamplesPage::source() const { return test() ? SampleSource::Test : SampleSource::Validation; }

void SamplesPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    showAnswer();
    askIfIdle();
}

bool SamplesPage::isOfEarlierState() const {
    return shownAnswer_ && !isSameNetwork(model_.subject(), study_->askedWith());
}

/// Answers to all data take a moment, and come by themselves when nothing trains.
void SamplesPage::askIfIdle() {
    const Evaluation* answer = study_->answer();
    const bool isKnown =
        answer && answer->test == test() && isSameNetwork(model_.subject(), study_->askedWith());
    if (!isVisible() || model_.isTraining() || !model_.data() || !model_.parameters() || study_->isAsking() ||
        isKnown || !suits(model_.config()))
        return;
    study_->ask(model_.subject(),
                [test = test()](const auto& subject, const auto& report, const auto& interrupt) {
                    return evaluateSplit(subject, test, report, interrupt);
                });
}

void SamplesPage::showAnswer() {
    if (!isVisible()) {  // showEvent() does it; what was shown may be gone, and another in its place
        shownAnswer_ = nullptr;
        return;
    }
    if (const Evaluation* answer = study_->answer(); answer && answer != shownAnswer_) fill();
    if (!study_->answer()) fill();
}

void SamplesPage::fill() {
    const Evaluation* answer = study_->answer();
    if (answer && answer->test != test()) answer = nullptr;
    shownAnswer_ = answer;
    listed_.clear();
    wrong_ = all_ = 0;
    for (size_t first = 0, last = 0; answer && first < answer->answers.size(); first = last, ++all_) {
        bool isWrong = false;
        for (last = first;
             last < answer->answers.size() && answer->answers[last].example == answer->answers[first].example;
             ++last)
            isWrong = isWrong || !answer->answers[last].isRight();
        wrong_ += isWrong ? 1 : 0;
        if (isWrong || show_->currentIndex() == AllSequences) listed_.push_back({first, last});
    }
    rows_->setCount(int(listed_.size()));
    showSummary();
    showSelection();
}

void SamplesPage::showSummary() {
    QString text;
    if (!model_.data())
        text = tr("There are no data to answer.");
    else if (!shownAnswer_)
        text = study_->isAsking()    ? tr("answering …")
               : model_.isTraining() ? tr("The answers come when the training pauses or ends.")
                                     : QString();
    else
        text = wrong_ == 0 ? tr("all %1 sequences are right").arg(countText(all_))
                           : tr("%1 of %2 sequences have mistakes").arg(countText(wrong_), countText(all_));
    if (isOfEarlierState()) text += tr(" · of another state of the network");
    summary_->setText(text);
}

/// The sequence looked at, where it is one of those listed.
void SamplesPage::showSelection() {
    const Evaluation* answer = study_->answer();
    const int64_t row = model_.sample().rowOf(source());
    const auto found = std::ranges::find_if(
        listed_, [&](const Range& range) { return answer && answer->answers[range.first].example == row; });
    const QSignalBlocker blocker(list_->selectionModel());
    const QModelIndex index =
        found == listed_.end() ? QModelIndex() : rows_->index(int(found - listed_.begin()));
    list_->setCurrentIndex(index);
    if (index.isValid()) list_->scrollTo(index);
    list_->viewport()->update();
}

void SamplesPage::choose(int row) {
    const Evaluation* answer = study_->answer();
    if (!answer || row < 0 || size_t(row) >= listed_.size() || !model_.data()) return;
    const int64_t example = answer->answers[listed_[row].first].example;
    model_.shown().chooseSample(sampleOf(model_.config(), *model_.data(), {source(), example}));
}

ShownSequence SamplesPage::sequenceAt(int row) const {
    ShownSequence sequence;
    const Evaluation* answer = study_->answer();
    if (!answer || size_t(row) >= listed_.size() || !model_.data()) return sequence;
    const auto [first, last] = listed_[row];
    if (last > answer->answers.size()) return sequence;
    const int64_t example = answer->answers[first].example;
    sequence.number = int(example + 1);
    sequence.tokens = positionLabels(sampleOf(model_.config(), *model_.data(), {source(), example}));
    for (const std::string& name : model_.names().classes) sequence.classes << QString::fromStdString(name);
    sequence.answers.assign(answer->answers.begin() + first, answer->answers.begin() + last);
    return sequence;
}

/// The rows in view.
std::unique_ptr<Figure> SamplesPage::figureOfView() const {
    auto figure = std::make_unique<SequencesFigure>();
    const int first = std::max(0, list_->indexAt(QPoint(1, 1)).row());
    const QModelIndex end = list_->indexAt(QPoint(1, list_->viewport()->height() - 1));
    const int last = end.isValid() ? end.row() : rows_->rowCount() - 1;
    for (int row = first; row <= last; ++row) figure->sequences.push_back(sequenceAt(row));
    if (const auto& known = model_.data())
        figure->facts = dataFacts(known->isOnePart, test(), std::ssize(figure->sequences));
    sayAblated(*figure, study_->askedWith());
    return figure;
}

QVariantMap SamplesPage::controls() const {
    return {{QStringLiteral("split"), split_->currentIndex()},
            {QStringLiteral("show"), show_->currentIndex()}};
}

void SamplesPage::restoreControls(const QVariantMap& controls) {
    for (const auto& [name, combo] : {std::pair("split", split_), std::pair("show", show_)})
        restoreCombo(combo, controls, name);
}

}  // namespace attx
