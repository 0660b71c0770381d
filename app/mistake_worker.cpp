#include "app/mistake_worker.h"

#include <QElapsedTimer>
#include <utility>

#include "app/evaluation.h"
#include "model/native/native_session.h"

namespace attx {
namespace {

constexpr int progressInterval = 50;  // ms

}  // namespace

MistakeWorker::MistakeWorker() {
    thread_.setObjectName(QStringLiteral("mistakes"));
    moveToThread(&thread_);
    thread_.start();
}

MistakeWorker::~MistakeWorker() {
    cancel();
    thread_.quit();
    thread_.wait();
}

void MistakeWorker::search(const MistakeRequest& request) {
    {
        const std::scoped_lock lock(mutex_);
        interrupt_ = true;
        if (std::exchange(pending_, request)) return;  // a turn of the thread is on its way already
    }
    QMetaObject::invokeMethod(this, &MistakeWorker::answerNewest, Qt::QueuedConnection);
}

void MistakeWorker::cancel() {
    const std::scoped_lock lock(mutex_);
    interrupt_ = true;
    pending_.reset();
}

void MistakeWorker::answerNewest() {
    std::optional<MistakeRequest> request;
    {
        const std::scoped_lock lock(mutex_);
        request = std::exchange(pending_, std::nullopt);
        if (request) interrupt_ = false;
    }
    if (!request) return;
    try {
        answer(*request);
    } catch (const std::bad_alloc&) {
        Q_EMIT failed(request->tag, tr("There is not enough memory to look for mistakes."));
    } catch (const std::exception& problem) {
        Q_EMIT failed(request->tag, QString::fromStdString(problem.what()));
    }
}

void MistakeWorker::answer(const MistakeRequest& request) {
    RunConfig config = request.config;
    config.training.batchSize = 1;  // each sequence by itself
    config.threads = 1;             // the others may be training
    const Measure measure =
        makeMeasure(NativeBackend(), config, *request.parameters, request.data->validation, &interrupt_);
    measure.session->setAblation(request.ablation);
    QElapsedTimer sinceReport;
    const auto progress = [&](int64_t done) {
        if (sinceReport.isValid() && sinceReport.elapsed() < progressInterval) return;
        sinceReport.start();
        Q_EMIT progressed(request.tag, done);
    };
    if (const auto mistakes = findMistakes(*measure.session, measure.rows, progress, &interrupt_))
        Q_EMIT found(request.tag, *mistakes);
}

}  // namespace attx
