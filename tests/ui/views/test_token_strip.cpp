// The strip below the maps: right and wrong, targets and probabilities, and words that find no room.
#include <QtTest>

#include "runner.h"
#include "ui/views/token_strip.h"

using namespace attx;

class TestTokenStrip : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rightAndWrongAreCounted() {
        TokenStrip strip;
        strip.setSequence({1, 2, 3, 4}, {{4, 3, 9, 1}, {4, 3, 2, -1}, {}});
        QCOMPARE(strip.right(), 2);
        QCOMPARE(strip.counted(), 3);
        QCOMPARE(strip.score(), QStringLiteral("2/3 right"));
        strip.setSequence({1}, {{2}, {}, {}});
        QVERIFY(strip.score().isEmpty());
    }

    void targetsAndProbabilitiesStandBelowThePrediction() {
        TokenStrip strip;
        strip.resize(700, strip.sizeHint().height());
        const auto picture = [&] { return strip.grab().toImage(); };
        strip.setSequence({1, 2}, {{4, 3}, {}, {}});
        const QImage bare = picture();
        strip.setSequence({1, 2}, {{4, 3}, {4, 2}, {}});
        const QImage withTargets = picture();
        QVERIFY(withTargets != bare);
        QVERIFY(strip.accessibleDescription().contains(QStringLiteral("Target 4 2.")));
        strip.setSequence({1, 2}, {{4, 3}, {4, 2}, {0.93F, 0.4F}});
        QVERIFY(picture() != withTargets);
    }

    void numbersStandInTheColumnsOfAMapAbove() {
        TokenStrip strip;
        strip.resize(600, strip.sizeHint().height());
        strip.setSequence({1, 2, 3, 4}, {{4, 3, 2, 1}, {}, {}});
        const QRectF before = strip.rectOfToken(0);
        strip.alignWith(std::pair(120.0, 520.0));
        for (int i = 0; i < 4; ++i) {
            QCOMPARE(strip.rectOfToken(i).left(), 120.0 + 100 * i);
            QCOMPARE(strip.rectOfToken(i).right(), 220.0 + 100 * i);
        }
        // A map that begins below the names of the rows, or ends outside, is not followed.
        for (const auto& [from, to] : {std::pair(20.0, 520.0), {120.0, 601.0}}) {
            strip.alignWith(std::pair(from, to));
            QCOMPARE(strip.rectOfToken(0), before);
        }
        strip.alignWith(std::pair(120.0, 520.0));
        strip.setText({"a", "film", "as", "such"}, {{1}, {1}, {}}, [](int32_t) { return QString("pos"); });
        QVERIFY(strip.rectOfToken(0).left() < 120);  // words stand as in a text
        strip.alignWith({});
        strip.setSequence({1, 2, 3, 4}, {{4, 3, 2, 1}, {}, {}});
        QCOMPARE(strip.rectOfToken(0), before);
    }

    void aHiddenTokenIsStruckOutWhereItStands() {
        QWidget window;
        window.resize(1000, 200);
        TokenStrip strip(&window);
        strip.setGeometry(300, 20, 600, strip.sizeHint().height());
        strip.setSequence({1, 1, 1, 1}, {{}, {}, {}});
        strip.setHidden({2});
        window.show();
        const QImage picture = window.grab().toImage();
        // Above the foot of the row the stroke is all that is wide: "1" is not.
        const auto longest = [&](int token) {
            const QRect place = strip.rectOfToken(token).toRect().translated(strip.pos());
            int most = 0;
            for (int y = place.top() + 8; y < place.center().y() + 3; ++y)
                for (int x = place.left(), run = 0; x < place.right(); ++x) {
                    run = picture.pixel(x, y) != picture.pixel(place.left(), place.top()) ? run + 1 : 0;
                    most = std::max(most, run);
                }
            return most;
        };
        QVERIFY2(longest(2) >= 6 && longest(1) < 6 && longest(0) < 6,
                 qPrintable(QStringLiteral("%1 %2 %3").arg(longest(0)).arg(longest(1)).arg(longest(2))));
    }

    void wordsStandAsInATextOrAreLeftOut() {
        TokenStrip strip;
        strip.resize(600, strip.sizeHint().height());
        const auto className = [](int32_t) { return QStringLiteral("pos"); };
        strip.setText(QStringLiteral("a wonderful film").split(QLatin1Char(' ')), {{1}, {1}, {}}, className);
        QVERIFY(strip.rectOfToken(1).width() > 2 * strip.rectOfToken(0).width());
        QCOMPARE(strip.rectOfToken(2).left(), strip.rectOfToken(1).right());
        QVERIFY(strip.rectOfToken(2).right() < 300);

        QStringList words;
        for (int i = 0; i < 400; ++i) words << QStringLiteral("word%1").arg(i);
        strip.setText(words, {{1}, {1}, {}}, className);
        QVERIFY(strip.rectOfToken(399).right() <= 600.01);
        const auto picture = [&] { return strip.grab(QRect(0, 0, 600, 20)).toImage(); };
        // What is hidden or under the cursor is written even where its place is that of another.
        const QImage plain = picture();
        strip.setHidden({205});
        const QImage hidden = picture();
        QVERIFY(hidden != plain);
        strip.setHidden({206});
        QVERIFY(picture() != hidden);
        strip.setHidden({});
        QCOMPARE(picture(), plain);
        strip.setCursorCell(-1, 399);
        QVERIFY(picture() != plain);
    }
};

TEST_CLASS(TestTokenStrip, QApplication)
#include "test_token_strip.moc"
