// attx-bench TASK... [--device D] [--steps N] [--threads N] [--profile] [--json]: time of a training step, on
// a bare machine: it needs nothing but the C++ runtime and, for --device vulkan, a Vulkan loader. TASK is a
// preset; images and texts are drawn at random. --profile also tells the time of each kernel of a graphics
// device.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "gpu/device/vulkan_backend.h"
#include "model/config/config.h"
#include "model/data/dataset.h"
#include "model/data/philox.h"
#include "model/files/error.h"
#include "model/native/native_session.h"
#include "model/network/schedule.h"

namespace {

/// The preset; for "anomaly" the network and training of the reference notebooks' sets where there is no such
/// preset.
attx::RunConfig benchConfig(const std::string& task) {
    if (task != "anomaly" || attx::presets().contains(task)) return attx::presetByName(task);
    attx::RunConfig config;
    config.network = {.input = attx::InputKind::Features,
                      .output = attx::OutputKind::Set,
                      .inputDim = 512,
                      .modelDim = 256,
                      .numClasses = 1,
                      .numHeads = 4,
                      .numLayers = 4,
                      .dimFeedforward = 512,
                      .dropout = 0.1,
                      .inputDropout = 0.1,
                      .positionalEncoding = false};
    config.data.task = attx::TaskKind::Sets;
    config.training.batchSize = 64;
    config.training.schedule = attx::Schedule::WarmupCosineDecay;
    config.training.warmup = 100;
    return config;
}

std::unique_ptr<attx::Backend> benchBackend(const std::string& device,
                                            const std::shared_ptr<attx::KernelProfile>& profile) {
    if (device == "cpu" || device == "auto") return std::make_unique<attx::NativeBackend>();
    attx::VulkanOptions options;
    options.device = attx::vulkanDeviceNumber(device, attx::listVulkanDevices(false));
    options.profile = profile;
    return std::make_unique<attx::VulkanBackend>(options);
}

/// Random features or texts of the shape that `config` asks for; sequences as they are.
attx::DataSet benchData(const attx::RunConfig& config) {
    if (config.data.task == attx::TaskKind::Sequences) return attx::makeData(config.data);
    attx::DataSet data;
    attx::Table& table = data.train;
    attx::PhiloxSequence random(config.seed, attx::RandomStream::Data);
    table.length = config.data.positions();
    if (config.data.task == attx::TaskKind::Sets) {
        constexpr int classes = 100, perClass = 64;
        table.rows = classes * perClass;
        table.featureDim = config.network.inputDim;
        for (int64_t row = 0; row < table.rows; ++row) {
            table.classes.push_back(static_cast<int32_t>(row % classes));
            for (int d = 0; d < table.featureDim; ++d) table.features.push_back(random.uniform(-1, 1));
        }
    } else {
        table.rows = 1600;
        for (int64_t row = 0; row < table.rows; ++row) {
            table.labels.push_back(static_cast<int32_t>(random.below(2)));
            for (int t = 0; t < table.length; ++t)
                table.tokens.push_back(
                    static_cast<int32_t>(random.below(static_cast<uint32_t>(config.network.inputDim))));
        }
    }
    return data;
}

/// Microseconds of one step: the median of blocks of steps, after one block to warm up.
double measure(attx::Session& session, const attx::RunConfig& config, const attx::DataSet& data, int steps) {
    using Clock = std::chrono::steady_clock;
    const int block =
        std::clamp(steps / 5, 1, static_cast<int>(std::max<int64_t>(30, session.stepsPerCall())));
    const auto B = static_cast<size_t>(config.training.batchSize * session.program().rowsPerSequence());
    const std::vector<int32_t> order = attx::trainingRows(data.train, config.data, config.seed, 0);
    const int64_t planned =
        data.train.rows / config.training.batchSize * config.training.epochs + steps + block;
    std::vector<double> blocks;
    std::vector<int32_t> rows(static_cast<size_t>(block) * B);
    std::vector<attx::StepScalars> scalars(static_cast<size_t>(block));
    std::vector<attx::StepMetrics> results(static_cast<size_t>(block));
    for (int done = -block; done < steps; done += block) {
        const auto first = static_cast<size_t>(done + block) * B;
        for (size_t i = 0; i < rows.size(); ++i) rows[i] = order[(first + i) % order.size()];
        for (int i = 0; i < block; ++i) {
            const int64_t step = done + block + i;
            const double factor =
                attx::scheduleFactor(config.training.schedule, step, config.training.warmup, planned);
            scalars[static_cast<size_t>(i)] =
                attx::stepScalars(config.training, config.training.learningRate * factor, step);
        }
        const Clock::time_point start = Clock::now();
        (void)session.train(rows, scalars, results);
        const std::chrono::duration<double, std::micro> time = Clock::now() - start;
        if (done >= 0) blocks.push_back(time.count() / block);
    }
    std::sort(blocks.begin(), blocks.end());
    return blocks[blocks.size() / 2];
}

struct Options {
    std::vector<std::string> tasks;
    std::string device = "cpu";
    int steps = 1500, threads = 0;
    bool profile = false, json = false;
};

Options optionsOf(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        const auto value = [&] {
            if (++i >= argc) throw attx::inputError(argument + " needs a value.");
            return std::string(argv[i]);
        };
        if (argument == "--device")
            options.device = value();
        else if (argument == "--steps")
            options.steps = std::max(1, std::stoi(value()));
        else if (argument == "--threads")
            options.threads = std::stoi(value());
        else if (argument == "--profile")
            options.profile = true;
        else if (argument == "--json")
            options.json = true;
        else if (argument[0] != '-')
            options.tasks.push_back(argument);
        else
            throw attx::inputError("Unknown argument " + argument + ".");
    }
    if (options.tasks.empty())
        throw attx::inputError(
            "usage: attx-bench TASK... [--device cpu|vulkan|vulkan:N] [--steps N] [--threads N] [--profile] "
            "[--json]");
    return options;
}

struct Measured {
    std::string device;
    double us = 0;
};

Measured run(const std::string& task, const Options& wanted, int steps,
             const std::shared_ptr<attx::KernelProfile>& profile) {
    const attx::RunConfig config = benchConfig(task);
    const attx::DataSet data = benchData(config);
    attx::SessionOptions options;
    options.batch = config.training.batchSize;
    options.training = config.training;
    options.seed = config.seed;
    options.threads = wanted.threads;
    const auto session = benchBackend(wanted.device, profile)
                             ->compile(attx::buildProgram(config.network, config.data.positions()), options);
    session->writeParameters(attx::initialParameters(session->program(), config.seed));
    session->bind(data.train);
    return {session->device(), measure(*session, config, data, steps)};
}

void bench(const std::string& task, const Options& wanted) {
    const Measured measured = run(task, wanted, wanted.steps, nullptr);
    if (wanted.json) {
        std::printf("{\"task\":\"%s\",\"device\":\"%s\",\"steps\":%d,\"us_per_step\":%.1f}\n", task.c_str(),
                    measured.device.c_str(), wanted.steps, measured.us);
    } else {
        std::printf("%s on %s: %.1f us a step (%d steps)\n", task.c_str(), measured.device.c_str(),
                    measured.us, wanted.steps);
    }
    if (!wanted.profile) return;
    const auto profile = std::make_shared<attx::KernelProfile>();
    (void)run(task, wanted, std::min(wanted.steps, 50), profile);
    std::vector<std::pair<double, std::string>> kernels;
    for (const auto& [name, entry] : profile->kernels)
        kernels.emplace_back(entry.microseconds / static_cast<double>(profile->steps), name);
    std::sort(kernels.rbegin(), kernels.rend());
    for (const auto& [us, name] : kernels) std::fprintf(stderr, "%10.1f us  %s\n", us, name.c_str());
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const Options options = optionsOf(argc, argv);
        for (const std::string& task : options.tasks) bench(task, options);
        return 0;
    } catch (const attx::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return error.kind() == attx::Error::Kind::Input ? 2 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "attx-bench: %s\n", error.what());
        return 2;
    }
}
