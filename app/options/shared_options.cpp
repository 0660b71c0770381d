#include "app/options/shared_options.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <map>

#include "model/config/assumptions.h"
#include "model/config/settings.h"
#include "model/config/vector_network.h"
#include "model/data/feature_file.h"
#include "model/files/encoding.h"
#include "model/files/error.h"
#include "model/files/json.h"
#include "model/foreign/foreign_checkpoint.h"
#include "model/native/native_session.h"
#include "model/run/measure.h"
#include "model/sweeps/output_place.h"

namespace attx {
namespace {

/// The key of KEY=VALUE, without blanks, as applySetting takes it.
std::string keyOf(const std::string& assignment) {
    std::string key = assignment.substr(0, assignment.find('='));
    std::erase_if(key, [](unsigned char c) { return std::isspace(c) != 0; });
    return key;
}
std::string valueOf(const std::string& assignment) {
    return assignment.substr(std::min(assignment.find('='), assignment.size() - 1) + 1);
}

/// Throws Error::Kind::Input where --set gives a key another value than the file, which leaves that open
/// nowhere. Dropout may change where the network alone is known: it is of training, and an exported network
/// may be trained without.
void requireWhatFileKnows(const Arguments& arguments, const std::string& path, RunConfig stored,
                          RunConfig wanted, const std::vector<UncertainKey>& open, FileKnows knows) {
    const bool everything = knows == FileKnows::Everything && open.empty();
    for (const std::string& assignment : arguments.all("--set")) {
        const std::string key = keyOf(assignment);
        const bool isOpen =
            std::ranges::any_of(open, [&](const UncertainKey& one) { return one.path == key; });
        if (isOpen || fixedKey(key)) continue;
        if (!everything && (!key.starts_with("network.") || key.ends_with("dropout"))) continue;
        const std::string known = valueText(key, stored), asked = valueText(key, wanted);
        if (known != asked)
            throw inputError("--set " + key + "=" + asked + ": expected " + known + ", which " + path +
                             " says of " + (key.starts_with("network.") ? "its network" : "itself") +
                             ". Leave it out.");
    }
}

/// Keys of the network that only a training reads are none of those that networkKeys() stands for.
bool isRead(std::string_view key, const KeysRead& read) {
    const bool isOfTraining = key.starts_with("network.") && key.ends_with("dropout");
    return std::ranges::any_of(read, [&](std::string_view begin) {
        return key.starts_with(begin) && !(isOfTraining && begin == "network.");
    });
}

}  // namespace

Ablation ablatedHeads(const Arguments& arguments, const NetworkConfig& network) {
    const auto text = arguments.text("--ablate");
    if (!text) return {};
    try {
        const std::vector<HeadIndex> heads = parseHeads(*text, network);
        if (heads.empty()) throw inputError("expected heads as layer.head, as in 0.1,2.3, found none.");
        return {gatesWithout(network, heads), {}};
    } catch (const Error& problem) {
        throw Error(problem.kind(), std::string("--ablate: ") + problem.what());
    }
}

HeadAblation ablateHeads(const RunConfig& config, const std::vector<float>& parameters, const DataSet& data,
                         const Ablation& from, Output& output) {
    const Measure measure = makeMeasure(NativeBackend(), config, parameters, data.validation);
    return ablateEachHead(*measure.session, measure.rows, measure.batch, from,
                          [&](const HeadAblation& soFar) {
                              output.progress("Head", std::ssize(soFar.without), soFar.layers * soFar.heads);
                          })
        .value();
}

OpenedRun openFor(const Arguments& arguments, Output& output, const KeysRead& read, FileKnows knows) {
    OpenedRun opened = openRun(arguments.positional());
    if (arguments.has("--data")) requireReadsData(opened);
    const RunConfig stored = opened.config;
    const std::vector<UncertainKey> open = opened.uncertain;
    RunConfig asked = stored;
    applySettings(arguments, asked);
    RunConfig wanted = stored;  // the task of what it reads and answers first, to which all other keys belong
    for (const std::string& assignment : arguments.all("--set"))
        if (keyOf(assignment) == inputKey || keyOf(assignment) == pooledKey) setByPath(wanted, assignment);
    followAnswers(stored, wanted);
    const RunConfig ofTask = wanted;
    applySettings(arguments, wanted);
    followAnswers(ofTask, wanted);
    answer(opened, wanted);
    requireWhatFileKnows(arguments, opened.path, stored, asked, open, knows);
    output.warning(opened.note);
    KeysRead known = read;  // what was open may be confirmed
    for (const UncertainKey& key : opened.uncertain) known.emplace_back(key.path);
    warnOfIdleSettings(arguments, opened.config, known, output);
    const NetworkConfig& network = opened.config.network;
    const char* const oneInput = whyOneInput(network);
    for (std::string set : arguments.all("--set")) {
        std::erase(set, ' ');
        if (oneInput && set.starts_with(std::string(inputKey) + "=") &&
            !set.ends_with(std::string("=") + toString(network.input)))
            throw inputError(opened.path + ": " + set + ": " + oneInput + ". Leave it out, or say --set " +
                             pooledKey + "=pooled.");
        std::erase_if(opened.uncertain, [&](const UncertainKey& key) {
            const bool isSaid = set.starts_with(key.path + "=");
            if (isSaid && key.why == tableIsHeld && network.positions == Positions::None)
                output.warning(opened.path + ": " + set +
                               ": the file holds the table of positions, which is not added then.");
            return isSaid;
        });
    }
    for (const UncertainKey& key : opened.uncertain) {
        if (key.path == headsKey)
            throw inputError(opened.path + ": the file does not say how many heads the network has. " +
                             key.why + " Say it with --set " + headsKey + "=N.");
        if (key.path == pooledKey && answersOnce(network))
            throw inputError(opened.path + ": " + key.why + " If that will do, say it with --set " +
                             pooledKey + "=" + key.value + ".");
        output.line("Assumed: " + key.path + "=" + key.value +
                    (fixedKey(key.path) || (oneInput && key.path == inputKey)
                         ? " (--set confirms it). "
                         : " (--set confirms it or chooses otherwise). ") +
                    key.why);
    }
    if (!opened.uncertain.empty()) output.add("assumed", parseJson<Json>(assumedJson(opened.uncertain)));
    if (arguments.has("--ablate"))
        output.add("ablation", aboutAblation(ablatedHeads(arguments, network), network));
    return opened;
}

Json aboutAblation(const Ablation& ablation, const NetworkConfig& network) {
    Json heads = Json::array();
    for (size_t i = 0; i < ablation.headGates.size(); ++i) {
        const auto perLayer = size_t(network.numHeads);
        if (ablation.headGates[i] == 0)
            heads.push_back(std::to_string(i / perLayer) + "." + std::to_string(i % perLayer));
    }
    return {{"heads_off", heads}, {"hidden_tokens", ablation.maskedTokens}};
}

Json settingsOf(const Arguments& arguments) {
    Json settings = Json::object();
    for (const std::string& assignment : arguments.all("--set")) {
        const std::string value = valueOf(assignment);
        settings[keyOf(assignment)] = jsonOrText<Json>(value);
    }
    return settings;
}

bool isSet(const Arguments& arguments, std::string_view key) {
    const std::vector<std::string> all = arguments.all("--set");
    return std::ranges::any_of(all,
                               [key](const std::string& assignment) { return keyOf(assignment) == key; });
}

void requireOneValueEach(const Arguments& arguments) {
    constexpr std::pair<const char*, const char*> options[] = {{"--device", "device"},
                                                               {"--epochs", "training.epochs"},
                                                               {"--steps", "training.max_steps"},
                                                               {"--seed", "seed"},
                                                               {"--skip-bad-lines", "data.skip_bad_lines"}};
    for (const auto& [option, key] : options)
        if (arguments.has(option) && isSet(arguments, key))
            throw inputError(std::string(option) + " and --set " + key +
                             "=... say the same. Leave one of them out.");
    std::map<std::string, std::string> values;
    for (const std::string& assignment : arguments.all("--set")) {
        const auto [before, isNew] = values.emplace(keyOf(assignment), valueOf(assignment));
        if (!isNew && before->second != valueOf(assignment))
            throw inputError("--set " + before->first + " stands twice, with " + before->second + " and " +
                             valueOf(assignment) + ". Leave one of them out.");
    }
}

void applySettings(const Arguments& arguments, RunConfig& config) {
    requireOneValueEach(arguments);
    for (const std::string& assignment : arguments.all("--set")) {
        try {
            applySetting(config, assignment);
        } catch (const Error& problem) {
            throw Error(problem.kind(), std::string("--set ") + problem.what());
        }
    }
}

void warnOfIdleSettings(const Arguments& arguments, const RunConfig& ofRun, const KeysRead& read,
                        Output& output) {
    RunConfig config = ofRun;  // with what --data names, which may be a table where the run had none
    std::error_code ignored;
    if (const auto data = arguments.text("--data"); data && isText(config.data)) config.data.path = *data;
    const bool readsTable = hasEffect(keyInfo("data.skip_bad_lines"), config) &&
                            !std::filesystem::is_directory(config.data.path, ignored);
    if (arguments.has("--skip-bad-lines") && !readsTable)
        output.warning("--skip-bad-lines: no table is read here, so it changes nothing.");
    for (const std::string& assignment : arguments.all("--set")) {
        const std::string key = keyOf(assignment);
        if (fixedKey(key)) continue;  // it has one value, which it is there to confirm
        constexpr std::array ofTables{"data.header", "data.separator"};
        const bool isOfTable = std::ranges::find(ofTables, key) != ofTables.end();
        if (!isRead(key, read) || !hasEffect(keyInfo(key), config) || (isOfTable && !readsTable))
            output.warning("--set " + key + ": nothing here depends on it, so it changes nothing.");
    }
}

void warnOfUnread(const Arguments& arguments, const RunConfig& config, std::string_view group,
                  const KeysRead& read, Output& output) {
    for (const std::string& assignment : arguments.all("--set")) {
        const std::string key = keyOf(assignment);
        if (key.starts_with(group) && !isRead(key, read) && hasEffect(keyInfo(key), config))
            output.warning("--set " + key + ": nothing here depends on it, so it changes nothing.");
    }
}

std::string outFile(const Arguments& arguments) {
    std::string path = arguments.required("--out");
    if (path == "-")
        throw inputError(
            "--out -: a file is written, and nothing to the standard output. Name it, ./- if it is to be "
            "called so.");
    requireOutputPlace(path, arguments.inputs());
    return path;
}

void applyDataFolder(const Arguments& arguments, RunConfig& config) {
    namespace fs = std::filesystem;
    const auto folder = arguments.text("--data");
    std::error_code ignored;
    if (arguments.has("--skip-bad-lines")) config.data.skipBadLines = true;
    const bool readsFiles = infoOf(config.data.task).files != nullptr;
    if (folder && (folder->empty() || (!fs::exists(*folder, ignored) && !readsFiles)))
        throw inputError("--data " + *folder + ": expected a folder or file, found " +
                         (folder->empty() ? "an empty name" : "nothing of that name") + ". Check the path.");
    // Texts or images, not one among others.
    const bool whole = readsFiles || (folder && !fs::is_directory(*folder, ignored));
    if (folder && !readsFiles && (config.data.csvPath.empty() || !isPairs(config.data)))
        throw inputError("--data " + *folder +
                         ": the sequences of this configuration are made by a rule, not read. Leave --data "
                         "out, or name a file of pairs: --set data.rule=csv --set data.csv_path=FILE.");
    // A run knows its files by their whole path, wherever it is gone on with; --data says where they are now.
    const auto found = [&](const std::string& file, const char* key) {
        if (!folder) return fs::path(file);
        fs::path name = fs::path(file).lexically_normal();
        if (!name.has_filename()) name = name.parent_path();  // "texts/"
        if (isSet(arguments, key) && name.is_absolute())
            throw inputError("--data " + *folder + " and --set " + key + "=" + file +
                             " name two places. Leave one of them out.");
        for (const fs::path& inside : {name.relative_path() == name ? name : fs::path(), name.filename()})
            if (!inside.empty() && fs::exists(fs::path(*folder) / inside, ignored))
                return fs::path(*folder) / inside;
        if (!whole || isSet(arguments, key))
            throw inputError("--data " + *folder + ": expected " + name.filename().string() +
                             " in it, which " + key + " names, found none. Check the path" +
                             (isSet(arguments, key) ? ", or leave one of --data and --set out." : "."));
        return fs::path(*folder);
    };
    const DataConfig before = config.data;
    if (!config.data.path.empty() || (folder && readsFiles))
        config.data.path = found(config.data.path, "data.path").string();
    if (!config.data.csvPath.empty())
        config.data.csvPath = found(config.data.csvPath, "data.csv_path").string();
    const auto nameOf = [](const DataConfig& data) {
        return fs::path(data.csvPath.empty() ? data.path : data.csvPath).filename();
    };
    // What was recognised of the run's own file says nothing of another one.
    if (isSet(arguments, "data.path") || isSet(arguments, "data.csv_path") ||
        (folder && nameOf(before) != nameOf(config.data))) {
        if (!isSet(arguments, "data.header")) config.data.header = HeaderLine::Auto;
        if (!isSet(arguments, "data.separator")) config.data.separator = DataConfig().separator;
        if (!isSet(arguments, "data.encoding")) config.data.encoding = Encoding::Auto;
        if (fs::is_directory(config.data.path, ignored))  // has no columns
            for (const auto& [key, column] : {std::pair{"data.text_column", &config.data.textColumn},
                                              {"data.class_column", &config.data.classColumn}})
                if (!isSet(arguments, key)) column->clear();
    }
    for (std::string* file :
         {&config.data.csvPath, &config.data.path, &config.data.extractor, &config.training.startFrom})
        if (!file->empty() && *file != pixelExtractor)
            *file = fs::absolute(*file, ignored).lexically_normal().string();
    if (const auto out = arguments.text("--out")) requireOutsideData(*out, config);
}

void refuseData(const Arguments& arguments, const char* why) {
    if (const auto folder = arguments.text("--data"))
        throw inputError("--data " + *folder + ": no data are read here. " + why + " Leave it out.");
}

}  // namespace attx
