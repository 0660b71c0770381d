// Trains a sweep's runs: a `train` process each, several at a time. Nothing but the run folders says what is
// done: any number of these may work on one sweep, on several computers that share a disk, and end at any
// moment.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "model/sweeps/run_row.h"

namespace attx {

struct SweepTask {
    std::string folder;                      ///< Folder of the sweep
    std::string program = "/proc/self/exe";  ///< this one, also after an update has replaced its file
    int cores = 1;                           ///< Cores that may be used
    int jobs = 1;                            ///< runs at a time, each with cores / jobs threads
    std::string instructionSet = {};         ///< Instruction set as --isa names it; empty: the best there is
    int part = 0, parts = 1;                 ///< every `parts`-th run, from number `part` on
};

struct SweepNews {
    enum class Kind {
        Begun,
        Resumed,
        Waits,      ///< another process trains it; it comes later, if it is still needed
        Elsewhere,  ///< another process has finished it meanwhile
        Finished,
        Failed,
        Stopped,
        Other,  ///< it was trained with other settings than the sweep says, and is left as it is
        Time    ///< the beginning, and each second without other news; no run
    };
    Kind kind = Kind::Time;
    const SweepRun* run = nullptr;
    RunRow row;                         ///< Finished: what came of it. Failed, Other: why
    size_t finished = 0, training = 0;  ///< runs of the part, by now
};

struct SweepOutcome {
    size_t runs = 0;                                              ///< All runs of the part
    size_t before = 0;                                            ///< finished before this began
    size_t trained = 0;                                           ///< finished by it
    size_t elsewhere = 0;                                         ///< finished by others meanwhile
    std::vector<std::pair<const SweepRun*, std::string>> failed;  ///< Failed runs and their errors
    std::vector<std::pair<const SweepRun*, std::string>> other;   ///< Runs of other settings, and which
    bool interrupted = false;  ///< A signal ended it; what was under way can be resumed

    [[nodiscard]] size_t finished() const { return before + trained + elsewhere; }
    [[nodiscard]] bool complete() const { return finished() == runs; }
};

/// Finished runs are skipped, interrupted ones resumed, failed ones tried again, once; those whose folder
/// holds a run with other settings than the sweep says are named, and neither counted nor touched. SIGINT and
/// SIGTERM stop cleanly; one that comes more than a second after the first ends the trainings at
/// once. Throws Error::Kind::Work if no process can
/// be started, Error::Kind::Input for a part that is not there. One thread, that of main.
[[nodiscard]] SweepOutcome runSweep(const Sweep& sweep, const SweepTask& task,
                                    const std::function<void(const SweepNews&)>& tell);

/// What begins `run` with --out, into SWEEP/NAME. `threads` 0: as its configuration says.
[[nodiscard]] std::vector<std::string> trainWords(const Sweep& sweep, const SweepRun& run,
                                                  const std::string& sweepFolder, int threads);

}  // namespace attx
