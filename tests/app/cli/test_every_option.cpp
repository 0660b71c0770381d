// No option is ignored: each of each command changes what comes out, or is refused. The options are those of
// the commands' own tables, so that a new one without a line here fails.
#include <QDir>
#include <QJsonArray>
#include <QtTest>
#include <map>
#include <set>

#include "app/cli/commands.h"
#include "app/cli/small_runs.h"
#include "runner.h"

namespace test_every_option {

/// What an option is given with, and without.
struct Line {
    QString option;
    QStringList without, with;
    QString result = {};   ///< File to compare; empty: the standard output.
    QByteArray says = {};  ///< What refuses it; empty: it changes the result.
};

QString joined(const attx::Command& command, const QString& option) {
    return QString::fromUtf8(command.spec.name) + QLatin1Char(' ') + option;
}

class TestEveryOption : public QObject {
    Q_OBJECT
    const SmallRuns runs_;

    void planSweep() const {
        QVERIFY(QDir(runs_.at("sweep")).removeRecursively());
        runs_.make({"sweep", "plan", "--out", "sweep", "--seeds", "2", "--steps", "1", "--set",
                    "data.train_size=256", "--set", "data.validation_size=64", "--set", "data.test_size=64"});
    }

    static std::map<QString, std::vector<Line>> table() {
        const QStringList dry{"train", "--dry-run", "--json"},
            train{"train",
                  "--set",
                  "data.train_size=256",
                  "--set",
                  "data.validation_size=64",
                  "--set",
                  "data.test_size=64",
                  "--steps",
                  "2",
                  "--out",
                  "made"},
            texts{"train",     "--preset", "text-imdb", "--set",        "training.batch_size=4",
                  "--dry-run", "--json",   "--set",     "data.length=3"};
        const QStringList evaluate{"evaluate", "run", "--json"},
            faithful{"evaluate", "run", "--faithfulness", "--json"};
        const QStringList inspect{"inspect", "run", "--tokens", "3 1 4 1", "--out", "made.safetensors"},
            sample{"inspect", "run", "--sample", "0", "--out", "made.safetensors"};
        const QStringList predict{"predict", "run", "--out", "made.csv", "--json"};
        const QStringList tokenize{"tokenize", "texts", "--text", "good nice", "--json"};
        const QStringList generate{"generate", "causal", "--prompt", "3 1", "--tokens", "9", "--json"};
        const QString seen = "made.safetensors";
        const auto render = [](const QString& figure, const QStringList& more = {}) {
            return QStringList{"render", "run", "--figure", figure, "--out", "made.csv"} + more;
        };
        const auto drawn = [](const QString& figure, const QStringList& more = {}) {
            return QStringList{"render", "run", "--figure", figure, "--out", "made.png"} + more;
        };
        const auto page = [](const QStringList& more = {}) {
            return QStringList{"export", "run", "--out", "made.html"} + more;
        };
        const QStringList plan{"sweep", "plan", "--out", "made", "--set", "network.num_heads=1,2"},
            random = plan + QStringList{"--method", "random", "--count", "1"};
        const QStringList sweep{"sweep", "run", "sweep", "--json"};
        const QString own = "3 1 4 1", png = "made.png", csv = "made.csv", html = "made.html",
                      planned = "made/sweep.json", trained = "sweep/000/run.json";
        return {
            {"train",
             {{"--preset", dry, dry + QStringList{"--preset", "reverse-deep"}},
              {"--config", dry, dry + QStringList{"--config", "config.json"}},
              {"--set", dry, dry + QStringList{"--set", "network.num_layers=3"}},
              {"--data", texts + QStringList{"--data", "one.csv"}, texts + QStringList{"--data", "two.csv"}},
              {"--skip-bad-lines", texts + QStringList{"--data", "one.csv"},
               texts + QStringList{"--data", "bad.csv", "--skip-bad-lines"}},
              {"--device", dry, dry + QStringList{"--device", "none"}, {}, "Device \"none\""},
              {"--epochs", dry, dry + QStringList{"--epochs", "3"}},
              {"--steps", dry, dry + QStringList{"--steps", "3"}},
              {"--seed", train, train + QStringList{"--seed", "7"}, "made/metrics.csv"},
              {"--out", train, QStringList(train).replaceInStrings("made", "elsewhere"),
               "elsewhere/run.json"},
              {"--resume", dry, dry + QStringList{"--resume", "run", "--epochs", "5"}},
              {"--accept-changed-data", dry + QStringList{"--resume", "changed", "--epochs", "5"},
               dry + QStringList{"--resume", "changed", "--epochs", "5", "--accept-changed-data"}},
              {"--dry-run", train, train + QStringList{"--dry-run"}, "made/run.json"},
              {"--profile", train + QStringList{"--json"}, train + QStringList{"--json", "--profile"}},
              {"--isa", dry, dry + QStringList{"--isa", "none"}, {}, "Instruction set \"none\""},
              {"--json", train, train + QStringList{"--json"}}}},
            {"evaluate",
             {{"--ablate", evaluate, evaluate + QStringList{"--ablate", "0"}},
              {"--faithfulness", evaluate, faithful},
              {"--samples", faithful, faithful + QStringList{"--samples", "3"}},
              {"--explain", faithful, faithful + QStringList{"--explain", "rollout"}},
              {"--out", faithful, faithful + QStringList{"--out", "made.csv"}, csv},
              {"--data", {"evaluate", "texts"}, {"evaluate", "texts", "--data", "two.csv"}},
              {"--skip-bad-lines",
               {"evaluate", "texts"},
               {"evaluate", "texts", "--data", "bad.csv", "--skip-bad-lines"}},
              {"--device", evaluate, evaluate + QStringList{"--device", "none"}, {}, "Device \"none\""},
              {"--set", evaluate, evaluate + QStringList{"--set", "data.seed=7"}},
              {"--isa", evaluate, evaluate + QStringList{"--isa", "none"}, {}, "Instruction set \"none\""},
              {"--json", {"evaluate", "run"}, evaluate}}},
            {"predict",
             {{"--out", predict, QStringList(predict).replaceInStrings("made", "other"), "other.csv"},
              {"--ablate", predict, predict + QStringList{"--ablate", "0"}, csv},
              {"--data",
               {"predict", "texts", "--out", "made.csv"},
               {"predict", "texts", "--out", "made.csv", "--data", "two.csv"}},
              {"--skip-bad-lines",
               {"predict", "texts", "--out", "made.csv"},
               {"predict", "texts", "--out", "made.csv", "--data", "bad.csv", "--skip-bad-lines"}},
              {"--set", predict, predict + QStringList{"--set", "data.seed=7"}, csv},
              {"--isa", predict, predict + QStringList{"--isa", "none"}, {}, "Instruction set \"none\""},
              {"--json", {"predict", "run", "--out", "made.csv"}, predict}}},
            {"tokenize",
             {{"--text", tokenize, {"tokenize", "texts", "--text", "bad awful", "--json"}},
              {"--text-pair", tokenize, tokenize + QStringList{"--text-pair", "bad"}, {}, "not a pair"},
              {"--file", tokenize, {"tokenize", "texts", "--file", "lines.jsonl", "--json"}},
              {"--json", {"tokenize", "texts", "--text", "good nice"}, tokenize}}},
            {"generate",
             {{"--prompt", generate, QStringList(generate).replaceInStrings("3 1", "1 3")},
              {"--tokens", generate, QStringList(generate).replaceInStrings("9", "8")},
              {"--temperature", generate, generate + QStringList{"--temperature", "3"}},
              {"--top-k", generate + QStringList{"--seed", "1"},
               generate + QStringList{"--seed", "1", "--top-k", "1"}},
              {"--seed", generate, generate + QStringList{"--seed", "5"}},
              {"--set", generate, generate + QStringList{"--set", "data.length=4"}},
              {"--isa", generate, generate + QStringList{"--isa", "none"}, {}, "Instruction set \"none\""},
              {"--json", {"generate", "causal", "--prompt", "3 1"}, generate}}},
            {"inspect",
             {{"--tokens", inspect, QStringList(inspect).replaceInStrings(own, "1 3 4 1"), seen},
              {"--text",
               {"inspect", "texts", "--text", "good nice 3"},
               {"inspect", "texts", "--text", "bad awful 3"}},
              {"--text-pair", inspect, inspect + QStringList{"--text-pair", "bad"}, {}, "goes with --text"},
              {"--input", inspect, {"inspect", "run", "--input", "own.safetensors", "--out", seen}, seen},
              {"--sample", sample, QStringList(sample).replaceInStrings("0", "1"), seen},
              {"--explain", inspect, inspect + QStringList{"--explain", "rollout"}, seen},
              {"--layers", inspect + QStringList{"--explain", "rollout"},
               inspect + QStringList{"--explain", "rollout", "--layers", "1:1"}, seen},
              {"--residual", inspect + QStringList{"--explain", "rollout"},
               inspect + QStringList{"--explain", "rollout", "--residual", "0.25"}, seen},
              {"--fuse", inspect + QStringList{"--explain", "rollout"},
               inspect + QStringList{"--explain", "rollout", "--fuse", "max"}, seen},
              {"--signed", inspect + QStringList{"--explain", "attention_x_gradient"},
               inspect + QStringList{"--explain", "attention_x_gradient", "--signed"}, seen},
              {"--without-identity", inspect + QStringList{"--explain", "relevance"},
               inspect + QStringList{"--explain", "relevance", "--without-identity"}, seen},
              {"--position", inspect + QStringList{"--explain", "relevance"},
               inspect + QStringList{"--explain", "relevance", "--position", "1"}, seen},
              {"--class", inspect + QStringList{"--explain", "relevance"},
               inspect + QStringList{"--explain", "relevance", "--class", "9"}, seen},
              {"--patch-from", inspect, inspect + QStringList{"--patch-from", "3 1 5 1", "--position", "1"},
               seen},
              {"--ablate", inspect, inspect + QStringList{"--ablate", "0.0"}, seen},
              {"--mask-keys", inspect, inspect + QStringList{"--mask-keys", "2"}, seen},
              {"--ablate-heads", inspect, inspect + QStringList{"--ablate-heads"}, seen},
              {"--out", inspect, QStringList(inspect).replaceInStrings("made", "other"), "other.safetensors"},
              {"--set", sample, sample + QStringList{"--set", "data.seed=7"}, seen},
              {"--data",
               {"inspect", "texts", "--sample", "0", "--out", seen},
               {"inspect", "texts", "--sample", "0", "--out", seen, "--data", "two.csv"},
               seen},
              {"--skip-bad-lines",
               {"inspect", "texts", "--sample", "0", "--out", seen},
               {"inspect", "texts", "--sample", "0", "--out", seen, "--data", "bad.csv", "--skip-bad-lines"},
               seen},
              {"--isa", inspect, inspect + QStringList{"--isa", "none"}, {}, "Instruction set \"none\""},
              {"--json", inspect, inspect + QStringList{"--json"}}}},
            {"render",
             {{"--figure", render("attention"), render("loss"), csv},
              {"--out", render("loss"), drawn("loss"), png},
              {"--size", drawn("loss"), drawn("loss", {"--size", "300x200"}), png},
              {"--scale", drawn("loss"), drawn("loss", {"--scale", "1"}), png},
              {"--mm", drawn("loss"), drawn("loss", {"--mm", "85"}), png},
              {"--columns", drawn("loss"), drawn("loss", {"--columns", "1"}), png},
              {"--dpi", drawn("loss"), drawn("loss", {"--dpi", "72"}), png},
              {"--font-size", drawn("loss"), drawn("loss", {"--font-size", "14"}), png},
              {"--min-font", drawn("loss"), drawn("loss", {"--min-font", "14"}), png},
              {"--font", drawn("loss"), drawn("loss", {"--font", "No Such Font"}), {}},
              {"--title", drawn("loss"), drawn("loss", {"--title", "off"}), png},
              {"--color-map", drawn("attention"), drawn("attention", {"--color-map", "grey"}), png},
              {"--range", drawn("attention"), drawn("attention", {"--range", "0:0.5"}), png},
              {"--animation", drawn("loss"), drawn("loss", {"--animation"}), "made.png/frame-00001.png"},
              {"--speed",
               {"render", "run", "--figure", "attention", "--animation", "--out", "made.gif"},
               {"render", "run", "--figure", "attention", "--animation", "--out", "made.gif", "--speed", "2"},
               "made.gif"},
              {"--sample", render("attention"), render("attention", {"--sample", "1"}), csv},
              {"--tokens", render("attention"), render("attention", {"--tokens", "3 1 4"}), csv},
              {"--text",
               {"render", "texts", "--figure", "text", "--out", "made.csv", "--text", "good nice 3"},
               {"render", "texts", "--figure", "text", "--out", "made.csv", "--text", "bad awful 3"},
               csv},
              {"--layer", render("attention-head"), render("attention-head", {"--layer", "1"}), csv},
              {"--head", render("attention-head"), render("attention-head", {"--head", "1"}), csv},
              {"--query", render("pair"), render("pair", {"--query", "3"}), csv},
              {"--key", render("pair"), render("pair", {"--key", "3"}), csv},
              {"--measure", render("heads"), render("heads", {"--measure", "distance"}), csv},
              {"--split", render("confusion"), render("confusion", {"--split", "test"}), csv},
              {"--vectors", render("places"), render("places", {"--vectors", "positions"}), csv},
              {"--color", drawn("places"), drawn("places", {"--color", "position"}), png},
              {"--patch-from",
               render("patching", {"--tokens", own, "--patch-from", "3 1 5 1", "--position", "1"}),
               render("patching", {"--tokens", own, "--patch-from", "3 5 4 1", "--position", "1"}), csv},
              {"--explain", render("explanations", {"--explain", "rollout"}),
               render("explanations", {"--explain", "relevance"}), csv},
              {"--layers", render("explanations", {"--explain", "flow"}),
               render("explanations", {"--explain", "flow", "--layers", "0:0"}), csv},
              {"--residual", render("explanations", {"--explain", "rollout"}),
               render("explanations", {"--explain", "rollout", "--residual", "1"}), csv},
              {"--fuse", render("explanations", {"--explain", "rollout"}),
               render("explanations", {"--explain", "rollout", "--fuse", "min"}), csv},
              {"--signed", render("explanations", {"--explain", "attention_x_gradient"}),
               render("explanations", {"--explain", "attention_x_gradient", "--signed"}), csv},
              {"--without-identity", render("explanations", {"--explain", "relevance"}),
               render("explanations", {"--explain", "relevance", "--without-identity"}), csv},
              {"--position", render("explanations", {"--explain", "relevance"}),
               render("explanations", {"--explain", "relevance", "--position", "1"}), csv},
              {"--class", render("explanations", {"--explain", "relevance"}),
               render("explanations", {"--explain", "relevance", "--class", "9"}), csv},
              {"--shade",
               {"render", "texts", "--figure", "text", "--out", "made.csv"},
               {"render", "texts", "--figure", "text", "--out", "made.csv", "--shade", "argmax"},
               csv},
              {"--ablate", render("attention"), render("attention", {"--ablate", "0.0"}), csv},
              {"--first-query", drawn("attention"), drawn("attention", {"--first-query", "below"}), png},
              {"--theme", drawn("loss"), drawn("loss", {"--theme", "dark"}), png},
              {"--set", render("attention"), render("attention", {"--set", "data.seed=7"}), csv},
              {"--data",
               {"render", "texts", "--figure", "confusion", "--out", "made.csv"},
               {"render", "texts", "--figure", "confusion", "--out", "made.csv", "--data", "two.csv"},
               csv},
              {"--skip-bad-lines",
               {"render", "texts", "--figure", "confusion", "--out", "made.csv"},
               {"render", "texts", "--figure", "confusion", "--out", "made.csv", "--data", "bad.csv",
                "--skip-bad-lines"},
               csv},
              {"--isa", drawn("loss"), drawn("loss", {"--isa", "none"}), {}, "Instruction set \"none\""},
              {"--json", drawn("loss"), drawn("loss", {"--json"})}}},
            {"convert",
             {{"--out",
               {"convert", "run", "--out", "made.safetensors"},
               {"convert", "run", "--out", "other.safetensors"},
               "other.safetensors"},
              {"--set",
               {"convert", "run", "--out", "made.safetensors"},
               {"convert", "run", "--out", "made.safetensors", "--set", "training.learning_rate=0.5"},
               {},
               "says of itself"},
              {"--json",
               {"convert", "run", "--out", "made.safetensors"},
               {"convert", "run", "--out", "made.safetensors", "--json"}}}},
            {"features",
             {{"--images",
               {"features", "--images", "red", "--extractor", "pixels", "--out", "made"},
               {"features", "--images", "blue", "--extractor", "pixels", "--out", "made"},
               "made/train_set_features.npz"},
              {"--extractor",
               {"features", "--images", "red", "--extractor", "pixels", "--out", "made"},
               {"features", "--images", "red", "--extractor", "none.onnx", "--out", "made"},
               {},
               "none.onnx"},
              {"--out",
               {"features", "--images", "red", "--extractor", "pixels", "--out", "made"},
               {"features", "--images", "red", "--extractor", "pixels", "--out", "other"},
               "other/train_set_features.npz"},
              {"--json",
               {"features", "--images", "red", "--extractor", "pixels", "--out", "made"},
               {"features", "--images", "red", "--extractor", "pixels", "--out", "made", "--json"}}}},
            {"download",
             {{"--to", {}, {"download", "imdb", "--to", "one.csv"}, {}, "one.csv cannot be made"},
              {"--from",
               {},
               {"download", "imdb", "--from", "mirror"},
               {},
               "--from mirror: expected an address"},
              {"--json",
               {"download", "imdb", "--to", "one.csv"},
               {"download", "imdb", "--to", "one.csv", "--json"}}}},
            {"devices",
             {{"--isa", {"devices"}, {"devices", "--isa", "none"}, {}, "Instruction set \"none\""},
              {"--json", {"devices"}, {"devices", "--json"}}}},
            {"sweep plan",
             {{"--preset", plan, plan + QStringList{"--preset", "reverse-deep"}, planned},
              {"--config", plan, plan + QStringList{"--config", "config.json"}, planned},
              {"--set", plan, plan + QStringList{"--set", "network.num_layers=3"}, planned},
              {"--seeds", plan, plan + QStringList{"--seeds", "2"}, planned},
              {"--method", plan, random, planned},
              {"--count", random,
               QStringList(random).replaceInStrings("1", "2").replaceInStrings("2,2", "1,2"), planned},
              {"--data", {}, plan + QStringList{"--data", "."}, {}, "--data ."},
              {"--skip-bad-lines", plan, plan + QStringList{"--skip-bad-lines"}, planned},
              {"--device", plan, plan + QStringList{"--device", "none"}, {}, "Device \"none\""},
              {"--epochs", plan, plan + QStringList{"--epochs", "3"}, planned},
              {"--steps", plan, plan + QStringList{"--steps", "3"}, planned},
              {"--seed", plan, plan + QStringList{"--seed", "7"}, planned},
              {"--out", plan, QStringList(plan).replaceInStrings("made", "other"), "other/sweep.json"},
              {"--json", plan, plan + QStringList{"--json"}}}},
            {"sweep run",
             {{"--jobs", sweep + QStringList{"--cores", "2", "--jobs", "2"},
               sweep + QStringList{"--cores", "2", "--jobs", "1"}, trained},
              {"--cores", sweep + QStringList{"--cores", "2"}, sweep + QStringList{"--cores", "4"}, trained},
              {"--part", sweep, sweep + QStringList{"--part", "0/2"}},
              {"--isa", sweep, sweep + QStringList{"--isa", "baseline"}, trained},
              {"--json", {"sweep", "run", "sweep"}, sweep}}},
            {"sweep slurm",
             {{"--array",
               {"sweep", "slurm", "sweep", "--array", "1"},
               {"sweep", "slurm", "sweep", "--array", "2"}},
              {"--sbatch",
               {"sweep", "slurm", "sweep", "--array", "1"},
               {"sweep", "slurm", "sweep", "--array", "1", "--sbatch", "--time=1"}},
              {"--json",
               {"sweep", "slurm", "sweep", "--array", "1"},
               {"sweep", "slurm", "sweep", "--array", "1", "--json"}}}},
            {"sweep parallel",
             {{"--cores", {"sweep", "parallel", "sweep"}, {"sweep", "parallel", "sweep", "--cores", "2"}},
              {"--json", {"sweep", "parallel", "sweep"}, {"sweep", "parallel", "sweep", "--json"}}}},
            {"collect",
             {{"--out",
               {"collect", "run", "--out", "made.csv"},
               {"collect", "run", "--out", "made.json"},
               "made.json"},
              {"--json",
               {"collect", "run", "--out", "made.csv"},
               {"collect", "run", "--out", "made.csv", "--json"}}}},
            {"keys",
             {{"--preset", {"keys"}, {"keys", "--preset", "text-demo"}},
              {"--json", {"keys"}, {"keys", "--json"}}}},
            {"manual", {{"--json", {"manual"}, {"manual", "--json"}}}},
            {"thumbnail",
             {{"--out",
               {"thumbnail", "run/model.safetensors", "--out", "made.png"},
               {"thumbnail", "run/model.safetensors", "--out", "other.png"},
               "other.png"},
              {"--size",
               {"thumbnail", "run/model.safetensors", "--out", "made.png"},
               {"thumbnail", "run/model.safetensors", "--out", "made.png", "--size", "64"},
               png},
              {"--isa",
               {},
               {"thumbnail", "run/model.safetensors", "--out", "made.png", "--isa", "none"},
               {},
               "Instruction set \"none\""},
              {"--json",
               {"thumbnail", "run/model.safetensors", "--out", "made.png"},
               {"thumbnail", "run/model.safetensors", "--out", "made.png", "--json"}}}},
            {"export",
             {{"--as",
               {"export", "run", "--out", "made.py"},
               {"export", "run", "--out", "made.py", "--as", "onnx"},
               {},
               "name two forms"},
              {"--out", page(), {"export", "run", "--out", "other.html"}, "other.html"},
              {"--sample", page(), page({"--sample", "1"}), html},
              {"--tokens", page(), page({"--tokens", own}), html},
              {"--text",
               {"export", "texts", "--out", "made.html"},
               {"export", "texts", "--out", "made.html", "--text", "bad awful 3"},
               html},
              {"--first-query", page(), page({"--first-query", "below"}), html},
              {"--ablate", page(), page({"--ablate", "0.0"}), html},
              {"--set", page(), page({"--set", "data.seed=7"}), html},
              {"--data",
               {"export", "texts", "--out", "made.html"},
               {"export", "texts", "--out", "made.html", "--data", "two.csv"},
               html},
              {"--skip-bad-lines",
               {"export", "texts", "--out", "made.html"},
               {"export", "texts", "--out", "made.html", "--data", "bad.csv", "--skip-bad-lines"},
               html},
              {"--isa", page(), page({"--isa", "none"}), {}, "Instruction set \"none\""},
              {"--json", page(), page({"--json"})}}}};
    }
    const std::map<QString, std::vector<Line>> table_ = table();

private Q_SLOTS:
    void initTestCase() {
        runs_.writeTexts();
        runs_.write("config.json", R"({"network": {"num_layers": 3}})");
        runs_.write("lines.jsonl", "\"bad\"\n\"awful\"\n");
        runs_.makeSequences();
        runs_.make(smallTraining("causal", {"--set", "network.causal=true", "--set", "data.length=8"}));
        runs_.makeTexts("texts", "one.csv");
        runs_.write("bad.csv", runs_.read("two.csv") + "torn\n");
        QVERIFY(QFile::copy(runs_.at("one.csv"), runs_.at("changed.csv")));
        runs_.makeTexts("changed", "changed.csv");
        QVERIFY(QFile::remove(runs_.at("changed.csv")) &&
                QFile::copy(runs_.at("two.csv"), runs_.at("changed.csv")));
        runs_.make({"inspect", "run", "--tokens", "1 3 4 1", "--out", "own.safetensors"});
        for (const char* folder : {"red", "blue"})
            for (int i = 0; i < 12; ++i) {
                const QString cls = runs_.at(QStringLiteral("%1/%2").arg(folder).arg(i % 2));
                QVERIFY(QDir().mkpath(cls));
                QImage picture(8, 8, QImage::Format_RGB32);
                picture.fill(folder == std::string("red") ? QColor(i, 0, 0) : QColor(0, 0, 9 * i));
                QVERIFY(picture.save(QStringLiteral("%1/%2.png").arg(cls).arg(i)));
            }
        planSweep();
    }

    void everyOptionHasALine() {
        std::set<QString> wanted, given;
        for (const attx::Command& command : attx::commands())
            for (const attx::OptionSpec& option : command.spec.options)
                wanted.insert(joined(command, QString::fromUtf8(option.name)));
        for (const auto& [command, lines] : table_)
            for (const Line& line : lines) given.insert(command + QLatin1Char(' ') + line.option);
        for (const QString& option : wanted)
            QVERIFY2(given.contains(option), qPrintable("no line for: " + option));
        for (const QString& option : given)
            QVERIFY2(wanted.contains(option), qPrintable("no such option: " + option));
    }

    void eachChangesSomethingOrIsRefused_data() {
        const Rows<QString, int> row("command", "line");
        for (const auto& [command, lines] : table_)
            for (size_t i = 0; i < lines.size(); ++i)
                row(qPrintable(command + QLatin1Char(' ') + lines[i].option), command, static_cast<int>(i));
    }
    void eachChangesSomethingOrIsRefused() {
        QFETCH(QString, command);
        QFETCH(int, line);
        const auto& [option, without, with, result, says] = table_.at(command)[static_cast<size_t>(line)];
        QVERIFY2(with.contains(option), "the option is not in its line");
        const auto outcome = [&, file = result](const QStringList& words, Ended& ended) {
            for (const char* name : {"made", "other", "elsewhere", "made.png"})
                QDir(runs_.at(name)).removeRecursively();
            for (const QString& name : QDir(runs_.at(".")).entryList({"made.*", "other.*"}, QDir::Files))
                QFile::remove(runs_.at(name));
            if (command == "sweep run") planSweep();
            ended = runs_.run(words);
            return timeless(file.isEmpty() ? ended.out : runs_.read(file));
        };
        Ended ended, usual;
        const QByteArray found = outcome(with, ended);
        if (!says.isEmpty()) {
            QVERIFY2(ended.status != 0 && ended.err.contains(says), ended.all());
            return;
        }
        QVERIFY2(option == "--font" || !ended.all().contains("Warning: " + option.toUtf8()), ended.all());
        const QByteArray before = outcome(without, usual);
        QVERIFY2(found != before, ended.all() + usual.all());
        if (command == "download") return;  // there is no server
        QVERIFY2(ended.status == 0, ended.all());
        QVERIFY2(usual.status == 0, usual.all());
        if (option != "--json") QVERIFY2(outcome(without, usual) == before, "it differs by itself");
    }
};

TEST_CLASS(TestEveryOption, QApplication)

}  // namespace test_every_option
#include "test_every_option.moc"
