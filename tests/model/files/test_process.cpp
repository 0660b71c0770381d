// Work that may crash, in a process of its own.
#include <QtTest>
#include <csignal>
#include <thread>

#include "model/files/process.h"
#include "runner.h"

using namespace attx;

namespace test_process {

using std::chrono::milliseconds;

class TestProcess : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatItReturnsComesWhole() {
        const std::string large(300'000, 'x');  // more than a pipe holds
        QCOMPARE(inOwnProcess([&] { return large + "y"; }, milliseconds(60'000)), large + "y");
        QCOMPARE(inOwnProcess([] { return std::string(); }, milliseconds(60'000)), std::string());
    }

    void theProcessThatAskedStaysAsItWas() {
        int changed = 1;
        QVERIFY(inOwnProcess([&] { return std::to_string(++changed); }, milliseconds(60'000)) == "2");
        QCOMPARE(changed, 1);
    }

    void crashesThrowsAndDelaysAreNothing() {
        const auto crash = []() -> std::string {
            std::raise(SIGSEGV);
            return "not reached";
        };
        QVERIFY(!inOwnProcess(crash, milliseconds(60'000)));
        QVERIFY(!inOwnProcess([]() -> std::string { throw std::bad_alloc(); }, milliseconds(60'000)));
        const auto wait = [] {
            std::this_thread::sleep_for(milliseconds(60'000));
            return std::string("late");
        };
        QElapsedTimer timer;
        timer.start();
        QVERIFY(!inOwnProcess(wait, milliseconds(100)));
        QVERIFY(timer.elapsed() < 30'000);
    }
};

TEST_CLASS(TestProcess, NoApplication)

}  // namespace test_process
#include "test_process.moc"
