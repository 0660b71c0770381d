#include "model/inspect/part_session.h"

#include <algorithm>
#include <numeric>

namespace attx {
namespace {

// Tensors of the sequences that are run together, gradients included: enough sequences to keep the kernels
// busy, and a small part of any machine's memory.
constexpr int64_t bytesAtOnce = int64_t{48} << 20;

int64_t sequencesAtOnce(const Backend& backend, const Program& program, SessionOptions options,
                        int64_t sequences) {
    const auto bytes = [&](int batch) {
        options.batch = batch;
        return backend.memoryBytes(program, options);
    };
    const int64_t each = std::max(bytes(2) - bytes(1), int64_t{1});
    return std::clamp(bytesAtOnce / each, int64_t{1}, std::max(sequences, int64_t{1}));
}

}  // namespace

PartSession::PartSession(const Backend& backend, const Program& program, std::span<const float> parameters,
                         const Ablation& ablation, int64_t sequences, bool gradients,
                         const std::atomic<bool>* interrupt)
    : ablation_(ablation) {
    SessionOptions options;
    options.keepTensors = true;
    options.train = gradients;
    options.parameterGradients = false;
    options.threads = 1;
    options.interrupt = interrupt;
    batch_ = sequencesAtOnce(backend, program, options, sequences);
    options.batch = int(batch_);
    session_ = backend.compile(program, options);
    session_->writeParameters(parameters);
    session_->setAblation(ablation_);
}

size_t PartSession::inputSize() const {
    const Program& program = session_->program();
    return size_t(program.length) * size_t(program.config.inputDim);
}

void PartSession::mask(std::span<const int32_t> positions) {
    Ablation masked = ablation_;
    masked.maskedTokens.insert(masked.maskedTokens.end(), positions.begin(), positions.end());
    session_->setAblation(masked);
}

std::vector<float> PartSession::run(std::vector<float> activations, std::span<const int32_t> lengths) {
    const Program& program = session_->program();
    const auto T = size_t(program.length);
    table_->length = program.length;
    table_->featureDim = program.config.inputDim;
    table_->rows = int64_t(activations.size()) / program.config.inputDim;
    table_->features = std::move(activations);
    table_->lengths.clear();
    for (const int32_t length : lengths) table_->lengths.insert(table_->lengths.end(), T, length);
    std::vector<int32_t> rows(size_t(table_->rows));
    std::iota(rows.begin(), rows.end(), 0);
    session_->bind(*table_);
    session_->forward(rows);
    return session_->read(program.logits);
}

std::vector<float> PartSession::gradient(std::span<const float> answersGradient) {
    session_->backward(answersGradient);
    return session_->readGradient(std::get<LoadFeatures>(session_->program().ops.front()).y);
}

}  // namespace attx
