// evaluate --faithfulness and predict on the built program, about the network whose weights are set by hand.
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>

#include "app/cli/program.h"
#include "in_folder.h"
#include "runner.h"

class TestFaithfulnessCommand : public QObject, InFolder {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(folder_->isValid());
        const Ended ended = succeeded(
            runProgram({"train", "--preset", "reverse-by-hand", "--set", "data.test_size=50", "--set",
                        "data.validation_size=50", "--device", "cpu", "--out", at("run"), "--json"}));
        QCOMPARE(ended.json()["steps"].toInt(), 0);
        QCOMPARE(ended.json()["test_acc"].toDouble(), 1.0);
        QVERIFY(ended.json()["val_acc"].isNull());  // no epoch was trained
    }

    void evaluateMeasuresEveryMethodBesideRandom() {
        const Ended ended = succeeded(runProgram({"evaluate", at("run"), "--device", "cpu", "--faithfulness",
                                                  "--samples", "10", "--out", at("table.csv"), "--json"}));
        QCOMPARE(ended.json()["val_acc"].toDouble(), 1.0);
        const QJsonObject methods = ended.json()["faithfulness"].toObject();
        QCOMPARE(methods.keys(), (QStringList{"input_x_gradient", "integrated_gradients", "random",
                                              "relevance", "rollout", "rule", "value_zeroing"}));
        for (const QString& name : methods.keys()) {
            const QJsonObject method = methods[name].toObject();
            QVERIFY(method["comprehensiveness"].isDouble() && method["sufficiency"].isDouble());
            QCOMPARE(method["deletion"].toArray().size(), 21);
            QCOMPARE(method["insertion"].toArray().size(), 21);
        }
        QVERIFY(methods["value_zeroing"].toObject()["rule_rate"].toDouble() > 0.95);
        const QJsonObject about = ended.json()["faithfulness_of"].toObject();
        QCOMPARE(about["cases"].toInt(), 160);
        QVERIFY(about["conclusive"].toBool());
        QVERIFY(about["band"].toString().contains("sqrt(samples)"));
        QCOMPARE(about["accuracy_band"].toDouble(-1), 0.0);
        const QByteArrayList lines = read("table.csv").trimmed().split('\n');
        QCOMPARE(lines.size(), 10);
        QVERIFY2(lines.front().endsWith(",insertion_100,split,n,chance"), lines.front());
        for (const QByteArray& line : lines) {
            QCOMPARE(line.count(','), lines.front().count(','));
            QVERIFY2(&line == &lines.front() || line.contains(",validation,10,0."), line);
        }
        QCOMPARE(about["inputs_removed"].toArray().last().toDouble(), 15.0);
        QCOMPARE(about["inputs_kept"].toArray().first().toDouble(), 1.0);
        QCOMPARE(about["deletion_chance"].toArray().size(), 21);
    }

    void theConsoleSaysWhatItsBandsAre() {
        const Ended ended = succeeded(runProgram({"evaluate", at("run"), "--device", "cpu", "--faithfulness",
                                                  "--samples", "3", "--explain", "rollout"}));
        QVERIFY2(ended.out.contains("+-: 1.96 s/sqrt(samples)"), ended.all().constData());
    }

    /// Its bands are ±1.96 s/√n, no standard deviations.
    void theFigureSaysWhatItsBandsAre() {
        succeeded(runProgram(
            {"render", at("run"), "--figure", "faithfulness", "--out", at("figure.csv"), "--json"}));
        QFile table(at("figure.csv"));
        QVERIFY(table.open(QIODevice::ReadOnly));
        const QByteArray header = table.readLine();
        QVERIFY2(header.contains("half_band_95") && !header.contains("deviation"), header);
        const QByteArray rows = table.readAll();
        QVERIFY2(rows.contains("\ndeletion,chance,15,0."), rows);
        QCOMPARE(rows.count("\ndeletion,rollout,"), 16);  // each number of inputs once, to all but one
        QVERIFY2(!rows.contains("\ndeletion,rollout,16,"), rows);
    }

    /// Position 3 answers the token at 12, which differs: nothing is to be warned of.
    void patchingOfInputsThatAreAnsweredDifferentlyIsNotWarnedOf() {
        const Ended ended =
            succeeded(runProgram({"inspect", at("run"), "--tokens", "0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5",
                                  "--patch-from", "0 1 2 3 4 5 6 7 8 9 0 1 9 3 4 5", "--position", "3",
                                  "--out", at("patched.safetensors"), "--json"}));
        QVERIFY(!ended.json()["patching"].toObject()["answered_alike"].toBool(true));
        QVERIFY2(!ended.all().contains("answered alike"), ended.all().constData());
    }

    void chosenMethods() {
        const Ended ended = succeeded(
            runProgram({"evaluate", at("run"), "--device", "cpu", "--faithfulness", "--samples", "2",
                        "--explain", "occlusion", "--explain", "value_zeroing_rollout", "--json"}));
        QCOMPARE(ended.json()["faithfulness"].toObject().keys(),
                 (QStringList{"occlusion", "random", "rule", "value_zeroing_rollout"}));
    }

    void isRefused_data() {
        // The words are separated by |.
        const Rows<QString, QString> row("words", "says");
        row("samples alone", "--samples|5", "--samples is about --faithfulness");
        row("no samples", "--faithfulness|--samples|0", "from 1 to");
        row("unknown method", "--faithfulness|--explain|rolout", "rollout, rollout_elementwise");
        row("no map", "--faithfulness|--explain|score_terms", "does not rank inputs");
    }
    void isRefused() {
        QFETCH(QString, words);
        QFETCH(QString, says);
        const Ended ended =
            runProgram(QStringList{"evaluate", at("run"), "--device", "cpu"} + words.split('|'));
        QVERIFY2(ended.status == 2, ended.all().constData());
        QVERIFY2(ended.err.contains(says.toUtf8()), ended.all().constData());
        QVERIFY2(ended.out.isEmpty(), ended.all().constData());  // said before anything is evaluated
    }

    void predictWritesEveryAnswer() {
        const Ended ended =
            succeeded(runProgram({"predict", at("run"), "--out", at("predictions.csv"), "--json"}));
        QCOMPARE(ended.json()["examples"].toInt(), 50);
        QCOMPARE(ended.json()["answers"].toInt(), 50 * 16);
        QCOMPARE(ended.json()["test_acc"].toDouble(), 1.0);
        const QList<QByteArray> lines = read("predictions.csv").trimmed().split('\n');
        QCOMPARE(lines.size(), 1 + 50 * 16);
        QCOMPARE(lines[0],
                 QByteArray("example,position,true,prediction,p_0,p_1,p_2,p_3,p_4,p_5,p_6,p_7,p_8,p_9"));
        for (const QByteArray& line : lines.mid(1)) {
            const QList<QByteArray> fields = line.split(',');
            QCOMPARE(fields.size(), 14);
            QCOMPARE(fields[2], fields[3]);
            double sum = 0;
            for (const QByteArray& field : fields.mid(4)) sum += field.toDouble();
            QVERIFY(std::abs(sum - 1) < 1e-4);
        }
        QCOMPARE(runProgram({"predict", at("run")}).status, 2);
    }
};

TEST_CLASS(TestFaithfulnessCommand, QCoreApplication)
#include "test_faithfulness_command.moc"
