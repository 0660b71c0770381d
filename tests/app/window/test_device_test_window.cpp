// "Test graphics device" of the window, with programs that stand in for attx-gpu-report.
#include "app/window/device_test_window.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>

#include "runner.h"
#include "ui/window/device_test_dialog.h"

using namespace attx;

namespace test_device_test_window {

class TestDeviceTestWindow : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    /// A program of this shell script; OUTPUT is the file that it is to write.
    [[nodiscard]] QString program(const QByteArray& script) const {
        QFile file(folder_.filePath(QStringLiteral("program")));
        if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate)) return {};
        file.write("#!/bin/sh\nfor word; do OUTPUT=$word; done\n" + script);
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return file.fileName();
    }
    struct Shown {
        QString message, text;
        bool canSave = false;
    };
    static Shown test(const QString& program) {
        QWidget window;
        DeviceTestDialog* dialog = openDeviceTest(&window, program);
        auto* start = dialog->findChild<QPushButton*>(QStringLiteral("start"));
        start->click();
        (void)QTest::qWaitFor([&] { return start->isEnabled(); }, 10000);
        return {dialog->findChild<QLabel*>(QStringLiteral("message"))->text(),
                dialog->findChild<QPlainTextEdit*>()->toPlainText(),
                dialog->findChild<QPushButton*>(QStringLiteral("save"))->isEnabled()};
    }

private Q_SLOTS:
    void aReportIsShownAndCanBeSaved() {
        const Shown shown = test(program(
            "echo '10 training' >&2; echo '{\"device\": \"vulkan:0\"}' >\"$OUTPUT\"; echo all is well\n"));
        QCOMPARE(shown.message, QStringLiteral("Nothing wrong was found."));
        QCOMPARE(shown.text.trimmed(), QStringLiteral("all is well"));
        QVERIFY(shown.canSave);
    }
    void failuresAreSaid() {
        const Shown shown =
            test(program("echo '{\"device\": \"vulkan:0\"}' >\"$OUTPUT\"; echo WRONG; exit 1\n"));
        QVERIFY(shown.message.contains(QStringLiteral("wrong")));
        QVERIFY(shown.text.contains(QStringLiteral("WRONG")) && shown.canSave);
    }
    void noDeviceIsNoFailure() {
        const Shown shown = test(program("echo '{\"devices\": []}' >\"$OUTPUT\"\n"));
        QVERIFY(shown.message.contains(QStringLiteral("no graphics device")));
    }
    void aCrashLeavesTheWindow() {
        const Shown shown = test(program("echo 'a driver speaks' >&2; kill -SEGV $$\n"));
        QVERIFY2(shown.message.contains(QStringLiteral("crashed")), qPrintable(shown.message));
        QVERIFY(shown.text.contains(QStringLiteral("a driver speaks")) && !shown.canSave);
    }
    void aProgramThatIsMissingIsNamed() {
        const Shown shown = test(QStringLiteral("/none/attx-gpu-report"));
        QVERIFY(shown.message.contains(QStringLiteral("/none/attx-gpu-report")) && !shown.canSave);
    }
    void closingEndsIt() {
        QWidget window;
        QPointer<DeviceTestDialog> dialog =
            openDeviceTest(&window, program("echo $$ >\"" + folder_.filePath(QStringLiteral("pid")).toUtf8() +
                                            "\"; exec sleep 60\n"));
        QCOMPARE(openDeviceTest(&window), dialog.data());  // no second one
        dialog->findChild<QPushButton*>(QStringLiteral("start"))->click();
        QFile pid(folder_.filePath(QStringLiteral("pid")));
        QTRY_VERIFY(pid.exists() && pid.size() > 0);
        QVERIFY(pid.open(QIODevice::ReadOnly));
        const QString process = QStringLiteral("/proc/%1").arg(QString::fromUtf8(pid.readAll().trimmed()));
        dialog->close();
        QTRY_VERIFY(dialog.isNull());
        QTRY_VERIFY(!QFile::exists(process));
    }
};

TEST_CLASS(TestDeviceTestWindow, QApplication)

}  // namespace test_device_test_window
#include "test_device_test_window.moc"
