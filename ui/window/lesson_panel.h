// A lesson, step by step: its text, a button that sets up what it talks about, what is still to do, and an
// answer where one is requested. What was done stays done.
#pragma once
#include <QPointer>
#include <QTimer>
#include <QVariantMap>
#include <QWidget>
#include <set>

#include "ui/lessons/lesson_check.h"
#include "ui/pages/page.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace attx {

class LessonBrowser;

class LessonPanel : public QWidget {
    Q_OBJECT
public:
    explicit LessonPanel(const RunModel& model, QWidget* parent = nullptr);

    /// Goes on where it was left.
    void setLesson(const Lesson& lesson);
    void setForm(const RunConfig& config);
    void setPage(const Page& page);
    /// The titles of the pages by their ids, to name them by.
    void setPageTitles(const QHash<QString, QString>& titles) { pageTitles_ = titles; }

    [[nodiscard]] const LessonStep& step() const { return lesson_.steps[step_]; }
    [[nodiscard]] int stepIndex() const { return step_; }
    /// Whether it is about the network that is shown.
    [[nodiscard]] bool isOfShown() const;
    [[nodiscard]] bool isDone() const { return done_.contains(step_); }
    /// Every step of it, by the progress kept.
    [[nodiscard]] bool isDone(const Lesson& lesson) const;
    [[nodiscard]] QString todo() const;  ///< what is left to do; empty: nothing
    void go(int step);                   ///< the nearest that there is
    void beginAnew();
    void takeKeyboard();
    /// A digit that is typed elsewhere while an answer is requested: it goes into the answer.
    [[nodiscard]] bool takesAnswer(const QString& typed);
    /// Whether a lesson follows this one, which the last step offers.
    void setHasNext(bool hasNext);

    /// By the ids of the lessons: the step that was left, and those that are done.
    [[nodiscard]] const QVariantMap& progress() const { return progress_; }
    void restoreProgress(const QVariantMap& progress);

    /// The deeds of a step that is not done yet, and the answer typed.
    struct Doing {
        QString lesson;
        int step = 0;
        Sample before;  ///< The sample looked at when the step was opened
        std::set<size_t> deeds;
        QString typed, given;
    };
    [[nodiscard]] Doing doing() const;
    /// Nothing happens in another lesson or step.
    void goOn(const Doing& doing);

    [[nodiscard]] LessonBrowser* browser() const { return browser_; }
    [[nodiscard]] QPushButton* nextButton() const { return next_; }

Q_SIGNALS:
    void setUpRequested(const attx::LessonStep& step);
    void nextLessonRequested();
    void progressChanged();

private:
    void showStep();
    void turnOver();
    void askToBeginAnew();
    [[nodiscard]] bool isLast() const { return step_ + 1 == int(lesson_.steps.size()); }
    void look();          ///< whether the step is done by now
    void takeAnswer();    ///< what is typed so far is what is answered
    void expectAnswer();  ///< the keyboard is at the answer, if one is requested
    void keep();
    [[nodiscard]] bool has(LessonCheck::Kind kind) const;  ///< Whether the step has such a check
    [[nodiscard]] bool asks() const { return has(LessonCheck::Kind::Answer); }
    /// Both the form and the run shown have the network that this step is about, though a step before it may
    /// have made that.
    [[nodiscard]] bool hasItsNetwork() const;
    [[nodiscard]] bool checksControls() const { return has(LessonCheck::Kind::Control); }
    [[nodiscard]] bool isAnswered(const LessonView& now) const;
    [[nodiscard]] LessonView view() const;

    const RunModel& model_;
    Lesson lesson_;
    int step_ = 0;
    bool hasNext_ = false;
    std::set<int> done_;
    Sample before_;           ///< looked at when the step was opened
    LessonStep whole_;        ///< this step with what it goes on from
    std::set<size_t> deeds_;  ///< checks of this step that were met, though what met them was undone since
    RunConfig form_;
    QPointer<const Page> page_;  ///< The page in view; null: it is gone
    QString given_;
    QHash<QString, QString> pageTitles_;
    QTimer typing_;
    QTimer watching_;  ///< a page does not tell when its controls change
    QVariantMap progress_;
    QLabel *heading_ = nullptr, *state_ = nullptr, *because_ = nullptr;
    LessonBrowser* browser_ = nullptr;
    QPushButton *setUp_ = nullptr, *back_ = nullptr, *next_ = nullptr, *anew_ = nullptr;
    QLineEdit* answer_ = nullptr;
};

}  // namespace attx
