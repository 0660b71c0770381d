#include "ui/state/set_study.h"

#include <utility>

namespace attx {

SetStudy::SetStudy(RunModel& run, QObject* parent) : QObject(parent), run_(run) {
    connect(&run_, &RunModel::networkChanged, this, &SetStudy::forget);
}

void SetStudy::setTest(bool test) {
    if (test == isTest_) return;
    isTest_ = test;
    forget();
}

/// What is still answered is about other sets.
void SetStudy::forget() {
    ++tag_;
    asking_ = false;
    answers_.reset();
    askedWith_.reset();
    askedGates_.clear();
    Q_EMIT changed();
}

const Table* SetStudy::table() const {
    if (!run_.data() || run_.config().data.task != TaskKind::Sets) return nullptr;
    return isTest_ ? &run_.data()->test : &run_.data()->validation;
}

void SetStudy::ask() {
    // One question at a time: while training, the next parameters wait for the answers to the last ones.
    const std::vector<float>& gates = run_.ablation().headGates;
    if (!table() || !run_.parameters()) return;
    if (gates == askedGates_ && (asking_ || askedWith_ == run_.parameters())) return;
    asking_ = true;
    askedWith_ = run_.parameters();
    askedGates_ = gates;
    Q_EMIT requested({++tag_, run_.config(), run_.parameters(), run_.data(), isTest_, {gates, {}}});
}

void SetStudy::setAnswers(quint64 tag, std::shared_ptr<const SetAnswers> answers, bool complete) {
    if (tag != tag_) return;
    // The last answers stay until the new ones are whole, so that nothing flickers while the network learns.
    if (complete || !answers_ || answers_->answered() < answers_->count()) {
        answers_ = std::move(answers);
        Q_EMIT changed();
    }
    if (!complete) return;
    asking_ = false;
    Q_EMIT answered();
}

void SetStudy::fail(quint64 tag) {
    if (tag == tag_) asking_ = false;  // the next parameters may fare better
}

}  // namespace attx
