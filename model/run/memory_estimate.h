// How much memory a run will take at its worst, before it is started: the form, the command line and code
// that refuses a run ask here.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "model/config/config.h"
#include "model/data/dataset.h"

namespace attx {

/// Resident memory of the whole process, in bytes: what `/usr/bin/time -f %M` shows of `train`. Measured
/// within 20 % (tests/RELIABILITY.md).
struct MemoryEstimate {
    int64_t held = 0;     ///< Held by the process before the run: the program, and data that are made already
    int64_t data = 0;     ///< tables still to be made, orders of an epoch, what is kept of each step
    int64_t network = 0;  ///< Backend::memoryBytes: parameters, gradients, moments, working memory
    /// The most that is held beside these at one time: initial and best parameters, those of the last step
    /// during the test, the network behind a picture for TensorBoard. Saving needs nothing of its own.
    int64_t beside = 0;

    [[nodiscard]] int64_t total() const { return held + data + network + beside; }
};

/// What is known beyond the configuration.
struct MemoryBasis {
    int64_t held = 0;               ///< see MemoryEstimate
    const DataSet* data = nullptr;  ///< Data that are made already, a part of `held`; null: none
    bool resumed = false;           ///< a state is held that was read from disk
    bool window = false;            ///< Whether a window shows the network while it trains
};

/// Of a run on the processor, where a graphics device falls back to. `config` has no problems. Images and
/// texts of files count only once they are read.
[[nodiscard]] MemoryEstimate estimateMemory(const RunConfig& config, const MemoryBasis& basis);

/// What this process can grow to, as MemoryEstimate::total() counts: what it holds, and what is available
/// beside it. Nothing where the system does not tell.
[[nodiscard]] std::optional<int64_t> memoryLimit();

/// Nothing if the run fits into `limit`; otherwise a sentence that says what it needs, what there is, and the
/// largest values with which it would fit, each key changed by itself.
[[nodiscard]] std::optional<std::string> memoryProblem(const RunConfig& config, const MemoryBasis& basis,
                                                       std::optional<int64_t> limit = memoryLimit());

/// memoryProblem() with the readings of the system, if the run still does not fit after the wait of
/// availableMemoryFor(): a neighbour's peak is no problem.
[[nodiscard]] std::optional<std::string> lastingMemoryProblem(const RunConfig& config,
                                                              const MemoryBasis& basis);
/// Throws that as Error::Kind::Input.
void requireFits(const RunConfig& config, const MemoryBasis& basis);

/// Whether a picture of that much attention is drawn for TensorBoard: larger ones would cost memory that
/// no one requested.
[[nodiscard]] bool fitsPicture(int layers, int heads, int length);

}  // namespace attx
