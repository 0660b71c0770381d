// "auto": the graphics device or the processor, whichever takes less time for the network at hand.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "model/network/backend.h"

namespace attx {

/// Times a step of each network on both before it is compiled, and keeps the answers in a file. What the file
/// knows is not timed again, so that a run that goes on has the device it had.
class AutomaticBackend final : public Backend {
public:
    /// Seconds of one step (of one evaluation, where the session does not train); nothing if it was
    /// interrupted.
    using Clock =
        std::function<double(const Backend& backend, const Program& program, const SessionOptions& options)>;
    struct Choices {
        /// Opens the graphics device; throws where that cannot be done, and the processor is taken.
        std::function<std::shared_ptr<const Backend>()> graphics;
        std::shared_ptr<const Backend> processor;
        /// Of both, with driver, instruction set and threads: what an answer holds for.
        std::string names = {};
        std::string file = {};  ///< File that keeps the times measured; empty: none is kept
        /// What is timed instead of `graphics`, asked for when something has to be: a device without its
        /// profile and without its replacement, which would both falsify the time. Throws for one that is not
        /// to be trusted.
        std::function<std::shared_ptr<const Backend>()> timed = {};
        /// Is told why the choice was made, each time.
        std::function<void(const std::string&)> explain = {};
        Clock clock = {};  ///< Times a step on a backend; tests set it; empty: by running it
    };
    explicit AutomaticBackend(Choices choices) : choices_(std::move(choices)) {}

    [[nodiscard]] std::unique_ptr<Session> compile(Program program,
                                                   const SessionOptions& options) const override;
    /// Of the device that compile() has chosen last; before, of the graphics device if it opens.
    [[nodiscard]] int64_t memoryBytes(const Program& program, const SessionOptions& options) const override;

private:
    /// Throws as Choices::graphics.
    [[nodiscard]] const std::shared_ptr<const Backend>& graphics() const;

    const Choices choices_;
    mutable std::shared_ptr<const Backend> graphics_;  ///< once it has been opened
    mutable const Backend* chosen_ = nullptr;
};

}  // namespace attx
