// The questions of a study, recorded, and a way to answer them without a thread.
#pragma once
#include <QSignalSpy>
#include <atomic>

#include "ui/state/study.h"

namespace attx {

/// Works the newest of the questions `asked` out, as a worker does.
inline void workOut(StudyBase& study, const QSignalSpy& asked) {
    const auto query = asked.back()[0].value<Query>();
    const std::atomic<bool> interrupt{false};
    const Reply reply =
        query.answer({interrupt, [&](const auto& soFar) { study.take(query.tag, soFar(), false); }});
    study.take(query.tag, reply, true);
}

/// Works `query` out, and gives the study nothing before the whole answer.
inline void answerWhole(StudyBase& study, const Query& query) {
    const std::atomic<bool> interrupt{false};
    study.take(query.tag, query.answer({interrupt, [](const auto&) {}}), true);
}

/// From now on answers what the study asks, as the application does but at once.
inline void answerAtOnce(StudyBase& study) {
    QObject::connect(&study, &StudyBase::asked, &study,
                     [&study](const Query& query) { answerWhole(study, query); });
}

template <class Answer>
struct Asked {
    explicit Asked(Study<Answer>& asking) : study(asking), questions(&asking, &StudyBase::asked) {}

    [[nodiscard]] qsizetype count() const { return questions.size(); }
    [[nodiscard]] quint64 tag(qsizetype question) const {
        return questions[question][0].template value<Query>().tag;
    }
    /// Works the newest question out.
    void workOut() const { answerWhole(study, questions.back()[0].template value<Query>()); }
    /// Answers question number `question`, from 0, with `answer`.
    void answer(qsizetype question, const Answer& answer, bool complete = true) {
        study.take(tag(question), std::make_shared<const Answer>(answer), complete);
    }

    Study<Answer>& study;
    QSignalSpy questions;
};

}  // namespace attx
