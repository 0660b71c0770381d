// Data that are fetched or made for a command, with the progress on its output.
#pragma once
#include <QString>
#include <QUrl>
#include <optional>
#include <string>

#include "app/options/output.h"
#include "app/runs/run_store.h"
#include "model/data/dataset.h"
#include "model/data/download_source.h"

namespace attx {

/// makeFeatures with its progress on `output`; a signal ends it (false).
[[nodiscard]] bool makeFeaturesShown(const std::string& images, const std::string& extractor,
                                     const std::string& folder, Output& output);
/// Fetches `source` from `url` to `file`, and unpacks it where the source says so, with the progress on
/// `output`. Gives the path to use; nothing after a signal, what was fetched is kept. Needs Qt's application
/// object. Throws Error::Kind::Work.
[[nodiscard]] std::optional<QString> downloadShown(const DownloadSource& source, const QUrl& url,
                                                   const QString& file, Output& output);
/// makeData, with what it throws, and its note said; before it, for sets whose images have no features yet,
/// makes these by data.extractor. Throws Error::Kind::Work if a signal ended that.
[[nodiscard]] DataSet makeDataShown(const DataConfig& config, const DataNames& known, Output& output);
/// The fingerprint of data as run.json keeps it, and what was recognised in a table, by the names of the
/// keys.
[[nodiscard]] Json aboutData(const DataSet& data);
/// The data of an opened run or checkpoint; a warning where they are not those that the run has learned from.
[[nodiscard]] DataSet dataOfRunShown(const OpenedRun& run, Output& output);

}  // namespace attx
