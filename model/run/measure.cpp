#include "model/run/measure.h"

namespace attx {

Measure makeMeasure(const Backend& backend, const RunConfig& config, const std::vector<float>& parameters,
                    const Table& table, const std::atomic<bool>* interrupt, int draws) {
    SessionOptions options;
    options.batch = config.training.batchSize;
    options.training = config.training;
    options.threads = config.threads;
    options.train = false;
    options.interrupt = interrupt;
    Measure measure;
    measure.batch = options.batch;
    measure.session = backend.compile(buildProgram(config.network, table.length), options);
    measure.session->writeParameters(parameters);
    measure.session->bind(table);
    measure.rows = evaluationRows(table, config.data, draws);
    return measure;
}

}  // namespace attx
