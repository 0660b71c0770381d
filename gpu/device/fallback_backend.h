// Work that goes on when its device does not: a session that keeps what it needs to start again on the next
// backend, to the step where it was.
#pragma once
#include <functional>
#include <memory>
#include <vector>

#include "model/network/backend.h"

namespace attx {

/// Where a session begins, and where it goes on each time it fails: the same device again, then the native
/// execution. It keeps a copy of the parameters and moments, a second or a few hundred steps old at most, and
/// the batches since then, which it does again on the next backend, so that no step is lost.
class FallbackBackend final : public Backend {
public:
    using Notice = std::function<void(const std::string&)>;
    /// `backends` in the order in which they are tried; not empty. `notice` is called, in the thread of the
    /// caller, with a sentence for the person. `strict`: a network or data that the first one refuses is
    /// refused; otherwise the next one takes it.
    FallbackBackend(std::vector<std::shared_ptr<const Backend>> backends, Notice notice, bool strict);

    [[nodiscard]] std::unique_ptr<Session> compile(Program program,
                                                   const SessionOptions& options) const override;
    [[nodiscard]] int64_t memoryBytes(const Program& program, const SessionOptions& options) const override;

private:
    std::vector<std::shared_ptr<const Backend>> backends_;
    Notice notice_;
    bool strict_;
};

}  // namespace attx
