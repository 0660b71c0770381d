// What stands around maps: their colour bars, and the name of the columns.
#include <QtTest>
#include <set>

#include "runner.h"
#include "ui/figures/maps/color_bar.h"
#include "ui/figures/maps/heat_map_figure.h"
#include "ui/texts_of.h"

using namespace attx;

class TestMapBars : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aMapAloneSharesItsScaleWithNone() {
        HeatMapGridFigure figure;
        figure.valueLabel = QStringLiteral("weight");
        figure.maps.resize(2);
        QCOMPARE(figure.barCaption(), QStringLiteral("weight · shared"));
        figure.maps.resize(1);
        QCOMPARE(figure.barCaption(), QStringLiteral("weight"));
        figure.scale.mode = ScaleMode::Logarithmic;
        QCOMPARE(figure.barCaption(), QStringLiteral("weight · log"));
    }

    /// Without it the colours of a moment would be taken for its own.
    void aScaleOfAllStepsSaysSoWithLittleRoomToo() {
        const FigureStyle style = FigureStyle::light();
        const auto width = [metrics = QFontMetricsF(style.font(labelPx))](const char* text) {
            return metrics.horizontalAdvance(QString::fromUtf8(text)) + 1;
        };
        HeatMapGridFigure figure;
        figure.valueLabel = QStringLiteral("weight");
        figure.maps.resize(1);
        figure.scale.mode = ScaleMode::Fixed;
        figure.scale.held = true;
        for (const char* text : {"weight · one scale, for all steps seen", "weight · for all steps seen",
                                 "for all steps seen", "weight"})
            QCOMPARE(fittingBarLabel(figure.barCaption(), width(text), style), QString::fromUtf8(text));
        figure.scale = {};
        figure.maps.resize(2);
        figure.heldRanges.resize(2);
        figure.scale.mode = ScaleMode::PerMap;
        QCOMPARE(fittingBarLabel(figure.barCaption(), width("for all steps seen"), style),
                 QStringLiteral("for all steps seen"));
        figure.areOfBoth = true;
        QCOMPARE(fittingBarLabel(figure.barCaption(), width("for both networks"), style),
                 QStringLiteral("for both networks"));
    }

    /// All marks of a bar have as many decimals as its range needs. An end that they round to zero is less
    /// than the smallest number they can write: the smallest value is not 0.
    void marksOfABarAreAlikeExact_data() {
        const Rows<float, float, QString> row("lo", "hi", "widest");
        row("zero", 0.F, 0.13F, "0.13");
        row("nearly zero", 0.000381F, 0.13F, "<0.001");
        row("next to nothing", 1e-12F, 0.13F, "<0.001");
        row("below zero", -0.000381F, 0.13F, ">−0.001");
        row("a wide range", 0.5F, 400.F, "400");
        row("all small", 0.F, 0.000381F, "0.000381");
    }
    void marksOfABarAreAlikeExact() {
        QFETCH(float, lo);
        QFETCH(float, hi);
        QFETCH(QString, widest);
        const FigureStyle style = FigureStyle::light();
        QCOMPARE(colorBarTickWidth({lo, hi}, style), style.textWidth(widest, labelPx) + 8);
    }

    /// With fewer digits where there is little room, but the same way.
    void aTightBarWritesNumbersAsAWideOne_data() {
        const Rows<float, float, int, QStringList> row("lo", "hi", "height", "ends");
        row("room", 7e-7F, 0.13F, 120, {"<0.001", "0.13"});
        row("one digit less", 7e-7F, 0.128F, 80, {"<0.01", "0.128"});
        row("less room", 7e-7F, 0.13F, 72, {"<0.01", "0.13"});
    }
    void aTightBarWritesNumbersAsAWideOne() {
        QFETCH(float, lo);
        QFETCH(float, hi);
        QFETCH(int, height);
        struct Bar : CopiedFigure<Bar> {
            ColorRange range;
            [[nodiscard]] QSize defaultSize() const override { return {20, 120}; }
            void paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override {
                paintNarrowColorBar(painter, rect, {}, range, style);
            }
            [[nodiscard]] std::vector<NamedArray> data() const override { return {}; }
            [[nodiscard]] std::string table(const FactColumns&) const override { return {}; }
        } bar;
        bar.range = {lo, hi};
        QTEST(textsOf(bar, QSizeF(20, height), FigureStyle::light()), "ends");
    }

    /// Two choices from one sequence of tokens would read as two sequences.
    void bothAxesLeaveOutTheSameTokens() {
        HeatMapFigure figure;
        HeatMap map{.rows = 48, .cols = 48};
        map.values.assign(48 * 48, 0.5F);
        for (int i = 0; i < 48; ++i) map.xTickLabels << QString::number(i % 10);
        map.yTickLabels = map.xTickLabels;
        figure.maps = {map};
        const FigureStyle style = FigureStyle::light();
        std::set<int> steps;
        bool differed = false;
        for (int side = 150; side <= 900; side += 10) {
            const QRectF whole(0, 0, side, side);
            const HeatMapGridLayout place = figure.layout(whole, style, 1);
            QCOMPARE(place.xTicks.every, place.yTicks.every);
            steps.insert(place.xTicks.every);
            figure.maps[0].yTickLabels[0] = QStringLiteral("x");  // other tokens: each axis by itself
            const HeatMapGridLayout other = figure.layout(whole, style, 1);
            differed = differed || other.xTicks.every != other.yTicks.every;
            figure.maps[0].yTickLabels = figure.maps[0].xTickLabels;
        }
        QVERIFY(steps.size() > 2 && differed);
    }

    void tokensThatAreLeftOutHaveDots_data() {
        QTest::addColumn<int>("tokens");
        QTest::newRow("a dot each") << 48;
        QTest::newRow("less room than that") << 130;
    }
    /// Where labels of tokens have no room, those that are drawn are no sequence: dots stand for the others.
    void tokensThatAreLeftOutHaveDots() {
        QFETCH(int, tokens);
        HeatMapFigure figure;
        HeatMap map{.rows = tokens, .cols = tokens};
        map.values.assign(size_t(tokens) * size_t(tokens), 0.5F);
        figure.maps = {map};
        const auto longestGap = [&] {  // px beside the rows that have neither a label nor a dot
            const FigureStyle style = FigureStyle::light();
            const QRectF whole(0, 0, 300, 300);
            QImage image(300, 300, QImage::Format_RGB32);
            QPainter painter(&image);
            figure.paint(painter, whole, style);
            const QRectF cells = figure.layout(whole, style, 1).cells[0];
            int gap = 0, longest = 0;
            for (int y = qCeil(cells.top()); y < cells.bottom(); ++y) {
                bool isInk = false;
                for (int x = 0; x < cells.left() - 1; ++x)
                    isInk = isInk || image.pixel(x, y) != style.background.rgb();
                gap = isInk ? 0 : gap + 1;
                longest = std::max(longest, gap);
            }
            return longest;
        };
        const int ofIndices = longestGap();  // which tell by themselves what is left out
        for (int i = 0; i < tokens; ++i) figure.maps[0].yTickLabels << QStringLiteral("1");
        QVERIFY2(ofIndices >= 10 && longestGap() < 6,
                 qPrintable(QStringLiteral("%1 %2").arg(ofIndices).arg(longestGap())));
    }

    /// Where maps have width alone to grow by, their bars lie below them, numbered, and touch nothing.
    void barsOfOneMapEachLieBelowWhereThatMakesMapsLarger() {
        HeatMapGridFigure grid;
        grid.gridRows = 2;
        grid.gridCols = 3;
        grid.scale.mode = ScaleMode::PerMap;
        HeatMap map{.rows = 16, .cols = 16};
        for (int i = 0; i < 256; ++i) map.values.push_back(static_cast<float>(i));
        map.title = QStringLiteral("Rollout");
        map.xLabel = QStringLiteral("input");
        grid.maps.assign(6, map);
        const FigureStyle style = FigureStyle::light();
        const HeatMapGridLayout place = grid.layout(QRectF(0, 0, 700, 900), style, 1),
                                low = grid.layout(QRectF(0, 0, 1400, 500), style, 1);
        QVERIFY(place.barNumbers && low.bars[0].height() > low.bars[0].width());
        for (size_t i = 0; i < place.bars.size(); ++i) {
            const QRectF& bar = place.bars[i];
            QVERIFY(bar.width() == place.cells[i].width() && bar.top() > place.cells[i].bottom());
            const qreal end = bar.bottom() + lineHeight(style) + 4;
            QVERIFY(end <= (i < 3 ? place.panels[i + 3].top() + 4 : 900));
        }
        QVERIFY(place.bars[5].top() >
                place.cells[5].bottom() + 2 * lineHeight(style));  // ticks and name between
    }

    /// The name of the columns takes no line from a map that the height limits.
    void aLongNameIsBesideAMapWithRoomThere() {
        HeatMapGridFigure figure;
        HeatMap map{.rows = 16, .cols = 16};
        map.values.assign(256, 0.5F);
        map.xLabel = QStringLiteral("a long name of the keys");
        for (int i = 0; i < 16; ++i) map.xTickLabels << QString::number(i % 10);
        figure.maps = {map};
        figure.inWindow = true;
        const FigureStyle style = FigureStyle::light();
        const HeatMapGridLayout wide = figure.layout({0, 0, 1000, 500}, style, 1);
        QVERIFY(wide.xLabelBeside);
        QVERIFY(wide.grid.left() > style.textWidth(map.xLabel, labelPx));
        QVERIFY(!figure.layout({0, 0, 500, 1000}, style, 1).xLabelBeside);
    }
};

TEST_CLASS(TestMapBars, QApplication)
#include "test_map_bars.moc"
