// Programs that are started, heard of, and ended with whoever started them.
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>
#include <map>

#include "app/sweeps/child_processes.h"
#include "model/files/files.h"
#include "model/files/process.h"
#include "runner.h"

using namespace attx;

namespace test_child_processes {

using Kind = ChildProcesses::Kind;

constexpr std::chrono::milliseconds patience{30'000};

class TestChildProcesses : public QObject {
    Q_OBJECT
    QTemporaryDir dir_;
    [[nodiscard]] std::string at(const char* name) const {
        return dir_.filePath(QString::fromUtf8(name)).toStdString();
    }

private Q_SLOTS:
    void howEachEndsIsHeard() {
        ChildProcesses children;
        std::map<pid_t, int> expected, found;
        expected[children.start("/bin/sh", {"-c", "echo said; echo complained >&2; exit 3"},
                                at("new/a.log"))] = 3;
        expected[children.start("/bin/sh", {"-c", "kill -9 $$"}, at("b.log"))] = -SIGKILL;
        expected[children.start("/nothing", {}, at("c.log"))] = 127;
        QCOMPARE(children.running(), size_t{3});
        while (found.size() < 3) {
            const ChildProcesses::Event event = children.wait(patience);
            QVERIFY(event.kind == Kind::Ended);
            found[event.child] = event.status;
        }
        QCOMPARE(found, expected);
        QCOMPARE(readFile(at("new/a.log")), std::string("said\ncomplained\n"));
        QVERIFY(readFile(at("c.log")).find("could not be started") != std::string::npos);
        QVERIFY(children.wait(std::chrono::milliseconds(1)).kind == Kind::Timeout);
    }

    void signalsAreHeardAndPassedOn() {
        ChildProcesses children;
        children.start("/bin/sh", {"-c", "trap 'exit 5' TERM; echo ready; while :; do sleep 0.05; done"},
                       at("log"));
        QTRY_VERIFY_WITH_TIMEOUT(QFile(dir_.filePath("log")).size() > 0, int(patience.count()));
        ::raise(SIGINT);
        const ChildProcesses::Event signalled = children.wait(patience);
        QVERIFY(signalled.kind == Kind::Signal);
        QCOMPARE(signalled.status, SIGINT);
        children.signalAll(SIGTERM);
        QCOMPARE(children.wait(patience).status, 5);
    }

    void theyEndWithIt() {
        pid_t child = 0;
        {
            ChildProcesses children;
            child = children.start("/bin/sleep", {"1000"}, at("log"));
            QVERIFY(processRuns(child));
        }
        QVERIFY(!processRuns(child));
    }
};

TEST_CLASS(TestChildProcesses, QCoreApplication)

}  // namespace test_child_processes
#include "test_child_processes.moc"
