#include "gpu/report/report.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <thread>

#include "gpu/device/automatic_backend.h"
#include "gpu/device/fallback_backend.h"
#include "gpu/device/shared_device.h"
#include "gpu/report/bench_task.h"
#include "gpu/report/kernel_cases.h"
#include "gpu/report/samples.h"
#include "model/evaluate/reference_values.h"
#include "model/files/error.h"
#include "model/native/instruction_set.h"
#include "model/native/native_session.h"

namespace attx {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

// The tasks that are timed, the most telling first.
constexpr std::array benchTasks{"reverse", "anomaly", "text-imdb", "reverse-deep"};
constexpr int trainingSteps = 10;
// So far apart the device and the processor may always be after these steps (see training()).
constexpr double leastLosses = 1e-4, leastParameters = 2e-3;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

class Report {
public:
    explicit Report(const ReportOptions& options) : options_(options) {}

    Json make() {
        if (!options_.references.empty() && !std::filesystem::is_directory(options_.references))
            throw inputError("There is no folder " + options_.references + ".");
        all_["program"] = {{"build", __DATE__ " " __TIME__},
                           {"instruction_set", activeKernels().name},
                           {"threads", std::thread::hardware_concurrency()}};
        all_["devices"] = Json::array();
        all_["device"] = nullptr;
        // What is left out is empty, and there.
        for (const char* list : {"golden", "training"}) all_[list] = Json::array();
        all_["kernels"] = Json::object();
        all_["determinism"] = Json::array();
        all_["lost_device"] = Json::object();
        for (const char* list : {"timings", "auto", "growth"}) all_[list] = Json::array();
        for (const char* object : {"profile", "start", "tiles"}) all_[object] = Json::object();
        if (findDevice()) {
            // A part ends, and says so, when its share of the time is used up.
            part("golden", 0.3, [&] { return golden(); });
            part("kernels", 0.4, [&] { return kernels(); });
            part("training", 0.2, [&] { return training(); });
            part("determinism", 0.2, [&] { return determinism(); });
            part("lost_device", 0.2, [&] { return lostDevice(); });
            part("timings", 0.3, [&] { return timings(); });
            part("profile", 0.3, [&] { return profile(); });
            part("auto", 0.4, [&] { return automatic(); });
            part("start", 0.5, [&] { return start(); });
            all_["tiles"] = tiles_;
            if (options_.everything) part("growth", 1, [&] { return growth(); });
            all_["seconds"] = secondsSince(begin_);
        }
        all_["failures"] = failures_;
        all_["left_out"] = leftOut_;
        return all_;
    }

private:
    [[nodiscard]] bool timeLeft() const { return Clock::now() < end_; }
    /// Notes what the part did not come to; true while there is time.
    bool goesOn(const std::string& what) {
        if (timeLeft()) return true;
        leftOut_.push_back(part_ + ": " + what);
        return false;
    }
    void fail(const std::string& sentence) { failures_.push_back(part_ + ": " + sentence); }
    /// work(name) of each name that there is time for. What one of them throws is its failure alone.
    void each(const auto& names, const auto& work) {
        for (const std::string_view one : names) {
            const std::string name(one);
            if (!goesOn(name)) continue;
            try {
                work(name);
            } catch (const std::exception& error) {
                fail(name + ": " + error.what());
            }
        }
    }

    /// `share` is that of the time which is left.
    template <class Work>
    void part(const std::string& name, double share, const Work& work) {
        const double gone = secondsSince(begin_), left = std::max(0.0, options_.seconds - gone);
        part_ = name;
        end_ = Clock::now() +
               std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(left * share));
        if (options_.told) options_.told(name, std::min(1.0, gone / options_.seconds));
        if (left <= 0) {
            leftOut_.push_back(name);
            return;
        }
        try {
            all_[name] = work();
        } catch (const std::exception& error) {
            fail(error.what());
        }
    }

    bool findDevice() {
        if (options_.told) options_.told("devices", 0);
        std::string problem;
        part_ = "devices";
        const std::vector<VulkanDeviceInfo> list = listVulkanDevices(SelfTest::All, &problem);
        for (size_t i = 0; i < list.size(); ++i) {
            const VulkanDeviceInfo& d = list[i];
            Json entry{{"name", "vulkan:" + std::to_string(i)},
                       {"description", d.name},
                       {"driver", d.driver},
                       {"type", toString(d.type)},
                       {"memory_bytes", d.memoryBytes},
                       {"self_test", d.problem.empty() ? "passed" : d.problem}};
            try {
                entry["limits"] = limitsOf(int(i));
            } catch (const std::exception& error) {
                entry["limits"] = error.what();
            }
            all_["devices"].push_back(entry);
            if (!d.problem.empty() && d.type != VulkanDeviceInfo::Type::Software)
                fail(d.name + ": " + d.problem);
        }
        if (!problem.empty()) all_["problem"] = problem;
        number_ = vulkanDeviceNumber(options_.device.empty() ? "vulkan" : options_.device, list);
        if (number_ >= int(list.size()) || !list[number_].problem.empty()) {
            if (!options_.device.empty())
                throw inputError("There is no device " + options_.device + " that can be used.");
            return false;
        }
        software_ = list[number_].type == VulkanDeviceInfo::Type::Software;
        all_["device"] = "vulkan:" + std::to_string(number_);
        return true;
    }

    static Json limitsOf(int number) {
        const auto instance = gpu::Instance::open();
        const vk::PhysicalDeviceProperties p = instance->devices().at(number).getProperties();
        const vk::PhysicalDeviceLimits& l = p.limits;
        std::ostringstream version;
        version << VK_API_VERSION_MAJOR(p.apiVersion) << '.' << VK_API_VERSION_MINOR(p.apiVersion) << '.'
                << VK_API_VERSION_PATCH(p.apiVersion);
        return {
            {"vulkan", version.str()},
            {"group_invocations", l.maxComputeWorkGroupInvocations},
            {"group_memory_bytes", l.maxComputeSharedMemorySize},
            {"groups",
             {l.maxComputeWorkGroupCount[0], l.maxComputeWorkGroupCount[1], l.maxComputeWorkGroupCount[2]}},
            {"storage_buffers", l.maxPerStageDescriptorStorageBuffers},
            {"binding_bytes", l.maxStorageBufferRange},
            {"push_constant_bytes", l.maxPushConstantsSize},
            {"nanoseconds_per_tick", l.timestampPeriod}};
    }

    [[nodiscard]] VulkanOptions vulkan() {
        VulkanOptions options;
        options.device = number_;
        options.tried = [this](const std::string& product, const std::string& tile, double us) {
            tiles_[product][tile] = us;
        };
        return options;
    }
    [[nodiscard]] VulkanBackend device() { return VulkanBackend(vulkan()); }

    /// The preset's network on rows of its data; of a software device four sequences a step.
    struct Trial {
        Program program;
        SessionOptions options;
        Table table;
        std::vector<int32_t> order;
    };
    [[nodiscard]] Trial trial(const std::string& preset) const {
        BenchTask task = benchTask(preset);
        const int batch = task.config.training.batchSize;
        const SessionOptions options{.batch = software_ ? std::min(4, batch) : batch,
                                     .training = task.config.training,
                                     .seed = task.config.seed};
        std::vector<int32_t> order = trainingRows(task.data.train, task.config.data, task.config.seed, 0);
        return {buildProgram(task.config.network, task.config.data.positions()), options,
                std::move(task.data.train), std::move(order)};
    }
    static Trained trained(const Backend& backend, const Trial& trial, int steps) {
        const auto session = backend.compile(trial.program, trial.options);
        session->writeParameters(initialParameters(session->program(), 1));
        return train(*session, trial.table, trial.options, steps, trial.order);
    }

    Json training() {
        Json list = Json::array();
        each(presetsInOrder(), [&](const std::string& preset) {
            const Trial t = trial(preset);
            const auto begin = Clock::now();
            (void)trained(device(), t, 1);  // says how many there is time for
            if (preset == benchTasks.front()) firstSeconds_ = secondsSince(begin);
            const double fit =
                std::chrono::duration<double>(end_ - Clock::now()).count() / secondsSince(begin);
            const int steps = int(std::clamp(fit, 1.0, double{trainingSteps}));
            const Trained found = trained(device(), t, steps);
            const Trained expected = trained(NativeBackend(), t, steps);
            // Adam divides by roots that may be tiny, and ten steps make much of a rounding: so much as the
            // processor is apart from itself, with the sums of another instruction set, is no fault.
            const std::string own = activeKernels().name;
            forceInstructionSet(runnableKernels().back()->name);
            const Trained other = trained(NativeBackend(), t, steps);
            forceInstructionSet(own);
            const double losses = relative(found.losses, expected.losses),
                         parameters = relative(found.parameters, expected.parameters),
                         ownLosses = relative(other.losses, expected.losses),
                         ownParameters = relative(other.parameters, expected.parameters);
            list.push_back({{"preset", preset},
                            {"steps", steps},
                            {"batch", t.options.batch},
                            {"losses_apart", losses},
                            {"parameters_apart", parameters},
                            {"losses_apart_on_processor", ownLosses},
                            {"parameters_apart_on_processor", ownParameters}});
            const double lossesMayDiffer = std::max(leastLosses, 4 * ownLosses),
                         parametersMayDiffer = std::max(leastParameters, 4 * ownParameters);
            if (found.losses.size() != size_t(steps) || !(expected.losses.back() > 0))
                fail(preset + ": no steps were done");
            else if (!(losses <= lossesMayDiffer) || !(parameters <= parametersMayDiffer)) {
                std::ostringstream text;
                text << preset << ": after " << steps << " steps the loss is " << found.losses.back()
                     << ", on the processor " << expected.losses.back() << "; losses " << losses
                     << " apart (at most " << lossesMayDiffer << "), parameters " << parameters
                     << " (at most " << parametersMayDiffer << ")";
                fail(text.str());
            }
        });
        return list;
    }

    /// Those that are timed first.
    static std::vector<std::string> presetsInOrder() {
        std::vector<std::string> names(benchTasks.begin(), benchTasks.end());
        for (const auto& [name, config] : presets())
            if (std::ranges::find(names, name) == names.end()) names.push_back(name);
        return names;
    }

    /// Microseconds of a step, by as many as take `seconds`.
    static double stepMicroseconds(const Backend& backend, const BenchTask& task, double seconds) {
        const auto session = benchSession(backend, task);
        double us = timeSteps(*session, task, 1).clock;
        for (const double part : {0.1, 1.0}) {  // a few steps take longer, each, than many at a time
            const double fit = part * seconds * 1e6 / std::max(us, 1.0);
            if (fit < 4) break;
            us = timeSteps(*session, task, int(std::min(fit, 20000.0))).clock;
        }
        return us;
    }

    Json timings() {
        Json list = Json::array();
        each(benchTasks, [&](const std::string& name) {
            const BenchTask task = benchTask(name);
            const double graphics = stepMicroseconds(device(), task, 0.5),
                         processor = stepMicroseconds(NativeBackend(), task, 0.5);
            list.push_back({{"task", name}, {"device_us", graphics}, {"processor_us", processor}});
        });
        return list;
    }

    Json golden() {
        Json list = Json::array();
        if (options_.references.empty()) return list;
        std::set<std::filesystem::path> files;
        for (const auto& entry : std::filesystem::directory_iterator(options_.references))
            if (entry.path().extension() == ".safetensors") files.insert(entry.path());
        for (const auto& path : files) {
            const std::string name = path.stem().string();
            std::vector<std::string> problems;
            try {
                const SafeTensors file = readSafeTensors(path.string());
                const bool attention = file.tensors.contains("input.grad_out");
                if (!attention && !file.tensors.contains("expect.loss")) continue;  // It holds no values
                if (const std::string why = attention ? "" : whyNotTaken(file); !why.empty()) {
                    leftOut_.push_back("golden: " + name + " (" + why + ")");
                    continue;
                }
                if (!goesOn(name)) continue;
                problems =
                    attention ? compareMaskedAttention(device(), file) : compareNetwork(device(), file);
            } catch (const std::exception& error) {
                problems = {error.what()};
            }
            list.push_back({{"file", name}, {"problems", problems}});
            for (const std::string& problem : problems) fail(name + ": " + problem);
        }
        return list;
    }

    Json kernels() {
        std::map<std::string, double> worst;
        size_t run = 0;
        std::map<std::string, size_t> blamed;
        const std::vector<KernelCase> cases = kernelCases(options_.everything);
        for (const KernelCase& c : cases) {
            if (!timeLeft()) break;
            ++run;
            const std::string name = c.name + (c.variant.empty() ? "" : ", tile " + c.variant);
            try {
                const KernelResult result = runKernelCase(c, number_);
                for (const std::string& kernel : result.kernels)
                    worst[kernel] = std::max(worst[kernel], result.apart);
                // A kernel that is wrong is wrong in many cases: three tell enough.
                if (!result.problem.empty() && ++blamed[c.name.substr(0, c.name.find(','))] <= 3)
                    fail(name + ": " + result.problem);
            } catch (const std::exception& error) {
                fail(name + ": " + error.what());
            }
        }
        if (run < cases.size())
            leftOut_.push_back("kernels: " + std::to_string(cases.size() - run) + " of " +
                               std::to_string(cases.size()) + " cases");
        Json apart = Json::object();
        for (const auto& [kernel, value] : worst) apart[kernel] = value;
        return {{"cases", run}, {"apart_at_most", 2e-5}, {"apart", apart}};
    }

    Json determinism() {
        Json list = Json::array();
        each(benchTasks, [&](const std::string& name) {
            const Trial t = trial(name);
            const int steps = software_ ? 2 : trainingSteps;
            const Trained first = trained(device(), t, steps);
            bool same = true;
            for (int run = 1; run < 3; ++run) same = same && trained(device(), t, steps).all == first.all;
            list.push_back({{"task", name}, {"runs", 3}, {"steps", steps}, {"same", same}});
            if (!same) fail(name + ": three runs of " + std::to_string(steps) + " steps differ");
        });
        return list;
    }

    Json lostDevice() {
        Trial t = trial("reverse");
        t.options.batch = 8;
        constexpr int steps = 20;
        VulkanOptions lost = vulkan();
        lost.loseDeviceAfter = 1;
        std::vector<std::string> notices;
        const FallbackBackend backend(
            {std::make_shared<VulkanBackend>(lost), std::make_shared<VulkanBackend>(vulkan()),
             std::make_shared<NativeBackend>()},
            [&](const std::string& text) { notices.push_back(text); }, true);
        const Trained found = trained(backend, t, steps), expected = trained(device(), t, steps);
        const bool same = found.all == expected.all && !found.all.empty();
        if (!same) fail("training does not go on to the same numbers");
        if (notices.size() != 1) fail("told " + std::to_string(notices.size()) + " times of one loss");
        return {{"steps", steps}, {"same_numbers", same}, {"told", notices}};
    }

    Json profile() {
        Json list = Json::object();
        each(benchTasks, [&](const std::string& name) {
            VulkanOptions options = vulkan();
            options.profile = std::make_shared<KernelProfile>();
            const BenchTask task = benchTask(name);
            (void)timeSteps(*benchSession(VulkanBackend(options), task), task, software_ ? 1 : 20);
            std::vector<std::pair<double, std::string>> kernels;
            for (const auto& [kernel, entry] : options.profile->kernels)
                kernels.emplace_back(entry.microseconds / double(options.profile->steps), kernel);
            std::sort(kernels.rbegin(), kernels.rend());
            Json times = Json::array();
            for (const auto& [us, kernel] : kernels) times.push_back({{"kernel", kernel}, {"us", us}});
            list[name] = {{"dispatches", options.profile->dispatches},
                          {"rounds", options.profile->rounds},
                          {"kernels", times}};
        });
        return list;
    }

    Json automatic() {
        Json list = Json::array();
        if (software_) {
            for (const char* name : benchTasks)
                list.push_back(
                    {{"task", name}, {"chosen", "cpu"}, {"why", "A device in software is never chosen."}});
            return list;
        }
        each(benchTasks, [&](const std::string& name) {
            const Trial t = trial(name);
            std::string why;
            const auto graphics = std::make_shared<VulkanBackend>(vulkan());
            const AutomaticBackend backend(
                {.graphics = [&] { return std::shared_ptr<const Backend>(graphics); },
                 .processor = std::make_shared<NativeBackend>(),
                 .explain = [&](const std::string& text) { why = text; }});
            const bool chosen = backend.compile(t.program, t.options)->device().starts_with("Vulkan");
            list.push_back({{"task", name}, {"chosen", chosen ? "vulkan" : "cpu"}, {"why", why}});
            for (const Json& timed : all_["timings"])
                if (timed["task"] == name) {
                    const double graphicsUs = timed["device_us"], processorUs = timed["processor_us"];
                    const double ratio = chosen ? graphicsUs / processorUs : processorUs / graphicsUs;
                    if (ratio > 1.25)
                        fail(name + ": chosen, and takes " + std::to_string(ratio) +
                             " times as long as the other");
                }
        });
        return list;
    }

    /// From opening the device to the end of a first step: cold was measured at first use, with empty caches
    /// if they were.
    Json start() {
        gpu::SharedDevice::forget(gpu::SharedDevice::open(number_));
        const auto begin = Clock::now();
        (void)trained(device(), trial(benchTasks.front()), 1);
        return {{"task", benchTasks.front()},
                {"first_seconds", firstSeconds_},
                {"again_seconds", secondsSince(begin)}};
    }

    Json growth() {
        Json list = Json::array();
        for (const BenchSize& size : growthSizes()) {
            std::ostringstream text;
            text << "width " << size.width << ", layers " << size.layers << ", heads " << size.heads
                 << ", length " << size.length << ", batch " << size.batch;
            if (!goesOn(text.str())) continue;
            const BenchTask task = grownTask(size);
            Json entry{{"width", size.width},
                       {"layers", size.layers},
                       {"heads", size.heads},
                       {"length", size.length},
                       {"batch", size.batch}};
            try {
                entry["device_ms"] = stepMicroseconds(device(), task, 0.2) / 1e3;
                entry["processor_ms"] = stepMicroseconds(NativeBackend(), task, 0.2) / 1e3;
            } catch (const Error& error) {
                if (error.kind() != Error::Kind::Input) throw;
                entry["refused"] = error.what();  // too large for it
            }
            list.push_back(entry);
        }
        return list;
    }

    const ReportOptions& options_;
    const Clock::time_point begin_ = Clock::now();
    Clock::time_point end_;
    std::string part_;
    Json all_ = Json::object(), tiles_ = Json::object();
    std::vector<std::string> failures_, leftOut_;
    int number_ = 0;
    bool software_ = false;
    double firstSeconds_ = 0;
};

}  // namespace

Json makeReport(const ReportOptions& options) { return Report(options).make(); }

}  // namespace attx
