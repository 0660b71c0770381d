#include "app/workers/ablation_worker.h"

#include <QElapsedTimer>

#include "model/files/error.h"
#include "model/native/native_session.h"

namespace attx {
namespace {

constexpr int progressInterval = 30;  // ms: a picture each frame is enough

}  // namespace

AblationWorker::AblationWorker() {
    thread_.setObjectName(QStringLiteral("ablating"));
    moveToThread(&thread_);
    thread_.start();
}

AblationWorker::~AblationWorker() {
    cancel();
    thread_.quit();
    thread_.wait();
}

void AblationWorker::ask(const Job& job) {
    if (newest_.put(job))
        QMetaObject::invokeMethod(this, &AblationWorker::answerNewest, Qt::QueuedConnection);
}

void AblationWorker::answerNewest() {
    const auto job = newest_.take();
    if (!job) return;
    try {
        answer(*job);
    } catch (const std::bad_alloc&) {
        Q_EMIT failed(job->request.tag, tr("There is not enough memory to measure the heads."));
    } catch (const std::exception& problem) {
        Q_EMIT failed(job->request.tag, QString::fromStdString(problem.what()));
    }
}

void AblationWorker::prepare(const AblationRequest& request) {
    const bool sameSession = measure_.session && last_.data == request.data &&
                             last_.config.network == request.config.network &&
                             last_.config.training.batchSize == request.config.training.batchSize;
    if (!sameSession) {
        measure_ = {};
        measure_ = makeMeasure(NativeBackend(), request.config, *request.parameters, request.data->validation,
                               &newest_.interrupt());
    } else if (last_.parameters != request.parameters) {
        measure_.session->writeParameters(*request.parameters);
    }
    if (!sameSession || last_.parameters != request.parameters) whole_.reset();
    last_ = request;
}

void AblationWorker::answer(const Job& job) {
    const AblationRequest& request = job.request;
    prepare(request);
    Session& session = *measure_.session;
    if (job.sweep) {
        QElapsedTimer sinceReport;
        const auto progress = [&](const HeadAblation& soFar) {
            if (sinceReport.isValid() && sinceReport.elapsed() < progressInterval) return;
            sinceReport.start();
            Q_EMIT swept(request.tag, soFar);
        };
        const auto found = ablateEachHead(session, measure_.rows, measure_.batch, request.ablation, progress,
                                          &newest_.interrupt());
        if (found) Q_EMIT swept(request.tag, *found);
        return;
    }
    const auto evaluated = [&](const Ablation& ablation) {
        session.setAblation(ablation);
        return evaluateRows(session, measure_.rows, measure_.batch, &newest_.interrupt());
    };
    if (!whole_) whole_ = evaluated({});
    if (!whole_) return;
    if (const auto ablated = evaluated(request.ablation))
        Q_EMIT measured(request.tag, AblationEffect{*whole_, *ablated});
}

}  // namespace attx
