// How good a network is on a split, and in which way it errs: confusion, calibration, accuracy by position,
// and for two classes how well its probabilities sort.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "model/config/config.h"

namespace attx {

struct Subject;

/// One row of the loss whose right answer is known.
struct GivenAnswer {
    int32_t example = 0;   ///< Index of the example from 0, in the order of evaluationRows
    int32_t position = 0;  ///< Position in a sequence, from 0; else 0: one answer for the whole input
    int32_t truth = 0, predicted = 0;
    float probability = 0;  ///< Probability of the prediction
    float second = 0;       ///< Probability of class 1, of two classes the "yes"
    float ofTruth = 0;      ///< Probability of the right answer
    [[nodiscard]] bool isRight() const { return truth == predicted; }
};

/// How well a language model predicts the next token.
struct LanguageMeasures {
    double loss = 0;        ///< Mean cross-entropy of a token in nats
    double perplexity = 0;  ///< e to the loss: among so many tokens the network as good as guesses
    std::optional<double> bitsPerCharacter;  ///< Cross-entropy per character; nothing until all is evaluated
    double amongFive = 0;                    ///< Share of tokens that were among the five likeliest
};

struct Evaluation {
    OutputKind output{};
    bool test = false;      ///< The answers are to the test data; otherwise to the validation data.
    bool isOfAll = false;   ///< The answers are to all rows of data without splits; see DataSet::isOnePart.
    int classes = 0;        ///< K: classes, or the members of a set
    int positions = 1;      ///< T of sequences
    int64_t examples = 0;   ///< answered so far
    bool canPrefer = true;  ///< See canPreferAnswer.
    std::vector<GivenAnswer> answers;
    // Of a language model:
    bool isLanguage = false;
    int64_t amongFive = 0;   ///< Right answers among the five likeliest
    int64_t characters = 0;  ///< Characters of the text; 0 until all of it is evaluated
    [[nodiscard]] std::optional<LanguageMeasures> language() const;  ///< Nothing of other networks
    [[nodiscard]] int64_t correct() const;
    [[nodiscard]] double accuracy() const;  ///< Share of right answers; 0 where there are none
    /// The share of sequences that are right at every position; nothing for networks that answer once.
    [[nodiscard]] std::optional<double> sequenceAccuracy() const;
    /// Accuracy of always giving the most frequent answer of these; 0 where no class is known.
    [[nodiscard]] double chance() const;
};

/// On one thread: others may be training. `progress` is told the answers so far after every thousand
/// examples. Nothing once `interrupt` is true. Throws Error::Kind::Input where the split has no labels.
[[nodiscard]] std::optional<Evaluation> evaluateSplit(const Subject& subject, bool test,
                                                      const std::function<void(const Evaluation&)>& progress,
                                                      const std::atomic<bool>& interrupt);

/// The answers whose truth was least probable, at most `count`, the least probable first: the most surprising
/// places of a text.
[[nodiscard]] std::vector<GivenAnswer> mostSurprising(const Evaluation& evaluation, size_t count);

/// How many answers there are for each truth and prediction. [K, K], a row is a truth. Not of a language
/// model, whose tokens are too many for it.
[[nodiscard]] std::vector<int64_t> confusionOf(const Evaluation& evaluation);

struct ConfusedPair {
    int32_t truth = 0, predicted = 0;
    int64_t count = 0;
};
/// What is taken for something else, the most frequent first.
[[nodiscard]] std::vector<ConfusedPair> worstPairs(const Evaluation& evaluation);

struct ConfidenceBin {
    int64_t count = 0;
    double confidence = 0, accuracy = 0;  ///< means; 0 of an empty bin
};
inline constexpr size_t confidenceBins = 15;
/// Guo et al. 2017, "On Calibration of Modern Neural Networks", section 2: bins of equal width over the
/// probability of the prediction.
struct Reliability {
    std::array<ConfidenceBin, confidenceBins> bins;
    double expectedError = 0;  ///< ECE: Σ count/n · |accuracy − confidence|
};
[[nodiscard]] Reliability reliabilityOf(const Evaluation& evaluation);
/// The bin that a probability from 0 to 1 falls into: (b/15, (b+1)/15], and 0 into the first.
[[nodiscard]] size_t confidenceBin(float probability);

/// The share of right answers at each position; not-a-number where there are none. [T]
[[nodiscard]] std::vector<double> accuracyByPosition(const Evaluation& evaluation);

/// Accuracy at each position of always giving the most frequent answer there. [T]
[[nodiscard]] std::vector<double> chanceByPosition(const Evaluation& evaluation);

/// Thresholds on the probability of class 1, from the largest down; equal probabilities are one point.
struct ThresholdCurves {
    std::vector<double> falsePositiveRate, truePositiveRate;  ///< ROC, from (0, 0) to (1, 1)
    std::vector<double> recall, precision;                    ///< Curve, recall rising from 0
    double areaUnderRoc = 0;                                  ///< trapezoids; ties count one half
    double averagePrecision = 0;                              ///< Σ precision · growth of recall
};
/// Nothing unless there are two classes, and examples of both.
[[nodiscard]] std::optional<ThresholdCurves> thresholdCurves(const Evaluation& evaluation);

}  // namespace attx
