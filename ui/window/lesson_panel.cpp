#include "ui/window/lesson_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <algorithm>
#include <chrono>

#include "ui/controls/control_row.h"
#include "ui/controls/flat_layout.h"
#include "ui/window/lesson_browser.h"

namespace attx {
namespace {

constexpr int textStretch = 1000;                      // all the room that its text needs
constexpr std::chrono::milliseconds answerPause{700};  // an answer that is still being typed is not judged
constexpr std::chrono::milliseconds watchInterval{250};
const auto stepKey = QStringLiteral("step"), doneKey = QStringLiteral("done");

}  // namespace

LessonPanel::LessonPanel(const RunModel& model, QWidget* parent) : QWidget(parent), model_(model) {
    for (QLabel** label : {&heading_, &state_, &because_}) {
        *label = new QLabel(this);
        (*label)->setWordWrap(true);
        (*label)->setTextFormat(Qt::PlainText);
    }
    QFont bold = heading_->font();
    bold.setBold(true);
    heading_->setFont(bold);
    browser_ = new LessonBrowser(this);
    browser_->setAccessibleName(tr("Text of the step"));
    const auto makeButton = [this](const QString& text, const QString& tip) {
        auto* button = new QPushButton(text, this);
        button->setAccessibleName(text);
        button->setToolTip(tip);
        button->setFocusPolicy(Qt::TabFocus);
        button->setAutoDefault(true);  // Enter presses it, as the space bar does
        return button;
    };
    setUp_ =
        makeButton(tr("Set this up"), tr("Choose the preset, settings and page that this step is about"));
    answer_ = new QLineEdit(this);
    answer_->setAccessibleName(tr("Your answer"));
    answer_->setPlaceholderText(tr("your answer"));
    answer_->setToolTip(tr("The answer to the question of this step"));

    state_->setAccessibleName(tr("What is left to do"));
    state_->setObjectName(QStringLiteral("lessonState"));
    because_->setAccessibleName(tr("Why the answer is right"));
    back_ = makeButton(tr("Back"), tr("The step before"));
    next_ = makeButton(tr("Next"), tr("The next step"));
    anew_ = makeButton(tr("Restart lesson"), tr("Clear this lesson's progress"));
    auto* layout = flatLayout<QVBoxLayout>(this);
    layout->addWidget(heading_);
    // The answer right below its question; what leads to other steps stays at the lower end.
    layout->addWidget(browser_, textStretch);
    for (QWidget* widget : std::initializer_list<QWidget*>{answer_, setUp_, state_, because_})
        layout->addWidget(widget);
    layout->addStretch(1);
    browser_->setNoHigherThanText();
    auto* row = new QWidget(this);
    auto* buttons = new ControlRow(row);  // A long name takes a second line
    for (QPushButton* button : {back_, next_, anew_}) buttons->addWidget(button);
    layout->addWidget(row);

    connect(setUp_, &QPushButton::clicked, this, [this] {
        Q_EMIT setUpRequested(hasItsNetwork() ? step() : whole_);
        expectAnswer();
    });
    connect(back_, &QPushButton::clicked, this, [this] {
        go(step_ - 1);
        expectAnswer();
    });
    connect(next_, &QPushButton::clicked, this, &LessonPanel::turnOver);
    connect(anew_, &QPushButton::clicked, this, &LessonPanel::askToBeginAnew);
    typing_.setSingleShot(true);
    typing_.setInterval(answerPause);
    connect(&typing_, &QTimer::timeout, this, &LessonPanel::takeAnswer);
    connect(answer_, &QLineEdit::textChanged, this, [this] {
        given_.clear();  // what is being typed is not judged
        look();
        typing_.start();
    });
    connect(answer_, &QLineEdit::returnPressed, this, [this] {
        if (isDone() && next_->isEnabled())
            next_->click();
        else
            takeAnswer();
    });
    watching_.setInterval(watchInterval);
    connect(&watching_, &QTimer::timeout, this, &LessonPanel::look);
    const Shown* shown = &model_.shown();
    for (const auto signal :
         {&Shown::networkChanged, &Shown::sampleChanged, &Shown::ablationChanged, &Shown::snapshotChosen})
        connect(shown, signal, this, &LessonPanel::look);
    connect(&model_, &RunModel::stateChanged, this, &LessonPanel::look);
    connect(&model_, &RunModel::progressChanged, this, &LessonPanel::look);
    connect(&model_, &RunModel::metricsReset, this, &LessonPanel::look);
}

void LessonPanel::setLesson(const Lesson& lesson) {
    lesson_ = lesson;
    const QVariantMap kept = progress_.value(lesson.id).toMap();
    done_.clear();
    for (const QVariant& number : kept.value(doneKey).toList()) done_.insert(number.toInt());
    go(kept.value(stepKey).toInt());
}

void LessonPanel::setForm(const RunConfig& config) {
    form_ = config;
    look();
}

void LessonPanel::setPage(const Page& page) {
    page_ = &page;
    look();
}

void LessonPanel::go(int step) {
    deeds_.clear();
    step_ = std::clamp(step, 0, int(lesson_.steps.size()) - 1);
    whole_ = wholeStep(lesson_, step_);
    before_ = model_.sample();
    answer_->setText({});  // Not clear(): Ctrl+Z would bring back the answer of another step
    takeAnswer();
    const bool typed = answer_->hasFocus();
    showStep();
    if (typed && !asks()) next_->setFocus();  // a field that hides would leave it to "Back"
    look();
    keep();
}

LessonPanel::Doing LessonPanel::doing() const {
    return {lesson_.id, step_, before_, deeds_, answer_->text(), given_};
}

void LessonPanel::goOn(const Doing& doing) {
    if (doing.lesson != lesson_.id || doing.step != step_ || lesson_.steps.empty()) return;
    before_ = doing.before;
    deeds_ = doing.deeds;
    answer_->setText(doing.typed);
    given_ = doing.given;
    if (given_ == doing.typed) typing_.stop();  // it was judged
    look();
}

void LessonPanel::beginAnew() {
    done_.clear();
    go(0);
}

bool LessonPanel::isDone(const Lesson& lesson) const {
    const qsizetype done = progress_.value(lesson.id).toMap().value(doneKey).toList().size();
    return done >= std::ssize(lesson.steps);
}

void LessonPanel::restoreProgress(const QVariantMap& progress) {
    progress_ = progress;
    Q_EMIT progressChanged();
}

void LessonPanel::setHasNext(bool hasNext) {
    hasNext_ = hasNext;
    showStep();
    look();
}

void LessonPanel::takeKeyboard() { (setUp_->isVisible() ? setUp_ : next_)->setFocus(); }

bool LessonPanel::takesAnswer(const QString& typed) {
    const bool isDigit = typed.size() == 1 && typed[0].isDigit();
    if (!isDigit || !isVisible() || !asks() || isDone()) return false;
    answer_->setFocus();
    answer_->insert(typed);
    return true;
}

void LessonPanel::turnOver() {
    // What is typed is judged first, and if it is wrong that is said before the step is left.
    if (typing_.isActive() && asks() && !isDone() && !answer_->text().isEmpty()) {
        takeAnswer();
        if (!isDone()) return;
    }
    if (isLast()) return Q_EMIT nextLessonRequested();
    go(step_ + 1);
    expectAnswer();
}

void LessonPanel::askToBeginAnew() {
    auto* box = new QMessageBox(QMessageBox::Question, tr("Restart lesson"),
                                tr("Clear this lesson's progress, and begin with its first step?"),
                                QMessageBox::Cancel, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    const QPushButton* yes = box->addButton(tr("&Restart lesson"), QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    connect(box, &QMessageBox::finished, this, [this, box, yes] {
        if (box->clickedButton() != yes) return;
        beginAnew();
        takeKeyboard();  // the button that asked hides itself
    });
    box->open();
}

bool LessonPanel::has(LessonCheck::Kind kind) const {
    return std::ranges::find(step().checks, kind, &LessonCheck::kind) != step().checks.end();
}

void LessonPanel::takeAnswer() {
    typing_.stop();
    given_ = answer_->text();
    look();
}

void LessonPanel::expectAnswer() {
    if (!asks()) return;
    answer_->setFocus();  // digits would turn the page elsewhere
    answer_->selectAll();
}

LessonView LessonPanel::view() const {
    return {model_,
            form_,
            page_ ? page_->id() : QString(),
            page_ && checksControls() ? page_->controls() : QVariantMap(),
            given_,
            model_.sample() != before_,
            asksFor(whole_, model_.config())};
}

bool LessonPanel::hasItsNetwork() const { return isOfNetwork(whole_, form_) && isOfShown(); }

bool LessonPanel::isOfShown() const { return isOfNetwork(whole_, model_.config()); }

bool LessonPanel::isAnswered(const LessonView& now) const {
    return std::ranges::all_of(step().checks, [&](const LessonCheck& check) {
        return check.kind != LessonCheck::Kind::Answer || holds(check, now);
    });
}

QString LessonPanel::todo() const {
    if (lesson_.steps.empty() || isDone()) return {};
    const LessonView now = view();
    for (size_t i = 0; i < step().checks.size(); ++i) {
        const LessonCheck& check = step().checks[i];
        if (deeds_.contains(i) || holds(check, now)) continue;
        // Train makes the form's network, and a setting is the form's; the rest is about the run shown.
        const bool isSetting =
                       check.kind == LessonCheck::Kind::Config || check.kind == LessonCheck::Kind::Tried,
                   isAnswer = check.kind == LessonCheck::Kind::Answer;
        const bool isOfTheForm = isSetting || isOfTraining(check.kind);
        if (!isOfNetwork(isSetting ? step() : whole_, isOfTheForm ? form_ : model_.config()))
            return tr("This step uses another network. Press \"%1\".").arg(setUp_->text());
        if (isAnswer && !given_.isEmpty())
            return wantsNumber(check, given_) ? tr("Please enter a number.") : tr("Not quite, try again.");
        if (check.kind == LessonCheck::Kind::Control && !step().page.isEmpty() && now.page != step().page)
            return tr("Go to the page %1.").arg(pageTitles_.value(step().page));
        const QString left = todoText(check, now, pageTitles_.value(check.text));
        return isAnswer || given_.isEmpty() || isAnswered(now) ? left
                                                               : tr("Not quite, try again. %1").arg(left);
    }
    return {};
}

void LessonPanel::look() {
    if (lesson_.steps.empty()) return;
    const LessonView now = view();
    for (size_t i = 0; i < step().checks.size(); ++i)
        if (staysDone(step().checks[i].kind) && holds(step().checks[i], now)) deeds_.insert(i);
    if (!isDone() && todo().isEmpty()) {
        done_.insert(step_);
        keep();
    }
    if (checksControls() && !isDone())
        watching_.start();
    else
        watching_.stop();
    const QString left = todo();
    const auto count = int(lesson_.steps.size());
    QStringList open;
    for (int i = 0; i < count; ++i)
        if (!done_.contains(i)) open << QString::number(i + 1);
    if (!left.isEmpty())
        state_->setText(QString(left).replace(QStringLiteral(" %"), QStringLiteral("\u00A0%")));
    else if (!given_.isEmpty() && !isAnswered(now))
        state_->setText(tr("✓ Done before, but this answer is not the right one."));
    else if (int(done_.size()) == count)
        state_->setText(tr("✓ Lesson complete."));
    else if (isLast())
        state_->setText((open.size() == 1 ? tr("✓ Correct. Step %1 is still open.")
                                          : tr("✓ Correct. Steps %1 are still open."))
                            .arg(open.join(QStringLiteral(", "))));
    else
        state_->setText(step().checks.empty() ? QString() : asks() ? tr("✓ Correct.") : tr("✓ Done."));
    const bool isRight = left.isEmpty() && isAnswered(now);
    QFont font = this->font();
    font.setBold(isRight);
    state_->setFont(font);
    next_->setDefault(isRight && next_->isEnabled());
    const bool skips = !isLast() && !isDone();
    next_->setText(skips ? tr("Skip") : isLast() && hasNext_ ? tr("Next lesson") : tr("Next"));
    next_->setAccessibleName(next_->text());
    next_->setToolTip(skips      ? tr("Leave this step open, and go to the next one")
                      : isLast() ? tr("The lesson that follows this one")
                                 : tr("The next step"));
    state_->setVisible(!state_->text().isEmpty());
    because_->setText(asks() && isRight ? step().because : QString());
    because_->setVisible(!because_->text().isEmpty());
    setUp_->setVisible(step().setsUp() || !hasItsNetwork());
    anew_->setVisible(step_ > 0 || done_.size() > 1);
}

void LessonPanel::showStep() {
    if (lesson_.steps.empty()) return;
    heading_->setText(tr("Step %1 of %2: %3").arg(step_ + 1).arg(lesson_.steps.size()).arg(step().title));
    browser_->showMarkdown(step().text, lesson_.folder);
    answer_->setVisible(asks());
    back_->setEnabled(step_ > 0);
    next_->setEnabled(!isLast() || hasNext_);
}

void LessonPanel::keep() {
    QVariantList done;
    for (const int step : done_) done << step;
    progress_[lesson_.id] = QVariantMap{{stepKey, step_}, {doneKey, done}};
    Q_EMIT progressChanged();
}

}  // namespace attx
