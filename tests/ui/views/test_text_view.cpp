// Text with shaded words: where they lie, what hovering and keys say, what is exported.
#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QTextLayout>
#include <QtTest>

#include "model/data/vectoriser.h"
#include "runner.h"
#include "ui/figures/text/text_shading.h"
#include "ui/views/text_view.h"

using namespace attx;

namespace test_text_view {

/// Words of `text` with values that grow from 0 to 1.
TextFigure figureOf(const QString& text) {
    TextFigure figure;
    figure.setName(QStringLiteral("review"));
    figure.setTitle(QStringLiteral("A review"));
    figure.text = text;
    const std::string bytes = text.toStdString();
    for (const Word& word : wordsOf(bytes)) {
        const auto at = [&](size_t byte) {
            return static_cast<int>(QString::fromUtf8(bytes.data(), static_cast<qsizetype>(byte)).size());
        };
        figure.tokens.push_back({at(word.begin), at(word.end), word.word.size() > 2});
        figure.words << QString::fromStdString(word.word);
    }
    const auto count = static_cast<float>(figure.tokens.size());
    for (float i = 0; i < count; ++i) figure.values.push_back((i + 1) / count);
    return figure;
}

QString longText(int words) {
    QString text;
    for (int i = 0; i < words; ++i) text += QStringLiteral("word%1, ").arg(i);
    return text;
}

class TestTextView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aColourTellsNoDifferenceThatIsNone() {
        TextFigure figure = figureOf(QStringLiteral("one two three"));
        figure.values = {0.0243898F, 0.0243902F, 0.0243906F};  // of a network that has learned nothing
        QVERIFY(figure.scale().isEven());
        figure.values = {0.02F, 0.025F, 0.03F};
        QVERIFY(!figure.scale().isEven());
    }

    void theScaleSaysWholeClauses() {
        const QFontMetricsF metrics{QFont()};
        const QString label = QStringLiteral("attention from all words, layer 1, mean of heads");
        const auto fitting = [&](const QString& text) {  // in exactly the room of `text`
            return fittingScaleText(QStringLiteral("0 … 1"), label, metrics.horizontalAdvance(text) + 1,
                                    metrics);
        };
        const QString whole = QStringLiteral("0 … 1  ") + label;
        QCOMPARE(fitting(whole), whole);
        QCOMPARE(fitting(QStringLiteral("0 … 1  attention from all words, layer 1, mean")),
                 QStringLiteral("0 … 1  attention from all words, layer 1"));
        QCOMPARE(fitting(QStringLiteral("0 … 1  attent")), QStringLiteral("0 … 1"));
        // Half a range is none.
        const QString even = QStringLiteral("all but equal: 0.0016665 … 0.0016667");
        QCOMPARE(fittingScaleText(even, {}, metrics.horizontalAdvance(even) + 1, metrics), even);
        QCOMPARE(fittingScaleText(even, {}, metrics.horizontalAdvance(even) - 20, metrics),
                 QStringLiteral("all but equal"));
    }

    void theVerdictIsWholeInANarrowColumn() {
        TextFigure figure = figureOf(QStringLiteral("one two three"));
        figure.verdict = QStringLiteral("positive, 99.9 % · wrong: it is negative · 41 words");
        const FigureStyle style = FigureStyle::light();
        const TextFigure::Layout wide = figure.layout(800, style), narrow = figure.layout(240, style);
        const auto bottomOf = [](const TextFigure::Layout& place) {
            return place.verdictOrigin.y() + place.verdict->boundingRect().bottom();
        };
        QCOMPARE(wide.verdict->lineCount(), 1);
        for (int width = 200; width < 420; width += 2) {  // drawn as it was measured, at any width
            const TextFigure::Layout place = figure.layout(width, style);
            const QTextLine last = place.verdict->lineAt(place.verdict->lineCount() - 1);
            QCOMPARE(last.textStart() + last.textLength(), static_cast<int>(figure.verdict.size()));
            QVERIFY(place.bar.top() > bottomOf(place));
        }
        QVERIFY(narrow.verdict->lineCount() > 1);
        QCOMPARE(narrow.height - wide.height, narrow.bar.top() - wide.bar.top());
    }

    void everyWordHasItsPlace() {
        const TextFigure figure = figureOf(QStringLiteral("It wasn't “good” — 😀 really.\nNot at all!"));
        QCOMPARE(figure.tokens.size(), size_t{9});
        const FigureStyle style = FigureStyle::light();
        const auto wide = figure.layout(1000, style), narrow = figure.layout(120, style);
        QCOMPARE(wide.boxes.size(), size_t{9});
        QVERIFY(narrow.height > wide.height);
        for (const auto* place : {&wide, &narrow})
            for (size_t i = 0; i < place->boxes.size(); ++i) {
                QCOMPARE(TextFigure::tokenAt(*place, place->boxes[i].center()), place->boxTokens[i]);
                QVERIFY(place->boxes[i].right() <= (place == &wide ? 1000 : 120));
            }
        QCOMPARE(wide.boxes[0].center().y(), wide.boxes[1].center().y());
        QVERIFY(wide.boxes.back().top() > wide.boxes.front().bottom());  // behind the line end
        QCOMPARE(TextFigure::tokenAt(wide, {0, 0}), -1);
    }

    void lineBreaksOfHtmlAreBreaks() {
        const Vocabulary vocabulary({"goodbr", "br", "bad"}, "test");
        const ShownText shown = shownText(QStringLiteral("So good.<br /><BR />Bad<br>end"), vocabulary, 10);
        QCOMPARE(shown.text, QStringLiteral("So good.↵\n↵\nBad↵\nend"));
        QCOMPARE(shown.words, (QStringList{"so", "goodbr", "br", "badbrend"}));  // what the network reads
        QStringList seen;
        for (const TokenRange& token : shown.tokens)
            seen << shown.text.mid(token.begin, token.end - token.begin);
        QCOMPARE(seen, (QStringList{"So", "good.↵", "↵", "Bad↵\nend"}));
        QCOMPARE(shown.unknown, 2);
    }

    void unknownWordsAreAsDarkAsOthers() {
        TextFigure figure = figureOf(QStringLiteral("aaaa bbbb"));
        figure.values = {1.0f, 1.0f};
        const auto place = figure.layout(300, FigureStyle::light());
        const auto painted = [&] {
            QImage image(300, static_cast<int>(place.height) + 1, QImage::Format_RGB32);
            QPainter painter(&image);
            figure.paint(painter, image.rect(), FigureStyle::light());
            painter.end();
            return image.copy(place.boxes[0].toAlignedRect());
        };
        const auto darkest = [](const QImage& image) {
            int least = 255;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x) least = std::min(least, qGray(image.pixel(x, y)));
            return least;
        };
        figure.tokens[0].known = true;
        const QImage known = painted();
        figure.tokens[0].known = false;
        const QImage unknown = painted();
        QVERIFY(known != unknown);
        QVERIFY2(darkest(unknown) <= darkest(known) + 10, qPrintable(QString::number(darkest(unknown))));
    }

    void aWordLongerThanTheLineIsBroken() {
        const TextFigure figure = figureOf(QString(300, QLatin1Char('a')));
        const auto place = figure.layout(200, FigureStyle::light());
        QVERIFY(place.boxes.size() > 5);
        for (const int token : place.boxTokens) QCOMPARE(token, 0);
    }

    void shadesFollowTheValues() {
        TextFigure figure = figureOf(QStringLiteral("aaaa bbbb"));
        figure.values = {0.0f, 1.0f};
        const auto place = figure.layout(300, FigureStyle::light());
        const auto colorAt = [&](const TextFigure& shown, size_t box) {
            QImage image(300, static_cast<int>(place.height) + 1, QImage::Format_RGB32);
            QPainter painter(&image);
            shown.paint(painter, image.rect(), FigureStyle::light());
            painter.end();
            return image.pixelColor((place.boxes[box].bottomLeft() + QPointF(4, -2)).toPoint());
        };
        QCOMPARE(colorAt(figure, 0), FigureStyle::light().background);
        QVERIFY(colorAt(figure, 1) != FigureStyle::light().background);
        const QColor speaksFor = colorAt(figure, 1);
        figure.values = {0.0f, -1.0f};
        const QColor speaksAgainst = colorAt(figure, 1);
        QVERIFY(speaksAgainst != speaksFor);
        figure.isDifference = true;  // as in maps: less is cold
        QCOMPARE(colorAt(figure, 1), speaksFor);
        figure.values = {0.0f, 1.0f};
        QCOMPARE(colorAt(figure, 1), speaksAgainst);
        figure.values = {1.0f, 1.001f};  // all but equal: no colour
        QCOMPARE(colorAt(figure, 1), FigureStyle::light().background);
    }

    void theScaleIsThatOfTheWords() {
        TextFigure figure = figureOf(QStringLiteral("aaaa bbbb"));
        figure.padding = 100;
        figure.values = {0.002f, 0.003f, 0.78f};
        QCOMPARE(figure.scale().low, 0.002f);
        QCOMPARE(figure.scale().high, 0.003f);
        figure.values = {-0.5f, 0.25f, 3.0f};
        figure.diverging = true;
        QCOMPARE(figure.scale().low, 0.0f);
        QCOMPARE(figure.scale().high, 0.5f);
        QVERIFY(!figure.scale().isEven());
        figure.values = {0.25f, 0.25f, 0.5f};
        figure.diverging = false;
        QVERIFY(figure.scale().isEven());
        QCOMPARE(figure.scale().high, 0.25f);
    }

    void numbersAreExported() {
        TextFigure figure = figureOf(QStringLiteral("Good, \"so\" good."));
        figure.padding = 7;
        figure.values.push_back(0.5f);
        QCOMPARE(figure.data().front().shape, std::vector<int64_t>{4});
        const QByteArray csv = QByteArray::fromStdString(figure.csv());
        QVERIFY2(csv.startsWith("position,word,text,value\n0,good,Good,0.333"), csv.constData());
        QVERIFY2(csv.contains("1,so,so,"), csv.constData());
        QVERIFY2(csv.endsWith("3,padding,,0.5\n"), csv.constData());
        QVERIFY(!figure.layout(300, FigureStyle::light()).paddingBox.isEmpty());
    }

    void allOfALongTextIsPaintedIntoASmallPicture() {
        const TextFigure figure = figureOf(longText(600));
        QVERIFY(figure.defaultSize().height() > 600);
        QImage image(800, 500, QImage::Format_RGB32);
        QPainter painter(&image);
        figure.paint(painter, image.rect(), FigureStyle::darkStyle());
        painter.end();
        QVERIFY(!image.isNull());
    }

    void aShortTextIsLarge() {
        TextView view;
        view.resize(800, 500);
        view.show();
        const FigureStyle style = FigureStyle::of(view.palette());
        const auto usual = [&] {
            return view.figure().layout(view.widget()->width(), style).boxes[0].height();
        };
        view.setFigure(figureOf(longText(20)));
        QVERIFY2(view.rectOfToken(0).height() > 1.7 * usual(),
                 qPrintable(QString::number(view.rectOfToken(0).height())));
        QVERIFY(view.widget()->height() <= view.viewport()->height());
        view.setFigure(figureOf(longText(80)));
        QVERIFY(view.rectOfToken(0).height() > 1.1 * usual());
        QVERIFY(view.widget()->height() <= view.viewport()->height());
        view.resize(800, 200);
        QCOMPARE(view.rectOfToken(0).height(), usual());
        view.resize(800, 500);
        view.setFigure(figureOf(longText(800)));
        QCOMPARE(view.rectOfToken(0).height(), usual());
    }

    void pointerAndKeysNameTokens() {
        TextView view;
        view.resize(500, 300);
        view.setFigure(figureOf(longText(400)));
        view.show();
        QSignalSpy hovered(&view, &TextView::tokenHovered), chosen(&view, &TextView::tokenChosen);
        QTest::mouseMove(view.widget(), view.rectOfToken(3).center().toPoint());
        QTRY_COMPARE(hovered.count(), 1);
        QCOMPARE(hovered.at(0).at(0).toInt(), 3);
        // What the pointer shows is not exported.
        view.setStrongestKeys({1, 2});
        const std::unique_ptr<Figure> printed = view.printed();
        const auto* figure = dynamic_cast<const TextFigure*>(printed.get());
        QVERIFY(figure && figure->hovered == -1 && figure->strongestKeys.empty());
        QCOMPARE(view.figure().hovered, 3);
        QTest::mouseClick(view.widget(), Qt::LeftButton, {}, view.rectOfToken(5).center().toPoint());
        QCOMPARE(chosen.back().at(0).toInt(), 5);
        QCOMPARE(view.chosen(), 5);
        QTest::keyClick(view.widget(), Qt::Key_Right);
        QCOMPARE(chosen.back().at(0).toInt(), 6);
        QTest::mouseClick(view.widget(), Qt::LeftButton, {}, view.rectOfToken(6).center().toPoint());
        QCOMPARE(chosen.back().at(0).toInt(), -1);

        // Other shades keep the choice, another text does not; a long text scrolls.
        view.setChosen(5);
        TextFigure again = view.figure();
        again.values.assign(again.values.size(), 0.5f);
        view.setFigure(again);
        QCOMPARE(view.chosen(), 5);
        QVERIFY(view.widget()->height() > view.viewport()->height());
        const qreal before = view.rectOfToken(3).top();
        again.verdict = QStringLiteral("right");
        view.setFigure(again);
        const qreal oneLine = view.rectOfToken(3).top();
        again.verdict = QStringLiteral("positive, 99.9 % · wrong: it is negative · 41 words ").repeated(3);
        view.setFigure(again);
        QVERIFY(before < oneLine && oneLine < view.rectOfToken(3).top());  // another verdict, other places
        view.setFigure(figureOf(QStringLiteral("short")));
        QCOMPARE(view.chosen(), -1);
        view.setFigure(TextFigure());
        QTest::keyClick(view.widget(), Qt::Key_Right);
    }
};

TEST_CLASS(TestTextView, QApplication)

}  // namespace test_text_view
#include "test_text_view.moc"
