// download: data and networks that others publish, for the tasks of sets and texts.
#include <QCoreApplication>
#include <QFileInfo>
#include <chrono>

#include "app/cli/commands.h"
#include "app/options/shared_options.h"
#include "app/options/shown_data.h"
#include "app/sources/download.h"
#include "model/data/download_source.h"
#include "model/files/error.h"
#include "ui/form/download_dialog.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

/// "cifar-100|resnet-34|imdb"
const std::string& sourceNames() {
    static const std::string names = [] {
        std::string text;
        for (const DownloadSource& source : downloadSources) {
            if (!text.empty()) text.append("|");
            text.append(source.name);
        }
        return text;
    }();
    return names;
}

const DownloadSource& sourceNamed(const std::string& name) {
    if (const DownloadSource* source = findDownload(name)) return *source;
    throw inputError("\"" + name + "\": expected one of " + sourceNames() + ".");
}

QUrl addressOf(const Arguments& arguments, const DownloadSource& source) {
    const std::string text = arguments.text("--from").value_or(source.url);
    QUrl url(QString::fromStdString(text), QUrl::StrictMode);
    if (!url.isValid() || url.host().isEmpty() ||
        (url.scheme() != QStringLiteral("https") && url.scheme() != QStringLiteral("http")))
        throw inputError("--from " + text + ": expected an address such as https://mirror.example/" +
                         source.file + ".");
    return url;
}

int runDownload(const Arguments& arguments, CommandContext& context) {
    Output& output = context.output;
    const DownloadSource& source = sourceNamed(arguments.positional());
    const QUrl url = addressOf(arguments, source);
    const auto folder = arguments.text("--to");
    if (folder && folder->empty()) throw inputError("--to: expected a folder, found an empty name.");
    const QString file = QFileInfo((folder ? QString::fromStdString(*folder) : downloadFolder()) +
                                   QLatin1Char('/') + QLatin1String(source.file))
                             .absoluteFilePath();
    output.line(std::string(source.title) + " by " + source.publisher + ", " +
                byteText(source.bytes).toStdString() + ", from " + url.toDisplayString().toStdString());
    output.line(source.terms);
    const QCoreApplication application(context.argc, context.argv);
    const auto start = std::chrono::steady_clock::now();
    const auto path = downloadShown(source, url, file, output);
    if (!path) {
        output.line("Interrupted; what was fetched is kept. The same command continues there.");
        output.object({{"name", source.name}, {"file", file.toStdString()}, {"interrupted", true}});
        return 1;
    }
    const std::chrono::duration<double> gone = std::chrono::steady_clock::now() - start;
    if (output.json()) {
        output.object({{"name", source.name},
                       {"file", file.toStdString()},
                       {"path", path->toStdString()},
                       {"bytes", source.bytes},
                       {"sha256", source.sha256},
                       {"seconds", gone.count()}});
        return 0;
    }
    output.line("It is in " + path->toStdString());
    if (source.preset)
        output.line("To train on it: " + output.program() + " train --preset " + source.preset +
                    " --data \"" + path->toStdString() + "\"");
    return 0;
}

}  // namespace

Command downloadCommand() {
    return {
        {"download",
         sourceNames().c_str(),
         "Fetches published data or an image network. Ctrl+C ends it; the same command continues from there.",
         {{"--to", "DIR", "The folder for it; default: where the window puts it, too."},
          {"--from", "URL",
           "Another address of the same file, such as a mirror in a school's own network; the checksum "
           "stays."},
          jsonOption}},
        runDownload};
}

}  // namespace attx
