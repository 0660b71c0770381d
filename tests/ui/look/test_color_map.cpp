#include <QtTest>
#include <cmath>

#include "ui/look/color_map.h"

using namespace attx;

class TestColorMap : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // matplotlib 3.6: cm.get_cmap(name)(position, bytes=True)
    void known_data() {
        QTest::addColumn<int>("map");
        QTest::addColumn<float>("position");
        QTest::addColumn<QRgb>("color");
        const auto row = [](const char* name, ColorMap map, float position, QRgb color) {
            QTest::newRow(name) << static_cast<int>(map) << position << color;
        };
        row("viridis 0", ColorMap::Viridis, 0.f, 0xff440154);
        row("viridis 0.5", ColorMap::Viridis, 0.5f, 0xff20908c);
        row("viridis 1", ColorMap::Viridis, 1.f, 0xfffde724);
        row("cividis 0", ColorMap::Cividis, 0.f, 0xff00224d);
        row("inferno 1", ColorMap::Inferno, 1.f, 0xfffcfea4);
        row("grey 0", ColorMap::Grey, 0.f, 0xff000000);
        row("grey 0.5", ColorMap::Grey, 0.5f, 0xff808080);
        row("grey 1", ColorMap::Grey, 1.f, 0xffffffff);
        row("red-grey 0", ColorMap::RedGrey, 0.f, 0xff67001f);
        row("red-grey 1", ColorMap::RedGrey, 1.f, 0xff1a1a1a);
    }
    void known() {
        QFETCH(int, map);
        QFETCH(float, position);
        QFETCH(QRgb, color);
        QCOMPARE(QString::number(mapColor(static_cast<ColorMap>(map), position), 16),
                 QString::number(color, 16));
    }
    void outsideIsClamped() {
        QCOMPARE(mapColor(ColorMap::Viridis, -3.f), mapColor(ColorMap::Viridis, 0.f));
        QCOMPARE(mapColor(ColorMap::Viridis, 3.f), mapColor(ColorMap::Viridis, 1.f));
        QCOMPARE(mapColor(ColorMap::Viridis, INFINITY), mapColor(ColorMap::Viridis, 1.f));
    }
    void notANumberIsTransparent() { QCOMPARE(qAlpha(mapColor(ColorMap::Inferno, NAN)), 0); }
    void sequentialMapsGetBrighter() {
        for (ColorMap map : sequentialColorMaps) {
            const auto table = colorTable(map);
            double previous = -1;
            for (QRgb c : table) {
                const double light = 0.2126 * qRed(c) + 0.7152 * qGreen(c) + 0.0722 * qBlue(c);
                QVERIFY2(light >= previous - 1.5, qPrintable(colorMapName(map)));
                previous = light;
                QCOMPARE(qAlpha(c), 255);
            }
        }
    }
    void divergingMiddleIsWhite() {
        for (float position : {0.499f, 0.501f}) {
            const QRgb c = mapColor(ColorMap::RedGrey, position);
            QVERIFY(qRed(c) > 245 && qGreen(c) > 245 && qBlue(c) > 245);
        }
    }
};

QTEST_APPLESS_MAIN(TestColorMap)
#include "test_color_map.moc"
