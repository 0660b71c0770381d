// No command writes over what it reads, or over a file of a run or a sweep: exit status 2, and every byte
// stays.
#include <QTemporaryDir>
#include <filesystem>
#include <set>

#include "app/cli/program.h"
#include "model/files/files.h"
#include "runner.h"

using namespace attx;
namespace fs = std::filesystem;

class TestOutputCommand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(folder_.isValid());
        for (const QStringList& words :
             {smallTraining("run"),
              QStringList{"train", "--set", "data.rule=csv", "--set", "data.csv_path=pairs.csv", "--set",
                          "training.batch_size=4", "--steps", "2", "--out", "pairs-run"},
              QStringList{"train", "--preset", "text-imdb", "--data", "texts", "--set", "data.length=3",
                          "--set", "training.batch_size=4", "--steps", "2", "--out", "text-run"},
              {"sweep", "plan", "--set", "seed=1,2", "--out", "sweep"},
              {"convert", "run", "--out", "net.safetensors"},
              {"inspect", "run", "--tokens", "0 7 6 4", "--out", "seen.safetensors"}}) {
            if (words.contains("data.csv_path=pairs.csv")) writePairs();
            if (words.contains("texts")) writeTexts();
            succeeded(runProgram(words, folder_.path()));
        }
        writeFileAtomically(at("net.py"), "of an earlier export");
        fs::create_symlink(at("run/last.safetensors"), at("link.safetensors"));
        for (const auto& entry : fs::directory_iterator(at("run/snapshots")))
            snapshot_ = "run/snapshots/" + QString::fromStdString(entry.path().filename());
        QVERIFY(!snapshot_.isEmpty());
    }

    void nothingIsReplaced_data() {
        const Rows<QStringList, QString> row("words", "out");
        row("thumbnail of a run", {"thumbnail", "run/model.safetensors"}, "run/model.safetensors");
        row("thumbnail", {"thumbnail", "net.safetensors"}, "net.safetensors");
        row("convert", {"convert", "net.safetensors"}, "./net.safetensors");
        row("convert, a snapshot", {"convert", "run"}, "SNAPSHOT");
        row("convert, a link", {"convert", "net.safetensors"}, "link.safetensors");
        row("inspect", {"inspect", "run", "--input", "seen.safetensors"}, "seen.safetensors");
        row("inspect, new", {"inspect", "run", "--tokens", "1 2"}, "run/snapshots/new.safetensors");
        row("inspect, a run to come", {"inspect", "run", "--tokens", "1 2"}, "sweep/000");
        row("predict", {"predict", "pairs-run"}, "pairs.csv");
        row("predict, texts", {"predict", "text-run"}, "texts/good/1.txt");
        row("predict, named data", {"predict", "pairs-run", "--set", "data.csv_path=pairs.csv"}, "pairs.csv");
        row("evaluate", {"evaluate", "pairs-run", "--faithfulness", "--samples", "2"}, "pairs.csv");
        row("evaluate, metrics", {"evaluate", "run", "--faithfulness", "--samples", "2"}, "run/metrics.csv");
        row("render", {"render", "run", "--figure", "loss"}, "run/metrics.csv");
        row("render of runs", {"render", "sweep", "--figure", "runs-loss"}, "run/metrics.csv");
        row("render, animation", {"render", "run", "--figure", "attention", "--animation"}, "run/snapshots");
        row("render, all", {"render", "run", "--figure", "all"}, "run/snapshots");
        row("export", {"export", "run", "--as", "onnx"}, "run/model.safetensors");
        row("export, page", {"export", "run", "--as", "html"}, "run/run.json");
        row("export, weights", {"export", "net.safetensors"}, "net.py");
        row("collect", {"collect", "sweep"}, "sweep/sweep.json");
        row("collect, run", {"collect", "run"}, "run/run.json");
    }
    void nothingIsReplaced() {
        QFETCH(QStringList, words);
        QFETCH(QString, out);
        tested_.insert(words.front());
        if (out == "SNAPSHOT") out = snapshot_;
        const std::map<std::string, std::string> before = files();
        const Ended ended = runProgram(words + QStringList{"--out", out}, folder_.path());
        QVERIFY2(ended.status == 2, ended.all());
        QVERIFY2(ended.err.contains("would be replaced") || ended.err.contains("would not be whole"),
                 ended.all());
        QVERIFY(files() == before);
    }

    /// A command that is new has to stand above.
    void noCommandIsLeftOut() {
        const QByteArray usage = runProgram({"--help"}).out;
        int writing = 0;
        for (const QByteArray& line : usage.split('\n')) {
            const QString name = QString::fromUtf8(line.mid(2, 16)).trimmed();
            if (!line.startsWith("  ") || name.isEmpty() || name.contains(' ') || name.startsWith('-'))
                continue;
            if (!runProgram({name, "--help"}).out.contains("--out FILE")) continue;
            ++writing;
            QVERIFY2(tested_.contains(name), qPrintable(name));
        }
        QCOMPARE(writing, 8);
    }

private:
    [[nodiscard]] std::string at(const char* name) const { return folder_.filePath(name).toStdString(); }
    void writePairs() const {
        std::string pairs;
        for (int i = 0; i < 40; ++i) pairs += "0 1 " + std::to_string(i % 10) + ";2 1 0\n";
        writeFileAtomically(at("pairs.csv"), pairs);
    }
    void writeTexts() const {
        for (const char* name : {"good", "bad"}) {
            fs::create_directories(fs::path(at("texts")) / name);
            for (int i = 0; i < 20; ++i)
                writeFileAtomically(at("texts") + "/" + name + "/" + std::to_string(i) + ".txt", name);
        }
    }
    [[nodiscard]] std::map<std::string, std::string> files() const {
        std::map<std::string, std::string> all;
        for (const auto& entry : fs::recursive_directory_iterator(folder_.path().toStdString()))
            if (entry.is_regular_file()) all[entry.path()] = readFile(entry.path());
        return all;
    }

    QTemporaryDir folder_;
    QString snapshot_;
    std::set<QString> tested_;
};

TEST_CLASS(TestOutputCommand, QCoreApplication)
#include "test_output_command.moc"
