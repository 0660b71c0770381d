// Runs that diverge, and networks whose answers are no numbers, on the built program.
#include <QTemporaryDir>

#include "app/cli/program.h"
#include "in_folder.h"
#include "model/files/files.h"
#include "model/files/safetensors.h"
#include "model/run/records.h"
#include "model/run/run_folder.h"
#include "runner.h"

using namespace attx;

class TestNotANumberCommand : public QObject, InFolder {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(folder_->isValid());
        succeeded(runProgram(smallTraining(at("run"))));
    }

    void aDivergedRunKeepsWhatItDid() {
        // Decay at this rate turns the sign of each parameter and multiplies it by 9, step after step.
        const Ended ended = runProgram(smallTraining(
            at("diverged"), {"--set", "training.learning_rate=10", "--set", "training.optimiser=adamw",
                             "--set", "training.weight_decay=1", "--set", "training.schedule=constant",
                             "--set", "training.clip_norm=0", "--json"}));
        QVERIFY2(ended.status == 1 && ended.err.contains("diverged"), ended.all().constData());
        const RunFolder folder = RunFolder::open(at("diverged").toStdString());
        QVERIFY(folder.result().has_value());
        QCOMPARE(folder.result()->reason, EndReason::Diverged);
        QVERIFY(folder.result()->steps > 1);
        // All steps before the one whose loss is no number; or all, where the validation showed it.
        const int64_t missing = folder.result()->steps - std::ssize(folder.readMetrics().steps);
        QVERIFY2(missing == 0 || missing == 1, std::to_string(missing).c_str());
        // What is there opens, and is no network of no numbers.
        const Ended opened = runProgram({"evaluate", at("diverged"), "--json"});
        QVERIFY2(opened.status == 0 && opened.json()["val_loss"].isDouble(), opened.all().constData());
        const Ended collected =
            succeeded(runProgram({"collect", at("diverged"), "--out", at("d.json"), "--json"}));
        QCOMPARE(collected.json()["states"].toObject(), (QJsonObject{{"diverged", 1}}));
        QVERIFY(bytes("d.json").contains("is not a finite number"));
    }

    void answersThatAreNoNumbersAreSaid() {
        SafeTensors file = readSafeTensors(at("run/model.safetensors").toStdString());
        for (auto& [name, tensor] : file.tensors) {
            std::vector<float> values = tensor.floats(name);
            for (float& value : values) value *= 1e30F;
            file.put(name, std::vector<int64_t>(tensor.shape), std::move(values));
        }
        writeSafeTensors(at("large.safetensors").toStdString(), file);
        for (const QStringList& words :
             {QStringList{"evaluate", at("large.safetensors")},
              QStringList{"evaluate", at("large.safetensors"), "--faithfulness", "--samples", "2"},
              QStringList{"predict", at("large.safetensors"), "--out", at("large.csv")},
              QStringList{"inspect", at("large.safetensors"), "--ablate-heads", "--out", at("l.safetensors")},
              QStringList{"render", at("large.safetensors"), "--figure", "confusion", "--out",
                          at("l.csv")}}) {
            const Ended ended = runProgram(words + QStringList{"--set", "data.validation_size=100", "--set",
                                                               "data.test_size=100", "--json"});
            const QString error = ended.json()["error"].toString();
            QVERIFY2(ended.status == 1 && error.contains("answers nothing"), ended.all().constData());
            if (words[0] == "evaluate") QVERIFY(error.startsWith(at("large.safetensors") + ": "));
        }
        for (const QStringList& words :
             {QStringList{"inspect", at("large.safetensors"), "--tokens", "1 2 3", "--out",
                          at("l.safetensors")},
              QStringList{"render", at("large.safetensors"), "--figure", "attention", "--tokens", "1 2 3",
                          "--out", at("l.csv")}}) {
            const Ended ended = succeeded(runProgram(words + QStringList{"--json"}));
            QVERIFY2(ended.json()["warnings"][0].toString().contains("answers nothing"),
                     ended.all().constData());
        }
    }

private:
    [[nodiscard]] QByteArray bytes(const QString& name) const {
        return QByteArray::fromStdString(readFile(at(name).toStdString()));
    }
};

TEST_CLASS(TestNotANumberCommand, QCoreApplication)
#include "test_not_a_number_command.moc"
