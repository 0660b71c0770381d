#include "app/runs/run_store.h"

#include <QFileInfo>
#include <QStandardPaths>
#include <algorithm>
#include <filesystem>

#include "app/runs/resume_point.h"
#include "model/config/assumptions.h"
#include "model/config/task.h"
#include "model/config/vector_network.h"
#include "model/data/dataset.h"
#include "model/files/error.h"
#include "model/files/event_file.h"
#include "model/files/process.h"
#include "model/files/text.h"
#include "model/foreign/answer_layer.h"
#include "model/foreign/published_model.h"
#include "model/network/program.h"
#include "model/run/checkpoint.h"
#include "model/run/run_lock.h"
#include "model/sweeps/run_notes.h"

namespace attx {

namespace fs = std::filesystem;

namespace {

/// What a checkpoint that lies in its run's folder, or among its snapshots, has learned from.
std::optional<DataFingerprint> dataAround(const std::string& file, const DataConfig& config) {
    std::error_code ignored;
    const fs::path folder = fs::absolute(file, ignored).parent_path();
    for (const fs::path& place : {folder, folder.parent_path()}) {
        if (!isRunFolder(place.string())) continue;
        try {
            const RunFolder run = RunFolder::open(place.string());
            DataConfig data = run.config().data;  // its files may have moved since
            data.csvPath = config.csvPath, data.path = config.path, data.extractor = config.extractor;
            if (data == config) return run.data();
        } catch (const Error&) {  // the checkpoint is whole without it
        }
    }
    return std::nullopt;
}

}  // namespace

bool isFolderOfRuns(const std::string& path) {
    std::error_code unreadable;
    if (isRunFolder(path) || !fs::is_directory(path, unreadable)) return false;
    for (fs::directory_iterator entry(path, unreadable), end; !unreadable && entry != end;
         entry.increment(unreadable))
        if (isRunFolder(entry->path().string())) return true;
    return false;
}

OpenedRun openRun(const std::string& path) {
    OpenedRun run;
    run.path = path;
    std::error_code ignored;
    if (!fs::exists(path, ignored))
        throw inputError(
            path + ": expected a run folder or a checkpoint, found nothing of that name. Check the path.");
    if (!isLocked(path)) finishRestoring(path);
    forgetKilledSession(path);
    Checkpoint checkpoint;
    try {
        checkpoint = openCheckpoint(path);
    } catch (const Error&) {
        // Weights of Hugging Face say in the config.json beside them what they are.
        const fs::path folder = fs::absolute(path).parent_path();
        if (fs::path(path).filename() != "model.safetensors" || !fs::exists(folder / "config.json", ignored))
            throw;
        return openRun(folder.string());
    }
    run.config = std::move(checkpoint.config);
    run.parameters = std::make_shared<const std::vector<float>>(std::move(checkpoint.parameters));
    run.names = std::move(checkpoint.names);
    run.uncertain = std::move(checkpoint.uncertain);
    run.note = std::move(checkpoint.note);
    run.answers = checkpoint.answers;
    if (!isRunFolder(path)) {
        run.data = dataAround(path, run.config.data);
        return run;
    }
    run.snapshots = listSnapshots(path);
    try {
        const RunFolder folder = RunFolder::open(path);
        run.result = folder.result();
        run.data = folder.data();
        run.metrics = folder.readMetrics();
        if (!fs::exists(fs::path(path) / "model.safetensors", ignored))
            run.note =
                path + ": no epoch of this run has ended yet; its weights are those of its last saving.";
    } catch (const Error& problem) {
        run.note = problem.what();
    }
    return run;
}

namespace {

/// What was changed has to leave the parameters of the file where they are.
void requireSameShapes(const NetworkConfig& stored, const NetworkConfig& changed, const std::string& path) {
    requireValid(changed);
    const std::vector<ParameterInfo> found = buildProgram(stored, 1).parameters,
                                     wanted = buildProgram(changed, 1).parameters;
    for (size_t i = 0; i < std::max(found.size(), wanted.size()); ++i) {
        const auto textOf = [i](const std::vector<ParameterInfo>& parameters) {
            return i < parameters.size() ? parameters[i].name + " " + shapeText(parameters[i].shape)
                                         : std::string("nothing more");
        };
        if (textOf(found) != textOf(wanted))
            throw inputError("The network would have " + textOf(wanted) + ", but " + path + " holds " +
                             textOf(found) + ". Leave its sizes and its kind as they are.");
    }
}

}  // namespace

void answer(OpenedRun& run, const RunConfig& config) {
    if (config.network != run.config.network) requireSameShapes(run.config.network, config.network, run.path);
    if (config.network.numHeads != run.config.network.numHeads)
        if (auto parameters = parametersWithHeads(run.path, config.network.numHeads))
            run.parameters = std::make_shared<const std::vector<float>>(std::move(*parameters));
    if (config.data.task != run.config.data.task) {
        std::erase_if(run.uncertain, [](const UncertainKey& key) { return key.path.starts_with("data."); });
        for (UncertainKey& key : run.uncertain)
            if (key.path == inputKey) key.value = toString(config.network.input);
        for (UncertainKey& key : uncertainData(config)) run.uncertain.push_back(std::move(key));
    }
    if (!answersOnce(config.network))
        std::erase_if(run.uncertain, [](const UncertainKey& key) { return key.path == "network.pooling"; });
    run.config = config;
}

namespace {

bool canReadData(const OpenedRun& run) {
    if (!run.names.isPublished) return true;
    if (run.answers != AnswerLayer::Logits) return false;
    const bool readsTexts = isText(run.config.data) || isLanguage(run.config.data);
    return isPictures(run.config.data) || (readsTexts && run.names.vocabulary.tokenizer());
}

}  // namespace

void requireReadsData(const OpenedRun& run) {
    if (canReadData(run)) return;
    throw inputError(run.path +
                     ": this is a published network, and data are read for those alone that name the class "
                     "of a picture, or with a tokenizer name the class of a text or predict its next token. "
                     "On the command line inspect, render and export read a text for it (--text), inspect a "
                     "file of tokens or pixels as well, and tokenize and convert open it.");
}

bool hasOwnData(const OpenedRun& run) {
    return canReadData(run) && (!run.names.isPublished || !run.config.data.path.empty());
}

void requireOwnData(const OpenedRun& run) {
    requireReadsData(run);
    if (hasOwnData(run)) return;
    throw inputError(run.path + ": this is a published network, whose data are not made here. " +
                     (isPictures(run.config.data) ? std::string("Name a folder of pictures with --data.")
                      : isLanguage(run.config.data)
                          ? std::string("Name a file of text with --data; a text alone is read by inspect, "
                                        "render and export with --text, and generate goes on with one.")
                          : std::string("Name a table or a folder of texts with --data; a text alone is read "
                                        "by inspect, render and export with --text.")));
}

void requireSuited(const OpenedRun& run) {
    requireOwnData(run);
    const std::vector<ConfigProblem> problems = check(run.config);
    if (problems.empty() || run.uncertain.empty()) return requireValid(run.config);
    const bool isOpen =
        std::ranges::any_of(run.uncertain, [](const UncertainKey& key) { return key.path == pooledKey; });
    throw inputError(run.path +
                     ": the file does not hold what the network was trained on, and no data that are made or "
                     "read here suit it: " +
                     problems.front().key + ": " + problems.front().message +
                     ". Give it sequences of your own: inspect reads them (--tokens, --input)." +
                     (isOpen ? std::string(" If it answers once, say so: --set ") + pooledKey +
                                   "=pooled --set network.pooling=first (or last, mean, max)."
                             : std::string()));
}

Sample validationSample(const RunConfig& config, const DataSet& data, int64_t sample) {
    if (sample < 0 || sample >= data.validation.samples())
        throw inputError("--sample: expected a sample of the validation data, 0 to " +
                         std::to_string(data.validation.samples() - 1) + ", found " + std::to_string(sample) +
                         ".");
    return sampleOf(config, data, {SampleSource::Validation, sample});
}

std::string changedSince(const OpenedRun& run, const DataSet& data) {
    const bool fromFiles = !run.config.data.csvPath.empty() || !run.config.data.path.empty();
    const std::string difference =
        run.data && fromFiles ? differenceBetween(*run.data, fingerprintOf(data)) : std::string();
    if (difference.empty()) return {};
    return run.path + ": the data are not those that the run has learned from: " + difference + ".";
}

DataSet validationData(const OpenedRun& run) {
    requireOwnData(run);
    RunConfig checked = run.config;
    // Sequences of each split are drawn by themselves; a vocabulary is learned from the training part.
    if (isDrawnByRule(checked.data)) checked.data.trainSize = checked.data.testSize = 1;
    checked.training.batchSize = 1;
    checked.training.warmup = 0;
    tieNetworkToData(checked);  // whether the network can read them, it says itself
    requireValid(checked);
    DataSet data = makeData(checked.data, run.names);
    requireClasses(run.config.network, data.names);  // others would stand beside the network's outputs
    return data;
}

std::optional<InterruptedRun> interruptedRun(const QStringList& paths) {
    if (paths.isEmpty()) return std::nullopt;
    const std::string path = paths.first().toStdString();
    const QFileInfo last(paths.first() + QStringLiteral("/last.safetensors"));
    if (!isRunFolder(path) || !last.exists() || isLocked(path) || RunFolder::open(path).result())
        return std::nullopt;
    return InterruptedRun{paths.first(), last.lastModified()};
}

QString lastRun(const QStringList& paths) {
    const QString path = paths.value(0);
    return !path.isEmpty() && QFileInfo::exists(path) && !isLocked(path.toStdString()) ? path : QString();
}

RunStore::RunStore(QString folder) : folder_(std::move(folder)) {}

QString RunStore::defaultFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/runs");
}

QString RunStore::newPath(const std::string& preset) const {
    try {
        return QString::fromStdString(takeRunPath(folder_.toStdString(), preset));
    } catch (const Error&) {  // the code that begins the run there will say why
        return QString::fromStdString(newRunPath(folder_.toStdString(), preset));
    }
}

bool RunStore::remove(const QString& path) {
    const fs::path folder = path.toStdString();
    std::error_code error;
    for (const char* file : runFiles) fs::remove(folder / file, error);
    fs::remove(folder / notesFileName, error);
    removeSnapshots(folder.string());
    for (const fs::path& file : eventFiles(folder.string())) fs::remove(file, error);
    std::vector<fs::path> parts;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (isPartName(entry->path().filename().string())) parts.push_back(entry->path());
    for (const fs::path& part : parts) fs::remove(part, error);
    fs::remove(folder, error);  // only if it is empty
    return !fs::exists(folder, error) && !error;
}

}  // namespace attx
