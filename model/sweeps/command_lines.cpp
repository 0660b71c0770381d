#include "model/sweeps/command_lines.h"

#include <filesystem>

#include "model/config/settings.h"
#include "model/files/csv.h"
#include "model/files/error.h"
#include "model/files/text.h"
#include "model/run/run_folder.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

constexpr const char* firstPreset = "reverse";  // what `train` begins with by itself

std::string joined(const std::vector<std::string>& words) {
    std::string line;
    for (const std::string& word : words) line += (line.empty() ? "" : " ") + shellWord(word);
    return line;
}

void requireOneLine(const char* what, const std::string& text) {
    if (text.find_first_of("\n\r") != std::string::npos)
        throw inputError(std::string(what) + ": expected one line, found several.");
}

/// The words that lead from a preset to `wanted`; keys of data come first, as the network's size may follow
/// them.
std::vector<std::string> settingWords(const RunConfig& wanted) {
    const std::string preset = presets().contains(wanted.preset) ? wanted.preset : firstPreset;
    std::vector<std::string> words{"--preset", preset};
    RunConfig config = presetByName(preset), target = wanted;
    for (const bool ofData : {true, false})
        for (const KeyInfo& key : runConfigKeys()) {
            if (key.path == "preset" || key.path.starts_with("data.") != ofData) continue;
            const std::string value = valueText(key, target);
            if (valueText(key, config) == value) continue;
            words.insert(words.end(), {"--set", key.path + "=" + value});
            applySetting(config, words.back());
        }
    target.preset = config.preset;
    if (config != target)
        throw inputError(
            "No options of the command line lead to this configuration. Take the file: --config "
            "RUN/run.json.");
    return words;
}

}  // namespace

std::string repeatingCommand(const RunFolder& folder) {
    RunConfig config = folder.config();
    std::vector<std::string> last;
    if (!folder.provenance().empty()) {
        const Provenance& by = folder.provenance().back();
        if (by.device.starts_with("native")) {
            config.device = "cpu";
            if (by.threads > 0) config.threads = by.threads;
            if (!by.instructionSet.empty()) last = {"--isa", by.instructionSet};
        }
    }
    std::vector<std::string> words{"train"};
    for (const auto& part : {settingWords(config), last}) words.insert(words.end(), part.begin(), part.end());
    return joined(words);
}

std::string planningCommand(const SweepRequest& request, const std::string& folder) {
    std::vector<std::string> words{"sweep", "plan"};
    RunConfig common = request.bases.front().second;
    RunConfig preset = presetByName(presets().contains(common.preset) ? common.preset : firstPreset);
    // Values that vary are given once, below. Keys of the data stay: a network's size may depend on them.
    for (const Parameter& parameter : request.parameters)
        if (!parameter.key.starts_with("data."))
            applySetting(common, parameter.key + "=" + valueText(keyInfo(parameter.key), preset));
    const std::vector<std::string> base = settingWords(common);
    words.insert(words.end(), base.begin(), base.end());
    for (const Parameter& parameter : request.parameters) {
        std::string values;
        if (parameter.range) {
            constexpr const char* begins[] = {"uniform:", "log:", "int:"};
            values = begins[size_t(parameter.range->distribution)] + numberText(parameter.range->minimum) +
                     ".." + numberText(parameter.range->maximum);
        }
        for (const std::string& value : parameter.values)
            values += (values.empty() ? "" : ",") + csvField(value);
        words.insert(words.end(), {"--set", parameter.key + "=" + values});
    }
    if (request.seeds > 1) words.insert(words.end(), {"--seeds", std::to_string(request.seeds)});
    if (request.method == SweepMethod::Random)
        words.insert(words.end(), {"--method", "random", "--count", std::to_string(request.count)});
    words.insert(words.end(), {"--out", folder});
    return joined(words);
}

std::string slurmScript(const Sweep& sweep, const std::string& folder, const std::string& program,
                        int64_t parts, const std::string& options) {
    requireOneLine("--sbatch", options);
    requireOneLine("SWEEP", folder);
    std::string script = "#!/bin/bash\n# ";
    script += counted(sweep.runs.size(), "run") + " in " + std::to_string(parts) +
              " jobs. Submitted again, it skips what is finished and resumes what was interrupted.\n"
              "#SBATCH --job-name=" +
              shellWord(fs::path(folder).filename().string()) + "\n#SBATCH --array=0-" +
              std::to_string(parts - 1) + "\n#SBATCH --output=" + shellWord(folder + "/slurm-%A_%a.out") +
              "\n";
    if (!options.empty()) script += "#SBATCH " + options + "\n";
    return script + "exec " + shellWord(program) + " sweep run " + shellWord(folder) +
           " --part \"${SLURM_ARRAY_TASK_ID:?}/" + std::to_string(parts) +
           "\" --cores \"${SLURM_CPUS_PER_TASK:-1}\"\n";
}

std::vector<std::string> parallelCommands(const Sweep& sweep, const std::string& folder,
                                          const std::string& program, int64_t cores) {
    requireOneLine("SWEEP", folder);
    std::vector<std::string> commands;
    for (size_t i = 0; i < sweep.runs.size(); ++i)
        commands.push_back(shellWord(program) + " sweep run " + shellWord(folder) + " --part " +
                           std::to_string(i) + "/" + std::to_string(sweep.runs.size()) + " --cores " +
                           std::to_string(cores));
    return commands;
}

std::string wholePath(const std::string& path) {
    std::error_code failed;
    const fs::path whole = fs::weakly_canonical(path, failed);
    return failed ? path : whole.string();
}

}  // namespace attx
