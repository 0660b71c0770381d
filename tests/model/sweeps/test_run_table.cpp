// Folders of runs as a table: whole ones, half-written ones, damaged ones.
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "model/config/keys.h"
#include "model/config/presets.h"
#include "model/files/csv.h"
#include "model/files/files.h"
#include "model/run/metrics_file.h"
#include "model/run/records.h"
#include "model/run/run_lock.h"
#include "model/sweeps/run_table.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;

namespace test_run_table {

RunConfig tinyRun(double rate = 1e-3) {
    RunConfig config = presetByName("reverse");
    config.training.learningRate = rate;
    return config;
}

const DataFingerprint fingerprint{{10, "aa"}, {5, "bb"}, {5, "cc"}, "", "", ""};

/// A run's folder without its weights.
void makeRun(const std::string& path, const RunConfig& config, std::optional<double> accuracy,
             EndReason reason = EndReason::Finished) {
    RunFolder folder = RunFolder::create(path, config, "native, test, 1 thread");
    folder.beginSession(0, fingerprint, 1);
    if (!accuracy) return;
    RunResult result;
    result.reason = reason;
    result.device = "native, test, 1 thread";
    result.epochs = 2;
    result.bestEpoch = 1;
    result.steps = 20;
    result.validationAccuracy = *accuracy;
    if (reason == EndReason::Finished) result.testAccuracy = *accuracy, result.testLoss = NAN;
    folder.writeResult(result);
}

/// Two epochs of ten steps.
std::string metrics() {
    RunMetrics metrics;
    for (int step = 1; step <= 20; ++step)
        metrics.steps.push_back({step, 1 + (step > 10), 1, 0.5F, 1e-3F, 1});
    metrics.epochs = {{1, 10, 1, 0.5, 1, 0.75, true}, {2, 20, 1, 0.5, 1, 0.7, false}};
    const QTemporaryDir folder;
    const std::string path = folder.filePath("metrics.csv").toStdString();
    MetricsFile(path).write(metrics);
    return readFile(path);
}

class TestRunTable : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> dir_;
    [[nodiscard]] std::string at(const char* name) const {
        return dir_->filePath(QString::fromUtf8(name)).toStdString();
    }
    [[nodiscard]] const RunRow& rowOf(const RunTable& table, const char* name) const {
        for (const RunRow& row : table.rows)
            if (row.path == at(name)) return row;
        qFatal("no row");
    }

private Q_SLOTS:
    void init() { dir_ = std::make_unique<QTemporaryDir>(); }

    void nothingHidesTheOthers() {
        makeRun(at("runs/a"), tinyRun(1e-3), 0.9);
        makeRun(at("runs/deep/er/b"), tinyRun(1e-4), 0.8);
        makeRun(at("runs/stopped"), tinyRun(), 0.5, EndReason::Stopped);
        makeRun(at("runs/diverged"), tinyRun(), 0.5, EndReason::Diverged);
        makeRun(at("runs/killed"), tinyRun(), {});
        writeFileAtomically(at("runs/killed/metrics.csv"), metrics());
        makeRun(at("runs/torn"), tinyRun(), 0.5);
        writeFileAtomically(at("runs/torn/run.json"), "{\"program\": ");
        QVERIFY(QDir(dir_->path()).mkpath("runs/half"));
        writeFileAtomically(at("runs/half/last.safetensors"), "half");
        QVERIFY(QDir(dir_->path()).mkpath("runs/letters"));
        writeFileAtomically(at("runs/letters/letter.txt"), "");
        for (const char* folder : {"runs/network", "runs/lost"}) {  // a network alone is no run
            QVERIFY(QDir(dir_->path()).mkpath(folder));
            writeFileAtomically(at(folder) + "/model.safetensors", "weights");
        }
        writeFileAtomically(at("runs/lost/metrics.csv"), metrics());
        makeRun(at("runs/busy"), tinyRun(), {});
        const RunLock lock(at("runs/busy"));

        const RunTable table = tableOf(collectRuns({at("runs")}));
        QCOMPARE(table.rows.size(), size_t{9});
        QCOMPARE(toString(rowOf(table, "runs/lost").state), "damaged");
        QCOMPARE(toString(rowOf(table, "runs/a").state), "finished");
        QCOMPARE(toString(rowOf(table, "runs/deep/er/b").state), "finished");
        QCOMPARE(toString(rowOf(table, "runs/stopped").state), "stopped");
        QCOMPARE(toString(rowOf(table, "runs/diverged").state), "diverged");
        QVERIFY(rowOf(table, "runs/diverged").problem.find("loss at step 20") != std::string::npos);
        QCOMPARE(toString(rowOf(table, "runs/killed").state), "interrupted");
        QCOMPARE(toString(rowOf(table, "runs/torn").state), "damaged");
        QVERIFY(rowOf(table, "runs/torn").problem.find("run.json") != std::string::npos);
        QCOMPARE(toString(rowOf(table, "runs/half").state), "damaged");
        QVERIFY(rowOf(table, "runs/half").problem.find("no run.json") != std::string::npos);
        QCOMPARE(toString(rowOf(table, "runs/busy").state), "running");
        const RunResult& soFar = rowOf(table, "runs/killed").result.value();
        QCOMPARE(soFar.steps, 20);
        QCOMPARE(soFar.bestEpoch, 1);
        QCOMPARE(soFar.validationAccuracy, 0.75);
        QVERIFY(!soFar.testAccuracy);
        QCOMPARE(table.keys, std::vector<std::string>{"training.learning_rate"});
    }

    void whatFollowsFromTheTaskStandsLast() {
        std::vector<RunRow> rows(2);
        rows[0].config = presetByName("reverse");
        rows[1].config = presetByName("text-demo");
        const RunTable table = tableOf(rows);
        const auto follows = [](const std::string& key) { return followsFromTask(keyInfo(key)); };
        QVERIFY(!follows(table.keys.front()) && follows(table.keys.back()));
        QVERIFY(chosenKeys(table) < table.keys.size() && follows(table.keys[chosenKeys(table)]));
        rows[1].config = rows[0].config;
        rows[1].config->network.inputDim = 99;  // of one task, nothing else would say it
        const RunTable alike = tableOf(rows);
        QCOMPARE(chosenKeys(alike), alike.keys.size());
        QVERIFY(std::is_partitioned(table.keys.begin(), table.keys.end(), std::not_fn(follows)));
    }

    void onlyTheKeysThatDiffer() {
        const RunConfig other = with(tinyRun(1e-4), "threads=4 device=cpu network.positions=none seed=7");
        makeRun(at("a"), tinyRun(), 0.9);
        makeRun(at("b"), other, 0.8);
        const RunTable table = tableOf(collectRuns({at("a"), at("b")}));
        QCOMPARE(table.keys,
                 (std::vector<std::string>{"network.positions", "training.learning_rate", "seed"}));
        QCOMPARE(table.values[1], (std::vector<std::string>{"none", "0.0001", "7"}));

        const std::string csv = toCsv(table);
        CsvReader reader(csv, ',', "table");
        std::vector<std::string> names, values;
        QVERIFY(reader.next(names) && reader.next(values));
        QCOMPARE(names.size(), values.size());
        const auto valueOf = [&](const char* name) {
            return values.at(
                static_cast<size_t>(std::find(names.begin(), names.end(), name) - names.begin()));
        };
        QCOMPARE(valueOf("training.learning_rate"), std::string("0.001"));
        QCOMPARE(valueOf("val_acc"), std::string("0.9"));
        QCOMPARE(valueOf("test_loss"), std::string());  // it was no number
        QCOMPARE(valueOf("device"), std::string("native, test, 1 thread"));

        const auto json = nlohmann::json::parse(toJson(table));
        QCOMPARE(json.size(), size_t{2});
        QCOMPARE(json[1]["network.positions"].get<std::string>(), std::string("none"));
        QCOMPARE(json[1]["seed"].get<int>(), 7);
        QVERIFY(json[0]["test_loss"].is_null() && json[0]["problem"].is_null());
    }

    void aSweepHasRowsForAllItsRuns() {
        SweepRequest request;
        request.bases = {{"reverse", presetByName("reverse")}};
        request.parameters = {parseParameter("training.learning_rate=1e-3,1e-4,1e-5,1e-6")};
        writeSweep(at("sweep"), planSweep(request));
        makeRun(at("sweep/001"), tinyRun(1e-4), 0.9);
        QVERIFY(QDir(dir_->path()).mkpath("sweep/logs"));
        writeFileAtomically(at("sweep/logs/001.log"), "{\"error\": \"an earlier attempt\"}\n");
        writeFileAtomically(at("sweep/logs/002.log"), "Data: ...\n{\"error\": \"no room\"}\n");
        QVERIFY(QDir(dir_->path()).mkpath("sweep/003"));
        writeFileAtomically(at("sweep/003/last.safetensors"), "half");
        makeRun(at("sweep/own"), tinyRun(1e-2), 0.7);

        const RunTable table = tableOf(collectRuns({at("sweep")}));
        std::vector<std::string> states;
        for (const RunRow& row : table.rows) states.emplace_back(toString(row.state));
        QCOMPARE(states, (std::vector<std::string>{"waiting", "finished", "failed", "waiting", "finished"}));
        QCOMPARE(table.rows[2].problem, std::string("no room"));
        QCOMPARE(table.values[0], std::vector<std::string>{"0.001"});
        QCOMPARE(table.rows[4].path, at("sweep/own"));

        writeFileAtomically(at("sweep/sweep.json"), "{}");  // its runs are there all the same
        const std::vector<RunRow> rows = collectRuns({at("sweep")});
        QCOMPARE(rows.size(), size_t{4});
        QVERIFY(rows[0].problem.find("sweep.json: the file is damaged") != std::string::npos);
    }

    void aRunOfOtherSettingsIsSaid() {
        SweepRequest request;
        request.bases = {{"reverse", presetByName("reverse")}};
        request.parameters = {parseParameter("training.learning_rate=1e-3,1e-4")};
        const Sweep sweep = planSweep(request);
        writeSweep(at("sweep"), sweep);
        makeRun(at("sweep/000"), tinyRun(1e-3), 0.9);
        makeRun(at("sweep/001"), tinyRun(1e-3), 0.9);
        const std::vector<RunRow> rows = collectRuns({at("sweep")});
        QVERIFY(rows[0].problem.empty());
        QCOMPARE(toString(rows[1].state), "finished");
        QCOMPARE(rows[1].problem, std::string("It was trained with other settings than sweep.json says: "
                                              "training.learning_rate is 0.001, planned was 0.0001."));
        // What computes it, where its data are, what is kept of it and what means nothing for it may differ.
        RunConfig config = with(tinyRun(1e-4), "threads=3 device=cpu");
        config.preset.clear();
        config.data.path = "/elsewhere";
        config.training.snapshots = 1;
        config.training.rho = 0.1;
        QCOMPARE(differenceFromPlan(sweep, sweep.runs[1], config), std::string());
        config.seed = 7;
        QCOMPARE(differenceFromPlan(sweep, sweep.runs[1], config), std::string("seed is 7, planned was 42"));
    }

    void aPlanThatMeansNothingIsSaid() {
        SweepRequest request;
        request.bases = {{"reverse", presetByName("reverse")}};
        request.parameters = {parseParameter("training.learning_rate=1e-3,1e-4")};
        Sweep sweep = planSweep(request);
        sweep.runs[0].settings[0].second = "-5";
        writeSweep(at("sweep"), sweep);
        makeRun(at("sweep/000"), tinyRun(1e-3), 0.9);
        const std::vector<RunRow> rows = collectRuns({at("sweep")});
        QCOMPARE(toString(rows[0].state), "finished");
        QVERIFY2(rows[0].problem.starts_with("Whether it was trained as planned is not known: sweep.json: "),
                 rows[0].problem.c_str());
    }

    /// The parser would keep the last value.
    void aSettingThatStandsTwiceIsRefused() {
        makeRun(at("a"), tinyRun(), 0.9);
        std::string text = readFile(at("a/run.json"));
        text.replace(text.find("\"learning_rate\""), 0, "\"learning_rate\": 0.5, ");
        writeFileAtomically(at("a/run.json"), text);
        const std::vector<RunRow> rows = collectRuns({at("a")});
        QCOMPARE(toString(rows[0].state), "damaged");
        VERIFY_SAYS(QString::fromStdString(rows[0].problem),
                    "run.json: the key \"learning_rate\" stands twice in one object");
    }

    /// A row a folder, however often it is met; of a sweep's run what its sweep says of it.
    void foldersMayOverlap() {
        SweepRequest request;
        request.bases = {{"reverse", presetByName("reverse")}};
        request.parameters = {parseParameter("training.learning_rate=1e-3,1e-4")};
        writeSweep(at("all/sweep"), planSweep(request));
        makeRun(at("all/sweep/000"), tinyRun(1e-3), 0.9);
        makeRun(at("all/sweep/001"), tinyRun(1e-4), {});
        QVERIFY(QDir(dir_->path()).mkpath("all/sweep/logs"));
        writeFileAtomically(at("all/sweep/logs/001.log"), "{\"error\": \"no room\"}\n");
        QVERIFY(QFile::link(dir_->filePath("all"), dir_->filePath("link")));
        const std::vector<RunRow> rows =
            collectRuns({at("all/sweep/001"), at("all"), at("all/../all/sweep"), at("link")});
        QCOMPARE(rows.size(), size_t{2});
        QCOMPARE(rows[0].path, at("all/sweep/001"));
        QCOMPARE(toString(rows[0].state), "failed");
        QCOMPARE(toString(rows[1].state), "finished");
    }

    void whatHasNotChangedIsNotReadAgain() {
        makeRun(at("runs/a"), tinyRun(1e-3), 0.9);
        makeRun(at("runs/b"), tinyRun(1e-4), 0.8);
        makeRun(at("runs/c"), tinyRun(1e-5), {});
        std::vector<RunRow> known = collectRuns({at("runs")});
        QCOMPARE(toString(known[2].state), "interrupted");
        for (RunRow& row : known) row.problem = "known";  // tells rows that were taken over
        writeFileAtomically(at("runs/b/run.json"), "{");
        const std::vector<RunRow> rows = collectRuns({at("runs")}, {}, known);
        QCOMPARE(rows[0].problem, std::string("known"));
        QCOMPARE(toString(rows[1].state), "damaged");
        QVERIFY(rows[2].problem != "known");  // it may go on at any time
    }

    void notesAreKeptWithTheRun() {
        makeRun(at("a"), tinyRun(), 0.9);
        QVERIFY(readNotes(at("a")) == RunNotes());
        const RunNotes notes{"the best", "look again,\n\"soon\"", true};
        writeNotes(at("a"), notes);
        const std::vector<RunRow> rows = collectRuns({at("a")});
        QCOMPARE(rows[0].notes.name, std::string("the best"));
        QCOMPARE(rows[0].notes.note, std::string("look again, \"soon\""));
        QVERIFY(rows[0].notes.star);
        const auto json = nlohmann::json::parse(toJson(tableOf(rows)));
        QCOMPARE(json[0]["star"].get<bool>(), true);
        writeFileAtomically(at("a/notes.json"), "{\"star\": 7");
        QVERIFY(readNotes(at("a")) == RunNotes());
        QCOMPARE(toString(collectRuns({at("a")})[0].state), "finished");
        for (const RunNotes& next : {notes, RunNotes()})
            VERIFY_SAYS(thrownMessage([&] { writeNotes(at("a"), next); }),
                        "a/notes.json: the notes in it cannot be read");
        QCOMPARE(readFile(at("a/notes.json")), std::string("{\"star\": 7"));
        writeFileAtomically(at("a/notes.json"), R"({"star": true, "colour": "red"})");
        writeNotes(at("a"), {"", "new", false});
        QVERIFY(readFile(at("a/notes.json")).find("red") != std::string::npos);  // of another version
        writeFileAtomically(at("a/notes.json"), R"({"star": true})");
        writeNotes(at("a"), {});
        QVERIFY(!QFile::exists(dir_->filePath("a/notes.json")));
    }

    void notesAreNotWrittenThroughLinks() {
        makeRun(at("a"), tinyRun(), 0.9);
        std::filesystem::create_symlink("elsewhere", at("a/notes.json"));
        std::filesystem::create_symlink("a", at("linked"));
        for (const char* run : {"a", "linked"})
            for (const RunNotes& notes : {RunNotes{"name", {}, true}, RunNotes()})
                VERIFY_SAYS(thrownMessage([&] { writeNotes(at(run), notes); }), "expected no link");
        QVERIFY(!QFile::exists(dir_->filePath("a/elsewhere")));
        QVERIFY(QFileInfo(dir_->filePath("a/notes.json")).isSymLink());
    }

    void noRunIsSaid() {
        VERIFY_SAYS(thrownMessage([&] { (void)collectRuns({at("nothing")}); }), "found nothing of that name");
        QVERIFY(QDir(dir_->path()).mkpath("empty"));
        VERIFY_SAYS(thrownMessage([&] { (void)collectRuns({at("empty")}); }), "There is no run in");
    }
};

TEST_CLASS(TestRunTable, QCoreApplication)

}  // namespace test_run_table
#include "test_run_table.moc"
