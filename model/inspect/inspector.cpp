#include "model/inspect/inspector.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "model/files/error.h"
#include "model/native/native_session.h"
#include "model/network/cut.h"
#include "model/network/example_rows.h"
#include "model/network/session_input.h"

namespace attx {
namespace {

const NativeBackend native{};

/// Sequence `index` of what Session::read gave for several: [sequences, ...].
std::vector<float> sequenceOf(const std::vector<float>& all, size_t index, size_t sequences) {
    const auto size = ptrdiff_t(all.size() / sequences);
    const auto begin = all.begin() + ptrdiff_t(index) * size;
    return {begin, begin + size};
}

/// What inspect() reads, and the inputs of layers.
std::vector<TensorId> statesOf(const Program& program) {
    std::vector<TensorId> states = program.attention;
    states.push_back(program.logits);
    if (program.pooling) states.push_back(program.pooling->argmax);
    for (int layer = 0; layer <= program.config.numLayers; ++layer)
        states.push_back(program.layerInput(layer));
    return states;
}

/// Of a sequence whose padding is masked, a token has to be left to attend to.
void requireKeys(const Ablation& ablation, int32_t length) {
    std::set<int32_t> masked;
    for (const int32_t position : ablation.maskedTokens)
        if (position < length) masked.insert(position);
    if (length > 0 && std::ssize(masked) == length)
        throw inputError((length == 1 ? std::string("The only token is")
                                      : "All " + std::to_string(length) + " tokens are") +
                         " masked; leave at least one to attend to.");
}

}  // namespace

std::vector<int32_t> predictionOf(std::span<const float> logits, int classes) {
    std::vector<int32_t> prediction;
    for (auto at = logits.begin(); at != logits.end(); at += classes)
        prediction.push_back(classes == 1 ? *at > 0 : int32_t(std::max_element(at, at + classes) - at));
    return prediction;
}

std::vector<float> classProbabilities(std::span<const float> logits) {
    if (logits.size() == 1) return {1 / (1 + std::exp(logits[0])), 1 / (1 + std::exp(-logits[0]))};
    return setProbabilities(logits);
}

std::vector<float> predictionProbabilities(const Inspection& inspection) {
    std::vector<float> probabilities;
    const size_t rows = inspection.prediction.size();
    const size_t classes = rows == 0 ? 0 : inspection.logits.size() / rows;
    for (size_t row = 0; row < rows; ++row)
        probabilities.push_back(
            classProbabilities(std::span(inspection.logits).subspan(row * classes, classes))
                .at(inspection.prediction[row]));
    return probabilities;
}

Inspector::Inspector(const NetworkConfig& network, Gradients gradients, const Backend* backend)
    : network_(network), gradients_(gradients), backend_(backend ? *backend : native) {
    requireValid(network);
}
Inspector::~Inspector() = default;

void Inspector::setParameters(std::shared_ptr<const std::vector<float>> parameters) {
    requireParameters(buildProgram(network_, 1), *parameters);
    parameters_ = std::move(parameters);
    for (auto& [key, entry] : sessions_) entry.current = false;
}

bool Inspector::onProcessor() const { return dynamic_cast<const NativeBackend*>(&backend_) != nullptr; }

Session& Inspector::session(int sequences, int length) {
    if (!parameters_) throw inputError("The inspector has no parameters yet.");
    if (length < 1 || length > longestSequence)
        throw inputError("A sequence has from 1 to " + std::to_string(longestSequence) + " tokens, not " +
                         std::to_string(length) + ".");
    const std::pair key{sequences, length};
    if (!sessions_.contains(key) && sessions_.size() >= keptSessions_)
        sessions_.erase(std::ranges::min_element(
            sessions_, [](const auto& a, const auto& b) { return a.second.used < b.second.used; }));
    Entry& entry = sessions_[key];
    if (!entry.session) {
        SessionOptions options{.batch = sequences,
                               .threads = 1,  // a frame's worth of work: waking others costs more
                               .keepTensors = true,
                               .train = gradients_ == Gradients::Yes,
                               .parameterGradients = false,
                               .interrupt = interrupt_};
        Program program = buildProgram(network_, length);
        if (statesAlone_) options.readable = statesOf(program);
        entry.session = backend_.compile(std::move(program), options);
    }
    if (!entry.current) entry.session->useParameters(parameters_);
    entry.current = true;
    entry.session->setAblation(ablation_);
    entry.used = ++uses_;
    return *entry.session;
}

Inspection Inspector::inspect(const Sample& sample) {
    const Table table = sample.table();
    const std::vector<int32_t>& tokens = table.tokens;
    const auto bad = std::ranges::find_if(tokens, [&](int32_t t) { return t < 0 || t >= network_.inputDim; });
    if (bad != tokens.end())
        throw inputError("Token " + std::to_string(*bad) + " at position " +
                         std::to_string(bad - tokens.begin() + 1) + " is not one of the categories 0 to " +
                         std::to_string(network_.inputDim - 1) + ".");
    Inspection result = std::move(inspect(table, sample.kind(), firstRows(table.rows), 1).front());
    result.sample = seenBy(network_, sample);
    return result;
}

std::vector<Inspection> Inspector::inspect(const Table& table, SampleKind kind, std::span<const int32_t> rows,
                                           int sequences) {
    const auto B = size_t(std::max(sequences, 1));
    const size_t perSequence = rows.size() / B;
    const bool tokens = table.features.empty();
    forward(table, rows, sequences, sequences);
    Session& s = session(inspected_.first, inspected_.second);
    const Program& program = s.program();
    const std::vector<float> logits = s.read(program.logits);
    std::vector<Inspection> results(B);
    for (size_t b = 0; b < B; ++b) {
        Inspection& result = results[b];
        result.sample = Sample(kind);
        if (tokens) {
            const auto begin = table.tokens.begin() + ptrdiff_t(rows[b * perSequence]) * table.length;
            result.sample.tokens.assign(begin, begin + table.length);
            if (!table.types.empty()) {
                const auto types = table.types.begin() + (begin - table.tokens.begin());
                result.sample.types.assign(types, types + table.length);
            }
            result.sample = seenBy(network_, std::move(result.sample));
        }
        result.heads = network_.numHeads;
        result.ablation = ablation_;
        result.logits = sequenceOf(logits, b, B);
        result.prediction = predictionOf(result.logits, program.loss().classes);
    }
    for (const TensorId id : program.attention) {
        const std::vector<float> attention = s.read(id);
        for (size_t b = 0; b < B; ++b) results[b].attention.push_back(sequenceOf(attention, b, B));
    }
    if (const auto& pool = program.pooling) {
        const std::vector<float> argmax = s.read(pool->argmax);
        for (size_t b = 0; b < B; ++b) {
            results[b].pooling = network_.pooling;
            for (const float position : sequenceOf(argmax, b, B))
                results[b].argmax.push_back(int32_t(position));
        }
    }
    return results;
}

std::vector<float> Inspector::read(TensorId tensor) {
    return session(inspected_.first, inspected_.second).read(tensor);
}

PartSession Inspector::part(TensorId from, TensorId to, int64_t sequences, Gradients gradients, bool masked) {
    Program part = cut(program(), from, to);
    Ablation ablation = ablation_;
    if (masked) {
        ablation.maskedTokens.clear();  // the code that chooses the keys leaves them out
        for (Op& op : part.ops)
            if (auto* attention = std::get_if<Attention>(&op)) attention->masked = true;
    }
    return {backend_, part, *parameters_, ablation, sequences, gradients == Gradients::Yes, interrupt_};
}

std::vector<float> Inspector::logits(const Table& table, std::span<const int32_t> rows, int sequences,
                                     int batch) {
    forward(table, rows, sequences, batch);
    Session& s = session(inspected_.first, inspected_.second);
    return s.read(s.program().logits);
}

void Inspector::forward(const Table& table, std::span<const int32_t> rows, int sequences, int batch) {
    const auto B = size_t(std::max(sequences, 1));
    const size_t perSequence = rows.size() / B;
    inspected_ = {std::max(batch, 1), table.features.empty() ? table.length : int(perSequence)};
    Session& s = session(inspected_.first, inspected_.second);
    if (rows.empty()) throw inputError("Expected the rows of at least one sequence to inspect, found none.");
    lengths_.clear();
    for (size_t b = 0; b < B && !table.lengths.empty(); ++b)
        lengths_.push_back(network_.positionsFor(table.lengths[rows[b * perSequence]]));
    if (network_.maskPadding)
        for (const int32_t length : lengths_) requireKeys(ablation_, length);
    s.bind(table);
    s.forward(rows);
}

std::vector<InspectionGradient> Inspector::gradients(std::span<const float> logitsGradient) {
    const auto found = sessions_.find(inspected_);
    if (found == sessions_.end()) throw inputError("gradients() needs an inspect() before it.");
    Session& s = *found->second.session;
    s.backward(logitsGradient);

    const Program& program = s.program();
    const auto B = size_t(inspected_.first);
    std::vector<InspectionGradient> results(B);
    for (const TensorId id : program.attention) {
        const std::vector<float> gradient = s.readGradient(id);
        for (size_t b = 0; b < B; ++b) results[b].attention.push_back(sequenceOf(gradient, b, B));
    }
    if (const auto& pool = program.pooling) {
        const auto brought = [&](TensorId id) {
            std::vector<float> values = s.read(id);
            const std::vector<float> gradient = s.readGradient(id);
            for (size_t i = 0; i < values.size(); ++i) values[i] *= gradient[i];
            return values;
        };
        const std::vector<float> features = brought(pool->y), states = brought(pool->x);
        const auto C = ptrdiff_t(network_.modelDim);
        for (size_t b = 0; b < B; ++b) {
            results[b].contributions = sequenceOf(features, b, B);
            const std::vector<float> own = sequenceOf(states, b, B);
            for (auto row = own.begin(); row != own.end(); row += C)
                results[b].positionContributions.push_back(std::accumulate(row, row + C, 0.0F));
        }
    }
    return results;
}

std::vector<float> setProbabilities(std::span<const float> logits) {
    const float largest = *std::ranges::max_element(logits);
    std::vector<float> result;
    result.reserve(logits.size());
    float total = 0;
    for (const float logit : logits) total += result.emplace_back(std::exp(logit - largest));
    for (float& value : result) value /= total;
    return result;
}

}  // namespace attx
