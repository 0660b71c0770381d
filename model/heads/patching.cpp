#include "model/heads/patching.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "model/files/error.h"
#include "model/files/text.h"
#include "model/files/translatable.h"
#include "model/inspect/explain_target.h"

namespace attx {
namespace {

/// The activations of a run, by layer.
struct Run {
    std::vector<float> logits;
    std::vector<std::vector<float>> inputs;    ///< [L + 1]: [T, C]; the last is the output of the last layer
    std::vector<std::vector<float>> attended;  ///< [L]: [T, C], what attention writes
    std::vector<std::vector<float>> values;    ///< [L]: [T, NH HS], before the output projection

    Run(Inspector& inspector, const Sample& sample) : logits(inspector.inspect(sample).logits) {
        const Program& program = inspector.program();
        for (int l = 0; l <= program.config.numLayers; ++l)
            inputs.push_back(inspector.read(program.layerInput(l)));
        for (const Block& block : program.blocks) {
            attended.push_back(inspector.read(block.attended));
            values.push_back(inspector.read(block.mixed));
        }
    }
};

class Patcher {
public:
    Patcher(Inspector& inspector, const Sample& corrupted, const Sample& clean, const PatchingMetric& metric)
        : inspector_(inspector),
          network_(inspector.network()),
          T_(size_t(inspector.program(corrupted.table().length).length)),
          clean_(inspector, clean),
          corrupted_(inspector, corrupted),  // last: parts are of its length
          position_(metric.position),
          rows_(inspector.program(corrupted.table().length).loss().rows),
          classes_(inspector.program(corrupted.table().length).loss().classes) {
        result_.corruptedInput = seenBy(network_, corrupted), result_.cleanInput = seenBy(network_, clean);
        result_.position = position_;
        const int answers = std::max(classes_, 2);
        if (position_ < 0 || position_ >= rows_)
            throw inputError("Position " + std::to_string(position_) +
                             " is outside the answer: expected 0 to " + std::to_string(rows_ - 1) + ".");
        result_.cleanClass = predicted(clean_);
        result_.answeredAlike = result_.cleanClass == predicted(corrupted_);
        result_.secondClass = metric.secondClass.value_or(predicted(corrupted_));
        if (result_.secondClass < 0 || result_.secondClass >= answers)
            throw inputError("Class " + std::to_string(result_.secondClass) +
                             " is not one of the network's: expected 0 to " + std::to_string(answers - 1) +
                             ".");
        if (result_.secondClass == result_.cleanClass) {
            if (metric.secondClass)
                throw inputError(
                    "Class " + std::to_string(result_.secondClass) +
                    " is the one predicted for the clean input; expected a second class to compare "
                    "it with.");
            result_.secondClass = (result_.cleanClass + 1) % answers;
        }
    }

    Patching run() {
        result_.layers = network_.numLayers, result_.heads = network_.numHeads;
        result_.length = int(T_);
        const double clean = metric(clean_.logits), corrupted = metric(corrupted_.logits);
        result_.clean = float(clean), result_.corrupted = float(corrupted);
        change_ = clean - corrupted;
        if (!(std::abs(change_) >= leastPatchingChange)) {
            char text[200];
            std::snprintf(
                text, sizeof text,
                "The two inputs give the same difference of logits at position %d (%.7g and %.7g): "
                "there is nothing to bring back. Choose inputs that are answered differently there.",
                position_, clean, corrupted);
            throw inputError(text);
        }
        for (int layer = 0; layer <= network_.numLayers; ++layer) patchPositions(layer);
        for (int layer = 0; layer < network_.numLayers; ++layer) patchHeads(layer);
        return result_;
    }

private:
    [[nodiscard]] int predicted(const Run& run) const {
        return predictionOf(run.logits, classes_)[position_];
    }

    [[nodiscard]] double metric(std::span<const float> logits) const {
        double value = 0, sign = 1;
        for (const int chosen : {result_.cleanClass, result_.secondClass}) {
            ExplainedScores score({.position = position_, .outputClass = chosen}, rows_, classes_);
            score.add(logits, rows_);
            value += sign * double(score.value(logits, 0, 0));
            sign = -1;
        }
        return value;
    }

    /// Shares of the change that the answers [n, ...] bring back.
    void add(std::vector<float>& to, const std::vector<float>& answers) const {
        const size_t size = corrupted_.logits.size();
        for (size_t at = 0; at < answers.size(); at += size)
            to.push_back(
                float((metric(std::span(answers).subspan(at, size)) - metric(corrupted_.logits)) / change_));
    }

    void patchPositions(int layer) {
        const auto l = size_t(layer);
        const auto C = ptrdiff_t(network_.modelDim);
        const Program& program = inspector_.program();
        PartSession part = inspector_.part(program.layerInput(layer), program.logits, int64_t(T_));
        add(result_.positions, part.runEach(int64_t(T_), std::nullopt, [&](int64_t position, float* at) {
            std::ranges::copy(corrupted_.inputs[l], at);
            std::copy_n(clean_.inputs[l].begin() + position * C, C, at + position * C);
        }));
    }

    /// What attention writes is linear in the values of a head: their difference goes through its columns of
    /// the output projection.
    void patchHeads(int layer) {
        const auto l = size_t(layer);
        const auto C = size_t(network_.modelDim), HS = size_t(network_.headDim()),
                   NH = size_t(network_.numHeads);
        const float* o = inspector_.parameter(Role::AttentionOutputWeight, layer);  // [C, NH HS]
        const Program& program = inspector_.program();
        PartSession part = inspector_.part(program.blocks[l].attentionSum, program.logits, network_.numHeads);
        add(result_.ofHeads, part.runEach(network_.numHeads, std::nullopt, [&](int64_t head, float* at) {
            for (size_t t = 0; t < T_; ++t)
                for (size_t c = 0; c < C; ++c) {
                    double sum =
                        double(corrupted_.inputs[l][t * C + c]) + double(corrupted_.attended[l][t * C + c]);
                    for (size_t s = 0; s < HS; ++s) {
                        const size_t column = size_t(head) * HS + s, i = t * NH * HS + column;
                        sum += double(clean_.values[l][i] - corrupted_.values[l][i]) *
                               double(o[c * NH * HS + column]);
                    }
                    at[t * C + c] = float(sum);
                }
        }));
    }

    Inspector& inspector_;
    const NetworkConfig& network_;
    const size_t T_;
    const Run clean_, corrupted_;
    const int position_, rows_, classes_;
    Patching result_;
    double change_ = 0;
};

}  // namespace

const char* whyPatchingSaysLittle(const Patching& patching) {
    return patching.answeredAlike ? ATTX_TR("model",
                                            "Both inputs are answered alike here: shares of a change that "
                                            "changes no answer say little.")
                                  : nullptr;
}

const char* whyNoPatching(const NetworkConfig& network) {
    return network.input == InputKind::Tokens ? nullptr : "needs a network that reads tokens";
}

Patching patchActivations(Inspector& inspector, const Sample& corrupted, const Sample& clean,
                          const PatchingMetric& metric) {
    if (const char* why = whyNoPatching(inspector.network()))
        throw inputError(std::string("Activation patching ") + why + ", and this one reads vectors.");
    if (corrupted.length() != clean.length())
        throw inputError(
            "Activation patching takes activations position by position: expected two inputs of "
            "one length, found " +
            std::to_string(corrupted.length()) + " and " + counted(clean.length(), "token") + ".");
    return Patcher(inspector, corrupted, clean, metric).run();
}

}  // namespace attx
