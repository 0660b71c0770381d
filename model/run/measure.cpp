#include "model/run/measure.h"

namespace attx {

Measure makeMeasure(const Backend& backend, const RunConfig& config, const std::vector<float>& parameters,
                    const Table& table, const std::atomic<bool>* interrupt, int draws) {
    Measure measure;
    measure.batch = config.training.batchSize;
    measure.session =
        backend.compile(buildProgram(config.network, table.length), {.batch = measure.batch,
                                                                     .training = config.training,
                                                                     .threads = config.threads,
                                                                     .train = false,
                                                                     .interrupt = interrupt});
    measure.session->writeParameters(parameters);
    measure.session->bind(table);
    measure.rows = evaluationRows(table, config.data, draws);
    return measure;
}

}  // namespace attx
