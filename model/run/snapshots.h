// The snapshots of a run: the parameters before the first step, after each epoch (of very many after every so
// many) and at training.snapshots steps or every training.snapshot_every steps, each a checkpoint of its own
// in RUN/snapshots. Attention is not stored: the Inspector makes it again from the parameters, for any input,
// in less time than a file is read.
#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "model/config/config.h"

namespace attx {

struct Snapshot {
    int64_t step = 0;    ///< steps done; 0: before training
    int epoch = 0;       ///< the epoch that the step belongs to, from 1; 0 before training
    uint64_t bytes = 0;  ///< Size of its file
    bool operator==(const Snapshot&) const = default;
};

/// More than a slider has places for.
inline constexpr size_t mostSnapshots = 500;

/// What a run folder holds, by rising step. Only names and sizes are read. Empty if there are none.
[[nodiscard]] std::vector<Snapshot> listSnapshots(const std::string& runFolder);
/// A checkpoint file: openCheckpoint reads it.
[[nodiscard]] std::string snapshotPath(const std::string& runFolder, const Snapshot& snapshot);
/// Whether `file`, a path in a run's folder, is one that the program gives to a snapshot.
[[nodiscard]] bool isSnapshotFile(const std::string& file);
/// requireNoLink of the folder of a run's snapshots and of all that is in it.
void requireOwnSnapshots(const std::string& runFolder);
/// Removes every snapshot of a run, and their folder if nothing else is in it; of a folder that is a link the
/// link alone.
void removeSnapshots(const std::string& runFolder);

/// Which one to give up so that the others stay spread evenly: the one between whose neighbours the fewest
/// steps lie, the earliest of several. Never the first or the last. `steps` rise; there are at least 3.
[[nodiscard]] size_t mostCrowded(std::span<const int64_t> steps);

/// Fills a run folder with snapshots, within a budget. One thread at a time.
class SnapshotWriter {
public:
    /// Goes on from what the folder holds up to `step`; what lies behind it belongs to a run that was cut off
    /// and goes with the next write(). `budget`: bytes of all files; 0 keeps none. At most `most` are kept;
    /// the first and the last always are.
    SnapshotWriter(std::string runFolder, int64_t step, uint64_t budget, size_t most = mostSnapshots);

    /// Keeps this moment, and thins out the others if they are too many by now. In memory till write(). A
    /// snapshot that is kept already is left as it is.
    void add(const RunConfig& config, std::span<const float> parameters, int64_t step, int epoch);
    /// Brings the folder up to date, each file beside its place and then renamed, the new ones first. Throws
    /// Error::Kind::Work if that fails; the next call tries again. True if anything was to do.
    bool write();
    /// add() and write() in one; the parameters are copied only if they cannot be written.
    bool write(const RunConfig& config, std::span<const float> parameters, int64_t step, int epoch);

    /// The run's folder has another path from now on.
    void moveTo(const std::string& runFolder) { folder_ = runFolder; }
    /// What the disk holds, by rising step.
    [[nodiscard]] const std::vector<Snapshot>& stored() const { return stored_; }

private:
    [[nodiscard]] bool wants(int64_t step) const;
    void thinOut();
    void makeFolder() const;

    std::string folder_;  ///< Folder of the run
    const uint64_t budget_;
    const size_t most_;
    std::vector<Snapshot> kept_;              ///< whether written already or not
    std::vector<Snapshot> stored_;            ///< Snapshots on disk
    std::map<int64_t, std::string> waiting_;  ///< files by step: kept, but not written yet
};

}  // namespace attx
