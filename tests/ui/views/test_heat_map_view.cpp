// A view of heat maps keeps their images while the cursor moves: what it shows is what a new view would.
#include <QPalette>
#include <QtTest>

#include "runner.h"
#include "ui/views/heat_map_view.h"

using namespace attx;

namespace test_heat_map_view {

HeatMapGridFigure gridOf(float first) {
    HeatMapGridFigure grid;
    grid.gridRows = grid.gridCols = 2;
    for (int m = 0; m < 4; ++m) {
        HeatMap map;
        map.rows = map.cols = 5;
        map.title = QStringLiteral("Map %1").arg(m + 1);
        for (int i = 0; i < 25; ++i) map.values.push_back(first + 0.03F * static_cast<float>(i + m));
        grid.maps.push_back(map);
    }
    return grid;
}

QPalette dark() {
    QPalette palette;
    palette.setColor(QPalette::Window, Qt::black);
    palette.setColor(QPalette::Base, Qt::black);
    palette.setColor(QPalette::WindowText, Qt::white);
    palette.setColor(QPalette::Text, Qt::white);
    return palette;
}

class TestHeatMapView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void looksAsANewViewWould() {
        HeatMapView view;
        view.resize(500, 400);
        view.setFigure(gridOf(0));
        const QImage before = shown(view);
        const auto sameAsNew = [&] {
            HeatMapView fresh;
            fresh.setPalette(view.palette());
            fresh.resize(view.size());
            fresh.setFigure(view.figure());
            fresh.setCursorCell(view.figure().cursor.row, view.figure().cursor.col);
            return shown(view) == shown(fresh);
        };
        view.setCursorCell(1, 3);
        QVERIFY(shown(view) != before);
        QVERIFY(sameAsNew());
        view.setCursorCell(-1, -1);
        QVERIFY(shown(view) == before);
        HeatMapGridFigure other = gridOf(0);
        other.maps[2].values[7] = 3;  // the shared range changes every map
        view.setFigure(other);
        QVERIFY(shown(view) != before);
        QVERIFY(sameAsNew());
        other.maps.pop_back();
        view.setFigure(other);
        QVERIFY(sameAsNew());
        view.resize(620, 380);
        QVERIFY(sameAsNew());
        const QImage light = shown(view);
        view.setPalette(dark());
        QVERIFY(shown(view) != light);
        QVERIFY(sameAsNew());
    }
    /// Pixels of another density are images of their own.
    void paintsForAnotherDensity() {
        HeatMapView view;
        HeatMapGridFigure grid = gridOf(0);
        for (HeatMap& map : grid.maps) {
            map.rows = map.cols = 400;  // more cells than pixels
            map.values.resize(400 * 400);
            for (size_t i = 0; i < map.values.size(); ++i)
                map.values[i] = static_cast<float>(i * 7919 % 1000);
        }
        view.resize(300, 300);
        view.setFigure(grid);
        const auto twice = [&](HeatMapView& painted) {
            QImage image(600, 600, QImage::Format_ARGB32_Premultiplied);
            image.setDevicePixelRatio(2);
            painted.render(&image);
            return image;
        };
        (void)shown(view);
        HeatMapView fresh;
        fresh.resize(300, 300);
        fresh.setFigure(grid);
        QVERIFY(twice(view) == twice(fresh));
    }

private:
    static QImage shown(HeatMapView& view) {
        QImage image(view.size(), QImage::Format_ARGB32_Premultiplied);
        view.render(&image);
        return image;
    }
};

TEST_CLASS(TestHeatMapView, QApplication)

}  // namespace test_heat_map_view
#include "test_heat_map_view.moc"
