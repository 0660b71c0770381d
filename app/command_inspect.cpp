// inspect: what a network computes for given sequences, as safetensors.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <optional>
#include <span>

#include "app/commands.h"
#include "app/inspect_input.h"
#include "app/run_store.h"
#include "model/checkpoint.h"
#include "model/error.h"
#include "model/explain.h"
#include "model/named_array.h"
#include "model/native/native_session.h"
#include "model/safetensors.h"
#include "model/text.h"
#include "model/text_data.h"

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
    return std::clamp(bytesAtOnce / (bytes(2) - bytes(1)), int64_t{1}, mostAtOnce);
}

Table oneSequence(std::vector<int32_t> tokens) {
    Table table;
    table.rows = 1;
    table.length = static_cast<int>(tokens.size());
    table.tokens = std::move(tokens);
    return table;
}

std::vector<int32_t> typedText(const OpenedRun& run, const std::string& text) {
    if (run.names.vocabulary.empty())
        throw inputError(
            "--text: " + run.path +
            " holds no vocabulary: the network was not trained on texts. Give --tokens instead.");
    return tokensOfText(run.config, run.names.vocabulary, text);
}

/// Makes the run's data when they are first asked for, features too.
class LazyData {
public:
    LazyData(const OpenedRun& run, Output& output) : run_(run), output_(output) {}
    const DataSet& get() {
        if (!data_) data_ = makeDataShown(run_.config.data, run_.names, output_);
        return *data_;
    }

private:
    const OpenedRun& run_;
    Output& output_;
    std::optional<DataSet> data_;
};

Table inputOf(const Arguments& arguments, const OpenedRun& run, LazyData& data) {
    const RunConfig& config = run.config;
    const int given = static_cast<int>(arguments.has("--tokens")) +
                      static_cast<int>(arguments.has("--input")) + static_cast<int>(arguments.has("--text")) +
                      static_cast<int>(arguments.has("--sample"));
    if (given == 0 && arguments.has("--ablate-heads") && !arguments.has("--explain") &&
        !arguments.has("--hide-tokens"))
        return {};
    if (given != 1)
        throw inputError("inspect expects one of --tokens, --text, --input and --sample, found " +
                         std::string(given == 0 ? "none" : "several") + ".");
    if (const auto path = arguments.text("--input")) return readSequences(*path, config.network);
    if (config.network.input != InputKind::Tokens) {
        const auto sample = arguments.integer("--sample", 0, INT32_MAX);
        if (!sample)
            throw inputError(run.path + ": the network reads features, not tokens. Give them with --input.");
        const SetSample set = validationSet(config, data.get(), *sample);
        Table table;
        table.rows = static_cast<int64_t>(set.members.size());
        table.length = static_cast<int>(table.rows);
        table.featureDim = config.network.inputDim;
        table.features = set.features;
        return table;
    }
    if (const auto sample = arguments.integer("--sample", 0, INT32_MAX))
        return oneSequence(validationSample(config, *sample, run.names).tokens);
    if (const auto text = arguments.text("--text")) return oneSequence(typedText(run, *text));
    std::vector<int32_t> tokens = parseTokens(*arguments.text("--tokens"));
    if (tokens.size() > static_cast<size_t>(Inspector::longestSequence))
        throw inputError("--tokens: expected at most " + std::to_string(Inspector::longestSequence) +
                         " tokens, found " + std::to_string(tokens.size()) + ".");
    for (const int32_t token : tokens)
        if (token < 0 || token >= config.network.inputDim)
            throw inputError("--tokens: expected categories from 0 to " +
                             std::to_string(config.network.inputDim - 1) + ", found " +
                             std::to_string(token) + ".");
    return oneSequence(std::move(tokens));
}

/// --explain, each once.
std::vector<ExplainMethod> methodsOf(const Arguments& arguments) {
    std::vector<ExplainMethod> methods;
    for (const std::string& name : arguments.all("--explain")) {
        try {
            const ExplainMethod method = explainMethodNamed(name);
            if (std::find(methods.begin(), methods.end(), method) == methods.end()) methods.push_back(method);
        } catch (const Error& problem) {
            throw Error(problem.kind(), std::string("--explain: ") + problem.what());
        }
    }
    for (const char* option : {"--position", "--class"})
        if (methods.empty() && arguments.has(option))
            throw inputError(std::string(option) +
                             " says what --explain attention_x_gradient and --explain relevance explain; "
                             "give one of them too.");
    return methods;
}

ExplainTarget targetOf(const Arguments& arguments, const Table& table, const NetworkConfig& network) {
    ExplainTarget target;
    const Program program = buildProgram(network, table.length);
    const CrossEntropy& answers = program.loss();
    if (const auto position = arguments.integer("--position", 0, answers.rows - 1)) {
        target.position = static_cast<int>(*position);
        const auto shorter = std::find_if(table.lengths.begin(), table.lengths.end(), [&](int32_t length) {
            return answers.rows > 1 && length <= *position;
        });
        if (shorter != table.lengths.end())
            throw inputError("--position: expected a position, from 0, that every sequence has, found " +
                             std::to_string(*position) + "; sequence " +
                             std::to_string(shorter - table.lengths.begin() + 1) + " has only " +
                             std::to_string(*shorter) + " tokens.");
    }
    if (const auto chosen = arguments.integer("--class", 0, std::max(answers.classes, 2) - 1))
        target.outputClass = static_cast<int>(*chosen);
    return target;
}

void append(std::vector<float>& to, const std::vector<float>& part) {
    to.insert(to.end(), part.begin(), part.end());
}

/// logits [B, T, K] (pooled: [B, K]; sets: [B, T]), attention.L [B, NH, T, T], and of each method [B, T, T],
/// where the method tells about every layer [L, B, T, T]. For a pooled answer, with a method that needs the
/// gradient: token_contributions [B, T], and with relevance token_relevance [B, T]. Returns the logits.
std::vector<float> lookInside(SafeTensors& file, const OpenedRun& run, const Table& table,
                              const ExplainTarget& target, const std::vector<ExplainMethod>& methods,
                              const Ablation& ablation) {
    Inspector inspector(run.config.network);
    inspector.setParameters(run.parameters);
    inspector.setAblation(ablation);
    ExplainOptions options;
    options.methods = methods;
    const auto layers = static_cast<size_t>(run.config.network.numLayers);
    const Program program = buildProgram(run.config.network, table.length);
    const int64_t T = table.length, NH = run.config.network.numHeads, perSequence = program.rowsPerSequence(),
                  B = table.rows / perSequence, atOnce = sequencesAtOnce(program);
    const std::string relevanceName = infoOf(ExplainMethod::Relevance).name;
    std::vector<float> logits, contributions, relevant;
    std::vector<std::vector<float>> attention(layers);
    std::vector<std::vector<std::vector<float>>> maps(
        methods.size());  // [method][layer, or only 0]: [B, T, T]
    std::vector<int32_t> rows;
    for (int64_t first = 0; first < B; first += atOnce) {
        const int64_t sequences = std::min(atOnce, B - first);
        rows.resize(static_cast<size_t>(sequences * perSequence));
        std::iota(rows.begin(), rows.end(), static_cast<int32_t>(first * perSequence));
        for (const Explanation& found :
             explain(inspector, table, rows, static_cast<int>(sequences), target, options)) {
            append(logits, found.inspection.logits);
            if (!found.contributions.empty())
                append(contributions,
                       pooledContributions(found.inspection.winners, found.contributions, table.length));
            for (const NamedArray& map : found.maps)
                if (map.name == relevanceName && !found.contributions.empty())
                    append(relevant, pooledRelevance(map.values, found.inspection.winners,
                                                     found.contributions, table.length));
            for (size_t layer = 0; layer < layers; ++layer)
                append(attention[layer], found.inspection.attention[layer]);
            for (size_t m = 0; m < methods.size(); ++m) {
                const std::vector<float>& values = found.maps[m].values;
                const ptrdiff_t size = T * T;
                maps[m].resize(values.size() / static_cast<size_t>(size));
                auto at = values.begin();
                for (std::vector<float>& layer : maps[m])
                    layer.insert(layer.end(), at, at + size), at += size;
            }
        }
    }
    std::vector<int64_t> shape{B};
    if (run.config.network.output == OutputKind::Positions) shape.push_back(T);
    shape.push_back(program.loss().classes);  // of a set: its members
    file.put("logits", shape, logits);
    if (!contributions.empty()) file.put("token_contributions", {B, T}, std::move(contributions));
    if (!relevant.empty()) file.put("token_relevance", {B, T}, std::move(relevant));
    for (size_t layer = 0; layer < layers; ++layer)
        file.put("attention." + std::to_string(layer), {B, NH, T, T}, std::move(attention[layer]));
    for (size_t m = 0; m < methods.size(); ++m) {
        std::vector<int64_t> mapShape{B, T, T};
        if (methods[m] == ExplainMethod::AttentionXGradient)
            mapShape.insert(mapShape.begin(), static_cast<int64_t>(maps[m].size()));
        std::vector<float> values = std::move(maps[m][0]);
        for (size_t layer = 1; layer < maps[m].size(); ++layer) append(values, maps[m][layer]);
        file.put(infoOf(methods[m]).name, std::move(mapShape), std::move(values));
    }
    return logits;
}

/// What a pooled network says of the first sequence.
struct Answer {
    std::string name;  ///< of the class
    double probability;
};
Answer answerOf(std::span<const float> logits, const DataNames& names) {
    const std::vector<float> shares = classProbabilities(logits);
    const auto best = static_cast<size_t>(std::max_element(shares.begin(), shares.end()) - shares.begin());
    return {names.className(best), static_cast<double>(shares[best])};
}

/// Each head in turn: what it costs, [L, NH] each.
void tryEachHead(SafeTensors& file, const OpenedRun& run, const DataSet& data, const Ablation& from,
                 Output& output) {
    const HeadAblation found = ablateHeads(run.config, *run.parameters, data, from, output);
    const NamedArray loss = found.lossCosts(), accuracy = found.accuracyCosts();
    file.put(loss.name, loss.shape, loss.values);
    file.put(accuracy.name, accuracy.shape, accuracy.values);
}

int run(const Arguments& arguments, CommandContext& context) {
    const std::optional<std::string> out =
        arguments.has("--text") ? arguments.text("--out") : arguments.required("--out");
    const std::vector<ExplainMethod> methods = methodsOf(arguments);
    OpenedRun opened = openFor(arguments, context.output);
    applyDataFolder(arguments, opened.config);
    requireValid(opened.config.network);
    LazyData data(opened, context.output);
    const Table table = inputOf(arguments, opened, data);
    Ablation ablation = headsOff(arguments, opened.config.network);
    SafeTensors result;
    result.metadata["config"] = toJson(opened.config.network);
    if (!opened.uncertain.empty()) result.metadata[assumedMetadata] = assumedJson(opened.uncertain);
    if (arguments.has("--ablate-heads")) tryEachHead(result, opened, data.get(), ablation, context.output);
    std::optional<Answer> answer;
    if (table.rows > 0) {
        if (const auto hidden = arguments.text("--hide-tokens")) ablation.hiddenTokens = parseTokens(*hidden);
        const std::vector<float> logits = lookInside(
            result, opened, table, targetOf(arguments, table, opened.config.network), methods, ablation);
        if (opened.config.network.output == OutputKind::Pooled)
            answer = answerOf(std::span(logits).first(logits.size() / static_cast<size_t>(table.rows)),
                              opened.names);
        if (arguments.has("--text"))
            result.put("tokens", {table.rows, table.length},
                       std::vector<int64_t>(table.tokens.begin(), table.tokens.end()));
    }
    if (out) writeSafeTensors(*out, result);

    Json tensors = Json::object();
    for (const auto& [name, tensor] : result.tensors) tensors[name] = tensor.shape;
    if (context.output.json()) {
        Json object{{"run", opened.path}};
        if (out) object["out"] = *out, object["tensors"] = tensors;
        if (answer) object["prediction"] = answer->name, object["probability"] = answer->probability;
        addAssumed(opened, object);
        context.output.object(object);
        return 0;
    }
    if (answer) {
        char share[16];
        std::snprintf(share, sizeof share, "%.4f", answer->probability);
        context.output.line("Prediction: " + answer->name + ", probability " + share);
    }
    if (!out) return 0;
    for (const auto& [name, tensor] : result.tensors)
        context.output.line(name + " " + shapeText(tensor.shape));
    context.output.line("Written to " + *out);
    return 0;
}

}  // namespace

const Command& inspectCommand() {
    static const Command command{
        {"inspect",
         "RUN|CHECKPOINT",
         "Writes what a network computes for given sequences: logits, every attention map, explanations.",
         {{"--tokens", "TOKENS", "A sequence: \"0 7 6 4\"."},
          {"--text", "TEXT", "A text, for a network that was trained on texts."},
          {"--input", "FILE",
           "Sequences from safetensors: tokens [B, T] (I64) or features [B, T, D] (F32), optionally lengths "
           "[B]."},
          {"--sample", "N", "A sequence of the validation data, counted from 0."},
          {"--explain", "METHOD",
           "standard_first, standard_last, rollout, rollout_elementwise, flow, attention_x_gradient or "
           "relevance; may repeat.",
           true},
          {"--position", "P",
           "What is explained: the output at this position, from 0; default: all, summed. A text or a set "
           "has one answer, 0."},
          {"--class", "K",
           "What is explained: the logit of this class, or of this member of a set, from 0; default: the "
           "predicted one."},
          headsOffOption,
          {"--hide-tokens", "POSITIONS", "Positions, from 0, that no head may look at: \"3 5\"."},
          {"--ablate-heads", nullptr,
           "Adds ablation_loss and ablation_accuracy [layers, heads]: what switching each head off costs on "
           "the validation data. Needs no sequence."},
          {"--out", "FILE",
           "The safetensors file to write; needed except with --text, whose answer is printed."},
          setOption,
          dataOption,
          isaOption,
          jsonOption}},
        run};
    return command;
}

}  // namespace attx
