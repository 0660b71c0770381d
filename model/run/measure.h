// A network ready to be measured: a session without gradients, and the sequences that it is measured on.
#pragma once
#include <atomic>
#include <memory>
#include <vector>

#include "model/network/backend.h"

namespace attx {

struct Measure {
    std::unique_ptr<Session> session;
    std::vector<int32_t> rows;  ///< evaluationRows of the table, for evaluateRows and ablateEachHead
    int batch = 1;
};

/// On evaluationRows(table, config.data, draws). `table` and `interrupt` (may be null) outlive the result.
/// Throws Error::Kind::Input if the parameters or the table do not fit the network.
[[nodiscard]] Measure makeMeasure(const Backend& backend, const RunConfig& config,
                                  const std::vector<float>& parameters, const Table& table,
                                  const std::atomic<bool>* interrupt = nullptr, int draws = 1);

}  // namespace attx
