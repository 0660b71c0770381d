#include "model/run/memory_estimate.h"

#include <algorithm>
#include <thread>

#include "model/files/error.h"
#include "model/files/memory.h"
#include "model/native/native_session.h"
#include "model/network/program.h"
#include "model/network/schedule.h"
#include "model/run/fitting_sizes.h"

namespace attx {
namespace {

// Pages of the program that a run touches first, and what the allocator keeps: measured with the smallest
// networks.
constexpr int64_t programBytes = 6'000'000;
// A step in RunMetrics, its line of metrics.csv and its records for TensorBoard until they are written.
constexpr int64_t stepBytes = 300;
constexpr int64_t mostPicturePixels = 4'000'000;
constexpr int64_t pixelBytes = 4;

/// The network that looks at one sequence with a copy of the parameters, the attention that it gives, and a
/// snapshot that waits meanwhile for the next save.
int64_t pictureBytes(const RunConfig& config, const Program& program) {
    int64_t weights = 0;
    for (const TensorId map : program.attention) weights += program.tensors[map].size();
    const NetworkConfig& network = config.network;
    if (!fitsPicture(network.numLayers, network.numHeads, program.length)) return 0;
    return NativeBackend().memoryBytes(program, {.threads = 1, .keepTensors = true, .train = false}) +
           (program.parameterCount() + weights) * int64_t{sizeof(float)} + weights * pixelBytes;
}

}  // namespace

bool fitsPicture(int layers, int heads, int length) {
    return int64_t{layers} * heads * length * length <= mostPicturePixels;
}

MemoryEstimate estimateMemory(const RunConfig& config, const MemoryBasis& basis) {
    const Program program = buildProgram(config.network, config.data.positions());
    const int64_t parameters = program.parameterCount() * int64_t{sizeof(float)};
    const int64_t rows = basis.data ? basis.data->train.samples() : config.data.trainSize;
    const int64_t steps = plannedSteps(config, rows);

    MemoryEstimate estimate;
    estimate.held = basis.held;
    // An epoch's order is there twice while the next one is drawn.
    estimate.data = (basis.data ? 0 : dataSetBytes(config.data)) + programBytes + steps * stepBytes +
                    2 * rows * program.rowsPerSequence() * int64_t{sizeof(int32_t)};
    estimate.network = NativeBackend().memoryBytes(
        program,
        {.batch = batchOf(config.training, rows), .training = config.training, .threads = config.threads});
    // A window shows a copy, has another under way, and looks inside with a session that knows gradients.
    constexpr int64_t inWindow = 5;
    constexpr int64_t perState = 4;  // parameters, best ones, two moments
    const int64_t atStart = parameters * (basis.resumed ? 1 + perState : 1);
    const int64_t afterEpoch = parameters + std::max(parameters, pictureBytes(config, program));
    estimate.beside = std::max(atStart, afterEpoch) + (basis.window ? inWindow * parameters : 0);
    return estimate;
}

std::optional<int64_t> memoryLimit() {
    const std::optional<int64_t> available = availableMemory();
    if (!available) return std::nullopt;
    return *available + residentMemory().now;
}

std::optional<std::string> lastingMemoryProblem(const RunConfig& config, const MemoryBasis& basis) {
    const int64_t held = residentMemory().now;
    const auto available = availableMemoryFor(estimateMemory(config, basis).total() - held);
    if (!available) return std::nullopt;
    const auto problem = memoryProblem(config, basis, *available + held);
    if (!problem) return std::nullopt;
    return *problem + " (The system says: " + memoryReadings() + ".)";
}

void requireFits(const RunConfig& config, const MemoryBasis& basis) {
    if (const auto problem = lastingMemoryProblem(config, basis)) throw inputError(*problem);
}

std::optional<std::string> memoryProblem(const RunConfig& config, const MemoryBasis& basis,
                                         std::optional<int64_t> limit) {
    const auto bytesOf = [&](const RunConfig& c) { return estimateMemory(c, basis).total(); };
    const int64_t bytes = bytesOf(config);
    if (!limit || bytes <= *limit) return std::nullopt;
    RunConfig largest = config;
    if (largest.threads == 0) largest.threads = int(std::thread::hardware_concurrency());
    return "The run needs about " + memoryText(bytes) + " of memory, and " + memoryText(*limit) +
           " are available to this program. " +
           sizesThatFit(largest, [&](const RunConfig& c) { return bytesOf(c) <= *limit; });
}

}  // namespace attx
