// What a run keeps to look back at: evenly spread, within its budget, whole after every failure.
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "model/files/error.h"
#include "model/files/files.h"
#include "model/network/program.h"
#include "model/run/checkpoint.h"
#include "model/run/snapshots.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;

namespace test_snapshots {

constexpr uint64_t plenty = uint64_t{1} << 40;

RunConfig tinyRun() {
    RunConfig c = with(RunConfig(),
                       "data.num_categories=4 data.length=5 network.model_dim=8 network.num_heads=2 "
                       "network.dim_feedforward=12");
    tieNetworkToData(c);
    return c;
}

class TestSnapshots : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> dir_;
    const RunConfig config_ = tinyRun();
    const Program program_ = buildProgram(config_.network, config_.data.length);

    [[nodiscard]] std::string run() const { return dir_->path().toStdString(); }
    /// Those of a moment: no two alike.
    [[nodiscard]] std::vector<float> parameters(int64_t step) const {
        return initialParameters(program_, static_cast<uint64_t>(step) + 1);
    }
    void add(SnapshotWriter& writer, int64_t step) const {
        writer.add(config_, parameters(step), step, static_cast<int>((step + 9) / 10));
    }
    static std::vector<int64_t> stepsOf(const std::vector<Snapshot>& snapshots) {
        std::vector<int64_t> steps;
        for (const Snapshot& snapshot : snapshots) steps.push_back(snapshot.step);
        return steps;
    }

private Q_SLOTS:
    void init() { dir_ = std::make_unique<QTemporaryDir>(); }

    void ofALinkTheLinkIsRemoved() {
        namespace fs = std::filesystem;
        const QTemporaryDir other;
        SnapshotWriter writer(other.path().toStdString(), 0, plenty);
        add(writer, 5);
        QVERIFY(writer.write());
        fs::create_symlink(other.path().toStdString() + "/snapshots", run() + "/snapshots");
        QCOMPARE(listSnapshots(run()).size(), size_t{1});  // they may be looked at
        removeSnapshots(run());
        QVERIFY(!fs::is_symlink(run() + "/snapshots"));
        QCOMPARE(listSnapshots(other.path().toStdString()).size(), size_t{1});
    }

    void comesBack() {
        SnapshotWriter writer(run(), 0, plenty);
        for (const int64_t step : {0, 10, 20, 25}) add(writer, step);
        QVERIFY(listSnapshots(run()).empty());
        QVERIFY(writer.write());
        QVERIFY(!writer.write());
        const std::vector<Snapshot> found = listSnapshots(run());
        QCOMPARE(stepsOf(found), (std::vector<int64_t>{0, 10, 20, 25}));
        QVERIFY(found == writer.stored());
        QCOMPARE(found[0].epoch, 0);
        QCOMPARE(found[3].epoch, 3);
        for (const Snapshot& snapshot : found) {
            QCOMPARE(snapshot.bytes, std::filesystem::file_size(snapshotPath(run(), snapshot)));
            const Checkpoint checkpoint = openCheckpoint(snapshotPath(run(), snapshot));
            QCOMPARE(checkpoint.parameters, parameters(snapshot.step));
            QVERIFY(checkpoint.config.network == config_.network);
        }
        QVERIFY(listSnapshots(run() + "/none").empty());
    }

    void aMomentIsKeptOnce() {
        SnapshotWriter writer(run(), 0, plenty);
        for (const int64_t step : {0, 10, 10}) add(writer, step);
        writer.write();
        QCOMPARE(stepsOf(listSnapshots(run())), (std::vector<int64_t>{0, 10}));
    }

    void mostCrowdedIsNeitherFirstNorLast() {
        QCOMPARE(mostCrowded(std::vector<int64_t>{0, 1, 2}), size_t{1});
        QCOMPARE(mostCrowded(std::vector<int64_t>{0, 10, 20, 30}), size_t{1});
        QCOMPARE(mostCrowded(std::vector<int64_t>{0, 20, 30, 40}), size_t{2});
        QCOMPARE(mostCrowded(std::vector<int64_t>{0, 20, 40, 60, 61}), size_t{3});
    }

    void thinsOutEvenly() {
        constexpr size_t most = 16;
        constexpr int64_t last = 1000;
        SnapshotWriter writer(run(), 0, plenty, most);
        for (int64_t step = 0; step <= last; ++step) {
            add(writer, step);
            if (step % 7 == 0) writer.write();
        }
        writer.write();
        const std::vector<int64_t> steps = stepsOf(listSnapshots(run()));
        QCOMPARE(steps.size(), most);
        QCOMPARE(steps.front(), int64_t{0});
        QCOMPARE(steps.back(), last);
        for (size_t i = 1; i < steps.size(); ++i) {
            const int64_t gap = steps[i] - steps[i - 1];
            QVERIFY2(gap <= 2 * last / static_cast<int64_t>(most - 1),
                     qPrintable(QStringLiteral("%1 to %2").arg(steps[i - 1]).arg(steps[i])));
        }
    }

    void staysWithinItsBudget() {
        const uint64_t one = serialise(toSafeTensors(config_, parameters(0))).size();
        SnapshotWriter writer(run(), 0, 5 * one + one / 2);
        for (int64_t step = 0; step <= 100; step += 10) {
            add(writer, step);
            writer.write();
            uint64_t bytes = 0;
            for (const Snapshot& snapshot : listSnapshots(run())) bytes += snapshot.bytes;
            QVERIFY(bytes <= 5 * one + one / 2);
        }
        const std::vector<int64_t> steps = stepsOf(listSnapshots(run()));
        QCOMPARE(steps.size(), size_t{5});
        QCOMPARE(steps.front(), int64_t{0});
        QCOMPARE(steps.back(), int64_t{100});
    }

    void firstAndLastStayWhateverTheBudget() {
        SnapshotWriter writer(run(), 0, 1);
        for (int64_t step = 0; step <= 30; step += 10) add(writer, step);
        writer.write();
        QCOMPARE(stepsOf(listSnapshots(run())), (std::vector<int64_t>{0, 30}));
        SnapshotWriter none(run() + "/other", 0, 0);
        add(none, 0);
        QVERIFY(!none.write());
        QVERIFY(!std::filesystem::exists(run() + "/other"));
    }

    void goesOnFromWhatTheFolderHolds() {
        {
            SnapshotWriter writer(run(), 0, plenty);
            for (const int64_t step : {0, 10, 20, 30}) add(writer, step);
            writer.write();
        }
        SnapshotWriter writer(run(), 15, plenty);
        add(writer, 15);
        writer.write();
        QCOMPARE(stepsOf(listSnapshots(run())), (std::vector<int64_t>{0, 10, 15}));
    }

    void aStaleMomentIsWrittenAnew() {
        {
            SnapshotWriter writer(run(), 0, plenty);
            for (const int64_t step : {0, 10, 20, 30}) add(writer, step);
            writer.write();
        }
        // Step 20 again, with other parameters in a file of another size.
        SnapshotWriter writer(run(), 10, plenty);
        RunConfig other = config_;
        other.preset = "another, with a longer name";
        writer.add(other, parameters(21), 20, 2);
        QVERIFY(writer.write());
        QCOMPARE(stepsOf(listSnapshots(run())), (std::vector<int64_t>{0, 10, 20}));
        QCOMPARE(openCheckpoint(snapshotPath(run(), writer.stored()[2])).parameters, parameters(21));
        // And in one of the same size: nothing but the parameters tells them apart.
        SnapshotWriter again(run(), 10, plenty);
        again.add(other, parameters(22), 20, 2);
        QVERIFY(again.write());
        QCOMPARE(openCheckpoint(snapshotPath(run(), again.stored()[2])).parameters, parameters(22));
    }

    void otherFilesAreLeftAlone() {
        SnapshotWriter writer(run(), 0, plenty);
        add(writer, 0);
        writer.write();
        const std::string folder = run() + "/snapshots/";
        for (const char* name : {"notes.txt", "epoch-0001-step-00000010.safetensors.part-77",
                                 "epoch-1-step-10.safetensors", "epoch-0001-step-00000010.png"})
            writeFileAtomically(folder + name, "x");
        QCOMPARE(stepsOf(listSnapshots(run())), (std::vector<int64_t>{0}));
        removeSnapshots(run());
        QVERIFY(std::filesystem::exists(folder + "notes.txt"));
        QVERIFY(std::filesystem::exists(folder + "epoch-1-step-10.safetensors"));
        QVERIFY(!std::filesystem::exists(folder + "epoch-0001-step-00000010.safetensors.part-77"));
        QVERIFY(listSnapshots(run()).empty());
    }

    void aFailureIsSaidAndTriedAgain() {
        writeFileAtomically(run() + "/snapshots", "a file where the folder should be");
        SnapshotWriter writer(run(), 0, plenty);
        add(writer, 0);
        VERIFY_SAYS(thrownMessage([&] { writer.write(); }, Error::Kind::Work), QStringLiteral("/snapshots"));
        std::filesystem::remove(run() + "/snapshots");
        add(writer, 10);
        writer.write();
        QCOMPARE(stepsOf(listSnapshots(run())), (std::vector<int64_t>{0, 10}));
    }
};

TEST_CLASS(TestSnapshots, QCoreApplication)

}  // namespace test_snapshots
#include "test_snapshots.moc"
