// Heads off, tokens hidden and each head in turn, on the command line.
#include <QImage>
#include <QJsonArray>
#include <QTemporaryDir>
#include <algorithm>
#include <map>

#include "app/cli/program.h"
#include "in_folder.h"
#include "model/files/npy.h"
#include "model/files/safetensors.h"
#include "runner.h"

using namespace attx;

class TestAblationCommand : public QObject, InFolder {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        succeeded(runProgram(
            smallTraining(at("run"), {"--set", "network.num_layers=2", "--set", "network.num_heads=2"})));
    }

    void eachHeadIsWhatEvaluateSays() {
        const Ended ended = succeeded(
            runProgram({"inspect", at("run"), "--ablate-heads", "--out", at("costs.safetensors"), "--json"}));
        QCOMPARE(ended.json()["tensors"].toObject().keys(),
                 (QStringList{"ablation_accuracy", "ablation_loss"}));
        const SafeTensors file = readSafeTensors(at("costs.safetensors").toStdString());
        const StoredTensor& costs = file.at("ablation_loss");
        QCOMPARE(costs.shape, (std::vector<int64_t>{2, 2}));
        const double whole = lossWithout({});
        const QJsonObject baseline = ended.json()["ablation_baseline"].toObject();
        QVERIFY(std::abs(baseline["loss"].toDouble() - whole) < 1e-9);
        QCOMPARE(baseline["split"].toString(), "validation");
        QCOMPARE(QJsonDocument::fromJson(QByteArray::fromStdString(file.metadata.at("ablation_baseline")))
                     .object(),
                 baseline);
        QCOMPARE(file.metadata.at("axes.ablation_loss"), std::string("layer,head"));
        for (size_t head = 0; head < 4; ++head) {
            const QString name = QString("%1.%2").arg(head / 2).arg(head % 2);
            const double cost = lossWithout({"--ablate", name}) - whole;
            QVERIFY2(std::abs(cost - static_cast<double>(costs.floats("ablation_loss")[head])) < 1e-5,
                     qPrintable(name));
            QVERIFY(cost != 0);
        }
        // On top of heads that are off already.
        const Ended further = succeeded(runProgram(
            {"inspect", at("run"), "--ablate-heads", "--ablate", "0", "--out", at("further.safetensors")}));
        const std::vector<float> more = readSafeTensors(at("further.safetensors").toStdString())
                                            .at("ablation_loss")
                                            .floats("ablation_loss");
        QCOMPARE(more[0], 0.0F);
        QVERIFY(more[2] != costs.floats("ablation_loss")[2]);
    }

    void everyCommandSaysWhatIsAblatedMaskedAndSet() {
        const QStringList more{"--ablate", "0.1,1", "--set", "data.seed=7", "--set", "network.num_heads=2",
                               "--json"};
        const QJsonArray heads{"0.1", "1.0", "1.1"};
        const QString file = at("inspected.safetensors");
        for (const QStringList& words :
             {QStringList{"evaluate", at("run")}, QStringList{"predict", at("run"), "--out", at("p.csv")},
              QStringList{"inspect", at("run"), "--sample", "0", "--mask-keys", "1 3", "--out", file},
              QStringList{"render", at("run"), "--figure", "attention", "--out", at("a.csv")},
              QStringList{"export", at("run"), "--out", at("page.html")}}) {
            const Ended ended = succeeded(runProgram(words + more));
            const QJsonObject said = ended.json();
            QCOMPARE(said["settings"].toObject(), (QJsonObject{{"data.seed", 7}, {"network.num_heads", 2}}));
            QCOMPARE(said["ablation"].toObject()["heads_off"].toArray(), heads);
            QCOMPARE(said["ablation"].toObject()["hidden_tokens"].toArray(),
                     words[0] == "inspect" ? (QJsonArray{1, 3}) : QJsonArray());
        }
        const Ended small = succeeded(runProgram({"thumbnail", file, "--out", at("small.png"), "--json"}));
        QCOMPARE(small.json()["ablation"].toObject()["heads_off"].toArray(), heads);
        for (const QStringList& words :
             {QStringList{"train", "--dry-run"}, QStringList{"sweep", "plan", "--out", at("sweep")},
              QStringList{"convert", at("run"), "--out", at("converted.safetensors")}}) {
            const int seed = words[0] == "convert" ? 42 : 7;  // 42: the run's own, which alone it may name
            const Ended ended = succeeded(
                runProgram(words + QStringList{"--set", QStringLiteral("data.seed=%1").arg(seed), "--json"}));
            QCOMPARE(ended.json()["settings"].toObject(), (QJsonObject{{"data.seed", seed}}));
        }
    }

    void eachTableSaysWhatIsAblated() {
        const auto lastColumn = [&](QStringList words, const QStringList& more) {
            words << "--out" << at("table.csv") << more;
            const Ended ended = runProgram(words);
            QFile file(at("table.csv"));
            QStringList column;
            if (ended.status != 0 || !file.open(QIODevice::ReadOnly)) return column;
            for (const QByteArray& line : file.readAll().trimmed().split('\n'))
                column << QString::fromUtf8(line.mid(line.lastIndexOf(',') + 1));
            column.removeDuplicates();
            return column;
        };
        for (const QStringList& words :
             {QStringList{"predict", at("run")},
              QStringList{"evaluate", at("run"), "--faithfulness", "--samples", "2", "--explain", "rollout"},
              QStringList{"render", at("run"), "--figure", "confusion"},
              QStringList{"render", at("run"), "--figure", "reliability"},
              QStringList{"render", at("run"), "--figure", "explanations", "--explain", "rollout"},
              QStringList{"render", at("run"), "--figure", "heads"},
              QStringList{"render", at("run"), "--figure", "attention"},
              QStringList{"render", at("run"), "--figure", "attention-head"},
              QStringList{"render", at("run"), "--figure", "pair"},
              QStringList{"render", at("run"), "--figure", "places", "--layer", "1"},
              QStringList{"render", at("run"), "--figure", "ablation"}}) {
            QVERIFY2(!lastColumn(words, {}).contains("ablated"), qPrintable(words.join(' ')));
            QCOMPARE(lastColumn(words, {"--ablate", "0.1,1.0"}), (QStringList{"ablated", "0.1 1.0"}));
        }
        QVERIFY(
            !lastColumn({"render", at("run"), "--figure", "loss"}, {"--ablate", "0.1"}).contains("ablated"));
    }

    void aKeyIsLeftToEverySequence() {
        SafeTensors file;
        file.put("tokens", {2, 4}, std::vector<int64_t>{0, 7, 6, 4, 1, 2, 3, 4});
        file.put("lengths", {2}, std::vector<int64_t>{4, 2});
        writeSafeTensors(at("lengths.safetensors").toStdString(), file);
        const QStringList words{
            "inspect",    at("run"), "--input", at("lengths.safetensors"), "--out", at("left.safetensors"),
            "--mask-keys"};
        refusedWith(runProgram(words + QStringList{"0 1"}), "All 2 tokens are masked");
        succeeded(runProgram(words + QStringList{"1 2 3"}));
    }

    void wholeSequencesAreCounted() {
        const Ended ended = succeeded(runProgram({"evaluate", at("run"), "--json"}));
        const Ended predicted = succeeded(runProgram({"predict", at("run"), "--out", at("p.csv"), "--json"}));
        QFile table(at("p.csv"));
        QVERIFY(table.open(QIODevice::ReadOnly));
        (void)table.readLine();
        std::map<QByteArray, bool> right;
        while (!table.atEnd()) {
            const QList<QByteArray> fields = table.readLine().split(',');
            right.try_emplace(fields[0], true).first->second &= fields[2] == fields[3];
        }
        const double expected =
            static_cast<double>(
                std::count_if(right.begin(), right.end(), [](const auto& entry) { return entry.second; })) /
            static_cast<double>(right.size());
        QCOMPARE(right.size(), size_t{100});
        QCOMPARE(ended.json()["test_sequence_acc"].toDouble(-1), expected);
        QCOMPARE(predicted.json()["test_sequence_acc"].toDouble(-1), expected);
        QVERIFY(ended.json()["val_sequence_acc"].isDouble());
    }

    void maskedTokensGetNoWeight() {
        succeeded(runProgram({"inspect", at("run"), "--tokens", "0 7 6 4", "--mask-keys", "1 3", "--ablate",
                              "0.1", "--out", at("hidden.safetensors")}));
        QCOMPARE(readSafeTensors(at("hidden.safetensors").toStdString()).metadata.at("ablation"),
                 std::string(R"({"heads_off":["0.1"],"hidden_tokens":[1,3]})"));
        const std::vector<float> p =
            readSafeTensors(at("hidden.safetensors").toStdString()).at("attention.1").floats("attention.1");
        for (size_t i = 0; i < p.size(); ++i) QCOMPARE(p[i] == 0.0F, i % 2 == 1);
    }

    void theFigureHasTheNumbers() {
        for (const char* suffix : {"png", "npy", "csv"}) {
            const QString path = at(QString("ablation.") + suffix);
            succeeded(runProgram({"render", at("run"), "--figure", "ablation", "--out", path}));
        }
        QVERIFY(QImage(at("ablation.png")).width() > 400);
        const NamedArray array = readNpy(at("ablation.npy").toStdString());
        QCOMPARE(array.shape, (std::vector<int64_t>{2, 1, 2, 2}));
        QFile table(at("ablation.csv"));
        QVERIFY(table.open(QIODevice::ReadOnly));
        const QList<QByteArray> names = table.readLine().trimmed().split(','),
                                values = table.readLine().trimmed().split(',');
        QCOMPARE(names.mid(names.size() - 3), (QList<QByteArray>{"baseline_loss", "baseline_accuracy", "n"}));
        QVERIFY(values[names.indexOf("n")].toInt() > 0);
        QVERIFY(std::abs(values[names.indexOf("baseline_loss")].toDouble() - lossWithout({})) < 1e-9);
        const std::vector<float> costs = readSafeTensors(at("costs.safetensors").toStdString())
                                             .at("ablation_loss")
                                             .floats("ablation_loss");
        for (size_t head = 0; head < 4; ++head) QCOMPARE(array.values[head], costs[head]);
    }

    void wrongHeadsAndTokensAreRefused() {
        for (const QStringList& words :
             {QStringList{"evaluate", at("run"), "--ablate", "2.0"},
              QStringList{"render", at("run"), "--figure", "attention", "--ablate", "x", "--out",
                          at("a.png")},
              QStringList{"inspect", at("run"), "--tokens", "1 2", "--mask-keys", "0 1", "--out", at("a.st")},
              QStringList{"inspect", at("run"), "--tokens", "1 2", "--mask-keys", "2", "--out", at("a.st")},
              QStringList{"inspect", at("run"), "--ablate-heads", "--explain", "rollout", "--out",
                          at("a.st")}}) {
            const Ended ended = runProgram(words);
            QVERIFY2(ended.status == 2, ended.all().constData());
        }
    }

private:
    [[nodiscard]] double lossWithout(const QStringList& options) const {
        const Ended ended = runProgram(QStringList{"evaluate", at("run"), "--json"} + options);
        return ended.json()["val_loss"].toDouble();
    }
};

TEST_CLASS(TestAblationCommand, QCoreApplication)
#include "test_ablation_command.moc"
