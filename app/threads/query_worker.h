// Answers the queries of one study in a thread of its own. The newest replaces one that waits and interrupts
// the one under way.
#pragma once
#include <QObject>
#include <QThread>
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

#include "ui/state/study.h"

namespace attx {

/// The place where a question waits for the worker's thread.
class Newest {
public:
    // Any thread.

    /// True: none waited, so the worker's thread is to be told that one does.
    [[nodiscard]] bool put(const Query& question) {
        const std::scoped_lock lock(mutex_);
        interrupt_ = true;
        return !std::exchange(waiting_, question);
    }
    /// Neither what waits nor what is under way is wanted any more.
    void drop() {
        const std::scoped_lock lock(mutex_);
        interrupt_ = true;
        waiting_.reset();
    }

    // The worker's thread.

    /// None if it was dropped. From here on interrupt() is about this one.
    [[nodiscard]] std::optional<Query> take() {
        const std::scoped_lock lock(mutex_);
        if (waiting_) interrupt_ = false;
        return std::exchange(waiting_, std::nullopt);
    }
    /// True once the answer in flight is no longer wanted.
    [[nodiscard]] const std::atomic<bool>& interrupt() const { return interrupt_; }

private:
    std::mutex mutex_;
    std::optional<Query> waiting_;  ///< The latest question; guarded by the mutex
    std::atomic<bool> interrupt_{false};
};

class QueryWorker : public QObject {
    Q_OBJECT
public:
    /// `study`, in the caller's thread, is answered from now on. Either may end before the other.
    explicit QueryWorker(StudyBase& study);
    ~QueryWorker() override;

Q_SIGNALS:
    void replied(quint64 tag, const attx::Reply& reply, bool complete);
    void failed(quint64 tag, const QString& message);

private:
    void answerNewest();  // worker thread

    Newest newest_;
    QThread thread_;
};

}  // namespace attx

Q_DECLARE_METATYPE(attx::Reply)
