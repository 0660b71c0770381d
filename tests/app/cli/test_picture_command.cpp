// Pictures on the command line: drawn ones and folders are trained on, looked into, explained, drawn,
// exported, and new ones are answered by their names; what cannot be read is named at once.
#include <QDir>
#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QtTest>

#include "app/cli/program.h"
#include "in_folder.h"
#include "model/files/csv.h"
#include "model/files/files.h"
#include "model/files/safetensors.h"
#include "runner.h"

namespace test_picture_command {

class TestPictureCommand : public QObject, InFolder {
    Q_OBJECT

    void draw(const QString& name, QRgb color, QSize size = {40, 30}) const {
        QVERIFY(QDir().mkpath(QFileInfo(at(name)).path()));
        QImage image(size, QImage::Format_RGB32);
        image.fill(color);
        QVERIFY(image.save(at(name)));
    }
    /// Rows of the table that a command has written, the header first; each has all fields.
    [[nodiscard]] QList<QStringList> table(const QString& name) const {
        const std::string text = attx::readFile(at(name).toStdString());
        attx::CsvReader reader(text, ',', name.toStdString());
        QList<QStringList> rows;
        for (std::vector<std::string> row; reader.next(row);) {
            QStringList fields;
            for (const std::string& field : row) fields << QString::fromStdString(field);
            if (!rows.isEmpty() && fields.size() != rows.front().size()) return {};
            rows << fields;
        }
        return rows;
    }

private Q_SLOTS:
    void initTestCase() {
        const Ended drawn =
            succeeded(runProgram({"train", "--preset", "patches", "--set", "data.train_size=2000", "--set",
                                  "data.test_size=200", "--epochs", "6", "--set", "training.warmup=20",
                                  "--set", "network.num_layers=2", "--out", at("drawn"), "--json"}));
        QVERIFY2(drawn.json()["val_acc"].toDouble() > 0.2, drawn.all());  // by chance 0.1
        for (int i = 0; i < 20; ++i) {
            draw(QStringLiteral("own/blue one/%1.png").arg(i), qRgb(20, 20, 200 + i));
            draw(QStringLiteral("own/red/%1.png").arg(i), qRgb(200 + i, 20, 20), {20, 50});
        }
        const Ended own = succeeded(runProgram(
            {"train", "--preset", "patches-cifar", "--data", at("own"), "--set", "network.num_layers=1",
             "--set", "data.patch_size=16", "--set", "training.batch_size=4", "--set",
             "training.learning_rate=0.002", "--epochs", "8", "--out", at("colours"), "--json"}));
        QVERIFY2(own.err.contains("pictures of another size are scaled and cropped to 32 x 32"), own.all());
        QCOMPARE(own.json()["val_acc"].toDouble(), 1.0);
    }

    void drawnPicturesAreLookedInto() {
        const Ended seen =
            succeeded(runProgram({"inspect", at("drawn"), "--sample", "33", "--explain", "rollout",
                                  "--explain", "occlusion", "--out", at("seen.safetensors")}));
        const attx::SafeTensors file = attx::readSafeTensors(at("seen.safetensors").toStdString());
        QCOMPARE(file.at("logits").shape, (std::vector<int64_t>{1, 10}));
        QCOMPARE(file.at("attention.1").shape, (std::vector<int64_t>{1, 4, 17, 17}));
        QCOMPARE(file.at("rollout").shape, (std::vector<int64_t>{1, 17, 17}));
        QCOMPARE(file.at("features").shape, (std::vector<int64_t>{1, 16, 192}));
        QCOMPARE(file.at("labels").integers("labels"), std::vector<int64_t>{3});
        QVERIFY(!file.tensors.contains("members"));
        const Ended measured = succeeded(runProgram({"evaluate", at("drawn"), "--json"}));
        QVERIFY(measured.json()["test_acc"].toDouble() > 0.15);
        const Ended counted = runProgram({"evaluate", at("drawn")});
        QVERIFY2(counted.out.contains("of 200 pictures"), counted.all());
    }

    void theFigureHasANumberForEachPatch() {
        const Ended drawn =
            succeeded(runProgram({"render", at("drawn"), "--figure", "picture", "--sample", "33", "--layer",
                                  "1", "--head", "2", "--out", at("picture.csv")}));
        const QList<QStringList> rows = table("picture.csv");
        QCOMPARE(rows.size(), 1 + 4);
        QCOMPARE(rows[0].mid(0, 5), (QStringList{"row", "1", "2", "3", "4"}));
        const attx::SafeTensors file = attx::readSafeTensors(at("seen.safetensors").toStdString());
        const std::vector<float>& map = file.at("attention.1").floats("attention.1");
        for (int patch = 0; patch < 16; ++patch) {  // the class token is query 0 and key 0
            const auto cell = static_cast<size_t>(2 * 17 * 17 + 1 + patch);
            QVERIFY(std::abs(rows[1 + patch / 4][1 + patch % 4].toFloat() - map[cell]) < 1e-6F);
        }
        const Ended png = succeeded(runProgram({"render", at("drawn"), "--figure", "picture", "--explain",
                                                "occlusion", "--out", at("picture.png")}));
        QVERIFY(!QImage(at("picture.png")).isNull());
        refusedWith(runProgram({"render", at("drawn"), "--figure", "sets", "--out", at("no.png")}),
                    "needs a run of the task sets");
    }

    void networksAreExported() {
        for (const char* name : {"net.onnx", "net.py", "net.html"}) {
            succeeded(runProgram({"export", at("drawn"), "--out", at(name)}));
        }
    }

    void newPicturesAreAnsweredByTheirNames() {
        draw("new/x.png", qRgb(220, 10, 10), {300, 17});
        draw("new/deep, er/y.jpg", qRgb(10, 10, 220), {5, 5});
        draw("new/red/z.bmp", qRgb(230, 30, 30));
        QVERIFY(QFile::link(at("new"), at("new/deep, er/back")));
        QVERIFY(QFile::link(at("own/red"), at("new/linked")));
        write("new/notes.txt", "no picture");
        const Ended ended = succeeded(
            runProgram({"predict", at("colours"), "--data", at("new"), "--out", at("new.csv"), "--json"}));
        const QList<QStringList> rows = table("new.csv");
        QCOMPARE(rows.size(), 1 + 3 + 20);
        QCOMPARE(rows[0], (QStringList{"example", "file", "true", "prediction", "p_blue one", "p_red"}));
        QCOMPARE(rows[1].mid(1, 3), (QStringList{"deep, er/y.jpg", "", "blue one"}));
        QCOMPARE(rows[2].mid(1, 3), (QStringList{"linked/0.png", "", "red"}));
        QCOMPARE(rows[22].mid(1, 3), (QStringList{"red/z.bmp", "red", "red"}));
        QCOMPARE(rows[23].mid(1, 3), (QStringList{"x.png", "", "red"}));
        QVERIFY2(ended.err.contains("1 link left out"), ended.all());
        QVERIFY2(ended.err.contains("23 pictures, scaled and cropped to 32 x 32"), ended.all());
        QCOMPARE(ended.json()["test_acc"].toDouble(), 1.0);
    }

    void drawnRunsAnswerPicturesOfAFolder() {
        succeeded(runProgram({"predict", at("drawn"), "--data", at("own/red"), "--out", at("of.csv")}));
        QCOMPARE(table("of.csv").size(), 1 + 20);
    }
    /// Another folder of the same name is none of the run's own.
    void foldersOfTheSameNameAreTold() {
        draw("else/own/red/x.png", qRgb(220, 10, 10));
        draw("else/own/red/y.png", qRgb(220, 10, 20));
        succeeded(runProgram({"predict", at("colours"), "--data", at("else/own"), "--out", at("else.csv")}));
        QCOMPARE(table("else.csv").size(), 1 + 2);
    }
    void drawnPicturesInPlaceOfFilesAreSaid() {
        const QStringList dry{"train", "--dry-run", "--json", "--set", "data.train_size=500", "--preset"};
        QVERIFY(runProgram(dry + QStringList{"patches-cifar"}).err.contains("drawn ones are learned"));
        const Ended drawn = runProgram(dry + QStringList{"patches", "--set", "data.test_size=50"});
        QVERIFY2(!drawn.err.contains("drawn ones are learned") && drawn.err.contains("100 to test"),
                 drawn.all());
        const Ended own = runProgram(
            dry + QStringList{"patches-cifar", "--data", at("own"), "--set", "training.batch_size=8"});
        QVERIFY2(own.status == 0 && !own.err.contains("drawn ones are learned"), own.all());
    }
    void oneStepTakesAllPictures() {
        succeeded(runProgram({"train", "--preset", "patches", "--dry-run", "--set",
                              "training.full_batch=true", "--set", "data.train_size=500"}));
    }

    void whatCannotBeReadIsNamedAtOnce() {
        for (int i = 0; i < 6; ++i) {
            draw(QStringLiteral("bad/a/%1.png").arg(i), qRgb(1, 2, 3));
            draw(QStringLiteral("bad/b/%1.png").arg(i), qRgb(3, 2, 1));
        }
        write("bad/a/broken.png", "nothing");
        write("bad/b/torn.jpg", "nothing");
        const QStringList train{"train", "--preset", "patches-cifar", "--data", at("bad"), "--out", at("no")};
        const Ended bad = runProgram(train);
        QVERIFY2(bad.status == 2 && bad.err.contains("2 pictures cannot be read") &&
                     bad.err.contains("broken.png") && bad.err.contains("torn.jpg"),
                 bad.all());
        write("bad/a/broken.png", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n");
        write("bad/b/torn.jpg", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n");
        const Ended pointers = runProgram(train);
        QVERIFY2(pointers.status == 2 && pointers.err.contains("git lfs pull") &&
                     pointers.err.contains("broken.png") && pointers.err.contains("torn.jpg"),
                 pointers.all());
        refusedWith(runProgram({"predict", at("colours"), "--data", at("bad"), "--out", at("no.csv")}),
                    "git lfs pull");
        refusedWith(runProgram(train + QStringList{"--set", "data.channels=2"}), "3 (red, green, blue) or 1");
        refusedWith(runProgram(train + QStringList{"--set", "data.patch_size=5"}),
                    "do not divide a picture of 32");
        draw("one/a/1.png", qRgb(1, 2, 3));
        refusedWith(
            runProgram({"train", "--preset", "patches-cifar", "--data", at("one"), "--out", at("no")}),
            "only the class");
    }
};

}  // namespace test_picture_command

using test_picture_command::TestPictureCommand;

TEST_CLASS(TestPictureCommand, NoApplication)
#include "test_picture_command.moc"
