// Typed sequences: what is read as tokens, and what is explained.
#include <QtTest>

#include "runner.h"
#include "ui/controls/sequence_edit.h"

using namespace attx;

class TestSequenceEdit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sequencesAreParsed_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("tokens");
        QTest::addColumn<int>("wrongStart");
        QTest::newRow("blanks") << QStringLiteral("1 2  3") << 3 << -1;
        QTest::newRow("commas") << QStringLiteral("1,2, 3,") << 3 << -1;
        QTest::newRow("digits") << QStringLiteral("1234567") << 7 << -1;
        QTest::newRow("a number among digits") << QStringLiteral("12 3") << 1 << 0;
        QTest::newRow("digits and a letter") << QStringLiteral("1 12x 3") << 2 << 2;
        QTest::newRow("negative") << QStringLiteral("-1 3") << 1 << 0;
        QTest::newRow("a word") << QStringLiteral("1 2 x9") << 2 << 4;
    }
    void sequencesAreParsed() {
        QFETCH(QString, text);
        QFETCH(int, tokens);
        QFETCH(int, wrongStart);
        const ParsedSequence parsed = parseSequence(text, 10, 16);
        QCOMPARE(static_cast<int>(parsed.tokens.size()), tokens);
        QCOMPARE(parsed.wrongStart, wrongStart);
        QCOMPARE(parsed.problem.isEmpty(), wrongStart < 0);
    }
    void emptyAndLongSequencesAreExplained() {
        QVERIFY(!parseSequence(QString(), 10, 16).problem.isEmpty());
        QVERIFY(!parseSequence(QStringLiteral("1 1 1"), 10, 2).problem.isEmpty());
    }
    void blanksAreNeededWhereTokensHaveTwoDigits_data() {
        QTest::addColumn<int>("categories");
        QTest::addColumn<bool>("right");
        QTest::newRow("ten") << 10 << true;
        QTest::newRow("twelve") << 12 << false;
        QTest::newRow("four") << 4 << false;  // 5 is no token
    }
    void blanksAreNeededWhereTokensHaveTwoDigits() {
        QFETCH(int, categories);
        QFETCH(bool, right);
        const ParsedSequence parsed = parseSequence(QStringLiteral("1235"), categories, 16);
        QCOMPARE(parsed.problem.isEmpty(), right);
        if (right) QCOMPARE(parsed.tokens, (std::vector<int32_t>{1, 2, 3, 5}));
    }
};

TEST_CLASS(TestSequenceEdit, QApplication)
#include "test_sequence_edit.moc"
