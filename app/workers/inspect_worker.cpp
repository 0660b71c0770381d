#include "app/workers/inspect_worker.h"

#include <numeric>

#include "model/files/error.h"

namespace attx {
namespace {

Inspection named(Inspection inspection, const InspectRequest& request) {
    inspection.tokens = request.tokens;
    inspection.labels = request.labels;
    return inspection;
}

Inspection inspected(Inspector& inspector, const InspectRequest& request) {
    return named(request.features.empty()
                     ? inspector.inspect(request.tokens)
                     : inspector.inspectFeatures(request.features, request.tokens.size()),
                 request);
}

Explanation explained(Inspector& inspector, const InspectRequest& request) {
    const auto& [target, options] = *request.explain;
    Explanation result;
    if (request.features.empty()) {
        result = explain(inspector, request.tokens, target, options);
    } else {
        Table table = setTable(request.features, request.tokens.size());
        if (target.score ==
            ExplainTarget::Score::Loss) {  // the label of a set is what tells one from the others
            table.classes.assign(request.tokens.size(), 0);
            table.classes.at(static_cast<size_t>(target.labels.at(0))) = 1;
        }
        std::vector<int32_t> rows(request.tokens.size());
        std::iota(rows.begin(), rows.end(), 0);
        result = std::move(explain(inspector, table, rows, 1, target, options).front());
    }
    result.inspection = named(std::move(result.inspection), request);
    return result;
}

}  // namespace

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
            auto explanation = std::make_shared<Explanation>(explained(*inspector_, *request));
            Q_EMIT answered(request->tag, explanation->inspection, explanation);
        } else {
            Q_EMIT answered(request->tag, inspected(*inspector_, *request), nullptr);
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
