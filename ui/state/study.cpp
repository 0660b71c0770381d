#include "ui/state/study.h"

namespace attx {

bool StudyBase::isOutdated(const Subject& now) const {
    return subject_.parameters != now.parameters || subject_.ablation.headGates != now.ablation.headGates;
}

void StudyBase::put(const Subject& subject, std::function<Reply(const QueryContext&)> answer, Reply atFirst) {
    subject_ = subject;
    asking_ = true;
    if (atFirst && !complete_) reply_ = std::move(atFirst);
    Q_EMIT asked({++tag_, std::move(answer)});
    Q_EMIT changed();
}

void StudyBase::cancel() {
    if (!asking_) return;
    asking_ = false;
    ++tag_;
    if (!complete_) reply_.reset();
    Q_EMIT cancelled();
    Q_EMIT changed();
}

void StudyBase::forget() {
    complete_ = false;
    subject_ = {};
    if (asking_) {
        cancel();
    } else {
        reply_.reset();
        Q_EMIT changed();
    }
}

void StudyBase::take(quint64 tag, const Reply& reply, bool complete) {
    if (tag != tag_ || !asking_ || !reply) return;
    if (complete) asking_ = false;
    if (!complete && complete_) return;  // nothing flickers while a network learns
    reply_ = reply;
    complete_ = complete;
    Q_EMIT changed();
    if (complete) Q_EMIT answered();
}

void StudyBase::fail(quint64 tag, const QString& message) {
    if (tag != tag_ || !asking_) return;
    asking_ = false;
    if (!complete_) reply_.reset();
    Q_EMIT changed();
    Q_EMIT failed(message);
}

}  // namespace attx
