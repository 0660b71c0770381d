// The one window: form on the left, pages in the middle, progress and device below. It emits what a
// person wants; the application (app/) does it and feeds the RunModel.
#pragma once
#include <QMainWindow>
#include <memory>
#include <vector>

#include "ui/figure.h"
#include "ui/run_model.h"
#include "ui/theme.h"

class QLabel;
class QProgressBar;
class QStackedWidget;
class QTabBar;

namespace attx {

class AttentionPage;
class ConfigForm;
class NoticeBar;
class Page;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(RunModel& model, Theme& theme, QWidget* parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] ConfigForm& form() const { return *form_; }
    /// Every figure of every page, as it is now; for "Export all figures".
    [[nodiscard]] std::vector<std::unique_ptr<Figure>> figures() const;
    void setRecentRuns(const QStringList& paths);
    /// Window layout, theme and page controls as one blob each for the settings.
    [[nodiscard]] QByteArray layoutState() const;
    void restoreLayoutState(const QByteArray& state);

public Q_SLOTS:
    /// A line that does not stop the work; stays until closed or replaced.
    void showNotice(const QString& text, bool isError);
    void showConfig(const attx::RunConfig& config);  ///< into the form

Q_SIGNALS:
    void configEdited(const attx::RunConfig& config);    ///< valid; the shown network follows if idle
    void trainRequested(const attx::RunConfig& config);  ///< also resumes when paused
    void pauseRequested();
    void stepRequested();
    void stopRequested();
    void restartRequested(bool newSeed);
    void learningRateChanged(double rate);  ///< while training
    void openRequested(const QString& path);
    void saveCheckpointRequested(const QString& path);
    void closeRequested(bool keepRun);  ///< the person agreed to leave a run under way

protected:
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
};

}  // namespace attx
