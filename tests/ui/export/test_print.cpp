// Figures for print: millimetres, points, colours, and the fields of the dialog that ask for them.
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QtTest>

#include "in_folder.h"
#include "model/config/presets.h"
#include "model/network/program.h"
#include "runner.h"
#include "ui/controls/export_dialog.h"
#include "ui/controls/print_fields.h"
#include "ui/export/print.h"
#include "ui/figures/bar_figure.h"
#include "ui/figures/curves/curve_figure.h"
#include "ui/figures/evaluate/set_figure.h"
#include "ui/figures/maps/heat_map_figure.h"
#include "ui/figures/network/architecture_figure.h"
#include "ui/figures/network/parameter_figure.h"
#include "ui/figures/network/steps_figure.h"
#include "ui/figures/text/text_figure.h"

using namespace attx;

namespace test_print {

HeatMapFigure ramp() {
    HeatMap map{.rows = 4, .cols = 4};
    for (int i = 0; i < 16; ++i) map.values.push_back(static_cast<float>(i) / 16);
    map.title = QStringLiteral("Layer 1, Head 1");
    map.xLabel = QStringLiteral("key");
    HeatMapFigure figure(map, {});
    figure.setName(QStringLiteral("attention"));
    return figure;
}

CurveFigure curve() {
    CurveFigure figure;
    figure.setName(QStringLiteral("loss"));
    CurvePanel panel{.title = QStringLiteral("Loss over steps"), .yLabel = QStringLiteral("loss (nats)")};
    CurveSeries series{.name = QStringLiteral("train"), .x = {0, 1, 2}, .y = {2, 1, 0.5}};
    panel.series = {series};
    figure.panels = {panel};
    return figure;
}

QByteArray svgOf(const PrintedFigure& made, const QString& path) {
    (void)exportFigure(*made.figure, path, made.options);
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

class TestPrint : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QVERIFY(folder_.isValid());
    }

    void sizes_data() {
        const Rows<QSizeF, QSize> row("mm", "px");
        row("one column, own shape", QSizeF(oneColumnMm, 0), QSize(321, 280));
        row("two columns", QSizeF(twoColumnsMm, 0), QSize(643, 572));
        row("both sides", QSizeF(85, 60), QSize(321, 227));
        row("none", {}, {});
    }
    void sizes() {
        QFETCH(QSizeF, mm);
        QFETCH(QSize, px);
        const PrintOptions print{.mm = mm};
        QCOMPARE(printed(ramp(), {}, print).options.size, px);
    }

    void text_data() {
        const Rows<double, double, double> row("font", "least", "labels");
        row("as it comes", 0., 0., 9.);
        row("chosen", 8., 0., 8.);
        row("large enough", 8., 6., 8.);
        row("enlarged", 8., 7.5, 10.);
    }
    void text() {
        QFETCH(double, font);
        QFETCH(double, least);
        QFETCH(double, labels);
        const PrintOptions print{.fontPt = font, .leastPt = least};
        QCOMPARE(printedText(print).labels, labels);
        QCOMPARE(printedText(print).smallest, labels * 0.75);
        const PrintedFigure made = printed(ramp(), {}, print);
        QCOMPARE(made.options.style.zoom, labels / 9);
        // In points: the label's font has so many px, 96 of them an inch.
        QCOMPARE(made.options.style.font(labelPx).pixelSize(), qRound(labels * 96 / 72));
    }

    /// A figure that is drawn at a scale of its own grows with the text, and so does its place.
    void aTableOfParametersGrowsWithItsText() {
        const ParameterFigure table(buildProgram(presetByName("reverse").network, 16));
        const auto largestOf = [&](double pt, QSize& size) {
            const PrintOptions print{.fontPt = pt};
            const PrintedFigure made = printed(table, {}, print);
            size = made.options.size.isEmpty() ? table.defaultSize() : made.options.size;
            return renderImage(*made.figure, {size, 1, made.options.style});
        };
        QSize usual, twice;
        const QImage small = largestOf(9, usual), large = largestOf(18, twice);
        QCOMPARE(twice, QSize(usual.width(), 2 * usual.height()));
        // The line under the title stands twice as far below.
        const auto firstLine = [](const QImage& image) {
            const int x = image.width() * 3 / 4;
            for (int y = 0; y < image.height(); ++y)
                if (image.pixel(x, y) != image.pixel(x, 0)) return y;
            return -1;
        };
        QVERIFY(firstLine(small) > 0);
        QVERIFY2(std::abs(firstLine(large) - 2 * firstLine(small)) <= 2,
                 qPrintable(QString("%1, %2").arg(firstLine(small)).arg(firstLine(large))));
    }

    void textStaysText() {
        const PrintOptions print{.mm = {oneColumnMm, 0}, .family = QStringLiteral("DejaVu Serif")};
        const QByteArray svg = svgOf(printed(ramp(), {}, print), folder_.filePath("text.svg"));
        QVERIFY(svg.contains(">key</text>"));
        QVERIFY(svg.contains("font-family=\"DejaVu Serif, sans-serif\""));
        QVERIFY(svg.contains("width=\"321\""));
        const QByteArray curves = svgOf(printed(curve(), {}, print), folder_.filePath("curves.svg"));
        QVERIFY(curves.contains("loss (nats)</text>") && curves.contains("DejaVu Serif, sans-serif"));
        (void)exportFigure(*printed(ramp(), {}, print).figure, folder_.filePath("text.pdf"),
                           printed(ramp(), {}, print).options);
        QFile pdf(folder_.filePath("text.pdf"));
        QVERIFY(pdf.open(QIODevice::ReadOnly) && pdf.readAll().contains("/FontName"));
    }

    void textKeepsItsSizeInEveryFigure_data() {
        addColumns<QString, QSizeF, bool>("figure", "mm", "fits");
        for (const char* figure : {"sets", "architecture", "text", "bars"}) {
            QTest::addRow("%s, one column", figure) << figure << QSizeF(oneColumnMm, 0) << true;
            QTest::addRow("%s, too low", figure) << figure << QSizeF(oneColumnMm, 12) << false;
        }
    }
    void textKeepsItsSizeInEveryFigure() {
        QFETCH(QString, figure);
        QFETCH(QSizeF, mm);
        QFETCH(bool, fits);
        std::unique_ptr<Figure> made;
        if (figure == "sets") {
            SetFigure sets;
            QImage image(8, 8, QImage::Format_RGB32);
            image.fill(Qt::green);
            for (int i = 0; i < 6; ++i)
                sets.sets.push_back({QList<QImage>(10, image), QStringList(10, "bee"),
                                     std::vector<float>(10, 0.1F), 3, QStringLiteral("Set %1").arg(i)});
            made = sets.clone();
        } else if (figure == "text") {
            TextFigure text;
            text.text = QStringLiteral("Not bad at all, and not long either. ").repeated(20);
            made = text.clone();
        } else if (figure == "bars") {
            BarFigure bars;
            bars.lines = {
                QStringLiteral("What is above takes two lines in one column of a journal, or three.")};
            bars.panels = {{QStringLiteral("Terms"),
                            "terms",
                            QStringList(9, "content"),
                            std::vector<double>(9, 0.5),
                            {},
                            false}};
            made = bars.clone();
        } else {
            const RunConfig config = presetByName("reverse");
            made = ArchitectureFigure(buildProgram(config.network, 16)).clone();
        }
        const PrintOptions print{.mm = mm, .fontPt = 8};
        const PrintedFigure paper = printed(*made, {}, print);
        const QString svg = QString::fromUtf8(svgOf(paper, folder_.filePath("size.svg")));
        double least = 1000;
        static const QRegularExpression sizes(QStringLiteral("font-size=\"([0-9.]+)"));
        for (auto found = sizes.globalMatch(svg); found.hasNext();)
            least = std::min(least, found.next().captured(1).toDouble());
        static const QRegularExpression shrunk(QStringLiteral("matrix\\(0?\\.[0-9]"));
        // Fonts have whole px; the SVG says them in points or px, as Qt's version has it.
        const double wanted = std::floor(8. * 96 / 72 + 0.5);
        if (fits)
            QVERIFY2(least >= wanted - 0.01 && !svg.contains(shrunk), qPrintable(QString::number(least)));
        QCOMPARE(paper.notes.isEmpty(), fits);
    }

    /// Panels side by side stand below each other where their text has no room, and names that would cover
    /// the curves stand above them.
    void curvesMakeRoomForTheirNames() {
        CurveFigure figure = curve();
        CurvePanel& panel = figure.panels.front();
        panel.yLabel = QStringLiteral("probability of the answer");
        panel.xLabel = QStringLiteral("share of the inputs that are removed");
        panel.series.assign(8, panel.series.front());
        for (CurveSeries& series : panel.series) series.name = QStringLiteral("integrated gradients");
        figure.panels.push_back(panel);
        figure.columns = 2;
        const CurveFigure wide = shapedFor(960, figure, FigureStyle::light());
        QCOMPARE(wide.columns, 2);
        QVERIFY(!wide.panels.front().legendAbove);
        PrintOptions print{.mm = {oneColumnMm, 0}};
        const PrintedFigure paper = printed(figure, {}, print);
        QVERIFY2(paper.notes.isEmpty(), qPrintable(paper.notes.join(' ')));
        const CurveFigure narrow = shapedFor(paper.options.size.width(), figure, paper.options.style);
        QCOMPARE(narrow.columns, 1);
        QVERIFY(narrow.panels.front().legendAbove);
        QVERIFY(paper.options.size.height() > 400);
        const QString svg = QString::fromUtf8(svgOf(paper, folder_.filePath("names.svg")));
        QVERIFY(!svg.contains(QStringLiteral("…")));
        QCOMPARE(svg.count(QStringLiteral(">integrated gradients</text>")), 16);
        print.mm.setHeight(40);
        QCOMPARE(printed(figure, {}, print).notes.size(), 1);
    }

    void whatStaysEmptyIsTrimmed_data() {
        QTest::addColumn<int>("maps");
        QTest::newRow("one map") << 1;
        QTest::newRow("a grid with a note below it") << 16;
    }
    /// Square maps in one column are limited by its width, so that their usual shape would leave a fifth
    /// empty.
    void whatStaysEmptyIsTrimmed() {
        QFETCH(int, maps);
        HeatMap map{.rows = 16, .cols = 16};
        map.values.assign(256, 0.5F);
        HeatMapGridFigure grid;
        grid.maps.assign(size_t(maps), map);
        if (maps > 1) {
            grid.gridRows = grid.gridCols = 4;
            grid.columnTitles = grid.rowTitles = {QStringLiteral("1"), QStringLiteral("2"),
                                                  QStringLiteral("3"), QStringLiteral("4")};
            grid.notes << QStringLiteral("validation sample 1");
        }
        PrintOptions print{.mm = {oneColumnMm, 0}};
        const PrintedFigure paper = printed(grid, {}, print);
        const QSize size = paper.options.size, usual = grid.defaultSize();
        const int shaped = size.width() * usual.height() / usual.width();
        const QImage picture = renderImage(*paper.figure, {size, 1, paper.options.style});
        const auto isEmpty = [&](int y) {
            for (int x = 0; x < picture.width(); ++x)
                if (picture.pixelColor(x, y) != paper.options.style.background) return false;
            return true;
        };
        int above = 0, below = 0;
        while (above < size.height() && isEmpty(above)) ++above;
        while (below < size.height() && isEmpty(size.height() - 1 - below)) ++below;
        int within = 0, longest = 0;
        for (int y = above; y < size.height() - below; ++y)
            longest = std::max(longest, within = isEmpty(y) ? within + 1 : 0);
        QVERIFY2(std::max({above, below, longest}) <= figureMargin + 4 && size.height() < shaped,
                 qPrintable(QStringLiteral("%1 above, %2 within, %3 below, %4 of %5")
                                .arg(above)
                                .arg(longest)
                                .arg(below)
                                .arg(size.height())
                                .arg(shaped)));
        print.mm.setHeight(120);  // a height that is asked for stays
        QCOMPARE(printed(grid, {}, print).options.size.height(), pxOf(120));
    }

    /// Maps in no order of their own stand in as many columns as their titles have room for, and titles that
    /// are still too long get the smallest font; what is cut then is said, which no least size does.
    void mapsHaveRoomForTheirTitles() {
        HeatMapGridFigure grid;
        grid.setName(QStringLiteral("methods"));
        grid.scale.mode = ScaleMode::PerMap;
        grid.gridCols = 4;
        for (const char* name :
             {"Integrated gradients", "Attention × gradient", "Value zeroing", "Value zeroing, rolled out"}) {
            grid.maps.push_back(ramp().maps.front());
            grid.maps.back().title = QString::fromUtf8(name);
        }
        PrintOptions print{.mm = {oneColumnMm, 0}};
        const auto columnsOf = [&] {
            const PrintedFigure paper = printed(grid, {}, print);
            return paper.notes.isEmpty() ? dynamic_cast<HeatMapGridFigure&>(*paper.figure).gridCols : 0;
        };
        QCOMPARE(columnsOf(), 2);
        print.mm = {oneColumnMm, 40};  // a lower one has more maps side by side
        const PrintedFigure low = printed(grid, {}, print);
        QCOMPARE(dynamic_cast<HeatMapGridFigure&>(*low.figure).gridCols, 4);
        QCOMPARE(low.notes.size(), 2);  // Titles are shortened, too
        QVERIFY2(low.notes[0].contains("no room for: numbers of colour bars"), qPrintable(low.notes[0]));
        print.mm = {oneColumnMm, 25};  // and no titles at all
        const QStringList lower = printed(grid, {}, print).notes;
        QCOMPARE(lower.size(), 1);
        QVERIFY2(lower[0].contains("mm of height"), qPrintable(lower[0]));
        print.mm = {4 * twoColumnsMm, 0};
        QCOMPARE(columnsOf(), 4);
        print.mm = {oneColumnMm, 0};
        QCOMPARE(&writtenTo(QStringLiteral("a.npy"), grid, printed(grid, {}, print)), &grid);
        grid.columnTitles = {"Head 1", "Head 2", "Head 3", "Head 4"};
        const PrintedFigure named = printed(grid, {}, print);
        QCOMPARE(dynamic_cast<HeatMapGridFigure&>(*named.figure).gridCols, 4);
        QVERIFY2(named.notes.value(0).contains("no room for: numbers of colour bars"),
                 qPrintable(named.notes.join('\n')));
        grid.columnTitles.clear();
        grid.maps[1].title = QStringLiteral("Attention multiplied by its gradient");
        const QStringList notes = printed(grid, {}, print).notes;
        QCOMPARE(notes.size(), 1);
        QVERIFY2(notes[0].startsWith("methods shortens text that has no room: Attention"),
                 qPrintable(notes[0]));
        // A range of values is none.
        print.range = {0.F, 1.F};
        const PrintedFigure ranged = printed(ramp(), {}, print);
        QVERIFY(svgOf(ranged, folder_.filePath("range.svg")).contains("0…1"));
        QVERIFY2(ranged.notes.isEmpty(), qPrintable(ranged.notes.join(' ')));
    }

    /// The name of the vertical axis stands left of the titles, also where no tick fits between.
    void theAxisIsNamedBesideTheTitles() {
        HeatMapGridFigure grid;
        grid.scale.mode = ScaleMode::PerMap;
        grid.gridRows = grid.gridCols = 3;
        constexpr int n = 10;
        for (int i = 0; i < 9; ++i) {
            HeatMap map{.rows = i == 8 ? 1 : n, .cols = n};
            map.values.assign(static_cast<size_t>(map.rows) * n, 1.F);
            map.title = QStringLiteral("Value zeroing, rolled out");
            map.yLabel = QStringLiteral("output");
            // The fewer there are of these, the shorter they are.
            for (int k = 0; k < n; ++k)
                map.xTickLabels << (k % 5 == 0 ? QStringLiteral("a") : QStringLiteral("red triangle"));
            if (i < 8) map.yTickLabels = map.xTickLabels;
            grid.maps.push_back(map);
        }
        // Upright text: its baseline lies at the translation and its own y, and it descends from there.
        const QRegularExpression name(
            R"(matrix\(0,-1,1,0,([\d.]+),[^<]*<text[^>]* y="([\d.]+)\"[^>]*>output<)");
        const QRegularExpression title(R"( x="([\d.]+)\"[^>]*>Value)");
        ExportOptions options;
        for (int height = 200; height < 400; height += 5) {
            options.size = {321, height};
            const QString svg =
                QString::fromUtf8(svgOf({grid.clone(), options, {}}, folder_.filePath("axis.svg")));
            const auto named = name.match(svg), titled = title.match(svg);
            QVERIFY(named.hasMatch());
            if (!titled.hasMatch()) continue;
            const qreal baseline = named.captured(1).toDouble() + named.captured(2).toDouble();
            QVERIFY2(baseline < titled.captured(1).toDouble(), qPrintable(QString::number(height)));
        }
    }

    /// In two lines, then in the smallest font; only then they are shortened, which is said.
    void longNamesOfRunsStayWhole_data() {
        // Pixels of the font, 8 pt; 0: it is shortened.
        const Rows<QString, int> row("name", "px");
        row("short", "2026-11-24_12-33-22", 11);
        row("two lines", "network.num_layers=2, training.learning_rate=0.001, seed=4", 11);
        row("without a blank", "reverse-of-sixteen-tokens-with-two-layers-and-a-warm-up", 11);
        row("small",
            "network.num_layers=2, network.num_heads=4, training.optimiser=adamw, "
            "training.learning_rate=0.001",
            8);
        row("too long", QStringLiteral("network.num_layers=2, ").repeated(9), 0);
    }
    void longNamesOfRunsStayWhole() {
        QFETCH(QString, name);
        QFETCH(int, px);
        CurveFigure figure = curve();
        CurvePanel& panel = figure.panels.front();
        panel.series.assign(2, panel.series.front());
        panel.series[0].name = name;
        panel.series[1].name = QStringLiteral("other");
        const PrintOptions print{.mm = {oneColumnMm, 0}, .fontPt = 8};
        const PrintedFigure paper = printed(figure, {}, print);
        QCOMPARE(paper.notes.isEmpty(), px > 0);
        const QString svg = QString::fromUtf8(svgOf(paper, folder_.filePath("runs.svg")));
        QCOMPARE(svg.contains(QStringLiteral("…")), px == 0);
        if (px == 0) return;
        // The lines of the name follow each other.
        QString rest = name;
        static const QRegularExpression text(QStringLiteral(">([^<>]{6,})</text>"));
        for (auto found = text.globalMatch(svg); found.hasNext();)
            if (const QString line = found.next().captured(1).trimmed(); rest.startsWith(line))
                rest = rest.mid(line.size()).trimmed();
        QCOMPARE(rest, QString());
        double least = 1000;
        static const QRegularExpression sizes(QStringLiteral("font-size=\"([0-9.]+)"));
        for (auto found = sizes.globalMatch(svg); found.hasNext();)
            least = std::min(least, found.next().captured(1).toDouble());
        QVERIFY2(std::abs(least - px) < 0.6, qPrintable(QString::number(least)));
    }

    void largerTextTakesTheHeightThatItNeeds() {
        TextFigure text;
        text.text = QStringLiteral("Not bad at all, and not long either. ").repeated(20);
        PrintOptions print;
        QVERIFY(printed(text, {}, print).options.size.isEmpty());
        print.fontPt = 18;
        const PrintedFigure large = printed(text, {}, print);
        QVERIFY(large.options.size.height() > 2 * text.defaultSize().height());
        QVERIFY(large.notes.isEmpty());
        const ExportOptions given{.size = text.defaultSize()};
        QCOMPARE(printed(text, given, print).notes.size(), 1);
    }

    void whatIsTooNarrowIsSaid() {
        PrintOptions print{.mm = {oneColumnMm, 0}};
        const StepsFigure steps;
        const QStringList notes = printed(steps, {}, print).notes;
        QCOMPARE(notes.size(), 1);
        QVERIFY2(notes[0].contains("mm of width"), qPrintable(notes[0]));
        print.mm = {twoColumnsMm, 0};
        const PrintedFigure wide = printed(steps, {}, print);
        QVERIFY2(wide.notes.isEmpty(), qPrintable(wide.notes.join(' ')));
        // All of it lies within the picture.
        const QRectF room(QPointF(), QSizeF(wide.options.size));
        const StepsLayout place = steps.layout(room, wide.options.style);
        QVERIFY(room.contains(place.of(Step::Output).cells) && room.contains(place.of(Step::Q).cells));
    }

    void aTitleCanBeLeftOut() {
        PrintOptions print;
        QVERIFY(svgOf(printed(ramp(), {}, print), folder_.filePath("with.svg"))
                    .contains("Layer 1, Head 1</text>"));
        QVERIFY(svgOf(printed(curve(), {}, print), folder_.filePath("with.svg"))
                    .contains("Loss over steps</text>"));
        print.title = false;
        QVERIFY(!svgOf(printed(ramp(), {}, print), folder_.filePath("without.svg"))
                     .contains("Layer 1, Head 1</text>"));
        QVERIFY(!svgOf(printed(curve(), {}, print), folder_.filePath("without.svg"))
                     .contains("Loss over steps</text>"));
        QVERIFY(svgOf(printed(curve(), {}, print), folder_.filePath("without.svg")).contains("loss (nats)"));
    }

    /// Maps side by side have names, which stay: that there is nothing to leave out is said.
    void whatHasNoTitleIsSaid() {
        HeatMapGridFigure grid;
        grid.setName(QStringLiteral("heads"));
        grid.gridCols = 2;
        grid.maps = {ramp().maps.front(), ramp().maps.front()};
        QVERIFY(!hasTitle(grid));
        QVERIFY(hasTitle(ramp()) && hasTitle(curve()));
        PrintOptions print;
        QVERIFY(printed(grid, {}, print).notes.isEmpty());
        print.title = false;
        QCOMPARE(printed(grid, {}, print).notes,
                 QStringList{"heads has no title of its own; the names of its parts stay."});
        QVERIFY(printed(ramp(), {}, print).notes.isEmpty());
        const PrintFields fields(grid), ofOne(ramp());
        QVERIFY(!fields.findChild<QCheckBox*>(QStringLiteral("printTitle"))->isEnabled());
        QVERIFY(ofOne.findChild<QCheckBox*>(QStringLiteral("printTitle"))->isEnabled());
    }

    void colorsAndRange() {
        const PrintOptions print{.colors = ColorMap::Grey, .range = std::pair{0.25F, 0.5F}};
        const PrintedFigure made = printed(ramp(), {}, print);
        const auto* grid = dynamic_cast<const HeatMapGridFigure*>(made.figure.get());
        QVERIFY(grid);
        QVERIFY(grid->scale.map == ColorMap::Grey);
        QCOMPARE(grid->ranges()[0].lo, 0.25F);
        QCOMPARE(grid->ranges()[0].hi, 0.5F);
        QCOMPARE(made.notes,
                 QStringList{"attention: 11 of 16 values lie outside of 0.25…0.5 and have the colours of "
                             "its ends."});
        QVERIFY(printed(ramp(), {}, {.range = std::pair{-1.F, 0.5F}}).notes[0].contains("−1…0.5"));
        QVERIFY(svgOf(made, folder_.filePath("range.svg")).contains("0.25…0.5"));  // at the colour bar

        HeatMapFigure diverging = ramp();
        diverging.scale.map = ColorMap::BlueRed;
        diverging.scale.symmetric = true;
        const PrintedFigure kept = printed(diverging, {}, print);
        QVERIFY(dynamic_cast<const HeatMapGridFigure&>(*kept.figure).scale.map == ColorMap::BlueRed);
        QVERIFY(kept.notes.constFirst().contains("keep their diverging colours"));
        QVERIFY(printed(curve(), {}, print).notes.constFirst().contains("is no heat map"));
    }

    void theDialogAsks() {
        ExportDialog dialog(ramp());
        const auto spin = [&](const char* name) {
            return dialog.findChild<QDoubleSpinBox*>(QLatin1String(name));
        };
        auto* size = dialog.findChild<QComboBox*>(QStringLiteral("printSize"));
        auto* summary = dialog.findChild<QLabel*>(QStringLiteral("summaryLabel"));
        QVERIFY(dialog.findChildren<QSpinBox*>().constFirst()->isEnabled());
        size->setCurrentIndex(1);
        QVERIFY(!dialog.findChildren<QSpinBox*>().constFirst()->isEnabled());
        QCOMPARE(spin("printWidth")->value(), 85.);
        // As --columns 1 has it.
        QVERIFY2(summary->text().contains("300 dpi"), qPrintable(summary->text()));
        size->setCurrentIndex(0);
        QVERIFY2(summary->text().contains("192 dpi"), qPrintable(summary->text()));
        size->setCurrentIndex(1);
        spin("printLeast")->setValue(7.5);
        dialog.findChild<QCheckBox*>(QStringLiteral("printTitle"))->setChecked(false);
        QVERIFY2(summary->text().contains("84.9 × 68.0 mm in print, text 10.0 pt (smallest 7.5 pt)"),
                 qPrintable(summary->text()));
        dialog.findChild<QCheckBox*>(QStringLiteral("printRange"))->setChecked(true);
        spin("printHigh")->setValue(0.5);
        QVERIFY2(summary->text().contains("7 of 16 values lie outside"), qPrintable(summary->text()));
        dialog.findChild<QLineEdit*>(QStringLiteral("pathEdit"))->setText(folder_.filePath("dialog.svg"));
        dialog.show();
        dialog.accept();
        QTRY_VERIFY(!dialog.isVisible());
        const QByteArray svg = contentOf(folder_.filePath("dialog.svg"));
        QVERIFY(svg.contains("width=\"321\"") && !svg.contains("Layer 1, Head 1</text>"));
        QCOMPARE(dialog.notes().size(), 1);
        // Asked again, it remembers all but colours and range, which belong to the figure.
        ExportDialog again(ramp());
        QCOMPARE(again.findChild<QComboBox*>(QStringLiteral("printSize"))->currentIndex(), 1);
        QVERIFY(!again.findChild<QCheckBox*>(QStringLiteral("printTitle"))->isChecked());
        QVERIFY(!again.findChild<QCheckBox*>(QStringLiteral("printRange"))->isChecked());
    }

private:
    QTemporaryDir folder_;
};

TEST_CLASS(TestPrint, QApplication)

}  // namespace test_print
#include "test_print.moc"
