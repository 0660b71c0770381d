#include "app/workers/mistake_worker.h"

#include <QElapsedTimer>

#include "model/native/native_session.h"
#include "model/run/measure.h"

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
    if (newest_.put(request))
        QMetaObject::invokeMethod(this, &MistakeWorker::answerNewest, Qt::QueuedConnection);
}

void MistakeWorker::answerNewest() {
    const auto request = newest_.take();
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
    const Measure measure = makeMeasure(NativeBackend(), config, *request.parameters,
                                        request.data->validation, &newest_.interrupt());
    measure.session->setAblation(request.ablation);
    QElapsedTimer sinceReport;
    const auto progress = [&](int64_t done) {
        if (sinceReport.isValid() && sinceReport.elapsed() < progressInterval) return;
        sinceReport.start();
        Q_EMIT progressed(request.tag, done);
    };
    if (const auto mistakes = findMistakes(*measure.session, measure.rows, progress, &newest_.interrupt()))
        Q_EMIT found(request.tag, *mistakes);
}

}  // namespace attx
