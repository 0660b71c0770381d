// What stands around maps: their colour bars, and the name of the columns.
#include <QtTest>

#include "runner.h"
#include "ui/figures/maps/heat_map_figure.h"

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

    /// Where maps have width alone to grow by, their bars lie below them, numbered, and touch nothing.
    void barsOfOneMapEachLieBelowWhereThatMakesMapsLarger() {
        HeatMapGridFigure grid;
        grid.gridRows = 2;
        grid.gridCols = 3;
        grid.scale.mode = ScaleMode::PerMap;
        HeatMap map;
        map.rows = map.cols = 16;
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
        HeatMap map;
        map.rows = map.cols = 16;
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
