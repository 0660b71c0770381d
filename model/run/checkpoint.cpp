#include "model/run/checkpoint.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <sstream>

#include "model/config/task.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/json.h"
#include "model/files/memory.h"
#include "model/files/named_array.h"
#include "model/files/naming.h"
#include "model/files/text.h"
#include "model/foreign/answer_layer.h"
#include "model/foreign/known_networks.h"
#include "model/foreign/published_model.h"
#include "model/foreign/torch_encoder.h"
#include "model/network/program.h"
#include "model/network/session_input.h"
#include "model/run/run_folder.h"
#include "model/run/trainer.h"
#include "model/text/text_json.h"
#include "model/text/tokenizer_folder.h"

namespace attx {
namespace {

// In last.safetensors these stand before the names of the parameters.
constexpr const char* firstMomentPrefix = "optimiser.first.";
constexpr const char* secondMomentPrefix = "optimiser.second.";
constexpr const char* bestPrefix = "best.";
constexpr const char* vocabularyKey = "vocabulary";
constexpr const char* classesKey = "classes";
constexpr const char* tokenizerKey = "tokenizer";  // an object of its files, contents by name
constexpr const char* publishedKey = "published";

/// A flat buffer as named tensors, each name behind `prefix`. Throws Error::Kind::Input for a buffer of
/// another network's size.
void putParameters(SafeTensorsView& file, const Program& program, const std::string& prefix,
                   std::span<const float> values) {
    requireParameters(program, values);
    for (const ParameterInfo& p : program.parameters)
        file.put(prefix + p.name, p.shape, values.subspan(p.offset, size_t(p.size())));
}

using NamesInFile = std::function<std::string(const std::string& ours)>;

std::vector<float> takeParameters(const SafeTensors& file, const Program& program, const std::string& prefix,
                                  const std::string& source, const NamesInFile& nameInFile = {}) {
    std::string missing, misshapen;
    const auto nameOf = [&](const std::string& ours) {
        const std::string theirs = nameInFile ? nameInFile(ours) : std::string();
        return theirs.empty() ? prefix + ours : theirs;
    };
    for (const ParameterInfo& p : program.parameters) {
        const auto it = file.tensors.find(prefix + p.name);
        if (it == file.tensors.end()) {
            missing += "\n  missing: " + nameOf(p.name) + " " + shapeText(p.shape);
        } else if (it->second.shape != p.shape) {
            misshapen += "\n  misshapen: " + nameOf(p.name) + " is " + shapeText(it->second.shape) +
                         ", expected " + shapeText(p.shape);
        }
    }
    if (!missing.empty() || !misshapen.empty())
        throw inputError(source + ": the tensors do not belong to the network that the file describes" +
                         (nameInFile && !misshapen.empty() ? " (shapes as [outputs, inputs])." : ".") +
                         missing + misshapen);
    // Made only now: a small file may describe a network of any size.
    const auto count = size_t(program.parameterCount());
    std::vector<float> values;
    values.reserve(count);
    adviseHugePages(values.data(), count * sizeof(float));
    values.resize(count);
    for (const ParameterInfo& p : program.parameters)
        naming(source, [&] {
            file.at(prefix + p.name)
                .copyFloats(std::span(values).subspan(p.offset, size_t(p.size())), p.name);
        });
    return values;
}

/// Numbers that must come back bit for bit.
std::string exactText(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%a", value);
    return text;
}

double number(const SafeTensors& file, const std::string& key, const std::string& source) {
    const auto it = file.metadata.find(key);
    char* end = nullptr;
    const double value = it == file.metadata.end() ? 0 : std::strtod(it->second.c_str(), &end);
    if (!end || *end != '\0' || end == it->second.c_str())
        throw inputError(source + ": metadata \"" + key +
                         "\" is missing or not a number. The file was not written to be resumed from.");
    return value;
}

/// The counters of a trainer: one table for writing and reading.
template <class Counters, class Step, class Visit>
void visitCounters(Counters& s, Step& step, Visit visit) {
    visit("step", step);
    visit("best_epoch", s.bestEpoch);
    visit("epochs_without_gain", s.epochsWithoutGain);
    visit("best_accuracy", s.bestAccuracy);
    visit("best_loss", s.bestLoss);
    visit("epoch_loss", s.epochLoss);
    visit("epoch_accuracy", s.epochAccuracy);
    visit("last_epoch", s.lastEpoch.epoch);
    visit("last_step", s.lastEpoch.step);
    visit("last_train_loss", s.lastEpoch.trainLoss);
    visit("last_train_accuracy", s.lastEpoch.trainAccuracy);
    visit("last_validation_loss", s.lastEpoch.validationLoss);
    visit("last_validation_accuracy", s.lastEpoch.validationAccuracy);
    visit("seconds", s.seconds);
    visit("train_seconds", s.trainSeconds);
}

/// Of the metadata "run" and, if the file has them, "config".
RunConfig configOfRun(const std::string& run, const std::optional<std::string>& network,
                      const std::string& source) {
    // Snapshots of a run, which are opened one after the other, say the same: what the last one said is kept.
    thread_local std::optional<std::pair<std::pair<std::string, std::optional<std::string>>, RunConfig>>
        known;
    const std::pair said(run, network);
    if (known && known->first == said) return known->second;
    RunConfig config = storedRunConfig(run, source);
    if (network && networkConfigFromJson(*network, source) != config.network)
        throw inputError(source +
                         ": its metadata contradict each other: the network of \"config\" is another one "
                         "than that of \"run\". Take the file as it was written, or remove one of them.");
    known.emplace(said, config);
    return config;
}

RunConfig configOf(const SafeTensors& file, const std::string& source) {
    const auto network = file.metadata.find("config");
    const bool isSaid = network != file.metadata.end();
    if (const auto run = file.metadata.find("run"); run != file.metadata.end())
        return configOfRun(run->second, isSaid ? std::optional(network->second) : std::nullopt, source);
    if (!isSaid)
        throw inputError(
            source +
            ": the file does not say which network its tensors belong to (no \"config\" in its metadata).");
    RunConfig config;
    config.network = networkConfigFromJson(network->second, source);
    takeTask(config);
    return config;
}

AnswerLayer answerLayerNamed(const std::string& name, const std::string& source) {
    const auto* const found = std::ranges::find(answerLayerNames, name);
    if (found == answerLayerNames.end())
        throw inputError(source +
                         ": metadata \"answers\": expected logits, none, sentence or "
                         "normalised_sentence, found " +
                         shortened(onOneLine(name)) + ".");
    return static_cast<AnswerLayer>(found - answerLayerNames.begin());
}

/// Of the files that the metadata hold.
std::shared_ptr<const Tokenizer> tokenizerIn(const std::string& files, const std::string& source) {
    std::map<std::string, std::string> contents;
    const nlohmann::json object = textJson(files, source, "tokenizer");
    for (const auto& [name, content] : object.items()) {
        if (!content.is_string())
            throw inputError(source + ": expected an object of files, each a text; found " +
                             shortened(onOneLine(name)) + " of another kind.");
        contents[name] = content.get<std::string>();
    }
    return std::make_shared<const Tokenizer>(tokenizerOfFiles(std::move(contents), source));
}

/// What the metadata say beside the configuration has to be of that network.
void requireConsistent(const Checkpoint& checkpoint, const std::string& source) {
    const NetworkConfig& network = checkpoint.config.network;
    for (const UncertainKey& key : checkpoint.uncertain) {
        RunConfig assumed = checkpoint.config;
        setByPath(assumed, key.path + "=" + key.value);
        if (assumed.network != network)
            throw inputError(source + ": its metadata contradict each other: \"assumed\" says " + key.path +
                             "=" + key.value + ", and the configuration says otherwise.");
    }
    const Vocabulary& words = checkpoint.names.vocabulary;
    if (!words.empty() && words.size() > network.inputDim)
        throw inputError(source + ": its metadata contradict each other: the vocabulary has " +
                         counted(words.size(), "word") + ", and the network reads " +
                         std::to_string(network.inputDim) + ".");
}

/// The file if another program wrote it; told by its first bytes, as safetensors have none of their own.
std::optional<ForeignCheckpoint> foreignAt(const std::string& path) {
    constexpr size_t enough = 16;
    const InputFile file(path);
    std::string first(size_t(std::min<uint64_t>(file.size(), enough)), '\0');
    file.read(0, first.data(), first.size());
    if (isForeign(first)) {
        constexpr int64_t copies = 3;  // the file, its tensors, the parameters
        requireMemory(copies * int64_t(file.size()), path + ": reading it",
                      "Close other programs or open a smaller file.");
        return readForeign(readFile(path), path);
    }
    // Nothing but the suffix tells a damaged safetensors file from a file of another kind.
    constexpr size_t headerAt = 8;
    if (const std::string known = knownFile(first, path);
        !path.ends_with(".safetensors") && (first.size() <= headerAt || first[headerAt] != '{'))
        throw inputError(path + ": " +
                         (known.empty()
                              ? "not a checkpoint; expected safetensors, or a file of PyTorch, Flax or Keras."
                              : known));
    return std::nullopt;
}

/// The same, or a safetensors file without our configuration; else the file is ours, and `stored` is filled.
std::optional<ForeignCheckpoint> foreignIn(const std::string& path, SafeTensors& stored) {
    if (auto foreign = foreignAt(path)) return foreign;
    stored = openSafeTensors(path);
    if (stored.metadata.contains("run") || stored.metadata.contains("config")) return std::nullopt;
    ForeignCheckpoint foreign;
    foreign.file = readSafeTensors(path);  // what tells its network looks at the numbers
    renameTensors(foreign);
    renameTorchEncoder(foreign, path);
    return foreign;
}

/// Training ends before it writes such a network; other programs write it, and files are damaged.
void requireNumbers(const std::vector<float>& parameters, const Program& program, const std::string& source) {
    for (const ParameterInfo& p : program.parameters) {
        const auto values = std::span(parameters).subspan(p.offset, size_t(p.size()));
        const auto wrong = std::ranges::count_if(values, [](float value) { return !std::isfinite(value); });
        if (wrong > 0)
            throw inputError(source + ": tensor " + p.name + ": " + std::to_string(wrong) + " of its " +
                             std::to_string(p.size()) +
                             " values are infinite or no numbers. The training diverged, or the file is "
                             "damaged; open a checkpoint from before.");
    }
}

/// The parameters of checkpoint.config's network, and nothing but them.
void takeNetwork(Checkpoint& checkpoint, const SafeTensors& file, const std::string& source,
                 const NamesInFile& nameInFile = {}) {
    requireValid(checkpoint.config.network);
    const Program program = buildProgram(checkpoint.config.network, 1);
    checkpoint.parameters = takeParameters(file, program, "", source, nameInFile);
    requireNumbers(checkpoint.parameters, program, source);
    std::set<std::string> known;
    for (const ParameterInfo& p : program.parameters) known.insert(p.name);
    for (const auto& [name, tensor] : file.tensors)
        if (!known.contains(name) && !name.starts_with(firstMomentPrefix) &&
            !name.starts_with(secondMomentPrefix) && !name.starts_with(bestPrefix))
            throw inputError(source + ": unexpected tensor " + shortened(name) + " " +
                             shapeText(tensor.shape) +
                             "; the network that the file describes has none of that name.");
}

/// The tokenizer in a published network's folder is its vocabulary; a network that answers with one of its
/// own tokens names them by it.
void takeTokenizer(Checkpoint& checkpoint, const std::string& folder) {
    if (!hasTokenizer(folder)) return;
    NetworkConfig& network = checkpoint.config.network;
    const auto leave = [&](const std::string& why) {
        addSentence(checkpoint.note, "Its tokenizer is not used: " + why);
    };
    try {
        const auto tokenizer = std::make_shared<const Tokenizer>(openTokenizer(folder));
        if (tokenizer->size() > network.inputDim) {
            leave("it has " + counted(tokenizer->size(), "piece") + ", and the network has " +
                  counted(network.inputDim, "row") + " for them.");
            return;
        }
        if (tokenizer->size() < network.inputDim)
            addSentence(
                checkpoint.note,
                "Its tokenizer has " + counted(tokenizer->size(), "piece") + ", and the network " +
                    counted(network.inputDim, "row") +
                    " for them: the last ones stand for no piece, or a part of the vocabulary is missing.");
        if (tokenizer->unknown() >= 0) network.unknownToken = tokenizer->unknown();
        checkpoint.names.vocabulary = Vocabulary(tokenizer);
        constexpr int rowsAtOnce = 16;  // Hundreds of rows of as many tokens would fill the memory
        checkpoint.config.training.batchSize = rowsAtOnce;
        constexpr int usualLength = 512;  // Tokens, if the network itself sets no limit
        constexpr int longest = 4096;     // Limit of data.length
        checkpoint.config.data.length =
            network.limitsPositions() ? std::min(network.maxPositions - network.positionsFor(0), longest)
                                      : usualLength;
        DataConfig& data = checkpoint.config.data;
        const bool namesTokens =
            network.output == OutputKind::Positions && network.numClasses == network.inputDim;
        if (namesTokens && network.causal) {
            data.task = TaskKind::Language;
            data.tokens = PairTokens::Pieces;
            data.vocabulary = network.inputDim;
        } else if (isSequences(data)) {
            data.rule = LabelRule::Csv;  // it knows none
        }
        if (!namesTokens) return;
        for (int32_t id = 0; id < network.numClasses; ++id)
            checkpoint.names.classes.push_back(onOneLine(tokenizer->piece(id)));
    } catch (const Error& problem) {
        leave(problem.what());
    }
}

Checkpoint fromPublished(PublishedModel model, const std::string& source) {
    Checkpoint checkpoint;
    checkpoint.config.network = model.network;
    checkpoint.uncertain = std::move(model.uncertain);
    checkpoint.names.classes = std::move(model.classes);
    checkpoint.answers = model.answers;
    if (!model.note.empty()) checkpoint.note = source + ": " + model.note;
    takeTask(checkpoint.config);
    if (isPictures(checkpoint.config.data)) {
        if (!model.pixelMean.empty()) checkpoint.config.data.pixelMean = model.pixelMean;
        if (!model.pixelDeviation.empty()) checkpoint.config.data.pixelDeviation = model.pixelDeviation;
    }
    takeTokenizer(checkpoint, source);
    if (!checkpoint.names.vocabulary.tokenizer())
        for (UncertainKey& key : uncertainData(checkpoint.config))
            if (model.pixelMean.empty() || !key.path.starts_with("data.pixel_"))
                checkpoint.uncertain.push_back(std::move(key));
    takeNetwork(checkpoint, model.file, source, model.nameInFile);
    return checkpoint;
}

/// `heads`: so many, if the file is one whose tensors depend on it.
Checkpoint fromForeign(ForeignCheckpoint foreign, const std::string& source,
                       std::optional<int> heads = std::nullopt) {
    if (auto published = publishedWeights(foreign.file, heads, source))
        return fromPublished(std::move(*published), source);
    takePositionTable(foreign, source);
    InferredNetwork inferred = inferNetwork(foreign, source);
    if (heads) inferred.network.numHeads = *heads;
    cutPositionTable(foreign, inferred.network, source);
    if (foreign.rowsByKind) {
        requireValid(inferred.network);
        dealAmongHeads(foreign, inferred.network);
    }
    Checkpoint checkpoint;
    checkpoint.config.network = inferred.network;
    checkpoint.uncertain = std::move(inferred.uncertain);
    checkpoint.note = std::move(foreign.note);
    takeTask(checkpoint.config);
    for (UncertainKey& key : uncertainData(checkpoint.config)) checkpoint.uncertain.push_back(std::move(key));
    takeNetwork(checkpoint, foreign.file, source);
    return checkpoint;
}

}  // namespace

SafeTensorsView toSafeTensors(const RunConfig& config, std::span<const float> parameters,
                              const DataNames& names) {
    SafeTensorsView file;
    file.metadata["config"] = toJson(config.network);
    // Networks of other programs may have no task here (classes that are no categories); they open as such.
    if (check(config).empty()) file.metadata["run"] = toJson(config);
    if (!names.vocabulary.words().empty()) file.metadata[vocabularyKey] = names.vocabulary.toText();
    if (const Tokenizer* tokenizer = names.vocabulary.tokenizer())
        file.metadata[tokenizerKey] = jsonText(nlohmann::json(tokenizer->files()), -1, NotUtf8::Replaced);
    if (names.isPublished) file.metadata[publishedKey] = "true";
    for (const std::string& name : names.classes) file.metadata[classesKey] += name + "\n";
    file.metadata["format"] = "pt";  // what Python's loader expects of weights [out, in]
    putParameters(file, buildProgram(config.network, config.data.positions()), "", parameters);
    return file;
}

Checkpoint checkpointFrom(const SafeTensors& file, const std::string& source) {
    Checkpoint checkpoint;
    checkpoint.config = configOf(file, source);
    checkpoint.names = namesFrom(file, source);
    if (const auto found = file.metadata.find(assumedMetadata); found != file.metadata.end())
        checkpoint.uncertain = assumedFrom(found->second, source);
    if (const auto found = file.metadata.find(answersMetadata); found != file.metadata.end())
        checkpoint.answers = answerLayerNamed(found->second, source);
    requireConsistent(checkpoint, source);
    takeNetwork(checkpoint, file, source);
    return checkpoint;
}

DataNames namesFrom(const SafeTensors& file, const std::string& source) {
    DataNames names;
    if (const auto found = file.metadata.find(vocabularyKey); found != file.metadata.end())
        names.vocabulary = Vocabulary::fromText(found->second, source);
    if (const auto found = file.metadata.find(tokenizerKey); found != file.metadata.end())
        names.vocabulary = Vocabulary(tokenizerIn(found->second, source + ": metadata \"tokenizer\""));
    names.isPublished = file.metadata.contains(publishedKey);
    if (const auto found = file.metadata.find(classesKey); found != file.metadata.end()) {
        std::istringstream lines(found->second);
        for (std::string name; std::getline(lines, name);) names.classes.push_back(name);
    }
    return names;
}

Checkpoint openCheckpoint(const std::string& path) {
    std::error_code ignored;
    const bool folder = std::filesystem::is_directory(path, ignored);
    if (folder && !isRunFolder(path)) {
        if (isModelFolder(path)) {
            Checkpoint published = fromPublished(openModelFolder(path), path);
            published.names.isPublished = true;
            return published;
        }
        if (const std::string only = onlyNetworkIn(path); !only.empty()) {
            Checkpoint found = openCheckpoint(only);
            addSentence(
                found.note,
                path + ": the folder has no config.json; opened was the one network in it, " + only + ".");
            return found;
        }
        const std::string known = knownFolder(path);
        throw inputError(
            path + ": " +
            (known.empty()
                 ? "expected a run folder (with run.json) or a network's (with a config.json of a known "
                   "kind), found neither. Data have a sub-folder of texts or pictures for each "
                   "class."
                 : known));
    }
    const auto inRun = [&](const char* name) {
        const std::string inside = path + "/" + name;
        return std::filesystem::exists(inside, ignored) ? inside : std::string();
    };
    std::string file = folder ? inRun("model.safetensors") : path;
    if (file.empty()) file = inRun("last.safetensors");
    if (file.empty())
        throw inputError(path +
                         ": the run has no model (neither model.safetensors nor last.safetensors). "
                         "Train it again.");
    SafeTensors stored;
    if (auto foreign = foreignIn(file, stored)) return fromForeign(std::move(*foreign), file);
    return checkpointFrom(stored, file);
}

std::optional<std::vector<float>> parametersWithHeads(const std::string& path, int heads) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        const std::string only =
            isRunFolder(path) || isModelFolder(path) ? std::string() : onlyNetworkIn(path);
        return only.empty() ? std::nullopt : parametersWithHeads(only, heads);
    }
    SafeTensors stored;
    std::optional<ForeignCheckpoint> foreign = foreignIn(path, stored);
    if (!foreign) return std::nullopt;
    if (auto published = publishedWeights(foreign->file, heads, path))
        return fromPublished(std::move(*published), path).parameters;
    if (!foreign->rowsByKind) return std::nullopt;
    return fromForeign(std::move(*foreign), path, heads).parameters;
}

SafeTensorsView toSafeTensors(const RunConfig& config, const TrainerStateView& state,
                              const DataNames& names) {
    SafeTensorsView file = toSafeTensors(config, state.parameters, names);
    const Program program = buildProgram(config.network, config.data.positions());
    putParameters(file, program, bestPrefix, state.bestParameters);
    putParameters(file, program, firstMomentPrefix, state.first);
    putParameters(file, program, secondMomentPrefix, state.second);
    visitCounters(state.counters, state.step,
                  [&](const char* key, auto value) { file.metadata[key] = exactText(double(value)); });
    return file;
}

TrainerState trainerStateFrom(const SafeTensors& file, const std::string& source) {
    const RunConfig config = configOf(file, source);
    naming(source, [&] { requireValid(config); });
    const Program program = buildProgram(config.network, config.data.positions());
    TrainerState state;
    visitCounters(state, state.optimiser.step, [&](const char* key, auto& value) {
        using Value = std::remove_reference_t<decltype(value)>;
        const double stored = number(file, key, source);
        if (std::is_integral_v<Value> &&
            !(stored >= 0 && stored <= double(std::numeric_limits<int32_t>::max())))
            throw inputError(source + ": metadata \"" + key + "\" is not a count.");
        value = static_cast<Value>(stored);
    });
    state.parameters = takeParameters(file, program, "", source);
    state.bestParameters = takeParameters(file, program, bestPrefix, source);
    state.optimiser.first = takeParameters(file, program, firstMomentPrefix, source);
    state.optimiser.second = takeParameters(file, program, secondMomentPrefix, source);
    return state;
}

}  // namespace attx
