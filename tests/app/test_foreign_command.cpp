// Checkpoints of other programs on the command line.
#undef QT_NO_CAST_FROM_ASCII  // tests are full of plain words
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "model/checkpoint.h"
#include "program.h"

using namespace attx;

class TestForeignCommand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(folder_.isValid());
        SafeTensors input;
        input.tensors["tokens"] = expected_.at("input.tokens");
        writeSafeTensors(at("input.safetensors").toStdString(), input);
    }

    void inspectAnswersAsTheNetworkThatWasSaved_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("settings");
        QTest::newRow("Lightning") << "lightning_zip.ckpt" << QStringList{};
        QTest::newRow("stream") << "state_stream.pt" << QStringList{"--set", "network.num_heads=2"};
        QTest::newRow("Flax") << "flax.ckpt"
                              << QStringList{"--set", "network.num_heads=2", "--set",
                                             "network.layer_norm_eps=1e-5"};
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
            runProgram(QStringList{"convert", checkpoint, "--out", ours, "--json"} + settings);
        QVERIFY2(converted.status == 0, converted.all().constData());
        QCOMPARE(converted.json()["file"].toString(), ours);
        QCOMPARE(answersOf(ours, {}), found);
    }

    void saysWhatWasTaken() {
        const Ended ended = runProgram({"convert", ATTX_TEST_DATA "/flax.ckpt", "--out",
                                        at("taken.safetensors"), "--set", "network.num_heads=2"});
        QVERIFY2(ended.status == 0, ended.all().constData());
        QVERIFY(!ended.out.contains("network.num_heads"));
        QVERIFY2(ended.out.contains("Taken: network.layer_norm_eps=1e-6"), ended.all().constData());
    }

    void refusesByName() {
        const Ended calls =
            runProgram({"convert", ATTX_TEST_DATA "/calls.pt", "--out", at("no.safetensors")});
        QCOMPARE(calls.status, 2);
        QVERIFY2(calls.err.contains("it wants to call posix.system"), calls.all().constData());
        const Ended other =
            runProgram({"convert", ATTX_TEST_DATA "/other.pt", "--out", at("no.safetensors")});
        QCOMPARE(other.status, 2);
        QVERIFY2(other.err.contains("another architecture"), other.all().constData());
        QVERIFY(!QFile::exists(at("no.safetensors")));
    }

private:
    [[nodiscard]] QString at(const QString& name) const { return folder_.filePath(name); }
    QTemporaryDir folder_;
    const SafeTensors expected_ = readSafeTensors(ATTX_TEST_DATA "/fixture_foreign.safetensors");
};

QTEST_GUILESS_MAIN(TestForeignCommand)
#include "test_foreign_command.moc"
