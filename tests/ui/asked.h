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

template <class Answer>
struct Asked {
    explicit Asked(Study<Answer>& asking) : study(asking), questions(&asking, &StudyBase::asked) {}

    [[nodiscard]] qsizetype count() const { return questions.size(); }
    [[nodiscard]] quint64 tag(qsizetype question) const {
        return questions[question][0].template value<Query>().tag;
    }
    /// Answers question number `question`, from 0, with `answer`.
    void answer(qsizetype question, const Answer& answer, bool complete = true) {
        study.take(tag(question), std::make_shared<const Answer>(answer), complete);
    }

    Study<Answer>& study;
    QSignalSpy questions;
};

}  // namespace attx
