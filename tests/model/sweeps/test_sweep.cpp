// Which runs a sweep has, and its file.
#include <QTemporaryDir>
#include <QtTest>
#include <set>

#include "model/config/settings.h"
#include "model/files/files.h"
#include "model/sweeps/sweep.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

namespace test_sweep {

SweepRequest requestFor(const std::vector<const char*>& parameters,
                        const std::vector<const char*>& names = {"reverse"}) {
    SweepRequest request;
    for (const char* name : names) request.bases.emplace_back(name, presetByName(name));
    for (const char* text : parameters) request.parameters.push_back(parseParameter(text));
    return request;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    const size_t at = text.find(what);
    return at == std::string::npos ? "(not found)" : text.replace(at, what.size(), by);
}

class TestSweep : public QObject {
    Q_OBJECT
    QTemporaryDir dir_;
    [[nodiscard]] std::string at(const char* name) const {
        return dir_.filePath(QString::fromUtf8(name)).toStdString();
    }

private Q_SLOTS:
    void aGridHasEveryCombinationOfEverySeed() {
        SweepRequest request =
            requestFor({"training.learning_rate=1e-4,5e-4,1e-3", "network.num_heads=1,2,4"});
        request.seeds = 5;
        const Sweep sweep = planSweep(request);
        QCOMPARE(sweep.runs.size(), size_t{45});
        QCOMPARE(sweep.seeds, (std::vector<uint64_t>{42, 43, 44, 45, 46}));
        QCOMPARE(sweep.runs[0].name, std::string("000"));
        QCOMPARE(sweep.runs[44].name, std::string("044"));
        QCOMPARE(textOf(sweep, sweep.runs[6]),
                 std::string("training.learning_rate=0.0001 network.num_heads=2 seed=43"));
        std::set<std::string> different;
        for (const SweepRun& run : sweep.runs) {
            RunConfig config = configOf(sweep, run);
            different.insert(valueText("training.learning_rate", config) + " " +
                             valueText("network.num_heads", config) + " " + std::to_string(config.seed));
        }
        QCOMPARE(different.size(), size_t{45});
    }

    void theNetworkFollowsItsData() {
        const Sweep sweep = planSweep(requestFor({"data.num_categories=5,20"}));
        QCOMPARE(configOf(sweep, sweep.runs[1]).network.inputDim, 20);
    }

    void presetsAreVariedToo() {
        const Sweep sweep = planSweep(requestFor({"seed=1,2"}, {"reverse", "reverse-deep"}));
        QCOMPARE(sweep.runs.size(), size_t{4});
        QCOMPARE(configOf(sweep, sweep.runs[3]).preset, std::string("reverse-deep"));
        QCOMPARE(textOf(sweep, sweep.runs[3]), std::string("preset=reverse-deep seed=2"));
        QCOMPARE(sweep.parameters.front().key, std::string("preset"));
    }

    void randomCombinationsAreDrawnOnceAndAgain() {
        SweepRequest request = requestFor({"training.learning_rate=log:1e-5..1e-2",
                                           "network.num_layers=int:1..3", "training.optimiser=adam,adamw"});
        request.method = SweepMethod::Random;
        request.count = 200;
        const Sweep sweep = planSweep(request);
        QCOMPARE(sweep.runs.size(), size_t{200});
        std::set<std::vector<std::pair<std::string, std::string>>> different;
        std::set<int> layers;
        int below = 0;  // the geometric mean of the range
        for (const SweepRun& run : sweep.runs) {
            different.insert(run.settings);
            const RunConfig config = configOf(sweep, run);
            QVERIFY(config.training.learningRate >= 1e-5 && config.training.learningRate <= 1e-2);
            below += config.training.learningRate < 3.1623e-4;
            layers.insert(config.network.numLayers);
        }
        QCOMPARE(different.size(), size_t{200});
        QCOMPARE(layers, (std::set<int>{1, 2, 3}));
        QVERIFY2(below > 70 && below < 130, std::to_string(below).c_str());
        QVERIFY(planSweep(request).runs == sweep.runs);
        request.bases.front().second.seed = 7;
        QVERIFY(planSweep(request).runs != sweep.runs);
    }

    void whatIsDrawnStaysInItsRange_data() {
        QTest::addColumn<QString>("distribution");
        QTest::newRow("uniform") << "uniform";
        QTest::newRow("log") << "log";
    }
    void whatIsDrawnStaysInItsRange() {
        QFETCH(const QString, distribution);
        // Four digits are too few for this range: each number in it is rounded to one outside.
        SweepRequest request = requestFor(
            {("training.learning_rate=" + distribution + ":0.0012341..0.0012344").toUtf8().constData()});
        request.method = SweepMethod::Random;
        request.count = 1;
        for (const uint64_t seed : {1, 2, 3, 4, 5, 6, 7, 8}) {
            request.bases.front().second.seed = seed;
            const Sweep sweep = planSweep(request);
            const double rate = configOf(sweep, sweep.runs.front()).training.learningRate;
            QVERIFY2(rate >= 0.0012341 && rate <= 0.0012344, qPrintable(QString::number(rate, 'g', 9)));
        }
    }

    void aSmallSpaceIsDrawnWhole() {
        SweepRequest request = requestFor({"network.num_layers=int:1..3", "training.optimiser=adam,adamw"});
        request.method = SweepMethod::Random;
        request.count = 6;
        QCOMPARE(planSweep(request).runs.size(), size_t{6});
        request.count = 7;
        VERIFY_SAYS(thrownMessage([&] { (void)planSweep(request); }), "there are only 6 combinations");
    }

    void whatCannotBeIsSaidBefore_data() {
        const Rows<QStringList, QStringList, int, QString> row("parameters", "presets", "seeds", "says");
        const QStringList reverse{"reverse"};
        row("a combination", {"network.num_heads=1,3", "training.learning_rate=1e-3,1e-4"}, reverse, 1,
            "With network.num_heads=3 training.learning_rate=0.001: "
            "network.num_heads: 3 heads do not divide");
        row("tasks", {}, {"reverse", "text-demo"}, 1,
            "reverse is of the task sequences, text-demo of the task text");
        row("twice", {"network.num_heads=1,2", "network.num_heads=4,8"}, reverse, 1,
            "network.num_heads is varied twice");
        row("two seeds", {"seed=1,2"}, reverse, 3, "leave one of them out");
        row("a grid of a range", {"network.num_layers=int:1..3"}, reverse, 1, "--method random");
        row("a batch", {"data.train_size=10,2000"}, reverse, 1,
            "With data.train_size=10: training.batch_size: a batch of 128 is larger");
        row("tables", {"data.train_size=2000,10000000", "data.length=16,4096"}, reverse, 1,
            "GiB are the limit");
    }
    void whatCannotBeIsSaidBefore() {
        QFETCH(QStringList, parameters);
        QFETCH(QStringList, presets);
        QFETCH(int, seeds);
        QFETCH(QString, says);
        SweepRequest request;
        for (const QString& name : presets)
            request.bases.emplace_back(name.toStdString(), presetByName(name.toStdString()));
        for (const QString& text : parameters)
            request.parameters.push_back(parseParameter(text.toStdString()));
        request.seeds = seeds;
        VERIFY_SAYS(thrownMessage([&] { (void)planSweep(request); }), says);
    }

    void tooManyRunsAreNotBegun() {
        SweepRequest request = requestFor({"seed=1,2,3,4,5,6,7,8,9,10,11"});
        request.parameters.push_back({"training.warmup", {}, {}});
        for (int i = 0; i < 10'000; ++i) request.parameters.back().values.push_back(std::to_string(i));
        VERIFY_SAYS(thrownMessage([&] { (void)planSweep(request); }), "more than 100000 runs");
    }

    void countBelongsToRandom() {
        SweepRequest request = requestFor({"seed=1,2"});
        request.count = 2;
        VERIFY_SAYS(thrownMessage([&] { (void)planSweep(request); }), "--count belongs to --method random");
        request.count = 0;
        request.method = SweepMethod::Random;
        VERIFY_SAYS(thrownMessage([&] { (void)planSweep(request); }), "needs --count");
    }

    void partsShareTheRuns() {
        const Sweep sweep = planSweep(requestFor({"seed=1,2,3,4,5,6,7"}));
        std::multiset<std::string> names;
        for (int part = 0; part < 3; ++part)
            for (const SweepRun* run : partOf(sweep, part, 3)) names.insert(run->name);
        QCOMPARE(names, (std::multiset<std::string>{"000", "001", "002", "003", "004", "005", "006"}));
        QCOMPARE(partOf(sweep, 1, 3).size(), size_t{2});
        QCOMPARE(partOf(sweep, 9, 10).size(), size_t{0});
        VERIFY_SAYS(thrownMessage([&] { (void)partOf(sweep, 3, 3); }), "found 3/3");
    }

    void theFileComesBack() {
        SweepRequest request =
            requestFor({"training.learning_rate=log:1e-5..1e-2", "training.optimiser=adam,adamw",
                        "network.positional_encoding=true,false"},
                       {"reverse", "reverse-deep"});
        request.method = SweepMethod::Random;
        request.count = 20;
        request.seeds = 2;
        const Sweep sweep = planSweep(request);
        writeSweep(at("new/sweep"), sweep);
        const Sweep back = readSweep(at("new/sweep"));
        QVERIFY(back.runs == sweep.runs);
        QVERIFY(back.parameters == sweep.parameters);
        QVERIFY(back.bases == sweep.bases);
        QCOMPARE(back.seeds, sweep.seeds);
        QVERIFY(back.method == SweepMethod::Random);
        QVERIFY(QDateTime::fromString(QString::fromStdString(back.created), Qt::ISODate).isValid());
        VERIFY_SAYS(thrownMessage([&] { writeSweep(at("new/sweep"), sweep); }), "there is a sweep already");
    }

    void aBaseThatNeedsWhatIsVariedComesBack() {
        std::string both = "data.csv_path=";
        for (const char* name : {"a.csv", "b.csv"}) {
            writeFileAtomically(at(name), "1;1\n");
            both += at(name) + ",";
        }
        both.pop_back();
        SweepRequest request = requestFor({both.c_str()});
        request.bases.front().second.data.rule = LabelRule::Csv;
        const Sweep sweep = planSweep(request);
        writeSweep(at("pairs"), sweep);
        const Sweep back = readSweep(at("pairs"));
        QCOMPARE(configOf(back, back.runs[1]).data.csvPath, at("b.csv"));
    }

    void nothingIsHalfWritten() {
        const Sweep sweep = planSweep(requestFor({"seed=1,2"}));
        writeFileAtomically(at("file"), "");
        VERIFY_SAYS(thrownMessage([&] { writeSweep(at("file"), sweep); }), "found a file");
        QVERIFY(QDir(dir_.path()).mkpath("full"));
        writeFileAtomically(at("full/letter.txt"), "");
        VERIFY_SAYS(thrownMessage([&] { writeSweep(at("full"), sweep); }), "holds files");
        VERIFY_SAYS(thrownMessage([&] { writeSweep("/proc/new/sweep", sweep); }, Error::Kind::Work),
                    "/proc/new/sweep");
        VERIFY_SAYS(thrownMessage([&] { (void)readSweep(at("full")); }), "no sweep.json");
    }

    void aDamagedFileIsNamed_data() {
        const Rows<QString, QString, QString> row("what", "by", "says");
        row("version", "\"version\": 1", "\"version\": 2", "of version 2, and this program reads version 1");
        row("out of the folder", "\"run\": \"001\"", "\"run\": \"../x\"", "no name for a run's folder");
        row("the folder of logs", "\"run\": \"001\"", "\"run\": \"logs\"",
            "\"logs\" is no name for a run's folder");
        row("NUL", "\"run\": \"001\"", "\"run\": \"a\\u0000b\"", "\"a b\" is no name for a run's folder");
        row("twice", "\"run\": \"001\"", "\"run\": \"000\"", "the run 000 stands twice");
        row("key of a run", "\"config\": \"reverse\"", "\"config\": \"reverse\", \"sets\": {}",
            "run 000: expected run, config, set, found the key \"sets\"");
        row("key of a setting", "\"values\"", "\"min\": 1, \"values\"",
            "seed: expected values, found the key \"min\"");
        row("key of the sweep", "\"method\"", "\"early_terminate\": 1, \"method\"",
            "found the key \"early_terminate\"");
        row("setting twice", "\"seed\": 2", "\"seed\": 2, \"seed\": 7",
            "sweep.json: the key \"seed\" stands twice in one object");
        row("configuration", "\"config\": \"reverse\"", "\"config\": \"sort\"", "no configuration \"sort\"");
        row("method", "\"grid\"", "\"bayes\"", "expected grid or random, found \"bayes\"");
        row("cut off", "\"runs\"", "\"r", "the file is damaged");
        row("type", "\"seeds\": [", "\"seeds\": [\"x\",", "the file is damaged");
    }
    void aDamagedFileIsNamed() {
        QFETCH(QString, what);
        QFETCH(QString, by);
        QFETCH(QString, says);
        const std::string folder = at(QTest::currentDataTag());
        writeSweep(folder, planSweep(requestFor({"seed=1,2"})));
        const std::string file = folder + "/sweep.json";
        writeFileAtomically(file, replaced(readFile(file), what.toStdString(), by.toStdString()));
        VERIFY_SAYS(thrownMessage([&] { (void)readSweep(folder); }), says);
    }

    void spaceOnDiskIsOfTheRightOrder() {
        RunConfig config = presetByName("reverse");
        const int64_t all = diskBytes(config);
        QVERIFY2(all > 2'000'000 && all < 6'000'000, std::to_string(all).c_str());  // 3.5 MB were measured
        config.training.snapshotMegabytes = 0;
        QVERIFY(diskBytes(config) < all / 2);
        QVERIFY(freeDisk(at("not/there/yet")).value() > 0);
    }
};

TEST_CLASS(TestSweep, QCoreApplication)

}  // namespace test_sweep
#include "test_sweep.moc"
