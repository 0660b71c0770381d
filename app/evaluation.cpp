#include "app/evaluation.h"

#include <numeric>

namespace attx {

Measure makeMeasure(const Backend& backend, const RunConfig& config, const std::vector<float>& parameters,
                    const Table& table, const std::atomic<bool>* interrupt) {
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
    measure.rows.resize(static_cast<size_t>(table.rows));
    std::iota(measure.rows.begin(), measure.rows.end(), 0);
    return measure;
}

}  // namespace attx
