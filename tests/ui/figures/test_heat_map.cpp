#include <QPainter>
#include <QtTest>
#include <cmath>

#include "runner.h"
#include "ui/figures/maps/color_bar.h"
#include "ui/heat_maps.h"

using namespace attx;

namespace test_heat_map {

class TestHeatMap : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ranges() {
        const std::vector<HeatMap> maps{mapOf(1, 2, {0.2f, 0.4f}), mapOf(1, 2, {0.1f, 0.9f})};
        const auto range = [&](ScaleMode mode, size_t i) { return colorRange({mode}, maps, i); };
        QCOMPARE(range(ScaleMode::PerMap, 0).lo, 0.2f);
        QCOMPARE(range(ScaleMode::PerMap, 0).hi, 0.4f);
        QCOMPARE(range(ScaleMode::Shared, 0).lo, 0.1f);
        QCOMPARE(range(ScaleMode::Shared, 0).hi, 0.9f);
        QCOMPARE(range(ScaleMode::Fixed, 1).lo, 0.f);
        QCOMPARE(range(ScaleMode::Fixed, 1).hi, 1.f);
        QCOMPARE(range(ScaleMode::Logarithmic, 1).lo, 0.1f);
        QVERIFY(range(ScaleMode::Logarithmic, 1).logarithmic);
        const ColorRange symmetric = colorRange({ScaleMode::Shared, ColorMap::BlueRed, 0, 1, true}, maps, 0);
        QCOMPARE(symmetric.lo, -0.9f);
        QCOMPARE(symmetric.position(0.f), 0.5f);
    }
    void signedValuesDivergeFromZeroOnAScaleOfTheirOwn() {
        std::vector<HeatMap> maps{mapOf(1, 2, {-0.1F, 0.4F}), mapOf(1, 2, {0.1F, 0.4F})};
        maps[0].isSigned = true;
        const ColorScale own{ScaleMode::PerMap}, shared{ScaleMode::Shared};
        QVERIFY(scaleOf(maps[0], own).map == ColorMap::BlueRed);
        QCOMPARE(colorRange(own, maps, 0).position(0), 0.5F);
        QVERIFY(scaleOf(maps[1], own).map == ColorMap::Viridis);
        QCOMPARE(colorRange(own, maps, 1).lo, 0.1F);
        QVERIFY(scaleOf(maps[0], shared).map == ColorMap::Viridis);  // one bar for all
        QCOMPARE(colorRange(shared, maps, 0).lo, -0.1F);
    }
    void roundingIsNoDifference() {
        const std::vector<HeatMap> maps{mapOf(1, 2, {0.1F, std::nextafter(0.1F, 1.F)})};
        QCOMPARE(colorRange({ScaleMode::Shared}, maps, 0).lo, 0.F);
        const std::vector<HeatMap> narrow{mapOf(1, 2, {0.1F, 0.1001F})};  // that is one
        QCOMPARE(colorRange({ScaleMode::Shared}, narrow, 0).lo, 0.1F);
        // Its marks have the digits that tell them apart, so they are wider than those of 0 to 0.1.
        QVERIFY(colorBarTickWidth({0.1F, 0.1001F}, FigureStyle::light()) >
                colorBarTickWidth({0.F, 0.1F}, FigureStyle::light()));
    }
    void aBarStandsWhereItLeavesMoreToTheMaps() {
        HeatMapFigure figure(mapOf(4, 4, std::vector<float>(16, 0.5F)), {});
        const FigureStyle style = FigureStyle::light();
        const QRectF high(0, 0, 180, 320), wide(0, 0, 600, 320);
        const HeatMapGridLayout below = figure.layout(high, style, 1), beside = figure.layout(wide, style, 1);
        QVERIFY(below.bars[0].width() > below.bars[0].height() && below.bars[0].top() > below.grid.bottom());
        QVERIFY(beside.bars[0].height() > beside.bars[0].width() &&
                beside.bars[0].left() > beside.grid.right());
        QVERIFY2(below.grid.width() > 100, qPrintable(QString::number(below.grid.width())));
        // What is written below it stays within the figure.
        QVERIFY(below.bars[0].bottom() + colorBarTickHeight(style) <= high.bottom());
        // Room for names at its left is at its left; what has it anyway stays where it is.
        figure.leastLeft = 90;
        const qreal left = figure.layout(high, style, 1).grid.left();
        QVERIFY2(left >= 90 && left < 92, qPrintable(QString::number(left)));
        QCOMPARE(figure.layout(wide, style, 1).grid, beside.grid);
    }
    void aLabelLosesTheKindOfScaleBeforeItIsCut() {
        const FigureStyle style = FigureStyle::light();
        const QString whole = QStringLiteral("attention weight · shared");
        const qreal width = QFontMetricsF(style.font(labelPx)).horizontalAdvance(whole);
        QCOMPARE(fittingBarLabel(whole, width + 1, style), whole);
        QCOMPARE(fittingBarLabel(whole, width - 1, style), QStringLiteral("attention weight"));
        QCOMPARE(fittingBarLabel(whole, width / 3, style), QString());
        // The heads of a small grid are still heads.
        const QFontMetricsF metrics(style.font(labelPx));
        const QString head = QStringLiteral("Head 12"), shortly = QStringLiteral("H12");
        QCOMPARE(fittingName(head, 200, metrics), head);
        QCOMPARE(fittingName(head, metrics.horizontalAdvance(shortly) + 1, metrics), shortly);
        QCOMPARE(fittingName(head, 4, metrics), QStringLiteral("12"));
    }
    void rangesOfOddData_data() {
        QTest::addColumn<QList<float>>("values");
        QTest::newRow("nothing") << QList<float>{};
        QTest::newRow("zeros") << QList<float>{0, 0};
        QTest::newRow("one value") << QList<float>{0.25f, 0.25f};
        QTest::newRow("negative") << QList<float>{-2, -2};
        QTest::newRow("not a number") << QList<float>{NAN, NAN};
        QTest::newRow("infinite") << QList<float>{INFINITY, 1};
    }
    void rangesOfOddData() {
        QFETCH(QList<float>, values);
        const std::vector<HeatMap> maps{
            mapOf(1, static_cast<int>(values.size()), {values.begin(), values.end()})};
        for (ScaleMode mode :
             {ScaleMode::PerMap, ScaleMode::Shared, ScaleMode::Fixed, ScaleMode::Logarithmic}) {
            const ColorRange range = colorRange({mode}, maps, 0);
            QVERIFY(std::isfinite(range.lo) && std::isfinite(range.hi));
            QVERIFY(range.lo < range.hi);
            QVERIFY(!heatMapImage(maps[0], ColorMap::Viridis, range).isNull());
        }
    }
    void logarithmicPosition() {
        const ColorRange range{0.001f, 1.f, true};
        QVERIFY(std::abs(range.position(0.01f) - 1.f / 3) < 1e-6f);
        QCOMPARE(range.position(0.f), 0.f);
        QCOMPARE(range.position(2.f), 1.f);
    }
    void logarithmicImageAgreesWithPosition() {
        const HeatMap map = mapOf(1, 4, {0.0015f, 0.02f, 0.3f, 0.9f});
        const ColorRange range{0.001f, 1.f, true};
        const QImage image = heatMapImage(map, ColorMap::Inferno, range);
        for (int c = 0; c < 4; ++c)
            QCOMPARE(image.pixel(c, 0), mapColor(ColorMap::Inferno, range.position(map.at(0, c))));
    }
    void originBelowTurnsThePicture() {
        HeatMap map = mapOf(2, 1, {0.f, 1.f});
        QCOMPARE(heatMapImage(map, ColorMap::Grey, {}).pixel(0, 0), QRgb(0xff000000));
        map.originBelow = true;
        QCOMPARE(heatMapImage(map, ColorMap::Grey, {}).pixel(0, 0), QRgb(0xffffffff));
        QCOMPARE(cellAt(map, QRectF(0, 0, 10, 20), QPointF(5, 5)).row, 1);
        QCOMPARE(cellRect(map, QRectF(0, 0, 10, 20), 0, 0), QRectF(0, 10, 10, 10));
    }
    void hitTest() {
        const HeatMap map = ramp(4);
        const QRectF cells(10, 20, 40, 40);
        for (int r = 0; r < 4; ++r)
            for (int c = 0; c < 4; ++c)
                QCOMPARE(cellAt(map, cells, cellRect(map, cells, r, c).center()), (CellIndex{-1, r, c}));
        QCOMPARE(cellAt(map, cells, QPointF(9, 30)), CellIndex{});
        QCOMPARE(cellAt(map, cells, QPointF(50, 30)), CellIndex{});
    }

    // Every pixel of the cells has exactly the colour of its cell: no smoothing, no seam, at any ratio.
    void cellsAreExact_data() {
        addColumns<double, int, QSize>("ratio", "n", "size");
        for (double ratio : {1.0, 1.25, 1.5, 2.0, 3.0})
            for (int n : {1, 3, 16, 64})
                for (const QSize size : {QSize(600, 400), QSize(333, 257)})
                    QTest::addRow("ratio %g, %d cells, %d wide", ratio, n, size.width())
                        << ratio << n << size;
    }
    void cellsAreExact() {
        QFETCH(double, ratio);
        QFETCH(int, n);
        QFETCH(QSize, size);
        HeatMapGridFigure figure;
        figure.maps.push_back(ramp(n));
        const FigureStyle style = FigureStyle::light();
        QImage image((QSizeF(size) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(ratio);
        {
            QPainter painter(&image);
            painter.setRenderHints(QPainter::SmoothPixmapTransform | QPainter::Antialiasing);
            figure.paint(painter, QRectF(QPointF(), QSizeF(size)), style);
        }
        const QRectF cells = figure.layout(QRectF(QPointF(), QSizeF(size)), style, ratio).cells[0];
        const QRectF pixels(cells.topLeft() * ratio, cells.size() * ratio);
        QVERIFY2(std::abs(pixels.left() - std::round(pixels.left())) < 1e-6, "on a device pixel");
        QVERIFY2(std::abs(pixels.width() - std::round(pixels.width())) < 1e-6, "whole device pixels");
        const QImage small = heatMapImage(figure.maps[0], ColorMap::Viridis, figure.ranges()[0]);
        const int left = qRound(pixels.left()), top = qRound(pixels.top()), w = qRound(pixels.width());
        for (int y = 0; y < w; ++y)
            for (int x = 0; x < w; ++x) {
                const QRgb expected = small.pixel((2 * x + 1) * n / (2 * w), (2 * y + 1) * n / (2 * w));
                if (image.pixel(left + x, top + y) != expected)
                    QFAIL(qPrintable(QStringLiteral("pixel %1, %2 of %3").arg(x).arg(y).arg(w)));
            }
        QCOMPARE(image.pixel(left - 1, top + w / 2), style.background.rgba());
        QCOMPARE(image.pixel(left + w, top + w / 2), style.background.rgba());
    }

    void everythingIsInside_data() {
        addColumns<int, int, int>("rows", "cols", "mode");
        for (int mode = 0; mode < 4; ++mode)
            for (const auto& [r, c] : {std::pair{1, 1}, {1, 4}, {4, 4}, {12, 12}, {6, 2}})
                QTest::addRow("%d x %d, mode %d", r, c, mode) << r << c << mode;
    }
    void everythingIsInside() {
        QFETCH(int, rows);
        QFETCH(int, cols);
        QFETCH(int, mode);
        HeatMapGridFigure grid = gridOf(rows, cols, 16);
        grid.scale.mode = static_cast<ScaleMode>(mode);
        for (const QSizeF size : {QSizeF(600, 400), QSizeF(1280, 720), QSizeF(1920, 1080)}) {
            const QRectF rect(QPointF(), size);
            const HeatMapGridLayout place = grid.layout(rect, FigureStyle::light(), 1);
            QCOMPARE(place.cells.size(), grid.maps.size());
            for (size_t i = 0; i < place.cells.size(); ++i) {
                QVERIFY(rect.contains(place.cells[i]));
                QVERIFY(place.cells[i].width() >= 16);
                QCOMPARE(place.cells[i].width(), place.cells[i].height());
                for (size_t j = 0; j < i; ++j) QVERIFY(!place.cells[i].intersects(place.cells[j]));
            }
            for (const QRectF& bar : place.bars) {
                QVERIFY(rect.contains(bar));
                for (const QRectF& cells : place.cells) QVERIFY(!bar.intersects(cells));
            }
            QCOMPARE(place.bars.size(), mode == 0 && rows * cols > 1 ? grid.maps.size() : size_t(1));
        }
    }
    void manyCellsInAPixelShowTheLargest() {
        HeatMap map = mapOf(600, 600, std::vector<float>(size_t{600} * 600, 0.f));
        for (size_t i = 0; i < 600; ++i) map.values[i * 601] = i % 2 == 0 ? 1.f : 0.25f;
        map.values[599] = -0.5f;
        map.originBelow = true;
        const ColorRange range{-1.f, 1.f, false};
        const QImage image = heatMapImage(map, ColorMap::BlueRed, range, {150, 150});
        QCOMPARE(image.size(), QSize(150, 150));
        for (int i = 0; i < 150; ++i) QCOMPARE(image.pixel(i, 149 - i), mapColor(ColorMap::BlueRed, 1.f));
        QCOMPARE(image.pixel(149, 149), mapColor(ColorMap::BlueRed, 0.25f));
        QCOMPARE(heatMapImage(map, ColorMap::BlueRed, range, {150, 700}).size(), QSize(600, 600));
    }
    void aDifferenceOfNothingIsWhite() {
        const std::vector<HeatMap> maps{mapOf(1, 2, {0.f, 0.f})};
        const ColorScale scale{.map = ColorMap::BlueRed, .symmetric = true};
        const ColorRange range = colorRange(scale, maps, 0);
        QCOMPARE(range.position(0.f), 0.5f);
    }
    void aCopyHasNoMarksOfTheWindow() {
        HeatMapGridFigure grid = gridOf(1, 2, 4);
        grid.cursor = {0, 1, 1};
        grid.selected = 1;
        const std::unique_ptr<Figure> copy = grid.clone();
        const auto& plain = dynamic_cast<const HeatMapGridFigure&>(*copy);
        QCOMPARE(plain.cursor, CellIndex());
        QCOMPARE(plain.selected, -1);
        QCOMPARE(plain.maps.size(), size_t{2});
    }
    void numbersOfBarsHaveTheirRoom() {
        HeatMapGridFigure grid = gridOf(2, 3, 16);
        grid.scale.mode = ScaleMode::PerMap;
        for (HeatMap& map : grid.maps)
            for (int i = 0; i < 16; ++i) {
                map.xTickLabels << QStringLiteral("7");
                map.yTickLabels << QStringLiteral("7");
            }
        for (int height = 300; height < 500; ++height) {  // through the size at which numbers begin
            const HeatMapGridLayout place = grid.layout(QRectF(0, 0, 950, height), FigureStyle::light(), 1);
            if (!place.barNumbers) continue;
            for (size_t i = 0; i + 1 < place.cells.size(); ++i)
                if (place.cells[i + 1].left() > place.cells[i].left())
                    QVERIFY2(place.cells[i + 1].left() - place.bars[i].right() > 20,
                             qPrintable(QString::number(height)));
        }
    }
    void barsWithoutRoomNameTheirEnds() {
        HeatMapGridFigure grid = gridOf(1, 4, 16);
        grid.scale.mode = ScaleMode::PerMap;
        const QRectF rect(0, 0, 560, 160);
        const FigureStyle style = FigureStyle::light();
        const HeatMapGridLayout place = grid.layout(rect, style, 1);
        QVERIFY(!place.barNumbers && place.bars.size() == 4);
        QImage image(rect.size().toSize(), QImage::Format_RGB32);
        {
            QPainter painter(&image);
            grid.paint(painter, rect, style);
        }
        for (const QRectF& bar : place.bars) {
            const auto inkIn = [&](qreal top, qreal height) {
                const QImage part =
                    image.copy(QRectF(bar.right() + 1, top, lineHeight(style), height).toRect());
                for (int y = 0; y < part.height(); ++y)
                    for (int x = 0; x < part.width(); ++x)
                        if (qGray(part.pixel(x, y)) < 160) return true;
                return false;
            };
            QVERIFY(inkIn(bar.top(), 20));
            QVERIFY(inkIn(bar.bottom() - 20, 20));
        }
    }
    void thumbnailsAreMapsAndNames() {
        HeatMapGridFigure grid = gridOf(4, 4, 16);
        const QRectF rect(0, 0, 232, 420);
        const HeatMapGridLayout whole = grid.layout(rect, FigureStyle::light(), 1);
        grid.thumbnails = true;
        const HeatMapGridLayout small = grid.layout(rect, FigureStyle::light(), 1);
        QVERIFY(small.bars.empty() && small.xTicks.every == 0 && small.yTicks.every == 0);
        QVERIFY(small.edgeTitles && small.rowNames);
        QVERIFY(small.cells[0].width() > whole.cells[0].width());
        // What is saved is the whole figure.
        QVERIFY(!static_cast<const HeatMapGridFigure&>(*grid.clone()).thumbnails);
    }
    void barsOfSquareMapsKeepTheirNumbers() {  // the room beside them is free
        HeatMapGridFigure grid = gridOf(2, 3, 16);
        grid.scale.mode = ScaleMode::PerMap;
        for (const int height : {240, 320, 480})
            QVERIFY2(grid.layout(QRectF(0, 0, 950, height), FigureStyle::light(), 1).barNumbers,
                     qPrintable(QString::number(height)));
    }
    void titlesStandAtTheEdges() {
        const QRectF rect(0, 0, 1280, 800);
        for (const int n : {2, 12}) {  // however large they are
            const HeatMapGridLayout place = gridOf(n, n, 16).layout(rect, FigureStyle::light(), 1);
            QVERIFY(!place.mapTitles && place.edgeTitles && place.rowNames);
        }
        // Row titles alone stand beside those of the maps.
        HeatMapGridFigure named = gridOf(1, 3, 16);
        named.columnTitles.clear();
        const HeatMapGridLayout both = named.layout(QRectF(0, 0, 900, 700), FigureStyle::light(), 1);
        QVERIFY(both.mapTitles && both.rowNames && !both.edgeTitles);
    }

    void tickLabelsNeverCollide() {
        const FigureStyle style = FigureStyle::light();
        QStringList tokens;
        for (int i = 0; i < 64; ++i) tokens << QStringLiteral("token%1").arg(i);
        for (qreal step : {0.5, 1.0, 3.0, 7.0, 9.0, 11.0, 20.0, 80.0})
            for (Qt::Orientation axis : {Qt::Horizontal, Qt::Vertical}) {
                const TickPlan plan = planTicks({tokens, true}, axis, step, 60, style);
                QVERIFY(plan.every >= 1);
                QVERIFY(plan.px >= smallestPx && plan.px <= labelPx);
                QVERIFY(plan.every == 1 || plan.px == smallestPx);
                const QFontMetricsF metrics(style.font(plan.px));
                const bool level = axis == Qt::Horizontal && !plan.upright;
                const qreal along = level ? metrics.horizontalAdvance(tokens[60]) : metrics.capHeight();
                QVERIFY2(along <= step * plan.every, qPrintable(QString::number(step)));
            }
    }
    void indicesAreThinnedAndNotShrunk() {
        QStringList indices;
        for (int i = 0; i < 96; ++i) indices << QString::number(i);
        const TickPlan plan = planTicks({indices, false}, Qt::Vertical, 4, 60, FigureStyle::light());
        QCOMPARE(plan.px, labelPx);
        QCOMPARE(plan.every, 5);
    }

    void numbersFitTheirCells_data() {
        const Rows<float, qreal, QString> row("value", "width", "text");
        row("room", -0.00012f, 90.0, "−0.00012");
        row("narrow", -0.00012f, 30.0, "≈0");  // rather than nothing, or no more than nothing
        row("zero", 0.f, 30.0, "0");
        row("many", 12345.f, 26.0, "12k");
        row("some", 1600.f, 30.0, "1.6k");
        row("one digit", 0.123f, 22.0, "0.1");
        row("no room", 0.123f, 3.0, "");
    }
    void numbersFitTheirCells() {
        QFETCH(float, value);
        QFETCH(qreal, width);
        const auto number = numberFor(value, {width, 20}, FigureStyle::light());
        QTEST(number ? number->text : QString(), "text");
        if (number)
            QVERIFY(QFontMetricsF(FigureStyle::light().font(number->px)).horizontalAdvance(number->text) <=
                    width);
    }
    void numbersAreAllThereOrNone() {
        const HeatMap map{.rows = 1, .cols = 2, .values = {0, 1600}};
        const auto painted = [&](qreal width) {
            QImage image(200, 40, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            paintNumbers(painter, map, {0, 0, width, 40}, ColorMap::Viridis, {0, 1600}, FigureStyle::light());
            return image;
        };
        QImage empty(200, 40, QImage::Format_RGB32);
        empty.fill(Qt::white);
        QVERIFY(painted(120) != empty);
        QCOMPARE(painted(32), empty);  // the 0 alone would have room
    }

    void cellTextNamesTokensAndCounts_data() {
        const Rows<QStringList, float, QString> row("names", "value", "text");
        const QStringList tokens{QStringLiteral("7"), QStringLiteral("0")};
        row("tokens", tokens, 0.65f, "query 1 '7' → key 2 '0'  0.650");
        row("counted", {QStringLiteral("1"), QStringLiteral("2")}, 0.f, "query 1 → key 2  0.000");
        row("none, small", {}, 1.25e-6f, "query 1 → key 2  1.25e−06");
        row("no value yet", tokens, NAN, "query 1 '7' → key 2 '0'  –");
    }
    void cellTextNamesTokensAndCounts() {
        QFETCH(QStringList, names);
        QFETCH(float, value);
        HeatMap map = mapOf(2, 2, {0, value, 0, 0});
        map.xLabel = QStringLiteral("key");
        map.yLabel = QStringLiteral("query");
        map.xTickLabels = map.yTickLabels = names;
        QTEST(cellText(map, 0, 1), "text");
        QCOMPARE(cellText(map, 2, 0), QString());
    }
    void fillsOddSizes_data() {
        QTest::addColumn<QSize>("size");
        for (const QSize size : {QSize(1, 1), QSize(20, 300), QSize(300, 20)})
            QTest::addRow("%d x %d", size.width(), size.height()) << size;
    }
    /// A figure fills its rectangle, however small: views rely on it (Qt::WA_OpaquePaintEvent).
    void fillsOddSizes() {
        QFETCH(QSize, size);
        const QColor untouched(1, 2, 3);
        for (const HeatMapGridFigure& figure : {HeatMapGridFigure(), gridOf(12, 12, 3)}) {
            QImage image(size, QImage::Format_ARGB32_Premultiplied);
            image.fill(untouched);
            {
                QPainter painter(&image);
                figure.paint(painter, image.rect(), FigureStyle::light());
            }
            for (int y = 0; y < size.height(); ++y)
                for (int x = 0; x < size.width(); ++x) QVERIFY(image.pixelColor(x, y) != untouched);
            if (figure.maps.empty()) QCOMPARE(image.pixelColor(0, 0), FigureStyle::light().background);
        }
    }
    void aMapTakenOutKeepsTheWholeRange() {
        HeatMapGridFigure one = gridOf(1, 1, 2);
        one.wholeRange = ColorRange{-1.f, 4.f, false};
        QCOMPARE(one.ranges()[0].hi, 4.f);
        one.scale.mode = ScaleMode::PerMap;
        QCOMPARE(one.ranges()[0].hi, 1.f);
    }
    void csvOfOneAndOfMany() {
        HeatMapGridFigure one;
        one.maps.push_back(mapOf(2, 2, {0.5f, 0.25f, 0.1f, 1.f}));
        one.maps[0].xTickLabels = {QStringLiteral("a"), QStringLiteral("b,\"c\"")};
        QCOMPARE(QString::fromStdString(one.csv()),
                 QStringLiteral("row,a,\"b,\"\"c\"\"\"\n0,0.5,0.25\n1,0.1,1\n"));
        one.maps[0].xTickLabels = {QStringLiteral("7"), QStringLiteral("7")};  // as tokens may be
        QCOMPARE(QString::fromStdString(one.csv()), QStringLiteral("row,1: 7,2: 7\n0,0.5,0.25\n1,0.1,1\n"));
        one.maps[0].xTickLabels = {QStringLiteral("row"), QStringLiteral("b")};  // as a class may be
        QVERIFY(one.csv().starts_with("row,1: row,2: b\n0,"));
        one.maps[0].xTickLabels = {QStringLiteral("a"), QStringLiteral("n")};
        one.facts = {{QStringLiteral("n"), QStringLiteral("4")}};
        QVERIFY(one.csv().starts_with("row,1: a,2: n,n\n0,"));
        one.maps.push_back(one.maps[0]);
        for (HeatMap& map : one.maps) map.xTickLabels = {QStringLiteral("map"), QStringLiteral("b")};
        QVERIFY(one.csv().starts_with("map,row,1: map,2: b,n\n"));
        const std::string many = gridOf(1, 2, 2).csv();
        QCOMPARE(std::count(many.begin(), many.end(), '\n'), std::ptrdiff_t(5));
        QVERIFY(many.starts_with("map,row,0,1\n\"Layer 1, Head 1\",0,0,"));
    }
    void dataKeepsShape() {
        const auto arrays = gridOf(2, 3, 4).data();
        QCOMPARE(arrays.size(), size_t(1));
        QCOMPARE(arrays[0].shape, (std::vector<int64_t>{2, 3, 4, 4}));
        QCOMPARE(arrays[0].values.size(), size_t(96));
    }

    void aScaleThatStaysWhileTimePlaysSaysBoth() {
        ColorScale scale{ScaleMode::Fixed};
        QCOMPARE(scaleModeName(scale), QStringLiteral("0…1"));
        scale.held = true;  // the list says "shared", the numbers are fixed
        QCOMPARE(scaleModeName(scale), QStringLiteral("one scale, for all steps seen"));
    }

    void linkedCursorChangesThePicture() {
        HeatMapGridFigure figure = gridOf(1, 1, 8);
        const auto picture = [&] {
            QImage image(300, 300, QImage::Format_ARGB32_Premultiplied);
            QPainter painter(&image);
            figure.paint(painter, image.rect(), FigureStyle::light());
            return image;
        };
        const QImage plain = picture();
        const QRectF cells = figure.layout(QRectF(0, 0, 300, 300), FigureStyle::light(), 1).cells[0];
        figure.cursor = {-1, 2, 5};
        const QImage lit = picture();
        const auto differs = [&](int row, int col) {
            const QPoint p = cellRect(figure.maps[0], cells, row, col).center().toPoint();
            return plain.pixel(p) != lit.pixel(p);
        };
        // Cells that are compared keep their colours; lines run around their row and column.
        for (int i = 0; i < 8; ++i) QVERIFY(!differs(2, i) && !differs(i, 5));
        const auto edgeDiffers = [&](int row, int col) {
            const QPoint p = cellRect(figure.maps[0], cells, row, col).topLeft().toPoint() - QPoint(1, 1);
            return plain.pixel(p) != lit.pixel(p);
        };
        QVERIFY(edgeDiffers(2, 0) && edgeDiffers(2, 7) && edgeDiffers(0, 5) && edgeDiffers(7, 5));
        QVERIFY(!edgeDiffers(5, 2) && !edgeDiffers(7, 7));
    }
};

TEST_CLASS(TestHeatMap, QApplication)

}  // namespace test_heat_map
#include "test_heat_map.moc"
