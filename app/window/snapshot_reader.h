// Reads the parameters of a snapshot that a person looks back at, in the background.
#pragma once
#include <QObject>
#include <atomic>

#include "app/threads/background.h"
#include "ui/state/shown.h"

namespace attx {

class SnapshotReader : public QObject {
    Q_OBJECT
public:
    /// Of the run in `folder`, for the network shown; what was asked for before is dropped.
    void read(Shown& shown, const QString& folder, const Snapshot& snapshot);

Q_SIGNALS:
    void failed(const QString& message);  ///< the network shown is back at now

private:
    std::atomic<quint64> newest_{0};  ///< tag of the last question
    Background background_;           ///< Its own: snapshots do not wait for data to be made
};

}  // namespace attx
