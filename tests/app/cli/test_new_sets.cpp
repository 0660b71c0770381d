// Sets that no class tells, answered by predict: vectors in files and folders of pictures; what is no set.
#include <QDir>
#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "app/cli/program.h"
#include "in_folder.h"
#include "model/data/feature_file.h"
#include "model/files/archive.h"
#include "model/files/csv.h"
#include "model/files/files.h"
#include "model/files/npy.h"
#include "model/files/safetensors.h"
#include "model/files/text.h"
#include "runner.h"

namespace test_new_sets {

using Cells = std::vector<std::vector<std::string>>;

class TestNewSets : public QObject, InFolder {
    Q_OBJECT
    int width_ = 0;                ///< D
    std::vector<float> features_;  ///< [4, D], sample 3 of the run
    std::vector<float> logits_;    ///< [4], as inspect says

    [[nodiscard]] Ended predict(const QString& run, const QString& data, const QStringList& more = {}) const {
        return runProgram(QStringList{"predict", at(run), "--data", data, "--out", at("out.csv"), "--json"} +
                          more);
    }
    /// What predict has written, a header and rows of as many fields.
    [[nodiscard]] Cells written() const {
        const std::string text = attx::readFile(at("out.csv").toStdString());
        attx::CsvReader reader(text, ',', "out.csv");
        Cells rows;
        for (std::vector<std::string> row; reader.next(row); rows.push_back(row))
            if (!rows.empty() && row.size() != rows.front().size()) return {};
        return rows;
    }
    /// The vectors of two sets: sample 3, and its members the other way round.
    [[nodiscard]] std::vector<float> twoSets() const {
        std::vector<float> all = features_;
        for (int member = 3; member >= 0; --member)
            all.insert(all.end(), features_.begin() + member * width_,
                       features_.begin() + (member + 1) * width_);
        return all;
    }
    /// A table with so many vectors in a row.
    [[nodiscard]] QByteArray table(int vectors, const QByteArray& separator, bool header) const {
        const std::vector<float> all = twoSets();
        const int columns = vectors * width_;
        QByteArray text;
        for (int i = 0; header && i < columns; ++i)
            text += (i ? separator : "") + "f" + QByteArray::number(i);
        if (header) text += '\n';
        for (int i = 0; i < std::ssize(all); ++i)
            text += QByteArray::fromStdString(attx::shortest(all[static_cast<size_t>(i)])) +
                    (i % columns == columns - 1 ? "\n" : separator);
        return text;
    }
    void write(const QString& name, const std::string& bytes) const {
        attx::writeFileAtomically(at(name).toStdString(), bytes);
    }
    void picture(const QString& name, int shade, int i) const {
        QVERIFY(QDir().mkpath(QFileInfo(at(name)).path()));
        QImage image(8, 8, QImage::Format_RGB32);
        image.fill(QColor(shade, 8 * i, 80));
        QVERIFY(image.save(at(name)));
    }

private Q_SLOTS:
    void initTestCase() {
        const Ended run =
            succeeded(runProgram({"train", "--preset", "anomaly-shapes", "--set", "data.train_size=3000",
                                  "--set", "data.test_size=400", "--set", "data.set_size=4", "--steps", "5",
                                  "--out", at("run"), "--json"}));
        succeeded(runProgram({"inspect", at("run"), "--sample", "3", "--out", at("set.safetensors")}));
        const attx::SafeTensors file = attx::readSafeTensors(at("set.safetensors").toStdString());
        features_ = file.at("features").floats("features");
        logits_ = file.at("logits").floats("logits");
        width_ = static_cast<int>(features_.size() / 4);
    }

    void vectorsInFiles_data() {
        const Rows<QString, QByteArray> row("name", "bytes");
        const auto array = [&](std::vector<int64_t> shape) {
            return attx::npyBytes({"feats", std::move(shape), twoSets()});
        };
        const auto packed = [&](const char* name, const std::vector<int64_t>& shape) {
            return QByteArray::fromStdString(attx::zipBytes({{std::string(name) + ".npy", array(shape)}}));
        };
        row("npz of sets", "a.npz", packed("feats", {2, 4, width_}));
        row("npz of vectors, another name", "b.npz", packed("arr_0", {8, width_}));
        row("npy of flat sets", "c.npy", QByteArray::fromStdString(array({2, int64_t{4} * width_})));
        row("table of vectors", "d.csv", table(1, ",", true));
        row("table of sets, tabs, no header", "e.tsv", table(4, "\t", false));
    }
    void vectorsInFiles() {
        QFETCH(const QString, name);
        QFETCH(const QByteArray, bytes);
        write(name, bytes.toStdString());
        const Ended ended = succeeded(predict("run", at(name)));
        QVERIFY2(ended.json()["recognised"].toString().contains("2 sets of 4 vectors of"), ended.all());
        QCOMPARE(ended.json()["examples"].toInt(), 2);
        QVERIFY(ended.json()["test_acc"].isNull());
        const Cells rows = written();
        QCOMPARE(rows.size(), size_t{3});
        QCOMPARE(rows[0][1], std::string("true"));
        double sum = 0;
        for (const float logit : logits_) sum += std::exp(static_cast<double>(logit));
        for (size_t k = 0; k < 4; ++k) {
            const double expected = std::exp(static_cast<double>(logits_[k])) / sum;
            QVERIFY(std::abs(std::stod(rows[1][3 + k]) - expected) < 1e-5);
            QVERIFY(std::abs(std::stod(rows[2][3 + 3 - k]) - expected) < 1e-5);  // the other way round
        }
        QVERIFY(rows[1][1].empty() && rows[2][1].empty());
    }

    void whatAreNoSetsIsSaid_data() {
        const Rows<QString, QByteArray, QString> row("name", "bytes", "said");
        const auto npy = [](std::vector<int64_t> shape, float value) {
            std::vector<float> values(static_cast<size_t>(attx::elementCount(shape)), value);
            return QByteArray::fromStdString(attx::npyBytes({"x", std::move(shape), std::move(values)}));
        };
        row("another width", "a.npy", npy({4, int64_t{width_} + 1}, 0), "found [4, ");
        row("half a set", "b.npy", npy({6, width_}, 0), "expected whole sets of 4 vectors");
        row("no numbers", "c.npy", npy({4, width_}, NAN), "of vector 0 are not finite");
        row("words", "d.csv", QByteArray(table(1, ",", true) + table(1, ",", true)),
            "expected numbers, found \"f0\"");
        row("two arrays", "e.npz",
            QByteArray::fromStdString(attx::zipBytes({{"a.npy", npy({4, width_}, 0).toStdString()},
                                                      {"b.npy", npy({4, width_}, 0).toStdString()}})),
            "or one alone, found a.npy, b.npy");
    }
    void whatAreNoSetsIsSaid() {
        QFETCH(const QString, name);
        QFETCH(const QByteArray, bytes);
        QFETCH(const QString, said);
        write(name, bytes.toStdString());
        const Ended ended = predict("run", at(name));
        QVERIFY2(ended.status == 2 && QString::fromUtf8(ended.err).contains(said), ended.all());
    }

    void noVectorMovesToAnotherSet() {
        const QStringList skip{"--skip-bad-lines"};
        write("sets.csv", QByteArray(table(4, ",", true) + "x\n").toStdString());
        const Ended left = succeeded(predict("run", at("sets.csv"), skip));
        QVERIFY2(left.all().contains("1 line that cannot be read was left out"), left.all());
        QCOMPARE(left.json()["examples"].toInt(), 2);
        write("vectors.csv", QByteArray(table(1, ",", true) + "x\n").toStdString());
        refusedWith(predict("run", at("vectors.csv"), skip), "would be in other sets");
    }

    void standardInputIsRefused() { refusedWith(predict("run", "-"), "found one that reads vectors"); }

    void foldersOfPicturesAreSets() {
        for (int i = 0; i < 30; ++i)
            for (const int shade : {0, 120, 240})
                picture(QStringLiteral("own/%1/%2.png").arg(shade).arg(100 + i), shade, i);
        succeeded(runProgram({"train", "--preset", "anomaly", "--data", at("own"), "--set",
                              "data.extractor=pixels", "--set", "data.set_size=3", "--set",
                              "training.batch_size=4", "--steps", "2", "--out", at("pictures")}));
        // The first pictures of the classes are the first rows of the features, which are those of 24 each.
        for (const int shade : {0, 120, 240})
            for (int i = 0; i < 3; ++i)
                picture(QStringLiteral("new/a, %1/%2.png").arg(shade).arg(i), shade, i);
        const Ended ended = succeeded(predict("pictures", at("new")));
        QVERIFY2(ended.json()["recognised"].toString().contains("3 folders, each a set of 3 pictures"),
                 ended.all());
        const Cells rows = written();
        QCOMPARE(rows.size(), size_t{4});
        QCOMPARE(rows[2][1], std::string("a, 120"));
        const attx::FeatureFile features = attx::readFeatures(at("own/train_set_features.npz").toStdString());
        attx::FeatureFile same{9, features.dim, {}, {}};
        for (const int cls : {0, 1, 2}) {  // "0", "120", "240", of 24 pictures each
            const auto from = features.values.begin() + cls * 24 * features.dim;
            same.values.insert(same.values.end(), from, from + 3 * features.dim);
        }
        attx::writeFeatures(at("same.npz").toStdString(), same);
        succeeded(predict("pictures", at("same.npz")));
        const Cells again = written();
        for (size_t i = 1; i < 4; ++i)
            for (size_t k = 0; k < 3; ++k) QCOMPARE(again[i][3 + k], rows[i][4 + k]);
        // A folder that is one set, and folders that are none.
        QVERIFY(predict("pictures", at("new/a, 0")).status == 0);
        QCOMPARE(written()[1][1], std::string("a, 0"));
        picture("new/b/1.png", 7, 7);
        refusedWith(predict("pictures", at("new")), "found 3 in \"a, 0\" and 1 in \"b\"");
        // The run's own classes are what sets are drawn from.
        const Ended own = predict("pictures", at("own"));
        QVERIFY2(own.status == 0 && own.json()["split"] == "test", own.all());
    }
};

TEST_CLASS(TestNewSets, QApplication)

}  // namespace test_new_sets
#include "test_new_sets.moc"
