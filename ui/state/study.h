// One question in the background about the network that is looked at: asked by a page, answered by code that
// runs queries (app/threads/query_worker.h), and shown for as long as it is about what is looked at. GUI
// thread only.
#pragma once
#include <QObject>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "model/inspect/subject.h"

namespace attx {

using Reply = std::shared_ptr<const void>;  ///< an answer of the type that the study knows

/// What is at hand while a query is answered, in the thread that does it.
struct QueryContext {
    const std::atomic<bool>& interrupt;  ///< true once the answer is no longer wanted
    /// Sends what there is so far; calls it only if a report is due.
    std::function<void(const std::function<Reply()>& soFar)> report;
};

/// The code that runs it replaces an older one of the same study that waits, and interrupts one under way.
struct Query {
    quint64 tag = 0;
    std::function<Reply(const QueryContext&)> answer;  ///< null if it was interrupted
};

class StudyBase : public QObject {
    Q_OBJECT
public:
    [[nodiscard]] bool isAsking() const { return asking_; }  ///< the newest question has no whole answer yet
    /// What the newest question is about; empty if there was none since forget().
    [[nodiscard]] const Subject& askedWith() const { return subject_; }
    /// `now` has other parameters or heads than the newest question.
    [[nodiscard]] bool isOutdated(const Subject& now) const;
    /// Ends the question under way; an answer that is not whole goes with it.
    void cancel();
    /// The same, and an answer that is there goes too.
    void forget();

public Q_SLOTS:
    // Fed by the code that runs the queries; a reply with another tag is ignored.
    /// Until the answer is whole (`complete`), it replaces none that is.
    void take(quint64 tag, const attx::Reply& reply, bool complete);
    void fail(quint64 tag, const QString& message);

Q_SIGNALS:
    void asked(const attx::Query& query);
    void cancelled();  ///< what was asked is of no use any more
    void changed();    ///< asked, answered, more of an answer, or none any more
    void answered();   ///< wholly; after changed()
    void failed(const QString& message);

protected:
    using QObject::QObject;
    void put(const Subject& subject, std::function<Reply(const QueryContext&)> answer, Reply atFirst);

    Reply reply_;

private:
    Subject subject_;
    quint64 tag_ = 0;
    bool asking_ = false, complete_ = false;  ///< complete_: reply_ is whole
};

template <class Answer>
class Study final : public StudyBase {
public:
    explicit Study(QObject* parent = nullptr) : StudyBase(parent) {}

    using Report = std::function<void(const Answer& soFar)>;
    /// Runs in another thread. Nothing if it was interrupted.
    using Work = std::function<std::optional<Answer>(const Subject& subject, const Report& report,
                                                     const std::atomic<bool>& interrupt)>;
    /// `atFirst`: what is shown until there is more, if there is no whole answer to show.
    void ask(const Subject& subject, Work work, std::optional<Answer> atFirst = std::nullopt) {
        put(
            subject,
            [subject, work = std::move(work)](const QueryContext& context) -> Reply {
                const Report report = [&context](const Answer& soFar) {
                    context.report([&soFar] { return std::make_shared<const Answer>(soFar); });
                };
                std::optional<Answer> answer = work(subject, report, context.interrupt);
                return answer ? std::make_shared<const Answer>(std::move(*answer)) : nullptr;
            },
            atFirst ? std::make_shared<const Answer>(std::move(*atFirst)) : nullptr);
    }
    /// Whole, or as far as it has come; null: there is none.
    [[nodiscard]] const Answer* answer() const { return static_cast<const Answer*>(reply_.get()); }
};

}  // namespace attx
