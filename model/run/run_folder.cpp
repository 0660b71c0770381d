#include "model/run/run_folder.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <iterator>
#include <limits>
#include <utility>

#include "model/config/settings.h"
#include "model/data/text_data.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/json.h"
#include "model/files/process.h"
#include "model/native/instruction_set.h"
#include "model/run/checkpoint.h"
#include "model/run/metrics_file.h"
#include "model/run/run_lock.h"
#include "model/run/snapshots.h"
#include "model/run/start_weights.h"
#include "model/run/trainer.h"

namespace attx {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* lastName = "last.safetensors";
constexpr const char* programName = "Attention Explorer " ATTX_VERSION;

void requireMade(const std::string& path, const std::error_code& error) {
    if (error)
        throw workError(path + ": the run's folder cannot be made (" + error.message() +
                        "). Choose a place where you may write.");
}

Json toJsonValue(const RunResult& r) {
    Json json{{"reason", toString(r.reason)}, {"device", r.device},
              {"parameters", r.parameters},   {"steps", r.steps},
              {"epochs", r.epochs},           {"best_epoch", r.bestEpoch},
              {"seconds", r.seconds},         {"ms_per_step", r.msPerStep}};
    for (const auto& [key, value] : {std::pair("train_loss", r.trainLoss),
                                     {"train_acc", r.trainAccuracy},
                                     {"val_acc", r.validationAccuracy}})
        json[key] = r.epochs > 0 ? Json(value) : Json();  // means of an epoch, if one has ended
    json["test_acc"] = r.testAccuracy ? Json(*r.testAccuracy) : Json();
    json["test_loss"] = r.testLoss ? Json(*r.testLoss) : Json();
    return json;
}

Json toJsonValue(const Provenance& p) {
    return {{"from_step", p.fromStep},
            {"device", p.device},
            {"instruction_set", p.instructionSet},
            {"threads", p.threads > 0 ? Json(p.threads) : Json()},
            {"program", p.program}};
}

Provenance provenanceFrom(const Json& json) {
    const Json& threads = json.at("threads");
    return {json.at("from_step").get<int64_t>(), json.at("device").get<std::string>(),
            json.at("instruction_set").get<std::string>(), threads.is_null() ? 0 : threads.get<int>(),
            json.at("program").get<std::string>()};
}

Json toJsonValue(const ChangedSetting& c) {
    return {{"from_step", c.fromStep}, {"key", c.key}, {"before", c.before}, {"after", c.after}};
}

ChangedSetting changedSettingFrom(const Json& json) {
    return {json.at("from_step").get<int64_t>(), json.at("key").get<std::string>(),
            json.at("before").get<std::string>(), json.at("after").get<std::string>()};
}

/// JSON has no NaN or infinity: a loss that became one is written as null.
double numberFrom(const Json& json) {
    return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

RunResult resultFrom(const Json& json) {
    RunResult r;
    const auto reason = json.at("reason").get<std::string>();
    for (int i = 0; i <= int(EndReason::Diverged); ++i)
        if (const auto candidate = static_cast<EndReason>(i); reason == toString(candidate))
            r.reason = candidate;
    json.at("device").get_to(r.device);
    json.at("parameters").get_to(r.parameters);
    json.at("steps").get_to(r.steps);
    json.at("epochs").get_to(r.epochs);
    json.at("best_epoch").get_to(r.bestEpoch);
    json.at("seconds").get_to(r.seconds);
    json.at("ms_per_step").get_to(r.msPerStep);
    if (r.epochs > 0) {
        r.trainLoss = numberFrom(json.at("train_loss"));
        json.at("train_acc").get_to(r.trainAccuracy);
        json.at("val_acc").get_to(r.validationAccuracy);
    }
    if (!json.at("test_acc").is_null()) {
        r.testAccuracy = json.at("test_acc").get<double>();
        r.testLoss = numberFrom(json.at("test_loss"));
    }
    return r;
}

/// An empty folder, or what a session that was killed before it had written run.json left: its lock and what
/// stands beside it.
bool isFree(const std::string& folder, std::error_code& error) {
    bool locked = false, ours = true;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        locked |= name == lockName || (name.starts_with(lockName) && isPartName(name));
        ours &= name == lockName || name == lastName || isPartName(name);
    }
    return !error && ours && (locked || fs::is_empty(folder, error));
}

}  // namespace

std::vector<ChangedSetting> changedSettings(RunConfig before, RunConfig after, int64_t fromStep) {
    constexpr std::array<std::string_view, 7> elsewhere{
        "preset", "device", "threads", "data.path", "data.csv_path", "data.extractor", "training.start_from"};
    std::vector<ChangedSetting> changes;
    for (const KeyInfo& key : runConfigKeys()) {
        if (std::ranges::find(elsewhere, key.path) != elsewhere.end()) continue;
        std::string was = valueText(key, before), is = valueText(key, after);
        if (was != is) changes.push_back({fromStep, key.path, std::move(was), std::move(is)});
    }
    return changes;
}

RunFolder::RunFolder(std::string path, RunConfig config, std::string device)
    : path_(std::move(path)), config_(std::move(config)), device_(std::move(device)) {}

void RunFolder::requirePlace(const std::string& path, bool resume) {
    std::error_code error;
    if (fs::exists(path, error) && !fs::is_directory(path, error))
        throw inputError(path + ": expected a folder for the run, found a file. Choose another place.");
    const bool filled = !resume && fs::is_directory(path, error) && !isFree(path, error);
    if (filled && error)
        throw inputError(path + ": the folder cannot be read (" + error.message() +
                         "). Choose another place.");
    if (filled)
        throw inputError(path + (isRunFolder(path)
                                     ? ": there is a run already. Choose another folder, or resume it."
                                     : ": the folder is not empty. Choose another one, so that nothing of "
                                       "yours is mixed with a run."));
    requireOwnFiles(path);
    std::vector<fs::path> missing;
    for (fs::path folder = fs::absolute(path, error);
         !fs::exists(folder, error) && folder.has_relative_path(); folder = folder.parent_path())
        missing.push_back(folder);
    fs::create_directories(path, error);  // the surest way to know is to try
    std::error_code ignored;
    for (const fs::path& folder : missing) fs::remove(folder, ignored);
    requireMade(path, error);
}

RunFolder RunFolder::create(const std::string& path, const RunConfig& config, const std::string& device,
                            bool resume) {
    requirePlace(path, resume);
    std::error_code error;
    fs::create_directories(path, error);
    requireMade(path, error);
    if (resume && isRunFolder(path)) {
        RunFolder folder = open(path);
        folder.before_ = std::exchange(folder.config_, config);
        folder.device_ = device;
        folder.result_.reset();
        return folder;
    }
    RunFolder folder(path, config, device);
    folder.created_ = utcNow();
    return folder;
}

RunFolder RunFolder::open(const std::string& path) {
    if (!isRunFolder(path))
        throw inputError(path + ": expected a run folder, found none (no run.json in it).");
    const std::string source = path + "/run.json";
    try {
        const Json json = parseJson<Json>(readFile(source), JsonGuard{source, "run.json"});
        RunFolder folder(path, storedRunConfig(jsonText(json.at("config")), source),
                         json.at("device").get<std::string>());
        folder.created_ = json.at("created").get<std::string>();
        if (json.contains("start")) folder.start_ = jsonText(json["start"]);
        if (json.contains("data")) folder.data_ = fingerprintFromJson(jsonText(json["data"]), source);
        for (const Json& earlier : json.value("earlier_data", Json::array()))
            folder.earlierData_.push_back({earlier.at("until_step").get<int64_t>(),
                                           fingerprintFromJson(jsonText(earlier.at("data")), source)});
        for (const Json& change : json.value("changed_settings", Json::array()))
            folder.changes_.push_back(changedSettingFrom(change));
        for (const Json& part : json.value("provenance", Json::array()))
            folder.provenance_.push_back(provenanceFrom(part));
        if (folder.provenance_.empty())  // an earlier version wrote it, and told of the last session alone
            folder.provenance_.push_back(
                {0, folder.device_, json.value("instruction_set", ""), 0, json.value("program", "")});
        if (const auto result = json.find("result"); result != json.end() && !result->is_null())
            folder.result_ = resultFrom(*result);
        return folder;
    } catch (const Json::exception& problem) {
        throw inputError(source + ": the file is damaged (" + problem.what() + ").");
    }
}

void RunFolder::writeRunJson() const {
    Json json;
    json["program"] = programName;
    json["created"] = created_;
    json["device"] = device_;
    json["instruction_set"] = activeKernels().name;
    for (const Provenance& part : provenance_) json["provenance"].push_back(toJsonValue(part));
    json["config"] = parseJson<Json>(toJson(config_));
    for (const ChangedSetting& change : changes_) json["changed_settings"].push_back(toJsonValue(change));
    if (!start_.empty()) json["start"] = parseJson<Json>(start_);
    if (config_.training.frozenLayers > 0) json["frozen"] = parseJson<Json>(frozenJson(config_));
    if (data_) json["data"] = parseJson<Json>(toJson(*data_));
    if (texts_) json["texts"] = parseJson<Json>(toJson(*texts_));
    for (const EarlierData& earlier : earlierData_)
        json["earlier_data"].push_back(
            {{"until_step", earlier.untilStep}, {"data", parseJson<Json>(toJson(earlier.fingerprint))}});
    json["result"] = result_ ? toJsonValue(*result_) : Json();
    writeFileAtomically(path_ + "/run.json", jsonText(json, 2) + "\n");
}

void RunFolder::setConfig(const RunConfig& config, int64_t step) {
    if (config == config_) return;
    std::ranges::move(changedSettings(config_, config, step), std::back_inserter(changes_));
    config_ = config;
    writeRunJson();
}

void RunFolder::beginSession(int64_t step, const DataFingerprint& data, int threads,
                             const std::optional<TextLengths>& texts) {
    texts_ = texts;
    if (data_ && data_ != data) earlierData_.push_back({step, *data_});
    data_ = data;
    if (before_) std::ranges::move(changedSettings(*before_, config_, step), std::back_inserter(changes_));
    before_.reset();
    provenance_.push_back({step, device_, activeKernels().name, threads, programName});
    writeRunJson();
}

void RunFolder::writeBest(std::span<const float> parameters, const DataNames& names) const {
    writeSafeTensors(path_ + "/model.safetensors", toSafeTensors(config_, parameters, names));
}

void RunFolder::writeLast(const TrainerStateView& state, const DataNames& names) const {
    writeSafeTensors(path_ + "/" + lastName, toSafeTensors(config_, state, names));
}

TrainerState RunFolder::readLast() const {
    const std::string source = path_ + "/" + lastName;
    return trainerStateFrom(openSafeTensors(source), source);
}

RunMetrics RunFolder::readMetrics(int64_t lastStep) const {
    const std::string source = metricsPath();
    std::error_code ignored;
    if (!fs::exists(source, ignored)) return {};
    return metricsFromCsv(readFile(source), source, lastStep);
}

void RunFolder::writeResult(const RunResult& result) {
    result_ = result;
    writeRunJson();
}

std::string newRunPath(const std::string& parent, const std::string& preset) {
    std::string name;  // a preset's may come from a file: it must not choose the folder
    for (const char c : preset)
        if (std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_') name += c;
    const std::string stem = parent + "/" + utcNow("%Y-%m-%dT%H-%M-%S") + "-" + (name.empty() ? "run" : name);
    std::string path = stem;
    std::error_code ignored;  // Making the folder will say why nothing can be read
    for (int n = 2; fs::exists(path, ignored); ++n) path = stem + "-" + std::to_string(n);
    return path;
}

std::string takeRunPath(const std::string& parent, const std::string& preset) {
    while (true) {
        std::string path = newRunPath(parent, preset);
        std::error_code error;
        fs::create_directories(parent, error);
        requireMade(parent, error);
        if (fs::create_directory(path, error)) return path;
        // Another process was faster, or has just removed the empty parent.
        if (error != std::errc::no_such_file_or_directory) requireMade(path, error);
    }
}

bool isRunFile(const std::string& file) {
    return std::ranges::find(runFiles, file) != runFiles.end() || isSnapshotFile(file);
}

void requireOwnFiles(const std::string& runFolder) {
    for (const char* name : runFiles) requireNoLink(runFolder + "/" + name);
    requireOwnSnapshots(runFolder);
}

bool isRunFolder(const std::string& path) {
    std::error_code ignored;
    return fs::is_regular_file(path + "/run.json", ignored);
}

}  // namespace attx
