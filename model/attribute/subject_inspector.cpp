#include "model/attribute/subject_inspector.h"

#include <new>

#include "model/files/error.h"
#include "model/files/text.h"

namespace attx {

SampleAnswer SubjectInspector::answer(const Subject& subject, const Sample& sample,
                                      const std::optional<ExplainQuestion>& question) {
    try {
        if (!inspector_ || network_ != subject.config.network) {
            inspector_.reset();
            parameters_.reset();
            inspector_ = std::make_unique<Inspector>(subject.config.network);
            network_ = subject.config.network;
        }
        if (parameters_ != subject.parameters) {
            inspector_->setParameters(subject.parameters);
            parameters_ = subject.parameters;
        }
        inspector_->setAblation(subject.ablation);
        if (!question) return {inspector_->inspect(sample), nullptr};
        auto explanation = std::make_shared<const Explanation>(
            explain(*inspector_, sample, question->target, question->options));
        return {explanation->inspection, explanation};
    } catch (const std::bad_alloc&) {
        throw workError("There is not enough memory to look at a sequence of " +
                        counted(sample.length(), "token") + ".");
    }
}

}  // namespace attx
