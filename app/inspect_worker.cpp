#include "app/inspect_worker.h"

#include <utility>

#include "model/error.h"

namespace attx {

InspectWorker::InspectWorker() {
    thread_.setObjectName(QStringLiteral("inspecting"));
    moveToThread(&thread_);
    thread_.start();
}

InspectWorker::~InspectWorker() {
    {
        const std::scoped_lock lock(mutex_);
        pending_.reset();
    }
    thread_.quit();
    thread_.wait();
}

void InspectWorker::request(const InspectRequest& request) {
    {
        const std::scoped_lock lock(mutex_);
        if (std::exchange(pending_, request)) return;  // an answer is on its way to be worked out already
    }
    QMetaObject::invokeMethod(this, &InspectWorker::answerNewest, Qt::QueuedConnection);
}

void InspectWorker::answerNewest() {
    std::optional<InspectRequest> request;
    {
        const std::scoped_lock lock(mutex_);
        request = std::exchange(pending_, std::nullopt);
    }
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
            auto explanation = std::make_shared<const Explanation>(
                explain(*inspector_, request->tokens, request->explain->target, request->explain->options));
            Q_EMIT answered(request->tag, explanation->inspection, explanation);
        } else {
            Q_EMIT answered(request->tag, inspector_->inspect(request->tokens), nullptr);
        }
    } catch (const std::bad_alloc&) {
        Q_EMIT failed(
            request->tag,
            tr("There is not enough memory to look at a sequence of %1 tokens.").arg(request->tokens.size()));
    } catch (const std::exception& problem) {
        Q_EMIT failed(request->tag, QString::fromStdString(problem.what()));
    }
}

}  // namespace attx
