// Typed sequences: what is read as tokens, and what is explained.
#include <QLabel>
#include <QLineEdit>
#include <QtTest>

#include "runner.h"
#include "ui/controls/sequence_edit.h"

using namespace attx;

class TestSequenceEdit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sequencesAreParsed_data() {
        const Rows<QString, int, int> row("text", "tokens", "wrongStart");
        row("blanks", "1 2  3", 3, -1);
        row("commas", "1,2, 3,", 3, -1);
        row("digits", "1234567", 7, -1);
        row("a number among digits", "12 3", 1, 0);
        row("digits and a letter", "1 12x 3", 2, 2);
        row("negative", "-1 3", 1, 0);
        row("a word", "1 2 x9", 2, 4);
        row("letters behind digits", " 123abc45", 0, 4);
        row("letters alone", "abc", 0, 0);
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
    void ofDigitsWithoutBlanksTheWrongPartIsNamed() {
        const ParsedSequence parsed = parseSequence(QStringLiteral("123abc45"), 10, 16);
        QCOMPARE(parsed.wrongLength, 3);
        QVERIFY2(parsed.problem.contains(QStringLiteral("“abc”")), qPrintable(parsed.problem));
        QVERIFY(parseSequence(QStringLiteral("1274"), 4, 16).problem.contains(QStringLiteral("“74”")));
    }
    /// It never lies over half of what stands below the line.
    void aRemarkStandsInTheLineOrOverARow() {
        QWidget window;
        auto* edit = new SequenceEdit(&window);
        edit->setLimits(10, 100, 16);
        window.resize(900, 200);
        edit->setGeometry(0, 0, 700, 30);
        window.show();
        edit->setTokens({1, 2, 3});
        auto* remark = window.findChild<QLabel*>();
        QVERIFY(remark->isVisible());
        QCOMPARE(remark->text(), QStringLiteral("Trained on length 16; this one has 3."));
        QCOMPARE(remark->parentWidget(), static_cast<QWidget*>(edit->line()));
        QVERIFY(edit->line()->rect().contains(remark->geometry()));
        edit->setGeometry(0, 0, 200, 30);
        QCOMPARE(remark->parentWidget(), &window);
        QVERIFY(remark->y() >= edit->line()->height() && remark->height() >= edit->line()->height());
    }
    /// A page that is shown again is laid out after it.
    void aRemarkFollowsALaterLayout() {
        QWidget window;
        auto* page = new QWidget(&window);
        auto* edit = new SequenceEdit(page);
        edit->setLimits(10, 100, 16);
        window.resize(900, 300);
        page->setGeometry(0, 0, 900, 200);
        edit->setGeometry(0, 0, 200, 30);
        window.show();
        edit->setTokens({1, 2, 3});
        page->hide();
        page->show();
        page->move(0, 60);
        const auto* remark = window.findChild<QLabel*>();
        const auto below = [&] {
            return edit->line()->mapTo(&window, QPoint(0, edit->line()->height() + 1)).y();
        };
        QTRY_COMPARE(remark->y(), below());
        QVERIFY(below() > 60);
        QVERIFY(remark->isVisible());
    }
    void emptyAndLongSequencesAreExplained() {
        const QString problem = parseSequence(QString(130, QLatin1Char('x')), 10, 16).problem;
        QVERIFY2(problem.size() < 80 && problem.contains(QStringLiteral("Use digits 0–9")),
                 qPrintable(problem));
        QVERIFY(!parseSequence(QString(), 10, 16).problem.isEmpty());
        QVERIFY(!parseSequence(QStringLiteral("1 1 1"), 10, 2).problem.isEmpty());
    }
    void blanksAreNeededWhereTokensHaveTwoDigits_data() {
        const Rows<int, bool> row("categories", "right");
        row("ten", 10, true);
        row("twelve", 12, false);
        row("four", 4, false);  // 5 is no token
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
