// keys, manual and thumbnail: what the program tells of itself, and what file managers show.
#include <QDir>
#include <QImage>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include "app/cli/program.h"
#include "in_folder.h"
#include "model/config/keys.h"
#include "model/config/presets.h"
#include "model/config/settings.h"
#include "model/files/files.h"
#include "model/files/safetensors.h"
#include "runner.h"

using namespace attx;

class TestKeysCommand : public QObject, InFolder {
    Q_OBJECT
private Q_SLOTS:
    void everyKeyIsListed() {
        const Ended ended = succeeded(runProgram({"keys", "--json"}));
        const QJsonArray keys = ended.json()["keys"].toArray();
        QCOMPARE(keys.size(), std::ssize(runConfigKeys()));
        for (const QJsonValue& value : keys) {
            const QJsonObject key = value.toObject();
            const std::string path = key["key"].toString().toStdString();
            const KeyInfo& info = keyInfo(path);
            QCOMPARE(key["help"].toString().toStdString(), info.help);
            QCOMPARE(key.contains("choices"), !info.choices.empty());
            if (info.maximum != 0) QCOMPARE(key["maximum"].toDouble(), info.maximum);
            RunConfig usual;
            const QString expected = QString::fromStdString(valueText(info, usual));
            const QVariant found = key["default"].toVariant();
            if (key["default"].isDouble())
                QCOMPARE(found.toDouble(), expected.toDouble());
            else
                QCOMPARE(found.toString(), expected);
        }
        QVERIFY(ended.err.contains("training.learning_rate = 0.0005   (number from 0 to 10)"));
    }

    void aPartOfANameChooses() {
        const Ended some = runProgram({"keys", "training.clip", "--json", "--preset", "text-demo"});
        QCOMPARE(some.json()["keys"].toArray().size(), 1);
        QCOMPARE(some.json()["keys"].toArray()[0].toObject()["default"].toDouble(-1), 0.0);
        const Ended none = runProgram({"keys", "nothing"});
        QCOMPARE(none.status, 2);
        QVERIFY(none.err.contains("\"nothing\""));
    }

    void theManualIsPrinted() {
        const Ended list = succeeded(runProgram({"manual"}));
        const QStringList files = QDir(ATTX_SOURCE_DIR "/resources/manual").entryList({"*.md"}, QDir::Files);
        QVERIFY(files.size() > 20);
        QCOMPARE(list.out.count('\n'), files.size());
        const QJsonArray pages = runProgram({"manual", "--json"}).json()["pages"].toArray();
        QCOMPARE(pages.size(), files.size());
        for (const QJsonValue& page : pages) {
            const QString name = page["name"].toString(), title = page["title"].toString();
            QVERIFY2(files.contains(name + ".md") && !title.isEmpty(), qPrintable(name));
            QVERIFY2(list.out.contains(title.toUtf8()), qPrintable(title));
        }
        const std::string text = readFile(ATTX_SOURCE_DIR "/resources/manual/runs.md");
        QCOMPARE(runProgram({"manual", "runs"}).out.toStdString(), text);
        QCOMPARE(runProgram({"manual", "runs", "--json"}).json()["text"].toString().toStdString() + "\n",
                 text);
        const Ended none = runProgram({"manual", "run"});
        QCOMPARE(none.status, 2);
        QVERIFY2(none.err.contains("\"run\"") && none.err.contains("devices, explanations"), none.all());
    }

    void someKeysChangeNothing_data() {
        const Rows<std::string, std::string, bool> row("preset", "key", "effect");
        row("always", "reverse", "network.num_heads", true);
        row("hidden in the form, but followed", "reverse", "network.key_dim", true);
        row("of another optimiser", "reverse", "training.rho", false);
        row("of this optimiser", "text-imdb", "training.rho", true);
        row("of another task", "reverse", "data.set_size", false);
        row("drawn sequences", "reverse", "data.validation_size", true);
        row("drawn texts", "text-demo", "data.validation_size", true);
        row("drawn shapes", "anomaly-shapes", "data.validation_size", false);
    }
    void someKeysChangeNothing() {
        QFETCH(const std::string, preset);
        QFETCH(const std::string, key);
        QFETCH(const bool, effect);
        QCOMPARE(hasEffect(keyInfo(key), presetByName(preset)), effect);
    }

    void aRunsOwnFileIsAConfiguration() {
        const Ended first = succeeded(runProgram(smallTraining(at("first"), {"--seed", "5"})));
        const Ended again =
            succeeded(runProgram({"train", "--config", at("first/run.json"), "--out", at("again")}));
        QCOMPARE(readFile(at("again/model.safetensors").toStdString()),
                 readFile(at("first/model.safetensors").toStdString()));
    }

    void thumbnailsShowAttention_data() {
        QTest::addColumn<QStringList>("more");
        QTest::newRow("sequences") << QStringList{};
        QTest::newRow("heads") << QStringList{"--set", "network.num_heads=2", "--set",
                                              "network.num_layers=3"};
        QTest::newRow("texts") << QStringList{"--preset", "text-demo"};
        QTest::newRow("sets") << QStringList{
            "--preset", "anomaly-shapes",       "--set", "data.set_size=3",
            "--set",    "data.train_size=3000", "--set", "data.validation_size=300",
            "--set",    "data.test_size=400"};
    }
    void thumbnailsShowAttention() {
        QFETCH(QStringList, more);
        const QString run = at(QLatin1String("thumb ") + QLatin1String(QTest::currentDataTag()));
        succeeded(runProgram(smallTraining(run, QStringList{"--steps", "5"} + more)));
        succeeded(
            runProgram({"thumbnail", run + "/model.safetensors", "--out", at("thumb.png"), "--size", "96"}));
        const QImage image(at("thumb.png"));
        QCOMPARE(image.size(), QSize(96, 96));
        QSet<QRgb> colours;
        for (int y = 0; y < 96; ++y)
            for (int x = 0; x < 96; ++x) colours.insert(image.pixel(x, y));
        QVERIFY2(colours.size() > 20, qPrintable(QString::number(colours.size())));
    }

    void thumbnailsOfInspectionsShowTheirMaps() {
        succeeded(runProgram(smallTraining(at("seen"), {"--steps", "5"})));
        QCOMPARE(
            runProgram({"inspect", at("seen"), "--tokens", "1 2", "--out", at("two.safetensors")}).status, 0);
        QCOMPARE(
            runProgram({"thumbnail", at("two.safetensors"), "--out", at("two.png"), "--size", "64"}).status,
            0);
        const QImage image(at("two.png"));  // four cells of 32 pixels
        QCOMPARE(image.pixel(1, 1), image.pixel(30, 30));
        QVERIFY(image.pixel(1, 1) != image.pixel(33, 1));
    }

    void thumbnailsOfOtherFilesAreRefused() {
        SafeTensors file;
        file.put("weight", {2}, std::vector<float>{1, 2});
        writeSafeTensors(at("other.safetensors").toStdString(), file);
        const Ended ended = runProgram({"thumbnail", at("other.safetensors"), "--out", at("none.png")});
        QCOMPARE(ended.status, 2);
        QVERIFY(ended.err.contains("found no configuration"));
        QVERIFY(!QFile::exists(at("none.png")));
    }
};

TEST_CLASS(TestKeysCommand, QCoreApplication)
#include "test_keys_command.moc"
