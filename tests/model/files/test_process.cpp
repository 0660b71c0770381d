// Work that may crash, in a process of its own.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QtTest>
#include <csignal>
#include <limits>
#include <thread>

#include "model/files/process.h"
#include "runner.h"

using namespace attx;

namespace test_process {

using std::chrono::milliseconds;

class TestProcess : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aProcessOfAnotherStartDoesNotRun() {
        ProcessIdentity own = thisProcess();
        QVERIFY(mayRunHere(own));
        own.boot = "another";
        QVERIFY(!mayRunHere(own));
        own = thisProcess();
        own.process = std::numeric_limits<int32_t>::max();  // more than a system gives
        QVERIFY(!mayRunHere(own));
    }

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
            std::this_thread::sleep_for(std::chrono::hours(1));  // longer than the test may take
            return std::string("late");
        };
        QVERIFY(!inOwnProcess(wait, milliseconds(100)));
    }

    /// As where the window is killed while a damaged file is read: who starts it again finds the run's lock
    /// free.
    void nothingOutlivesAKilledProgram() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("lock").toStdString();
        const pid_t program = ::fork();
        if (program == 0) {
            const int held = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
            if (::flock(held, LOCK_EX | LOCK_NB) != 0) ::_exit(1);
            const auto work = [&] {
                const int begun = ::open((path + ".begun").c_str(), O_RDWR | O_CREAT, 0666);
                ::close(begun);
                std::this_thread::sleep_for(milliseconds(60'000));
                return std::string();
            };
            (void)inOwnProcess(work, milliseconds(60'000));
            ::_exit(0);
        }
        QTRY_VERIFY(QFile::exists(folder.filePath("lock.begun")));
        ::kill(program, SIGKILL);
        ::waitpid(program, nullptr, 0);
        const int mine = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
        QTRY_COMPARE(::flock(mine, LOCK_EX | LOCK_NB), 0);
        ::close(mine);
    }

    /// What the process has open stays its own.
    void openFilesAreNotHandedOn() {
        const int mine = ::open("/dev/null", O_RDONLY);
        const auto isOpen = [&] { return std::to_string(::fcntl(mine, F_GETFD) >= 0); };
        QCOMPARE(inOwnProcess(isOpen, milliseconds(60'000)), std::string("0"));
        QVERIFY(::fcntl(mine, F_GETFD) >= 0);
        ::close(mine);
    }
};

TEST_CLASS(TestProcess, NoApplication)

}  // namespace test_process
#include "test_process.moc"
