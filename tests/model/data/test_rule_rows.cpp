// Rows of the rules that need circuits of their own, and their labels.
#include <QtTest>
#include <algorithm>
#include <set>

#include "model/config/label_rule.h"
#include "model/config/settings.h"
#include "model/config/task.h"
#include "model/data/dataset.h"
#include "model/data/sample.h"
#include "model/data/tasks.h"
#include "model/network/program.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;

namespace test_rule_rows {

using Ints = QList<int>;
Ints qt(const std::vector<int32_t>& values) { return Ints(values.begin(), values.end()); }

DataConfig dataOf(LabelRule rule, int categories, int length, int rows = 400) {
    DataConfig data;
    data.rule = rule;
    data.numCategories = categories;
    data.length = length;
    data.trainSize = rows;
    data.validationSize = data.testSize = 20;
    return data;
}

std::vector<int32_t> rowOf(const Table& table, int64_t row) {
    const auto begin = table.tokens.begin() + row * table.length;
    return {begin, begin + (table.lengths.empty() ? table.length : table.lengths[static_cast<size_t>(row)])};
}

std::string problemOf(const DataConfig& data) {
    RunConfig config;
    config.data = data;
    config.training.batchSize = 1;
    config.network.causal = asksNextToken(data);
    tieNetworkToData(config);
    std::string text;
    for (const ConfigProblem& problem : check(config)) text += problem.key + ": " + problem.message + "\n";
    return text;
}

class TestRuleRows : public QObject {
    Q_OBJECT
private slots:
    void labels_data() {
        addColumns<int, int, Ints, Ints, Ints>("rule", "categories", "tokens", "labels", "positions");
        const auto row = [](const char* name, LabelRule rule, int categories, const Ints& tokens,
                            const Ints& labels, const Ints& positions = {}) {
            QTest::newRow(name) << static_cast<int>(rule) << categories << tokens << labels << positions;
        };
        row("addition", LabelRule::AdditionMod, 7, {5, 6, 7}, {4});
        row("addition of one", LabelRule::AdditionMod, 7, {5}, {-1});
        row("induction", LabelRule::Induction, 9, {4, 2, 7, 4, 2, 7, 4, 2}, {-1, -1, -1, -1, 7, 4, 2, -1},
            {-1, -1, -1, -1, 2, 3, 4, -1});
        row("induction of nothing seen", LabelRule::Induction, 9, {1, 2, 3, 4}, {-1, -1, 4, -1},
            {-1, -1, -1, -1});
        row("recall", LabelRule::Recall, 4, {3, 5, 0, 7, 1, 4, 0}, {-1, -1, -1, -1, -1, -1, 7},
            {-1, -1, -1, -1, -1, -1, 3});
        row("recall of no key", LabelRule::Recall, 4, {3, 5, 2}, {-1, -1, -1}, {-1, -1, -1});
        row("balanced", LabelRule::Brackets, 2, {0, 0, 1, 0, 1, 1}, {1});
        row("closed too early", LabelRule::Brackets, 2, {0, 1, 1, 0}, {0});
        row("left open", LabelRule::Brackets, 2, {0, 0, 1}, {0});
        row("parity", LabelRule::Parity, 2, {1, 0, 1, 1, 0}, {1, 1, 0, 1, 1});
        row("first unique", LabelRule::FirstUnique, 9, {4, 2, 4, 7, 2, 1}, {7}, {3});
        row("none is unique", LabelRule::FirstUnique, 9, {4, 4}, {-1}, {-1});
        row("histogram", LabelRule::Histogram, 9, {4, 2, 4, 4, 2, 1}, {3, 2, 3, 3, 2, 1});
        row("palindrome", LabelRule::Palindrome, 9, {4, 2, 7, 2, 4}, {1});
        row("no palindrome", LabelRule::Palindrome, 9, {4, 2, 7, 1, 4}, {0});
        row("sum", LabelRule::Sum, 10, {9, 5, 10, 2, 6}, {-1, -1, 1, 2, 1}, {-1, -1, 0, 0, 1});
        row("sum without carry", LabelRule::Sum, 10, {1, 10, 3}, {-1, 0, 4}, {-1, 0, 0});
        row("sum of base 2", LabelRule::Sum, 2, {1, 1, 2, 1, 1}, {-1, -1, 1, 1, 0}, {-1, -1, 0, 0, 1});
    }
    void labels() {
        QFETCH(int, rule);
        QFETCH(int, categories);
        QFETCH(Ints, tokens);
        QFETCH(Ints, labels);
        QFETCH(Ints, positions);
        const DataConfig data = dataOf(static_cast<LabelRule>(rule), categories, 16);
        const std::vector<int32_t> given(tokens.begin(), tokens.end());
        QCOMPARE(qt(applyRule(data, given)), labels);
        const std::vector<int> named = functionsOf(data.task).positions(data, given);
        QCOMPARE(Ints(named.begin(), named.end()), positions);
    }

    void everyRuleMakesWhatItsNetworkReads_data() {
        const Rows<LabelRule, int, int> row("rule", "categories", "length");
        row("addition", LabelRule::AdditionMod, 23, 3);
        row("induction", LabelRule::Induction, 12, 24);
        row("the shortest induction", LabelRule::Induction, 2, 4);
        row("an odd induction", LabelRule::Induction, 3, 7);
        row("recall", LabelRule::Recall, 6, 11);
        row("one pair", LabelRule::Recall, 2, 3);
        row("brackets", LabelRule::Brackets, 2, 21);
        row("two brackets", LabelRule::Brackets, 2, 2);
        row("parity", LabelRule::Parity, 2, 9);
        row("first unique", LabelRule::FirstUnique, 10, 16);
        row("of two tokens", LabelRule::FirstUnique, 2, 40);
        row("histogram", LabelRule::Histogram, 4, 9);
        row("palindrome", LabelRule::Palindrome, 5, 7);
        row("sum", LabelRule::Sum, 10, 9);
    }
    void everyRuleMakesWhatItsNetworkReads() {
        QFETCH(LabelRule, rule);
        QFETCH(int, categories);
        QFETCH(int, length);
        const DataConfig data = dataOf(rule, categories, length);
        QCOMPARE(problemOf(data), std::string());
        const DataSet made = makeData(data), again = makeData(data);
        QCOMPARE(made.train.tokens, again.train.tokens);
        std::set<int32_t> labels;
        size_t bytes = 0;
        for (const Table* table : {&made.train, &made.validation, &made.test}) {
            bytes += sizeof(int32_t) * (table->tokens.size() + table->labels.size() + table->lengths.size());
            const auto answers = table->labels.size() / static_cast<size_t>(table->rows);
            QCOMPARE(answers, answersOf(data) == OutputKind::Pooled ? 1 : static_cast<size_t>(length));
            for (const int32_t token : table->tokens) QVERIFY(token >= 0 && token < inputsOf(data));
            for (int64_t row = 0; row < table->rows; ++row) {
                std::vector<int32_t> expected = applyRule(data, rowOf(*table, row));
                expected.resize(answers, -1);
                const auto begin = table->labels.begin() + row * static_cast<int64_t>(answers);
                QCOMPARE(qt({begin, begin + static_cast<int64_t>(answers)}), qt(expected));
                QVERIFY(std::ranges::any_of(expected, [](int32_t label) { return label >= 0; }));
                labels.insert(expected.begin(), expected.end());
            }
        }
        QCOMPARE(dataSetBytes(data), static_cast<int64_t>(bytes));
        labels.erase(-1);
        QVERIFY(labels.size() > 1 && *labels.rbegin() < classesOf(data));
        // A network of these data reads and answers them.
        RunConfig config{.data = data};
        tieNetworkToData(config);
        QCOMPARE(buildProgram(config.network, length).loss().rows,
                 answersOf(data) == OutputKind::Pooled ? 1 : length);
        const Sample first = sampleOf(config, made, {SampleSource::Validation, 0});
        QCOMPARE(qt(first.tokens), qt(rowOf(made.validation, 0)));
        QCOMPARE(qt(placeholderSample(config, {}).expected).size(),
                 answersOf(data) == OutputKind::Pooled ? 1 : placeholderSample(config, {}).length());
    }

    void everySumIsThereOnce() {
        DataConfig data = dataOf(LabelRule::AdditionMod, 5, 3, 15);
        data.validationSize = data.testSize = 5;
        const DataSet made = makeData(data);
        std::set<std::pair<int, int>> pairs;
        for (const Table* table : {&made.train, &made.validation, &made.test})
            for (int64_t row = 0; row < table->rows; ++row) {
                const std::vector<int32_t> tokens = rowOf(*table, row);
                QCOMPARE(tokens[2], 5);
                pairs.emplace(tokens[0], tokens[1]);
            }
        QCOMPARE(pairs.size(), size_t{25});
        DataConfig small = data;
        small.trainSize = small.testSize = 1;
        QCOMPARE(makeData(small).validation.tokens, made.validation.tokens);
        small = data;
        small.trainSize = small.validationSize = 1;
        QCOMPARE(makeData(small).test.tokens, made.test.tokens);
    }

    void repeatsAreOfManyLengths() {
        const DataSet made = makeData(dataOf(LabelRule::Induction, 32, 32));
        std::set<size_t> blocks;
        for (int64_t row = 0; row < made.train.rows; ++row) {
            const std::vector<int32_t> tokens = rowOf(made.train, row);
            const auto second = std::find(tokens.begin() + 1, tokens.end(), tokens.front());
            const auto block = static_cast<size_t>(second - tokens.begin());
            blocks.insert(block);
            QCOMPARE(std::set(tokens.begin(), second).size(), block);
            for (size_t t = block; t < tokens.size(); ++t) QCOMPARE(tokens[t], tokens[t - block]);
        }
        QCOMPARE(*blocks.begin(), size_t{9});
        QCOMPARE(*blocks.rbegin(), size_t{16});
    }

    /// As many of either answer, and the wrong ones nearly right.
    void halfOfTheRowsAreRight_data() {
        QTest::addColumn<int>("rule");
        QTest::newRow("brackets") << static_cast<int>(LabelRule::Brackets);
        QTest::newRow("palindrome") << static_cast<int>(LabelRule::Palindrome);
    }
    void halfOfTheRowsAreRight() {
        QFETCH(int, rule);
        const DataSet made = makeData(dataOf(static_cast<LabelRule>(rule), 2, 12, 2000));
        const auto right = std::ranges::count(made.train.labels, 1);
        QVERIFY2(std::abs(right - 1000) < 100, qPrintable(QString::number(right)));
        std::set<int> lengths;
        for (int64_t row = 0; row < made.train.rows; ++row) {
            const std::vector<int32_t> tokens = rowOf(made.train, row);
            lengths.insert(static_cast<int>(tokens.size()));
            if (rule == static_cast<int>(LabelRule::Brackets)) {
                QCOMPARE(2 * std::ranges::count(tokens, 0), std::ssize(tokens));
            } else {
                int apart = 0;
                for (size_t t = 0; t < 6; ++t) apart += tokens[t] != tokens[11 - t];
                QCOMPARE(apart, made.train.labels[static_cast<size_t>(row)] == 1 ? 0 : 1);
            }
        }
        QCOMPARE(lengths.size(), rule == static_cast<int>(LabelRule::Brackets) ? size_t{6} : size_t{1});
    }

    void whatIsMaskedStandsInTheOtherHalf() {
        const DataConfig data = with(dataOf(LabelRule::Reverse, 10, 16), "mask_share=0.15");
        QCOMPARE(problemOf(data), std::string());
        QCOMPARE(inputsOf(data), 11);
        QCOMPARE(classesOf(data), 10);
        const DataSet made = makeData(data);
        int64_t masked = 0;
        for (int64_t row = 0; row < made.train.rows; ++row) {
            const std::vector<int32_t> tokens = rowOf(made.train, row);
            const std::vector<int> from = functionsOf(data.task).positions(data, tokens);
            int here = 0;
            for (size_t t = 0; t < 16; ++t) {
                const int32_t label = made.train.labels[static_cast<size_t>(row) * 16 + t];
                QCOMPARE(label >= 0, tokens[t] == 10);
                if (label < 0) continue;
                ++here;
                QCOMPARE(from[t], 15 - static_cast<int>(t));
                const int32_t other = tokens[static_cast<size_t>(from[t])];
                QVERIFY(other == label || other == 10);
            }
            QVERIFY(here > 0);
            masked += here;
        }
        QVERIFY(std::abs(static_cast<double>(masked) / (400 * 16) - 0.16) < 0.02);
        QVERIFY(applyRule(data, rowOf(made.train, 0)).empty());
    }

    void whatCannotBeMadeIsSaid() {
        using enum LabelRule;
        const auto says = [](const DataConfig& data, const char* text) {
            const std::string problem = problemOf(data);
            QVERIFY2(problem.find(text) != std::string::npos, problem.c_str());
        };
        says(dataOf(AdditionMod, 59, 4), "data.length: a sum is three tokens, a b =; expected 3, found 4");
        says(
            dataOf(AdditionMod, 2, 3),
            "data.train_size: there are 4 pairs of 2 numbers (data.num_categories), and training, validation "
            "and test take 440 of them");
        says(dataOf(AdditionMod, 5000, 3), "data.num_categories: every pair");
        says(dataOf(Induction, 32, 1), "data.length: what repeats");
        says(dataOf(Induction, 7, 16), "data.num_categories: half of 16 tokens");
        says(dataOf(Recall, 16, 16), "data.length: keys with a value each");
        says(dataOf(Recall, 3, 17), "data.num_categories: 8 pairs");
        says(dataOf(Brackets, 2, 1), "data.length: with fewer than 2 tokens");
        says(dataOf(Palindrome, 10, 1), "data.length: with fewer than 2 tokens");
        says(dataOf(Sum, 10, 8), "data.length: two numbers");
        DataConfig masked = with(dataOf(Brackets, 2, 8), "mask_share=0.15");
        says(masked, "data.mask_share: only sequences that a rule turns into others");
        masked = dataOf(Sort, 9, 7);
        masked.maskShare = 0.15;
        says(masked, "data.length: rows that are masked");
        // p = 2: four pairs, of which each table has one at least.
        DataConfig two = dataOf(AdditionMod, 2, 3, 2);
        two.validationSize = two.testSize = 1;
        QCOMPARE(problemOf(two), std::string());
        QCOMPARE(makeData(two).train.rows, 2);
    }

    /// The network follows the rule, and comes back.
    void theNetworkFollowsTheRule() {
        RunConfig config;
        applySetting(config, "data.rule=palindrome");
        QVERIFY(config.network.output == OutputKind::Pooled);
        QCOMPARE(config.network.numClasses, 2);
        applySetting(config, "data.rule=histogram");
        QVERIFY(config.network.output == OutputKind::Positions);
        QCOMPARE(config.network.numClasses, 17);
        applySetting(config, "data.length=9");
        QCOMPARE(config.network.numClasses, 10);
        applySetting(config, "data.rule=reverse");
        applySetting(config, "data.length=16");
        QVERIFY(config == RunConfig());
        applySetting(config, "data.rule=palindrome");
        config.network.output = OutputKind::Positions;
        QCOMPARE(check(config).front().message,
                 std::string("the rule palindrome needs pooled, found positions"));
    }
};

TEST_CLASS(TestRuleRows, NoApplication)

}  // namespace test_rule_rows
#include "test_rule_rows.moc"
