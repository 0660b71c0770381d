// evaluate: how good a trained network is on data it has not learned from.
#include <cstdio>
#include <numeric>

#include "app/backends.h"
#include "app/commands.h"
#include "app/run_store.h"
#include "model/error.h"

namespace attx {
namespace {

EvaluationSums evaluateAll(Session& session, const Table& table, int batch) {
    session.bind(table);
    EvaluationSums sums;
    std::vector<int32_t> rows;
    for (int64_t first = 0; first < table.rows; first += batch) {
        rows.resize(static_cast<size_t>(std::min<int64_t>(batch, table.rows - first)));
        std::iota(rows.begin(), rows.end(), static_cast<int32_t>(first));
        const EvaluationSums part = session.evaluate(rows);
        sums = {sums.loss + part.loss, sums.correct + part.correct, sums.counted + part.counted};
    }
    return sums;
}

std::string sentence(const char* split, const EvaluationSums& sums) {
    char text[160];
    std::snprintf(text, sizeof text, "%s: loss %.6f, accuracy %.6f (%lld of %lld tokens)", split,
                  sums.meanLoss(), sums.accuracy(), static_cast<long long>(sums.correct),
                  static_cast<long long>(sums.counted));
    return text;
}

int run(const Arguments& arguments, CommandContext& context) {
    OpenedRun opened = openRun(arguments.positional());
    RunConfig& config = opened.config;
    applySettings(arguments, config);
    if (const auto device = arguments.text("--device")) config.device = *device;
    applyDataFolder(arguments, config);
    // How it was trained does not matter here; its device may have been another machine's.
    const std::unique_ptr<Backend> backend =
        makeBackend(arguments.has("--device") ? config.device : std::string("auto"));
    requireValid(config);
    const DataSet data = makeSequenceData(config.data);

    SessionOptions options;
    options.batch = config.training.batchSize;
    options.training = config.training;
    options.threads = config.threads;
    options.train = false;
    Program program = buildProgram(config.network, data.validation.length);
    if (program.parameterCount() != static_cast<int64_t>(opened.parameters->size()))
        throw inputError("--set: the network would have " + std::to_string(program.parameterCount()) +
                         " parameters, but " + opened.path + " holds " +
                         std::to_string(opened.parameters->size()) + ". Leave its sizes as they are.");
    const std::unique_ptr<Session> session = backend->compile(std::move(program), options);
    session->writeParameters(*opened.parameters);
    const EvaluationSums validation = evaluateAll(*session, data.validation, options.batch);
    const EvaluationSums test = evaluateAll(*session, data.test, options.batch);

    if (context.output.json()) {
        context.output.object({{"run", opened.path},
                               {"preset", config.preset},
                               {"device", session->device()},
                               {"parameters", opened.parameters->size()},
                               {"val_loss", validation.meanLoss()},
                               {"val_acc", validation.accuracy()},
                               {"test_loss", test.meanLoss()},
                               {"test_acc", test.accuracy()}});
    } else {
        context.output.line(sentence("validation", validation));
        context.output.line(sentence("test", test));
    }
    return 0;
}

}  // namespace

const Command& evaluateCommand() {
    static const Command command{{"evaluate",
                                  "RUN|CHECKPOINT",
                                  "Says how good a trained network is on its validation and test data.",
                                  {dataOption, deviceOption, setOption, isaOption, jsonOption}},
                                 run};
    return command;
}

}  // namespace attx
