// A thread for work that is too long for the window: making data, reading and writing files.
#pragma once
#include <QObject>
#include <QThread>
#include <atomic>
#include <exception>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

namespace attx {

/// What a piece of work brought: a value, or the sentence of what went wrong.
template <class Value>
struct Outcome {
    Value value{};
    std::string error;  ///< empty: all went well
};

class Background {
public:
    /// What becomes of the pieces that still wait when this ends.
    enum class AtEnd { Drop, Finish };

    explicit Background(AtEnd atEnd = AtEnd::Drop) : atEnd_(atEnd) {
        thread_.setObjectName(QStringLiteral("background"));
        context_.moveToThread(&thread_);
        thread_.start();
    }
    /// Waits for the piece under way, and for those behind it that are to be finished.
    ~Background() {
        ending_ = atEnd_ == AtEnd::Drop;
        QMetaObject::invokeMethod(
            &context_, [this] { thread_.quit(); }, Qt::QueuedConnection);
        thread_.wait();
    }
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    /// Calls work() in the background, in the order of the calls, then then(Outcome) in the receiver's
    /// thread. The receiver must outlive this object.
    template <class Work, class Then>
    void run(QObject* receiver, Work work, Then then) {
        QMetaObject::invokeMethod(
            &context_,
            [this, receiver, work = std::move(work), then = std::move(then)] {
                if (ending_) return;
                using Value = std::invoke_result_t<const Work&>;
                Outcome<Value> outcome;
                try {
                    outcome.value = work();
                } catch (const std::bad_alloc&) {
                    outcome.error = "There is not enough memory for this.";
                } catch (const std::exception& problem) {
                    outcome.error = problem.what();
                }
                QMetaObject::invokeMethod(
                    receiver, [then, outcome = std::move(outcome)] { then(outcome); }, Qt::QueuedConnection);
            },
            Qt::QueuedConnection);
    }

private:
    const AtEnd atEnd_;
    std::atomic<bool> ending_{false};
    QObject context_;
    QThread thread_;
};

}  // namespace attx
