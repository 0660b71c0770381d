#include "app/sweeps/sweep_process.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <utility>

namespace attx {
namespace {

// For the checkpoints of what is under way: ended before, the trainings would end with it, unsaved.
constexpr int patience = 60'000;  // ms

}  // namespace

SweepProcess::SweepProcess(QObject* parent) : QObject(parent) {
    process_.setStandardErrorFile(QProcess::nullDevice());  // each training has its log
    connect(&process_, &QProcess::finished, this, [this](int status) { takeEnd(status); });
    connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart) return;
        report({});
        Q_EMIT ended(tr("The sweep could not be started: %1").arg(process_.errorString()), true);
    });
}

SweepProcess::~SweepProcess() {
    process_.disconnect(this);
    if (!isRunning()) return;
    stop();
    if (!process_.waitForFinished(patience)) process_.kill();
    process_.waitForFinished(patience);
}

void SweepProcess::start(const QString& folder, int jobs) {
    if (isRunning())
        return Q_EMIT ended(
            tr("%1 is being trained. Stop it first, or train the other one on the command line.")
                .arg(folder_),
            true);
    folder_ = folder;
    stopping_ = false;
    QStringList words{QStringLiteral("sweep"), QStringLiteral("run"), folder, QStringLiteral("--json")};
    if (jobs > 0) words << QStringLiteral("--jobs") << QString::number(jobs);
    process_.start(program.isEmpty() ? QStringLiteral("/proc/self/exe") : program, words,
                   QIODevice::ReadOnly);
    report(tr("training %1").arg(QFileInfo(folder).fileName()));
}

void SweepProcess::report(const QString& progress) {
    progress_ = progress;
    Q_EMIT progressed(progress);
}

void SweepProcess::stop() {
    // A second signal would end the trainings at once, while they save what they have learned.
    if (isRunning() && !std::exchange(stopping_, true)) process_.terminate();
}

void SweepProcess::takeEnd(int status) {
    const QJsonObject said = QJsonDocument::fromJson(process_.readAllStandardOutput()).object();
    report({});
    if (said.contains(QStringLiteral("error")))
        return Q_EMIT ended(said[QStringLiteral("error")].toString(), true);
    const qsizetype failed = said[QStringLiteral("failed")].toArray().size(),
                    other = said[QStringLiteral("other_settings")].toArray().size();
    QString text = tr("Sweep %1: %2 of %3 runs finished")
                       .arg(QFileInfo(folder_).fileName())
                       .arg(said[QStringLiteral("finished")].toInt())
                       .arg(said[QStringLiteral("runs")].toInt());
    if (failed > 0) text += tr(", %1 failed: the table says why").arg(failed);
    if (other > 0) text += tr(", %1 have other settings than the sweep: the table says which").arg(other);
    if (said.isEmpty()) text = tr("The sweep in %1 ended with status %2.").arg(folder_).arg(status);
    Q_EMIT ended(text, failed > 0 || other > 0 || said.isEmpty());
}

}  // namespace attx
