#include "app/options/inspect_input.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>

#include "model/config/task.h"
#include "model/data/text_data.h"
#include "model/files/error.h"
#include "model/files/naming.h"
#include "model/files/safetensors.h"
#include "model/files/text.h"
#include "model/foreign/published_model.h"
#include "model/inspect/inspector.h"
#include "model/text/tokenizer_folder.h"

namespace attx {
namespace {

/// `values` as whole numbers that fit a token or a length.
std::vector<int32_t> narrowed(const std::vector<int64_t>& values, const std::string& name,
                              const std::string& source, int64_t minimum, int64_t maximum) {
    std::vector<int32_t> result;
    result.reserve(values.size());
    for (const int64_t value : values) {
        if (value < minimum || value > maximum)
            throw inputError(std::string(source).append(": ").append(name).append(
                ": expected numbers from " + std::to_string(minimum) + " to " + std::to_string(maximum) +
                ", found " + std::to_string(value) + " as number " + std::to_string(result.size() + 1) +
                "."));
        result.push_back(int32_t(value));
    }
    return result;
}

/// What --input holds for a network, in words.
std::string whatIsRead(const OpenedRun& run, bool tokens) {
    const NetworkConfig& network = run.config.network;
    std::string text = tokens ? "The network reads categories from 0 to " +
                                    std::to_string(network.inputDim - 1) +
                                    (network.embeddingTable ? "" : " as one-hot vectors") +
                                    ": give their numbers, [B, T] of type I64, or one sequence with --tokens."
                              : "The network reads vectors of " + counted(network.inputDim, "number") +
                                    ": give [B, T, " + std::to_string(network.inputDim) + "] of type F32.";
    if (!whyOneInput(network) &&
        std::ranges::any_of(run.uncertain, [](const UncertainKey& key) { return key.path == inputKey; }))
        text += std::string(" If it reads ") + (tokens ? "vectors" : "one-hot categories") + ", say --set " +
                inputKey + "=" + (tokens ? "features." : "tokens.");
    return text;
}

/// pixel_values [B, channels, H, W] as features [B, patches, channels P P]: patches row by row, of each the
/// channels, and of these the rows. Throws Error::Kind::Input for pictures that are not of whole patches.
StoredTensor patchesOf(const StoredTensor& pixels, const NetworkConfig& network, const std::string& path) {
    const std::vector<int64_t>& shape = pixels.shape;
    const int64_t channels = shape.size() == 4 ? shape[1] : 0;
    const auto P = channels > 0 ? std::llround(std::sqrt(double(network.inputDim) / double(channels))) : 0;
    if (P < 1 || channels * P * P != network.inputDim || shape[0] < 1 || shape[2] < P || shape[3] < P ||
        shape[2] % P != 0 || shape[3] % P != 0)
        throw inputError(path +
                         ": pixel_values: expected pictures [B, 3, H, W] of whole patches, which have " +
                         counted(network.inputDim, "number") + " each here, found " + shapeText(shape) + ".");
    const std::vector<float>& from = pixels.floats("pixel_values");
    const int64_t H = shape[2], W = shape[3], rows = H / P, columns = W / P;
    if (const int64_t expected = network.maxPositions - network.positionsFor(0);
        network.positions == Positions::Learned && rows * columns != expected)
        throw inputError(path + ": pixel_values: expected pictures of " +
                         counted(expected, "patch", "patches") + " of " + std::to_string(P) + " x " +
                         std::to_string(P) + ", found " + shapeText(shape) + ", which have " +
                         std::to_string(rows * columns) + ".");
    std::vector<float> features(from.size());
    size_t to = 0;
    for (int64_t b = 0; b < shape[0]; ++b)
        for (int64_t patch = 0; patch < rows * columns; ++patch)
            for (int64_t channel = 0; channel < channels; ++channel)
                for (int64_t y = 0; y < P; ++y)
                    for (int64_t x = 0; x < P; ++x)
                        features[to++] = from[((b * channels + channel) * H + patch / columns * P + y) * W +
                                              patch % columns * P + x];
    StoredTensor result;
    result.shape = {shape[0], rows * columns, network.inputDim};
    result.values = std::move(features);
    return result;
}

/// A sentence on tensors of the file that are no input of a network of `tokens`, or of features; empty: there
/// are none.
std::string unreadTensors(const SafeTensors& file, bool tokens, const std::string& path) {
    std::set<std::string> read{"lengths"};
    if (tokens)
        read.insert({"tokens", "token_types"});
    else
        read.insert({"features", "pixel_values"});
    std::string names;
    for (const auto& [name, tensor] : file.tensors)
        if (!read.contains(name)) names += (names.empty() ? "" : ", ") + shortened(onOneLine(name));
    return names.empty() ? names
                         : path + ": not read, since they are no input of this network: " + names + ".";
}

/// Sequences from a safetensors file: `tokens` [B, T] (I64) or `features` [B, T, D] (F32), as the network
/// reads them, optionally `token_types` [B, T] and `lengths` [B] (I64).
InspectInput readSequences(const std::string& path, const OpenedRun& run, bool tokens, Output& output) {
    SafeTensors file = readSafeTensors(path);
    const NetworkConfig& network = run.config.network;
    if (const auto pixels = file.tensors.find("pixel_values"); !tokens && pixels != file.tensors.end())
        file.tensors["features"] = patchesOf(pixels->second, network, path);
    const std::string name = tokens ? "tokens" : "features";
    const std::string expected = tokens ? "[B, T]" : "[B, T, " + std::to_string(network.inputDim) + "]";
    const StoredTensor& stored = [&]() -> const StoredTensor& {
        try {
            return file.at(name);
        } catch (const Error& problem) {
            throw inputError(path + ": " + problem.what() + ". " + whatIsRead(run, tokens));
        }
    }();
    const std::vector<int64_t>& shape = stored.shape;
    if (shape.size() != (tokens ? 2 : 3) || shape[0] < 1 || shape[1] < 1 ||
        (!tokens && shape[2] != network.inputDim))
        throw inputError(path + ": " + name + ": expected the shape " + expected +
                         ", B and T at least 1, found " + shapeText(shape) + ".");
    if (shape[1] > Inspector::longestSequence)
        throw inputError(path + ": " + name + ": expected at most " +
                         std::to_string(Inspector::longestSequence) + " positions in a sequence, found " +
                         std::to_string(shape[1]) + ".");
    if (file.tensors.contains("attention_mask") && !file.tensors.contains("lengths"))
        throw inputError(path +
                         ": attention_mask is not read; give lengths [B], how many positions of each "
                         "sequence are no padding.");
    const int64_t B = shape[0], T = shape[1];
    InspectInput input;
    output.warning(unreadTensors(file, tokens, path));
    Table& table = input.table;
    table.length = int(T);
    table.rows = tokens ? B : B * T;
    if (tokens) {
        table.tokens = narrowed(stored.integers(name), name, path, 0, network.inputDim - 1);
        if (const auto types = file.tensors.find("token_types"); types != file.tensors.end()) {
            if (types->second.shape != shape)
                throw inputError(path + ": token_types: expected the shape " + shapeText(shape) +
                                 ", one for each token, found " + shapeText(types->second.shape) + ".");
            table.types = narrowed(types->second.integers("token_types"), "token_types", path, 0,
                                   std::max(network.tokenTypes, 1) - 1);
        }
    } else {
        table.featureDim = network.inputDim;
        table.features = stored.floats(name);
        const auto wrong =
            std::ranges::find_if(table.features, [](float value) { return !std::isfinite(value); });
        if (wrong != table.features.end())
            throw inputError(path +
                             ": features: expected numbers, found one that is infinite or none, in row " +
                             std::to_string((wrong - table.features.begin()) / table.featureDim) +
                             " (from 0). Make the features again.");
    }
    input.lengths.assign(B, table.length);
    if (!file.tensors.contains("lengths")) return input;
    const StoredTensor& lengths = file.at("lengths");
    if (lengths.shape != std::vector<int64_t>{B})
        throw inputError(path + ": lengths: expected the shape " + shapeText({B}) +
                         ", one for each sequence, found " + shapeText(lengths.shape) + ".");
    input.lengths = narrowed(lengths.integers("lengths"), "lengths", path, 1, table.length);
    table.lengths.reserve(table.rows);  // a sequence begins with any row
    for (const int32_t length : input.lengths)
        table.lengths.insert(table.lengths.end(), size_t(table.rows / B), length);
    return input;
}

InspectInput oneSample(const Sample& sample) {
    InspectInput input;
    input.table = sample.table();
    input.lengths = {std::max(sample.valid.value_or(sample.length()), 1)};
    input.labels = sample.expected;
    if (sample.kind() == SampleKind::Set)
        for (const SampleRow& member : sample.members) input.members.push_back(int32_t(member.row));
    if (!sample.words.empty()) input.words = {sample.words};
    return input;
}

Sample typedText(const OpenedRun& run, const std::string& text, Output& output) {
    if (run.names.vocabulary.empty())
        throw inputError(
            "--text: " + run.path +
            " holds no vocabulary: the network was not trained on texts. Give --tokens instead.");
    const TextReading reading = readingOf(run.config, run.names.vocabulary, text);
    output.warning(readingText(reading));
    output.add(
        "text",
        {{"words", reading.words}, {"read", reading.read}, {"known", reading.known}, {"unit", reading.unit}});
    return typedSample(run.config, run.names, tokensOfText(run.config, run.names.vocabulary, text), text);
}

/// Whether the opened network is of a folder with a tokenizer.
bool readsByTokenizer(const OpenedRun& run) {
    return run.names.vocabulary.tokenizer() || (isModelFolder(run.path) && hasTokenizer(run.path));
}

/// `text`, or the pair of `text` and `second`, as the folder's tokenizer makes it; what the network cannot
/// read is cut off, with a warning. Throws Error::Kind::Input for a tokenizer whose pieces the network has
/// not.
InspectInput textByTokenizer(const OpenedRun& run, const std::string& text,
                             const std::optional<std::string>& second, Output& output) {
    const NetworkConfig& network = run.config.network;
    std::optional<Tokenizer> other;  // one that was not taken, which is named by what it cannot do
    if (!run.names.vocabulary.tokenizer()) other = openTokenizer(run.path);
    const Tokenizer& tokenizer = other ? *other : *run.names.vocabulary.tokenizer();
    std::vector<Token> tokens = tokenizer.encode(text, second);
    if (tokens.empty()) throw inputError("--text: its tokenizer makes no token of it. Give a longer text.");
    const auto wrong =
        std::ranges::find_if(tokens, [&](const Token& token) { return token.id >= network.inputDim; });
    if (wrong != tokens.end())
        throw inputError(run.path + ": its tokenizer does not fit its network: \"" +
                         shortened(onOneLine(tokenizer.piece(wrong->id))) + "\" has the id " +
                         std::to_string(wrong->id) + ", and the table has rows 0 to " +
                         std::to_string(network.inputDim - 1) + ".");
    if (other)
        throw inputError(run.path + ": its tokenizer does not fit its network: it has " +
                         std::to_string(tokenizer.size()) + " pieces, and the network has " +
                         std::to_string(network.inputDim) + " rows for them. Give --tokens instead.");
    const auto most = size_t(network.limitsPositions() ? network.maxPositions : Inspector::longestSequence);
    if (tokens.size() > most) {
        output.warning("--text: the network reads " + std::to_string(most) + " of " +
                       counted(tokens.size(), "token") + "; the end" + (second ? " of the longer text" : "") +
                       " was cut off.");
        tokens = cutTo(tokens, most);
    }
    if (!second) {
        TextReading reading = readingOf(run.config, run.names.vocabulary, text);
        reading.words = std::min(reading.words, reading.read);  // what was cut is said
        output.warning(readingText(reading));
    }
    InspectInput input;
    input.table.rows = 1;
    input.table.length = int(tokens.size());
    input.lengths = {input.table.length};
    input.words.emplace_back();
    for (const Token& token : tokens) {
        input.table.tokens.push_back(token.id);
        if (network.tokenTypes > 0) input.table.types.push_back(std::min(token.type, network.tokenTypes - 1));
        input.words.back().push_back(tokenizer.piece(token.id));
    }
    return input;
}

}  // namespace

std::vector<int32_t> tokensOf(const std::string& option, const std::string& text,
                              const NetworkConfig& network) {
    std::vector<int32_t> tokens = parseTokens(text);
    if (tokens.size() > size_t(Inspector::longestSequence))
        throw inputError(option + ": expected at most " + std::to_string(Inspector::longestSequence) +
                         " tokens, found " + std::to_string(tokens.size()) + ".");
    for (const int32_t token : tokens)
        if (token < 0 || token >= network.inputDim)
            throw inputError(option + ": expected categories from 0 to " +
                             std::to_string(network.inputDim - 1) + ", found " + std::to_string(token) + ".");
    return tokens;
}

Sample sampleWanted(const Arguments& arguments, const OpenedRun& run, LazyData& data) {
    const auto text = arguments.text("--text"), tokens = arguments.text("--tokens");
    if (int(text.has_value()) + int(tokens.has_value()) + int(arguments.has("--sample")) > 1)
        throw inputError("Expected one of --tokens, --text and --sample, found several.");
    if (run.config.network.input != InputKind::Tokens && (text || tokens))
        throw inputError(run.path + ": the network reads features, not tokens. Choose a --sample.");
    if (text) return typedText(run, *text, data.output());
    const SampleKind kind = sampleKind(run.config.data);
    if (tokens) return sampleOf(tokensOf("--tokens", *tokens, run.config.network), {}, kind);
    const int64_t number = arguments.integer("--sample", 0, INT32_MAX).value_or(0);
    if (kind == SampleKind::Set || kind == SampleKind::Picture)
        return validationSample(run.config, data.get(), number);
    const DataSet made = validationData(run);
    data.output().warning(changedSince(run, made));
    return validationSample(run.config, made, number);
}

InspectInput inspectInput(const Arguments& arguments, const OpenedRun& run, LazyData& data) {
    const NetworkConfig& network = run.config.network;
    const int given = int(arguments.has("--tokens")) + int(arguments.has("--input")) +
                      int(arguments.has("--text")) + int(arguments.has("--sample"));
    if (given == 0 && arguments.has("--ablate-heads") && !arguments.has("--explain") &&
        !arguments.has("--mask-keys") && !arguments.has("--patch-from"))
        return {};
    if (given != 1)
        throw inputError("inspect expects one of --tokens, --text, --input and --sample, found " +
                         std::string(given == 0 ? "none" : "several") + ".");
    const auto sample = arguments.integer("--sample", 0, INT32_MAX);
    const bool tokens = network.input == InputKind::Tokens;
    if (!tokens && !sample && !arguments.has("--input"))
        throw inputError(run.path + ": the network reads features, not tokens. Give them with --input.");
    const auto text = arguments.text("--text"), second = arguments.text("--text-pair");
    const bool byTokenizer = text && readsByTokenizer(run);
    if (second && !byTokenizer)
        throw inputError("--text-pair: goes with --text, for a folder with a tokenizer that reads pairs.");
    InspectInput input;
    if (const auto path = arguments.text("--input"))
        input = naming(*path, [&] { return readSequences(*path, run, tokens, data.output()); });
    else if (byTokenizer)
        input = textByTokenizer(run, *text, second, data.output());
    else
        input = oneSample(sampleWanted(arguments, run, data));
    for (const int32_t row : input.members) input.classes.push_back(data.get().validation.classes[row]);
    input.sample = sample;
    if (sample && run.names.isPublished) input.split = data.get().validationName();
    if (tokens && input.words.empty() && !run.names.vocabulary.empty())
        for (int64_t row = 0; row < input.table.rows; ++row)
            input.words.push_back(run.names.vocabulary.wordsOf(
                std::span(input.table.tokens).subspan(row * input.table.length, size_t(input.table.length))));
    return input;
}

}  // namespace attx
