// train that begins with the weights of another network: what it says, keeps in run.json, and goes on with.
#include <QFileInfo>
#include <QJsonArray>

#include "model/files/safetensors.h"
#include "runner.h"
#include "small_runs.h"

namespace test_start_command {

using attx::readSafeTensors;
using attx::SafeTensors;

class TestStartCommand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        runs_.makeSequences();
        runs_.writeTexts();
    }

    void saysAndKeepsWhatItTook() {
        QStringList words{"train",
                          "--config",
                          "run/run.json",
                          "--seed",
                          "9",
                          "--out",
                          "next",
                          "--steps",
                          "3",
                          "--set",
                          "training.start_from=run",
                          "--set",
                          "training.frozen_layers=1"};
        const Ended ended = succeeded(runs_.run(words));
        QVERIFY2(ended.out.contains("Starts from ") && ended.out.contains("Frozen are the embeddings"),
                 ended.all());
        const QJsonObject kept = QJsonDocument::fromJson(runs_.read("next/run.json")).object();
        QCOMPARE(kept["start"]["new"].toArray().size(), 0);
        QVERIFY(kept["start"]["taken"].toInt() > 20);
        QVERIFY(kept["frozen"]["parameters"].toInt() > 0);
        QCOMPARE(kept["config"]["training"]["frozen_layers"].toInt(), 1);
        QVERIFY(kept["config"]["training"]["start_from"].toString().endsWith("/run"));  // from anywhere
        const std::string name = "transformer.layers.0.self_attn.qkv_proj.weight";
        const auto weight = [&](const QString& run) {
            return readSafeTensors(runs_.at(run + "/model.safetensors").toStdString()).at(name).floats(name);
        };
        QVERIFY(weight("next") == weight("run"));

        words[6] = "again";
        const Ended said = succeeded(runs_.run(words + QStringList{"--json"}));
        QVERIFY(said.json()["start"].toObject() == kept["start"].toObject());
        QCOMPARE(said.json()["frozen"], kept["frozen"]);

        // A run that is resumed knows it still, and trains the same layers; the source may be gone.
        const Ended resumed = succeeded(runs_.run({"train", "--resume", "next", "--steps", "6", "--json"}));
        QCOMPARE(resumed.json()["start"], said.json()["start"]);
        QVERIFY(weight("next") == weight("run"));
        QCOMPARE(QJsonDocument::fromJson(runs_.read("next/run.json")).object()["start"], kept["start"]);
        refusedWith(
            runs_.run({"train", "--resume", "next", "--steps", "7", "--set", "training.start_from=again"}),
            "training.start_from");
    }

    void saysItBefore() {
        const Ended ended = runs_.run({"train", "--config", "run/run.json", "--dry-run", "--set",
                                       "training.start_from=run/model.safetensors"});
        QVERIFY2(ended.status == 0 && ended.out.contains("Starts from "), ended.all());
    }

    void otherShapesAreRefused_data() {
        const Rows<QStringList, QByteArray> row("settings", "says");
        row("tokens", {"--set", "data.num_categories=12"}, "data.num_categories");
        row("heads", {"--set", "network.num_heads=1"}, "network.num_heads=1: expected 2");
        row("features", {"--preset", "anomaly-shapes"}, "reads tokens");
        row("layers", {"--set", "training.frozen_layers=5"},
            "training.frozen_layers: the network has 2 layers");
    }
    void otherShapesAreRefused() {
        QFETCH(QStringList, settings);
        QFETCH(QByteArray, says);
        refusedWith(
            runs_.run(QStringList{"train", "--out", "bad", "--set", "training.start_from=run"} + settings),
            says);
        QVERIFY(!QFileInfo::exists(runs_.at("bad")));
    }

    /// Words and classes of texts: those of the same classes keep their last layer.
    void textsKeepTheirWords() {
        runs_.makeTexts("texts", "one.csv");
        const Ended ended = succeeded(
            runs_.run({"train", "--preset", "text-imdb", "--data", "two.csv", "--set", "data.length=3",
                       "--set", "training.batch_size=4", "--set", "training.start_from=texts", "--steps", "2",
                       "--out", "from-texts", "--json"}));
        QCOMPARE(ended.json()["start"].toObject()["new"].toArray().size(), 0);
        const auto words = [&](const char* run) {
            return readSafeTensors(runs_.at(QString(run) + "/model.safetensors").toStdString())
                .metadata.at("vocabulary");
        };
        QVERIFY(words("from-texts") == words("texts"));
    }

private:
    SmallRuns runs_;
};

TEST_CLASS(TestStartCommand, NoApplication)

}  // namespace test_start_command
#include "test_start_command.moc"
