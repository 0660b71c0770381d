// Looks at one sample after another with a network that learns meanwhile, or is exchanged.
#pragma once
#include <memory>
#include <optional>

#include "model/attribute/explain.h"
#include "model/inspect/subject.h"

namespace attx {

/// Which explanations are wanted with the inspection, and of what.
struct ExplainQuestion {
    ExplainTarget target;
    ExplainOptions options;
    [[nodiscard]] bool operator==(const ExplainQuestion&) const = default;
};

struct SampleAnswer {
    Inspection inspection;
    std::shared_ptr<const Explanation> explanation;  ///< null unless it was asked for
};

/// One thread at a time. Its inspector is kept for the next question as long as that is about the same
/// network, and either both want explanations or none does: without them the tensors of a layer share their
/// memory with those of the others, which for a network of BERT's size and 128 tokens saves 80 MB.
class SubjectInspector {
public:
    /// The masked tokens of `subject.ablation` are those of `sample`; its data are not needed. Throws as
    /// Inspector::inspect and explain(), and Error::Kind::Work where memory is not enough.
    [[nodiscard]] SampleAnswer answer(const Subject& subject, const Sample& sample,
                                      const std::optional<ExplainQuestion>& question);

private:
    NetworkConfig network_;
    bool explains_ = false;
    std::unique_ptr<Inspector> inspector_;  ///< Inspector for network_; null before the first answer()
    std::shared_ptr<const std::vector<float>> parameters_;
};

}  // namespace attx
