#include "model/sweeps/sweep.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "model/config/settings.h"
#include "model/data/philox.h"
#include "model/files/error.h"
#include "model/files/memory.h"
#include "model/files/text.h"
#include "model/network/program.h"
#include "model/network/schedule.h"
#include "model/run/memory_estimate.h"
#include "model/run/snapshots.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

constexpr const char* presetKey = "preset";
constexpr const char* seedKey = "seed";
constexpr size_t mostProblems = 10;  // said at once
constexpr int triesPerDraw = 1000;   // Draws for each new combination, on average at most

using Combination = std::vector<std::string>;  ///< a value for each parameter

/// Presets of different tasks learn different things: no table could compare them.
void requireOneTask(const SweepRequest& request) {
    for (const auto& [name, config] : request.bases) {
        const auto& [first, firstConfig] = request.bases.front();
        if (config.data.task != firstConfig.data.task)
            throw inputError("--preset: " + first + " is of the task " + toString(firstConfig.data.task) +
                             ", " + name + " of the task " + toString(config.data.task) +
                             ", and a sweep compares runs of one task. Plan a sweep for each.");
    }
}

std::vector<Parameter> checkedParameters(const SweepRequest& request) {
    std::vector<Parameter> parameters;
    if (request.bases.size() > 1) {
        parameters.push_back({presetKey, {}, {}});
        for (const auto& [name, config] : request.bases) parameters.front().values.push_back(name);
    }
    for (const Parameter& asked : request.parameters) {
        for (const Parameter& before : parameters)
            if (before.key == asked.key)
                throw inputError(asked.key + " is varied twice; list all of its values at one place");
        if (asked.key == seedKey && request.seeds > 1)
            throw inputError("--seeds makes the seeds of each combination, and so does " + asked.key +
                             "=...; leave one of them out");
        if (asked.range && request.method == SweepMethod::Grid)
            throw inputError(asked.key +
                             ": a grid has no ranges; list the values, or draw them with --method random "
                             "--count N");
        parameters.push_back(checkedParameter(asked, request.bases.front().second));
    }
    return parameters;
}

/// How many combinations the lists and whole numbers have; infinity with a range of real numbers.
double combinationsOf(const std::vector<Parameter>& parameters) {
    double product = 1;
    for (const Parameter& parameter : parameters) {
        if (!parameter.range)
            product *= double(parameter.values.size());
        else if (parameter.range->distribution == Distribution::Int)
            product *= parameter.range->maximum - parameter.range->minimum + 1;
        else
            return INFINITY;
    }
    return product;
}

void requireRuns(double combinations, int seeds) {
    if (combinations * seeds > mostSweepRuns)
        throw inputError(
            "The sweep would have more than " + std::to_string(mostSweepRuns) +
            " runs. List fewer values, or draw some of their combinations: --method random --count "
            "N.");
}

/// The last parameter varies fastest.
std::vector<Combination> grid(const std::vector<Parameter>& parameters) {
    std::vector<Combination> all{{}};
    for (const Parameter& parameter : parameters) {
        std::vector<Combination> longer;
        for (const Combination& begun : all)
            for (const std::string& value : parameter.values) {
                longer.push_back(begun);
                longer.back().push_back(value);
            }
        all = std::move(longer);
    }
    return all;
}

std::string drawn(const Parameter& parameter, PhiloxSequence& random) {
    if (!parameter.range) return parameter.values[random.below(uint32_t(parameter.values.size()))];
    const auto& [low, high, distribution] = *parameter.range;
    if (distribution == Distribution::Int) return numberText(low + random.below(uint32_t(high - low) + 1));
    const double share = random.next() * 0x1p-32;
    const double value = distribution == Distribution::LogUniform ? low * std::pow(high / low, share)
                                                                  : low + (high - low) * share;
    char digits[32];  // four of them tell values apart, and can be read
    std::snprintf(digits, sizeof digits, "%.4g", value);
    return numberText(std::clamp(std::strtod(digits, nullptr), low, high));
}

std::vector<Combination> draws(const std::vector<Parameter>& parameters, int count, uint64_t seed) {
    const double all = combinationsOf(parameters);
    if (count > all)
        throw inputError("--count " + std::to_string(count) + ": there are only " + numberText(all) +
                         " combinations. Ask for fewer, or for each of them: --method grid.");
    PhiloxSequence random(seed, RandomStream::Data);
    std::set<Combination> known;
    std::vector<Combination> found;
    for (int tries = 0; static_cast<int>(found.size()) < count; ++tries) {
        if (tries > triesPerDraw * count)
            throw inputError("--count " + std::to_string(count) + ": only " + std::to_string(found.size()) +
                             " different combinations were found in these ranges. Ask for fewer.");
        Combination next;
        for (const Parameter& parameter : parameters) next.push_back(drawn(parameter, random));
        if (known.insert(next).second) found.push_back(std::move(next));
    }
    return found;
}

std::string settingsText(const SweepRun& run) {
    std::string text;
    for (const auto& [key, value] : run.settings) text += (text.empty() ? "" : " ") + key + "=" + value;
    return text;
}

/// What is wrong with a run, a sentence each. One of memory has to last, unless another run's did (`lasts`).
std::vector<std::string> problemsOf(const Sweep& sweep, const SweepRun& run, bool& lasts) {
    std::vector<std::string> problems;
    const RunConfig config = configOf(sweep, run);
    for (const ConfigProblem& problem : check(config))
        problems.push_back(problem.key + ": " + problem.message);
    if (!problems.empty()) return problems;
    const MemoryBasis basis{.held = residentMemory().now};
    if (const auto problem = lasts ? memoryProblem(config, basis) : lastingMemoryProblem(config, basis)) {
        problems.push_back(*problem);
        lasts = true;
    }
    std::error_code ignored;
    for (const auto& [key, file] :
         {std::pair("data.csv_path", config.data.csvPath), {"data.path", config.data.path}})
        if (!file.empty() && !fs::exists(file, ignored))
            problems.push_back(std::string(key) + ": " + file + ": there is nothing of that name");
    return problems;
}

/// A base may need a value of a key that is varied, as the rule csv its file: it gets those of its first run,
/// which every run sets again. One that was never drawn goes.
void completeBases(Sweep& sweep) {
    std::map<std::string, RunConfig> complete;
    for (const SweepRun& run : sweep.runs)
        if (!complete.contains(run.base)) complete.emplace(run.base, configOf(sweep, run));
    sweep.bases = std::move(complete);
}

/// Throws what is wrong with any combination; one seed of each stands for all.
void requireRunnable(const Sweep& sweep) {
    std::string text;
    size_t found = 0;
    bool memoryLasts = false;
    for (size_t i = 0; i < sweep.runs.size(); i += sweep.seeds.size()) {
        const SweepRun& run = sweep.runs[i];
        for (const std::string& problem : problemsOf(sweep, run, memoryLasts)) {
            if (found++ >= mostProblems) continue;
            const std::string combination = textOf(sweep, run);
            text += (text.empty() ? "" : "\n") + (combination.empty() ? "" : "With " + combination + ": ") +
                    problem;
        }
    }
    if (found == 0) return;
    if (found > mostProblems) text += "\n... and " + counted(found - mostProblems, "more problem");
    throw inputError(text + "\nNothing was written. Leave out the values that do not go together.");
}

std::string numbered(size_t number, size_t count) {
    const size_t width = std::max<size_t>(3, std::to_string(count - 1).size());
    std::string name = std::to_string(number);
    return std::string(width - std::min(width, name.size()), '0') + name;
}

}  // namespace

const char* toString(SweepMethod value) { return value == SweepMethod::Grid ? "grid" : "random"; }

Sweep planSweep(const SweepRequest& request) {
    if (request.bases.empty()) throw inputError("A sweep needs a configuration to begin with.");
    if (request.method == SweepMethod::Random && request.count < 1)
        throw inputError("--method random needs --count N: how many combinations are drawn.");
    if (request.method == SweepMethod::Grid && request.count > 0)
        throw inputError("--count belongs to --method random: a grid has all combinations.");
    requireOneTask(request);
    Sweep sweep;
    sweep.method = request.method;
    sweep.parameters = checkedParameters(request);
    sweep.bases.insert(request.bases.begin(), request.bases.end());
    const uint64_t seed = request.bases.front().second.seed;
    for (int i = 0; i < request.seeds; ++i) sweep.seeds.push_back(seed + uint64_t(i));

    const bool random = request.method == SweepMethod::Random;
    const double count = random ? request.count : combinationsOf(sweep.parameters);
    requireRuns(count, request.seeds);
    const std::vector<Combination> combinations =
        random ? draws(sweep.parameters, request.count, seed) : grid(sweep.parameters);
    for (const Combination& combination : combinations) {
        SweepRun run{{}, request.bases.front().first, {}};
        for (size_t i = 0; i < combination.size(); ++i) {
            if (sweep.parameters[i].key == presetKey)
                run.base = combination[i];
            else
                run.settings.emplace_back(sweep.parameters[i].key, combination[i]);
        }
        for (const uint64_t one : sweep.seeds) {
            SweepRun seeded = run;
            seeded.name = numbered(sweep.runs.size(), combinations.size() * sweep.seeds.size());
            if (sweep.seeds.size() > 1) seeded.settings.emplace_back(seedKey, std::to_string(one));
            sweep.runs.push_back(std::move(seeded));
        }
    }
    requireRunnable(sweep);
    completeBases(sweep);
    return sweep;
}

RunConfig configOf(const Sweep& sweep, const SweepRun& run) {
    const auto base = sweep.bases.find(run.base);
    if (base == sweep.bases.end())
        throw inputError("Run " + run.name + ": the sweep has no configuration \"" + shortened(run.base) +
                         "\".");
    RunConfig config = base->second;
    for (const auto& [key, value] : run.settings) applySetting(config, key + "=" + value);
    return config;
}

std::string textOf(const Sweep& sweep, const SweepRun& run) {
    std::string settings = settingsText(run);
    if (sweep.bases.size() < 2) return settings;
    return std::string(presetKey) + "=" + run.base + (settings.empty() ? "" : " ") + settings;
}

std::vector<const SweepRun*> partOf(const Sweep& sweep, int part, int parts) {
    if (part < 0 || part >= parts)
        throw inputError("--part: expected I/K with I from 0 to K - 1, found " + std::to_string(part) + "/" +
                         std::to_string(parts) + ".");
    std::vector<const SweepRun*> runs;
    for (size_t i = size_t(part); i < sweep.runs.size(); i += size_t(parts)) runs.push_back(&sweep.runs[i]);
    return runs;
}

int64_t diskBytes(const RunConfig& config) {
    constexpr int64_t headerBytes = 8192;     // Bytes of a checkpoint's header: names, shapes, configuration
    constexpr int64_t stepBytes = 60 + 120;   // a line of metrics.csv, four records for TensorBoard
    constexpr int64_t pictureBytes = 10'000;  // Bytes of the picture of the attention after an epoch
    constexpr int64_t perState = 4;           // parameters, best ones, two moments
    constexpr int64_t bytesPerMegabyte = 1'000'000;
    const TrainingConfig& training = config.training;
    const Program program = buildProgram(config.network, config.data.positions());
    const int64_t checkpoint = program.parameterCount() * int64_t{sizeof(float)} + headerBytes;
    const int64_t steps = plannedSteps(config);
    const int64_t perEpoch =
        std::max<int64_t>(config.data.trainSize / batchOf(training, config.data.trainSize), 1);
    const int64_t epochs = (steps + perEpoch - 1) / perEpoch;
    const int64_t moments = training.snapshotEvery > 0 ? steps / training.snapshotEvery : training.snapshots;
    const int64_t kept = std::min<int64_t>(epochs + moments + 1, int64_t{mostSnapshots});
    const int64_t snapshots =
        std::min(kept * checkpoint, int64_t{training.snapshotMegabytes} * bytesPerMegabyte);
    return (perState + 1) * checkpoint + snapshots + steps * stepBytes + (epochs + 1) * pictureBytes;
}

std::optional<int64_t> freeDisk(const std::string& folder) {
    std::error_code error;
    fs::path place = fs::absolute(folder, error);
    while (!place.empty() && !fs::exists(place, error) && place.has_relative_path())
        place = place.parent_path();
    const fs::space_info space = fs::space(place, error);
    if (error) return std::nullopt;
    return int64_t(std::min<uintmax_t>(space.available, INT64_MAX));
}

}  // namespace attx
