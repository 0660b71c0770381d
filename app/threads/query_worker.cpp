#include "app/threads/query_worker.h"

#include <chrono>
#include <new>

namespace attx {
namespace {

// What is in view may be sorted and painted again at each report.
constexpr std::chrono::milliseconds reportInterval{50};

using Clock = std::chrono::steady_clock;

}  // namespace

QueryWorker::QueryWorker(StudyBase& study) {
    qRegisterMetaType<Reply>();
    // The mailbox is filled from the caller's thread, so that it interrupts what is under way.
    connect(
        &study, &StudyBase::asked, this,
        [this](const Query& query) {
            if (newest_.put(query))
                QMetaObject::invokeMethod(this, &QueryWorker::answerNewest, Qt::QueuedConnection);
        },
        Qt::DirectConnection);
    connect(
        &study, &StudyBase::cancelled, this, [this] { newest_.drop(); }, Qt::DirectConnection);
    connect(this, &QueryWorker::replied, &study, &StudyBase::take);
    connect(this, &QueryWorker::failed, &study, &StudyBase::fail);
    thread_.setObjectName(QStringLiteral("query"));
    moveToThread(&thread_);
    thread_.start();
}

QueryWorker::~QueryWorker() {
    newest_.drop();
    thread_.quit();
    thread_.wait();
}

void QueryWorker::answerNewest() {
    const auto query = newest_.take();
    if (!query) return;
    auto reported = Clock::now() - reportInterval;
    const QueryContext context{newest_.interrupt(), [&](const std::function<Reply()>& soFar) {
                                   const auto now = Clock::now();
                                   if (now - reported < reportInterval) return;
                                   reported = now;
                                   Q_EMIT replied(query->tag, soFar(), false);
                               }};
    try {
        if (const Reply reply = query->answer(context)) Q_EMIT replied(query->tag, reply, true);
    } catch (const std::bad_alloc&) {
        Q_EMIT failed(query->tag, tr("There is not enough memory for this analysis."));
    } catch (const std::exception& problem) {
        Q_EMIT failed(query->tag, QString::fromStdString(problem.what()));
    }
}

}  // namespace attx
