// Importance of keys: by hand, and what it says where nothing can be said.
#include <QtTest>
#include <cmath>

#include "model/sweeps/key_importance.h"

using namespace attx;

namespace {

RunRow run(int heads, double rate, uint64_t seed, double accuracy) {
    RunRow row;
    row.config = RunConfig();
    row.config->network.numHeads = heads;
    row.config->training.learningRate = rate;
    row.config->seed = seed;
    row.result = RunResult();
    row.result->epochs = 1;
    row.result->validationAccuracy = accuracy;
    return row;
}

double shareOf(const KeyImportance& importance, const char* key) {
    for (const KeyImportance::Row& row : importance.rows)
        if (row.key == key) return row.share;
    return NAN;
}

}  // namespace

class TestKeyImportance : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // Of 12 runs the best 3 have 4 heads, of three values that are equally frequent, and two of three have
    // the rate 1e-3, of two values. p_best / p is 0, 0, 3 for the heads: their sum is (1 + 1 + 4) / 3 = 2;
    // for the rates 4/3 and 2/3: (1/9 + 1/9) / 2 = 1/9. The shares are 18/19 and 1/19.
    void byHand() {
        std::vector<RunRow> rows;
        uint64_t seed = 0;
        for (const int heads : {1, 2, 4})
            for (const double rate : {1e-3, 1e-4})
                for (int i = 0; i < 2; ++i) rows.push_back(run(heads, rate, seed++, 0.1 * heads));
        rows.back().result->validationAccuracy = 0;
        const KeyImportance importance = keyImportance(tableOf(rows));
        QCOMPARE(importance.runs, size_t{12});
        QCOMPARE(importance.best, size_t{3});
        QCOMPARE(importance.rows.size(), size_t{2});  // seeds are no key
        QCOMPARE(importance.rows.front().key, std::string("network.num_heads"));
        QVERIFY(std::abs(shareOf(importance, "network.num_heads") - 18.0 / 19) < 1e-12);
        QVERIFY(std::abs(shareOf(importance, "training.learning_rate") - 1.0 / 19) < 1e-12);
    }

    void manyNumbersAreBinned() {
        std::vector<RunRow> rows;
        for (int i = 0; i < 40; ++i) {
            const double rate = 1e-5 * std::pow(1000, i / 39.0);
            rows.push_back(run(1 + i % 2, rate, 1, rate > 5e-4 && rate < 3e-3 ? 0.9 : 0.1 + i % 2 * 1e-3));
        }
        const KeyImportance importance = keyImportance(tableOf(rows));
        QVERIFY(shareOf(importance, "training.learning_rate") > 0.9);
    }

    void equallyGoodRunsHaveNone() {
        std::vector<RunRow> rows;
        for (int i = 0; i < 8; ++i) rows.push_back(run(1 + i % 2, i < 4 ? 1e-3 : 1e-4, 1, 1));
        rows.emplace_back();  // damaged
        const KeyImportance importance = keyImportance(tableOf(rows));
        QCOMPARE(importance.best, size_t{8});
        for (const KeyImportance::Row& row : importance.rows) QCOMPARE(row.share, 0.0);
        QVERIFY(keyImportance(tableOf({})).rows.empty());
    }
};

QTEST_GUILESS_MAIN(TestKeyImportance)
#include "test_key_importance.moc"
