// The part of the page Runs that plans and follows sweeps.
#include <algorithm>

#include "ui/form/run_estimate.h"
#include "ui/pages/runs/runs_page.h"

namespace attx {
namespace {

/// Floating-point operations a second that the newest runs have reached (the median); 0: none is finished.
double speedOf(const RunTable& table) {
    constexpr size_t asked = 20;
    std::vector<double> speeds;
    for (auto row = table.rows.rbegin(); row != table.rows.rend() && speeds.size() < asked; ++row)
        if (row->state == RunStatus::Finished && row->config && row->result && row->result->msPerStep > 0)
            speeds.push_back(estimateRun(*row->config, 1).flopsPerStep * 1e3 / row->result->msPerStep);
    if (speeds.empty()) return 0;
    std::nth_element(speeds.begin(), speeds.begin() + std::ssize(speeds) / 2, speeds.end());
    return speeds[speeds.size() / 2];
}

}  // namespace

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
    if (const double shown = speedOf(model_->table()); shown > 0)
        dialog->setSpeed(shown, 0, tr("at the pace of the runs shown"));
    else if (choice_.trialSpeed > 0)
        dialog->setSpeed(choice_.trialSpeed, base.threads > 0 ? base.threads : cores(), tr("by a trial"));
    connect(dialog, &SweepDialog::planned, this, [this](const QString& folder, int jobs) {
        showFolder(folder);
        if (jobs > 0) Q_EMIT sweepRequested(folder, jobs);
    });
    connect(dialog, &SweepDialog::notice, this, &Page::notice);
    dialog->show();
    return dialog;
}

}  // namespace attx
