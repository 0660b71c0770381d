// The execution that all others are compared with: each operation as its formula says (operations.h), in
// double and in plain loops, one after another and the whole batch at once. Slow, and of no other use.
#pragma once
#include "model/network/backend.h"

namespace attx {

/// Its sessions keep every tensor, whatever the options say. Of an attention whose heads have gates, the
/// gradient of `y` is that of the values before the gates, as other executions leave it.
class ReferenceBackend final : public Backend {
public:
    [[nodiscard]] std::unique_ptr<Session> compile(Program program,
                                                   const SessionOptions& options) const override;
    [[nodiscard]] int64_t memoryBytes(const Program& program, const SessionOptions& options) const override;
};

/// Mean loss over the labelled rows, without dropout; parameters in double, for differences of small steps.
[[nodiscard]] double referenceLoss(const Program& program, const std::vector<double>& parameters,
                                   const Table& table, std::span<const int32_t> rows);

}  // namespace attx
