// predict: what a trained network answers to every example of its test data, as CSV.
#include <cstdio>

#include "app/cli/commands.h"
#include "app/options/shared_options.h"
#include "app/options/shown_data.h"
#include "app/options/signals.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/inspect/predictions.h"
#include "model/native/native_session.h"

namespace attx {
namespace {

int runPredict(const Arguments& arguments, CommandContext& context) {
    const std::string out = outFile(arguments);
    OpenedRun opened =
        openFor(arguments, context.output, {"network.", "data.", "threads", "training.batch_size"});
    RunConfig& config = opened.config;
    applyDataFolder(arguments, config);
    requireValid(config);
    const DataSet data = dataOfRunShown(opened, context.output);
    requireClasses(config.network, data.names);
    if (data.test.rows == 0)
        throw inputError(opened.path + ": the data of this run have no test examples to predict.");
    const SignalGuard guard;
    const auto found =
        predictEach(NativeBackend(), config, *opened.parameters, data.test, data.names,
                    ablatedHeads(arguments, config.network), config.data.testDraws, signalCaught);
    if (!found) throw workError("Interrupted: no predictions have been written.");
    writeFileAtomically(out, found->csv);
    const double accuracy =
        found->known > 0 ? static_cast<double>(found->correct) / static_cast<double>(found->known) : 0.0;
    if (context.output.json()) {
        Json object{
            {"run", opened.path},        {"out", out},
            {"split", "test"},           {"examples", found->examples},
            {"answers", found->answers}, {"test_acc", found->known > 0 ? Json(accuracy) : Json(nullptr)}};
        if (found->sequenceAccuracy) object["test_sequence_acc"] = *found->sequenceAccuracy;
        context.output.object(object);
        return 0;
    }
    char text[160];
    std::snprintf(text, sizeof text, "%lld test examples, %lld of %lld answers right (%.6f)",
                  static_cast<long long>(found->examples), static_cast<long long>(found->correct),
                  static_cast<long long>(found->known), accuracy);
    context.output.line(text);
    context.output.line("Written to " + out);
    return 0;
}

}  // namespace

const Command& predictCommand() {
    static const Command command{
        {"predict",
         "RUN|CHECKPOINT",
         "Writes what a trained network answers to every example of its test data.",
         {{"--out", "FILE.csv",
           "The table to write: example, of sequences the position (both from 0), true "
           "class, prediction and probabilities."},
          ablateOption,
          dataOption,
          skipBadLinesOption,
          setOption,
          isaOption,
          jsonOption}},
        runPredict};
    return command;
}

}  // namespace attx
