#include "model/explain/inspector.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/explain/set_answers.h"
#include "model/files/error.h"
#include "model/native/native_session.h"
#include "model/network/program_analysis.h"

namespace attx {
namespace {

constexpr size_t keptSessions = 4;  // typing changes the length back and forth; more only hold memory

}  // namespace

std::vector<int32_t> predictionOf(std::span<const float> logits, int classes) {
    std::vector<int32_t> prediction;
    for (auto at = logits.begin(); at != logits.end(); at += classes)
        prediction.push_back(classes == 1 ? *at > 0
                                          : static_cast<int32_t>(std::max_element(at, at + classes) - at));
    return prediction;
}

std::vector<float> classProbabilities(std::span<const float> logits) {
    if (logits.size() == 1) return {1 / (1 + std::exp(logits[0])), 1 / (1 + std::exp(-logits[0]))};
    return setProbabilities(logits);
}

Inspector::Inspector(const NetworkConfig& network, Gradients gradients)
    : network_(network), gradients_(gradients) {
    requireValid(network);
}
Inspector::~Inspector() = default;

void Inspector::setParameters(std::shared_ptr<const std::vector<float>> parameters) {
    if (const int64_t count = buildProgram(network_, 1).parameterCount();
        static_cast<int64_t>(parameters->size()) != count)
        throw inputError("The network has " + std::to_string(count) + " parameters, but " +
                         std::to_string(parameters->size()) + " were given.");
    parameters_ = std::move(parameters);
    for (auto& [key, entry] : sessions_) entry.current = false;
}

Session& Inspector::session(int sequences, int length) {
    if (!parameters_) throw inputError("The inspector has no parameters yet.");
    if (length < 1 || length > longestSequence)
        throw inputError("A sequence has from 1 to " + std::to_string(longestSequence) + " tokens, not " +
                         std::to_string(length) + ".");
    const std::pair key{sequences, length};
    if (!sessions_.contains(key) && sessions_.size() >= keptSessions)
        sessions_.erase(
            std::min_element(sessions_.begin(), sessions_.end(),
                             [](const auto& a, const auto& b) { return a.second.used < b.second.used; }));
    Entry& entry = sessions_[key];
    if (!entry.session) {
        SessionOptions options;
        options.batch = sequences;
        options.keepTensors = true;
        options.train = gradients_ == Gradients::Yes;
        options.threads = 1;  // a frame's worth of work: waking others costs more
        entry.session = NativeBackend().compile(buildProgram(network_, length), options);
    }
    if (!entry.current) entry.session->writeParameters(*parameters_);
    entry.current = true;
    entry.session->setAblation(ablation_);
    entry.used = ++uses_;
    return *entry.session;
}

Inspection Inspector::inspect(const std::vector<int32_t>& tokens) {
    const auto bad = std::find_if(tokens.begin(), tokens.end(),
                                  [&](int32_t t) { return t < 0 || t >= network_.inputDim; });
    if (bad != tokens.end())
        throw inputError("Token " + std::to_string(*bad) + " at position " +
                         std::to_string(bad - tokens.begin() + 1) + " is not one of the categories 0 to " +
                         std::to_string(network_.inputDim - 1) + ".");
    Table table;
    table.rows = 1;
    table.length = static_cast<int>(tokens.size());
    table.tokens = tokens;
    return inspectTable(table);
}

Inspection Inspector::inspectFeatures(const std::vector<float>& features, size_t members) {
    return inspectTable(setTable(features, members));
}

Inspection Inspector::inspectTable(const Table& table) {
    Session& s = session(1, table.length);
    s.bind(table);
    std::vector<int32_t> rows(static_cast<size_t>(s.program().rowsPerSequence()));
    std::iota(rows.begin(), rows.end(), 0);
    s.forward(rows);

    Inspection result;
    result.tokens = table.tokens;
    result.heads = network_.numHeads;
    result.logits = s.read(s.program().logits);
    result.prediction = predictionOf(result.logits, s.program().loss().classes);
    for (const TensorId id : s.program().attention) result.attention.push_back(s.read(id));
    if (const auto pool = poolingOf(s.program()))
        for (const float position : s.read(pool->argmax))
            result.argmax.push_back(static_cast<int32_t>(position));
    return result;
}

}  // namespace attx
