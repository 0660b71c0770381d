// What exported files hold for those who have nothing else: words and classes, how training ends, what was
// assumed.
#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include "app/cli/program.h"
#include "app/cli/run_python.h"
#include "in_folder.h"
#include "model/files/files.h"
#include "model/files/safetensors.h"
#include "model/run/metrics_file.h"
#include "model/run/records.h"
#include "runner.h"

using namespace attx;

namespace test_exported_files {

class TestExportedFiles : public QObject, InFolder {
    Q_OBJECT
private Q_SLOTS:
    /// With the exported files alone one can ask the network about a sentence.
    void anExportedNetworkReadsTexts() {
        QStringList words{"train", "--preset", "text-demo", "--steps", "10", "--out", at("texts")};
        for (const char* setting : {"data.train_size=400", "data.validation_size=50", "data.test_size=50"})
            words << "--set" << setting;
        QCOMPARE(runProgram(words).status, 0);
        const QString code = at("asked.py");
        QCOMPARE(runProgram({"export", at("texts"), "--out", code}).status, 0);
        QCOMPARE(runProgram({"export", at("texts"), "--out", at("asked.onnx")}).status, 0);
        const SafeTensors own = readSafeTensors(at("texts/model.safetensors").toStdString());
        const std::string onnx = readFile(at("asked.onnx").toStdString());
        for (const char* key : {"vocabulary", "classes", "config"})
            QVERIFY2(onnx.find(own.metadata.at(key)) != std::string::npos, key);
        QVERIFY(onnx.find("padding behind the text 0") != std::string::npos);
        const QString python = pythonWith("torch");
        if (python.isEmpty()) QSKIP("No Python with PyTorch is installed (Debian: python3-torch)");
        QVERIFY(QFile::remove(at("asked-data.safetensors")));
        for (const char* text : {"The film was NOT brilliant!", "Zorro, don't!", "", "É dull\tmusic\nfine"}) {
            const QJsonObject found = QJsonDocument::fromJson(said(python, {code, "--text", text})).object();
            const QJsonObject ours = runProgram({"inspect", at("texts"), "--text", text, "--json"}).json();
            QCOMPARE(found.keys(), (QStringList{"negative", "positive"}));
            QVERIFY2(std::abs(found[ours["prediction"].toString()].toDouble() -
                              ours["probability"].toDouble()) < 1e-5,
                     text);
        }
    }

    void trainingEndsAsTheRunsDid_data() {
        const Rows<QStringList, int> row("settings", "epochs");
        row("patience", {"training.patience=1", "training.learning_rate=1e-12"}, 2);
        row("target", {"training.target_accuracy=0.02"}, 1);
        row("all epochs", {"training.learning_rate=0.01"}, 4);
    }
    void trainingEndsAsTheRunsDid() {
        QFETCH(const QStringList, settings);
        QFETCH(const int, epochs);
        const QString python = pythonWith("torch");
        if (python.isEmpty()) QSKIP("No Python with PyTorch is installed (Debian: python3-torch)");
        const QString run = at(QString::fromUtf8(QTest::currentDataTag()));
        QStringList words{"train", "--out", run, "--epochs", "4"};
        for (const QString& setting :
             settings + QStringList{"data.train_size=1280", "data.test_size=50", "data.validation_size=200"})
            words << "--set" << setting;
        QCOMPARE(runProgram(words).status, 0);
        QCOMPARE(runProgram({"export", run, "--out", run + ".py"}).status, 0);
        const QString metrics = run + "/metrics.csv";
        const RunMetrics trained = metricsFromCsv(readFile(metrics.toStdString()), metrics.toStdString());
        QCOMPARE(trained.epochs.size(), static_cast<size_t>(epochs));
        const QString told = said(python, {run + ".py", "--train", "--no-dropout", "--out", run + ".pt"});
        QStringList best, expected;
        for (const QString& line : told.split('\n'))
            if (line.startsWith("epoch ")) best << (line.endsWith("best") ? "best" : "");
        for (const EpochReport& epoch : trained.epochs) expected << (epoch.best ? "best" : "");
        QCOMPARE(best, expected);
        // What is kept is the best, as the run's model is.
        const Ended kept = runProgram({"evaluate", run + ".pt", "--set", "network.num_heads=1", "--set",
                                       "data.validation_size=200", "--json"}),
                    own = runProgram({"evaluate", run, "--json"});
        QVERIFY2(std::abs(kept.json()["val_acc"].toDouble(-1) - own.json()["val_acc"].toDouble()) < 0.003,
                 kept.all() + own.all());
    }

    void weightsMadeByHandAreThoseThatTheRunBeganWith() {
        const QString run = at("by-hand");
        QCOMPARE(runProgram({"train", "--preset", "reverse-by-hand", "--steps", "3", "--set",
                             "training.learning_rate=0.1", "--out", run})
                     .status,
                 0);
        const Ended ended = succeeded(runProgram({"export", run, "--out", at("hand.py"), "--json"}));
        QVERIFY(ended.json()["files"].toArray().contains(at("hand-first.safetensors")));
        const QString begin = QDir(run + "/snapshots").entryList({"*.safetensors"}).constFirst();
        const SafeTensors first = readSafeTensors((run + "/snapshots/" + begin).toStdString()),
                          written = readSafeTensors(at("hand-first.safetensors").toStdString()),
                          trained = readSafeTensors(at("hand.safetensors").toStdString());
        QCOMPARE(written.tensors.size(), first.tensors.size());
        bool differs = false;
        for (const auto& [name, tensor] : first.tensors) {
            QCOMPARE(written.at(name).floats(name), tensor.floats(name));
            differs |= trained.at(name).floats(name) != tensor.floats(name);
        }
        QVERIFY(differs);
        const QString code = QString::fromStdString(readFile(at("hand.py").toStdString()));
        QVERIFY(code.contains("FIRST = FOLDER / \"hand-first.safetensors\""));
    }

    void whatWasAssumedIsInTheExports() {
        const QString foreign = QStringLiteral(ATTX_TEST_DATA "/lightning_zip.ckpt");
        for (const char* file : {"assumed.py", "assumed.onnx"}) {
            const Ended ended = succeeded(runProgram({"export", foreign, "--out", at(file), "--json"}));
            QVERIFY(ended.json()["assumed"].toObject().contains("network.layer_norm_eps"));
            QVERIFY2(readFile(at(file).toStdString()).find("network.layer_norm_eps") != std::string::npos,
                     file);
        }
        QVERIFY(readSafeTensors(at("assumed.safetensors").toStdString()).metadata.contains("assumed"));
    }
};

TEST_CLASS(TestExportedFiles, QCoreApplication)

}  // namespace test_exported_files
#include "test_exported_files.moc"
