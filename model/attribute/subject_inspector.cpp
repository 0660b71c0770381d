#include "model/attribute/subject_inspector.h"

#include <iterator>
#include <new>

#include "model/files/error.h"
#include "model/files/text.h"

namespace attx {
namespace {

constexpr std::ptrdiff_t manyParameters = 10'000'000;
constexpr size_t manyWeights = size_t{1} << 24;  // Weights of attention in all layers

}  // namespace

SampleAnswer SubjectInspector::answer(const Subject& subject, const Sample& sample,
                                      const std::optional<ExplainQuestion>& question) {
    try {
        if (!inspector_ || network_ != subject.config.network || explains_ != question.has_value()) {
            inspector_.reset();
            parameters_.reset();
            network_ = subject.config.network;
            explains_ = question.has_value();
            inspector_ = std::make_unique<Inspector>(
                network_, explains_ ? Inspector::Gradients::Yes : Inspector::Gradients::No);
            if (!explains_) inspector_->readStatesAlone();
            // Of a large network a session for each length that is typed takes more than it saves.
            if (std::ssize(*subject.parameters) > manyParameters) inspector_->keepSessions(1);
        }
        if (parameters_ != subject.parameters) {
            inspector_->setParameters(subject.parameters);
            parameters_ = subject.parameters;
        }
        inspector_->setAblation(subject.ablation);
        if (!question) {
            SampleAnswer answer{inspector_->inspect(sample), nullptr};
            size_t weights = 0;
            for (const std::vector<float>& layer : answer.inspection.attention) weights += layer.size();
            if (weights >= manyWeights) inspector_->dropSessions();  // The sessions hold as many once more
            return answer;
        }
        auto explanation = std::make_shared<const Explanation>(
            explain(*inspector_, sample, question->target, question->options));
        return {explanation->inspection, explanation};
    } catch (const std::bad_alloc&) {
        throw workError("There is not enough memory to look at a sequence of " +
                        counted(sample.length(), "token") + ".");
    }
}

}  // namespace attx
