#include "model/inspect/part_session.h"

#include "model/network/example_rows.h"

namespace attx {
namespace {

// Tensors of the sequences that are run together, gradients included: enough sequences to keep the kernels
// busy, and a small part of any machine's memory.
constexpr int64_t bytesAtOnce = int64_t{48} << 20;

}  // namespace

int64_t sequencesWithin(int64_t bytes, const Backend& backend, const Program& program,
                        SessionOptions options) {
    const auto bytesOf = [&](int batch) {
        options.batch = batch;
        return backend.memoryBytes(program, options);
    };
    return std::max(bytes / std::max(bytesOf(2) - bytesOf(1), int64_t{1}), int64_t{1});
}

PartSession::PartSession(const Backend& backend, const Program& program, std::span<const float> parameters,
                         const Ablation& ablation, int64_t sequences, bool gradients,
                         const std::atomic<bool>* interrupt)
    : ablation_(ablation) {
    SessionOptions options{.threads = 1,
                           .keepTensors = true,
                           .train = gradients,
                           .parameterGradients = false,
                           .interrupt = interrupt};
    batch_ =
        std::min(sequencesWithin(bytesAtOnce, backend, program, options), std::max(sequences, int64_t{1}));
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
    session_->bind(*table_);
    session_->forward(firstRows(table_->rows));
    return session_->read(program.logits);
}

std::vector<float> PartSession::gradient(std::span<const float> answersGradient) {
    session_->backward(answersGradient);
    return session_->readGradient(std::get<LoadFeatures>(session_->program().ops.front()).y);
}

}  // namespace attx
