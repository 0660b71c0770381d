// The one window: form on the left, pages in the middle, progress and device below. It emits what a
// person wants; the application (app/) does it and feeds the RunModel.
#pragma once
#include <QMainWindow>
#include <QPointer>
#include <memory>
#include <vector>

#include "ui/figures/figure.h"
#include "ui/look/theme.h"
#include "ui/state/run_model.h"
#include "ui/window/page_stack.h"

namespace attx {

class CommandSearch;
class Comparison;
class ConfigForm;
class FigureFrame;
class HelpPanel;
class Kept;
struct LessonStep;
class NoticeBar;
class OrientationLine;
class Presentation;
class RunFiles;
class StartPage;
class StateBar;
class StatusLine;
class TimeBar;
class UndoHistory;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(RunModel& model, Theme& theme, QWidget* parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] ConfigForm& form() const { return *form_; }
    /// What is exported of a page; nothing: it has no figure of what is shown.
    struct PageFigures {
        const Page* page = nullptr;
        std::vector<std::unique_ptr<Figure>> figures;
    };
    /// Of each page that suits the network. Hidden pages may show an older sample or network: each is visited
    /// until what it asks for is answered, some seconds at most, while the window takes no input.
    [[nodiscard]] std::vector<PageFigures> figuresOfPages();
    /// All of them; for "Export all figures".
    [[nodiscard]] std::vector<std::unique_ptr<Figure>> figures();
    /// Where the person's own lessons are; may be missing.
    void setLessonsFolder(const QString& path);
    /// Shows the lesson of a file wherever it lies, or says which of its lines is wrong.
    void openLesson(const QString& file);
    void setRunsFolder(const QString& path);  ///< Folder where dialogs begin, and whose runs are listed
    /// Window, form, page controls and what dialogs were answered as one blob for the settings; the theme is
    /// the application's.
    [[nodiscard]] QByteArray layoutState() const;
    /// A blob of another version is ignored.
    void restoreLayoutState(const QByteArray& state);

    [[nodiscard]] PageStack& pages() const { return *pages_; }
    /// The page of this class.
    template <class P>
    [[nodiscard]] P& page() const {
        return *pages_->findChild<P*>();
    }
    [[nodiscard]] Comparison& comparison() const { return *comparison_; }
    [[nodiscard]] TimeBar& timeBar() const { return *time_; }
    [[nodiscard]] NoticeBar& noticeBar() const { return *notice_; }
    [[nodiscard]] StateBar& formDiffers() const { return *formDiffers_; }
    [[nodiscard]] HelpPanel& helpPanel() const { return *help_; }
    [[nodiscard]] OrientationLine& orientation() const;
    [[nodiscard]] RunFiles& files() const { return *files_; }
    [[nodiscard]] Presentation& presentation() const { return *presentation_; }
    [[nodiscard]] UndoHistory& history() const { return *history_; }
    /// Shows a part that is hidden, the form or the help, where there is room for it.
    void reveal(QWidget* part);
    /// The start page in the room of the pages, until something is chosen, opened or trained.
    void showStart();
    [[nodiscard]] bool isAtStart() const;
    /// For a user who looks for a mistake: versions, system, device, the notices so far, the configuration.
    [[nodiscard]] QString report() const;

public Q_SLOTS:
    /// A line that does not stop the work; stays until closed or replaced.
    void showNotice(const QString& text, bool isError);
    void showPageNotice(const QString& text);  ///< A problem of this page: it goes when another one is shown
    /// A notice that offers to open the folder of `file`, which has just been written.
    void showSaved(const QString& text, const QString& file);
    void hideNotice();
    /// Opens the command search, or closes it.
    void toggleSearch();
    /// What the program is busy with before anything can be shown or trained; empty: nothing.
    void setWaiting(const QString& text);
    void allowGoingBack() { hasFormer_ = true; }
    /// show(), over the whole screen where the first size and the frame find no room.
    void showFitting();
    /// Hides the help until it is requested; it stays as the person wanted it for the next start.
    void putHelpAway();
    /// Takes back that the window was to be closed.
    void stayOpen();
    void showConfig(const attx::RunConfig& config);    ///< Puts it into the form
    void changeConfig(const attx::RunConfig& config);  ///< Acts as if it had been typed into the form

Q_SIGNALS:
    void configEdited(const attx::RunConfig& config);    ///< valid; the shown network follows if idle
    void trainRequested(const attx::RunConfig& config);  ///< also resumes when paused
    void pauseRequested();
    void stepRequested();
    void stopRequested();
    void restartRequested(bool newSeed);
    void backRequested();                   ///< Asks for the network that was shown before, which was trained
    void learningRateChanged(double rate);  ///< A new rate for the run under way
    void openRequested(const QString& path);
    void openBesideRequested(const QString& path);  ///< Asks to compare it with the network shown
    void saveLessonStateRequested(const QString& path, const QString& notes, bool networkAlone);
    /// In another language: form, pages and controls are other objects now; what was chosen and asked on
    /// them, the studies among it, stays.
    void rebuilt();
    void deviceTestRequested();
    void closeRequested(bool keepRun);  ///< the person agreed to leave a run under way

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void build();
    QWidget* makeRoomOfPages(QWidget* parent);
    void closeStart();
    void offerNextSteps();
    void stateIs(RunState state);
    void rebuild();
    void connectForm();
    void makeHistory();
    void makeMenus();
    void makeFileMenu();
    void makeEditMenu();
    void makeRunMenu();
    void makeViewMenu();
    void makeHelpMenu();
    void makeCorner();
    void putConfig(const RunConfig& config);
    void showSchedule(const RunConfig& config);
    void showDifference();                       ///< Says whether the settings differ from the network shown
    [[nodiscard]] bool formIsOfAnother() const;  ///< network or data than those shown
    void showState();
    void showProgress();
    void resetLayout();
    [[nodiscard]] FigureFrame* chosenFrame() const;
    void exportCurrent();
    void keepPanel(const std::shared_ptr<const Figure>& figure);
    void exportPanels();
    void copyCommand();  ///< Copies the command of the chosen figure
    void copyCommandOf(const Figure* figure, const QStringList& how);
    void exportEvery(const QString& suffix);
    void saveAnimation();
    void exportNext(const QString& folder, const QString& suffix,
                    const std::shared_ptr<std::vector<std::unique_ptr<Figure>>>& figures, size_t done,
                    const QStringList& missing);
    /// What is shown, and all studies but those that were asking before.
    [[nodiscard]] bool isAnswered(const std::vector<const StudyBase*>& others) const;
    void saveLessonState();
    void saveReport(const QString& path);
    void openLessonsFolder();  ///< makes it if it is missing
    void setLessons(const QString& folder, const QStringList& files);
    void showAbout();
    [[nodiscard]] static QString waitForRun();  ///< what a lesson says while it cannot set up
    void sayWaitForRun();                       ///< Shows waitForRun() with a button that stops the run.
    void setUp(const LessonStep& step);
    void chooseSample(const QString& typed);
    void askToClose();
    void askToStopSweep();
    [[nodiscard]] static QString sweepStops();
    bool makeRoom();
    void fitParts(int width);  ///< help and form give way to the pages, and come back
    bool growToUsualSize();
    [[nodiscard]] static QSize leastSize();
    [[nodiscard]] static QSize usualSize();  ///< First size, at this zoom
    [[nodiscard]] QSize room() const;        ///< The screen's free area without the window's frame
    [[nodiscard]] int leastWidth() const;    ///< px that the window needs as it is now
    /// A part that gave way, where it fits into so many px beside the others.
    void letComeBack(QWidget* part, int width);
    [[nodiscard]] static bool isWanted(const QWidget* part);  ///< shown, or hidden for want of room alone
    static void setShown(QWidget* part, bool shown);
    static void giveWay(QWidget* part);  ///< hides it for want of room
    void toggle(QWidget* widget);        ///< shown or hidden by a person
    void goToNextPart();
    void zoomBy(int steps);

    RunModel& model_;
    Theme& theme_;
    Kept* kept_;  ///< outlives the pages
    UndoHistory* history_ = nullptr;
    Comparison* comparison_ = nullptr;
    RunFiles* files_ = nullptr;
    ConfigForm* form_ = nullptr;
    NoticeBar* notice_ = nullptr;
    StateBar* formDiffers_ = nullptr;
    HelpPanel* help_ = nullptr;
    PageStack* pages_ = nullptr;
    TimeBar* time_ = nullptr;
    Presentation* presentation_ = nullptr;
    StartPage* start_ = nullptr;
    RunState state_ = RunState::Idle;  ///< State at the last change
    QPointer<CommandSearch> search_;
    StatusLine* status_ = nullptr;
    QByteArray firstLayout_;  ///< what "Reset layout" goes back to
    enum class Closing { No, Asking, Agreed } closing_ = Closing::No;
    QString nextOffered_;  ///< Text of the notice that offers the next steps
    QString pageNotice_;
    bool rebuilding_ = false, hasFormer_ = false, visiting_ = false;
    bool helpIsAsked_ = false;  ///< Not only shown because this is the first start
};

}  // namespace attx
