#include "app/options/shared_options.h"

#include <cctype>
#include <filesystem>

#include "app/runs/answer.h"
#include "model/config/settings.h"
#include "model/config/task.h"
#include "model/data/feature_file.h"
#include "model/files/error.h"
#include "model/foreign/torch_encoder.h"
#include "model/native/native_session.h"
#include "model/run/measure.h"
#include "model/run/run_folder.h"

namespace attx {

Ablation ablatedHeads(const Arguments& arguments, const NetworkConfig& network) {
    const auto text = arguments.text("--ablate");
    if (!text) return {};
    try {
        return {gatesWithout(network, parseHeads(*text, network)), {}};
    } catch (const Error& problem) {
        throw Error(problem.kind(), std::string("--ablate: ") + problem.what());
    }
}

HeadAblation ablateHeads(const RunConfig& config, const std::vector<float>& parameters, const DataSet& data,
                         const Ablation& from, Output& output) {
    const Measure measure = makeMeasure(NativeBackend(), config, parameters, data.validation);
    return ablateEachHead(*measure.session, measure.rows, measure.batch, from,
                          [&](const HeadAblation& soFar) {
                              if (output.terminal())
                                  output.progress("Head " + std::to_string(soFar.without.size()) + " of " +
                                                  std::to_string(soFar.layers * soFar.heads));
                          })
        .value();
}

OpenedRun openFor(const Arguments& arguments, Output& output) {
    OpenedRun opened = openRun(arguments.positional());
    RunConfig wanted = opened.config;
    applySettings(arguments, wanted);
    followAnswers(opened.config, wanted);
    answer(opened, wanted);
    if (!opened.note.empty()) output.warning(opened.note);
    warnOfIdleSettings(arguments, opened.config, output);
    const NetworkConfig& network = opened.config.network;
    const bool oneHotOnly = network.output == OutputKind::Positions;
    for (std::string set : arguments.all("--set")) {
        std::erase(set, ' ');
        if (oneHotOnly && set == std::string(inputKey) + "=" + toString(InputKind::Features))
            throw inputError(opened.path + ": " + set +
                             ": a network that answers at each position reads one-hot categories here. Leave "
                             "it out, or say --set " +
                             pooledKey + "=" + toString(OutputKind::Pooled) + ".");
        std::erase_if(opened.uncertain,
                      [&](const UncertainKey& key) { return set.starts_with(key.path + "="); });
    }
    for (const UncertainKey& key : opened.uncertain) {
        if (key.path == headsKey)
            throw inputError(opened.path + ": the file does not say how many heads the network has. " +
                             key.why + " Say it with --set " + headsKey + "=N.");
        if (key.path == pooledKey)
            throw inputError(opened.path + ": " + key.why + " If that will do, say it with --set " +
                             pooledKey + "=" + key.value + ".");
        output.line("Assumed: " + key.path + "=" + key.value +
                    (fixedKey(key.path) || (oneHotOnly && key.path == inputKey)
                         ? " (--set confirms it). "
                         : " (--set confirms it or chooses otherwise). ") +
                    key.why);
    }
    return opened;
}

void addAssumed(const OpenedRun& opened, Json& object) {
    if (!opened.uncertain.empty()) object["assumed"] = Json::parse(assumedJson(opened.uncertain));
}

void applySettings(const Arguments& arguments, RunConfig& config) {
    for (const std::string& assignment : arguments.all("--set")) {
        try {
            applySetting(config, assignment);
        } catch (const Error& problem) {
            throw Error(problem.kind(), std::string("--set ") + problem.what());
        }
    }
}

void warnOfIdleSettings(const Arguments& arguments, const RunConfig& config, Output& output) {
    for (const std::string& assignment : arguments.all("--set")) {
        std::string key = assignment.substr(0, assignment.find('='));
        std::erase_if(key, [](unsigned char c) { return std::isspace(c) != 0; });
        if (fixedKey(key)) continue;  // it has one value, which it is there to confirm
        if (!hasEffect(keyInfo(key), config))
            output.warning("--set " + key + ": nothing here depends on it, so it changes nothing.");
    }
}

std::string outFile(const Arguments& arguments) {
    std::string path = arguments.required("--out");
    requireNoRunFile(path);
    return path;
}

void applyDataFolder(const Arguments& arguments, RunConfig& config) {
    namespace fs = std::filesystem;
    const auto folder = arguments.text("--data");
    std::error_code ignored;
    const bool whole = infoOf(config.data.task).files != nullptr;  // texts or images, not a file among others
    if (folder && !whole && !fs::is_directory(*folder, ignored))
        throw inputError("--data " + *folder + ": expected a folder, found " +
                         (fs::exists(*folder, ignored) ? "a file" : "nothing of that name") +
                         ". Check the path.");
    if (folder && !whole && config.data.csvPath.empty())
        throw inputError(
            "--data " + *folder +
            ": the sequences of this configuration are made by a rule, not read. Leave --data out, "
            "or name a file of pairs: --set data.rule=csv --set data.csv_path=FILE.");
    const auto found = [&](const std::string& file) {
        if (!folder) return fs::path(file);
        if (fs::path inside = fs::path(*folder) / file; !file.empty() && fs::exists(inside, ignored))
            return inside;
        return whole ? fs::path(*folder) : fs::path(*folder) / fs::path(file).filename();
    };
    // A run knows its files by their whole path, wherever it is gone on with; --data says where they are now:
    // in that folder, or, for texts and images, the folder or file itself.
    if (!config.data.path.empty() || (folder && whole)) config.data.path = found(config.data.path).string();
    if (!config.data.csvPath.empty()) config.data.csvPath = found(config.data.csvPath).string();
    for (std::string* file : {&config.data.csvPath, &config.data.path, &config.data.extractor})
        if (!file->empty() && *file != pixelExtractor)
            *file = fs::absolute(*file, ignored).lexically_normal().string();
}

}  // namespace attx
