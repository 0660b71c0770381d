// Runs and files by menu: which to open, compare with or write, where its dialogs begin, and the recent ones.
#pragma once
#include <QFileDialog>
#include <QObject>
#include <QPointer>
#include <QStringList>
#include <map>
#include <utility>

class QAction;
class QMenu;

namespace attx {

class RunModel;

class RunFiles : public QObject {
    Q_OBJECT
public:
    /// The dialogs stand over `window`, which owns this.
    RunFiles(const RunModel& model, QWidget* window);

    /// The entries that open and compare.
    void fillOpenMenu(QMenu* menu);
    /// The entries that write the network shown.
    void fillSaveMenu(QMenu* menu);
    void setRecent(const QStringList& paths);  ///< the newest first
    void setCompares(bool compares);           ///< whether there is a comparison to be closed
    void setFolder(const QString& path) { folder_ = path; }
    [[nodiscard]] const QString& folder() const { return folder_; }  ///< Runs folder: dialogs begin there

Q_SIGNALS:
    void openRequested(const QString& path);
    void openBesideRequested(const QString& path);
    void closeComparisonRequested();
    void saveCheckpointRequested(const QString& path);
    void exportNetworkRequested(const QString& path);  ///< The ending says how: .py, .onnx or .html
    void reportRequested(const QString& path);         ///< The ending says how: .html or .pdf

private:
    using Chosen = void (RunFiles::*)(const QString&);  ///< the signal that a chosen path goes to
    [[nodiscard]] QWidget* window() const;
    void showRecent();
    void chooseFolder(Chosen chosen);
    void chooseCheckpoint(Chosen chosen);
    void choose(const QString& title, const QString& filter, const QString& begin, Chosen chosen);
    void chooseSavePath(const QString& title, const QString& filter, const QString& name, Chosen chosen);
    void showDialog(QFileDialog* dialog, const QString& begin, Chosen chosen);

    const RunModel& model_;
    QPointer<QMenu> recentMenu_, compareRecentMenu_;
    QPointer<QAction> closeComparison_;
    QStringList recent_;
    QString folder_;
    /// Where something was opened last: of runs and checkpoints, and of data; one each for files and folders.
    std::map<std::pair<bool, QFileDialog::FileMode>, QString> lastFolders_;
};

}  // namespace attx
