// Checkpoints and run folders: what is written comes back, and wrong files are refused by name.
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "model/files/error.h"
#include "model/files/files.h"
#include "model/inspect/inspector.h"
#include "model/native/native_session.h"
#include "model/run/checkpoint.h"
#include "model/run/metrics_file.h"
#include "model/run/records.h"
#include "model/run/run_folder.h"
#include "model/run/trainer.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;

namespace test_run_folder {

RunConfig tinyRun() {
    RunConfig c = with(RunConfig(),
                       "data.num_categories=4 data.length=5 data.train_size=64 data.validation_size=20 "
                       "data.test_size=20 training.batch_size=16 training.epochs=2 network.model_dim=8 "
                       "network.num_heads=2 network.dim_feedforward=12 threads=1");
    c.preset = "tiny";
    tieNetworkToData(c);
    return c;
}

class TestRunFolder : public QObject {
    Q_OBJECT
    QTemporaryDir dir_;
    [[nodiscard]] std::string at(const char* name) const {
        return dir_.filePath(QString::fromUtf8(name)).toStdString();
    }

private Q_SLOTS:
    void whatASessionWritesIsNoLink_data() {
        const Rows<QByteArray, bool> row("name", "isFolder");
        for (const char* name : runFiles) row(name, name, false);
        row("snapshots", "snapshots", true);
        row("a snapshot", "snapshots/epoch-0001-step-00000005.safetensors", false);
    }
    void whatASessionWritesIsNoLink() {
        QFETCH(QByteArray, name);
        QFETCH(bool, isFolder);
        namespace fs = std::filesystem;
        const QTemporaryDir place;
        const fs::path run = place.filePath("run").toStdString(),
                       target = place.filePath("other").toStdString();
        const fs::path link = run / name.toStdString();
        fs::create_directories(link.parent_path());
        for (const bool leadsSomewhere : {false, true}) {
            if (leadsSomewhere && isFolder) fs::create_directory(target);
            if (leadsSomewhere && !isFolder) writeFileAtomically(target.string(), "mine");
            fs::remove(link);
            fs::create_symlink(target, link);
            for (const auto& work : std::vector<std::function<void()>>{
                     [&] { RunFolder::requirePlace(run.string(), true); },
                     [&] { (void)RunFolder::create(run.string(), tinyRun(), "native", true); }})
                VERIFY_SAYS(thrownMessage(work), QString::fromStdString(link.string()) +
                                                     ": expected no link, found one to " +
                                                     QString::fromStdString(target.string()));
        }
        // What was not run yet may hold what a killed session left, and that neither.
        if (name != "last.safetensors") return;
        writeFileAtomically((run / "lock").string(), "");
        VERIFY_SAYS(thrownMessage([&] { RunFolder::requirePlace(run.string()); }), "expected no link");
    }
    void namesOfARunsFiles() {
        for (const char* name : {"run.json", "metrics.csv", "model.safetensors", "last.safetensors",
                                 "snapshots/epoch-0001-step-00000005.safetensors"})
            QVERIFY2(isRunFile(name), name);
        for (const char* name :
             {"", ".", "..", "run.json/", "./run.json", "../run.json", "/run.json", "lock", "snapshots",
              "snapshots/", "snapshots/x.safetensors", "run.json\n",
              "snapshots/../snapshots/epoch-0001-step-00000005.safetensors",
              "snapshots/../epoch-0001-step-00000005.safetensors",
              "/snapshots/epoch-0001-step-00000005.safetensors", "epoch-0001-step-00000005.safetensors"})
            QVERIFY2(!isRunFile(name), name);
    }

    void checkpointComesBack() {
        const RunConfig config = tinyRun();
        const std::vector<float> parameters = initialParameters(buildProgram(config.network, 5), 9);
        const SafeTensors file = parseSafeTensors(serialise(toSafeTensors(config, parameters)), "test");
        QCOMPARE(file.at("transformer.layers.0.self_attn.qkv_proj.weight").shape,
                 (std::vector<int64_t>{24, 8}));
        QCOMPARE(networkConfigFromJson(file.metadata.at("config"), "test"), config.network);
        const Checkpoint back = checkpointFrom(parseSafeTensors(serialise(file), "test"), "test");
        QCOMPARE(back.parameters, parameters);
        QCOMPARE(back.config, config);
    }

    void wrongCheckpointsAreNamed() {
        const RunConfig config = tinyRun();
        const SafeTensors good = parseSafeTensors(
            serialise(toSafeTensors(config, initialParameters(buildProgram(config.network, 5), 9))), "test");
        SafeTensors file = good;
        file.tensors.erase("output_net.4.bias");
        VERIFY_SAYS(thrownMessage([&] { (void)checkpointFrom(file, "x"); }),
                    QStringLiteral("missing: output_net.4.bias [4]"));
        file = good;
        file.put("extra", {1}, std::vector<float>{1});
        VERIFY_SAYS(thrownMessage([&] { (void)checkpointFrom(file, "x"); }),
                    QStringLiteral("unexpected tensor extra [1]"));
        file = good;
        file.put("output_net.4.bias", {5}, std::vector<float>(5));
        VERIFY_SAYS(thrownMessage([&] { (void)checkpointFrom(file, "x"); }),
                    QStringLiteral("output_net.4.bias is [5], expected [4]"));
        file = good;
        file.metadata.clear();
        VERIFY_SAYS(thrownMessage([&] { (void)checkpointFrom(file, "x"); }), QStringLiteral("config"));
        file = good;
        file.metadata.erase("run");
        QCOMPARE(checkpointFrom(file, "x").config.network, config.network);
        file.metadata["config"] = "{\"model_dim\": 9, \"num_heads\": 2}";
        VERIFY_SAYS(thrownMessage([&] { (void)checkpointFrom(file, "x"); }), QStringLiteral("num_heads"));
        VERIFY_SAYS(thrownMessage([&] { (void)openCheckpoint(dir_.path().toStdString()); }),
                    QStringLiteral("run folder"));
        VERIFY_SAYS(thrownMessage([&] { (void)openCheckpoint(at("missing.safetensors")); }),
                    QStringLiteral("missing.safetensors"));
    }

    void aNetworkWithoutItsTensorsTakesNoMemory() {
        SafeTensors file;  // 170 GB of parameters, none of which is there
        file.metadata["config"] = R"({"model_dim": 4096, "dim_feedforward": 65536, "num_layers": 64})";
        VERIFY_SAYS(thrownMessage([&] { (void)checkpointFrom(file, "x"); }),
                    QStringLiteral("missing: input_net.1.weight [4096, 10]"));
    }

    void aPresetsNameLeadsNowhere() {
        const auto nameOf = [&](const char* preset) {
            const std::filesystem::path path = newRunPath(at("runs"), preset);
            return path.parent_path() == at("runs") ? path.filename().string().substr(19) : path.string();
        };
        QCOMPARE(nameOf("reverse-deep_2"), std::string("-reverse-deep_2"));
        QCOMPARE(nameOf("x/../../../evil/y"), std::string("-xevily"));
        QCOMPARE(nameOf("../\n"), std::string("-run"));
        QCOMPARE(nameOf(""), std::string("-run"));
    }

    void aTakenNameIsNobodyElses() {
        std::set<std::string> taken;
        std::mutex mutex;
        std::vector<std::thread> threads;
        for (int i = 0; i < 8; ++i)
            threads.emplace_back([&] {
                for (int n = 0; n < 5; ++n) {
                    const std::string path = takeRunPath(at("names"), "reverse");
                    const std::lock_guard lock(mutex);
                    taken.insert(path);
                }
            });
        for (std::thread& thread : threads) thread.join();
        QCOMPARE(taken.size(), size_t{40});
        for (const std::string& path : taken) QVERIFY(std::filesystem::is_directory(path));
        std::ofstream(at("file")) << "x";
        VERIFY_SAYS(thrownMessage([&] { (void)takeRunPath(at("file"), "reverse"); }, Error::Kind::Work),
                    QStringLiteral("cannot be made"));
    }

    void aResumedRunKeepsWhatTrainedIt() {
        const DataFingerprint first{{1, "a"}, {1, "b"}, {1, "c"}, {}, {}, {}};
        DataFingerprint second = first;
        second.train = {2, "d"};
        RunFolder::create(at("sessions"), tinyRun(), "one").beginSession(0, first, 3);
        RunFolder::create(at("sessions"), tinyRun(), "two", true).beginSession(5, first, 4);
        RunFolder::create(at("sessions"), tinyRun(), "three", true).beginSession(9, second, 4);
        const RunFolder folder = RunFolder::open(at("sessions"));
        QCOMPARE(folder.provenance().size(), size_t{3});
        QCOMPARE(folder.provenance()[0].device, std::string("one"));
        QCOMPARE(folder.provenance()[1].fromStep, 5);
        QCOMPARE(folder.provenance()[2].threads, 4);
        QVERIFY(folder.data() == second);
        QCOMPARE(folder.earlierData().size(), size_t{1});
        QCOMPARE(folder.earlierData()[0].untilStep, 9);
        QVERIFY(folder.earlierData()[0].fingerprint == first);
        // Earlier versions told of the last session alone.
        auto json = nlohmann::json::parse(readFile(at("sessions/run.json")));
        json.erase("provenance");
        json.erase("data");
        json.erase("earlier_data");
        writeFileAtomically(at("sessions/run.json"), json.dump());
        const RunFolder old = RunFolder::open(at("sessions"));
        QCOMPARE(old.provenance().size(), size_t{1});
        QCOMPARE(old.provenance()[0].device, std::string("three"));
        QVERIFY(!old.data() && old.earlierData().empty());
    }

    void wholeRunComesBack() {
        const RunConfig config = tinyRun();
        Trainer trainer(NativeBackend(), config,
                        std::make_shared<const DataSet>(makeSequenceData(config.data)));
        RunFolder folder = RunFolder::create(at("run"), config, trainer.device());
        QVERIFY(!isRunFolder(at("run")));
        folder.beginSession(0, fingerprintOf(trainer.data()), 1);
        QVERIFY(isRunFolder(at("run")));
        VERIFY_SAYS(thrownMessage([&] { (void)openCheckpoint(at("run")); }), QStringLiteral("has no model"));
        RunMetrics metrics;
        while (!trainer.finished()) {
            const Trainer::Advance a = trainer.singleStep();
            metrics.steps.insert(metrics.steps.end(), a.steps.begin(), a.steps.end());
            if (a.epoch) metrics.epochs.push_back(*a.epoch);
            if (a.result) folder.writeResult(*a.result);
        }
        MetricsFile(folder.metricsPath()).write(metrics);
        folder.writeBest(trainer.bestParameters());
        const TrainerState state = trainer.state();
        folder.writeLast(trainer.state());

        const RunFolder back = RunFolder::open(at("run"));
        QCOMPARE(back.config(), config);
        QVERIFY(back.result() && back.result()->testAccuracy);
        QCOMPARE(back.result()->steps, 8);
        QCOMPARE(openCheckpoint(at("run")).parameters, trainer.bestParameters());
        const RunMetrics read = back.readMetrics();
        QCOMPARE(read.steps.size(), size_t{8});
        QCOMPARE(read.epochs.size(), size_t{2});
        for (size_t i = 0; i < 8; ++i) {
            QCOMPARE(read.steps[i].loss, metrics.steps[i].loss);
            QCOMPARE(read.steps[i].gradNorm, metrics.steps[i].gradNorm);
        }
        QCOMPARE(read.epochs[1].validationLoss, metrics.epochs[1].validationLoss);
        QCOMPARE(read.epochs[1].best, metrics.epochs[1].best);
        const TrainerState last = back.readLast();
        QCOMPARE(last.parameters, state.parameters);
        QCOMPARE(last.optimiser.second, state.optimiser.second);
        QCOMPARE(last.optimiser.step, int64_t{8});
        QCOMPARE(last.bestLoss, state.bestLoss);
        QCOMPARE(last.lastEpoch.trainLoss, state.lastEpoch.trainLoss);
    }

    void countersThatAreNoCountsAreRefused() {
        const RunConfig config = tinyRun();
        const Trainer trainer(NativeBackend(), config,
                              std::make_shared<const DataSet>(makeSequenceData(config.data)));
        for (const char* wrong : {"-1", "1e300", "nan", "inf"}) {
            SafeTensors file = parseSafeTensors(serialise(toSafeTensors(config, trainer.state())), "x");
            (void)trainerStateFrom(file, "x");
            file.metadata["step"] = wrong;
            VERIFY_SAYS(thrownMessage([&] { (void)trainerStateFrom(file, "x"); }),
                        QStringLiteral("\"step\""));
        }
    }

    void aLossThatIsNoNumberComesBack() {
        RunResult result;
        result.epochs = 1;
        result.trainLoss = std::numeric_limits<double>::quiet_NaN();
        result.testLoss = std::numeric_limits<double>::infinity();
        result.testAccuracy = 0.25;
        RunFolder folder = RunFolder::create(at("nan"), tinyRun(), "d");
        folder.writeResult(result);
        const std::optional<RunResult> back = RunFolder::open(at("nan")).result();
        QVERIFY(back.has_value());
        QVERIFY(std::isnan(back->trainLoss) && std::isnan(back->testLoss.value()));
        QCOMPARE(*back->testAccuracy, 0.25);
        RunMetrics metrics;
        metrics.steps.push_back({.step = 1, .epoch = 1, .loss = std::numeric_limits<float>::quiet_NaN()});
        MetricsFile(folder.metricsPath()).write(metrics);
        QVERIFY(std::isnan(folder.readMetrics().steps.at(0).loss));
    }

    void aChangedLearningRateIsKept() {
        RunConfig config = tinyRun();
        RunFolder folder = RunFolder::create(at("rate"), config, "d");
        config.training.learningRate = 0.25;
        folder.setConfig(config, 7);
        const RunFolder opened = RunFolder::open(at("rate"));
        QCOMPARE(opened.config(), config);
        QCOMPARE(opened.changes().size(), size_t{1});
        QCOMPARE(opened.changes()[0].fromStep, 7);
        QCOMPARE(opened.changes()[0].key, std::string("training.learning_rate"));
        QCOMPARE(opened.changes()[0].after, std::string("0.25"));
    }

    void placesThatAreTaken() {
        const RunConfig config = tinyRun();
        RunFolder::create(at("taken"), config, "d").beginSession(0, {}, 1);
        VERIFY_SAYS(thrownMessage([&] { (void)RunFolder::create(at("taken"), config, "d"); }),
                    QStringLiteral("there is a run already"));
        (void)RunFolder::create(at("taken"), config, "d", true);
        writeFileAtomically(at("file"), "x");
        VERIFY_SAYS(thrownMessage([&] { (void)RunFolder::create(at("file"), config, "d"); }),
                    QStringLiteral("found a file"));
        std::filesystem::create_directories(at("full"));
        writeFileAtomically(at("full") + "/x", "x");
        VERIFY_SAYS(thrownMessage([&] { (void)RunFolder::create(at("full"), config, "d"); }),
                    QStringLiteral("not empty"));
        VERIFY_SAYS(
            thrownMessage([&] { (void)RunFolder::create("/proc/attx/run", config, "d"); }, Error::Kind::Work),
            QStringLiteral("cannot be made"));
        VERIFY_SAYS(thrownMessage([&] { (void)RunFolder::open(at("full")); }), QStringLiteral("run.json"));
        const std::string first = newRunPath(at(""), "reverse");
        std::filesystem::create_directories(first);
        QVERIFY(newRunPath(at(""), "reverse") != first);
        const std::string unseen = at("") + std::string(300, 'x');  // no file system can say what is there
        QVERIFY(newRunPath(unseen, "reverse").starts_with(unseen));
    }

    void damagedFilesAreNamed() {
        const RunConfig config = tinyRun();
        RunFolder folder = RunFolder::create(at("damaged"), config, "d");
        folder.beginSession(0, {}, 1);
        QVERIFY(folder.readMetrics().steps.empty());
        writeFileAtomically(at("damaged") + "/metrics.csv",
                            "step,epoch\n1,1,0.5,0.5,0.1,1,,,,,\n2,1,zero,0.5,0.1,1,,,,,\n");
        VERIFY_SAYS(thrownMessage([&] { (void)folder.readMetrics(); }), QStringLiteral("line 3"));
        writeFileAtomically(at("damaged") + "/run.json", "{\"config\": {}");
        VERIFY_SAYS(thrownMessage([&] { (void)RunFolder::open(at("damaged")); }), QStringLiteral("damaged"));
        writeFileAtomically(at("damaged") + "/run.json",
                            "{\"config\": {\"sede\": 1}, \"device\": \"d\", \"created\": \"now\"}");
        VERIFY_SAYS(thrownMessage([&] { (void)RunFolder::open(at("damaged")); }), QStringLiteral("sede"));
        writeFileAtomically(at("damaged") + "/run.json",
                            "{\"config\":" + std::string(1'000'000, '[') + std::string(1'000'000, ']') + "}");
        VERIFY_SAYS(thrownMessage([&] { (void)RunFolder::open(at("damaged")); }), QStringLiteral("nested"));
    }

    void inspectorAnswers() {
        const RunConfig config = tinyRun();
        const auto parameters =
            std::make_shared<const std::vector<float>>(initialParameters(buildProgram(config.network, 5), 9));
        Inspector inspector(config.network);
        VERIFY_SAYS(thrownMessage([&] {
                        (void)inspector.inspect(sampleOf({1, 2}));
                    }),
                    QStringLiteral("no parameters"));
        inspector.setParameters(parameters);
        const Inspection a = inspector.inspect(sampleOf({3, 0, 1}));  // another length than the data's
        QCOMPARE(a.logits.size(), size_t{12});
        QCOMPARE(a.prediction.size(), size_t{3});
        QCOMPARE(a.attention.size(), size_t{1});
        QCOMPARE(a.attention[0].size(), size_t{2 * 3 * 3});
        for (size_t row = 0; row < 6; ++row)
            QVERIFY(std::abs(a.attention[0][row * 3] + a.attention[0][row * 3 + 1] +
                             a.attention[0][row * 3 + 2] - 1.0f) < 1e-5f);
        for (int length = 1; length < 9; ++length)
            (void)inspector.inspect(sampleOf(std::vector<int32_t>(static_cast<size_t>(length), 1)));
        QCOMPARE(inspector.inspect(sampleOf({3, 0, 1})).logits, a.logits);
        auto changed = std::make_shared<std::vector<float>>(*parameters);
        changed->back() += 1.0f;
        inspector.setParameters(changed);
        QCOMPARE(inspector.inspect(sampleOf({3, 0, 1})).logits[3], a.logits[3] + 1.0f);
        VERIFY_SAYS(thrownMessage([&] {
                        (void)inspector.inspect(sampleOf({0, 4}));
                    }),
                    QStringLiteral("Token 4 at position 2"));
        VERIFY_SAYS(thrownMessage([&] { (void)inspector.inspect(sampleOf({})); }),
                    QStringLiteral("1 to 4096"));
        VERIFY_SAYS(
            thrownMessage([&] { inspector.setParameters(std::make_shared<const std::vector<float>>(3)); }),
            QStringLiteral("parameters"));
    }
};

TEST_CLASS(TestRunFolder, NoApplication)

}  // namespace test_run_folder
#include "test_run_folder.moc"
