#include <QtTest>
#include <cmath>

#include "runner.h"
#include "ui/contrast.h"
#include "ui/look/color_map.h"
#include "ui/look/theme.h"

using namespace attx;

class TestColorMap : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // matplotlib 3.6: cm.get_cmap(name)(position, bytes=True)
    void known_data() {
        const Rows<ColorMap, float, QRgb> row("map", "position", "color");
        row("viridis 0", ColorMap::Viridis, 0.f, 0xff440154);
        row("viridis 0.5", ColorMap::Viridis, 0.5f, 0xff20908c);
        row("viridis 1", ColorMap::Viridis, 1.f, 0xfffde724);
        row("cividis 0", ColorMap::Cividis, 0.f, 0xff00224d);
        row("inferno 1", ColorMap::Inferno, 1.f, 0xfffcfea4);
        row("grey 0", ColorMap::Grey, 0.f, 0xff000000);
        row("grey 0.5", ColorMap::Grey, 0.5f, 0xff808080);
        row("grey 1", ColorMap::Grey, 1.f, 0xffffffff);
        row("blue-red 0", ColorMap::BlueRed, 0.f, 0xff053061);
        row("blue-red 0.25", ColorMap::BlueRed, 0.25f, 0xff6bacd1);
        row("blue-red 1", ColorMap::BlueRed, 1.f, 0xff67001f);
    }
    void known() {
        QFETCH(ColorMap, map);
        QFETCH(float, position);
        QFETCH(QRgb, color);
        QCOMPARE(QString::number(mapColor(map, position), 16), QString::number(color, 16));
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
    void divergingColoursGoFromThePageToItsContrary() {
        for (const FigureStyle& style : {FigureStyle::light(), FigureStyle::darkStyle()}) {
            const ColorMap map = onBackground(ColorMap::BlueRed, style.dark);
            const auto contrast = [&](float position) {
                return contrastRatio(QColor(mapColor(map, position)), style.background);
            };
            QVERIFY(contrast(0.499F) < 1.3 && contrast(0.501F) < 1.3);
            QVERIFY(contrast(0) >= 4.5 && contrast(1) >= 4.5);  // the greatest values are never lost
            for (float away = 0.01F; away <= 0.5F; away += 0.01F) {
                QVERIFY(contrast(0.5F - away) >= contrast(0.51F - away) - 0.02);
                QVERIFY(contrast(0.5F + away) >= contrast(0.49F + away) - 0.02);
            }
            const QColor low(mapColor(map, 0)), high(mapColor(map, 1));
            QVERIFY(low.blue() > low.red() && high.red() > high.blue());
        }
    }
};

TEST_CLASS(TestColorMap, NoApplication)
#include "test_color_map.moc"
