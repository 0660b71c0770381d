#include "app/window/snapshot_reader.h"

#include <QPointer>

#include "model/files/error.h"
#include "model/run/checkpoint.h"

namespace attx {

void SnapshotReader::read(Shown& shown, const QString& folder, const Snapshot& snapshot) {
    using Parameters = Shown::Parameters;
    const quint64 tag = ++newest_;
    const std::string path = snapshotPath(folder.toStdString(), snapshot);
    background_.run(
        this,
        [this, tag, path, network = shown.config().network] {
            if (tag != newest_) return Parameters();  // the slider moves faster than files are read
            Checkpoint checkpoint = openCheckpoint(path);
            if (checkpoint.config.network != network)
                throw inputError(path + ": the snapshot is of another network than the run.");
            return Parameters(std::make_shared<const std::vector<float>>(std::move(checkpoint.parameters)));
        },
        [this, tag, snapshot, to = QPointer<Shown>(&shown)](const Outcome<Parameters>& outcome) {
            if (tag != newest_ || !to) return;
            if (outcome.value) {
                to->setSnapshotParameters(snapshot, outcome.value);
            } else if (!outcome.error.empty() && to->snapshot() == snapshot) {
                Q_EMIT failed(QString::fromStdString(outcome.error));
                to->failSnapshot(snapshot);
            }
        });
}

}  // namespace attx
