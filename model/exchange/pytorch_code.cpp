#include "model/exchange/pytorch_code.h"

#include <cmath>
#include <map>
#include <stdexcept>
#include <vector>

#include "model/config/label_rule.h"
#include "model/config/task.h"
#include "model/data/dataset.h"
#include "model/files/safetensors.h"
#include "model/files/text.h"
#include "model/network/program.h"

namespace attx {
namespace {

struct PythonPart {
    const char *name, *text;
};
/// The files of resources/export/pytorch, by their names without ".py".
constexpr PythonPart pythonParts[] = {
#include "pytorch_parts.inc"
};

/// The inside of a Python string between double quotes.
std::string inPython(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += static_cast<unsigned char>(c) < ' ' ? '?' : c;
    }
    return result;
}

const char* scheduleOf(Schedule schedule) {
    switch (schedule) {
        case Schedule::Constant:
            return "schedule_constant";
        case Schedule::CosineWarmup:
            return "schedule_cosine_warmup";
        case Schedule::WarmupCosineDecay:
            return "schedule_warmup_cosine_decay";
        case Schedule::LinearWarmup:
            return "schedule_linear_warmup";
    }
    return "";
}

/// The files that make up the code of a run, in their order. The network follows the first one.
std::vector<std::string> partsOf(const RunConfig& config, bool hasVocabulary) {
    const NetworkConfig& network = config.network;
    const TrainingConfig& training = config.training;
    const bool binary = network.output == OutputKind::Pooled && network.numClasses == 1;
    std::vector<std::string> parts{"start",
                                   "draws",
                                   "read_tensors",
                                   isDrawnInCode(config.data) ? "data_by_rule" : "data_of_file",
                                   isSets(config.data)       ? "rows_of_sets"
                                   : isPictures(config.data) ? "rows_of_pictures"
                                                             : "rows_of_sequences",
                                   "batches",
                                   binary ? "loss_of_binary" : "loss_of_classes",
                                   "evaluate",
                                   scheduleOf(training.schedule)};
    if (training.optimiser == Optimiser::RmsPropKeras3) parts.emplace_back("rmsprop_of_keras3");
    parts.emplace_back(network.initialisation == Initialisation::ByHand ? "initialise_of_file"
                                                                        : "initialise_drawn");
    if (hasVocabulary) parts.emplace_back("ask_text");
    parts.emplace_back("train");
    return parts;
}

std::string textOf(const std::string& part) {
    for (const auto& [name, text] : pythonParts)
        if (part == name) return text;
    throw std::logic_error("resources/export/pytorch has no " + part + ".py");
}

/// The text with values put where their names stand in double braces.
std::string filledIn(const std::string& text, const std::map<std::string, std::string>& values) {
    std::string code;
    size_t at = 0;
    for (size_t open = text.find("{{"); open != std::string::npos; open = text.find("{{", at)) {
        const size_t close = text.find("}}", open);
        code.append(text, at, open - at).append(values.at(text.substr(open + 2, close - open - 2)));
        at = close + 2;
    }
    return code.append(text, at);
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
        case Optimiser::AdamL2:
            return "torch.optim.Adam(network.parameters()" + betas +
                   ", weight_decay=" + shortest(training.weightDecay) + ")";
        case Optimiser::Sgd:
            return "torch.optim.SGD(network.parameters(), lr=LEARNING_RATE)";
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
        if (p.init == Init::Normal) bound = "\"normal\"";
        if (p.init == Init::XavierUniform)
            bound = shortest(float(std::sqrt(6.0 / double(p.fanIn + p.fanOut))));
        if (p.init == Init::LinearDefault) bound = shortest(float(1.0 / std::sqrt(double(p.fanIn))));
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
        {"DATA_FILE", isDrawnInCode(data) ? ""
                                          : "# The rows as the program has read and dealt them" +
                                                (from.empty() ? "" : ", from \"" + inPython(from) + "\"") +
                                                ".\nDATA = FOLDER / \"" + inPython(names.data) + "\"\n"},
        {"FIRST_FILE", network.initialisation == Initialisation::ByHand
                           ? "FIRST = FOLDER / \"" + inPython(names.first) + "\"\n"
                           : ""},
        {"ASSUMED", names.assumed.empty()
                        ? ""
                        : "\nAssumed, since the file that the network was opened from does not "
                          "say it: " +
                              inPython(names.assumed) + "\n"},
        {"TEXT_HELP", !names.hasVocabulary ? ""
                                           : "    python3 " + inPython(names.code) +
                                                 " --text TEXT   what it makes of a text of your own\n"},
        {"TEXT_OPTION", !names.hasVocabulary ? "" : "    parser.add_argument(\"--text\")\n"},
        {"TEXT_ANSWER", !names.hasVocabulary
                            ? ""
                            : "    if a.text is not None:\n"
                              "        network.load_state_dict(read_tensors(WEIGHTS))\n"
                              "        print(json.dumps(ask(network, a.text), ensure_ascii=False))\n"
                              "        return\n"},
        {"SEED", number(config.seed)},
        {"DATA_SEED", number(data.seed)},
        {"INPUT_DIM", number(network.inputDim)},
        {"INPUT", tokens ? "CATEGORIES" : "FEATURES"},
        {"MASK_PADDING", network.maskPadding ? "True" : "False"},
        {"PLACE", data.shufflePlace ? "others - draws.below(LENGTH)" : "others"},
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
        {"BATCH", training.fullBatch ? "None" : number(training.batchSize)},
        {"SMOOTHING", shortest(training.labelSmoothing)},
        {"EPOCHS", number(training.epochs)},
        {"LEARNING_RATE", shortest(training.learningRate)},
        {"WARMUP", number(training.warmup)},
        {"CLIP_NORM", shortest(training.clipNorm)},
        {"MAX_STEPS", number(training.maxSteps)},
        {"TARGET_ACCURACY", shortest(training.targetAccuracy)},
        {"PATIENCE", number(training.patience)},
        {"TRAIN", number(data.trainSize)},
        {"VALIDATION", number(data.validationSize)},
        {"TEST", number(data.testSize)},
        {"RULE", infoOf(data.rule).python(data)},
        {"RHO", shortest(training.rho)},
        {"EPSILON", shortest(training.epsilon)},
        {"INITIAL", initialText(buildProgram(network, data.positions()))},
        {"OPTIMISER", optimiserText(training)},
        {"ROWS", tokens ? "tokens" : "features"},
        {"EACH_ROW", isPictures(data) ? "[::LENGTH]" : ""},
        {"TEST_DRAWS", isSets(data) ? ", " + number(data.testDraws) : ""},
    };
}

}  // namespace

bool isDrawnInCode(const DataConfig& data) {
    return isDrawnByRule(data) && data.maskShare == 0 && !infoOf(data.rule).python(data).empty();
}

std::string pytorchCode(const RunConfig& config, const PytorchNames& names) {
    std::string text;
    for (const std::string& part : partsOf(config, names.hasVocabulary)) {
        text += (text.empty() ? "" : "\n\n") + textOf(part);
        if (part == "start")
            text += "\n\n" + pytorchNetwork(buildProgram(config.network, config.data.positions()));
    }
    return filledIn(text, valuesFor(config, names));
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
        whole("labels", table.labels, table.labels.size() != size_t(table.rows));
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
