// What a dropped file or folder is taken for.
#include "model/data/own_data.h"

#include <QTemporaryDir>
#include <QtTest>

#include "in_folder.h"
#include "model/data/dataset.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

namespace test_own_data {

class TestOwnData : public QObject, InFolder {
    Q_OBJECT

private Q_SLOTS:
    void pairs() {
        QByteArray lines = "input;output\n";
        for (int i = 0; i < 40; ++i) lines += i % 2 == 0 ? "1 2 3 7;7 3 2 1\n" : "5 6;6 5\n";
        const auto found = ownDataAt(write("pairs.csv", lines));
        QVERIFY(found && found->kind == OwnData::Kind::Pairs);
        QCOMPARE(found->rows, int64_t{40});
        QCOMPARE(found->kinds, 8);
        QCOMPARE(found->config.data.length, 4);
        QCOMPARE(found->config.network.inputDim, 8);
        QCOMPARE(found->firstRows.size(), size_t{3});
        QCOMPARE(found->firstRows.front(), std::string("1 2 3 7;7 3 2 1"));
        requireValid(found->config);
        QCOMPARE(makeData(found->config.data).train.rows, int64_t{32});
    }

    /// A name of classes makes none of a column whose values are as good as all different.
    void translationsArePairs_data() {
        QTest::addColumn<int>("rows");
        for (const int rows : {30, 3000}) QTest::addRow("%d", rows) << rows;
    }
    void translationsArePairs() {
        QFETCH(const int, rows);
        QByteArray lines = "source,target\n";
        for (int i = 0; i < rows; ++i)
            lines += "das Wort " + QByteArray::number(i) + " hier,word " +
                     QByteArray::number(i % (rows - 2)) + "\n";
        const auto found = ownDataAt(write("translations.csv", lines));
        QVERIFY(found && found->kind == OwnData::Kind::Pairs);
        QCOMPARE(found->rows, rows);
    }

    void texts() {
        QByteArray lines = "review,sentiment\n";
        for (int i = 0; i < 60; ++i)
            lines += i % 3 == 0   ? "\"a long, dull film about nothing\",bad\n"
                     : i % 3 == 1 ? "what a joy,good\n"
                                  : "neither here nor there,middling\n";
        const auto found = ownDataAt(write("reviews.csv", lines));
        QVERIFY(found && found->kind == OwnData::Kind::Texts);
        QCOMPARE(found->rows, int64_t{60});
        QCOMPARE(found->kinds, 3);
        QCOMPARE(found->config.network.numClasses, 3);
        QCOMPARE(found->config.data.length, 6);
        requireValid(found->config);
        QVERIFY(makeData(found->config.data).train.rows > 40);
    }

    void foldersOfTexts() {
        for (int i = 0; i < 12; ++i) {
            (void)write(("letters/kind/" + std::to_string(i) + ".txt").c_str(), "dear friend of mine");
            (void)write(("letters/rude/" + std::to_string(i) + ".txt").c_str(), "you again");
        }
        const auto found = ownDataAt(at(QStringLiteral("letters")).toStdString());
        QVERIFY(found && found->kind == OwnData::Kind::Texts);
        QCOMPARE(found->kinds, 2);
        QCOMPARE(found->config.network.numClasses, 1);  // yes or no
        requireValid(found->config);
    }

    void theNetworkFollowsTheFeatures() {
        RunConfig config = presetByName("anomaly");
        DataSet data;
        data.train.featureDim = 7;
        followData(
            data, [](const char* key) { return std::string(key) == "network.input_dim"; }, config);
        QCOMPARE(config.network.inputDim, 512);
        followData(
            data, [](const char*) { return false; }, config);
        QCOMPARE(config.network.inputDim, 7);
    }

    /// Neither what stands for padding nor what stands for unknown words is one of theirs.
    void wordsOfPairsAreCounted() {
        QByteArray lines;
        for (int i = 0; i < 40; ++i) lines += i % 2 == 0 ? "red blue,blue red\n" : "blue green,green blue\n";
        OwnWish wish{.kind = OwnData::Kind::Pairs};
        wish.data.tokens = PairTokens::Words;
        wish.tokensAsked = true;
        const auto found = ownDataAt(write("colours.csv", lines), wish);
        QVERIFY(found);
        QCOMPARE(found->kinds, 3);
        QCOMPARE(found->config.data.numCategories, 5);
    }

    void whatCannotBeReadSaysWhy() {
        VERIFY_SAYS(thrownMessage([&] { (void)ownDataAt(write("one.csv", "1 2;2\n3 4;\n5;5\n6;6\n")); }),
                    "line");
        VERIFY_SAYS(thrownMessage([&] { (void)ownDataAt(write("words.csv", "apple,pear\nplum,cherry\n")); }),
                    "words.csv");
        QByteArray noise;
        for (int i = 0; i < 5000; ++i) noise += char(i * 151 % 256);
        VERIFY_SAYS(thrownMessage([&] { (void)ownDataAt(write("noise.csv", noise)); }), "no text");
    }

    void networksAreNone() {
        QVERIFY(!ownDataAt(write("network.pt", "PK")));
        (void)write("run/run.json", "{}");
        QVERIFY(!ownDataAt(at(QStringLiteral("run")).toStdString()));
        QVERIFY(!ownDataAt(write("things.zip", "no archive")));
        QVERIFY(!ownDataAt("/none"));
    }
};

TEST_CLASS(TestOwnData, NoApplication)

}  // namespace test_own_data
#include "test_own_data.moc"
