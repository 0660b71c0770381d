// Which sequences of a table a network gets wrong, and how sure it was.
#pragma once
#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "model/inspect/subject.h"

namespace attx {

struct Mistake {
    int64_t sequence = 0;  ///< its number in the evaluation: the row of a text
    float truth = 0;       ///< probability that the network gives to the right answer
    bool operator==(const Mistake&) const = default;
};

/// Answers `rows` (see evaluationRows) one sequence after the other; the most confident mistakes first.
/// progress(done) is called after each. Nothing if interrupted. The network gives one answer a sequence.
[[nodiscard]] std::optional<std::vector<Mistake>> findMistakes(
    Session& session, std::span<const int32_t> rows, const std::function<void(int64_t)>& progress = {},
    const std::atomic<bool>* interrupt = nullptr);
/// The most confident errors of a network, as far as they have been searched for.
struct FoundMistakes {
    int64_t asked = 0;              ///< sequences answered so far
    std::vector<Mistake> mistakes;  ///< once all are answered
};
/// The same of a network that is looked at, about its validation data, on one thread: others may be training.
[[nodiscard]] std::optional<FoundMistakes> findMistakes(
    const Subject& subject, const std::function<void(const FoundMistakes&)>& progress,
    const std::atomic<bool>& interrupt);

}  // namespace attx
