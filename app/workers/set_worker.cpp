#include "app/workers/set_worker.h"

#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <new>

#include "app/sources/image_loader.h"
#include "model/data/feature_file.h"
#include "model/data/pixel_features.h"
#include "model/data/set_data.h"
#include "model/explain/inspector.h"
#include "model/files/error.h"
#include "model/native/native_session.h"

namespace attx {
namespace {

constexpr int progressInterval = 250;  // ms: what is in view is sorted and filtered anew at each

QString problemText(const std::exception& problem) {
    if (dynamic_cast<const std::bad_alloc*>(&problem))
        return SetWorker::tr("There is not enough memory for this.");
    return QString::fromUtf8(problem.what());
}

}  // namespace

SetWorker::SetWorker() {
    thread_.setObjectName(QStringLiteral("sets"));
    moveToThread(&thread_);
    thread_.start();
}

SetWorker::~SetWorker() {
    newest_.drop();
    thread_.quit();
    thread_.wait();
}

void SetWorker::request(const SetRequest& request) {
    if (newest_.put(request)) QMetaObject::invokeMethod(this, &SetWorker::answerNewest, Qt::QueuedConnection);
}

void SetWorker::answerNewest() {
    const auto request = newest_.take();
    if (!request) return;
    try {
        answer(*request);
    } catch (const std::exception& problem) {
        Q_EMIT failed(request->tag, problemText(problem));
    }
}

void SetWorker::answer(const SetRequest& request) {
    const Table& table = request.test ? request.data->test : request.data->validation;
    const DataConfig& config = request.config.data;
    SetAnswers answers = setsWithoutAnswers(
        table, evaluationRows(table, config, request.test ? config.testDraws : 1), config.setSize);
    Q_EMIT answered(request.tag, std::make_shared<const SetAnswers>(answers), false);
    SessionOptions options;
    options.batch = request.config.training.batchSize;
    options.threads = request.config.threads;
    options.keepTensors = true;
    options.train = false;
    const auto session = NativeBackend().compile(buildProgram(request.config.network, answers.size), options);
    session->writeParameters(*request.parameters);
    session->setAblation(request.ablation);
    QElapsedTimer sinceReport;
    sinceReport.start();
    const bool complete = answerSets(*session, table, options.batch, answers, [&](const SetAnswers& soFar) {
        if (sinceReport.elapsed() >= progressInterval) {
            sinceReport.start();
            Q_EMIT answered(request.tag, std::make_shared<const SetAnswers>(soFar), false);
        }
        return !newest_.interrupt();
    });
    if (complete) Q_EMIT answered(request.tag, std::make_shared<const SetAnswers>(std::move(answers)), true);
}

void SetWorker::check(const EquivarianceRequest& request) {
    QMetaObject::invokeMethod(
        this,
        [this, request] {
            try {
                Inspector inspector(request.network);
                inspector.setParameters(request.parameters);
                inspector.setAblation(request.ablation);
                const size_t members = request.order.size();
                const auto dim = static_cast<size_t>(setTable(request.features, members).featureDim);
                std::vector<float> permuted;
                for (const int32_t from : request.order) {
                    const auto begin =
                        request.features.begin() + static_cast<ptrdiff_t>(static_cast<size_t>(from) * dim);
                    permuted.insert(permuted.end(), begin, begin + static_cast<ptrdiff_t>(dim));
                }
                const std::vector<float> before = inspector.inspectFeatures(request.features, members).logits;
                const std::vector<float> after = inspector.inspectFeatures(permuted, members).logits;
                Q_EMIT checked(request.tag, {request.order, setProbabilities(before), setProbabilities(after),
                                             equivarianceError(before, after, request.order)});
            } catch (const std::exception& problem) {
                Q_EMIT failed(0, problemText(problem));
            }
        },
        Qt::QueuedConnection);
}

void SetWorker::describe(const PictureRequest& request) {
    QMetaObject::invokeMethod(
        this,
        [this, request] {
            try {
                describeNow(request);
            } catch (const std::exception& problem) {
                Q_EMIT failed(0, problemText(problem));
            }
        },
        Qt::QueuedConnection);
}

void SetWorker::describeNow(const PictureRequest& request) {
    const std::string name = extractorInUse(request.data);
    if (name != pixelExtractor && (!extractor_ || extractorName_ != name)) {
        extractor_ = std::make_unique<FeatureExtractor>(name);
        extractorName_ = name;
    }
    for (const QString& file : request.files) {
        const int side = request.side;
        const ImageSet picture{1, side, side, readPicture(QFile::encodeName(file).toStdString(), side), {0}};
        DescribedPicture described;
        described.name = QFileInfo(file).completeBaseName();
        described.features = name == pixelExtractor ? pixelFeatures(picture.pixels, side, side)
                                                    : extractor_->extract(picture, 0, 1);
        if (described.features.size() != static_cast<size_t>(request.dim))
            throw inputError(name + ": expected features of " + std::to_string(request.dim) +
                             " numbers as this run has, found " + std::to_string(described.features.size()) +
                             ". Choose the network that made the run's features.");
        described.image =
            QImage(picture.pixels.data(), side, side, qsizetype{3} * side, QImage::Format_RGB888).copy();
        Q_EMIT this->described(request.tag, described);
    }
}

}  // namespace attx
