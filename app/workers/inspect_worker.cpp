#include "app/workers/inspect_worker.h"

#include <new>

namespace attx {

InspectWorker::InspectWorker() {
    thread_.setObjectName(QStringLiteral("inspecting"));
    moveToThread(&thread_);
    thread_.start();
}

InspectWorker::~InspectWorker() {
    newest_.drop();
    thread_.quit();
    thread_.wait();
}

void InspectWorker::request(const InspectRequest& request) {
    if (newest_.put(request))
        QMetaObject::invokeMethod(this, &InspectWorker::answerNewest, Qt::QueuedConnection);
}

void InspectWorker::answerNewest() {
    const auto request = newest_.take();
    if (!request) return;
    try {
        if (!inspector_ || network_ != request->network) {
            inspector_.reset();
            parameters_.reset();
            inspector_ = std::make_unique<Inspector>(request->network);
            network_ = request->network;
        }
        if (parameters_ != request->parameters) {
            inspector_->setParameters(request->parameters);
            parameters_ = request->parameters;
        }
        inspector_->setAblation(request->ablation);
        if (request->explain) {
            const auto explanation = std::make_shared<const Explanation>(
                explain(*inspector_, request->sample, request->explain->target, request->explain->options));
            Q_EMIT answered(request->tag, explanation->inspection, explanation);
        } else {
            Q_EMIT answered(request->tag, inspector_->inspect(request->sample), nullptr);
        }
    } catch (const std::bad_alloc&) {
        Q_EMIT failed(request->tag, tr("There is not enough memory to look at a sequence of %1 tokens.")
                                        .arg(request->sample.length()));
    } catch (const std::exception& problem) {
        Q_EMIT failed(request->tag, QString::fromStdString(problem.what()));
    }
}

}  // namespace attx
