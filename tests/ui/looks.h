// What is asked about a sample that is shown, recorded; answered when the test says so, or at once, without a
// thread.
#pragma once
#include <vector>

#include "ui/state/comparison.h"
#include "ui/state/run_model.h"

namespace attx {

struct Look {
    Query query;
    Subject subject;
    Sample sample;
    std::optional<ExplainQuestion> explain;
};

class Looks : public QObject {
public:
    enum class Answered { OnCall, AtOnce };

    /// Of the run that a model shows.
    explicit Looks(RunModel& model, Answered answered = Answered::OnCall)
        : Looks(
              model.shown().study(), [&model] { return &model.shown(); }, answered) {}
    /// Of the second network of a comparison.
    explicit Looks(Comparison& comparison, Answered answered = Answered::OnCall)
        : Looks(
              comparison.study(), [&comparison] { return comparison.second(); }, answered) {}

    [[nodiscard]] qsizetype size() const { return std::ssize(asked); }
    [[nodiscard]] const Look& last() const { return asked.back(); }
    /// Look number `look`, from 0, by the network that it is about.
    void answer(qsizetype look) {
        const Query query = asked[static_cast<size_t>(look)].query;  // the answer may ask the next
        const std::atomic<bool> interrupt{false};
        study_.take(query.tag, query.answer({interrupt, [](const auto&) {}}), true);
    }
    /// From now on nothing is recorded or answered.
    void ignore() { study_.disconnect(this); }
    void fail(qsizetype look) {
        study_.fail(asked[static_cast<size_t>(look)].query.tag, QStringLiteral("It cannot be looked at."));
    }

    std::vector<Look> asked;
    std::shared_ptr<const std::vector<float>> refused;  ///< parameters that cannot be looked at

private:
    template <class ShownNow>
    Looks(Study<SampleAnswer>& study, ShownNow shown, Answered answered) : study_(study) {
        connect(&study, &StudyBase::asked, this, [this, shown, answered](const Query& query) {
            asked.push_back({query, study_.askedWith(), shown()->sample(), shown()->wantedExplanation()});
            if (answered == Answered::OnCall) return;
            if (refused && refused == asked.back().subject.parameters)
                fail(size() - 1);
            else
                answer(size() - 1);
        });
    }

    Study<SampleAnswer>& study_;
};

}  // namespace attx
