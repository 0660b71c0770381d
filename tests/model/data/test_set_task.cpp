// Sets with an odd one out.
#include <QtTest>
#include <map>
#include <set>

#include "model/data/dataset.h"
#include "model/data/set_task.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;

namespace test_set_task {

/// `perClass` rows of each of `classes` classes, one after the other.
Table tableOf(int classes, int perClass) {
    Table table;
    for (int32_t cls = 0; cls < classes; ++cls)
        for (int i = 0; i < perClass; ++i) table.classes.push_back(cls);
    table.rows = static_cast<int64_t>(table.classes.size());
    return table;
}

DataConfig setsOf(int size, bool shufflePlace) {
    DataConfig config = with(DataConfig(), "task=sets");
    config.setSize = size;
    config.shufflePlace = shufflePlace;
    return config;
}

std::vector<int32_t> classesOf(const Table& table, const std::vector<int32_t>& rows, size_t set,
                               size_t size) {
    std::vector<int32_t> classes;
    for (size_t i = 0; i < size; ++i)
        classes.push_back(table.classes[static_cast<size_t>(rows[set * size + i])]);
    return classes;
}

class TestSetTask : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void oddOneOutIsTheOnlyOneOfItsClass() {
        QCOMPARE(oddOneOut(std::vector<int32_t>{4, 4, 2, 4}), 2);
        QCOMPARE(oddOneOut(std::vector<int32_t>{1, 4, 4}), 0);
        QCOMPARE(oddOneOut(std::vector<int32_t>{4, 4, 4}), -1);
        QCOMPARE(oddOneOut(std::vector<int32_t>{4, 1, 4, 2}), -1);  // two of them
        QCOMPARE(oddOneOut(std::vector<int32_t>{4, 4, -1}), -1);    // unknown
        QCOMPARE(oddOneOut(std::vector<int32_t>{}), -1);
    }

    void everyImageIsOnceTheOddOne() {
        const Table table = tableOf(7, 9);
        for (const bool shuffle : {false, true}) {
            const DataConfig config = setsOf(10, shuffle);
            for (const auto& rows : {trainingRows(table, config, 3, 1), evaluationRows(table, config)}) {
                QCOMPARE(rows.size(), static_cast<size_t>(table.rows * 10));
                std::set<int32_t> odd;
                std::set<int32_t> places;
                for (size_t set = 0; set < static_cast<size_t>(table.rows); ++set) {
                    const int32_t place = oddOneOut(classesOf(table, rows, set, 10));
                    QVERIFY(place >= 0);
                    places.insert(place);
                    odd.insert(rows[set * 10 + static_cast<size_t>(place)]);
                    const std::set<int32_t> different(rows.begin() + static_cast<ptrdiff_t>(set * 10),
                                                      rows.begin() + static_cast<ptrdiff_t>(set * 10 + 10));
                    QCOMPARE(different.size(), size_t{10});  // without replacement
                }
                QCOMPARE(odd.size(), static_cast<size_t>(table.rows));
                QCOMPARE(places.size(), shuffle ? size_t{10} : size_t{1});
                if (!shuffle) QCOMPARE(*places.begin(), 9);
            }
        }
    }

    void everyOtherClassIsDrawnEquallyOften() {
        const Table table = tableOf(4, 500);
        const std::vector<int32_t> rows = trainingRows(table, setsOf(3, false), 1, 0);
        std::map<std::pair<int32_t, int32_t>, int> counts;  // of odd and main class
        for (size_t set = 0; set < 2000; ++set) {
            const std::vector<int32_t> classes = classesOf(table, rows, set, 3);
            ++counts[{classes[2], classes[0]}];
        }
        QCOMPARE(counts.size(), size_t{12});
        for (const auto& [pair, count] : counts)  // of 500 with a chance of 1/3: 166.7 ± 5 sigma
            QVERIFY2(count > 114 && count < 220, qPrintable(QString::number(count)));
    }

    void trainingIsDrawnAnewMeasuringIsNot() {
        const Table table = tableOf(5, 20);
        const DataConfig config = setsOf(4, false);
        QVERIFY(trainingRows(table, config, 1, 0) == trainingRows(table, config, 1, 0));
        QVERIFY(trainingRows(table, config, 1, 0) != trainingRows(table, config, 1, 1));
        QVERIFY(trainingRows(table, config, 1, 0) != trainingRows(table, config, 2, 0));
        QVERIFY(evaluationRows(table, config) == evaluationRows(table, config));
        const DataConfig other = with(config, "seed=43");
        QVERIFY(evaluationRows(table, config) != evaluationRows(table, other));
        const std::vector<int32_t> rows = evaluationRows(table, config);
        for (int32_t set = 0; set < 100; ++set) QCOMPARE(rows[static_cast<size_t>(set) * 4 + 3], set);
    }

    void moreDrawsGoOnAfterTheFirst() {
        const Table table = tableOf(5, 20);
        const DataConfig config = setsOf(4, false);
        const std::vector<int32_t> once = evaluationRows(table, config);
        const std::vector<int32_t> thrice = evaluationRows(table, config, 3);
        QCOMPARE(thrice.size(), 3 * once.size());
        QVERIFY(std::equal(once.begin(), once.end(), thrice.begin()));
        QVERIFY(!std::equal(once.begin(), once.end(), thrice.begin() + std::ssize(once)));  // other sets
        for (size_t set = 0; set < 300; ++set)
            QCOMPARE(thrice[set * 4 + 3], static_cast<int32_t>(set % 100));  // of the same odd ones
    }

    void refusesWhatHasNoSets() {
        VERIFY_SAYS(thrownMessage([] { (void)evaluationRows(tableOf(1, 20), setsOf(4, false)); }),
                    "at least two classes; the data have 1");
        VERIFY_SAYS(thrownMessage([] { (void)evaluationRows(tableOf(3, 8), setsOf(10, false)); }),
                    "Class 0 has 8 images; a set of 10 needs 9 of one class");
        VERIFY_SAYS(thrownMessage([] { (void)evaluationRows(Table{}, setsOf(3, false)); }),
                    "at least two classes; the data have 0");
    }

    void sequencesKeepTheirOrder() {
        const Table table{.rows = 5};
        QCOMPARE(evaluationRows(table, DataConfig{}), (std::vector<int32_t>{0, 1, 2, 3, 4}));
        QCOMPARE(trainingRows(table, DataConfig{}, 7, 2), epochOrder(5, 7, 2));
    }
};

TEST_CLASS(TestSetTask, NoApplication)

}  // namespace test_set_task
#include "test_set_task.moc"
