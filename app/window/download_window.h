// A download as a person asks for it in the window.
#pragma once
#include <QString>
#include <functional>

#include "model/data/download_source.h"

class QWidget;

namespace attx {

class DownloadDialog;

/// Shows the dialog of `source` over `window`, or the one that is open already; nothing is fetched before its
/// button is pressed. Calls then(path) once the file, or the folder that it is unpacked to, is there and
/// right, and closes. Closing it earlier ends the download; what was fetched is kept. `source` must outlive
/// the dialog.
DownloadDialog* openDownload(const DownloadSource& source, QWidget* window,
                             std::function<void(const QString& path)> then);

}  // namespace attx
