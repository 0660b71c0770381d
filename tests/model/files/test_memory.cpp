// What the system says of memory, from files of our own.
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/memory.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

class TestMemory : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> dir_;
    [[nodiscard]] std::string at(const std::string& name) const {
        return dir_->path().toStdString() + "/" + name;
    }
    void put(const std::string& name, const std::string& content) const {
        std::filesystem::create_directories(std::filesystem::path(at(name)).parent_path());
        writeFileAtomically(at(name), content);
    }
    [[nodiscard]] MemorySources sources() const {
        return {.meminfo = at("meminfo"),
                .cgroupOfProcess = at("cgroup"),
                .cgroups = at("groups"),
                .status = at("status")};
    }
    void putMeminfo() const {
        put("meminfo", "MemTotal:       8000 kB\nMemFree:          10 kB\nMemAvailable:   4000 kB\n");
    }

private Q_SLOTS:
    void init() { dir_ = std::make_unique<QTemporaryDir>(); }

    void theSystemAlone() {
        QVERIFY(!availableMemory(sources()));
        putMeminfo();
        QCOMPARE(availableMemory(sources()), 4000 * 1024);
        put("cgroup", "0::/\n4:cpu:/x\nnonsense\n");
        QCOMPARE(availableMemory(sources()), 4000 * 1024);
    }

    void limits_data() {
        // The files are name, content, name, content …
        const Rows<QString, QStringList, qint64> row("cgroup", "files", "available");
        const QString v2 = QStringLiteral("0::/user/app\n"),
                      v1 = QStringLiteral("9:cpuacct,memory:/box\n0::/\n");
        row("version 2", v2, {"user/app/memory.max", "1000000\n", "user/app/memory.current", "700000\n"},
            300000);
        row("cached files can go", v2,
            {"user/app/memory.max", "1000000", "user/app/memory.current", "700000", "user/app/memory.stat",
             "anon 9\ninactive_file 150000\nactive_file 50000\n"},
            500000);
        row("so can what the kernel keeps of names", v2,
            {"user/app/memory.max", "1000000", "user/app/memory.current", "700000", "user/app/memory.stat",
             "inactive_file 150000\nslab_reclaimable 60000\n"},
            510000);
        row("a group around it", v2,
            {"user/app/memory.max", "max", "user/app/memory.current", "700000", "user/memory.max", "900000",
             "user/memory.current", "800000"},
            100000);
        row("a container's own root", v2, {"memory.max", "2000000", "memory.current", "500000"}, 1500000);
        row("no limit", v2, {"user/app/memory.max", "max", "user/app/memory.current", "1"}, 4000 * 1024);
        row("above its limit", v2, {"user/app/memory.max", "5", "user/app/memory.current", "7"}, 0);
        row("version 1", v1,
            {"memory/box/memory.limit_in_bytes", "1000000", "memory/box/memory.usage_in_bytes", "600000",
             "memory/box/memory.stat", "total_inactive_file 1000\n"},
            401000);
        row("version 1, no limit", v1,
            {"memory/box/memory.limit_in_bytes", "9223372036854771712", "memory/box/memory.usage_in_bytes",
             "600000"},
            4000 * 1024);
        row("version 1, beyond what fits", v1,
            {"memory/box/memory.limit_in_bytes", "18446744073709551615", "memory/box/memory.usage_in_bytes",
             "600000"},
            4000 * 1024);
    }
    void limits() {
        QFETCH(QString, cgroup);
        QFETCH(QStringList, files);
        putMeminfo();
        put("cgroup", cgroup.toStdString());
        for (qsizetype i = 0; i < files.size(); i += 2)
            put("groups/" + files[i].toStdString(), files[i + 1].toStdString());
        const std::optional<int64_t> available = availableMemory(sources());
        QVERIFY(available.has_value());
        QTEST(static_cast<qint64>(*available), "available");
    }

    // What is short for a moment is waited for: whoever starts ten runs at once is not refused for a peak.
    void aPeakOfOthersPasses() {
        put("meminfo", "MemTotal: 8000 kB\nMemAvailable: 10 kB\n");
        MemorySources waiting = sources();
        std::chrono::milliseconds waited{0};
        waiting.sleep = [&](std::chrono::milliseconds time) {
            waited += time;
            if (waited.count() == 300) putMeminfo();
        };
        QCOMPARE(availableMemoryFor(3000 * 1024, waiting), 4000 * 1024);
        QCOMPARE(waited.count(), 300);
        QCOMPARE(availableMemoryFor(9000 * 1024, waiting), 4000 * 1024);
        QCOMPARE(waited.count(), 300);  // More than the machine has is not waited for
        QCOMPARE(availableMemoryFor(5000 * 1024, waiting), 4000 * 1024);
        QCOMPARE(waited.count(), 300 + 2000);
    }

    void theReadingsAreSaid() {
        QCOMPARE(memoryReadings(sources()), std::string());
        putMeminfo();
        QCOMPARE(memoryReadings(sources()), std::string("MemAvailable 4 MB of 8 MB"));
        put("cgroup", "0::/user\n");
        put("groups/user/memory.max", "3000000");
        put("groups/user/memory.current", "1000000");
        QCOMPARE(memoryReadings(sources()),
                 std::string("MemAvailable 4 MB of 8 MB, control groups leave 2 MB"));
        put("groups/user/memory.max", "9223372036854771712");  // no limit, as version 1 writes it
        QCOMPARE(memoryReadings(sources()), std::string("MemAvailable 4 MB of 8 MB"));
    }

    void whatThisProcessHolds() {
        QCOMPARE(residentMemory(sources()).now, 0);
        put("status", "Name:\tx\nVmPeak:\t 99 kB\nVmHWM:\t    30 kB\nVmRSS:\t    20 kB\n");
        QCOMPARE(residentMemory(sources()).now, 20 * 1024);
        QCOMPARE(residentMemory(sources()).peak, 30 * 1024);
        const ResidentMemory real = residentMemory();
        if (real.now == 0) QSKIP("This system does not say what a process holds.");
        QVERIFY(real.peak >= real.now);
    }

    void whatIsThereIsGiven() {
        requireMemory(1, "A byte", "");
        if (!availableMemory()) QSKIP("This system does not say what memory it has.");
        VERIFY_SAYS(thrownMessage([] { requireMemory(int64_t{1} << 60, "A sea", "Take a lake."); },
                                  Error::Kind::Input),
                    "A sea needs 1152921504.6 GB of memory, and ");
        VERIFY_SAYS(thrownMessage([] { requireMemory(int64_t{1} << 60, "A sea", "Take a lake."); },
                                  Error::Kind::Input),
                    "B are available. Take a lake.");
    }

    void textOfBytes() {
        QCOMPARE(memoryText(999'400'000), std::string("999 MB"));
        QCOMPARE(memoryText(999'600'000), std::string("1.0 GB"));
        QCOMPARE(memoryText(3'140'000'000), std::string("3.1 GB"));
    }
};

TEST_CLASS(TestMemory, NoApplication)
#include "test_memory.moc"
