// The view of heat maps: pointer, keys, and the images that it keeps while the cursor moves.
#include <QPalette>
#include <QSignalSpy>
#include <QtTest>

#include "runner.h"
#include "ui/heat_maps.h"
#include "ui/views/heat_map_view.h"
#include "ui/views/value_box.h"

using namespace attx;

namespace test_heat_map_view {

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
        view.setFigure(gridOf(2, 2, 5));
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
        HeatMapGridFigure other = gridOf(2, 2, 5);
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
        const HeatMapGridFigure grid = gridOf(2, 2, 400);  // more cells than pixels
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

    void aNarrowViewCutsNoValue() {
        HeatMapView view;
        HeatMapGridFigure grid = gridOf(1, 1, 4);
        for (HeatMap& map : grid.maps)
            map.xTickLabels = map.yTickLabels =
                QStringList{QStringLiteral("wonderful"), QStringLiteral("performance"), QStringLiteral("c"),
                            QStringLiteral("d")};
        view.setFigure(grid);
        for (const int width : {400, 200, 130, 100}) {
            view.resize(width, 200);
            view.show();
            QVERIFY(QTest::qWaitForWindowExposed(&view));
            QTest::mouseMove(&view, view.rectOfCell(0, 0, 1).center().toPoint());
            QTRY_VERIFY(view.valueBox().isVisible());
            for (int again = 0; again < 2; ++again) {
                const QLabel& box = view.valueBox();
                QVERIFY2(view.rect().contains(box.geometry()), qPrintable(QString::number(width)));
                const QRect needed = box.fontMetrics().boundingRect(
                    QRect(0, 0, box.width(), 1000), box.wordWrap() ? Qt::TextWordWrap : 0, box.text());
                QVERIFY2(needed.width() <= box.width() && needed.height() <= box.height(),
                         qPrintable(QString::number(width)));
                view.setFigure(grid);  // as while the network learns
            }
            QTest::mouseMove(&view, QPoint(1, 1));
        }
    }

    void viewHoversClicksAndMoves() {
        HeatMapView view;
        view.resize(800, 600);
        HeatMapGridFigure grid = gridOf(2, 2, 4);
        for (HeatMap& map : grid.maps)
            map.xTickLabels = map.yTickLabels = QStringList{QStringLiteral("a"), QStringLiteral("b"),
                                                            QStringLiteral("c"), QStringLiteral("d")};
        view.setFigure(grid);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QSignalSpy hovered(&view, &HeatMapView::cellHovered);
        QSignalSpy clicked(&view, &HeatMapView::mapClicked);
        QSignalSpy selected(&view, &HeatMapView::mapSelected);

        QTest::mouseMove(&view, view.rectOfCell(2, 1, 3).center().toPoint());
        QTRY_COMPARE(hovered.size(), 1);
        QCOMPARE(hovered.last(), (QVariantList{2, 1, 3}));
        QCOMPARE(view.figure().cursor, (CellIndex{-1, 1, 3}));
        QCOMPARE(view.readout(2, 1, 3), QStringLiteral("Layer 2, Head 1 · query 2 'b' → key 4 'd'  0.467"));
        // The same stands at the pointer, inside the view and beside the cell.
        QVERIFY(view.valueBox().isVisible());
        QCOMPARE(view.valueBox().text(), QStringLiteral("query 2 'b' → key 4 'd'  0.467"));
        QVERIFY(view.rect().contains(view.valueBox().geometry()));
        QVERIFY(!view.valueBox().geometry().contains(view.rectOfCell(2, 1, 3).center().toPoint()));
        grid.maps[2].values[7] = 0.25f;  // it follows the network while the pointer rests
        view.setFigure(grid);
        QCOMPARE(view.valueBox().text(), QStringLiteral("query 2 'b' → key 4 'd'  0.250"));
        grid.maps[2].values[7] = 1660;  // a count is written out
        view.setFigure(grid);
        QCOMPARE(view.valueBox().text(), QStringLiteral("query 2 'b' → key 4 'd'  1660"));
        QVERIFY(view.readout(2, 4, 0).isEmpty());
        view.resize(view.width() - 40, view.height());  // another cell is under the pointer
        QTRY_VERIFY(!view.valueBox().isVisible());

        QTest::mouseMove(&view, QPoint(2, 2));
        QTRY_COMPARE(hovered.last(), (QVariantList{-1, -1, -1}));
        QCOMPARE(view.figure().cursor.row, -1);
        QVERIFY(!view.valueBox().isVisible());

        QTest::mouseClick(&view, Qt::LeftButton, {}, view.rectOfCell(1, 0, 0).center().toPoint());
        QCOMPARE(clicked.last(), (QVariantList{1}));
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(selected.last(), (QVariantList{3}));
        QTest::keyClick(&view, Qt::Key_Right);  // at the edge: stays
        QCOMPARE(view.selectedMap(), 3);
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(clicked.last(), (QVariantList{3}));

        view.setKeyMode(HeatMapView::KeyMode::Cells);
        QTest::keyClick(&view, Qt::Key_Down);
        QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(hovered.last(), (QVariantList{3, 0, 1}));
        view.setFigure(gridOf(1, 1, 4));
        QCOMPARE(view.selectedMap(), 0);
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
