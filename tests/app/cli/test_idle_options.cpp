// Options that go together badly: what is named is read or refused, two values for one thing are refused, and
// what changes nothing is said.
#include <QDir>
#include <QtTest>

#include "app/cli/small_runs.h"
#include "runner.h"

class TestIdleOptions : public QObject {
    Q_OBJECT
    const SmallRuns runs_;

    void writePairs(const QString& name, int shift) const {
        QByteArray rows;
        for (int i = 0; i < 200; ++i)
            rows += QByteArray::number((i + shift) % 10) + " " + QByteArray::number(i / 20) + ";0 1\n";
        runs_.write(name, rows);
    }
    /// What `words` write, or say; the status has to be 0.
    [[nodiscard]] QByteArray outcome(const QStringList& words, const QString& file, Ended& ended) const {
        QFile::remove(runs_.at(file));
        ended = runs_.run(words);
        return timeless(file.isEmpty() ? ended.out : runs_.read(file));
    }

private Q_SLOTS:
    void initTestCase() {
        runs_.writeTexts();
        runs_.makeSequences();
        runs_.makeTexts("texts", "one.csv");
        QVERIFY(QDir().mkpath(runs_.at("moved")) && QDir().mkpath(runs_.at("empty")));
        for (const char* place :
             {"folder/train/pos", "folder/train/neg", "folder/test/pos", "folder/test/neg"}) {
            QVERIFY(QDir().mkpath(runs_.at(place)));
            for (int i = 0; i < 8; ++i) runs_.write(QStringLiteral("%1/%2.txt").arg(place).arg(i), "good");
        }
        writePairs("pairs.csv", 0);
        writePairs("moved/pairs.csv", 3);
        runs_.make({"train", "--set", "data.rule=csv", "--set", "data.csv_path=pairs.csv", "--set",
                    "data.length=2", "--set", "training.batch_size=8", "--steps", "2", "--out", "pairs"});
        runs_.make({"inspect", "run", "--tokens", "1 3 4 1", "--out", "own.safetensors"});
    }

    void dataThatAreNamedAreRead_data() {
        addColumns<QStringList, QString>("words", "file");
        const auto row = [](const char* name, const QStringList& words, const QString& file = {}) {
            QTest::newRow(name) << words << file;
        };
        row("evaluate", {"evaluate", "texts"});
        row("evaluate a file", {"evaluate", "texts/model.safetensors"});
        row("predict", {"predict", "texts", "--out", "made.csv"}, "made.csv");
        row("inspect", {"inspect", "texts", "--sample", "0", "--out", "made.safetensors"},
            "made.safetensors");
        row("inspect heads", {"inspect", "texts", "--ablate-heads", "--out", "made.safetensors"},
            "made.safetensors");
        row("render", {"render", "texts", "--figure", "confusion", "--out", "made.csv"}, "made.csv");
        row("render a sample", {"render", "texts", "--figure", "text", "--out", "made.csv"}, "made.csv");
        row("export", {"export", "texts", "--out", "made.py"}, "made-data.safetensors");
        row("export a page", {"export", "texts", "--out", "made.html"}, "made.html");
        row("resume", {"train", "--resume", "texts", "--epochs", "9", "--dry-run", "--json"});
        row("begin again", {"train", "--config", "texts/run.json", "--dry-run", "--json"});
    }
    void dataThatAreNamedAreRead() {
        QFETCH(QStringList, words);
        QFETCH(QString, file);
        Ended usual, other, set;
        const QByteArray before = outcome(words, file, usual);
        const QByteArray found = outcome(words + QStringList{"--data", "two.csv"}, file, other);
        QVERIFY2(usual.status == 0 && other.status == 0, usual.all() + other.all());
        QVERIFY2(found != before, other.all());
        // The file of inspect names what was set; predict answers all rows of a table that --data names.
        if (words.front() != "predict" && !words.contains("--ablate-heads"))
            QVERIFY2(found == outcome(words + QStringList{"--set", "data.path=two.csv"}, file, set),
                     set.all());
        for (const char* missing : {"none.csv", ""}) {
            refusedWith(runs_.run(words + QStringList{"--data", missing}), *missing ? missing : "empty name");
        }
    }

    void pairsAreLookedForWhereDataSays() {
        Ended usual, moved;
        const QStringList words{"evaluate", "pairs"};
        const QByteArray before = outcome(words, {}, usual);
        QVERIFY2(usual.status == 0, usual.all());
        QVERIFY2(outcome(words + QStringList{"--data", "."}, {}, moved) == before, moved.all());
        QVERIFY2(outcome(words + QStringList{"--data", "moved"}, {}, moved) != before && moved.status == 0,
                 moved.all());
        refusedWith(runs_.run(words + QStringList{"--data", "empty"}),
                    "--data empty: expected pairs.csv in it");
        refusedWith(runs_.run(words + QStringList{"--data", "one.csv"}),
                    "one.csv: line 2: expected input;output");
    }

    void rowsOfNamedDataSayHowLongARunIs() {
        QByteArray rows = runs_.read("two.csv");
        runs_.write("more.csv", rows + rows.mid(rows.indexOf('\n') + 1));
        Ended usual, more;
        const QStringList words{"render", "texts", "--figure", "schedule", "--out", "made.csv"};
        const QByteArray before = outcome(words, "made.csv", usual);
        QVERIFY2(before != outcome(words + QStringList{"--data", "more.csv"}, "made.csv", more), more.all());
    }

    void theDeviceThatIsSetIsTaken() {
        refusedWith(runs_.run({"evaluate", "run", "--set", "device=vulkan:99"}), "Vulkan");
    }

    void whatCannotStandTogetherIsRefused_data() {
        addColumns<QStringList, QByteArray>("words", "says");
        const auto row = [](const QStringList& words, const char* says) {
            QTest::newRow(qPrintable(words.join(' '))) << words << QByteArray(says);
        };
        const QStringList dry{"train", "--dry-run"}, plan{"sweep", "plan", "--out", "made"};
        const auto text = [](const QStringList& more) {
            return QStringList{"inspect", "texts", "--text", "good"} + more;
        };
        const auto figure = [](const char* name, const QStringList& more) {
            return QStringList{"render", "texts",    "--figure", name,
                               "--out",  "made.csv", "--data",   "two.csv"} +
                   more;
        };
        for (const auto& [option, key, value] : {std::tuple{"--seed", "seed", "1"},
                                                 {"--epochs", "training.epochs", "2"},
                                                 {"--steps", "training.max_steps", "2"},
                                                 {"--device", "device", "cpu"}}) {
            const QByteArray both = QByteArray(option) + " and --set " + key + "=... say the same";
            const QStringList two{option, value, "--set", QStringLiteral("%1=%2").arg(key, value)};
            row(dry + two, both);
            row(plan + two, both);
            if (option == std::string("--device")) row(QStringList{"evaluate", "run"} + two, both);
        }
        row({"evaluate", "texts", "--data", "two.csv", "--skip-bad-lines", "--set",
             "data.skip_bad_lines=false"},
            "--skip-bad-lines and --set data.skip_bad_lines=... say the same");
        row(dry + QStringList{"--set", "seed=1", "--set", "seed = 2"}, "--set seed stands twice, with 1 and");
        row(plan + QStringList{"--set", "seed=1", "--set", "seed=2"}, "--set seed stands twice");
        row(plan + QStringList{"--set", "network.num_heads=1", "--set", "network.num_heads=1,2"},
            "--set network.num_heads stands twice");
        row({"evaluate", "run", "--set", "data.seed=1", "--set", "data.seed=2"},
            "--set data.seed stands twice");
        row(dry + QStringList{"--preset", "reverse", "--config", "run/run.json"}, "Leave --preset out");
        row(plan + QStringList{"--preset", "reverse", "--config", "run/run.json"}, "Leave --preset out");
        row(dry + QStringList{"--profile"}, "--profile times the steps of a training");
        row(dry + QStringList{"--out", "run"}, "run: there is a run already");
        row(dry + QStringList{"--out", ""}, "--out: expected a folder");
        row(plan + QStringList{"--preset", ""}, "--preset: expected names of presets");
        row({"keys", "--preset", ""}, "preset");
        row({"download", "imdb", "--to", ""}, "--to: expected a folder");
        row({"evaluate", "texts", "--data", "two.csv", "--set", "data.path=" + QDir::rootPath() + "one.csv"},
            "name two places");
        row({"evaluate", "texts", "--data", "two.csv", "--set", "data.path=one.csv"},
            "expected one.csv in it");
        row({"evaluate", "run", "--data", "moved"}, "made by a rule");
        row({"evaluate", "pairs", "--data", "moved", "--set", "data.rule=reverse"}, "made by a rule");
        row(text({"--data", "two.csv"}), "--data two.csv: no data are read here");
        row(QStringList{"inspect", "pairs", "--tokens", "1 2", "--data", "moved", "--out",
                        "made.safetensors"},
            "--data moved: no data are read here");
        row(QStringList{"inspect", "pairs", "--input", "own.safetensors", "--data", "moved", "--out",
                        "made.safetensors"},
            "--data moved: no data are read here");
        row({"export", "texts", "--out", "made.onnx", "--data", "two.csv"}, "no data are read here");
        row({"export", "texts", "--out", "made.html", "--text", "good", "--data", "two.csv"},
            "no data are read here");
        for (const char* name : {"architecture", "parameters", "steps", "positional-waves", "runs-loss"})
            row(figure(name, {}), "no data are read here");
        row(figure("text", {"--text", "good"}), "no data are read here");
        row(figure("attention", {"--tokens", "2 3 4"}), "no data are read here");
        row(figure("places", {"--vectors", "embeddings"}), "no data are read here");
        row({"render", "run", "--figure", "runs-loss", "--out", "made.csv", "--set", "network.hats=2"},
            "network.hats");
        for (const char* none : {"", ","})
            row({"evaluate", "run", "--ablate", none}, "--ablate: expected heads as layer.head");
        row({"predict", "run", "--out", "-"}, "--out -: a file is written");
        row({"thumbnail", "run/model.safetensors", "--out", "made.jpg"}, "expected a file that ends in .png");
        row({"convert", "pairs", "--out", "pairs.csv"}, "is an input here");
        row({"collect", "pairs", "--out", "pairs.csv"}, "is an input here");
        row({"render", "pairs", "--figure", "runs-loss", "--out", "pairs.csv"}, "is an input here");
    }
    void whatCannotStandTogetherIsRefused() {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, says);
        refusedWith(runs_.run(words), says);
        QVERIFY(QDir(runs_.at(".")).entryList({"made*"}).isEmpty());
    }

    void whatChangesNothingIsSaid_data() {
        addColumns<QStringList, QStringList>("words", "idle");
        const auto row = [](const QStringList& words, const QStringList& idle) {
            QTest::newRow(qPrintable(words.join(' '))) << words << idle;
        };
        const QStringList rate{"--set", "training.learning_rate=1"};
        const auto figure = [](const char* run, const char* name, const QStringList& more,
                               const char* out = "made.png") {
            return QStringList{"render", run, "--figure", name, "--out", out} + more;
        };
        row(QStringList{"evaluate", "run"} + rate, {"--set training.learning_rate"});
        for (const QStringList& more : {QStringList{"--explain", "rollout"}, QStringList()})
            row(figure("run", more.isEmpty() ? "loss" : "explanations",
                       more + QStringList{"--without-identity"}),
                {"--without-identity"});
        const QStringList all{"--layers", "0:0", "--residual", "0.3",
                              "--fuse",   "max", "--signed",   "--without-identity"};
        const QStringList names{"--layers", "--residual", "--fuse", "--signed", "--without-identity"};
        row(figure("run", "explanations", all), {});
        row(figure("run", "explanations", QStringList{"--explain", "occlusion"} + all), names);
        row(figure("run", "explanations", QStringList{"--explain", "rollout"} + all), names.mid(3));
        row(figure("run", "attention", all), names);
        row(QStringList{"inspect", "run", "--tokens", "1 2", "--out", "made.safetensors"} + all, names);
        row(QStringList{"predict", "run", "--out", "made.csv", "--set", "device=cpu"} + rate,
            {"--set device", "--set training.learning_rate"});
        row(QStringList{"inspect", "run", "--tokens", "1 2", "--out", "made.safetensors", "--set",
                        "data.seed=3"} +
                rate,
            {"--set data.seed", "--set training.learning_rate"});
        row(QStringList{"export", "run", "--out", "made.onnx", "--set", "data.seed=3"} + rate,
            {"--set data.seed", "--set training.learning_rate"});
        row(QStringList{"export", "run", "--out", "made.html", "--tokens", "1 2", "--set", "data.seed=3"},
            {"--set data.seed"});
        row(figure("texts", "text", {"--shade", "relevance", "--class", "1"}), {});
        row(figure("texts", "text", {"--shade", "argmax", "--class", "1"}), {"--class"});
        row({"evaluate", "run", "--skip-bad-lines"}, {"--skip-bad-lines"});
        row({"train", "--dry-run", "--skip-bad-lines"}, {"--skip-bad-lines"});
        row({"train", "--preset", "text-imdb", "--data", "folder", "--dry-run", "--skip-bad-lines", "--set",
             "data.header=false", "--set", "data.separator=comma", "--set", "training.batch_size=4"},
            {"--skip-bad-lines", "--set data.header", "--set data.separator"});
        row({"predict", "texts", "--data", "two.csv", "--out", "made.csv", "--skip-bad-lines", "--set",
             "data.header=true"},
            {});
        row(QStringList{"export", "run", "--out", "made.py"} + rate, {});
        row(figure("run", "loss", {"--set", "data.seed=3", "--set", "network.dropout=0.5"}),
            {"--set network.dropout"});  // the level of chance is that of the data
        row(figure("run", "attention", rate), {"--set training.learning_rate"});
        row(figure("run", "loss", rate), {"--set training.learning_rate"});
        row(figure("run", "schedule", rate + QStringList{"--set", "training.warmup=9"}),
            {"--set training.learning_rate"});
        row({"inspect", "run", "--tokens", "1 2 3", "--out", "made.safetensors", "--set", "data.length=9"},
            {"--set data.length"});
        row(figure("run", "attention", {"--tokens", "1 2 3", "--set", "data.length=9"}),
            {"--set data.length"});
        row(figure("run", "schedule", {"--set", "data.seed=3", "--set", "data.train_size=100"}),
            {"--set data.seed"});  // which rows are drawn changes no step
        const QStringList ofTraining{"--set", "network.dropout=0.5", "--set", "network.input_dropout=0.5"};
        for (const QStringList& command :
             {QStringList{"evaluate", "run"}, QStringList{"export", "run", "--out", "made.onnx"},
              figure("run", "attention", {})})
            row(command + ofTraining, {"--set network.dropout", "--set network.input_dropout"});
        row(figure("run", "steps", {"--set", "network.dropout=0.5"}), {"--set network.dropout"});
        row(figure(".", "runs-loss",
                   {"--set", "seed=3", "--layer", "1", "--head", "1", "--ablate", "0", "--first-query",
                    "below", "--sample", "1"}),
            {"--set seed", "--sample", "--ablate", "--layer", "--head", "--first-query"});
        for (const char* name : {"loss", "schedule", "architecture", "positional-waves", "steps", "heads"})
            row(figure("run", name,
                       {"--ablate", "0", "--layer", "1", "--head", "1", "--first-query", "below"}),
                {"--ablate", "--layer", "--head", "--first-query"});
        for (const char* name : {"confusion", "ablation"})
            row(figure("run", name,
                       {"--ablate", "0", "--layer", "1", "--head", "1", "--first-query", "below"}),
                {"--layer", "--head", "--first-query"});
        row({"predict", "texts", "--data", "two.csv", "--out", "made.csv", "--set", "data.seed=3", "--set",
             "data.test_size=9", "--set", "data.header=true", "--set", "training.batch_size=3"},
            {"--set training.batch_size", "--set data.seed", "--set data.test_size"});
        for (const char* key : {"training.snapshots", "training.snapshot_every"})
            row({"train", "--dry-run", "--set", "training.snapshot_megabytes=0", "--set",
                 QStringLiteral("%1=3").arg(QLatin1StringView(key))},
                {QStringLiteral("--set %1").arg(QLatin1StringView(key))});
        row({"train", "--resume", "pairs", "--steps", "3", "--accept-changed-data"},
            {"--accept-changed-data"});
        row(figure("texts", "text", {"--shade", "occlusion", "--explain", "rollout"}), {"--explain"});
        row(figure("texts", "text", {"--shade", "occlusion", "--explain", "occlusion"}), {});
        row(figure("run", "places", {"--vectors", "positions", "--color", "token"}), {"--color"});
        row(figure("run", "places", {"--vectors", "positions", "--color", "position"}), {});
        row(figure("run", "attention", {"--layer", "1", "--head", "1"}), {"--layer", "--head"});
        row(figure("run", "attention-head", {"--layer", "1", "--head", "1", "--first-query", "below"}), {});
        row(figure("run", "places", {"--head", "1", "--ablate", "0"}), {"--ablate", "--head"});
        row(figure("run", "places", {"--layer", "1", "--ablate", "0"}), {});
        row(figure("run", "places", {"--vectors", "positions", "--layer", "1", "--ablate", "0"}),
            {"--ablate", "--layer"});
        row(figure("run", "places", {"--vectors", "queries_keys", "--layer", "1", "--head", "1"}), {});
        row(figure("texts", "text", {"--explain", "relevance", "--class", "1"}), {"--explain", "--class"});
        row(figure("run", "explanations", {"--explain", "rollout", "--class", "1"}), {"--class"});
        row({"inspect", "run", "--tokens", "3 1 4", "--out", "made.safetensors", "--explain", "norms",
             "--position", "1", "--class", "1"},
            {"--position", "--class"});
        row(figure("texts", "text", {"--shade", "argmax", "--layer", "0", "--head", "0"}),
            {"--layer", "--head"});
        row(figure("run", "attention",
                   {"--size", "300x200", "--scale", "1", "--font-size", "12", "--title", "off", "--color-map",
                    "grey", "--range", "0:1", "--theme", "dark", "--first-query", "below"},
                   "made.csv"),
            {"--size", "--scale", "--font-size", "--title", "--color-map", "--range", "--theme",
             "--first-query"});
        row(figure("run", "attention", {"--mm", "85", "--dpi", "72"}, "made.npy"), {"--mm", "--dpi"});
        row(figure("run", "places", {"--color", "position"}, "made.npy"), {"--color"});
        row(figure("run", "loss", {"--dpi", "72"}, "made.svg"), {"--dpi"});
        row(figure("run", "loss", {"--scale", "1"}, "made.pdf"), {"--scale"});
        row(figure("run", "attention", {"--split", "test"}), {"--split"});
        row(figure("run", "all", {"--patch-from", "1 2", "--measure", "distance", "--shade", "argmax"},
                   "made"),
            {"--patch-from", "--shade", "--measure"});
    }
    void whatChangesNothingIsSaid() {
        QFETCH(QStringList, words);
        QFETCH(QStringList, idle);
        const Ended ended = succeeded(runs_.run(words));
        QStringList said;
        for (const QByteArray& line : ended.out.split('\n'))
            if (line.startsWith("Warning: --")) said << QString::fromUtf8(line.mid(9)).section(':', 0, 0);
        said.removeDuplicates();
        QCOMPARE(said, idle);
    }
    void whatAFigureExplainsIsSaid() {
        const Ended ended =
            succeeded(runs_.run({"render", "run", "--figure", "explanations", "--explain", "input_x_gradient",
                                 "--class", "1", "--position", "0", "--out", "made.svg", "--json"}));
        const QJsonObject target = ended.json()["target"].toObject();
        QCOMPARE(target["methods"].toArray(), QJsonArray{"input_x_gradient"});
        QVERIFY2(target["class"].toInt() == 1 && target["position"].toInt(-1) == 0, ended.all());
    }
    void cleanup() {
        QDir(runs_.at("made")).removeRecursively();
        for (const QString& name : QDir(runs_.at(".")).entryList({"made*"}, QDir::Files))
            QFile::remove(runs_.at(name));
    }
};

TEST_CLASS(TestIdleOptions, QApplication)
#include "test_idle_options.moc"
