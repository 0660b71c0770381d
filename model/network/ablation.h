// Causes: what it costs to switch heads off. What is switched off is an Ablation (backend.h); here it is
// checked, named and tried head by head.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/files/named_array.h"
#include "model/network/backend.h"

namespace attx {

/// Throws Error::Kind::Input for another number of gates than the program has heads, positions that are
/// not in its sequences, or when no key would be left.
void requireAblation(const Program& program, const Ablation& ablation);

/// A head, both counted from 0.
struct HeadIndex {
    int layer = 0, head = 0;
};
/// "0.1,2.3": layer.head, both from 0, separated by commas or blanks; "2" is every head of that layer.
/// Throws Error::Kind::Input for what is no head of `network`, saying which there are.
[[nodiscard]] std::vector<HeadIndex> parseHeads(const std::string& text, const NetworkConfig& network);
/// Gates that are 0 for `off` and 1 for the others; empty for none.
[[nodiscard]] std::vector<float> gatesWithout(const NetworkConfig& network,
                                              const std::vector<HeadIndex>& off);

/// "0.1 2.3": the heads whose gate is 0, as parseHeads() reads them; empty: none.
[[nodiscard]] std::string ablatedText(const NetworkConfig& network, const Ablation& ablation);

/// Loss and accuracy over `rows` (whole sequences, rowsPerSequence each) of the table bound to the
/// session, at most `batch` sequences at a time. Nothing once `interrupt` is true (may be null; the
/// session's own, so that a batch under way ends too). Throws Error::Kind::Work where the loss is no number.
[[nodiscard]] std::optional<EvaluationSums> evaluateRows(Session& session, std::span<const int32_t> rows,
                                                         int batch,
                                                         const std::atomic<bool>* interrupt = nullptr);

/// What each head is worth: the measure on some sequences without it, beside that with it.
struct HeadAblation {
    int layers = 0, heads = 0;
    EvaluationSums whole;                 ///< Sums with `from` alone, no further head off
    std::vector<EvaluationSums> without;  ///< [layers * heads]; fewer while it is under way

    /// [layers, heads]: loss that switching the head off adds; above 0 if the head helps. Not-a-number
    /// where it is not known yet.
    [[nodiscard]] NamedArray lossCosts() const;
    /// [layers, heads]: accuracy, 0…1, that switching it off takes.
    [[nodiscard]] NamedArray accuracyCosts() const;
};

/// Called after each head with what is known so far.
using AblationProgress = std::function<void(const HeadAblation&)>;

/// Switches each head off in turn, on top of `from`, and evaluates; Michel et al. 2019, section 3.2. `rows`,
/// `batch` and `interrupt` as in evaluateRows. The session's ablation is `from` in the end.
[[nodiscard]] std::optional<HeadAblation> ablateEachHead(Session& session, std::span<const int32_t> rows,
                                                         int batch, const Ablation& from = {},
                                                         const AblationProgress& progress = {},
                                                         const std::atomic<bool>* interrupt = nullptr);

}  // namespace attx
