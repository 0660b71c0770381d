#include "app/options/shown_data.h"

#include <QEventLoop>
#include <QTimer>
#include <algorithm>
#include <chrono>

#include "app/options/signals.h"
#include "app/sources/download.h"
#include "app/sources/feature_job.h"
#include "model/config/settings.h"
#include "model/config/task.h"
#include "model/data/feature_file.h"
#include "model/data/fingerprint.h"
#include "model/data/set_data.h"
#include "model/files/error.h"
#include "model/files/json.h"
#include "model/files/text.h"
#include "ui/form/download_dialog.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

constexpr std::chrono::milliseconds signalEvery{100};  // a signal's handler may not do more than set a flag
constexpr int lines = 20;                              // Most lines of progress, where no terminal shows it

}  // namespace

bool makeFeaturesShown(const std::string& images, const std::string& extractor, const std::string& folder,
                       Output& output) {
    signalCaught = false;
    const SignalGuard guard;
    int64_t shown = 0;
    std::string said;
    return makeFeatures(images, extractor, folder, [&](const FeatureProgress& progress) {
        if (progress.note != said) output.warning(said = progress.note);
        const std::string text =
            "Features of " + std::to_string(progress.done) + " of " + counted(progress.total, "image") +
            (progress.secondsLeft > 0
                 ? ", " + durationText(std::chrono::duration<double>(progress.secondsLeft)).toStdString() +
                       " left"
                 : "");
        if (output.terminal()) {
            output.progress(text);
        } else if (progress.done >= shown + std::max<int64_t>(1, progress.total / lines)) {
            shown = progress.done;
            output.line(text);
        }
        return !signalCaught;
    });
}

std::optional<QString> downloadShown(const DownloadSource& source, const QUrl& url, const QString& file,
                                     Output& output) {
    signalCaught = false;
    const SignalGuard guard;
    Download download;
    QEventLoop loop;
    std::optional<QString> result;
    QString problem;
    QObject::connect(&download, &Download::finished, &loop, [&](const QString& path) {
        result = path;
        loop.quit();
    });
    QObject::connect(&download, &Download::cancelled, &loop, &QEventLoop::quit);
    QObject::connect(&download, &Download::failed, &loop, [&](const QString& message) {
        problem = message;
        loop.quit();
    });
    QObject::connect(&download, &Download::unpacking, &loop, [&] { output.line("Unpacking it"); });
    qint64 shown = 0;
    QObject::connect(&download, &Download::progressed, &loop, [&](const DownloadProgress& progress) {
        const std::string text =
            downloadText(progress.done, progress.total, progress.secondsLeft).toStdString();
        if (output.terminal()) {
            output.progress(text);
        } else if (progress.done >= shown + progress.total / lines) {
            shown = progress.done;
            output.line(text);
        }
    });
    QTimer signalTimer;
    QObject::connect(&signalTimer, &QTimer::timeout, &download, [&] {
        if (signalCaught) download.cancel();
    });
    signalTimer.start(signalEvery);
    download.start(downloadJob(source, url, file));
    loop.exec();
    if (!problem.isEmpty()) throw workError(problem.toStdString());
    return result;
}

DataSet makeDataShown(const DataConfig& config, const DataNames& known, Output& output) {
    const std::string extractor = config.extractor.empty() ? pixelExtractor : config.extractor;
    if (isSets(config) && !featuresAreReady(config) && !makeFeaturesShown(config.path, extractor, {}, output))
        throw workError("Interrupted while the features were made; the same command continues from there.");
    DataSet data = makeData(config, known);
    output.warning(data.note);
    output.line(data.recognisedText);
    return data;
}

Json aboutData(const DataSet& data) {
    Json about = parseJson<Json>(toJson(fingerprintOf(data)));
    if (!data.recognised) return about;
    RunConfig read;
    read.data = *data.recognised;
    for (const char* key :
         {"data.text_column", "data.class_column", "data.header", "data.separator", "data.encoding"})
        about[std::string(key).substr(std::string("data.").size())] = valueText(key, read);
    return about;
}

DataSet dataOfRunShown(const OpenedRun& run, Output& output) {
    requireOwnData(run);
    if (!run.uncertain.empty() && isPictures(run.config.data) && run.config.data.path.empty())
        output.warning(
            run.path +
            ": the file does not hold what the network was trained on. It is measured on shapes that are "
            "drawn here, whose names may be none of its classes: name a folder of pictures with --data.");
    if (isText(run.config.data) && run.names.vocabulary.empty())
        output.warning(run.path + ": the file holds no vocabulary. One is learned from the texts that are " +
                       (run.config.data.path.empty() ? "generated here" : "read here") +
                       ": the results mean something only where the network learned from the same texts.");
    DataSet data = makeDataShown(run.config.data, run.names, output);
    requireClasses(run.config.network, data.names);  // others would stand beside the network's outputs
    output.warning(changedSince(run, data));
    return data;
}

}  // namespace attx
