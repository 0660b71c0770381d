// The part of the page Runs that plans and follows sweeps.
#include <QThread>

#include "ui/pages/runs/runs_page.h"
#include "ui/pages/runs/runs_read.h"

namespace attx {

void RunsPage::showForm(const RunConfig& config, const std::optional<SplitRows>& rows) {
    form_ = config;
    rows_ = rows;
    if (auto* open = findChild<SweepDialog*>()) open->setRows(config.data, rows);
}

void RunsPage::showSweep(const QString& progress) {
    choice_.sweepProgress = progress;
    sayState();
    if (isVisible()) read();
}

SweepDialog* RunsPage::newSweep() {
    if (auto* open = findChild<SweepDialog*>()) {
        open->raise();
        open->activateWindow();
        return open;
    }
    return openSweep(form_);
}

SweepDialog* RunsPage::openSweep(const RunConfig& base) {
    auto* dialog =
        new SweepDialog(base, choice_.usualFolder.isEmpty() ? choice_.folder : choice_.usualFolder, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setRows(form_.data, rows_);
    if (const double shown = speedOf(model_->table()); shown > 0)
        dialog->setSpeed(shown, 0, tr("at the pace of the runs shown"));
    else if (choice_.trialSpeed > 0)
        dialog->setSpeed(choice_.trialSpeed, base.threads > 0 ? base.threads : QThread::idealThreadCount(),
                         tr("by a trial"));
    connect(dialog, &SweepDialog::planned, this, [this](const QString& folder, int jobs) {
        showFolder(folder);
        if (jobs > 0) Q_EMIT sweepRequested(folder, jobs);
    });
    connect(dialog, &SweepDialog::notice, this, [this](const QString& text) { Q_EMIT notice(text); });
    dialog->show();
    return dialog;
}

}  // namespace attx
