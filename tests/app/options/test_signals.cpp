// Signals that come together ask for one end; a later one ends the program.
#include "app/options/signals.h"
#include "runner.h"

#include <sys/wait.h>
#include <unistd.h>

#include <QtTest>
#include <thread>

using namespace attx;

namespace test_signals {

/// How a process ends that gets `first`, waits, and gets `second`, while it works: -N by signal N, else its
/// status.
int endOf(int first, int second, std::chrono::milliseconds wait) {
    const pid_t child = ::fork();
    if (child == 0) {
        const SignalGuard guard;
        std::raise(first);
        std::raise(first);
        std::this_thread::sleep_for(wait);
        std::raise(second);
        ::_exit(signalCaught ? 7 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

class TestSignals : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void togetherTheyAreOne() {
        for (const auto& [first, second] : {std::pair(SIGINT, SIGTERM), {SIGTERM, SIGTERM}, {SIGHUP, SIGINT}})
            QCOMPARE(endOf(first, second, std::chrono::milliseconds(100)), 7);
    }
    void aLaterOneEndsTheProgram() {
        QCOMPARE(endOf(SIGINT, SIGINT, std::chrono::milliseconds(1200)), -SIGINT);
        QCOMPARE(endOf(SIGTERM, SIGHUP, std::chrono::milliseconds(1200)), -SIGHUP);
    }
    void eachPieceOfWorkCountsItsOwn() {
        for (int i = 0; i < 2; ++i) {
            signalCaught = false;
            const SignalGuard guard;
            std::raise(SIGTERM);
            QVERIFY(signalCaught);
            QTest::qSleep(i == 0 ? 1200 : 0);
        }
    }
    void whatWasIgnoredStaysSo() {
        std::signal(SIGHUP, SIG_IGN);
        signalCaught = false;
        const SignalGuard guard;
        std::raise(SIGHUP);
        QVERIFY(!signalCaught);
    }
};

TEST_CLASS(TestSignals, QCoreApplication)

}  // namespace test_signals
#include "test_signals.moc"
