// At the right of the pages: help that follows the page (what it shows, how to read it, its formula and
// paper, the keys and the words), a lesson, or a page of the manual.
#pragma once
#include <QFrame>
#include <QPointer>

#include "ui/lessons/lesson.h"

class QComboBox;
class QMenu;
class QStackedWidget;

namespace attx {

class LessonBrowser;
class LessonPanel;
class Page;
class RunModel;

class HelpPanel : public QFrame {
    Q_OBJECT
public:
    explicit HelpPanel(const RunModel& model, QWidget* parent = nullptr);
    void setPage(const Page& page);
    /// Lessons to choose from; what is wrong with others is said at the top of the help.
    void setLessons(const LessonShelf& shelf);
    [[nodiscard]] const LessonShelf& lessons() const { return shelf_; }
    /// An entry for each lesson, now and whenever they change; then those for the person's own.
    void fillMenu(QMenu* menu);

    [[nodiscard]] LessonBrowser* browser() const { return browser_; }
    [[nodiscard]] LessonPanel& lesson() const { return *lesson_; }
    /// The id of a lesson, or "manual/NAME"; empty or unknown: the help.
    void choose(const QString& id);
    [[nodiscard]] QString chosen() const;  ///< Id of a lesson, or "manual/NAME"; empty: the help
    /// The same for a lesson state: empty while the panel is closed, or its lesson is about another network.
    [[nodiscard]] QString chosenForShown() const;

Q_SIGNALS:
    void closeClicked();
    void lessonsFolderRequested();  ///< the person's own is to be opened
    void lessonsReloadRequested();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void showChosen();
    void showText();  ///< Shows the help or the manual once the panel is visible: it takes as long as a page
    void showMenu();
    void nameLessons();  ///< Writes the lessons' titles, with a tick at those done

    QComboBox* chooser_ = nullptr;
    QStackedWidget* stack_ = nullptr;
    LessonBrowser* browser_ = nullptr;
    LessonPanel* lesson_ = nullptr;
    LessonShelf shelf_;
    QPointer<QMenu> menu_;
    QString pageHelp_;
    bool textWaits_ = false;
};

}  // namespace attx
