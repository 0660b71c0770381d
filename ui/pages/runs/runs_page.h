// Many runs at once: a table of the keys in which they differ and of what came of them, which follows runs
// that other processes train, and figures of all of them or of those that are chosen.
#pragma once
#include <QElapsedTimer>
#include <QTimer>

#include "ui/figures/runs/figures_of_runs.h"
#include "ui/pages/page.h"
#include "ui/pages/runs/runs_read.h"
#include "ui/pages/runs/sweep_dialog.h"
#include "ui/state/run_list_model.h"

class QLabel;
class QLineEdit;
class QSplitter;
class QTableView;
class QToolButton;

namespace attx {

class RunActions;
class RunFigures;
class RunFilter;
class Sparkline;

/// Curves that were asked for, by now.
using CurvesRead = CurvesByPath;

class RunsPage : public Page {
    Q_OBJECT
public:
    explicit RunsPage(QWidget* parent = nullptr, Kept* kept = nullptr);
    ~RunsPage() override;

    inline static const QString pageId = QStringLiteral("runs"), folderControl = QStringLiteral("folder");
    [[nodiscard]] QString id() const override { return pageId; }
    [[nodiscard]] QString title() const override { return tr("Runs"); }
    [[nodiscard]] QString reading() const override;
    [[nodiscard]] bool followsTraining() const override { return false; }
    [[nodiscard]] std::vector<FigureFrame*> frames() const override;
    [[nodiscard]] QSize readableSize() const override { return {460, 380}; }
    void showForm(const RunConfig& config, const std::optional<SplitRows>& rows) override;
    [[nodiscard]] QVariantMap controls() const override;
    void restoreControls(const QVariantMap& controls) override;

    /// Reads the runs in it, in the background, once the page is seen, and again every few seconds while it
    /// is.
    void showFolder(const QString& folder);
    /// The same, unless another one was shown when the window was last closed. Sweeps are made there.
    void setUsualFolder(const QString& folder);
    /// Floating-point operations a second that a trial of the form's network has reached, by all its threads.
    void setTrialSpeed(double flopsPerSecond) { choice_.trialSpeed = flopsPerSecond; }
    /// A sweep that the window trains: how far it is; empty: none.
    void showSweep(const QString& progress);
    [[nodiscard]] bool isSweeping() const { return !choice_.sweepProgress.isEmpty(); }
    /// Opens the dialog, or raises the one that is open.
    SweepDialog* newSweep();

    [[nodiscard]] QString folder() const { return choice_.folder; }  ///< Folder whose runs are listed
    [[nodiscard]] Study<RunsRead>& study() const { return *study_; }
    [[nodiscard]] Study<CurvesRead>& curveStudy() const { return *curveStudy_; }
    [[nodiscard]] QTableView* table() const { return view_; }
    [[nodiscard]] RunFigures* figures() const { return figures_; }
    [[nodiscard]] RunActions* actions() const { return actions_; }

Q_SIGNALS:
    void openRequested(const QString& path);     ///< a row was double clicked
    void compareRequested(const QString& path);  ///< Asks to compare it with the network shown
    void notesChanged();                         ///< A run was given a name, a note or a star
    void sweepRequested(const QString& folder, int jobs);
    void sweepStopRequested();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void readAnew();
    void read();
    void showRead();
    void goOn();
    void drawCurves();
    /// After the table or the text has changed.
    void showShown();
    /// After brushes have changed.
    void showPassing();
    void sayState();
    void fitParts();
    void askCurves();
    void takeCurves();
    void chooseFolder();
    void keepSelection();
    [[nodiscard]] std::vector<std::string> selectedPaths() const;
    void select(const std::vector<std::string>& paths);
    SweepDialog* openSweep(const RunConfig& base);
    void selectRow(int shownRow);
    [[nodiscard]] QWidget* makeControls();
    void makeTable(QWidget* parent);
    void fitColumns();
    void showResultByName();
    [[nodiscard]] RunTable shownTable();
    [[nodiscard]] std::vector<std::string> visiblePaths() const;

    struct Choice {
        QString folder, usualFolder, filter;
        std::vector<std::string> selected;      ///< Paths
        QByteArray columns;                     ///< The state of the header: widths and sorting
        QList<int> parts;                       ///< Heights of the table and of the figures
        std::shared_ptr<const RunTable> taken;  ///< The newest answer that was shown
        CurvesByPath curves;
        QString sweepFolder, sweepProgress, problem;
        std::optional<SweepDialog::Entries> sweep;  ///< Typed into the dialog that is open
        double trialSpeed = 0;                      ///< 0: there was no trial yet
        bool dirty = true;                          ///< The folder was not read since it was chosen
    };

    Choice& choice_;
    Study<RunsRead>* study_;
    Study<CurvesRead>* curveStudy_;
    RunListModel* model_;
    RunFilter* sorted_;
    QSplitter* parts_ = nullptr;
    QTableView* view_ = nullptr;
    Sparkline* sparkline_ = nullptr;
    RunFigures* figures_ = nullptr;
    RunActions* actions_ = nullptr;
    QLineEdit* folder_ = nullptr;
    QLineEdit* text_ = nullptr;
    QLabel* state_ = nullptr;
    QToolButton* sweep_ = nullptr;
    QTimer again_{this}, brushTimer_{this}, curveTimer_{this};
    QElapsedTimer readClock_;
    std::vector<size_t> shownRows_;  ///< Rows of the model that the figures show
    /// Rows of the model that are copies of other runs, each with its run's number among shownRows_.
    std::map<size_t, size_t> copies_;
    std::vector<std::string> askedCurves_;
    RunConfig form_;
    std::optional<SplitRows> rows_;  ///< Rows of the form's data, if they are known
};

}  // namespace attx
