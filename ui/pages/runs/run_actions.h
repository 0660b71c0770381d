// What can be done with the chosen runs: a menu of the table and of its button.
#pragma once
#include <QObject>
#include <functional>
#include <utility>
#include <vector>

#include "ui/state/run_list_model.h"

class QAction;
class QMenu;
class QTableView;

namespace attx {

class RunFilter;

class RunActions : public QObject {
    Q_OBJECT
public:
    /// `view` shows `filter`, which shows `model`; all outlive this.
    RunActions(QTableView* view, RunFilter* filter, RunListModel* model, QObject* parent);

    /// Says where the run is that the window shows; empty: it has no folder.
    void setShownFolder(std::function<QString()> folder) { shownFolder_ = std::move(folder); }
    [[nodiscard]] QMenu* menu() const { return menu_; }
    [[nodiscard]] std::vector<size_t> selectedRows() const;  ///< Rows of the model, the uppermost first
    void toggleStar(const std::vector<size_t>& rows);
    void copyCommand();
    /// Asks; then the folders go to the system's trash.
    void askToDelete();

Q_SIGNALS:
    void openRequested(const QString& path);
    void compareRequested(const QString& path);
    void notice(const QString& text, bool isProblem = false);
    void filesChanged();  ///< a folder is gone

private:
    void showState();
    void edit(int column);
    void moveToTrash(const std::vector<std::string>& paths);
    [[nodiscard]] const RunRow* current() const;  ///< The only one selected; null: none, or several
    [[nodiscard]] const RunRow* other() const;    ///< The only one selected beside the run shown

    QTableView* view_;
    RunFilter* filter_;
    RunListModel* model_;
    std::function<QString()> shownFolder_;
    QMenu* menu_;
    QAction *open_, *compare_, *star_, *rename_, *note_, *copy_, *delete_;
};

}  // namespace attx
