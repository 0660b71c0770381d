#include "ui/form/run_estimate.h"

#include <algorithm>
#include <string_view>
#include <thread>

#include "model/config/task.h"
#include "model/files/memory.h"
#include "model/native/instruction_set.h"
#include "model/network/program.h"
#include "model/network/program_analysis.h"
#include "model/network/schedule.h"

namespace attx {
namespace {

// GFLOP/s a core on the small products of these networks, not the peak of the processor.
double gigaflopsPerCore(std::string_view kernels) {
    if (kernels == "avx512") return 60;
    if (kernels == "avx2") return 30;
    return 8;
}

}  // namespace

RunConfig withRows(RunConfig config, const SplitRows& rows) {
    config.data.trainSize = int(rows.train);
    config.data.validationSize = int(rows.validation);
    config.data.testSize = int(rows.test);
    return config;
}

bool hasRowsOfFiles(const DataConfig& data) { return isSequences(data) ? isPairs(data) : !data.path.empty(); }

RunTime estimateTime(const RunConfig& config, double flopsPerSecond) {
    const Program program = buildProgram(config.network, config.data.positions());
    RunTime estimate;
    estimate.parameters = program.parameterCount();
    estimate.steps = plannedSteps(config);
    estimate.flopsPerStep = 3 * flopsPerSequence(program) *  // backward: twice
                            batchOf(config.training, config.data.trainSize);
    estimate.time =
        std::chrono::duration<double>(workInSteps(config, splitRows(config.data), estimate.steps) *
                                      estimate.flopsPerStep / std::max(flopsPerSecond, 1.0));
    return estimate;
}

int64_t estimateBytes(const RunConfig& config) { return estimateMemory(config, windowMemory()).total(); }

MemoryBasis windowMemory() {
    static const int64_t held = residentMemory().now;
    return {.held = held, .window = true};
}

int cores() { return std::max(1, int(std::thread::hardware_concurrency())); }

double assumedSpeed(int threads) {
    const int used = threads > 0 ? std::min(threads, cores()) : cores();
    return gigaflopsPerCore(activeKernels().name) * 1e9 * used;
}

}  // namespace attx
