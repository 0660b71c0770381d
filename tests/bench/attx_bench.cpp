// attx-bench TASK... [--set KEY=VALUE]... [--device D] [--steps N] [--threads N] [--profile] [--json]: time
// of a training step, on a bare machine: it needs nothing but the C++ runtime and, for --device vulkan, a
// Vulkan loader. TASK is a preset; images and texts are drawn at random; --set changes network and training.
// On the processor it also says how much of what multiply-adds alone could do the step does in products of
// matrices.
// --profile also tells the time of each kernel of a graphics device. attx-bench --grow [--threads N]
// [--json]: time and memory of a step as the network grows. attx-bench --causal [--json]: the time of the
// operations of attention over 512 positions with and without a causal mask. attx-bench --folder FOLDER
// [--tokens N] [--steps N] [--json]: the time of a forward pass of a published network with one thread.
// attx-bench --write FOLDER [--json]: what a decoder takes to write a token behind 50 and behind 500 others.
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "gpu/device/vulkan_backend.h"
#include "gpu/report/bench_task.h"
#include "model/config/settings.h"
#include "model/files/error.h"
#include "model/inspect/inspector.h"
#include "model/inspect/text_writer.h"
#include "model/native/instruction_set.h"
#include "model/native/native_session.h"
#include "model/run/checkpoint.h"
#include "peak.h"

namespace {

std::unique_ptr<attx::Backend> benchBackend(const std::string& device,
                                            const std::shared_ptr<attx::KernelProfile>& profile) {
    if (device == "cpu" || device == "auto") return std::make_unique<attx::NativeBackend>();
    attx::VulkanOptions options;
    options.device = attx::vulkanDeviceNumber(device, attx::listVulkanDevices(attx::SelfTest::None));
    options.profile = profile;
    return std::make_unique<attx::VulkanBackend>(options);
}

struct Options {
    std::vector<std::string> tasks, settings;
    std::string device = "cpu";
    int steps = 1500, threads = 0;
    bool profile = false, json = false, grow = false, causal = false;
    std::string folder, decoder;
    int tokens = 128;
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
        else if (argument == "--set")
            options.settings.push_back(value());
        else if (argument == "--folder")
            options.folder = value();
        else if (argument == "--write")
            options.decoder = value();
        else if (argument == "--tokens")
            options.tokens = std::max(1, std::stoi(value()));
        else if (argument == "--profile")
            options.profile = true;
        else if (argument == "--causal")
            options.causal = true;
        else if (argument == "--grow")
            options.grow = true;
        else if (argument == "--json")
            options.json = true;
        else if (argument[0] != '-')
            options.tasks.push_back(argument);
        else
            throw attx::inputError("Unknown argument " + argument + ".");
    }
    if (options.tasks.empty() !=
        (options.grow || options.causal || !options.folder.empty() || !options.decoder.empty()))
        throw attx::inputError(
            "usage: attx-bench TASK... [--set KEY=VALUE]... [--device cpu|vulkan|vulkan:N] [--steps N] "
            "[--threads N] [--profile] [--json], or attx-bench --grow [--threads N] [--json], or "
            "attx-bench --causal [--json], or attx-bench --folder FOLDER [--tokens N] [--steps N] [--json], "
            "or "
            "attx-bench --write FOLDER [--json]");
    for (const std::string& setting : options.settings)
        if (setting.rfind("data.", 0) == 0)
            throw attx::inputError(setting + " changes nothing here: the data are drawn for the preset.");
    return options;
}

struct Measured {
    std::string device;
    attx::StepTime us;
    double gflop = 0;  ///< of a step
};

Measured run(const std::string& task, const Options& wanted, int steps,
             const std::shared_ptr<attx::KernelProfile>& profile) {
    attx::BenchTask bench = attx::benchTask(task);
    for (const std::string& setting : wanted.settings) attx::applySetting(bench.config, setting);
    const auto session = attx::benchSession(*benchBackend(wanted.device, profile), bench, wanted.threads);
    return {session->device(), attx::timeSteps(*session, bench, steps),
            attx::flopOfStep(session->program(), bench.config.training.batchSize) * 1e-9};
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
    for (const attx::BenchSize& size : attx::growthSizes()) {
        const attx::BenchTask task = attx::grownTask(size);
        malloc_trim(0);
        const double before = residentMegabytes();
        const auto session = attx::benchSession(*benchBackend(wanted.device, nullptr), task, wanted.threads);
        attx::StepTime time = attx::timeSteps(*session, task, 5);
        if (time.clock < 20e3) time = attx::timeSteps(*session, task, static_cast<int>(200e3 / time.clock));
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

/// Forward and backward of 8 sequences of 512 positions, 8 heads of 32 columns, in milliseconds.
double attentionMilliseconds(const attx::Kernels& kernels, bool causal) {
    constexpr int64_t B = 8;
    constexpr int T = 512, NH = 8, HS = 32;
    constexpr auto columns = static_cast<size_t>(B * T * NH * HS);
    std::vector<float> qkv(3 * columns), y(columns), dy(columns), dqkv(3 * columns),
        probabilities(static_cast<size_t>(B * NH * T * T)),
        scratch(static_cast<size_t>(attx::attentionScratch(T, HS)));
    std::minstd_rand random(1);
    for (std::vector<float>* values : {&qkv, &dy})
        for (float& value : *values) value = static_cast<float>(random()) / 1e9F - 1;
    double least = 1e30;
    for (int round = 0; round < 7; ++round) {
        const auto start = std::chrono::steady_clock::now();
        kernels.attentionForward(y.data(), probabilities.data(), qkv.data(), nullptr, nullptr, nullptr,
                                 scratch.data(), B, T, NH, HS, causal, false);
        kernels.attentionBackward(dqkv.data(), nullptr, dy.data(), probabilities.data(), qkv.data(), nullptr,
                                  scratch.data(), B, T, NH, HS, causal);
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
        least = std::min(least, took.count());
    }
    return least;
}

void causal(const Options& wanted) {
    const attx::Kernels& kernels = attx::activeKernels();
    const double without = attentionMilliseconds(kernels, false), with = attentionMilliseconds(kernels, true);
    std::printf(wanted.json ? "{\"device\":\"%s\",\"ms\":%.2f,\"causal_ms\":%.2f,\"share\":%.3f}\n"
                            : "attention over 512 positions, %s: %.2f ms, causal %.2f ms: %.3f of it\n",
                attx::displayName(kernels).c_str(), without, with, with / without);
}

/// Of tokens as those of bert.py.
void folder(const Options& wanted) {
    attx::Checkpoint opened = attx::openCheckpoint(wanted.folder);
    attx::Table table;
    table.rows = 1;
    table.length = wanted.tokens;
    table.lengths = {wanted.tokens};
    for (int i = 0; i < wanted.tokens; ++i)
        table.tokens.push_back((1000 + 37 * i % 20000) % opened.config.network.inputDim);
    if (opened.config.network.tokenTypes > 0) table.types.assign(table.tokens.size(), 0);
    attx::Inspector inspector(opened.config.network, attx::Inspector::Gradients::No);
    inspector.setParameters(std::make_shared<const std::vector<float>>(std::move(opened.parameters)));
    std::vector<double> times;
    std::vector<float> logits;
    const std::vector<int32_t> rows{0};
    for (int pass = -2; pass < std::min(wanted.steps, 20); ++pass) {  // the first two warm up
        const std::clock_t start = std::clock();  // the processor's time, whatever else runs
        logits = inspector.logits(table, rows, 1, 1);
        if (pass >= 0) times.push_back(1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    }
    std::sort(times.begin(), times.end());
    const double median = times[times.size() / 2];
    if (wanted.json) {
        std::printf("{\"ms\":%.2f,\"least_ms\":%.2f,\"logits\":[", median, times.front());
        for (size_t i = 0; i < logits.size(); ++i) std::printf("%s%.7g", i > 0 ? "," : "", logits[i]);
        std::printf("],\"device\":\"%s\"}\n", attx::displayName(attx::activeKernels()).c_str());
    } else {
        std::printf("a forward pass of %d tokens, %s, 1 thread: %.2f ms (at least %.2f)\n", wanted.tokens,
                    attx::displayName(attx::activeKernels()).c_str(), median, times.front());
    }
}

/// Ten tokens each; the fastest of seven trials, the two lengths in turn.
void write(const Options& wanted) {
    const attx::Checkpoint opened = attx::openCheckpoint(wanted.decoder);
    const auto parameters = std::make_shared<const std::vector<float>>(opened.parameters);
    constexpr std::array<size_t, 2> before{50, 500};
    constexpr int drawn = 10;
    std::array<double, 2> least{1e30, 1e30};
    for (int trial = 0; trial < 7; ++trial)
        for (size_t i = 0; i < before.size(); ++i) {
            attx::TextWriter writer(opened.config.network, parameters, before.back() + drawn + 1);
            writer.give(std::vector<int32_t>(before[i], 1));
            const auto start = std::chrono::steady_clock::now();
            for (int token = 0; token < drawn; ++token) (void)writer.write({1, 0, 1});
            const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
            least[i] = std::min(least[i], took.count() / drawn);
        }
    std::printf(wanted.json ? "{\"us_50\":%.0f,\"us_500\":%.0f,\"ratio\":%.2f}\n"
                            : "token 50: %.0f us, token 500: %.0f us: %.2f times as long\n",
                least[0], least[1], least[1] / least[0]);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const Options options = optionsOf(argc, argv);
        if (options.grow) grow(options);
        if (options.causal) causal(options);
        if (!options.folder.empty()) folder(options);
        if (!options.decoder.empty()) write(options);
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
