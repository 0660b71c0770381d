// evaluate: how good a trained network is on data it has not learned from.
#include <atomic>
#include <cstdio>
#include <optional>

#include "app/cli/commands.h"
#include "app/cli/faithfulness_option.h"
#include "app/devices/backends.h"
#include "app/options/shared_options.h"
#include "app/options/shown_data.h"
#include "app/runs/run_store.h"
#include "model/config/task.h"
#include "model/files/naming.h"
#include "model/inspect/answers.h"
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
    requireValid(config);
    const DataSet data = dataOfRunShown(opened, context.output);
    requireClasses(config.network, data.names);
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
    // A table for a published network is one part where it names no splits.
    const bool isOnePart = opened.names.vocabulary.tokenizer() &&
                           data.test.tokens == data.validation.tokens &&
                           data.test.labels == data.validation.labels;
    const EvaluationSums test = isOnePart ? validation : evaluated(data.test, config.data.testDraws);

    const auto wholeSequences = [&](const Table& table) -> std::optional<double> {
        if (config.network.output != OutputKind::Positions) return std::nullopt;
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
        const char* const counted = infoOf(config.data.task).counted;
        if (!isOnePart) context.output.line(sentence("validation", validation, counted, validationChance));
        context.output.line(sentence(isOnePart ? "all rows" : "test", test, counted, testChance));
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
        if (isOnePart) object["split"] = "all";
        if (wholeValidation) object["val_sequence_acc"] = *wholeValidation;
        if (wholeTest) object["test_sequence_acc"] = *wholeTest;
    }
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
         "that "
         "--data names.",
         {ablateOption, faithfulnessOption, samplesOption, faithfulMethodOption, faithfulTableOption,
          dataOption, skipBadLinesOption, deviceOption, setOption, isaOption, jsonOption}},
        runEvaluate};
    return command;
}

}  // namespace attx
