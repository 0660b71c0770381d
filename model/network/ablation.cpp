#include "model/network/ablation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/files/error.h"
#include "model/files/text.h"

namespace attx {
namespace {

int headCount(const NetworkConfig& network) { return network.numLayers * network.numHeads; }

/// A whole number from 0 to below `end` that `text` consists of.
std::optional<int> indexBelow(int end, std::string_view text) {
    const auto value = numberIn<int>(text);
    return value && *value >= 0 && *value < end ? value : std::nullopt;
}

template <class Cost>
NamedArray costs(const HeadAblation& ablation, const char* name, Cost cost) {
    NamedArray result{name, {ablation.layers, ablation.heads}, {}};
    for (const EvaluationSums& without : ablation.without) result.values.push_back(float(cost(without)));
    result.values.resize(ablation.layers * ablation.heads, std::numeric_limits<float>::quiet_NaN());
    return result;
}

}  // namespace

NamedArray HeadAblation::lossCosts() const {
    return costs(*this, "ablation_loss",
                 [&](const EvaluationSums& sums) { return sums.meanLoss() - whole.meanLoss(); });
}

NamedArray HeadAblation::accuracyCosts() const {
    return costs(*this, "ablation_accuracy",
                 [&](const EvaluationSums& sums) { return whole.accuracy() - sums.accuracy(); });
}

std::string ablatedText(const NetworkConfig& network, const Ablation& ablation) {
    std::string text;
    for (size_t i = 0; i < ablation.headGates.size(); ++i) {
        if (ablation.headGates[i] != 0) continue;
        const auto perLayer = size_t(network.numHeads);
        text += (text.empty() ? "" : " ") + std::to_string(i / perLayer) + "." + std::to_string(i % perLayer);
    }
    return text;
}

void requireAblation(const Program& program, const Ablation& ablation) {
    const int heads = headCount(program.config);
    if (!ablation.headGates.empty() && int(ablation.headGates.size()) != heads)
        throw inputError("The network has " + counted(heads, "head") + ", but " +
                         std::to_string(ablation.headGates.size()) + " gates were given.");
    std::vector<bool> hidden(size_t(program.length), false);
    for (const int32_t position : ablation.maskedTokens) {
        if (position < 0 || position >= program.length)
            throw inputError("Position " + std::to_string(position) + " cannot be masked: expected 0 to " +
                             std::to_string(program.length - 1) + ".");
        hidden[position] = true;
    }
    if (std::ranges::find(hidden, false) == hidden.end())
        throw inputError((program.length == 1 ? std::string("The only token is")
                                              : "All " + std::to_string(program.length) + " tokens are") +
                         " masked; leave at least one to attend to.");
}

std::vector<HeadIndex> parseHeads(const std::string& text, const NetworkConfig& network) {
    constexpr const char* separators = " ,\t";
    std::vector<HeadIndex> heads;
    for (size_t at = text.find_first_not_of(separators); at != std::string::npos;) {
        const size_t end = std::min(text.find_first_of(separators, at), text.size());
        const std::string_view word = std::string_view(text).substr(at, end - at);
        const size_t dot = word.find('.');
        const bool whole = dot == std::string_view::npos;
        const auto layer = indexBelow(network.numLayers, word.substr(0, dot));
        const auto head = whole ? std::optional<int>(0) : indexBelow(network.numHeads, word.substr(dot + 1));
        if (!layer || !head)
            throw inputError("Expected heads as layer.head, as in 0.1,2.3, with layers 0 to " +
                             std::to_string(network.numLayers - 1) + " and heads 0 to " +
                             std::to_string(network.numHeads - 1) + ", found \"" +
                             std::string(word.substr(0, 60)) + "\".");
        for (int h = *head; h < (whole ? network.numHeads : *head + 1); ++h) heads.push_back({*layer, h});
        at = text.find_first_not_of(separators, end);
    }
    return heads;
}

std::vector<float> gatesWithout(const NetworkConfig& network, const std::vector<HeadIndex>& off) {
    if (off.empty()) return {};
    std::vector<float> gates(size_t(headCount(network)), 1.0F);
    for (const HeadIndex& index : off) gates[index.layer * network.numHeads + index.head] = 0.0F;
    return gates;
}

std::optional<EvaluationSums> evaluateRows(Session& session, std::span<const int32_t> rows, int batch,
                                           const std::atomic<bool>* interrupt) {
    const size_t most = size_t(batch) * size_t(session.program().rowsPerSequence());
    EvaluationSums sums;
    for (size_t first = 0; first < rows.size(); first += most) {
        const EvaluationSums part =
            session.evaluate(rows.subspan(first, std::min(most, rows.size() - first)));
        if (interrupt && *interrupt) return std::nullopt;
        sums += part;
    }
    if (!std::isfinite(sums.meanLoss()))
        throw workError(
            "The loss is not a finite number, so the network answers nothing. Its parameters are too large: "
            "the training diverged, or the file is damaged; open a checkpoint from before.");
    return sums;
}

std::optional<HeadAblation> ablateEachHead(Session& session, std::span<const int32_t> rows, int batch,
                                           const Ablation& from, const AblationProgress& progress,
                                           const std::atomic<bool>* interrupt) {
    const NetworkConfig& network = session.program().config;
    const auto heads = size_t(headCount(network));
    HeadAblation result{network.numLayers, network.numHeads, {}, {}};
    session.setAblation(from);
    std::optional<EvaluationSums> sums = evaluateRows(session, rows, batch, interrupt);
    if (sums) result.whole = *sums;
    for (size_t head = 0; sums && head < heads; ++head) {
        Ablation off = from;
        if (off.headGates.empty()) off.headGates.assign(heads, 1.0F);
        off.headGates[head] = 0.0F;
        session.setAblation(off);
        sums = evaluateRows(session, rows, batch, interrupt);
        if (!sums) break;
        result.without.push_back(*sums);
        if (progress) progress(result);
    }
    session.setAblation(from);
    if (!sums) return std::nullopt;
    return result;
}

}  // namespace attx
