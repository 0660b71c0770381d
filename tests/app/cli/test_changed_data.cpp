// A run goes on with the data that it began with: changed ones are refused, or gone on with knowingly.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include "app/cli/program.h"
#include "in_folder.h"
#include "model/run/checkpoint.h"
#include "runner.h"

class TestChangedData : public QObject, InFolder {
    Q_OBJECT
private Q_SLOTS:
    void init() { makeNewFolder(); }

    void changesAreNamedAndRefused_data() {
        const Rows<QByteArray, QByteArray> row("changed", "says");
        row("unchanged", texts(60, "good film"), {});
        row("other words", texts(60, "nice film"), "part has other content in its");
        row("more rows", texts(90, "good film"), "rows, it had");
        row("another class", texts(60, "good film").replace(",good\n", ",nice\n"),
            "texts of the class \"nice\"");
    }
    void changesAreNamedAndRefused() {
        QFETCH(QByteArray, changed);
        QFETCH(QByteArray, says);
        write("texts.csv", texts(60, "good film"));
        const Ended begun = succeeded(train());
        const QJsonObject data = runJson()["data"].toObject();
        QVERIFY(!data["vocabulary"].toString().isEmpty() && data["train"].toObject()["rows"].toInt() > 30);
        const QJsonObject said = begun.json()["data"].toObject();  // and which columns were taken
        for (const QString& key : data.keys()) QCOMPARE(said[key], data[key]);
        QCOMPARE(said["text_column"].toString(), QStringLiteral("text"));
        write("texts.csv", changed);
        const Ended ended = resume();
        QVERIFY2(ended.status == (says.isEmpty() ? 0 : 2) && ended.err.contains(says), ended.all());
        if (!says.isEmpty()) QCOMPARE(runJson()["result"].toObject()["epochs"].toInt(), 1);
        QCOMPARE(runJson()["data"].toObject(), data);
        QVERIFY(!runJson().contains("earlier_data"));
    }

    void wordsKeepTheirNumbersInDataThatAreAccepted() {
        write("texts.csv", texts(60, "good film"));
        QVERIFY(train().status == 0);
        const QJsonObject before = runJson()["data"].toObject();
        const attx::Vocabulary vocabulary = vocabularyOf("model.safetensors");
        write("texts.csv", texts(60, "an utterly different film with many new words"));
        const Ended ended = resume({"--accept-changed-data"});
        QVERIFY2(ended.status == 0 && ended.all().contains("Going on with changed data: the training part"),
                 ended.all());
        QVERIFY(vocabularyOf("model.safetensors") == vocabulary);
        QVERIFY(vocabularyOf("last.safetensors") == vocabulary);
        const QJsonArray earlier = runJson()["earlier_data"].toArray();
        QCOMPARE(earlier.size(), 1);
        QCOMPARE(earlier[0].toObject()["data"].toObject(), before);
        QVERIFY(earlier[0].toObject()["until_step"].toInt() > 0);
        QVERIFY(runJson()["data"].toObject() != before);
        QCOMPARE(resume({}, "3").status, 0);  // they are the run's own now
        QCOMPARE(runJson()["earlier_data"].toArray(), earlier);
    }

    void whoLooksAtARunIsToldOfChangedData() {
        write("texts.csv", texts(60, "good film"));
        QVERIFY(train().status == 0);
        const QString out = at("seen.safetensors"), figure = at("figure.csv");
        const QList<QStringList> looks{
            {"evaluate", at("run")},
            {"evaluate", at("run/model.safetensors")},
            {"inspect", at("run"), "--sample", "0", "--out", out},
            {"render", at("run"), "--figure", "attention", "--out", figure},
        };
        for (const QStringList& look : looks) {
            const Ended same = runProgram(look + QStringList{"--json"});
            QVERIFY2(same.status == 0 && !same.json().contains("warnings"), same.all());
        }
        write("texts.csv", texts(60, "quite another film"));
        for (const QStringList& look : looks) {
            const Ended changed = runProgram(look + QStringList{"--json"});
            QVERIFY2(changed.status == 0 && changed.err.contains("Warning: "), changed.all());
            QVERIFY2(
                changed.json()["warnings"][0].toString().contains("not those that the run has learned from"),
                changed.all());
        }
        QVERIFY(QFile::remove(at("texts.csv")));
        for (const QStringList& look : looks) {
            refusedWith(runProgram(look), "texts.csv");
        }
    }

    void changedPairsAreRefused() {
        QByteArray pairs;
        for (int i = 0; i < 200; ++i)
            pairs += QByteArray::number(i % 10) + " " + QByteArray::number(i / 20) + ";0 1\n";
        write("pairs.csv", pairs);
        succeeded(runProgram({"train", "--set", "data.rule=csv", "--set", "data.csv_path=" + at("pairs.csv"),
                              "--set", "data.length=2", "--set", "training.batch_size=8", "--epochs", "1",
                              "--out", at("run")}));
        write("pairs.csv", "9 9;1 0\n" + pairs);
        refusedWith(resume(), "--accept-changed-data");
        const Ended dry = resume({"--dry-run", "--json"});
        QVERIFY2(dry.status == 0 && dry.json()["warnings"][0].toString().contains("the run is refused"),
                 dry.all());
    }

    void runsOfEarlierVersionsGoOn() {
        write("texts.csv", texts(60, "good film"));
        QVERIFY(train().status == 0);
        const attx::Vocabulary vocabulary = vocabularyOf("model.safetensors");
        QJsonObject json = runJson();
        json.remove("data");
        write("run/run.json", QJsonDocument(json).toJson());
        write("texts.csv", texts(60, "a quite different film"));
        const Ended ended = resume();
        QVERIFY2(ended.status == 0 && ended.all().contains("whether they have changed is not known"),
                 ended.all());
        QVERIFY(vocabularyOf("last.safetensors") == vocabulary);
    }

    void acceptingNeedsARunToGoOnWith() {
        refusedWith(runProgram({"train", "--accept-changed-data", "--out", at("x")}), "--resume");
    }

private:
    [[nodiscard]] QJsonObject runJson() const {
        QFile file(at("run/run.json"));
        return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                              : QJsonObject();
    }
    [[nodiscard]] attx::Vocabulary vocabularyOf(const QString& file) const {
        const std::string path = at("run/" + file).toStdString();
        return attx::namesFrom(attx::readSafeTensors(path), path).vocabulary;
    }
    static QByteArray texts(int rows, const QByteArray& good) {
        QByteArray table = "text,label\n";
        for (int i = 0; i < rows; ++i)
            table += i % 2 ? good + " number " + QByteArray::number(i) + ",good\n"
                           : QByteArray("a bad film,bad\n");
        return table;
    }
    [[nodiscard]] Ended train() const {
        return runProgram({"train", "--preset", "text-demo", "--data", at("texts.csv"), "--set",
                           "training.batch_size=4", "--epochs", "1", "--out", at("run"), "--json"});
    }
    [[nodiscard]] Ended resume(const QStringList& more = {}, const QString& epochs = "2") const {
        return runProgram(QStringList{"train", "--resume", at("run"), "--epochs", epochs} + more);
    }
};

TEST_CLASS(TestChangedData, QCoreApplication)
#include "test_changed_data.moc"
