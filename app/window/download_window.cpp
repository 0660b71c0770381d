#include "app/window/download_window.h"

#include "app/sources/download.h"
#include "ui/form/download_dialog.h"

namespace attx {

DownloadDialog* openDownload(const DownloadSource& source, QWidget* window,
                             std::function<void(const QString& path)> then) {
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
                         download->start(downloadJob(source, QUrl(QLatin1String(source.url)), file));
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
    QObject::connect(download, &Download::unpacking, dialog, &DownloadDialog::showUnpacking);
    QObject::connect(download, &Download::finished, dialog,
                     [dialog, then = std::move(then)](const QString& path) {
                         then(path);
                         dialog->accept();
                     });
    dialog->show();
    return dialog;
}

}  // namespace attx
