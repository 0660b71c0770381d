// One process a run folder: who holds it is said, and who is dead holds nothing.
#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/process.h"
#include "model/run/run_folder.h"
#include "model/run/run_lock.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

namespace test_run_lock {

namespace fs = std::filesystem;

/// A process that runs work(), says so and waits to be killed.
class Child {
public:
    template <class Work>
    explicit Child(const Work& work) {
        int pipe[2];
        if (::pipe(pipe) != 0) return;
        process_ = ::fork();
        if (process_ == 0) {
            try {
                work();
                (void)!::write(pipe[1], "x", 1);
                while (true) ::pause();
            } catch (...) {
            }
            ::_exit(1);
        }
        ::close(pipe[1]);
        char byte = 0;
        works_ = ::read(pipe[0], &byte, 1) == 1;
        ::close(pipe[0]);
    }
    ~Child() { kill(); }
    void kill() {
        if (process_ <= 0) return;
        ::kill(process_, SIGKILL);
        ::waitpid(process_, nullptr, 0);
        process_ = 0;
    }
    [[nodiscard]] bool works() const { return works_; }
    [[nodiscard]] int64_t process() const { return process_; }

private:
    pid_t process_ = 0;
    bool works_ = false;
};

int64_t deadProcess() {
    Child child([] {});
    const int64_t process = child.process();
    child.kill();
    return process;
}

class TestRunLock : public QObject {
    Q_OBJECT
    QTemporaryDir dir_;
    [[nodiscard]] std::string at(const char* name) const { return dir_.filePath(name).toStdString(); }
    [[nodiscard]] QString refusal(const char* folder) const {
        return thrownMessage([&] { RunLock(at(folder)); });
    }

private Q_SLOTS:
    void isFreeAgainAfterwards() {
        {
            const RunLock lock(at("again"));
            QVERIFY(isLocked(at("again")));
            VERIFY_SAYS(refusal("again"), "this program works on this run already");
            QVERIFY(isLocked(at("again")));
        }
        QVERIFY(!isLocked(at("again")));
        QVERIFY(fs::is_empty(at("again")));
        const RunLock lock(at("again"));
    }

    void aLinkIsNoLock_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("the lock") << QByteArray("lock");
        QTest::newRow("the snapshots") << QByteArray("snapshots");
    }
    void aLinkIsNoLock() {
        QFETCH(QByteArray, name);
        const fs::path run = at("linked-" + name), other = at("other-" + name);
        fs::create_directory(run);
        fs::create_directory(other);
        // Those of a process that is gone would be cleared away, and a lock without a holder taken over.
        const std::string dead = (other / partPath("x")).string();
        const std::string part = dead.substr(0, dead.rfind('-') + 1) + std::to_string(deadProcess());
        writeFileAtomically(part, "mine");
        fs::create_symlink(name == "lock" ? fs::path(part) : other, run / name.toStdString());
        QVERIFY(!isLocked(run.string()));
        VERIFY_SAYS(thrownMessage([&] { RunLock(run.string()); }), name + ": expected no link");
        QCOMPARE(readFile(part), std::string("mine"));
    }

    void theHolderIsNamedUntilItIsDead() {
        std::optional<RunLock> held;
        Child child([&] { held.emplace(at("child")); });
        QVERIFY(child.works());
        VERIFY_SAYS(refusal("child"),
                    QString("process %1 of this computer works on this run").arg(child.process()));
        child.kill();
        QVERIFY(fs::exists(at("child/lock")) && !isLocked(at("child")));
        const RunLock lock(at("child"));
        const auto json = nlohmann::json::parse(readFile(at("child/lock")));
        QVERIFY(json["process"] == ::getpid() && json["boot"] == thisProcess().boot);
        VERIFY_SAYS(refusal("child"), "this program");
    }

    void onlyTheOwnLockIsRemoved() {
        const std::string path = at("replaced/lock");
        {
            const RunLock lock(at("replaced"));
            fs::remove(path);
            writeFileAtomically(path, "another's");  // by a process that took the folder meanwhile
        }
        QCOMPARE(readFile(path), std::string("another's"));
        // Nor where the folder was moved, and another one has its old name.
        {
            const RunLock lock(at("moved"));
            fs::rename(at("moved"), at("elsewhere"));
            fs::create_directory(at("moved"));
            writeFileAtomically(at("moved/lock"), "another's");
        }
        QCOMPARE(readFile(at("moved/lock")), std::string("another's"));
        QVERIFY(!fs::exists(at("elsewhere/lock")));
    }

    void locksOfTheDead_data() {
        const Rows<QString, QString, QString> row("host", "boot", "refused");
        const QString here = QString::fromStdString(thisProcess().host),
                      boot = QString::fromStdString(thisProcess().boot);
        row("of this start", here, boot, {});
        row("of another start", here, "another", {});
        row("of another computer", "elsewhere", boot, "of the computer elsewhere works on");
    }
    void locksOfTheDead() {
        QFETCH(QString, host);
        QFETCH(QString, boot);
        QFETCH(QString, refused);
        fs::remove_all(at("dead"));
        fs::create_directories(at("dead"));
        // This process itself runs: only who holds the lock counts.
        const std::string left = nlohmann::json{
            {"host", host.toStdString()},
            {"process", ::getpid()},
            {"boot", boot.toStdString()},
            {"since", "then"}}.dump();
        writeFileAtomically(at("dead/lock"), left);
        QCOMPARE(isLocked(at("dead")), !refused.isEmpty());
        if (refused.isEmpty()) {
            const RunLock lock(at("dead"));
            QVERIFY(readFile(at("dead/lock")) != left);
        } else {
            VERIFY_SAYS(refusal("dead"), refused);
            VERIFY_SAYS(refusal("dead"), QString::fromStdString("delete " + at("dead/lock")));
            QCOMPARE(readFile(at("dead/lock")), left);
        }
    }

    void aHalfWrittenLockHoldsNothing() {
        for (const char* half : {"", "{\"host\": \"x"}) {
            fs::create_directories(at("half"));
            writeFileAtomically(at("half/lock"), half);
            const RunLock lock(at("half"));
            QVERIFY(isLocked(at("half")));
        }
    }

    /// In a folder of others a link of this name may lead to a file of one's own.
    void aMovedFolderIsFreeAgainAfterwards() {
        {
            const RunLock lock(at("here"));
            std::filesystem::rename(at("here"), at("there"));
            QVERIFY(isLocked(at("there")));
        }
        QVERIFY(!QFile::exists(dir_.filePath("there/lock")));
    }

    void oneOfManyTakesIt() {
        for (int round = 0; round < 500; ++round) {
            fs::create_directories(at("many"));
            if (round % 2) writeFileAtomically(at("many/lock"), "");  // of somebody dead
            std::atomic<int> taken = 0, refused = 0;
            std::vector<std::thread> threads;
            for (int i = 0; i < 4; ++i)
                threads.emplace_back([&] {
                    try {
                        const RunLock lock(at("many"));
                        ++taken;
                        while (taken + refused < 4) std::this_thread::yield();
                    } catch (const Error&) {
                        ++refused;
                    }
                });
            for (std::thread& thread : threads) thread.join();
            QCOMPARE(taken.load(), 1);
        }
    }

    void whatTheDeadLeftIsCleared() {
        const std::string own = partPath("x").substr(1), end = std::to_string(::getpid());
        const std::string host = own.substr(0, own.size() - end.size()),
                          dead = host + std::to_string(deadProcess());
        fs::create_directories(at("parts/snapshots"));
        fs::create_directories(at("parts/cifar" + dead));
        const auto make = [&](const std::string& name) { writeFileAtomically(at("parts/") + name, "x"); };
        make("last.safetensors" + own);
        make("other.part-00000000-" + end);
        make("notes.part-of-mine");
        make("run.json" + dead);
        make("snapshots/a" + dead);
        const RunLock lock(at("parts"));
        const auto there = [&](const std::string& name) { return fs::exists(at("parts/") + name); };
        QVERIFY(!there("run.json" + dead) && !there("snapshots/a" + dead) && !there("cifar" + dead));
        QVERIFY(there("last.safetensors" + own) && there("other.part-00000000-" + end) &&
                there("notes.part-of-mine"));
        QVERIFY(isPartName("a" + dead) && isPartName("a.part-12") && !isPartName("notes.part-of-mine"));
    }

    void aKilledBeginningIsNoRun() {
        fs::create_directories(at("begun"));
        writeFileAtomically(at("begun/last.safetensors"), "x");
        writeFileAtomically(at("begun/run.json.part-12"), "x");
        // A person may have put it there.
        VERIFY_SAYS(thrownMessage([&] { RunFolder::requirePlace(at("begun")); }), "not empty");
        for (const char* lock :
             {"begun/lock.part-12", "begun/lock"}) {  // killed before it had its name, or after
            writeFileAtomically(at(lock), "{}");
            RunFolder::requirePlace(at("begun"));
            fs::remove(at(lock));
        }
        writeFileAtomically(at("begun/lock"), "{}");
        writeFileAtomically(at("begun/notes.txt"), "x");
        VERIFY_SAYS(thrownMessage([&] { RunFolder::requirePlace(at("begun")); }), "not empty");
    }

private:
    [[nodiscard]] std::string at(const std::string& name) const { return at(name.c_str()); }
};

TEST_CLASS(TestRunLock, QCoreApplication)

}  // namespace test_run_lock
#include "test_run_lock.moc"
