// How much memory a run takes on its graphics device, before it is started.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "model/config/config.h"
#include "model/data/dataset.h"

namespace attx {

/// Bytes of the network's arena and buffers and of the tables on graphics device `number`. `data`: that is
/// made already, otherwise what `config` says of it. Throws Error::Kind::Input for what the device's limits
/// do not allow.
[[nodiscard]] int64_t deviceMemoryBytes(const RunConfig& config, int number, const DataSet* data);

/// Throws Error::Kind::Input, with the largest sizes that would fit, for a run on a graphics device that has
/// less memory left. `auto` is never refused: it takes the processor then.
void requireFitsDevice(const RunConfig& config, const DataSet* data);

/// Nothing if the run fits into `limit`, otherwise a sentence. `bytesOf` may throw for what can never fit.
[[nodiscard]] std::optional<std::string> deviceMemoryProblem(
    const RunConfig& config, const std::function<int64_t(const RunConfig&)>& bytesOf, int64_t limit);

}  // namespace attx
