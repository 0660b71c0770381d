// Checkpoints of other programs on the command line.
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "app/cli/program.h"
#include "in_folder.h"
#include "model/inspect/inspector.h"
#include "model/network/program.h"
#include "model/run/checkpoint.h"
#include "runner.h"
#include "settings.h"

using namespace attx;

class TestForeignCommand : public QObject, InFolder {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(folder_->isValid());
        SafeTensors input;
        input.tensors["tokens"] = expected_.at("input.tokens");
        writeSafeTensors(at("input.safetensors").toStdString(), input);
    }

    void inspectAnswersAsTheNetworkThatWasSaved_data() {
        const Rows<QString, QStringList> row("name", "settings");
        row("Lightning", "lightning_zip.ckpt", {});
        row("stream", "state_stream.pt", {"--set", "network.num_heads=2"});
        row("Flax", "flax.ckpt", {"--set", "network.num_heads=2", "--set", "network.layer_norm_eps=1e-5"});
    }
    void inspectAnswersAsTheNetworkThatWasSaved() {
        QFETCH(QString, name);
        QFETCH(QStringList, settings);
        const QString checkpoint = QStringLiteral(ATTX_TEST_DATA "/") + name;
        const auto answersOf = [&](const QString& path, const QStringList& more) {
            const Ended ended = runProgram(QStringList{"inspect", path, "--input", at("input.safetensors"),
                                                       "--out", at("out.safetensors")} +
                                           more);
            if (ended.status != 0) qWarning().noquote() << ended.all();
            return ended.status == 0
                       ? readSafeTensors(at("out.safetensors").toStdString()).at("logits").floats("logits")
                       : std::vector<float>();
        };
        const std::vector<float>& expected = expected_.at("expect.logits").floats("logits");
        const std::vector<float> found = answersOf(checkpoint, settings);
        QCOMPARE(found.size(), expected.size());
        for (size_t i = 0; i < found.size(); ++i) QVERIFY(std::abs(found[i] - expected[i]) < 1e-5f);

        const QString ours = at("ours.safetensors");
        const Ended converted =
            succeeded(runProgram(QStringList{"convert", checkpoint, "--out", ours, "--json"} + settings));
        QCOMPARE(converted.json()["file"].toString(), ours);
        QCOMPARE(answersOf(ours, {}), found);
    }

    void headsAreNotGuessed_data() {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("evaluate") << QStringList{"evaluate"};
        QTest::newRow("inspect") << QStringList{"inspect", "--tokens", "1 2", "--out", at("no.safetensors")};
        QTest::newRow("render") << QStringList{"render", "--figure", "attention", "--out", at("no.png")};
        QTest::newRow("convert") << QStringList{"convert", "--out", at("no.safetensors")};
    }
    void headsAreNotGuessed() {
        QFETCH(QStringList, words);
        words << ATTX_TEST_DATA "/flax.ckpt"
              << "--json";
        const Ended ended = runProgram(words);
        QCOMPARE(ended.status, 2);
        const QString message = ended.json()["error"].toString();
        QVERIFY2(message.contains("1, 2, 3 or 6 heads") && message.contains("--set network.num_heads=N"),
                 ended.all().constData());
        QVERIFY(!QFile::exists(at("no.safetensors")) && !QFile::exists(at("no.png")));
        const Ended said = succeeded(runProgram(words + QStringList{"--set", "network.num_heads=2"}));
        const QJsonObject assumed = said.json()["assumed"].toObject();
        QCOMPARE(assumed["network.layer_norm_eps"].toDouble(), 1e-6);
        QVERIFY(assumed["network.positional_encoding"].toBool());
        QCOMPARE(assumed["data.rule"].toString(), "reverse");
        QVERIFY(!assumed.contains("network.num_heads"));
        QFile::remove(at("no.safetensors"));
        QFile::remove(at("no.png"));
    }

    void whatWasAssumedStaysUntilItIsConfirmed() {
        const QString ours = at("assumed.safetensors"), sure = at("sure.safetensors");
        const Ended converted =
            succeeded(runProgram({"convert", ATTX_TEST_DATA "/flax.ckpt", "--out", ours, "--set",
                                  "network.num_heads=2", "--set", "network.layer_norm_eps = 1e-5"}));
        QVERIFY2(converted.out.contains("Assumed: network.positional_encoding=true"),
                 converted.all().constData());
        QVERIFY(!converted.out.contains("network.num_heads") && !converted.out.contains("layer_norm_eps"));
        const QStringList confirming{"--set", "network.positional_encoding=true",
                                     "--set", "network.mask_padding=true",
                                     "--set", "data.rule=reverse",
                                     "--set", "data.length=16"};
        const QStringList inspecting{"inspect", "", "--tokens", "1 2", "--out", at("seen.safetensors")};
        const auto assumedOf = [&](const QString& path, const QStringList& more) {
            QStringList words = inspecting + more + QStringList{"--json"};
            words[1] = path;
            const Ended ended = runProgram(words);
            if (ended.status != 0) qWarning().noquote() << ended.all();
            const SafeTensors seen = readSafeTensors(at("seen.safetensors").toStdString());
            const QJsonObject assumed = ended.json()["assumed"].toObject();
            const auto written = seen.metadata.find("assumed");
            if (written == seen.metadata.end()) return assumed.isEmpty() ? assumed : QJsonObject{{"?", 1}};
            const QByteArray text = QByteArray::fromStdString(written->second);
            return QJsonDocument::fromJson(text).object() == assumed ? assumed : QJsonObject{{"?", 2}};
        };
        QCOMPARE(assumedOf(ours, {}).keys(), (QStringList{"data.length", "data.rule", "network.mask_padding",
                                                          "network.positional_encoding"}));
        QCOMPARE(assumedOf(ours, confirming), QJsonObject());
        QCOMPARE(runProgram(QStringList{"convert", ours, "--out", sure} + confirming).status, 0);
        QCOMPARE(assumedOf(sure, {}), QJsonObject());
    }

    /// One linear layer behind PyTorch's encoder answers at each position, or once: whoever opens it says so.
    void whatItAnswersIsSaid() {
        NetworkConfig network = with(NetworkConfig(), "linear_output=true positions=none");
        const auto parameters =
            std::make_shared<const std::vector<float>>(initialParameters(buildProgram(network, 1), 5));
        SafeTensors file;
        for (const ParameterInfo& p : buildProgram(network, 1).parameters) {
            QString name = QString::fromStdString(p.name);
            name.replace("qkv_proj.", "in_proj_")
                .replace("o_proj", "out_proj")
                .replace("input_net.1", "embed");
            name.replace("linear_net.0", "linear1").replace("linear_net.3", "linear2");
            file.put(name.toStdString(), p.shape,
                     std::vector<float>(parameters->begin() + p.offset,
                                        parameters->begin() + p.offset + p.size()));
        }
        writeSafeTensors(at("tagger.safetensors").toStdString(), file);
        const QStringList words{"inspect",
                                at("tagger.safetensors"),
                                "--tokens",
                                "3 1 4 1 5",
                                "--out",
                                at("tagged.safetensors"),
                                "--json",
                                "--set",
                                "network.num_heads=1"};
        const Ended refused = runProgram(words);
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.all().contains("answers at each position (positions) or once"),
                 refused.all().constData());
        const Ended said = succeeded(runProgram(words + QStringList{"--set", "network.output=positions"}));
        const QJsonObject assumed = said.json()["assumed"].toObject();
        QCOMPARE(assumed["data.rule"].toString(), "reverse");
        QVERIFY(!assumed.contains("data.set_size") && !assumed.contains("network.output"));
        QCOMPARE(assumed["network.input"].toString(), "tokens");
        QStringList confirming = words + QStringList{"--set", "network.output=positions"};
        for (auto key = assumed.begin(); key != assumed.end(); ++key)
            confirming << "--set" << key.key() + "=" + key.value().toVariant().toString();
        QVERIFY(confirming.contains("network.norm_first=false"));
        const Ended confirmed = succeeded(runProgram(confirming));
        QVERIFY2(!confirmed.json().contains("assumed") && !confirmed.json().contains("warnings"),
                 confirmed.all().constData());
        Inspector inspector(network);
        inspector.setParameters(parameters);
        QCOMPARE(readSafeTensors(at("tagged.safetensors").toStdString()).at("logits").floats("logits"),
                 inspector.inspect(sampleOf({3, 1, 4, 1, 5})).logits);
        const Ended vectors = runProgram(
            words + QStringList{"--set", "network.output=positions", "--set", "network.input = features"});
        QCOMPARE(vectors.status, 2);
        QVERIFY2(vectors.all().contains("reads one-hot categories here"), vectors.all().constData());
    }

    /// A file of sequences that the network does not read: what it reads, and how else one can give it.
    void whatItReadsIsSaid_data() {
        const Rows<QStringList, QString, QString> row("settings", "tensor", "says");
        const QString positions = QStringLiteral("network.output=positions"),
                      pooled = QStringLiteral("network.output=pooled");
        row("one-hot", {positions}, "one_hot",
            "expected a tensor \"tokens\", found one_hot. The network reads categories "
            "from 0 to 9 as one-hot vectors: give their numbers, [B, T] of type I64, or "
            "one sequence with --tokens.");
        row("vectors", {pooled}, "one_hot",
            "found one_hot. The network reads vectors of 10 numbers: give [B, T, 10] of "
            "type F32. If it reads one-hot categories, say --set network.input=tokens.");
        row("confirmed", {pooled, "network.input=tokens"}, "features",
            "found features. The network reads categories from 0 to 9 as one-hot "
            "vectors: give their numbers, [B, T] of type I64, or one sequence with "
            "--tokens.");
    }
    void whatItReadsIsSaid() {
        QFETCH(QStringList, settings);
        QFETCH(QString, tensor);
        QFETCH(QString, says);
        SafeTensors file;
        file.put(tensor.toStdString(), {1, 2, 10}, std::vector<float>(20));
        writeSafeTensors(at("other.safetensors").toStdString(), file);
        QStringList words{"inspect",
                          at("tagger.safetensors"),
                          "--input",
                          at("other.safetensors"),
                          "--out",
                          at("no.safetensors"),
                          "--json",
                          "--set",
                          "network.num_heads=1"};
        for (const QString& setting : settings) words << "--set" << setting;
        const Ended ended = runProgram(words);
        QCOMPARE(ended.status, 2);
        const QString error = ended.json()["error"].toString();
        QVERIFY2(error.endsWith(says), qPrintable(error));
    }

    void refusesByName() {
        refusedWith(runProgram({"convert", ATTX_TEST_DATA "/calls.pt", "--out", at("no.safetensors")}),
                    "it would run code (posix.system)");
        refusedWith(runProgram({"convert", ATTX_TEST_DATA "/other.pt", "--out", at("no.safetensors")}),
                    "another architecture");
        QVERIFY(!QFile::exists(at("no.safetensors")));
    }

private:
    const SafeTensors expected_ = readSafeTensors(ATTX_TEST_DATA "/fixture_foreign.safetensors");
};

TEST_CLASS(TestForeignCommand, QCoreApplication)
#include "test_foreign_command.moc"
