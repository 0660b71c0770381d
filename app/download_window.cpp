#include "app/download_window.h"

#include "app/download.h"
#include "ui/download_dialog.h"

namespace attx {

DownloadDialog* openDownload(const DownloadSource& source, QWidget* window,
                             std::function<void(const QString& file)> then) {
    if (auto* open = window->findChild<DownloadDialog*>(QLatin1String(source.name))) {
        open->raise();
        open->activateWindow();
        return open;
    }
    auto* dialog = new DownloadDialog(source, downloadFolder(), window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    auto* download = new Download(dialog);  // ends with it
    QObject::connect(dialog, &DownloadDialog::startRequested, download,
                     [download, &source](const QString& file) {
                         DownloadJob job;
                         job.url = QUrl(QLatin1String(source.url));
                         job.file = file;
                         job.sha256 = source.sha256;
                         job.bytes = source.bytes;
                         download->start(job);
                     });
    QObject::connect(dialog, &DownloadDialog::cancelRequested, download, &Download::cancel);
    QObject::connect(download, &Download::progressed, dialog, [dialog](const DownloadProgress& progress) {
        dialog->showProgress(progress.done, progress.total, progress.secondsLeft);
    });
    QObject::connect(download, &Download::cancelled, dialog, [dialog] {
        dialog->end(DownloadDialog::tr("Cancelled; what was fetched is kept."), false);
    });
    QObject::connect(download, &Download::failed, dialog,
                     [dialog](const QString& message) { dialog->end(message, true); });
    QObject::connect(download, &Download::finished, dialog, [dialog, then = std::move(then)] {
        then(dialog->file());
        dialog->accept();
    });
    dialog->show();
    return dialog;
}

}  // namespace attx
