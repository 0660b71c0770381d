// What tells data from others: every number counts, and nothing else does.
#include <QtTest>
#include <functional>

#include "model/data/fingerprint.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;

namespace test_fingerprint {

DataSet smallData() {
    DataConfig config = with(DataConfig(), "length=4 train_size=20");
    config.validationSize = 5;
    config.testSize = 5;
    return makeData(config);
}

class TestFingerprint : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isTheSameOnEveryMachine() {  // the hashes were made by other code, of the little-endian numbers
        DataSet data;
        data.train = {.rows = 2,
                      .length = 2,
                      .tokens = {1, 2, 3, 4},
                      .types = {},
                      .labels = {2, 1, 4, -1},
                      .lengths = {2, 1},
                      .counts = {},
                      .featureDim = 3,
                      .features = {0.5F, -1, 2},
                      .classes = {7},
                      .texts = {"not hashed"}};
        data.names.classes = {"neg", "pos"};
        const DataFingerprint fingerprint = fingerprintOf(data);
        QCOMPARE(fingerprint.train.rows, 2);
        QCOMPARE(fingerprint.train.hash, std::string("99f23c094e2385c3"));
        QCOMPARE(fingerprint.classes, std::string("1f60782f4870d6d8"));
        QVERIFY(fingerprint.vocabulary.empty());
    }

    void everyChangeShows_data() {
        using Change = std::function<void(DataSet&)>;
        const Rows<Change, QString> row("change", "says");
        row(
            "nothing", [](DataSet&) {}, "");
        row(
            "a token", [](DataSet& d) { d.train.tokens[7] ^= 1; },
            "the training part has other content in its 20 rows");
        row(
            "a type of a token",
            [](DataSet& d) {
                d.train.types.assign(d.train.tokens.size(), 0);
                d.train.types[7] = 1;
            },
            "the training part has other content in its 20 rows");
        row(
            "a label", [](DataSet& d) { d.validation.labels[0] ^= 1; },
            "the validation part has other content in its 5 rows");
        row(
            "a length",
            [](DataSet& d) {
                d.test.lengths = {4, 4, 4, 4, 3};
            },
            "the test part has other content in its 5 rows");
        row(
            "two signs",
            [](DataSet& d) {
                d.train.features = {1, -2, 3, -4};
            },
            "the training part has other content in its 20 rows");
        row(
            "a row less", [](DataSet& d) { d.train.rows = 19; }, "the training part has 19 rows, it had 20");
        row(
            "a class of an image", [](DataSet& d) { d.train.classes = {1}; },
            "the training part has other content in its 20 rows");
        row(
            "names",
            [](DataSet& d) {
                d.names = {{"a", "b"}, Vocabulary({"word"}, "test")};
            },
            "the classes have other names, the vocabulary has other words");
        row(
            "the note", [](DataSet& d) { d.note = "read"; }, "");
    }
    void everyChangeShows() {
        QFETCH(std::function<void(DataSet&)>, change);
        QFETCH(QString, says);
        DataSet before = smallData();
        before.train.features = {1, 2, 3, 4};
        DataSet now = before;
        change(now);
        QCOMPARE(QString::fromStdString(differenceBetween(fingerprintOf(before), fingerprintOf(now))), says);
    }

    void comesBackFromJson() {
        DataSet data = smallData();
        data.names = {{"a", "b"}, Vocabulary({"word"}, "test")};
        const DataFingerprint fingerprint = fingerprintOf(data);
        QVERIFY(fingerprintFromJson(toJson(fingerprint), "run.json") == fingerprint);
        VERIFY_SAYS(thrownMessage([] { (void)fingerprintFromJson(R"({"train": 3})", "run.json"); }),
                    QStringLiteral("run.json: what it says of its data is damaged"));
    }
};

TEST_CLASS(TestFingerprint, QCoreApplication)

}  // namespace test_fingerprint
#include "test_fingerprint.moc"
