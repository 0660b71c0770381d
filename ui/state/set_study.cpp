#include "ui/state/set_study.h"

#include "model/config/task.h"

namespace attx {

SetStudy::SetStudy(RunModel& run, QObject* parent)
    : QObject(parent), run_(run), study_(new Study<SetAnswers>(this)) {
    connect(&run_.shown(), &Shown::networkChanged, study_, &StudyBase::forget);
    connect(study_, &StudyBase::changed, this, [this] {
        Q_EMIT changed();
        if (study_->answer() && !study_->isAsking()) Q_EMIT answered();
    });
}

void SetStudy::setTest(bool test) {
    if (test == isTest_) return;
    isTest_ = test;
    study_->forget();  // what is still answered is about other sets
}

const Table* SetStudy::table() const {
    if (!run_.data() || !isSets(run_.config().data)) return nullptr;
    return isTest_ ? &run_.data()->test : &run_.data()->validation;
}

void SetStudy::ask() {
    const Subject now = run_.subject();
    if (!table() || !now.parameters) return;
    // One question at a time: while training, the next parameters wait for the answers to the last ones.
    const bool sameHeads =
        study_->askedWith().parameters && study_->askedWith().ablation.headGates == now.ablation.headGates;
    if (sameHeads && (study_->isAsking() || !study_->isOutdated(now))) return;
    study_->ask(now, [test = isTest_](const Subject& subject, const auto& report,
                                      const std::atomic<bool>& interrupt) {
        return answerSplit(subject, test, [&](const SetAnswers& soFar) {
            report(soFar);
            return !interrupt;
        });
    });
}

}  // namespace attx
