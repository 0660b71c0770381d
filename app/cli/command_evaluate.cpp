// evaluate: how good a trained network is on data it has not learned from.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/faithfulness_option.h"
#include "app/devices/backends.h"
#include "app/options/shared_options.h"
#include "app/options/shown_data.h"
#include "app/runs/run_store.h"
#include "model/config/task.h"
#include "model/data/language_tokens.h"
#include "model/evaluate/evaluation.h"
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
    char text[200];
    std::snprintf(text, sizeof text, "%s: loss %.6f, accuracy %.6f (%lld of %lld %s), chance level %.6f",
                  split, sums.meanLoss(), sums.accuracy(), static_cast<long long>(sums.correct),
                  static_cast<long long>(sums.counted), counted, chance);
    return text;
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
        char text[200];
        std::snprintf(
            text, sizeof text, "%s: perplexity %.4f, %.4f bits per character, %.4f among the five likeliest",
            split.c_str(), language->perplexity, language->bitsPerCharacter.value_or(0), language->amongFive);
        if (isSaid) output.line(text);
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
            std::snprintf(text, sizeof text, "%.1f bits: ", bits);
            output.line(text + onOneLine(before) + " | " + words.word(place.truth) + " (predicted " +
                        words.word(place.predicted) + ")");
        }
        object["surprising"] = std::move(places);
    }
}

int runEvaluate(const Arguments& arguments, CommandContext& context) {
    const auto faithfulness = faithfulnessWanted(arguments);
    OpenedRun opened =
        openFor(arguments, context.output, {"network.", "data.", "device", "threads", "training.batch_size"});
    RunConfig& config = opened.config;
    if (faithfulness) requireMeasurable(faithfulness->methods, config);
    if (const auto device = arguments.text("--device")) config.device = *device;
    applyDataFolder(arguments, config);
    // How it was trained does not matter here; its device may have been another machine's.
    const auto tell = [&](const std::string& sentence) { context.output.line(sentence); };
    const bool isChosen = arguments.has("--device") || isSet(arguments, "device");
    const std::unique_ptr<Backend> backend =
        makeBackend(isChosen ? config.device : std::string("auto"), {.notice = tell, .explain = tell});
    requireSuited(opened);
    const DataSet data = dataOfRunShown(opened, context.output);
    if (data.isOnePart) warnOfUnread(arguments, config, "data.", keysOfNewRows(), context.output);
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
    if (!context.output.json()) {
        const char* const counted = countedOf(config.data);
        if (!data.isOnePart)
            context.output.line(sentence("validation", validation, counted, validationChance));
        context.output.line(sentence(data.isOnePart ? "all rows" : "test", test, counted, testChance));
        if (wholeValidation && wholeTest)
            context.output.line("whole sequences right: validation " + std::to_string(*wholeValidation) +
                                ", test " + std::to_string(*wholeTest));
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
    if (isLanguage(config.data)) addLanguage(object, opened, config, data, ablation, context.output);
    if (faithfulness)
        addFaithfulness(object, arguments, *faithfulness, opened, data, ablation, context.output);
    if (context.output.json()) context.output.object(object);
    return 0;
}

}  // namespace

const Command& evaluateCommand() {
    static const Command command{
        {"evaluate",
         "RUN|CHECKPOINT",
         "Says how good a trained network is on its validation and test data; a published one, on the texts "
         "or pictures that --data names.",
         {ablateOption, faithfulnessOption, samplesOption, faithfulMethodOption, faithfulTableOption,
          dataOption, skipBadLinesOption, deviceOption, setOption, isaOption, jsonOption}},
        runEvaluate};
    return command;
}

}  // namespace attx
