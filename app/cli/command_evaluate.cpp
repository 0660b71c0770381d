// evaluate: how good a trained network is on data it has not learned from.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "app/cli/commands.h"
#include "app/devices/backends.h"
#include "app/options/explain_options.h"
#include "app/options/shared_options.h"
#include "app/options/shown_data.h"
#include "app/options/signals.h"
#include "app/runs/run_store.h"
#include "model/config/task.h"
#include "model/data/language_tokens.h"
#include "model/evaluate/evaluation.h"
#include "model/evaluate/faithfulness.h"
#include "model/evaluate/faithfulness_file.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/json.h"
#include "model/files/naming.h"
#include "model/files/text.h"
#include "model/inspect/answers.h"
#include "model/inspect/subject.h"
#include "model/native/native_session.h"
#include "model/network/ablation.h"
#include "model/network/chance.h"
#include "model/run/measure.h"

namespace attx {
namespace {

std::string sentence(const char* split, const EvaluationSums& sums, const char* counted, double chance) {
    return formatted("%s: loss %.6f, accuracy %.6f (%lld of %lld %s), chance level %.6f", split,
                     sums.meanLoss(), sums.accuracy(), static_cast<long long>(sums.correct),
                     static_cast<long long>(sums.counted), counted, chance);
}

constexpr size_t placesListed = 10;
constexpr int tokensBefore = 20;

/// Of a language model: perplexity, bits per character, how often the next token is among the five likeliest,
/// and the most surprising places of the test data.
void addLanguage(Json& object, const OpenedRun& opened, const RunConfig& config, const DataSet& data,
                 const Ablation& ablation, Output& output) {
    const Subject subject{config, opened.parameters, {std::shared_ptr<void>(), &data}, ablation};
    const std::atomic<bool> never{false};
    for (const bool test : {false, true}) {
        const bool isSaid = !output.json() && (test || !data.isOnePart);
        const Evaluation evaluation = evaluateSplit(subject, test, nullptr, never).value();
        const std::optional<LanguageMeasures> language = evaluation.language();
        if (!language) continue;
        const std::string split = data.isOnePart ? "all rows"
                                  : test         ? "test"
                                                 : "validation",
                          key = test ? "test_" : "val_";
        object[key + "perplexity"] = language->perplexity;
        object[key + "bits_per_character"] = language->bitsPerCharacter.value_or(0);
        object[key + "top5"] = language->amongFive;
        if (isSaid)
            output.line(formatted(
                "%s: perplexity %.4f, %.4f bits per character, %.4f among the five likeliest", split.c_str(),
                language->perplexity, language->bitsPerCharacter.value_or(0), language->amongFive));
        if (!test) continue;
        const Vocabulary& words = data.names.vocabulary;
        Json places = Json::array();
        if (isSaid)
            output.line(std::string("The most surprising tokens of ") +
                        (data.isOnePart ? "all rows:" : "the test data:"));
        for (const GivenAnswer& place : mostSurprising(evaluation, placesListed)) {
            const int64_t last = int64_t{place.example} * data.test.length + place.position;
            const auto all = std::span(data.test.tokens);  // windows follow each other
            const auto first = std::max(last + 1 - tokensBefore, int64_t{0});
            std::string before;
            for (int64_t i = first; i <= last; ++i) before += bytesOfToken(words, all[i]);
            before = validUtf8(std::move(before));
            const double bits = -std::log2(double(place.ofTruth));
            places.push_back({{"example", place.example},
                              {"position", place.position},
                              {"before", before},
                              {"token", words.word(place.truth)},
                              {"predicted", words.word(place.predicted)},
                              {"probability", place.ofTruth},
                              {"bits", std::isfinite(bits) ? Json(bits) : Json()}});
            if (!isSaid) continue;
            output.line(formatted("%.1f bits: ", bits) + onOneLine(before) + " | " + words.word(place.truth) +
                        " (predicted " + words.word(place.predicted) + ")");
        }
        object["surprising"] = std::move(places);
    }
}

constexpr OptionSpec faithfulnessOption{
    "--faithfulness", nullptr,
    "Measures how true explanations are: what becomes of the answer without the inputs that a method calls "
    "important, and with these alone, beside random orders."};
constexpr OptionSpec samplesOption{"--samples", "N",
                                   "Of --faithfulness: samples of the validation data; default 200."};
constexpr OptionSpec faithfulMethodOption{
    "--explain", "METHOD",
    "Of --faithfulness: a method to measure; may repeat; default: rollout, relevance, input_x_gradient, "
    "integrated_gradients and value_zeroing.",
    true};
constexpr OptionSpec faithfulTableOption{"--out", "FILE.csv", "Of --faithfulness: the table as CSV."};

constexpr int64_t mostSamples = 10'000'000;

void tellFaithfulness(const Faithfulness& found, Output& output) {
    output.line(formatted("Faithfulness on %lld samples (%lld cases), accuracy %.4f +- %.4f, chance %.4f:",
                          static_cast<long long>(found.samples), static_cast<long long>(found.cases),
                          found.accuracy, found.accuracyBand, found.chance));
    output.line(
        "method                 comprehensiveness     sufficiency           share, rate at the rule's");
    for (const MethodFaithfulness& method : found.methods) {
        std::string line = formatted("%-22s %8.4f +- %.4f    %8.4f +- %.4f", method.name.c_str(),
                                     method.comprehensiveness.mean, method.comprehensiveness.band,
                                     method.sufficiency.mean, method.sufficiency.band);
        if (method.ruleShare) line += formatted("   %.4f, %.4f", *method.ruleShare, *method.ruleRate);
        output.line(line);
    }
    output.line(
        "+-: 1.96 s/sqrt(samples), s over the means of the samples, of texts and pictures within their");
    output.line("classes (95 % of a normal distribution).");
}

/// What is to be measured; nothing without --faithfulness. Throws Error::Kind::Input for options of it
/// without it.
std::optional<FaithfulnessOptions> faithfulnessWanted(const Arguments& arguments) {
    for (const OptionSpec& option : {samplesOption, faithfulMethodOption, faithfulTableOption})
        if (arguments.has(option.name) && !arguments.has("--faithfulness"))
            throw inputError(std::string(option.name) +
                             " is about --faithfulness. Add it, or leave this out.");
    if (!arguments.has("--faithfulness")) return std::nullopt;
    if (arguments.has("--out")) (void)outFile(arguments);  // Refused before the long work
    FaithfulnessOptions options;
    options.samples = int(arguments.integer("--samples", 1, mostSamples).value_or(options.samples));
    if (arguments.has("--explain")) options.methods = methodsOf(arguments);
    return options;
}

/// Measures, with progress on `output`, which gets the table unless it is JSON; adds "faithfulness" and
/// "faithfulness_of" to `object` and writes --out. Throws Error::Kind::Input as measureFaithfulness, and
/// Error::Kind::Work if a signal ended it.
void addFaithfulness(Json& object, const Arguments& arguments, FaithfulnessOptions options,
                     const OpenedRun& run, const DataSet& data, const Ablation& ablation, Output& output) {
    options.threads = run.config.threads;
    const SignalGuard guard;
    const Subject subject{run.config, run.parameters,
                          std::shared_ptr<const DataSet>(std::shared_ptr<void>(), &data), ablation};
    const auto found = measureFaithfulness(
        subject, options,
        [&](int64_t done, int64_t all) { output.progress("Faithfulness: sample", done, all); }, signalCaught);
    if (!found) throw workError("Interrupted: the explanations have not been measured to the end.");
    object.update(parseJson<Json>(toJson(*found)));
    object["faithfulness_of"]["removed"] = removedMeans(sampleKind(run.config.data));
    if (options.samples > found->samples)
        output.line("There are only " + std::to_string(found->samples) + " samples of " +
                    (found->isOfAll ? "data." : "validation data."));
    if (!output.json()) tellFaithfulness(*found, output);
    if (!found->isConclusive())
        output.warning(
            "The network answers these samples no better than by chance: nothing can be concluded about its "
            "explanations.");
    if (arguments.has("--out")) {
        const std::string out = outFile(arguments);
        writeFileAtomically(out, toCsv(*found, ablatedText(run.config.network, ablation)));
        output.line("Written to " + out);
    }
}

int runEvaluate(const Arguments& arguments, CommandContext& context) {
    Output& output = context.output;
    const auto faithfulness = faithfulnessWanted(arguments);
    OpenedRun opened =
        openFor(arguments, output, {"network.", "data.", "device", "threads", "training.batch_size"});
    RunConfig& config = opened.config;
    if (faithfulness) requireMeasurable(faithfulness->methods, config);
    if (const auto device = arguments.text("--device")) config.device = *device;
    applyDataFolder(arguments, config);
    // How it was trained does not matter here; its device may have been another machine's.
    const auto tell = [&](const std::string& sentence) { output.line(sentence); };
    const bool isChosen = arguments.has("--device") || isSet(arguments, "device");
    const std::unique_ptr<Backend> backend =
        makeBackend(isChosen ? config.device : std::string("auto"), {.notice = tell, .explain = tell});
    requireSuited(opened);
    const DataSet data = dataOfRunShown(opened, output);
    if (data.isOnePart) warnOfUnread(arguments, config, "data.", keysOfNewRows(), output);
    const Ablation ablation = ablatedHeads(arguments, config.network);
    std::string device;
    const auto evaluated = [&](const Table& table, int draws) {
        const Measure measure = makeMeasure(*backend, config, *opened.parameters, table, nullptr, draws);
        measure.session->setAblation(ablation);
        device = measure.session->device();
        return naming(opened.path,
                      [&] { return evaluateRows(*measure.session, measure.rows, measure.batch).value(); });
    };
    const EvaluationSums validation = evaluated(data.validation, 1);
    const EvaluationSums test = data.isOnePart ? validation : evaluated(data.test, config.data.testDraws);

    const auto wholeSequences = [&](const Table& table) -> std::optional<double> {
        if (config.network.output != OutputKind::Positions || isLanguage(config.data)) return std::nullopt;
        SequenceCount sequences;
        const std::atomic<bool> never{false};
        answerEach(
            NativeBackend(), config, *opened.parameters, table, ablation, 1,
            [&](const AnsweredRow& row) {
                sequences.add(row.example, row.truth >= 0, row.truth == row.predicted);
            },
            never);
        return sequences.accuracy();
    };
    const std::optional<double> wholeValidation = wholeSequences(data.validation),
                                wholeTest = wholeSequences(data.test);

    const double validationChance = chanceOf(config, data.validation.labels).accuracy,
                 testChance = chanceOf(config, data.test.labels).accuracy;
    Json object = Json::object();
    if (!output.json()) {
        const char* const counted = countedOf(config.data);
        if (!data.isOnePart) output.line(sentence("validation", validation, counted, validationChance));
        output.line(sentence(data.isOnePart ? "all rows" : "test", test, counted, testChance));
        if (wholeValidation && wholeTest)
            output.line("whole sequences right: validation " + std::to_string(*wholeValidation) + ", test " +
                        std::to_string(*wholeTest));
    } else {
        object = Json{{"run", opened.path},
                      {"preset", config.preset},
                      {"device", device},
                      {"parameters", opened.parameters->size()},
                      {"val_loss", validation.meanLoss()},
                      {"val_acc", validation.accuracy()},
                      {"val_chance", validationChance},
                      {"test_loss", test.meanLoss()},
                      {"test_acc", test.accuracy()},
                      {"test_chance", testChance}};
        if (data.isOnePart) object["split"] = "all";
        if (wholeValidation) object["val_sequence_acc"] = *wholeValidation;
        if (wholeTest) object["test_sequence_acc"] = *wholeTest;
    }
    if (isLanguage(config.data)) addLanguage(object, opened, config, data, ablation, output);
    if (faithfulness) addFaithfulness(object, arguments, *faithfulness, opened, data, ablation, output);
    output.object(object);
    return 0;
}

}  // namespace

Command evaluateCommand() {
    return {
        {"evaluate",
         "RUN|CHECKPOINT",
         "Says how good a trained network is on its validation and test data; a published one, on the texts "
         "or pictures that --data names.",
         {ablateOption, faithfulnessOption, samplesOption, faithfulMethodOption, faithfulTableOption,
          dataOption, skipBadLinesOption, deviceOption, setOption, isaOption, jsonOption}},
        runEvaluate};
}

}  // namespace attx
