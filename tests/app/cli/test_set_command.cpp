// Sets of images on the command line: train on drawn ones, look into a set, draw sets.
#include <QDir>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include "app/cli/program.h"
#include "in_folder.h"
#include "model/network/program.h"
#include "model/run/checkpoint.h"
#include "runner.h"

class TestSetCommand : public QObject, InFolder {
    Q_OBJECT
    double testAccuracy_ = 0;

private Q_SLOTS:
    void initTestCase() {
        const Ended run =
            succeeded(runProgram({"train", "--preset", "anomaly-shapes", "--set", "data.train_size=3000",
                                  "--set", "data.test_size=400", "--set", "data.set_size=4", "--set",
                                  "data.test_draws=3", "--steps", "150", "--out", at("run"), "--json"}));
        QVERIFY2(run.json()["val_acc"].toDouble() > 0.6, run.all());  // by chance 0.25
        testAccuracy_ = run.json()["test_acc"].toDouble();
    }

    void theTestHasSetsOfSeveralDraws() {
        const Ended three = runProgram({"evaluate", at("run")});
        QVERIFY2(three.out.contains("of 1200 sets"), three.all());
        const Ended same = runProgram({"evaluate", at("run"), "--json"});
        QCOMPARE(same.json()["test_acc"].toDouble(), testAccuracy_);
        const Ended one = runProgram({"evaluate", at("run"), "--set", "data.test_draws=1"});
        QVERIFY2(one.out.contains("of 400 sets"), one.all());
    }

    void lookedIntoASetIsWhatTheFigureSays() {
        succeeded(runProgram({"inspect", at("run"), "--sample", "3", "--explain", "relevance", "--out",
                              at("set.safetensors")}));
        const attx::SafeTensors file = attx::readSafeTensors(at("set.safetensors").toStdString());
        QCOMPARE(file.at("logits").shape, (std::vector<int64_t>{1, 4}));
        QCOMPARE(file.at("attention.1").shape, (std::vector<int64_t>{1, 4, 4, 4}));
        QCOMPARE(file.at("relevance").shape, (std::vector<int64_t>{1, 4, 4}));
        QCOMPARE(file.at("features").shape[1], 4);
        QCOMPARE(file.at("members").shape, (std::vector<int64_t>{1, 4}));
        QCOMPARE(file.at("labels").integers("labels"), std::vector<int64_t>{3});  // the odd one comes last
        const std::vector<int64_t>& classes = file.at("classes").integers("classes");
        QVERIFY(classes[0] == classes[1] && classes[1] == classes[2] && classes[2] != classes[3]);
        QCOMPARE(file.metadata.at("axes.logits"), std::string("batch,member"));
        const QJsonArray names =
            QJsonDocument::fromJson(QByteArray::fromStdString(file.metadata.at("words")))[0].toArray();
        QVERIFY(names.size() == 4 && names[0] == names[1] && names[2] != names[3]);

        const Ended drawn =
            succeeded(runProgram({"render", at("run"), "--figure", "sets", "--out", at("sets.csv")}));
        const QList<QByteArray> lines = read("sets.csv").trimmed().split('\n');
        QCOMPARE(lines.size(), 1 + 8 * 4);
        const std::vector<float>& logits = file.at("logits").floats("logits");
        double sum = 0;
        for (const float logit : logits) sum += std::exp(static_cast<double>(logit));
        for (int i = 0; i < 4; ++i) {
            const QList<QByteArray> fields = lines[1 + 3 * 4 + i].split(',');
            QCOMPARE(fields[0], QByteArray("Set 4"));
            QVERIFY2(fields[2].endsWith("(drawn)"), fields[2]);
            QCOMPARE(fields[3], QByteArray(i == 3 ? "1" : "0"));  // the odd one comes last
            const double share = std::exp(static_cast<double>(logits[static_cast<size_t>(i)])) / sum;
            QVERIFY(std::abs(fields[5].toDouble() - share) < 1e-5);
            QCOMPARE(fields.mid(6), (QList<QByteArray>{"validation", "8"}));
        }
    }

    void featuresOfAnotherWidthAreRefused_data() {
        const Rows<int, int> row("factor", "more");
        row("twice as wide", 2, 0);
        row("one more", 1, 1);
        row("one", 0, 1);  // every number of the data would be a vector
    }
    void featuresOfAnotherWidthAreRefused() {
        QFETCH(int, factor);
        QFETCH(int, more);
        attx::RunConfig config = attx::openCheckpoint(at("run").toStdString()).config;
        const int width = config.network.inputDim;
        config.network.inputDim = factor * width + more;
        const QString path = at("wide.safetensors");
        attx::writeSafeTensors(
            path.toStdString(),
            attx::toSafeTensors(config, attx::initialParameters(attx::buildProgram(config.network, 1), 1)));
        const QByteArray expected = "reads vectors of width " + QByteArray::number(config.network.inputDim) +
                                    " (network.input_dim), the data has " + QByteArray::number(width);
        const QString out = at("wide-out.");
        for (const QStringList& words :
             {QStringList{"inspect", path, "--sample", "0", "--out", out + "st"},
              QStringList{"inspect", path, "--sample", "0", "--explain", "relevance", "--out", out + "st"},
              QStringList{"render", path, "--figure", "attention", "--out", out + "png"},
              QStringList{"evaluate", path}}) {
            refusedWith(runProgram(words), expected);
        }
        QVERIFY(!QFile::exists(out + "st") && !QFile::exists(out + "png"));
    }

    void setsAreDrawn() {
        for (const char* name : {"sets.png", "sets.svg"}) {
            succeeded(runProgram({"render", at("run"), "--figure", "sets", "--out", at(name)}));
        }
        QVERIFY(QImage(at("sets.png")).width() > 400);
    }

    void confusionSaysWhichSetsItIsOf() {
        succeeded(
            runProgram({"render", at("run"), "--figure", "set-confusion", "--out", at("confusion.csv")}));
        const QByteArrayList lines = read("confusion.csv").trimmed().split('\n');
        QVERIFY2(lines.front().endsWith(",split,n"), lines.front());
        QVERIFY2(lines.back().endsWith(",validation,300"), lines.back());
    }

    void anyMemberOfASetIsExplained() {
        const auto inspect = [&](const QStringList& words) {
            return runProgram(QStringList{"inspect", at("run"), "--sample", "3", "--explain", "relevance",
                                          "--out", at("x.safetensors")} +
                              words);
        };
        succeeded(inspect({"--class", "3", "--position", "0"}));
        refusedWith(inspect({"--class", "4"}), "0 to 3");
        refusedWith(inspect({"--position", "1"}), "0 to 0");
        QVERIFY(QFile::remove(at("x.safetensors")));
    }

    void missingFeaturesAreMadeForWhatShowsThem() {
        for (int i = 0; i < 30; ++i)
            for (const int shade : {0, 120, 240}) {
                QVERIFY(QDir().mkpath(at(QStringLiteral("pictures/%1").arg(shade))));
                QImage picture(8, 8, QImage::Format_RGB32);
                picture.fill(QColor(shade, 8 * i, 80));
                QVERIFY(picture.save(at(QStringLiteral("pictures/%1/%2.png").arg(shade).arg(i))));
            }
        succeeded(runProgram({"train", "--preset", "anomaly", "--data", at("pictures"), "--set",
                              "data.extractor=pixels", "--set", "data.set_size=3", "--set",
                              "training.batch_size=4", "--steps", "2", "--out", at("own")}));
        const auto forget = [&] {
            return QFile::remove(at("pictures/train_set_features.npz")) &&
                   QFile::remove(at("pictures/test_set_features.npz"));
        };
        QVERIFY(forget());
        succeeded(runProgram({"inspect", at("own"), "--sample", "0", "--out", at("own.safetensors")}));
        QVERIFY(forget());
        succeeded(runProgram({"render", at("own"), "--figure", "ablation", "--out", at("ablation.csv")}));
        QVERIFY(forget());
        const Ended curve =
            succeeded(runProgram({"render", at("own"), "--figure", "loss", "--out", at("loss.csv")}));
        QVERIFY(!forget());  // an hour's work for a curve: nobody asked for that
    }

    void whatIsNoSetIsRefused() {
        refusedWith(runProgram({"inspect", at("run"), "--sample", "300", "--out", at("x")}), "0 to 299");
        const Ended words = runProgram({"inspect", at("run"), "--text", "good", "--out", at("x")});
        QCOMPARE(words.status, 2);
        QVERIFY(!QFile::exists(at("x")));
    }
};

TEST_CLASS(TestSetCommand, QApplication)
#include "test_set_command.moc"
