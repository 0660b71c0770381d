// train: a run without a window.
#include <algorithm>
#include <csignal>
#include <filesystem>

#include "app/cli/commands.h"
#include "app/cli/dry_run.h"
#include "app/devices/backends.h"
#include "app/devices/device_memory.h"
#include "app/options/shared_options.h"
#include "app/options/shown_data.h"
#include "app/options/signals.h"
#include "app/options/start_config.h"
#include "app/runs/resume_point.h"
#include "app/runs/run_recorder.h"
#include "model/config/presets.h"
#include "model/data/own_data.h"
#include "model/data/text_data.h"
#include "model/files/encoding.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/json.h"
#include "model/files/memory.h"
#include "model/files/text.h"
#include "model/run/memory_estimate.h"
#include "model/run/records.h"
#include "model/run/run_lock.h"
#include "model/run/start_weights.h"
#include "model/run/trainer.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

// How long the trainer works between two looks at the signals and the clock.
constexpr std::chrono::milliseconds pieceOfWork{50};
constexpr std::chrono::milliseconds barInterval{100};  // a progress bar is read, not watched
constexpr size_t barWidth = 24;                        // characters

/// A run goes on with what its steps so far were made with: another seed or batch would repeat some of the
/// data and miss others.
void requireSameRun(RunConfig config, const RunConfig& resumed) {
    config.data.csvPath = resumed.data.csvPath;  // the same data may have moved
    config.data.path = resumed.data.path;
    // How a table under another name is written is recognised when it is read.
    if (config.data.header == HeaderLine::Auto) config.data.header = resumed.data.header;
    if (config.data.separator == DataConfig().separator) config.data.separator = resumed.data.separator;
    if (config.data.encoding == Encoding::Auto) config.data.encoding = resumed.data.encoding;
    const auto nameOf = [](const std::string& file) { return std::filesystem::path(file).filename(); };
    if (nameOf(config.data.extractor) == nameOf(resumed.data.extractor))
        config.data.extractor = resumed.data.extractor;
    const auto requireSame = [](bool same, const char* what) {
        if (!same)
            throw inputError(std::string("--resume continues with the same ") + what +
                             "; --set cannot change it. Train another run instead.");
    };
    requireSame(config.network == resumed.network, "network");
    requireSame(sameTables(config.data, resumed.data), "data");
    requireSame(config.seed == resumed.seed, "seed");
    requireSame(config.training.batchSize == resumed.training.batchSize, "training.batch_size");
    requireSame(config.training.fullBatch == resumed.training.fullBatch, "training.full_batch");
    requireSame(config.training.optimiser == resumed.training.optimiser, "training.optimiser");
    requireSame(config.training.startFrom == resumed.training.startFrom, "training.start_from");
}

/// Which keys --set gives.
std::function<bool(const char*)> chosenIn(const Arguments& arguments) {
    return [&arguments](const char* key) { return isSet(arguments, key); };
}

bool fromFiles(const DataConfig& data) { return !data.csvPath.empty() || !data.path.empty(); }

/// Data that differ from those that the run learned from are refused, or `accepted` knowingly.
void requireSameData(const ResumedRun& resumed, const DataSet& data, const std::string& run, bool accepted,
                     Output& output) {
    if (!resumed.data && fromFiles(resumed.config.data))
        output.line(
            "An earlier version made this run and did not keep what tells its data from others: whether they "
            "have changed is not known.");
    const std::string difference = changedData(resumed, data);
    if (difference.empty())
        return output.warning(
            accepted ? "--accept-changed-data: the data have not changed, so it changes nothing." : "");
    if (!accepted)
        throw inputError(
            run + ": the data are not those that the run has learned from: " + difference +
            ". Bring them back, train another run, or resume knowingly with --accept-changed-data.");
    output.line("Going on with changed data: " + difference + ".");
}

/// Removes the folder whose name was taken if it is still empty at the end: nothing came of the run.
struct EmptyFolderGuard {
    std::string path;  ///< empty: nothing to do
    ~EmptyFolderGuard() {
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
    }
};

/// What the options ask for; `resumed` is filled where they ask to go on, and `source` where they name a
/// network to start from.
RunConfig configOf(const Arguments& arguments, std::optional<ResumedRun>& resumed,
                   std::optional<Checkpoint>& source, Output& output) {
    RunConfig config;
    if (const auto folder = arguments.text("--resume")) {
        for (const char* other : {"--preset", "--config", "--seed", "--out"})
            if (arguments.has(other))
                throw inputError(std::string("--resume continues with the run's own configuration, in its "
                                             "own folder; it cannot stand beside ") +
                                 other + ". Leave one of them out.");
        resumed = openForResuming(*folder);
        config = resumed->config;
    } else if (arguments.has("--accept-changed-data")) {
        throw inputError(
            "--accept-changed-data stands beside --resume: only a run that is resumed has data of its own.");
    } else {
        config = startConfig(arguments, arguments.text("--preset"), output);
    }
    applySettings(arguments, config);
    applyRunOptions(arguments, config);
    if (resumed) requireSameRun(config, resumed->config);
    if (const auto preset = presets().find(config.preset);
        preset != presets().end() &&
        (preset->second.data.task != config.data.task || preset->second.data.rule != config.data.rule))
        config.preset.clear();  // it learns something else
    if (!resumed) output.warning(drawnInsteadText(config.preset, config.data.path));
    if (!resumed && !config.training.startFrom.empty()) {
        source = followStart(config, chosenIn(arguments));
        output.warning(source->note);
    }
    (void)makeBackend(config.device);  // its message is the better one for a device that is not here
    requireValid(config);
    return config;
}

/// Of the whole run, the last one perhaps not whole.
int epochsOf(const Trainer& trainer) {
    return int((trainer.totalSteps() + trainer.stepsPerEpoch() - 1) / trainer.stepsPerEpoch());
}

std::string bar(const Trainer& trainer, const StepRecord& last) {
    const double share = double(trainer.step()) / double(trainer.totalSteps());
    const auto filled = size_t(std::clamp(share, 0.0, 1.0) * double(barWidth));
    std::string line(barWidth + 2, '.');
    line.front() = '[';
    line.back() = ']';
    std::fill_n(line.begin() + 1, filled, '#');
    line += formatted(" %3.0f %%  epoch %d of %d  loss %.4f  accuracy %.4f", share * 100, last.epoch,
                      epochsOf(trainer), double(last.loss), double(last.accuracy));
    if (const auto left = trainer.timeLeft()) line += "  " + durationText(*left).toStdString() + " left";
    return line;
}

std::string epochLine(const Trainer& trainer, const EpochReport& report) {
    std::string line = formatted(
        "epoch %d of %d  step %lld  train loss %.4f  train accuracy %.4f  validation loss %.4f  validation "
        "accuracy %.4f",
        report.epoch, epochsOf(trainer), static_cast<long long>(report.step), report.trainLoss,
        report.trainAccuracy, report.validationLoss, report.validationAccuracy);
    if (report.best) line += "  best";
    if (const auto left = trainer.timeLeft()) line += "  " + durationText(*left).toStdString() + " left";
    return line;
}

Json summary(const std::string& folder, const RunConfig& config, const DataSet& data,
             const RunResult& result) {
    const bool measured = result.epochs > 0;  // what ended before its first epoch has no mean of one
    const auto ofEpoch = [measured](double value) { return measured ? Json(value) : Json(); };
    return {{"run", folder},
            {"preset", config.preset},
            {"data", aboutData(data)},
            {"device", result.device},
            {"parameters", result.parameters},
            {"reason", toString(result.reason)},
            {"steps", result.steps},
            {"seconds", result.seconds},
            {"ms_per_step", result.msPerStep},
            {"train_loss", ofEpoch(result.trainLoss)},
            {"train_acc", ofEpoch(result.trainAccuracy)},
            {"val_acc", ofEpoch(result.validationAccuracy)},
            {"test_acc", result.testAccuracy ? Json(*result.testAccuracy) : Json()}};
}

/// Kernels by the time they took, the longest first.
std::vector<std::pair<std::string, KernelProfile::Entry>> byTime(const KernelProfile& profile) {
    std::vector<std::pair<std::string, KernelProfile::Entry>> kernels(profile.kernels.begin(),
                                                                      profile.kernels.end());
    std::ranges::sort(
        kernels, [](const auto& a, const auto& b) { return a.second.microseconds > b.second.microseconds; });
    return kernels;
}

Json profileJson(const KernelProfile& profile) {
    Json list = Json::array();
    for (const auto& [name, entry] : byTime(profile))
        list.push_back({{"kernel", name},
                        {"us_per_step", entry.microseconds / double(profile.steps)},
                        {"runs", entry.runs}});
    return {{"steps", profile.steps},
            {"dispatches", profile.dispatches},
            {"rounds", profile.rounds},
            {"one_kernel", profile.whyManyKernels.empty()},
            {"why_many_kernels", profile.whyManyKernels},
            {"kernels", list}};
}

std::vector<std::string> profileLines(const KernelProfile& profile) {
    if (profile.steps == 0) return {"There is no profile: only graphics devices time their kernels."};
    double total = 0;
    for (const auto& [name, entry] : profile.kernels) total += entry.microseconds;
    std::vector<std::string> lines{formatted(
        "Kernels of %lld steps, %.1f us a step in %zu kernels, which wait for one another in %zu rounds:",
        static_cast<long long>(profile.steps), total / double(profile.steps), profile.dispatches,
        profile.rounds)};
    lines.push_back(profile.whyManyKernels.empty()
                        ? "Forward and backward are one kernel, as the network is small."
                        : "Forward and backward are not one kernel, as in small networks: " +
                              profile.whyManyKernels + ".");
    for (const auto& [name, entry] : byTime(profile))
        lines.push_back(formatted("%10.1f us  %4.1f %%  ", entry.microseconds / double(profile.steps),
                                  100 * entry.microseconds / std::max(total, 1e-9)) +
                        name);
    return lines;
}

/// Saves what a piece of work brought. Before the end a disk that fails is a warning, said once until saving
/// works again: the run goes on and tries again.
void record(RunRecorder& recorder, const Trainer::Advance& advance, const Trainer& trainer, bool& failing,
            Output& output) {
    try {
        if (recorder.add(advance, trainer)) failing = false;
    } catch (const Error& problem) {
        if (advance.result || problem.kind() != Error::Kind::Work) throw;
        if (std::exchange(failing, true)) return;
        output.warning("After step " + std::to_string(trainer.step()) + " the run could not be saved: " +
                       problem.what() + " Training continues, and saving is tried again.");
    }
}

/// Trains until the end or a signal.
RunResult trainToTheEnd(Trainer& trainer, RunRecorder& recorder, Output& output) {
    const bool terminal = output.terminal();
    bool failing = false;
    auto shown = std::chrono::steady_clock::now() - barInterval;
    while (true) {
        const Trainer::Advance advance = trainer.advance(pieceOfWork);
        const std::string before = recorder.folder().path();
        record(recorder, advance, trainer, failing, output);
        if (recorder.folder().path() != before)
            output.warning("The folder of the run has been moved; the run goes on in " +
                           recorder.folder().path() + ".");
        if (advance.epoch) output.line(epochLine(trainer, *advance.epoch));
        if (advance.result) return *advance.result;
        if (signalCaught) {
            RunResult result = trainer.stop();
            recorder.finish(result, trainer);
            return result;
        }
        const auto now = std::chrono::steady_clock::now();
        if (terminal && now - shown >= barInterval && !recorder.metrics().steps.empty()) {
            shown = now;
            output.progress(bar(trainer, recorder.metrics().steps.back()));
        }
    }
}

int runTrain(const Arguments& arguments, CommandContext& context) {
    Output& output = context.output;
    std::optional<ResumedRun> resumed;
    EmptyFolderGuard guardOfName;
    std::optional<RunLock> lock;
    if (const auto folder = arguments.text("--resume");
        folder && isRunFolder(*folder) && !arguments.has("--dry-run")) {
        forgetKilledSession(*folder);
        lock.emplace(*folder);  // Locked before anything is read that another process may change
    }
    if (arguments.has("--dry-run") && arguments.has("--profile"))
        throw inputError(
            "--profile times the steps of a training, and --dry-run begins none. Leave one of them out.");
    std::optional<Checkpoint> source;
    RunConfig config = configOf(arguments, resumed, source, output);
    warnOfIdleSettings(arguments, config, everyKey(), output);
    const auto wanted = arguments.text(resumed ? "--resume" : "--out");
    if (wanted && wanted->empty())
        throw inputError("--out: expected a folder for the run, found an empty name.");
    if (wanted) RunFolder::requirePlace(*wanted, resumed.has_value());  // Refused before features take hours
    const DataNames names = resumed ? resumed->names : source ? namesToStart(*source, config) : DataNames();
    if (arguments.has("--dry-run"))
        return dryRun(
            config, resumed ? std::optional(std::move(resumed->state)) : std::nullopt, names,
            [&](const DataSet& data, RunConfig& followed) {
                if (!resumed) followData(data, chosenIn(arguments), followed);
                if (source) output.line(startText(startWeights(*source, followed, data.names).report));
                const std::string difference = resumed ? changedData(*resumed, data) : std::string();
                if (!difference.empty() && !arguments.has("--accept-changed-data"))
                    output.warning("Without --accept-changed-data the run is refused: " + difference + ".");
            },
            output);
    std::string place = wanted ? *wanted : takeRunPath("runs", config.preset);
    if (!wanted) guardOfName.path = place;
    const auto profile = arguments.has("--profile") ? std::make_shared<KernelProfile>() : nullptr;
    bool announced = false;
    const auto preparing = [&](size_t done, size_t all) {
        if (!std::exchange(announced, true))
            output.line(
                "The graphics device's kernels are compiled and tried, once for networks of this shape.");
        output.progress("Kernels:", int64_t(done), int64_t(all));
    };
    const auto tell = [&](const std::string& sentence) { output.line(sentence); };
    const std::unique_ptr<Backend> backend = makeBackend(
        config.device, {.notice = tell, .profile = profile, .explain = tell, .preparing = preparing});
    MemoryBasis memory{.held = residentMemory().now, .resumed = resumed.has_value()};
    requireFits(config, memory);
    requireFitsDevice(config, nullptr);
    const auto data = std::make_shared<const DataSet>(makeDataShown(config.data, names, output));
    if (!resumed) followData(*data, chosenIn(arguments), config);
    memory.held = residentMemory().now;
    memory.data = data.get();
    requireFits(config, memory);
    requireFitsDevice(config, data.get());
    if (fromFiles(config.data)) output.line("Data: " + splitText(*data) + ".");
    if (data->textLengths) output.line(lengthsText(*data->textLengths, config.data.length));
    if (resumed) requireSameData(*resumed, *data, place, arguments.has("--accept-changed-data"), output);
    std::optional<StartWeights> start;
    if (source) {
        start = startWeights(*source, config, data->names);
        source.reset();
        output.line(startText(start->report));
    }
    output.line(frozenText(config));
    Trainer trainer(*backend, config, data, &signalCaught, start ? &start->parameters : nullptr);
    if (resumed) {
        trainer.restore(std::move(resumed->state));
        output.line(changedDevice(*resumed, trainer.device()));
        if (const std::string sentence = changedSettingsText(*resumed, config, trainer.step());
            !sentence.empty()) {
            if (trainer.step() >= trainer.totalSteps())
                throw inputError(place + ": the run has done its " + counted(trainer.step(), "step") +
                                 "; other settings would change none of them. Give it more (--epochs, "
                                 "--steps), or train another run.");
            output.line(sentence);
        }
        output.warning(lostCurves(*resumed, trainer.step()));
    }
    output.warning(trainer.warmupText());

    std::signal(SIGPIPE, SIG_IGN);  // a reader that goes away must not cost the run
    signalCaught = false;
    const SignalGuard guard;
    if (!lock) lock.emplace(place);
    RunFolder folder = RunFolder::create(place, config, trainer.device(), resumed.has_value());
    if (start) folder.setStart(toJson(start->report));
    start.reset();
    RunRecorder recorder(std::move(folder), trainer, resumed ? std::move(resumed->metrics) : RunMetrics());
    resumed.reset();
    output.line("Training " + (config.preset.empty() ? std::string("a network") : config.preset) + ": " +
                std::to_string(trainer.program().parameterCount()) + " parameters, " +
                counted(trainer.totalSteps(), "step") + " on " + trainer.device() + ", into " + place);

    const RunResult result = trainToTheEnd(trainer, recorder, output);
    place = recorder.folder().path();
    if (result.reason == EndReason::Diverged) throw workError(place + ": " + divergedText(result));
    const bool interrupted = result.reason == EndReason::Stopped;
    if (interrupted) {
        output.line("Interrupted after step " + std::to_string(result.steps) + "; the run is whole in " +
                    place + ". Resume with: " + output.program() + " train --resume " + shellWord(place));
    } else {
        std::string line = "Ended (" + std::string(toString(result.reason)) + ") after " +
                           counted(result.steps, "step") + " and " +
                           formatted("%.1f s, %.3f ms a step", result.seconds, result.msPerStep);
        line += result.epochs > 0 ? formatted(": validation accuracy %.4f", result.validationAccuracy)
                                  : std::string(": nothing was trained");
        if (result.testAccuracy) line += formatted(", test accuracy %.4f", *result.testAccuracy);
        output.line(line);
        output.line("The run is in " + place);
    }
    Json object = summary(place, config, *data, result);
    if (const std::string& begun = recorder.folder().start(); !begun.empty())
        object["start"] = parseJson<Json>(begun);
    if (config.training.frozenLayers > 0) object["frozen"] = parseJson<Json>(frozenJson(config));
    if (data->textLengths) object["texts"] = parseJson<Json>(toJson(*data->textLengths));
    if (profile) {
        object["profile"] = profileJson(*profile);
        for (const std::string& line : profileLines(*profile)) output.line(line);
    }
    output.object(object);
    return interrupted ? 1 : 0;
}

}  // namespace

Command trainCommand() {
    return {
        {"train",
         nullptr,
         "Trains a network and leaves a run folder. Ctrl+C stops it cleanly: the folder stays whole, can be "
         "resumed, and the exit status is 1.",
         {{"--preset", "NAME", presetNames().c_str()},
          configOption,
          setOption,
          dataOption,
          skipBadLinesOption,
          deviceOption,
          epochsOption,
          stepsOption,
          {"--seed", "N", "Of initialisation, shuffling and dropout."},
          {"--out", "DIR", "The new run folder; default: one in runs/."},
          {"--resume", "DIR", "Resumes the run in DIR exactly where it was."},
          {"--accept-changed-data", nullptr,
           "With --resume: continues though the data are not those that the run has learned from; run.json "
           "says so."},
          {"--dry-run", nullptr,
           "Says parameters, memory, time and the sizes of the data, and starts nothing."},
          {"--profile", nullptr,
           "Time of each kernel of a graphics device; steps run one at a time, so slower."},
          isaOption,
          jsonOption}},
        runTrain};
}

}  // namespace attx
