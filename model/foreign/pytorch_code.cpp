#include "model/foreign/pytorch_code.h"

#include <cmath>
#include <map>
#include <set>

#include "model/config/task.h"
#include "model/files/text.h"
#include "model/network/program.h"

namespace attx {
namespace {

constexpr const char* pythonTemplate =
#include "pytorch_template.inc"
    ;

/// The inside of a Python string between double quotes.
std::string inPython(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += static_cast<unsigned char>(c) < ' ' ? '?' : c;
    }
    return result;
}

/// Which parts of the template are meant, by the names behind its #if.
std::set<std::string> partsOf(const RunConfig& config) {
    const NetworkConfig& network = config.network;
    const Schedule schedule = config.training.schedule;
    const std::map<std::string, bool> all{
        {"tokens", network.input == InputKind::Tokens},
        {"table", network.input == InputKind::Tokens && network.embeddingTable},
        {"positions", network.positionalEncoding},
        {"masked", network.maskPadding},
        {"per_position", network.output == OutputKind::Positions},
        {"set", network.output == OutputKind::Set},
        {"pooled", network.output == OutputKind::Pooled},
        {"linear_output", network.output == OutputKind::Pooled || network.linearOutput},
        {"binary", network.output == OutputKind::Pooled && network.numClasses == 1},
        {"shuffle_place", config.data.shufflePlace},
        {"data_file", !isDrawnByRule(config.data)},
        {"by_hand", network.initialisation == Initialisation::ByHand},
        {"keras3", config.training.optimiser == Optimiser::RmsPropKeras3},
        {"constant", schedule == Schedule::Constant},
        {"cosine_warmup", schedule == Schedule::CosineWarmup},
        {"warmup_cosine_decay", schedule == Schedule::WarmupCosineDecay}};
    std::set<std::string> parts;
    for (const auto& [name, meant] : all)
        if (meant) parts.insert(name);
    return parts;
}

/// The template without what is not meant: lines between "#if NAME", "#else" and "#endif", which nest.
std::string chosenLines(const std::string& text, const std::set<std::string>& parts) {
    struct Level {
        bool outer, taken;
    };
    std::vector<Level> levels;
    bool takes = true;
    std::string result;
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find('\n', at), text.size() - 1);
        const std::string line = text.substr(at, end - at);
        at = end + 1;
        if (line.starts_with("#if ")) {
            const bool meant = parts.contains(line.substr(4));
            levels.push_back({takes, meant});
            takes = takes && meant;
        } else if (line == "#else") {
            takes = levels.back().outer && !levels.back().taken;
        } else if (line == "#endif") {
            takes = levels.back().outer;
            levels.pop_back();
        } else if (takes) {
            result += line + '\n';
        }
    }
    return result;
}

std::string optimiserText(const TrainingConfig& training) {
    const std::string rest = ", lr=LEARNING_RATE, eps=" + shortest(training.epsilon);
    const std::string betas =
        rest + ", betas=(" + shortest(training.beta1) + ", " + shortest(training.beta2) + ")";
    switch (training.optimiser) {
        case Optimiser::Adam:
            return "torch.optim.Adam(network.parameters()" + betas + ")";
        case Optimiser::AdamW:
            return "torch.optim.AdamW(network.parameters()" + betas +
                   ", weight_decay=" + shortest(training.weightDecay) + ")";
        case Optimiser::RmsProp:
            return "torch.optim.RMSprop(network.parameters()" + rest + ", alpha=" + shortest(training.rho) +
                   ")";
        case Optimiser::RmsPropKeras3:
            return "RMSprop(network.parameters())";
    }
    return {};
}

std::string ruleText(const DataConfig& data) {
    switch (data.rule) {
        case LabelRule::Reverse:
            return "tokens.flip(1)";
        case LabelRule::Copy:
            return "tokens.clone()";
        case LabelRule::Sort:
            return "tokens.sort(1)[0]";
        case LabelRule::Rotate:
            return "tokens.roll(-" + std::to_string(data.rotateBy) + ", 1)";
        case LabelRule::Csv:
            break;
    }
    return {};
}

std::string initialText(const Program& program) {
    std::string text;
    for (const ParameterInfo& p : program.parameters) {
        std::string bound = "0";
        // The same single-precision bounds as initialParameters().
        if (p.init == Init::One) bound = "None";
        if (p.init == Init::Embedding) bound = "0.05";
        if (p.init == Init::XavierUniform)
            bound = shortest(static_cast<float>(std::sqrt(6.0 / static_cast<double>(p.fanIn + p.fanOut))));
        if (p.init == Init::LinearDefault)
            bound = shortest(static_cast<float>(1.0 / std::sqrt(static_cast<double>(p.fanIn))));
        text.append("    (\"").append(p.name).append("\", ").append(bound).append("),\n");
    }
    return text;
}

std::map<std::string, std::string> valuesFor(const RunConfig& config, const PytorchNames& names) {
    const NetworkConfig& network = config.network;
    const DataConfig& data = config.data;
    const TrainingConfig& training = config.training;
    const bool tokens = network.input == InputKind::Tokens;
    const std::string& from = isSequences(data) ? data.csvPath : data.path;
    const auto number = [](auto value) { return std::to_string(value); };
    return {
        {"TITLE", inPython(config.preset.empty() ? "A run" : "A run of the preset " + config.preset)},
        {"VERSION", ATTX_VERSION},
        {"FILE", inPython(names.code)},
        {"WEIGHTS", inPython(names.weights)},
        {"DATA", inPython(names.data)},
        {"FROM", from.empty() ? "" : ", from \"" + inPython(from) + "\""},
        {"SEED", number(config.seed)},
        {"DATA_SEED", number(data.seed)},
        {"INPUT_DIM", number(network.inputDim)},
        {"INPUT", tokens ? "CATEGORIES" : "FEATURES"},
        {"X_SHAPE", tokens ? "[B, T] categories" : "[B, T, FEATURES]"},
        {"LOGITS_SHAPE", network.output == OutputKind::Positions ? "[B, T, CLASSES]"
                         : network.output == OutputKind::Set     ? "[B, T]"
                                                                 : "[B, CLASSES]"},
        {"MODEL_DIM", number(network.modelDim)},
        {"HEADS", number(network.numHeads)},
        {"HEAD_DIM", number(network.headDim())},
        {"LAYERS", number(network.numLayers)},
        {"FEED_FORWARD", number(network.dimFeedforward)},
        {"CLASSES", number(network.numClasses)},
        {"LENGTH", number(data.positions())},
        {"NORM_EPS", shortest(network.layerNormEps)},
        {"DROPOUT", shortest(network.dropout)},
        {"INPUT_DROPOUT", shortest(network.inputDropout)},
        {"POOL_DROPOUT", shortest(network.poolDropout)},
        {"BATCH", number(training.batchSize)},
        {"EPOCHS", number(training.epochs)},
        {"LEARNING_RATE", shortest(training.learningRate)},
        {"WARMUP", number(training.warmup)},
        {"CLIP_NORM", shortest(training.clipNorm)},
        {"MAX_STEPS", number(training.maxSteps)},
        {"TRAIN", number(data.trainSize)},
        {"VALIDATION", number(data.validationSize)},
        {"TEST", number(data.testSize)},
        {"RULE", ruleText(data)},
        {"RHO", shortest(training.rho)},
        {"EPSILON", shortest(training.epsilon)},
        {"INITIAL", initialText(buildProgram(network, data.positions()))},
        {"OPTIMISER", optimiserText(training)},
        {"ROWS", tokens ? "tokens" : "features"},
        {"TEST_DRAWS", isSets(data) ? ", " + number(data.testDraws) : ""},
    };
}

}  // namespace

std::string pytorchCode(const RunConfig& config, const PytorchNames& names) {
    const std::string lines = chosenLines(pythonTemplate, partsOf(config));
    const std::map<std::string, std::string> values = valuesFor(config, names);
    std::string code;
    size_t at = 0;
    for (size_t open = lines.find("{{"); open != std::string::npos; open = lines.find("{{", at)) {
        const size_t close = lines.find("}}", open);
        code.append(lines, at, open - at).append(values.at(lines.substr(open + 2, close - open - 2)));
        at = close + 2;
    }
    return code.append(lines, at);
}

SafeTensors rowsOf(const DataSet& data) {
    SafeTensors file;
    const auto put = [&file](const Table& table, const std::string& split) {
        const auto whole = [&](const char* what, const std::vector<int32_t>& values, bool perPosition) {
            if (values.empty()) return;
            std::vector<int64_t> shape{table.rows};
            if (perPosition) shape.push_back(table.length);
            file.put(split + what, std::move(shape), std::vector<int64_t>(values.begin(), values.end()));
        };
        whole("tokens", table.tokens, true);
        whole("labels", table.labels, table.labels.size() != static_cast<size_t>(table.rows));
        whole("lengths", table.lengths, false);
        whole("classes", table.classes, false);
        if (!table.features.empty())
            file.put(split + "features", {table.rows, table.featureDim}, table.features);
    };
    put(data.train, "train.");
    put(data.validation, "validation.");
    put(data.test, "test.");
    return file;
}

}  // namespace attx
