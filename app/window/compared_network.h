// The network that is compared: opens it, answers the questions about it, and reads its snapshots.
#pragma once
#include <QObject>

#include "app/runs/run_store.h"
#include "app/threads/background.h"
#include "app/threads/query_worker.h"
#include "app/window/snapshot_reader.h"
#include "ui/window/main_window.h"

namespace attx {

class ComparedNetwork : public QObject {
    Q_OBJECT
public:
    /// Both outlive it.
    ComparedNetwork(const RunModel& first, MainWindow& window);
    /// A run folder or a checkpoint file.
    void open(const QString& given);

private:
    void show(const QString& path, const OpenedRun& run);

    const RunModel& first_;
    MainWindow& window_;
    QString folder_;      ///< Folder of the compared run; empty: a checkpoint, or none
    quint64 newest_ = 0;  ///< tag of the last that was asked for
    // Threads last, so that they end before what they report to.
    QueryWorker answers_;
    SnapshotReader snapshots_;
    Background reader_;
};

/// A checkpoint of another program may leave things open: `show` follows at once, or once the person has
/// answered; `otherwise` if they do not.
void askAboutCheckpoint(const QString& path, const OpenedRun& run, QWidget* window,
                        const std::function<void(const RunConfig& config)>& show,
                        const std::function<void()>& otherwise = {});

}  // namespace attx
