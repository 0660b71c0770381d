#include "app/devices/device_memory.h"

#include "app/devices/backends.h"
#include "model/files/error.h"
#include "model/files/memory.h"
#include "model/network/program.h"
#include "model/run/fitting_sizes.h"

namespace attx {

int64_t deviceMemoryBytes(const RunConfig& config, int number, const DataSet* data) {
    SessionOptions options;
    options.batch = batchOf(config.training, data ? data->train.samples() : config.data.trainSize);
    options.training = config.training;
    const Program program = buildProgram(config.network, config.data.positions());
    int64_t tables = data ? 0 : dataSetBytes(config.data);
    if (data)
        for (const Table* table : {&data->train, &data->validation, &data->test})
            tables += int64_t(table->tokens.size() + table->features.size()) * 4 + table->rows * 4;
    return VulkanBackend({.device = number}).memoryBytes(program, options) + tables;
}

void requireFitsDevice(const RunConfig& config, const DataSet* data) {
    const std::optional<int> number = config.device == "auto" ? std::nullopt : graphicsDevice(config.device);
    if (!number) return;
    const auto bytesOf = [&](const RunConfig& c) { return deviceMemoryBytes(c, *number, data); };
    if (const auto problem =
            deviceMemoryProblem(config, bytesOf, VulkanBackend({.device = *number}).memoryLeft()))
        throw inputError(*problem);
}

std::optional<std::string> deviceMemoryProblem(const RunConfig& config,
                                               const std::function<int64_t(const RunConfig&)>& bytesOf,
                                               int64_t limit) {
    std::string problem;
    try {
        const int64_t bytes = bytesOf(config);
        if (bytes <= limit) return std::nullopt;
        problem = "The run needs about " + memoryText(bytes) + " on the graphics device, which has " +
                  memoryText(limit) + " left for this program.";
    } catch (const Error& error) {
        problem = error.what();
    }
    return problem + " " +
           sizesThatFit(config,
                        [&](const RunConfig& c) {
                            try {
                                return bytesOf(c) <= limit;
                            } catch (const Error&) {
                                return false;
                            }
                        }) +
           " Or take --device cpu.";
}

}  // namespace attx
