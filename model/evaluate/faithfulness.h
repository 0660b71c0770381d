// How true is an explanation? What becomes of the answer when the inputs that a method calls important are
// taken away first, or kept alone, for every method beside random orders and the position that the task's
// rule names.
#pragma once
#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/attribute/explain_methods.h"
#include "model/inspect/subject.h"

namespace attx {

/// A mean over samples with its band: ±1.96 s / √samples, s over the means of the samples. Positions of one
/// sequence and orders of one sample are no independent cases, so that each sample counts once. Texts and
/// pictures are dealt class by class: of them s is within the classes (a stratified sample, proportional
/// allocation: Cochran 1977, section 5.6), where each class has at least two samples.
struct BandedMean {
    double mean = 0, band = 0;
};

struct MethodFaithfulness {
    std::string name;                             ///< Name of an explanation method, "random" or "rule"
    std::vector<BandedMean> deletion, insertion;  ///< [curveSteps + 1]
    BandedMean comprehensiveness, sufficiency;    ///< AOPC; higher, and lower, is better
    /// Where the rule names an input for each output: the share of a row's |scores| that stands there, and
    /// how often the largest does. Not of random orders and of the rule itself.
    std::optional<double> ruleShare, ruleRate;
};

/// Where the points of a curve lie, the means over samples. [curveSteps + 1]
struct CurvePlaces {
    std::vector<double> inputs;  ///< How many are really removed, or kept.
    /// What the probability is of an answer that knows nothing: of sets 1 / members that stay, which ends at
    /// 1; otherwise Faithfulness::chance.
    std::vector<double> chance;
};

struct Faithfulness {
    bool isOfAll = false;             ///< The samples are of data without splits; see DataSet::isOnePart.
    int64_t samples = 0, cases = 0;   ///< a case is an output position, or a whole text or set
    double accuracy = 0;              ///< Share of right answers on these cases.
    double accuracyBand = 0;          ///< Half width of the band of `accuracy`, as BandedMean::band
    double chance = 0;                ///< Accuracy of always saying the most frequent class of these cases.
    double inputs = 0;                ///< Mean number of inputs of a sample
    CurvePlaces deletion, insertion;  ///< The same for every method.
    std::vector<MethodFaithfulness> methods;  ///< Sorted by falling comprehensiveness
    std::string notKept;  ///< why it could not be written beside its run; empty: it was, or was not to be

    /// Whether the network answers better than by chance, by more than the band of its accuracy and that of a
    /// guess; otherwise nothing can be concluded. Nor can it of a single sample, which has no band.
    [[nodiscard]] bool isConclusive() const;
};

struct FaithfulnessOptions {
    /// So many of the validation data, spread over them, or as many as there are.
    int samples = 200;
    std::vector<ExplainMethod> methods = {ExplainMethod::Rollout, ExplainMethod::Relevance,
                                          ExplainMethod::InputXGradient, ExplainMethod::IntegratedGradients,
                                          ExplainMethod::ValueZeroing};
    int threads = 0;  ///< 0: one for each core
};
inline constexpr int randomOrders = 10;

/// What removed means for inputs of such samples, for people.
[[nodiscard]] const char* removedMeans(SampleKind kind);

/// Throws Error::Kind::Input for a method that is no map, or that the network does not have.
void requireMeasurable(const std::vector<ExplainMethod>& methods, const RunConfig& config);

/// `progress` (may be empty) is told the samples that are done and their number, by any thread, one at a
/// time. Nothing once `interrupt` is true. Throws as requireMeasurable(), and Error::Kind::Input for a
/// method that the network's sequences are too long for, and where there are no validation data.
[[nodiscard]] std::optional<Faithfulness> measureFaithfulness(
    const Subject& subject, const FaithfulnessOptions& options,
    const std::function<void(int64_t done, int64_t all)>& progress, const std::atomic<bool>& interrupt);

/// A table of the methods as CSV, by falling comprehensiveness, then rows "chance" and "inputs" (how many are
/// removed and kept). The last columns say what all is of, with `ablated` heads as ablatedText() has them.
[[nodiscard]] std::string toCsv(const Faithfulness& faithfulness, const std::string& ablated = {});

}  // namespace attx
