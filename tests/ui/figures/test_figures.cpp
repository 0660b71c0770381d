// Figures as values, before anybody draws them.
#include <QPainter>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <set>

#include "model/network/ablation.h"
#include "model/network/schedule.h"
#include "runner.h"
#include "settings.h"
#include "ui/export/export.h"
#include "ui/figures/compared_figure.h"
#include "ui/figures/evaluate/figures_of_evaluation.h"
#include "ui/figures/evaluate/set_figure.h"
#include "ui/figures/figures_of_run.h"
#include "ui/figures/maps/heat_map_figure.h"
#include "ui/figures/runs/scatter_figure.h"
#include "ui/texts_of.h"

using namespace attx;

class TestFigures : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void bandsOfFaithfulnessAreNamed() {
        Faithfulness found;
        QVERIFY(!faithfulnessFigure(found).panels.back().title.contains("bands"));
        found.samples = 10;
        for (const CurvePanel& panel : faithfulnessFigure(found).panels)
            QVERIFY2(panel.title.endsWith("n = 10 · bands: 95 %"), qPrintable(panel.title));
    }

    void picturesSayWhatIsAblated() {
        const NetworkConfig network = presetByName("reverse").network;
        Ablation ablation{gatesWithout(network, {{0, 0}}), {2, 5}};
        HeadAblation costs{network.numLayers, network.numHeads, {200, 70, 100}, {}};
        HeatMapGridFigure maps = ablationFigure(costs);
        QCOMPARE(maps.note(), QStringLiteral("baseline: loss 2.0000, accuracy 0.7000, n = 100"));
        const std::string plain = maps.csv();
        sayAblated(maps, {}, network);
        QCOMPARE(maps.csv(), plain);
        sayAblated(maps, ablation, network);
        QVERIFY2(
            maps.note().endsWith("n = 100 · ablated: head 1 of layer 1 · masked: position 3, position 6"),
            qPrintable(maps.note()));
        QVERIFY(QString::fromStdString(maps.csv()).section('\n', 0, 0).endsWith(",ablated,masked"));
        QVERIFY(maps.csv().ends_with(",0.0,2 5\n"));

        // Of a sample by its tokens, the first of them.
        const Sample sample = sampleOf({8, 7, 1, 3, 8, 9});
        HeatMapGridFigure of = maps;
        of.facts.clear(), of.notes.clear();
        sayAblated(of, {{}, {0, 1, 2, 4, 5}}, network, &sample);
        QCOMPARE(of.note(),
                 QStringLiteral("masked: 8 at position 1, 7 at position 2, 1 at position 3 and 2 more"));
        of.facts.clear(), of.notes.clear();
        sayAblated(of, {gatesWithout(network, {{0, 0}}), {}}, network);
        QCOMPARE(of.note(), QStringLiteral("ablated: head 1 of layer 1"));

        CurveFigure curves;
        curves.panels.resize(2);
        curves.panels.front().title = QStringLiteral("Calibration");
        sayAblated(curves, {ablation.headGates, {}}, network);
        QCOMPARE(curves.panels.front().title, QStringLiteral("Calibration · ablated: head 1 of layer 1"));
        ScatterFigure places;
        places.up.title = QStringLiteral("component 2");
        places.up.values = {0, 1};
        places.across = {places.up};
        places.runs = {QStringLiteral("a"), QStringLiteral("b")};
        sayAblated(places, {ablation.headGates, {}}, network);
        QVERIFY(textsOf(places, {500, 300}, FigureStyle::light())
                    .contains("component 2 · ablated: head 1 of layer 1"));
        maps.maps.front().off = true;  // Its title is struck out: that says it
        maps.notes.clear();
        sayAblated(maps, {ablation.headGates, {}}, network);
        QVERIFY(maps.note().isEmpty());
    }

    void anEarlierRunSaysWhatItWas() {
        const RunConfig shown = presetByName("reverse");
        RunConfig wild = shown, other = shown, text = presetByName("text-demo");
        wild.training.learningRate = 10;
        other.training.schedule = Schedule::Constant;
        other.preset = "custom";    // only a name
        other.training.warmup = 7;  // says nothing of a constant rate
        const std::vector<EarlierRun> earlier{{"a", wild, {}},
                                              {"b", other, {}, false, 1},
                                              {"c", text, {}, false, 2},
                                              {"d", shown, {}, false, 3},
                                              {"e", wild, {}, true}};
        const CurveFigure beside = lossFigure(shown, {}, earlier, {});
        // Beside a run that is compared they have but one line.
        const QStringList few = namesInLegend(beside.panels.front());
        QVERIFY2(few.contains("earlier runs") && few.contains("e") && !few.contains("learning rate 10"),
                 qPrintable(few.join('|')));
        const CurveFigure figure = lossFigure(shown, {}, std::span(earlier).first(4), {});
        const QStringList inLegend = namesInLegend(figure.panels.front());
        QVERIFY2(inLegend.contains("learning rate 10") && inLegend.contains("schedule constant") &&
                     !inLegend.contains("d"),
                 qPrintable(inLegend.join('|')));
        QStringList names;
        std::set<int> colors;
        for (const CurveSeries& series : beside.panels.front().series)
            if (series.faint || series.name.startsWith('e')) names << series.name;
        for (const CurveSeries& series : figure.panels.front().series)
            if (series.faint) colors.insert(series.color);
        QCOMPARE(names,
                 QStringList({"a (learning rate 10)", "b (schedule constant)", "d", "e", "e, validation"}));
        QCOMPARE(colors.size(), size_t{3});

        // The others keep their colours when the first is no longer kept; the last two have names, and what
        // has none is grey: a colour that nothing explains says nothing.
        const auto colorOf = [](const CurveFigure& drawn, const QString& name) {
            for (const CurveSeries& series : drawn.panels.front().series)
                if (series.name.startsWith(name)) return series.color;
            return -1;
        };
        const std::vector<EarlierRun> two{earlier[1], {"f", wild, {}, false, 4}};
        const CurveFigure soon = lossFigure(shown, {}, two, {});
        QCOMPARE(colorOf(soon, QStringLiteral("b")), colorOf(figure, QStringLiteral("b")));
        // Those that differ alike have one line and one colour.
        RunConfig wilder = shown;
        wilder.training.learningRate = 20;
        wilder.threads = 3;            // changes no curve
        wilder.network.inputDim = 12;  // follows from the data
        const std::vector<EarlierRun> later{{"b", other, {}, false, 1},
                                            {"f", wilder, {}, false, 4},
                                            {"g", wild, {}, false, 5},
                                            {"h", wild, {}, false, 6},
                                            {"i", shown, {}, false, 7}};
        const CurveFigure then = lossFigure(shown, {}, later, {});
        constexpr int grey = 6;
        QCOMPARE(colorOf(then, QStringLiteral("b")), grey);
        QCOMPARE(colorOf(then, QStringLiteral("i")), grey);
        QVERIFY(colorOf(then, QStringLiteral("g")) != grey && colorOf(then, QStringLiteral("f")) != grey);
        QCOMPARE(colorOf(then, QStringLiteral("g")), colorOf(then, QStringLiteral("h")));
        QStringList lines = namesInLegend(then.panels.front());
        lines.sort();
        QVERIFY2(lines.join('|').contains(QStringLiteral("earlier runs|learning rate 10|learning rate 20")),
                 qPrintable(lines.join('|')));
        QVERIFY(!lines.contains(QStringLiteral("schedule constant")));
    }

    void aMapAndItsCounterpartHaveOneScale() {
        const auto grid = [](std::vector<std::vector<float>> maps) {
            HeatMapGridFigure figure;
            figure.scale.mode = ScaleMode::PerMap;
            for (std::vector<float>& values : maps) {
                figure.maps.push_back({.rows = 1, .cols = 2});
                figure.maps.back().isSigned = std::ranges::min(values) < 0;
                figure.maps.back().values = std::move(values);
            }
            return figure;
        };
        const ComparedFigure both = compared(grid({{0.1F, 0.2F}, {1, 3}}), grid({{0.15F, 0.6F}, {-7, 2}}));
        for (const HeatMapGridFigure* figure : {&both.first, &both.second}) {
            const std::vector<ColorRange> ranges = figure->ranges();
            QCOMPARE(ranges[0].lo, 0.1F);
            QCOMPARE(ranges[0].hi, 0.6F);
            QCOMPARE(ranges[1].lo, -7.F);  // around zero, in both
            QCOMPARE(ranges[1].hi, 7.F);
            QVERIFY(figure->maps[1].isSigned);
        }
        QVERIFY(both.difference.heldRanges.empty());
    }

    void aTitleWithoutRoomIsWrittenSmaller() {
        HeatMap map{.rows = 4, .cols = 4};
        map.values.assign(16, 0.5F);
        map.title = QStringLiteral("Patched positions");
        const HeatMapFigure figure(map, {});
        const FigureStyle style = FigureStyle::light();
        for (int width = 200; width <= 320; width += 4) {
            const QStringList texts = textsOf(figure, {static_cast<qreal>(width), 200}, style);
            QVERIFY2(texts.contains(map.title), qPrintable(texts.join('|')));
        }
    }

    void aRowOfSmallImagesKeepsNoRoomForNames() {
        const FigureStyle style = FigureStyle::light();
        const auto under = [&](qreal width) {  // what is left below the images
            return setRowHeight(10, width, style) - setImageRect({0, 0, width, 1000}, 10, 0, style).bottom();
        };
        QVERIFY(under(300) < 0.6 * under(800));
        QCOMPARE(shortClass(QStringLiteral("red star (drawn)")), QStringLiteral("red star"));
    }

    void classesBelowImagesAreAllWholeOrAllLeftOut() {
        SetFigure sets;
        QStringList names;
        for (int i = 0; i < 10; ++i)
            names << (i == 9 ? QStringLiteral("yellow hourglass") : QStringLiteral("green triangle"));
        sets.sets.push_back(
            {QList<QImage>(10), names, std::vector<float>(10, 0.1F), 9, QStringLiteral("Set 1")});
        const auto below = [&](qreal width) {
            const QStringList texts = textsOf(sets, {width, 200}, FigureStyle::light());
            return std::pair(texts.count(QStringLiteral("triangle")),
                             texts.count(QStringLiteral("hourglass")));
        };
        QCOMPARE(below(900), std::pair(qsizetype{9}, qsizetype{1}));
        for (const qreal width : {380.0, 420.0, 460.0, 500.0, 560.0}) {
            const auto [triangles, circles] = below(width);
            QVERIFY2(triangles == 9 * circles,
                     qPrintable(QStringLiteral("%1: %2, %3").arg(width).arg(triangles).arg(circles)));
            QVERIFY(textsOf(sets, {width, 200}, FigureStyle::light()).filter(QStringLiteral("…")).isEmpty());
        }
    }

    void whetherASetIsRightIsSaidAtEachWidth() {
        SetFigure sets;
        sets.sets.push_back({QList<QImage>(3),
                             {QStringLiteral("yellow triangle"), QStringLiteral("green hourglass"),
                              QStringLiteral("yellow triangle")},
                             {0.1F, 0.8F, 0.1F},
                             1,
                             QStringLiteral("Set 5")});
        const auto captionAt = [&](qreal width) {
            return textsOf(sets, {width, 200}, FigureStyle::light())
                .filter(QStringLiteral(", others "))
                .value(0);
        };
        for (const qreal width : {330.0, 900.0})
            QCOMPARE(captionAt(width), QStringLiteral("Set 5 ✓ · green hourglass, others yellow triangle"));
        sets.sets[0].probabilities = {0.8F, 0.1F, 0.1F};
        QCOMPARE(captionAt(900), QStringLiteral("Set 5 ✗ · green hourglass, others yellow triangle"));
    }

    void thePlannedRateIsThatOfTheSteps_data() {
        QTest::addColumn<int>("rows");
        QTest::newRow("every step") << 80;
        QTest::newRow("more steps than points") << 800'000;
    }
    void thePlannedRateIsThatOfTheSteps() {
        QFETCH(int, rows);
        const RunConfig config = presetWith(
            "reverse",
            "training.schedule=cosine_warmup training.batch_size=8 training.epochs=1 training.warmup=3");
        const int64_t steps = plannedSteps(config, rows);
        const CurveFigure figure = learningRateFigure(config, {}, {}, {.trainRows = rows, .chance = {}});
        const auto& series = figure.panels.front().series;
        const auto planned = std::find_if(series.begin(), series.end(), [](const CurveSeries& s) {
            return s.name == QStringLiteral("planned");
        });
        QVERIFY(planned != series.end());
        QCOMPARE(planned->x.front(), 1.0);
        QCOMPARE(planned->x.back(), static_cast<double>(steps));
        for (size_t i = 0; i < planned->x.size(); ++i)  // the trainer's, for step records that count from 1
            QCOMPARE(planned->y[i], config.training.learningRate *
                                        scheduleFactor(config.training.schedule,
                                                       static_cast<int64_t>(planned->x[i]) - 1, 3, steps));
    }

    void whatStandsForNothingIsNeitherThePageNorAColor() {
        HeatMap map;
        map.rows = map.cols = 2;
        map.values = {0, 1, 0.5F, std::nanf("")};
        map.missing = QStringLiteral("no such set");
        QVERIFY(cellText(map, 1, 1).endsWith(map.missing));
        for (const FigureStyle& style : {FigureStyle::light(), FigureStyle::darkStyle()}) {
            const HeatMapFigure figure(map, {ScaleMode::Fixed});
            QImage image(400, 400, QImage::Format_RGB32);
            QPainter painter(&image);
            figure.paint(painter, image.rect(), style);
            const QRectF cells = figure.layout(image.rect(), style, 1).cells.front();
            const QColor empty = image.pixelColor(cellRect(map, cells, 1, 1).center().toPoint());
            QVERIFY(empty != style.background);
            QVERIFY(empty.saturation() < 32);  // grey
        }
    }

    void aLitLabelHidesNoHalves() {
        const auto boxOf = [](int i) { return QRectF(10 * i, 0, 18, 10); };
        const auto fits = [](const QRectF& box) { return box.right() < 100; };
        QCOMPARE(ticksToDraw({2}, 11, -1, boxOf, fits), (std::vector<int>{0, 2, 4, 6, 8}));
        QCOMPARE(ticksToDraw({2}, 11, 3, boxOf, fits), (std::vector<int>{0, 6, 8, 3}));
        QCOMPARE(ticksToDraw({2}, 11, 4, boxOf, fits), (std::vector<int>{0, 2, 6, 8, 4}));
        QCOMPARE(ticksToDraw({1}, 3, 1, boxOf, fits), (std::vector<int>{0, 2, 1}));  // all have room
    }

    void linksOfASetWithoutItsImages() {
        SetLinksFigure figure;
        QCOMPARE(figure.data().front().shape, (std::vector<int64_t>{0, 0}));
        figure.weights = {0.1F, 0.9F, 0.5F, 0.5F};
        QCOMPARE(QString::fromStdString(figure.csv()),
                 QStringLiteral("query,key,weight\n1,1,0.1\n1,2,0.9\n2,1,0.5\n2,2,0.5\n"));
        QCOMPARE(figure.data().front().shape, (std::vector<int64_t>{2, 2}));
        const QImage drawn = renderImage(figure, {});
        figure.weights = {0, 0, 0, 0};
        QVERIFY(renderImage(figure, {}) != drawn);  // the lines are there
    }
};

TEST_CLASS(TestFigures, QApplication)
#include "test_figures.moc"
