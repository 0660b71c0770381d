#include "app/window/compared_network.h"

#include <QDir>
#include <QFileInfo>

#include "model/files/error.h"
#include "ui/figures/runs/run_axis.h"
#include "ui/form/checkpoint_dialog.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/state/comparison.h"

namespace attx {

ComparedNetwork::ComparedNetwork(const RunModel& first, MainWindow& window)
    : first_(first), window_(window), answers_(window.comparison().study()) {
    Comparison* comparison = &window_.comparison();
    connect(&window_, &MainWindow::openBesideRequested, this, &ComparedNetwork::open);
    connect(&comparison->study(), &StudyBase::failed, this, [this, comparison](const QString& message) {
        window_.showNotice(tr("%1: %2").arg(comparison->name(), message), true);
    });
    connect(comparison, &Comparison::snapshotRequested, this, [this, comparison](const Snapshot& snapshot) {
        if (comparison->second()) snapshots_.read(*comparison->second(), folder_, snapshot);
    });
    connect(&snapshots_, &SnapshotReader::failed, &window_,
            [this](const QString& message) { window_.showNotice(message, true); });
}

void ComparedNetwork::open(const QString& given) {
    const QString path = QDir::cleanPath(given);
    const quint64 tag = ++newest_;
    reader_.run(
        this,
        [path] {
            OpenedRun run = openRun(path.toStdString());
            requireValid(run.config.network);
            return run;
        },
        [this, tag, path](const Outcome<OpenedRun>& outcome) {
            if (tag != newest_) return;
            if (!outcome.error.empty())
                return window_.showNotice(QString::fromStdString(outcome.error), true);
            askAboutCheckpoint(path, outcome.value, &window_,
                               [this, path, run = outcome.value](const RunConfig& config) {
                                   OpenedRun answered = run;
                                   try {
                                       answer(answered, config);
                                   } catch (const Error& problem) {
                                       return window_.showNotice(QString::fromUtf8(problem.what()), true);
                                   }
                                   show(path, answered);
                               });
        });
}

void ComparedNetwork::show(const QString& path, const OpenedRun& run) {
    const QString name = nameOfRun(path);
    if (run.config.data.task != first_.config().data.task) {
        window_.showNotice(tr("%1 is a network for another task; it has no answer to what is shown. Open it "
                              "alone, or first a run of its own task.")
                               .arg(name),
                           true);
        return;
    }
    folder_ = QFileInfo(path).isDir() ? path : QString();
    window_.hideNotice();
    window_.comparison().open({name, run.config, run.parameters, run.names, run.snapshots, run.metrics});
    if (window_.pages().current().id() == RunsPage::pageId)  // what is compared there is to be looked at
        window_.pages().show(QStringLiteral("attention"));
    if (!run.note.empty()) window_.showNotice(QString::fromStdString(run.note), true);
}

void askAboutCheckpoint(const QString& path, const OpenedRun& run, QWidget* window,
                        const std::function<void(const RunConfig& config)>& show,
                        const std::function<void()>& otherwise) {
    if (run.uncertain.empty()) return show(run.config);
    auto* dialog = new CheckpointDialog(QFileInfo(path).fileName(), run.config, run.uncertain, window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QDialog::accepted, dialog, [dialog, show] { show(dialog->config()); });
    if (otherwise) QObject::connect(dialog, &QDialog::rejected, dialog, otherwise);
    dialog->open();
}

}  // namespace attx
