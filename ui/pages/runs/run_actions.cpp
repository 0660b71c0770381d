#include "ui/pages/runs/run_actions.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>
#include <QTableView>
#include <algorithm>

#include "model/files/error.h"
#include "model/files/text.h"
#include "model/run/run_lock.h"
#include "model/sweeps/command_lines.h"
#include "model/sweeps/sweep.h"
#include "ui/figures/runs/run_axis.h"
#include "ui/look/model_text.h"
#include "ui/pages/runs/run_filter.h"

namespace attx {
namespace {

constexpr int mostNamed = 8;  // Names that a question lists

}  // namespace

RunActions::RunActions(QTableView* view, RunFilter* filter, RunListModel* model, QObject* parent)
    : QObject(parent), view_(view), filter_(filter), model_(model), menu_(new QMenu(view)) {
    menu_->setToolTipsVisible(true);
    const auto add = [this](const QString& text, const QString& tip, auto slot) {
        QAction* action = menu_->addAction(text, this, slot);
        action->setToolTip(tip);
        return action;
    };
    const auto pathOf = [](const RunRow* row) { return QString::fromStdString(row->path); };
    open_ = add(tr("&Open"), tr("Show its network, curves and snapshots in all pages"), [this, pathOf] {
        if (const RunRow* row = current()) Q_EMIT openRequested(pathOf(row));
    });
    compare_ =
        add(tr("&Compare with the run shown"), tr("Show it beside the run that is open"), [this, pathOf] {
            if (const RunRow* row = other()) Q_EMIT compareRequested(pathOf(row));
        });
    menu_->addSeparator();
    star_ = add(tr("&Star"), tr("Put a star at these runs, or take it away"),
                [this] { toggleStar(selectedRows()); });
    rename_ = add(tr("&Rename"), tr("A name for the table and the legends; its folder stays as it is"),
                  [this] { edit(RunListModel::nameColumn); });
    note_ = add(tr("&Note"), tr("A line about this run, kept in its folder"),
                [this] { edit(model_->columnOf(RunListModel::Result::Note)); });
    copy_ = add(tr("Copy co&mmand"), tr("The command line that trains this run once more"),
                &RunActions::copyCommand);
    menu_->addSeparator();
    delete_ = add(tr("&Delete…"), tr("Move these runs to the system's trash"), &RunActions::askToDelete);
    connect(menu_, &QMenu::aboutToShow, this, &RunActions::showState);
    view_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(view_, &QWidget::customContextMenuRequested, this,
            [this](const QPoint& at) { menu_->popup(view_->viewport()->mapToGlobal(at)); });
}

std::vector<size_t> RunActions::selectedRows() const {
    std::vector<size_t> rows;
    for (const QModelIndex& index : view_->selectionModel()->selectedRows())
        rows.push_back(size_t(filter_->mapToSource(index).row()));
    std::ranges::sort(rows);
    return rows;
}

const RunRow* RunActions::current() const {
    const std::vector<size_t> rows = selectedRows();
    return rows.size() == 1 ? &model_->table().rows[rows.front()] : nullptr;
}

const RunRow* RunActions::other() const {
    const QFileInfo shown(shownFolder_ ? shownFolder_() : QString());
    const RunRow* found = nullptr;
    for (const size_t index : selectedRows()) {
        const RunRow& row = model_->table().rows[index];
        if (QFileInfo(QString::fromStdString(row.path)) == shown) continue;
        if (found || !hasOwnFolder(row)) return nullptr;
        found = &row;
    }
    return found;
}

void RunActions::showState() {
    const std::vector<size_t> rows = selectedRows();
    const RunRow* one = current();
    const bool there = one && hasOwnFolder(*one);
    for (QAction* action : {open_, rename_, note_}) action->setEnabled(there);
    const bool isComparable = other() != nullptr;
    compare_->setEnabled(isComparable);
    compare_->setToolTip(isComparable ? tr("Show it beside the run that is open")
                                      : tr("Select one run: it is shown beside the one that is open"));
    copy_->setEnabled(there && one->config);
    const auto any = [&](const auto& test) {
        return std::ranges::any_of(rows, [&](size_t row) { return test(model_->table().rows[row]); });
    };
    star_->setEnabled(any(hasOwnFolder));
    delete_->setEnabled(
        any([](const RunRow& row) { return hasOwnFolder(row) && row.state != RunStatus::Running; }));
}

void RunActions::toggleStar(const std::vector<size_t>& rows) {
    const bool all = std::ranges::all_of(rows, [this](size_t row) {
        const RunRow& run = model_->table().rows[row];
        return run.notes.star || !hasOwnFolder(run);
    });
    for (const size_t row : rows)
        if (hasOwnFolder(model_->table().rows[row]))
            model_->setData(model_->index(int(row), RunListModel::starColumn), !all, Qt::EditRole);
}

void RunActions::edit(int column) {
    const std::vector<size_t> rows = selectedRows();
    if (rows.size() != 1) return;
    const QModelIndex index = filter_->mapFromSource(model_->index(int(rows.front()), column));
    view_->scrollTo(index);
    view_->edit(index);
}

void RunActions::copyCommand() {
    const RunRow* row = current();
    if (!row) return;
    try {
        const RunFolder folder = RunFolder::open(row->path);
        const std::string command =
            shellWord(QCoreApplication::applicationFilePath().toStdString()) + " " + repeatingCommand(folder);
        QGuiApplication::clipboard()->setText(QString::fromStdString(command));
        QString said = copiedText(QString::fromStdString(command));
        if (folder.provenance().size() > 1)
            said += tr(" (The run was resumed: by other threads or instructions its bits would differ.)");
        if (!folder.changes().empty())
            said +=
                tr(" (Settings were changed under way, and the command has the last ones: see "
                   "changed_settings in its run.json.)");
        Q_EMIT notice(said);
    } catch (const Error& problem) {
        Q_EMIT notice(QString::fromStdString(problem.what()), true);
    }
}

void RunActions::askToDelete() {
    std::vector<std::string> paths;
    QStringList names;
    for (const size_t row : selectedRows()) {
        const RunRow& run = model_->table().rows[row];
        if (!hasOwnFolder(run) || run.state == RunStatus::Running) continue;
        paths.push_back(run.path);
        if (names.size() < mostNamed) names << nameOfRun(QString::fromStdString(run.path));
    }
    if (paths.empty()) return;
    const auto count = int(paths.size());
    if (count > mostNamed) names << tr("… and %1 more").arg(count - mostNamed);
    auto* box = new QMessageBox(
        QMessageBox::Question, tr("Delete runs"),
        count == 1 ? tr("Move this run to the trash?") : tr("Move these %1 runs to the trash?").arg(count),
        QMessageBox::NoButton, view_);
    box->setAttribute(Qt::WA_DeleteOnClose);
    const bool isShown = std::ranges::any_of(
        paths, [shown = QFileInfo(shownFolder_ ? shownFolder_() : QString())](const std::string& path) {
            return QFileInfo(QString::fromStdString(path)) == shown;
        });
    const bool isOfSweep = std::ranges::any_of(paths, [](const std::string& path) {
        return isSweepFolder(QFileInfo(QString::fromStdString(path)).path().toStdString());
    });
    box->setInformativeText(
        names.join(QLatin1Char('\n')) + QLatin1Char('\n') +
        (isShown ? tr("The run that is shown stays in the window.") + QLatin1Char('\n') : QString()) +
        (isOfSweep ? tr("A run of a sweep will wait to be trained again.") : QString()));
    QPushButton* yes = box->addButton(tr("&Move to the trash"), QMessageBox::DestructiveRole);
    box->setDefaultButton(box->addButton(tr("Cancel"), QMessageBox::RejectRole));
    connect(box, &QMessageBox::finished, this, [this, box, yes, paths] {
        if (box->clickedButton() == yes) moveToTrash(paths);
    });
    box->open();
}

void RunActions::moveToTrash(const std::vector<std::string>& paths) {
    int moved = 0;
    QString kept;
    // Without this folder Qt 6.4 takes the one that the program was started in for the trash.
    QDir().mkpath(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation));
    for (const std::string& path : paths) {
        if (isLocked(path))
            kept = tr("%1 is being trained, and stays.").arg(QString::fromStdString(path));
        else if (QFile::moveToTrash(QString::fromStdString(path)))
            ++moved;
        else
            kept = tr("%1 could not be moved to the trash: the disk that it is on may have none, or the "
                      "folder may not be written. It stays as it is.")
                       .arg(QString::fromStdString(path));
    }
    const QString done =
        moved == 1 ? tr("1 run is in the trash.") : tr("%1 runs are in the trash.").arg(moved);
    Q_EMIT notice(kept.isEmpty() ? done : moved > 0 ? done + QLatin1Char(' ') + kept : kept, !kept.isEmpty());
    if (moved > 0) Q_EMIT filesChanged();
}

}  // namespace attx
