// What is undone and redone, and the configuration in the form.
#include <QMenuBar>

#include "ui/form/config_form.h"
#include "ui/window/help_panel.h"
#include "ui/window/lesson_panel.h"
#include "ui/window/main_window.h"
#include "ui/window/menu_entry.h"
#include "ui/window/status_line.h"
#include "ui/window/undo_history.h"

namespace attx {

void MainWindow::makeHistory() {
    history_ = new UndoHistory(
        model_, [this](const QString& id) { return pages_->offeredTitle(id); }, this);
    connect(this, &MainWindow::configEdited, history_, &UndoHistory::formEdited);
    connect(history_, &UndoHistory::formWanted, this, &MainWindow::changeConfig);
    connect(history_, &UndoHistory::pageWanted, this, [this](const QString& id) { pages_->show(id); });
}

/// A field that is typed in keeps these keys for its text.
void MainWindow::makeEditMenu() {
    QMenu* menu = addSubmenu(menuBar(), tr("&Edit"));
    const auto add = [this, menu](const QString& tip, const QString& done, const QString& keys,
                                  QString (UndoHistory::*textOf)() const, void (UndoHistory::*act)()) {
        return addEntry(
            menu, {}, tip, this,
            [this, done, textOf, act] {
                const QString text = (history_->*textOf)();
                (history_->*act)();
                status_->showBriefly(done.arg(text));
            },
            QKeySequence(keys));
    };
    QAction* undo =
        add(tr("Take back what was last done to heads, tokens, sample, settings or page"), tr("Undone: %1"),
            QStringLiteral("Ctrl+Z"), &UndoHistory::undoText, &UndoHistory::undo);
    QAction* redo = add(tr("Do again what was taken back"), tr("Redone: %1"), QStringLiteral("Ctrl+Shift+Z"),
                        &UndoHistory::redoText, &UndoHistory::redo);
    redo->setShortcuts({redo->shortcut(), QKeySequence(QStringLiteral("Ctrl+Y"))});
    const auto show = [this, undo, redo] {
        const QString undoText = entryName(history_->undoText()), redoText = entryName(history_->redoText());
        undo->setText(undoText.isEmpty() ? tr("&Undo") : tr("&Undo: %1").arg(undoText));
        redo->setText(redoText.isEmpty() ? tr("&Redo") : tr("&Redo: %1").arg(redoText));
        undo->setEnabled(history_->canUndo());
        redo->setEnabled(history_->canRedo());
    };
    connect(history_, &UndoHistory::changed, undo, show);
    connect(pages_, &PageStack::turned, history_, [this](const QString& id, bool byPerson) {
        if (!rebuilding_) history_->pageTurned(id, byPerson);
    });
    show();
}

void MainWindow::showConfig(const RunConfig& config) {
    putConfig(config);
    if (!rebuilding_) history_->formShown(form_->config());
}

void MainWindow::changeConfig(const RunConfig& config) {
    putConfig(config);
    Q_EMIT configEdited(config);
}

void MainWindow::putConfig(const RunConfig& config) {
    form_->setConfig(config);
    help_->lesson().setForm(form_->config());
    showSchedule(config);
    showDifference();
}

}  // namespace attx
