// sweep plan: which runs there are to be.
#include <algorithm>

#include "app/cli/commands.h"
#include "app/devices/backends.h"
#include "app/options/shared_options.h"
#include "app/options/start_config.h"
#include "model/config/settings.h"
#include "model/files/csv.h"
#include "model/files/error.h"
#include "model/files/memory.h"
#include "model/files/text.h"
#include "model/sweeps/sweep.h"

namespace attx {
namespace {

constexpr int mostSeeds = 10'000;

/// A path that a run would take from two places.
void requireWholePaths(const Arguments& arguments, const std::vector<Parameter>& varied) {
    for (const Parameter& parameter : varied)
        if (arguments.has("--data") && parameter.key.ends_with("path"))
            throw inputError("--data and several values of " + parameter.key +
                             " cannot both be given: write whole paths, and leave --data out.");
}

std::vector<std::string> presetsOf(const Arguments& arguments) {
    std::vector<std::string> names;
    const auto text = arguments.text("--preset");
    if (!text) return names;
    if (!CsvReader(*text, ',', "--preset").next(names))
        throw inputError("--preset: expected names of presets, found none.");
    for (auto name = names.begin(); name != names.end(); ++name)
        if (std::find(names.begin(), name, *name) != name)
            throw inputError("--preset: " + *name + " stands twice.");
    return names;
}

SweepRequest requestOf(const Arguments& arguments, Output& output) {
    requireOneValueEach(arguments);
    SweepRequest request;
    if (arguments.oneOf("--method", {"grid", "random"}) == 1) request.method = SweepMethod::Random;
    request.count = int(arguments.integer("--count", 1, mostSweepRuns).value_or(0));
    request.seeds = int(arguments.integer("--seeds", 1, mostSeeds).value_or(1));
    std::vector<std::string> fixed;
    const auto naming = [](const auto& work) {
        try {
            work();
        } catch (const Error& problem) {
            throw Error(problem.kind(), std::string("--set ") + problem.what());
        }
    };
    for (const std::string& text : arguments.all("--set"))
        naming([&] {
            Parameter parameter = parseParameter(text);
            if (parameter.varies())
                request.parameters.push_back(std::move(parameter));
            else
                fixed.push_back(parameter.key + "=" + parameter.values.front());
        });
    requireWholePaths(arguments, request.parameters);
    std::vector<std::string> names = presetsOf(arguments);
    const bool named = !names.empty();
    if (!named) names.emplace_back();
    for (const std::string& name : names) {
        RunConfig config = startConfig(arguments, named ? std::optional(name) : std::nullopt, output);
        for (const std::string& setting : fixed) naming([&] { applySetting(config, setting); });
        applyRunOptions(arguments, config);
        (void)makeBackend(config.device);  // its message is the better one for a device that is not here
        const std::string base = named ? name : config.preset.empty() ? "base" : config.preset;
        request.bases.emplace_back(base, std::move(config));
    }
    return request;
}

/// A key that means nothing for any of the runs makes runs that are all the same.
void warnOfIdleKeys(const Sweep& sweep, Output& output) {
    for (const Parameter& parameter : sweep.parameters) {
        if (parameter.key == "preset") continue;
        const KeyInfo& key = keyInfo(parameter.key);
        const auto takesPart = [&](const SweepRun& run) { return hasEffect(key, configOf(sweep, run)); };
        if (std::ranges::none_of(sweep.runs, takesPart))
            output.warning(parameter.key +
                           " means nothing for these runs: no value of it will change what is learned.");
    }
}

int runSweepPlan(const Arguments& arguments, CommandContext& context) {
    Output& output = context.output;
    const std::string folder = arguments.required("--out");
    const Sweep sweep = planSweep(requestOf(arguments, output));
    const size_t seeds = sweep.seeds.size(), combinations = sweep.runs.size() / seeds;
    int64_t bytes = 0;
    for (size_t i = 0; i < sweep.runs.size(); i += seeds)
        bytes += int64_t(seeds) * diskBytes(configOf(sweep, sweep.runs[i]));
    const std::optional<int64_t> free = freeDisk(folder);
    const std::string space = "about " + memoryText(bytes) + " on disk" +
                              (free ? ", where " + memoryText(*free) + " are free" : std::string());
    if (free && bytes > *free)
        throw inputError("The " + counted(sweep.runs.size(), "run") + " would take " + space +
                         ". Nothing was written. Choose another disk, fewer runs, or fewer snapshots: --set "
                         "training.snapshots=0, --set training.snapshot_megabytes=0.");
    warnOfIdleKeys(sweep, output);
    writeSweep(folder, sweep);
    output.line(counted(sweep.runs.size(), "run") + ": " + std::to_string(combinations) +
                (combinations == 1 ? " combination" : " combinations") + ", each with " +
                counted(seeds, "seed") + "; " + space + ".");
    output.line("Train them with: " + output.program() + " sweep run " + shellWord(folder));
    output.object({{"sweep", folder},
                   {"runs", sweep.runs.size()},
                   {"combinations", combinations},
                   {"seeds", sweep.seeds},
                   {"disk_bytes", bytes},
                   {"free_bytes", free ? Json(*free) : Json()}});
    return 0;
}

}  // namespace

Command sweepPlanCommand() {
    static const std::string presetHelp =
        presetNames() + " Several, parted by commas, if they are of one task.";
    return {
        {"sweep plan",
         nullptr,
         "Plans many runs: every combination of the values given, or some drawn at random. Each is checked; "
         "nothing is trained.",
         {{"--preset", "NAME", presetHelp.c_str()},
          configOption,
          {"--set", "KEY=V1,V2,...",
           "Values of a setting: one for all runs, or several to vary it; with --method random also ranges; "
           "may repeat.",
           true},
          {"--seeds", "N", "Runs of each combination, with seed, seed + 1, ...; default 1."},
          {"--method", "NAME", "grid: all combinations (default); random: --count of them, no two alike."},
          {"--count", "N", "How many combinations --method random draws."},
          dataOption,
          skipBadLinesOption,
          deviceOption,
          epochsOption,
          stepsOption,
          {"--seed", "N", "The first seed of each combination; also what --method random draws from."},
          {"--out", "SWEEP", "The new folder; sweep.json in it says what there is to do."},
          jsonOption},
         false,
         false,
         "Values\n"
         "  --set training.learning_rate=1e-4,5e-4,1e-3     a list\n"
         "  --set 'data.csv_path=\"a,b.csv\",c.csv'           in quotes, where a value holds a comma\n"
         "  --set training.learning_rate=log:1e-5..1e-2     drawn; the logarithm is uniform\n"
         "  --set network.dropout=uniform:0..0.3            drawn\n"
         "  --set network.num_layers=int:1..6               drawn; both ends may come\n"
         "\n"
         "Examples\n"
         "  attention-explorer sweep plan --preset reverse --set training.learning_rate=1e-4,5e-4,1e-3 \\\n"
         "      --set network.num_heads=1,2,4 --seeds 5 --out heads\n"
         "  attention-explorer sweep plan --method random --count 20 --set network.num_layers=int:1..4 \\\n"
         "      --set training.learning_rate=log:1e-5..1e-2 --out drawn\n"
         "  attention-explorer sweep run heads\n"
         "  attention-explorer collect heads --out heads.csv\n"},
        runSweepPlan};
}

}  // namespace attx
