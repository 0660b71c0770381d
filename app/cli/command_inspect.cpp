// inspect: what a network computes for given sequences, as safetensors.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/inspect_record.h"
#include "app/cli/patch_option.h"
#include "app/options/explain_options.h"
#include "app/options/inspect_input.h"
#include "app/options/shared_options.h"
#include "app/runs/run_store.h"
#include "model/attribute/explain.h"
#include "model/config/task.h"
#include "model/files/error.h"
#include "model/files/json.h"
#include "model/files/named_array.h"
#include "model/files/safetensors.h"
#include "model/files/text.h"
#include "model/foreign/answer_layer.h"
#include "model/inspect/answers.h"
#include "model/native/native_session.h"

namespace attx {
namespace {

// Sequences looked at together: enough to keep the kernels busy, few enough that their tensors, gradients
// included, take a small part of the memory, whatever a file of sequences asks for.
constexpr int64_t mostAtOnce = 64;
constexpr int64_t bytesAtOnce = int64_t{256} << 20;

int64_t sequencesAtOnce(const Program& program) {
    const auto bytes = [&](int sequences) {
        SessionOptions options;
        options.batch = sequences;
        options.keepTensors = true;
        options.threads = 1;
        return NativeBackend().memoryBytes(program, options);
    };
    // A second sequence of a tiny network may fit into what alignment leaves free.
    return std::clamp(bytesAtOnce / std::max(bytes(2) - bytes(1), int64_t{1}), int64_t{1}, mostAtOnce);
}

/// What was pooled, [B, C], each of length 1 where the folder asks for it.
std::vector<float> sentenceEmbeddings(std::vector<float> pooled, int64_t width, AnswerLayer answers) {
    if (answers != AnswerLayer::NormalizedSentence) return pooled;
    for (size_t first = 0; first < pooled.size(); first += size_t(width)) {
        const std::span one = std::span(pooled).subspan(first, size_t(width));
        const double length = std::sqrt(std::inner_product(one.begin(), one.end(), one.begin(), 0.0));
        for (float& value : one) value = float(value / std::max(length, 1e-12));
    }
    return pooled;
}

/// logits [B, T, K] (pooled: [B, K]; sets: [B, T]; none of a network without an answer, of a sentence encoder
/// sentence_embedding [B, C]), attention.L [B, NH, T, T], hidden.L [B, T, C] (0: what enters layer 0; L: what
/// leaves layer L, before any final norm), and of each method what ExplainShape says; what kind of heads
/// there are. For a pooled answer, with a method that needs the gradient: token_contributions [B, T], and
/// with relevance token_relevance [B, T]. Returns the logits.
std::vector<float> lookInside(SafeTensors& file, Json& about, const OpenedRun& run, const InspectInput& input,
                              const ExplainTarget& target, const ExplainOptions& options,
                              const Ablation& ablation, Output& output) {
    const Table& table = input.table;
    const std::vector<ExplainMethod>& methods = options.methods;
    Inspector inspector(run.config.network,
                        methods.empty() ? Inspector::Gradients::No : Inspector::Gradients::Yes);
    if (methods.empty()) inspector.readStatesAlone();
    inspector.setParameters(run.parameters);
    inspector.setAblation(ablation);
    const auto layers = size_t(run.config.network.numLayers);
    const Program program = buildProgram(run.config.network, table.length);
    const int64_t T = program.length, NH = run.config.network.numHeads,
                  perSequence = program.rowsPerSequence(), B = table.rows / perSequence,
                  atOnce = sequencesAtOnce(program);
    const std::string relevanceName = infoOf(ExplainMethod::Relevance).name;
    std::vector<float> logits, contributions, relevant;
    std::vector<std::vector<float>> attention(layers), hidden(layers + 1);
    ExplainedTensors explained(methods);
    InspectedHeads heads;
    std::vector<int32_t> rows;
    for (int64_t first = 0; first < B; first += atOnce) {
        const int64_t sequences = std::min(atOnce, B - first);
        rows.resize(sequences * perSequence);
        std::iota(rows.begin(), rows.end(), int32_t(first * perSequence));
        const std::vector<Explanation> all =
            explain(inspector, table, sampleKind(run.config.data), rows, int(sequences), target, options);
        for (size_t i = 0; i < all.size(); ++i) {
            const Explanation& found = all[i];
            PatternInput positions =
                patternInput(table, std::span(rows).subspan(i * size_t(perSequence), size_t(perSequence)),
                             table.length, run.config.network);
            positions.valid = run.config.network.positionsFor(input.lengths[size_t(first) + i]);
            if (!input.classes.empty()) positions.classes = input.classes;
            heads.add(found.inspection, positions);
            append(logits, found.inspection.logits);
            if (!found.contributions.empty()) append(contributions, found.positionContributions);
            for (const NamedArray& map : found.maps)
                if (map.name == relevanceName && !found.contributions.empty())
                    append(relevant, pooledRelevance(map.values, found.inspection, found.contributions,
                                                     program.length));
            for (size_t layer = 0; layer < layers; ++layer)
                append(attention[layer], found.inspection.attention[layer]);
            explained.add(found);
        }
        if (!methods.empty())  // some of them ask about other inputs
            (void)inspector.inspect(table, sampleKind(run.config.data), rows, int(sequences));
        for (size_t layer = 0; layer <= layers; ++layer)
            append(hidden[layer], inspector.read(inspector.program().layerInput(int(layer))));
    }
    output.warning(whyNoNumbers(logits));
    const LogitAxes axes = logitAxes(program, B);
    if (run.answers == AnswerLayer::Logits) putTensor(file, "logits", axes.names, axes.shape, logits);
    if (run.answers == AnswerLayer::Sentence || run.answers == AnswerLayer::NormalizedSentence)
        putTensor(file, "sentence_embedding", "batch,dimension", axes.shape,
                  sentenceEmbeddings(logits, axes.shape[1], run.answers));
    if (!contributions.empty())
        putTensor(file, "token_contributions", "batch,position", {B, T}, std::move(contributions));
    if (!relevant.empty()) putTensor(file, "token_relevance", "batch,position", {B, T}, std::move(relevant));
    for (size_t layer = 0; layer < layers; ++layer)
        putTensor(file, "attention." + std::to_string(layer), "batch,head,query,key", {B, NH, T, T},
                  std::move(attention[layer]));
    for (size_t layer = 0; layer <= layers; ++layer)
        putTensor(file, "hidden." + std::to_string(layer), "batch,position,dimension",
                  {B, T, run.config.network.modelDim}, std::move(hidden[layer]));
    heads.put(file, about, run.config.network);
    explained.put(file, about, run.config, output);
    return logits;
}

/// What a pooled network says of the first sequence.
struct Answer {
    std::string name;  ///< Name of the class
    double probability;
};
Answer answerOf(std::span<const float> logits, const DataNames& names) {
    const std::vector<float> shares = classProbabilities(logits);
    const auto best = size_t(std::ranges::max_element(shares) - shares.begin());
    return {names.className(best), double(shares[best])};
}

/// Of a pair: the words of all positions, without the padding behind them, and how probable all are together.
Answer answerOfPair(std::span<const float> logits, size_t classes, const DataNames& names) {
    Answer answer{{}, 1};
    std::vector<std::string> words;
    size_t end = 0;
    for (size_t at = 0; at + classes <= logits.size(); at += classes) {
        const std::vector<float> shares = classProbabilities(logits.subspan(at, classes));
        const auto best = size_t(std::ranges::max_element(shares) - shares.begin());
        answer.probability *= double(shares[best]);
        words.push_back(names.className(best));
        if (best != size_t(Vocabulary::padding)) end = words.size();
    }
    for (size_t i = 0; i < end; ++i) answer.name += (i > 0 ? " " : "") + words[i];
    return answer;
}

/// Each head in turn: what it costs, [L, NH] each.
void tryEachHead(SafeTensors& file, Json& about, const OpenedRun& run, const DataSet& data,
                 const Ablation& from, Output& output) {
    const HeadAblation found = ablateHeads(run.config, *run.parameters, data, from, output);
    for (const NamedArray& costs : {found.lossCosts(), found.accuracyCosts()})
        putTensor(file, costs.name, "layer,head", costs.shape, costs.values);
    about["ablation_baseline"] = aboutBaseline(found.whole, data);
}

/// Where the result goes; nothing where a printed answer is all that was asked for.
std::optional<std::string> outOf(const Arguments& arguments) {
    if (!arguments.has("--text")) return outFile(arguments);
    for (const char* option : {"--explain", "--ablate-heads"})
        if (arguments.has(option) && !arguments.has("--out"))
            throw inputError(std::string(option) +
                             ": its numbers go to a file, and none is named. Give --out FILE.safetensors.");
    return arguments.has("--out") ? std::optional(outFile(arguments)) : std::nullopt;
}

int runInspect(const Arguments& arguments, CommandContext& context) {
    Output& output = context.output;
    const std::optional<std::string> out = outOf(arguments);
    const std::vector<ExplainMethod> methods = methodsOf(arguments);
    warnOfIdleTarget(arguments, methods, output);
    warnOfIdleMethodOptions(arguments, methods, output);
    const bool readsData = arguments.has("--sample") || arguments.has("--ablate-heads");
    KeysRead read = networkKeys(arguments.has("--tokens"));
    if (readsData) read.emplace_back("data.");
    if (arguments.has("--ablate-heads")) read.insert(read.end(), {"threads", "training.batch_size"});
    OpenedRun opened = openFor(arguments, output, read);
    if (!readsData) refuseData(arguments, "The sequences were given; --sample and --ablate-heads read some.");
    applyDataFolder(arguments, opened.config);
    const NetworkConfig& network = opened.config.network;
    requireValid(network);
    const ExplainOptions explain = explainOptionsOf(arguments, methods, network.numLayers);
    LazyData data(opened, output);
    const InspectInput input = inspectInput(arguments, opened, data);
    Ablation ablation = ablatedHeads(arguments, network);
    if (arguments.has("--ablate-heads") && arguments.has("--mask-keys"))
        output.warning(
            "--mask-keys is about the sequences given: --ablate-heads measures on the validation data "
            "without it.");
    SafeTensors result;
    Json about = Json::object();
    if (arguments.has("--ablate-heads")) tryEachHead(result, about, opened, data.get(), ablation, output);
    std::optional<Answer> answer;
    bool isNext = false;  // the answer is the token behind the text
    const bool byPosition = network.output == OutputKind::Positions;
    if (input.sequences() > 0) {
        if (const auto masked = arguments.text("--mask-keys")) ablation.maskedTokens = parseTokens(*masked);
        const ExplainTarget target = targetOf(arguments, input.table, network);
        const std::vector<float> logits =
            lookInside(result, about, opened, input, target, explain, ablation, output);
        const auto first = std::span(logits).first(logits.size() / size_t(input.sequences()));
        const bool isNumbers = whyNoNumbers(first).empty();
        if (network.output == OutputKind::Pooled && opened.answers == AnswerLayer::Logits && isNumbers)
            answer = answerOf(first, opened.names);
        const bool namesTokens = byPosition && opened.names.vocabulary.tokenizer() != nullptr;
        isNext = isLanguage(opened.config.data) || (namesTokens && network.causal);
        if (isNext) {
            const auto K = size_t(network.numClasses);
            const std::vector<int32_t>& lengths = input.table.lengths;
            const size_t T = lengths.empty() ? first.size() / K : size_t(lengths.front());
            if (T > 0 && T * K <= first.size() && isNumbers)
                answer = answerOf(first.subspan((T - 1) * K, K), opened.names);
        } else if (byPosition && !opened.names.vocabulary.empty() && !namesTokens && isNumbers) {
            answer = answerOfPair(first, size_t(network.numClasses), opened.names);
        }
        if (arguments.has("--patch-from")) patch(result, about, arguments, opened, input, ablation, output);
        recordInput(result, about, input, opened);
        if (!methods.empty()) about["target"] = aboutTarget(target, explain, network.numLayers);
    }
    if (!ablation.empty()) about["ablation"] = aboutAblation(ablation, network);
    if (!opened.uncertain.empty()) about["assumed"] = parseJson<Json>(assumedJson(opened.uncertain));
    about["unavailable_explanations"] = aboutUnavailable(network, sampleKind(opened.config.data));
    for (const auto& [key, value] : about.items())
        result.metadata[key] =
            value.is_string() ? value.get<std::string>() : jsonText(value, -1, NotUtf8::Replaced);
    result.metadata["config"] = toJson(network);
    result.metadata["checkpoint"] = opened.path;
    if (out) writeSafeTensors(*out, result);

    if (output.json()) {
        Json object{{"run", opened.path}};
        object.update(about);
        if (out) {
            Json tensors = Json::object(), axes = Json::object();
            for (const auto& [name, tensor] : result.tensors) {
                tensors[name] = tensor.shape;
                axes[name] = result.metadata.at("axes." + name);
            }
            object["out"] = *out, object["tensors"] = tensors, object["axes"] = axes;
        }
        if (answer) object["prediction"] = answer->name, object["probability"] = answer->probability;
        output.object(object);
        return 0;
    }
    if (answer)
        output.line((isNext ? "Next token: " : "Prediction: ") + answer->name + ", probability " +
                    formatted("%.4f", answer->probability));
    if (!answer && !out && byPosition)
        output.line(
            "This network answers with a token or number at each position: --out FILE writes its logits.");
    if (!out) return 0;
    for (const auto& [name, tensor] : result.tensors)
        output.line(name + " " + shapeText(tensor.shape) + " " + result.metadata.at("axes." + name));
    output.line("Written to " + *out);
    return 0;
}

}  // namespace

Command inspectCommand() {
    return {
        {"inspect",
         "RUN|CHECKPOINT",
         "Writes what a network computes for given sequences: logits, every attention map, explanations.",
         {{"--tokens", "TOKENS", "A sequence: \"0 7 6 4\"."},
          {"--text", "TEXT",
           "A text, for a network that was trained on texts, or a folder with a tokenizer."},
          {"--text-pair", "TEXT", "The second text of a pair, for a folder with a tokenizer."},
          {"--input", "FILE",
           "Sequences from safetensors: tokens [B, T] (I64), features [B, T, D] or pixel_values [B, 3, H, W] "
           "(F32), optionally lengths [B] and token_types [B, T] (I64)."},
          {"--sample", "N", "A sequence of the validation data, counted from 0."},
          explainOption(),
          layersOption,
          residualOption,
          fuseOption,
          signedOption,
          withoutIdentityOption,
          positionOption,
          classOption,
          patchOption,
          ablateOption,
          {"--mask-keys", "POSITIONS", "Positions, from 0, that no head may attend to: \"3 5\".", false,
           "--hide-tokens"},
          {"--ablate-heads", nullptr,
           "Adds ablation_loss and ablation_accuracy [layers, heads]: what ablating each head costs on the "
           "validation data. Needs no sequence."},
          {"--out", "FILE",
           "The safetensors file to write; needed except with --text alone, whose answer is printed."},
          setOption,
          dataOption,
          skipBadLinesOption,
          isaOption,
          jsonOption}},
        runInspect};
}

}  // namespace attx
