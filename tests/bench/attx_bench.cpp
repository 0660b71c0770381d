// attx-bench TASK... [--device D] [--steps N] [--threads N] [--profile] [--json]: time of a training step, on
// a bare machine: it needs nothing but the C++ runtime and, for --device vulkan, a Vulkan loader. TASK is a
// preset; images and texts are drawn at random. On the processor it also says how much of what multiply-adds
// alone could do the step does in products of matrices. --profile also tells the time of each kernel of a
// graphics device. attx-bench --grow [--threads N] [--json]: time and memory of a step as the network grows.
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gpu/device/vulkan_backend.h"
#include "model/config/config.h"
#include "model/data/dataset.h"
#include "model/data/philox.h"
#include "model/files/error.h"
#include "model/native/instruction_set.h"
#include "model/native/native_session.h"
#include "model/network/program_analysis.h"
#include "model/network/schedule.h"
#include "peak.h"

namespace {

/// The preset; for "anomaly" the network and training of the reference notebooks' sets where there is no
/// such preset.
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

/// Of one step, in microseconds. The processor's time, of all threads, tells more than the clock's on a
/// machine that has other work.
struct StepTime {
    double clock = 0, processor = 0;
};

double processorMicroseconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) * 1e-3;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// The median of blocks of steps, after one block to warm up.
StepTime measure(attx::Session& session, const attx::RunConfig& config, const attx::DataSet& data,
                 int steps) {
    using Clock = std::chrono::steady_clock;
    const int block =
        std::clamp(steps / 5, 1, static_cast<int>(std::max<int64_t>(30, session.stepsPerCall())));
    const auto B = static_cast<size_t>(config.training.batchSize * session.program().rowsPerSequence());
    const std::vector<int32_t> order = attx::trainingRows(data.train, config.data, config.seed, 0);
    const int64_t planned =
        data.train.rows / config.training.batchSize * config.training.epochs + steps + block;
    std::vector<double> clock, processor;
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
        const double before = processorMicroseconds();
        (void)session.train(rows, scalars, results);
        const std::chrono::duration<double, std::micro> time = Clock::now() - start;
        if (done < 0) continue;
        clock.push_back(time.count() / block);
        processor.push_back((processorMicroseconds() - before) / block);
    }
    return {median(clock), median(processor)};
}

struct Options {
    std::vector<std::string> tasks;
    std::string device = "cpu";
    int steps = 1500, threads = 0;
    bool profile = false, json = false, grow = false;
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
        else if (argument == "--grow")
            options.grow = true;
        else if (argument == "--json")
            options.json = true;
        else if (argument[0] != '-')
            options.tasks.push_back(argument);
        else
            throw attx::inputError("Unknown argument " + argument + ".");
    }
    if (options.tasks.empty() != options.grow)
        throw attx::inputError(
            "usage: attx-bench TASK... [--device cpu|vulkan|vulkan:N] [--steps N] [--threads N] "
            "[--profile] "
            "[--json], or attx-bench --grow [--threads N] [--json]");
    return options;
}

struct Measured {
    std::string device;
    StepTime us;
    double gflop = 0;  ///< of a step
};

/// Floating-point operations of the products of a step, each counted once: backward takes twice those of
/// forward, but for the gradient of features, which training has no use for.
double flopOfStep(const attx::Program& program, int batch) {
    double flop = 3 * attx::flopsPerSequence(program);
    for (const attx::Op& op : program.ops)
        if (const auto* linear = std::get_if<attx::Linear>(&op))
            if (program.config.input == attx::InputKind::Features && linear->x == program.tensor("features"))
                flop -= 2.0 * program.length *
                        static_cast<double>(program.parameters[static_cast<size_t>(linear->weight)].size());
    return flop * batch;
}

std::unique_ptr<attx::Session> benchSession(const attx::RunConfig& config, const attx::DataSet& data,
                                            const Options& wanted,
                                            const std::shared_ptr<attx::KernelProfile>& profile) {
    attx::SessionOptions options;
    options.batch = config.training.batchSize;
    options.training = config.training;
    options.seed = config.seed;
    options.threads = wanted.threads;
    auto session = benchBackend(wanted.device, profile)
                       ->compile(attx::buildProgram(config.network, config.data.positions()), options);
    session->writeParameters(attx::initialParameters(session->program(), config.seed));
    session->bind(data.train);
    return session;
}

Measured run(const std::string& task, const Options& wanted, int steps,
             const std::shared_ptr<attx::KernelProfile>& profile) {
    const attx::RunConfig config = benchConfig(task);
    const attx::DataSet data = benchData(config);
    const auto session = benchSession(config, data, wanted, profile);
    return {session->device(), measure(*session, config, data, steps),
            flopOfStep(session->program(), config.training.batchSize) * 1e-9};
}

int threadsOf(const Options& wanted) {
    return wanted.threads > 0 ? wanted.threads
                              : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

void bench(const std::string& task, const Options& wanted) {
    const bool native = wanted.device == "cpu" || wanted.device == "auto";
    const auto peakNow = [&] {
        return native ? attx::peakGflops(attx::activeKernels(), threadsOf(wanted)) : 0.0;
    };
    double peak = peakNow();
    const Measured measured = run(task, wanted, wanted.steps, nullptr);
    peak = std::max(peak, peakNow());  // the processor's clock may have changed meanwhile
    const double gflops = measured.gflop / measured.us.clock * 1e6;
    if (wanted.json) {
        std::printf(
            "{\"task\":\"%s\",\"device\":\"%s\",\"steps\":%d,\"us_per_step\":%.1f,\"processor_us\":%.1f",
            task.c_str(), measured.device.c_str(), wanted.steps, measured.us.clock, measured.us.processor);
        if (native)
            std::printf(",\"gflops\":%.1f,\"peak_gflops\":%.1f,\"share_of_peak\":%.3f", gflops, peak,
                        gflops / peak);
        std::printf("}\n");
    } else {
        std::printf("%s on %s: %.1f us a step (%d steps)", task.c_str(), measured.device.c_str(),
                    measured.us.clock, wanted.steps);
        if (native) std::printf(", %.1f of at most %.1f GFLOP/s: %.0f %%", gflops, peak, 100 * gflops / peak);
        std::printf("\n");
    }
    if (!wanted.profile) return;
    const auto profile = std::make_shared<attx::KernelProfile>();
    (void)run(task, wanted, std::min(wanted.steps, 50), profile);
    std::vector<std::pair<double, std::string>> kernels;
    for (const auto& [name, entry] : profile->kernels)
        kernels.emplace_back(entry.microseconds / static_cast<double>(profile->steps), name);
    std::sort(kernels.rbegin(), kernels.rend());
    std::fprintf(stderr, "%zu kernels a step in %zu rounds\n", profile->dispatches, profile->rounds);
    for (const auto& [us, name] : kernels) std::fprintf(stderr, "%10.1f us  %s\n", us, name.c_str());
}

/// The sizes of the growth table: one at a time differs from the first.
struct Size {
    int width = 128, layers = 2, heads = 4, length = 64, batch = 64;
};

std::vector<Size> growthSizes() {
    std::vector<Size> sizes{{}};
    for (const int width : {32, 64, 256, 512}) sizes.push_back({.width = width});
    for (const int layers : {1, 4, 8}) sizes.push_back({.layers = layers});
    for (const int heads : {1, 2, 8, 16, 32}) sizes.push_back({.heads = heads});
    for (const int length : {16, 256, 1024}) sizes.push_back({.length = length});
    for (const int batch : {32, 256, 1024}) sizes.push_back({.batch = batch});
    return sizes;
}

/// Resident memory of this process, in MB.
double residentMegabytes() {
    long pages = 0;
    if (FILE* file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%*d %ld", &pages) != 1) pages = 0;
        std::fclose(file);
    }
    return static_cast<double>(pages) * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

void grow(const Options& wanted) {
    if (wanted.json) std::printf("{\"grow\":[");
    bool first = true;
    for (const Size& size : growthSizes()) {
        attx::RunConfig config = attx::presetByName("reverse");
        config.network.modelDim = size.width;
        config.network.dimFeedforward = 2 * size.width;
        config.network.numLayers = size.layers;
        config.network.numHeads = size.heads;
        config.data.length = size.length;
        config.training.batchSize = size.batch;
        config.data.trainSize = std::max(size.batch, 1024);
        const attx::DataSet data = benchData(config);
        malloc_trim(0);
        const double before = residentMegabytes();
        const auto session = benchSession(config, data, wanted, nullptr);
        StepTime time = measure(*session, config, data, 5);
        if (time.clock < 20e3) time = measure(*session, config, data, static_cast<int>(200e3 / time.clock));
        const double megabytes = residentMegabytes() - before;
        if (wanted.json) {
            std::printf(
                "%s{\"width\":%d,\"layers\":%d,\"heads\":%d,\"length\":%d,\"batch\":%d,\"ms\":%.3f,"
                "\"processor_ms\":%.3f,\"megabytes\":%.1f}",
                first ? "" : ",\n", size.width, size.layers, size.heads, size.length, size.batch,
                time.clock / 1e3, time.processor / 1e3, megabytes);
        } else {
            if (first) std::printf("width layers heads length batch        ms processor      MB\n");
            std::printf("%5d %6d %5d %6d %5d %9.2f %9.2f %7.1f\n", size.width, size.layers, size.heads,
                        size.length, size.batch, time.clock / 1e3, time.processor / 1e3, megabytes);
        }
        std::fflush(stdout);
        first = false;
    }
    if (wanted.json) std::printf("]}\n");
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const Options options = optionsOf(argc, argv);
        if (options.grow) grow(options);
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
