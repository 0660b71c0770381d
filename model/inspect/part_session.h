// A part of a network, run on activations that were changed.
#pragma once
#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "model/network/backend.h"

namespace attx {

/// How many sequences of a session may be run together, at least 1, whose tensors take up to `bytes`.
[[nodiscard]] int64_t sequencesWithin(int64_t bytes, const Backend& backend, const Program& program,
                                      SessionOptions options);

class PartSession {
public:
    /// Takes `sequences` sequences at a time, fewer where their tensors would take too much memory. `program`
    /// is a cut (cut.h); the ablation is that of the whole network. Once `interrupt` (may be null) is true,
    /// the answers of runs are unusable.
    PartSession(const Backend& backend, const Program& program, std::span<const float> parameters,
                const Ablation& ablation, int64_t sequences, bool gradients,
                const std::atomic<bool>* interrupt);

    [[nodiscard]] int64_t batch() const { return batch_; }  ///< the most sequences a call takes
    /// From now on no query looks at these positions, and at those of the ablation. At least one is left.
    void mask(std::span<const int32_t> positions);
    /// Elements of the activations of a sequence, [T, width].
    [[nodiscard]] size_t inputSize() const;
    /// Runs on activations [n, T, width], n up to batch(); `lengths` [n]: keys of each sequence, or empty.
    /// Answers with the logits, or what stands in their place, [n, ...].
    std::vector<float> run(std::vector<float> activations, std::span<const int32_t> lengths = {});
    /// A tensor of the last run by its number in the whole network, [n, ...].
    [[nodiscard]] std::vector<float> read(TensorId tensor) { return session_->read(tensor); }
    /// The gradient by the activations of the last run, of what has this gradient by its answer; [n, T,
    /// width].
    [[nodiscard]] std::vector<float> gradient(std::span<const float> answersGradient);
    /// Runs on n activations, of which make(i, at) writes number i, [T, width], at `at`; all of them have the
    /// length, if one is given. Answers [n, ...].
    template <class Make>
    std::vector<float> runEach(int64_t n, std::optional<int32_t> length, Make make) {
        std::vector<float> answers;
        for (int64_t first = 0; first < n; first += batch_) {
            const int64_t count = std::min(batch_, n - first);
            std::vector<float> activations(static_cast<size_t>(count) * inputSize());
            for (int64_t i = 0; i < count; ++i) make(first + i, activations.data() + size_t(i) * inputSize());
            const std::vector<int32_t> lengths(length ? size_t(count) : 0, length.value_or(0));
            const std::vector<float> part = run(std::move(activations), lengths);
            answers.insert(answers.end(), part.begin(), part.end());
        }
        return answers;
    }

private:
    int64_t batch_;
    Ablation ablation_;
    std::unique_ptr<Session> session_;
    std::unique_ptr<Table> table_ = std::make_unique<Table>();  ///< bound to the session
};

}  // namespace attx
