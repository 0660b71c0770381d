// What an explanation is about: which number of the network's answer.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace attx {

/// The number whose gradient is taken; dropout is off. A network that gives one answer for the whole
/// sequence (OutputKind::Pooled, Set) has one position, 0; a binary output has the classes 0 and 1, whose
/// scores are minus the logit and the logit.
struct ExplainTarget {
    enum class Score {
        Logit,  ///< sum over the chosen positions of the logit of the chosen class
        Loss,   ///< mean cross entropy against the sample's labels, or the table's
    };
    Score score = Score::Logit;
    std::optional<int> position = std::nullopt;     ///< Output position, from 0; none: all but padding
    std::optional<int> outputClass = std::nullopt;  ///< none: at each position the predicted one
    [[nodiscard]] bool operator==(const ExplainTarget&) const = default;
};

/// The scores of a target one by one, for several sequences: F_p is the logit of a class at output position
/// p, for the class 0 of a single logit its negative.
class ExplainedScores {
public:
    /// Of logits [rows, classes] a sequence. Throws Error::Kind::Input for a class that is not there.
    ExplainedScores(const ExplainTarget& target, int rows, int classes);
    /// Adds a sequence with its logits; the first `valid` positions are no padding. Throws Error::Kind::Input
    /// for a position that is not there.
    void add(std::span<const float> logits, int valid);

    [[nodiscard]] const std::vector<int>& positions() const { return positions_; }  ///< [P]
    [[nodiscard]] size_t count() const { return positions_.size(); }                ///< P
    [[nodiscard]] size_t sequences() const { return classes_.size() / count(); }    ///< B
    /// The class that is explained; -1: number p of the positions is padding in this sequence.
    [[nodiscard]] int32_t classOf(size_t sequence, size_t p) const {
        return classes_[sequence * count() + p];
    }
    /// F in logits [rows, classes]; 0 for padding.
    [[nodiscard]] float value(std::span<const float> logits, size_t sequence, size_t p) const;
    /// Puts the gradient of F by these logits into zeros [rows, classes].
    void putGradient(std::span<float> gradient, size_t sequence, size_t p) const;

private:
    ExplainTarget target_;
    int width_;                     ///< classes of a row of logits
    std::vector<int> positions_;    ///< [P]
    std::vector<int32_t> classes_;  ///< [B, P]
};

}  // namespace attx
