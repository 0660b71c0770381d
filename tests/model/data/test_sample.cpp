// Samples: what is known of a sequence, a text and a set; which are the same; what a session reads of them.
#include <QTest>

#include "model/data/sample.h"
#include "model/data/text_data.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;

class TestSample : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // The test data are drawn several times: the page Evaluate opens examples of every draw.
    void setsOfEveryDrawOfTheTestData() {
        const RunConfig config = presetWith("anomaly-shapes", "data.test_draws=3");
        const DataSet data = makeData(config.data, {});
        const int64_t once = data.test.rows;
        const std::vector<int32_t> rows = evaluationRows(data.test, config.data, 3);
        const Sample third = sampleOf(config, data, {SampleSource::Test, 2 * once});
        QCOMPARE(third.length(), config.data.setSize);
        for (size_t i = 0; i < third.members.size(); ++i)
            QCOMPARE(third.members[i].row, rows[static_cast<size_t>(2 * once * config.data.setSize) + i]);
        VERIFY_SAYS(thrownMessage([&] {
                        (void)sampleOf(config, data, {SampleSource::Test, 3 * once});
                    }),
                    "There is no set");
        VERIFY_SAYS(thrownMessage([&] {
                        (void)sampleOf(config, data, {SampleSource::Validation, once * 99});
                    }),
                    "There is no set");
    }

    void copiesAreTheSameSampleAndEqualTokensAreNot() {
        const Sample one = sampleOf({1, 2}), other = sampleOf({1, 2});
        Sample copy = one;
        QCOMPARE(copy, one);
        QVERIFY(one != other);
        copy = other;
        QVERIFY(copy != one && copy == other);
        QVERIFY(Sample() != Sample());
        QCOMPARE(one.from, SampleRow());
        QCOMPARE(one.rowOf(SampleSource::Validation), -1);
    }

    void rowsOfASequenceCarryTheirLabels() {
        const RunConfig config =
            presetWith("reverse", "data.train_size=3 data.validation_size=3 data.test_size=3");
        DataSet data = makeSequenceData(config.data);
        const Sample sample = sampleOf(config, data, {SampleSource::Test, 2});
        QCOMPARE(sample.rowOf(SampleSource::Test), 2);
        QCOMPARE(sample.rowOf(SampleSource::Validation), -1);
        QCOMPARE(sample.tokens, tokensOfRow(config.network, data.test, 2));
        QCOMPARE(sample.expected, applyRule(config.data, sample.tokens));
        QCOMPARE(typedSample(config, {}, sample.tokens).expected, sample.expected);
        const Table table = sample.table(true), plain = sample.table();
        QCOMPARE(table.rows, 1);
        QCOMPARE(table.length, 16);
        QCOMPARE(table.tokens, sample.tokens);
        QCOMPARE(table.labels, sample.expected);
        QVERIFY(plain.labels.empty());
        data.test.lengths.assign(3, 5);  // padding behind a shorter row is no part of it
        QCOMPARE(sampleOf(config, data, {SampleSource::Test, 2}).length(), 5);
        QCOMPARE(sampleOf(config, data, {SampleSource::Test, 2}).expected.size(), size_t{5});
    }

    void textsHaveWordsAndPadding() {
        RunConfig config = presetByName("text-demo");
        config.network.maskPadding = false;  // the network sees it
        DataNames names, others;
        names.vocabulary = Vocabulary({"good", "film"}, "test");
        others.vocabulary = Vocabulary({"zorro", "good"}, "test");
        const std::string text = "A good Zorro film";
        const Sample sample = typedSample(config, names, tokensOfText(config, names.vocabulary, text), text);
        QCOMPARE(sample.words[2], "[zorro]");
        QVERIFY(sample.valid == 4);
        QVERIFY(sample.expected.empty());
        const Sample same = translated(sample, names.vocabulary, config, others.vocabulary);
        QCOMPARE(same, sample);  // another reading of it
        QCOMPARE(std::vector<int32_t>(same.tokens.begin(), same.tokens.begin() + 5),
                 (std::vector<int32_t>{1, 3, 2, 1, 0}));
        QCOMPARE(same.words[2], "zorro");
        QCOMPARE(same.words[3], "[film]");
        QCOMPARE(translated(sample, names.vocabulary, config, {}).tokens, sample.tokens);
    }

    void anotherNetworkReadsThePaddingToo() {
        RunConfig config = presetWith("reverse", "data.length=6 network.mask_padding=false");
        Sample sample = sampleOf({1, 2, 3}, {3, 2, 1});
        QCOMPARE(translated(sample, {}, config, {}).tokens, sample.tokens);  // typed: nothing is padding
        sample.valid = 3;
        const Sample padded = translated(sample, {}, config, {});
        QCOMPARE(padded.tokens, (std::vector<int32_t>{1, 2, 3, 0, 0, 0}));
        QCOMPARE(padded.expected, (std::vector<int32_t>{3, 2, 1, -1, -1, -1}));
        config.network.maskPadding = true;
        QCOMPARE(translated(padded, {}, config, {}).tokens, sample.tokens);
        QCOMPARE(translated(padded, {}, config, {}).expected, sample.expected);
        const RunConfig text = presetWith("text-demo", "network.mask_padding=false");
        Sample word = typedSample(text, {}, {1});
        word.expected = {1};  // of the whole text, which has as many words
        QCOMPARE(translated(word, {}, text, {}).length(), text.data.length);
        QCOMPARE(translated(word, {}, text, {}).expected, word.expected);
    }

    void vectorsOfASetAreWhole() {
        for (const auto& [numbers, members] : {std::pair{7, 3}, std::pair{0, 3}, std::pair{4, 0}})
            VERIFY_SAYS(thrownMessage([&, size = static_cast<size_t>(numbers), count = members] {
                            (void)setOf(std::vector<float>(size), count).table();
                        }),
                        QStringLiteral("needs a vector of each; found %1 numbers").arg(numbers));
    }

    void setsAreTheirImages() {
        const RunConfig config =
            presetWith("anomaly-shapes",
                       "data.train_size=3000 data.validation_size=400 data.test_size=400 data.set_size=4");
        const DataSet data = makeData(config.data);
        const Sample sample = sampleOf(config, data, {SampleSource::Validation, 7});
        const std::vector<int32_t> rows = evaluationRows(data.validation, config.data);
        const auto D = static_cast<size_t>(data.validation.featureDim);
        QCOMPARE(sample.length(), 4);
        QCOMPARE(sample.features.size(), 4 * D);
        for (size_t i = 0; i < 4; ++i) {
            QCOMPARE(sample.members[i], (SampleRow{SampleSource::Validation, rows[28 + i]}));
            const auto row = static_cast<size_t>(rows[28 + i]);
            QCOMPARE(sample.words[i], data.names.classes[static_cast<size_t>(data.validation.classes[row])]);
            QCOMPARE(sample.features[i * D], data.validation.features[row * D]);
        }
        QCOMPARE(sample.expected.size(), size_t{1});
        const Table table = sample.table(true);
        QCOMPARE(table.rows, 4);
        QCOMPARE(table.featureDim, static_cast<int>(D));
        for (size_t i = 0; i < 4; ++i)  // the class that no other member has is the odd one's
            QCOMPARE(table.classes[i] == 1, static_cast<int32_t>(i) == sample.expected[0]);
        QVERIFY(sample.table().classes.empty());
        const Sample blank = placeholderSample(config, {});
        QCOMPARE(blank.length(), 4);
        QCOMPARE(blank.words.size(), size_t{4});
        QVERIFY(blank.expected.empty() && blank.table(true).classes.empty());
    }

    /// A network of another program, whose task the file does not say.
    void aRuleWithAnswersThatTheNetworkLacksNamesNone() {
        RunConfig config = presetByName("reverse");
        QVERIFY(fitsRule(config));
        QCOMPARE(typedSample(config, {}, {1, 0, 1}).expected, (std::vector<int32_t>{1, 0, 1}));
        config.training.batchSize = 1 << 30;  // Training says nothing about the answers
        QVERIFY(fitsRule(config));
        config.network.numClasses = 2;
        QVERIFY(!fitsRule(config));
        QVERIFY(typedSample(config, {}, {1, 0, 1}).expected.empty());
    }
};

TEST_CLASS(TestSample, NoApplication)
#include "test_sample.moc"
