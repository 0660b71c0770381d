#include "app/window/device_test_window.h"

#include <QCoreApplication>
#include <QFile>
#include <QHash>
#include <QProcess>
#include <QTemporaryDir>
#include <memory>

#include "ui/window/device_test_dialog.h"

namespace attx {
namespace {

/// A part of the report (gpu/report/report.h) in the person's words.
QString partText(const QString& part) {
    const QHash<QString, QString> texts{
        {QStringLiteral("devices"), DeviceTestDialog::tr("the devices")},
        {QStringLiteral("training"), DeviceTestDialog::tr("training, compared with the processor")},
        {QStringLiteral("timings"), DeviceTestDialog::tr("the time of a step")},
        {QStringLiteral("kernels"), DeviceTestDialog::tr("each kernel")},
        {QStringLiteral("determinism"), DeviceTestDialog::tr("the same numbers each time")},
        {QStringLiteral("lost_device"), DeviceTestDialog::tr("a device that is lost")},
        {QStringLiteral("profile"), DeviceTestDialog::tr("the time of each kernel")},
        {QStringLiteral("auto"), DeviceTestDialog::tr("what “auto” chooses")},
        {QStringLiteral("start"), DeviceTestDialog::tr("the start")}};
    return texts.value(part, part);
}

/// Lines "PERCENT PART" of the standard error; what is no such line is kept.
void readProgress(QProcess& process, DeviceTestDialog& dialog, QString& said) {
    while (process.canReadLine()) {
        const QString line = QString::fromUtf8(process.readLine()).trimmed();
        bool isNumber = false;
        const int percent = line.section(QLatin1Char(' '), 0, 0).toInt(&isNumber);
        if (isNumber)
            dialog.showProgress(percent, partText(line.section(QLatin1Char(' '), 1)));
        else
            said += line + QLatin1Char('\n');
    }
}

void run(DeviceTestDialog* dialog, const QString& program) {
    auto* process = new QProcess;  // ends with the dialog, which is told of nothing while it goes
    QObject::connect(dialog, &QObject::destroyed, process, [process] {
        process->kill();
        process->deleteLater();
    });
    const auto folder = std::make_shared<QTemporaryDir>();
    const auto said = std::make_shared<QString>();
    const QString file = folder->filePath(QStringLiteral("report.json"));
    process->setReadChannel(QProcess::StandardError);
    QObject::connect(process, &QProcess::readyReadStandardError, dialog,
                     [=] { readProgress(*process, *dialog, *said); });
    QObject::connect(dialog, &DeviceTestDialog::cancelRequested, process, &QProcess::kill);
    QObject::connect(process, &QProcess::errorOccurred, dialog, [=](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            dialog->end(DeviceTestDialog::tr("%1 does not start: %2").arg(program, process->errorString()),
                        true, {}, {});
    });
    QObject::connect(process, &QProcess::finished, dialog, [=](int status, QProcess::ExitStatus kind) {
        readProgress(*process, *dialog, *said);
        process->setReadChannel(QProcess::StandardOutput);
        QFile json(folder->filePath(QStringLiteral("report.json")));
        const QByteArray all = json.open(QIODevice::ReadOnly) ? json.readAll() : QByteArray();
        const QString text = QString::fromUtf8(process->readAll()) + *said;
        const bool crashed = kind == QProcess::CrashExit;
        QString summary = DeviceTestDialog::tr("Nothing wrong was found.");
        if (crashed)
            summary = DeviceTestDialog::tr(
                "The test crashed, most likely inside the driver; this window and its run go on.");
        else if (status != 0)
            summary = DeviceTestDialog::tr("Something is wrong; the last lines say what.");
        else if (!all.contains("\"device\": \"vulkan"))
            summary = DeviceTestDialog::tr(
                "There is no graphics device here that can be used; networks run on the processor.");
        dialog->end(summary, crashed || status != 0, text, all);
        process->deleteLater();
    });
    process->start(program, {QStringLiteral("--short"), QStringLiteral("--seconds"), QStringLiteral("60"),
                             QStringLiteral("--progress"), QStringLiteral("--output"), file});
}

}  // namespace

DeviceTestDialog* openDeviceTest(QWidget* window, const QString& program) {
    if (auto* open = window->findChild<DeviceTestDialog*>()) {
        open->raise();
        open->activateWindow();
        return open;
    }
    auto* dialog = new DeviceTestDialog(window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    const QString found = program.isEmpty()
                              ? QCoreApplication::applicationDirPath() + QStringLiteral("/attx-gpu-report")
                              : program;
    QObject::connect(dialog, &DeviceTestDialog::startRequested, dialog,
                     [dialog, found] { run(dialog, found); });
    dialog->show();
    return dialog;
}

}  // namespace attx
