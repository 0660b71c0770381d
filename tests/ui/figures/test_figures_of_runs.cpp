// Figures of many runs: their axes, numbers and colours.
#include <QImage>
#include <QPainter>
#include <QtTest>
#include <cmath>

#include "model/config/presets.h"
#include "model/run/records.h"
#include "runner.h"
#include "ui/contrast.h"
#include "ui/export/print.h"
#include "ui/figures/runs/figures_of_runs.h"
#include "ui/figures/runs/interval_figure.h"
#include "ui/figures/runs/parallel_figure.h"
#include "ui/figures/runs/scatter_figure.h"
#include "ui/look/color_map.h"
#include "ui/texts_of.h"

using namespace attx;

namespace test_figures_of_runs {

RunTable fourRuns() {
    std::vector<RunRow> rows;
    int number = 0;
    for (const double rate : {1e-4, 1e-2})
        for (const Optimiser optimiser : {Optimiser::Adam, Optimiser::AdamW}) {
            RunRow& row = rows.emplace_back();
            row.path = "run" + std::to_string(number);
            row.config = RunConfig();
            row.config->training.learningRate = rate;
            row.config->training.optimiser = optimiser;
            row.config->seed = static_cast<uint64_t>(number);
            if (number == 3) continue;  // it waits
            row.state = RunStatus::Finished;
            row.result = RunResult();
            row.result->epochs = 1;
            row.result->seconds = 2;
            row.result->validationAccuracy = 0.5 + 0.1 * number;
            ++number;
        }
    return tableOf(rows);
}

QString svgOf(const PrintedFigure& made) {
    const QTemporaryDir folder;
    (void)exportFigure(*made.figure, folder.filePath("figure.svg"), made.options);
    QFile file(folder.filePath("figure.svg"));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

class TestFiguresOfRuns : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anAxisForEachKeyAndResult() {
        const ParallelFigure figure = parallelFigure(fourRuns());
        QStringList names;
        for (const RunAxis& axis : figure.axes()) names << axis.name;
        QCOMPARE(names, (QStringList{"training.optimiser", "training.learning_rate", "val_acc", "seconds"}));
        QVERIFY(!figure.axes()[3].logarithmic && figure.axes()[1].logarithmic &&
                !figure.axes()[2].logarithmic);
        QCOMPARE(figure.axes()[0].choices, (QStringList{"adam", "adamw"}));
        const NamedArray numbers = figure.data().front();
        QCOMPARE(numbers.shape, (std::vector<int64_t>{4, 4}));
        QCOMPARE(numbers.values[4 * 1 + 0], 1.0F);
        QVERIFY(std::isnan(numbers.values[4 * 3 + 2]));
        const QStringList lines = QString::fromStdString(figure.csv()).trimmed().split('\n');
        QCOMPARE(lines.size(), 5);
        QCOMPARE(lines[2], QStringLiteral("run1,adamw,1e-04,0.6,2"));
    }

    void brushesKeepTheLinesThatPass() {
        ParallelFigure figure = parallelFigure(fourRuns());
        QVERIFY(!figure.isBrushed() && figure.passes(0) && figure.passes(3));
        figure.setBrush(1, ParallelFigure::Brush{0.5, 1});  // the larger rate
        QVERIFY(figure.isBrushed() && !figure.passes(0) && !figure.passes(1) && figure.passes(2));
        figure.setBrush(0, ParallelFigure::Brush{0, 0.5});
        QVERIFY(figure.passes(2) && !figure.passes(3));
        figure.setBrush(2, ParallelFigure::Brush{0, 1});  // what has no result passes none of its brushes
        QVERIFY(!figure.passes(3));
        const QRectF area(0, 0, 800, 400);
        const FigureStyle style = FigureStyle::light();
        const QPointF rate = figure.brushRect(area, 1, style).center();
        QCOMPARE(figure.axisAt(area, rate.x(), style).value(), size_t{1});
        QVERIFY(!figure.axisAt(area, rate.x() - 50, style));
        QVERIFY(figure.placeAt(area, 0, style) == 1 && figure.placeAt(area, 400, style) == 0);
        const QRectF brush = figure.brushRect(area, 1, style);
        QCOMPARE(figure.placeAt(area, brush.bottom(), style), 0.5);
        ParallelFigure all = parallelFigure(fourRuns());
        QVERIFY(all.runAt(area, brush.center() + QPointF(2, 0), style) < 0);  // between the two rates
        QVERIFY(all.runAt(area, {rate.x() + 2, brush.top()}, style) >= 2);
    }

    void anAccuracyIsNeverLogarithmic() {
        RunTable table = fourRuns();
        table.rows[0].result->validationAccuracy = 0.001;
        table.rows[0].result->seconds = 1000;
        const ParallelFigure figure = parallelFigure(table);
        QVERIFY(!figure.axes()[2].logarithmic && figure.axes()[3].logarithmic);
    }

    void unlikeRunsHaveNoAxesForWhatFollowsFromTheirTask() {
        std::vector<RunRow> rows(2);
        rows[0].config = presetByName("reverse");
        rows[1].config = presetByName("text-demo");
        QStringList names;
        const ParallelFigure figure = parallelFigure(tableOf(rows));
        for (const RunAxis& axis : figure.axes()) names << axis.name;
        QVERIFY(names.contains(QStringLiteral("preset")) && names.contains(QStringLiteral("data.task")));
        QVERIFY(!names.contains(QStringLiteral("network.output")));
    }

    void eachValueAndNameIsWholeWhereAxesAreMany() {
        std::vector<RunRow> rows(3);
        rows[0].config = presetByName("reverse");
        rows[1].config = presetByName("text-demo");
        rows[2].config = presetByName("anomaly-shapes");
        const ParallelFigure figure = parallelFigure(tableOf(rows));
        const FigureStyle style = FigureStyle::light();
        const QSizeF least = figure.leastSize(0, style);
        const QStringList texts = textsOf(figure, {least.width(), 400}, style);
        for (const RunAxis& axis : figure.axes()) {
            const QString name = axis.logarithmic ? axis.title + QStringLiteral(" (log)") : axis.title;
            QVERIFY2(texts.contains(name), qPrintable(name));
            for (const QString& word : axis.words) QVERIFY2(texts.contains(word), qPrintable(word));
        }
        QVERIFY(std::none_of(texts.begin(), texts.end(),
                             [](const QString& text) { return text.contains(QStringLiteral("…")); }));
    }

    void theAccuracyShowsTheColoursOfTheLines() {
        RunTable table = fourRuns();
        const ParallelFigure figure = parallelFigure(table);
        QImage image(800, 400, QImage::Format_RGB32);
        QPainter painter(&image);
        figure.paint(painter, image.rect(), FigureStyle::light());
        ParallelFigure brushed = figure;
        brushed.setBrush(2, ParallelFigure::Brush{0, 1});
        const QRectF axis = brushed.brushRect(image.rect(), 2, FigureStyle::light());
        const auto at = [&](double y) { return image.pixelColor(qRound(axis.center().x()) + 1, qRound(y)); };
        QVERIFY(at(axis.top() + 20).red() > 180 && at(axis.bottom() - 20).red() < 100);
    }

    void runsThatDifferInMuchAreCalledByTheirNames() {
        std::vector<RunRow> rows(3);
        for (RunRow& row : rows) row.config = presetByName("reverse");
        rows[2].config = presetByName("text-demo");
        rows[1].config->seed = 7;
        rows[0].path = "runs/first", rows[1].path = "runs/again", rows[2].path = "runs/texts";
        const RunTable table = tableOf(rows);
        const std::vector<RunGroup> groups = groupsOf(table);
        QCOMPARE(groups.size(), size_t{2});
        QCOMPARE(groupText(groups[0], table), QStringLiteral("first and 1 more"));
        QCOMPARE(groupText(groups[1], table), QStringLiteral("texts"));
        const RunTable few = fourRuns();
        QCOMPARE(groupText(groupsOf(few)[0], few), QStringLiteral("optimiser Adam, learning rate 0.0001"));
    }

    void marksOfAnAxis() {
        RunAxis few{.values = {1, 2, 4, 2, NAN}};
        QCOMPARE(AxisScale(few).marks(), (std::vector<double>{1, 2, 4}));
        RunAxis many{.logarithmic = true};
        for (int i = 0; i < 50; ++i) many.values.push_back(2e-5 * std::pow(500, i / 49.0));
        const std::vector<double> marks = AxisScale(many).marks();
        QCOMPARE(marks.size(), size_t{4});
        QVERIFY(std::abs(marks[1] / 1e-4 - 1) < 1e-9 && std::abs(marks[2] / 1e-3 - 1) < 1e-9);
        // The ends of a plane are no values: only round numbers stand at its axes.
        const std::vector<double> ofPlane = AxisScale(RunAxis{.range = std::pair(-0.71, 0.55)}).marks();
        QCOMPARE(ofPlane.size(), size_t{3});
        QVERIFY(std::abs(ofPlane.front() + 0.5) < 1e-9 && std::abs(ofPlane.back() - 0.5) < 1e-9);
        RunAxis linear{};
        for (int i = 0; i < 20; ++i) linear.values.push_back(0.1 + 0.5 * i);  // to 9.6, beside which 9 goes
        const AxisScale ofRuns(linear);
        for (const double mark : ofRuns.marks())
            QVERIFY2(mark == 0.1 || mark > 9.5 || (mark >= 1.1 && mark <= 8.6),
                     qPrintable(QString::number(mark)));
        QVERIFY(std::isnan(AxisScale(few).place(NAN)));
        QCOMPARE(AxisScale(few).textOf(50000), QStringLiteral("50000"));
        QCOMPARE(AxisScale(few).textOf(2e-5), QStringLiteral("2e−05"));
    }

    void groupsHaveABand() {
        const auto curves = [](double loss) {
            RunCurves made;
            made.epochs = {{1, 10, 2, 0, loss, 0.5, true}, {2, 20, 1, 0, loss / 2, 0.5, true}};
            made.secondsPerStep = 0.5;
            return std::make_shared<const RunCurves>(made);
        };
        std::vector<RunRow> rows;
        for (const uint64_t seed : {1U, 2U}) {
            RunRow& row = rows.emplace_back();
            row.path = "run" + std::to_string(seed);
            row.config = RunConfig();
            row.config->seed = seed;
        }
        const RunTable table = tableOf(rows);
        const CurvesByPath known{{"run1", curves(2)}, {"run2", curves(4)}};
        const CurveFigure figure = runCurvesFigure(table, known, {});
        const CurveSeries& series = figure.panels[0].series.at(0);
        QCOMPARE(series.x, (std::vector<double>{10, 20}));
        QCOMPARE(series.y, (std::vector<double>{3, 1.5}));
        QVERIFY(std::abs(series.spread[0] - std::sqrt(2)) < 1e-12);
        QVERIFY(figure.panels[0].title.endsWith("bands: ±1 standard deviation"));
        QVERIFY(figure.csv().starts_with("panel,curve,x,y,standard_deviation\nruns-loss,all,10,3,1.41"));
        // The band is filled: in its middle, beside the line of the mean.
        QImage image(800, 480, QImage::Format_RGB32);
        QPainter painter(&image);
        FigureStyle style = FigureStyle::light();
        figure.paint(painter, image.rect(), style);
        painter.end();
        int filled = 0;
        for (int y = 0; y < image.height(); ++y) {
            const QColor pixel = image.pixelColor(200, y), line = style.seriesColor(0);
            filled += pixel != style.background && std::abs(pixel.red() - line.red()) > 30 &&
                      pixel.blue() - pixel.red() > 15;
        }
        QVERIFY2(filled > 40, qPrintable(QString::number(filled)));

        rows.push_back(rows[1]);  // the same seed again
        for (RunRow& row : rows) row.state = RunStatus::Finished;
        const CurveFigure again = runCurvesFigure(tableOf(rows), known, {});
        QCOMPARE(again.panels[0].series.at(0).y, series.y);
        QVERIFY(again.csv().starts_with("panel,curve,x,y,standard_deviation\nruns-loss,all,10,3,1.41"));

        const CurveFigure each =
            runCurvesFigure(table, known, {.progress = RunProgress::Time, .logX = true, .grouped = false});
        QCOMPARE(each.panels[0].series.size(), size_t{2});
        QCOMPARE(each.panels[0].series[1].x, (std::vector<double>{5, 10}));
        QVERIFY(each.panels[0].series[1].spread.empty() && each.panels[0].logX);
        QCOMPARE(each.panels[0].title, each.title());
        QCOMPARE(each.panels[0].series[1].name, QStringLiteral("run2"));
        QVERIFY(each.csv().find("\nruns-loss,run2,5,4\n") != std::string::npos);
        // One alone, which has no legend, is named.
        const CurveFigure alone = runCurvesFigure(table, {{"run2", curves(4)}}, {.grouped = false});
        QCOMPARE(alone.title(), QStringLiteral("Validation loss of the runs · run2"));
        QCOMPARE(alone.panels[0].title, alone.title());
    }

    void aKeyAgainstTheResult() {
        const ScatterFigure figure = scatterFigure(fourRuns());
        QCOMPARE(figure.across.size(), size_t{2});
        QCOMPARE(scatterFigure(fourRuns(), "training.learning_rate").across.size(), size_t{1});
        const QStringList lines = QString::fromStdString(figure.csv()).trimmed().split('\n');
        QCOMPARE(lines[0], QStringLiteral("run,training.optimiser,training.learning_rate,val_acc"));
        QCOMPARE(lines[2], QStringLiteral("run1,adamw,1e-04,0.6"));
        const QRectF area(QPointF(), figure.defaultSize());
        int found = 0;
        for (int x = 0; x < area.width(); x += 2)
            for (int y = 0; y < area.height(); y += 2)
                found |= 1 << (1 + figure.runAt(area, QPointF(x, y), FigureStyle::light()));
        QCOMPARE(found, 0b1111);  // nothing, and the three runs that have a result
    }

    /// A panel for each of 40 keys would be metres high: it says how many are left out, and a person who
    /// wants them gives it the height.
    void manyKeysStayOnAPage() {
        ScatterFigure figure = scatterFigure(fourRuns());
        figure.across.resize(40, figure.across.front());
        const FigureStyle style = FigureStyle::light();
        QVERIFY(figure.defaultSize().height() <= 1400);
        for (const qreal width : {321.0, 643.0}) {  // one column and two of a journal, at 96 px an inch
            const qreal height = figure.leastSize(width, style).height();
            QVERIFY2(height <= 1122, qPrintable(QString::number(height)));  // of a page, 297 mm
            const auto shown = static_cast<size_t>(figure.shownPanels({0, 0, width, height}, style));
            QVERIFY(shown >= 5 && shown < 40);
            // Where nothing is drawn nothing is found, and what is drawn is inside.
            for (const QPointF& at : figure.places({0, 0, width, height}, shown - 1, style))
                QVERIFY(std::isnan(at.y()) || at.y() < height);
        }
        QCOMPARE(figure.shownPanels({0, 0, 321, 8000}, style), 40);
        QCOMPARE(figure.data().front().shape[1], 41);
        const PrintOptions print{.mm = {oneColumnMm, 0}};
        const PrintedFigure paper = printed(figure, {}, print);
        QVERIFY2(mmOf(paper.options.size.height()) <= 297,
                 qPrintable(QString::number(paper.options.size.height())));
        QVERIFY(paper.notes.isEmpty());
    }

    /// The ends of a short scale are no number over another, and what it measures is whole.
    void aShortScaleIsLegible() {
        IntervalFigure figure = comparisonFigure(fourRuns());
        for (IntervalFigure::Row& row : figure.rows) row.text = QStringLiteral("mean 0.9995 of them, n = 2");
        const PrintOptions print{.mm = {oneColumnMm, 0}};
        const PrintedFigure paper = printed(figure, {}, print);
        QVERIFY(paper.notes.isEmpty());
        const QString svg = svgOf(paper);
        QVERIFY(svg.contains(QStringLiteral(">best validation accuracy</text>")));
        // x of a text, and its end.
        const QFontMetricsF metrics(paper.options.style.font(labelPx));
        std::vector<std::pair<double, double>> ends;
        const QRegularExpression texts(
            QStringLiteral("<text[^>]* x=\"([0-9.]+)\" y=\"([0-9.]+)\"[^>]*>([0-9.]+)</text>"));
        for (auto found = texts.globalMatch(svg); found.hasNext();) {
            const QRegularExpressionMatch match = found.next();
            const double x = match.captured(1).toDouble();
            ends.emplace_back(x, x + metrics.horizontalAdvance(match.captured(3)));
        }
        QCOMPARE(ends.size(), size_t{2});
        QVERIFY2(ends[0].second < ends[1].first,
                 qPrintable(QStringLiteral("%1 %2").arg(ends[0].second).arg(ends[1].first)));
    }

    /// Over their bars, where before them is no room.
    void longNamesOfGroupsStayWhole() {
        IntervalFigure figure = comparisonFigure(fourRuns());
        figure.rows[0].title = QStringLiteral("network.num_layers=2 training.learning_rate=0.001");
        const PrintOptions print{.mm = {oneColumnMm, 0}};
        const PrintedFigure paper = printed(figure, {}, print);
        QVERIFY2(paper.notes.isEmpty(), qPrintable(paper.notes.join(' ')));
        const QString svg = svgOf(paper);
        QVERIFY(!svg.contains(QStringLiteral("…")));
        QVERIFY(svg.contains("network.num_layers=2") && svg.contains("training.learning_rate=0.001"));
        figure.rows[0].title = QStringLiteral("network.num_layers=2 ").repeated(9);
        const PrintedFigure shortened = printed(figure, {}, print);
        QCOMPARE(shortened.notes.size(), 1);
        QVERIFY(svgOf(shortened).contains(QStringLiteral("…")));
    }

    /// Where each dot has its name beside it, a legend would say the same again.
    void dotsWithNamesOfTheirOwnNeedNoLegend() {
        ScatterFigure figure = scatterFigure(fourRuns(), "training.learning_rate");
        figure.up.values = {0.1, 0.2, 0.3, 0.4};
        figure.kinds = {0, 1, 2, 3};
        figure.kindNames = {QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c"),
                            QStringLiteral("d")};
        const auto count = [&](const char* name) {
            return textsOf(figure, {640, 400}, FigureStyle::light()).count(QLatin1String(name));
        };
        const QRectF rect(0, 0, 640, 400);
        const qreal narrow = figure.places(rect, 0, FigureStyle::light())[3].x();
        QVERIFY(count("a") == 1 && count("d") == 1);  // in the legend
        figure.named = true;
        QVERIFY(count("a") == 1 && count("d") == 1);  // beside the dots
        QVERIFY(figure.places(rect, 0, FigureStyle::light())[3].x() > narrow + 10);
        figure.kinds = {0, 1, 2, 2};
        figure.kindNames.removeLast();
        QCOMPARE(count("a"), 2);
    }

    void tenKindsHaveColoursThatAreToldApart_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void tenKindsHaveColoursThatAreToldApart() {
        QFETCH(bool, dark);
        const FigureStyle style = dark ? FigureStyle::darkStyle() : FigureStyle::light();
        ScatterFigure figure;
        for (int kind = 0; kind < 10; ++kind) figure.kindNames << QString::number(kind);
        const auto apart = [&](int a, int b) {
            const QColor x = figure.colorOf(a, style), y = figure.colorOf(b, style);
            return std::hypot(x.red() - y.red(), x.green() - y.green(), x.blue() - y.blue());
        };
        double least = 1000;
        for (int a = 0; a < 10; ++a) {
            QVERIFY(contrastRatio(figure.colorOf(a, style), style.background) >= 2.95);
            for (int b = 0; b < a; ++b) least = std::min(least, apart(a, b));
        }
        QVERIFY2(least > 50, qPrintable(QString::number(least)));
        figure.ordered = true;  // a scale, whose neighbours are alike
        QVERIFY(apart(0, 1) < 50);
        figure.ordered = false;
        figure.kindNames << QStringLiteral("10");
        QVERIFY(apart(0, 1) < 50);
    }

    /// No kind is left out of a legend without a word.
    void aLegendSaysHowManyKindsItLeavesOut_data() {
        const Rows<int, int, QStringList> row("kinds", "height", "says");
        row("all", 10, 400, {"kind 0", "kind 8", "kind 9"});
        row("too low", 10, 160, {"kind 0", "kind 3", "5 more"});
        row("many", 100, 400, {"kind 0", "98 more", "kind 99"});
        row("many, too low", 100, 90, {"kind 0", "99 more"});
    }
    void aLegendSaysHowManyKindsItLeavesOut() {
        QFETCH(int, kinds);
        QFETCH(int, height);
        QFETCH(QStringList, says);
        ScatterFigure figure = scatterFigure(fourRuns(), "training.learning_rate");
        for (int kind = 0; kind < kinds; ++kind) figure.kindNames << QStringLiteral("kind %1").arg(kind);
        figure.kinds.assign(4, 0);
        PrintedFigure paper = printed(figure, {}, {});
        paper.options.size = {640, height};
        const QString svg = svgOf(paper);
        QStringList found;
        static const QRegularExpression text(QStringLiteral(">(kind \\d+|\\d+ more)</text>"));
        for (auto match = text.globalMatch(svg); match.hasNext();) found << match.next().captured(1);
        for (const QString& word : says) QVERIFY2(found.contains(word), qPrintable(found.join(' ')));
        int count = 0;
        for (const QString& word : found)
            count += word.startsWith("kind") ? 1 : word.section(' ', 0, 0).toInt();
        QCOMPARE(count, kinds);
    }

    /// Twelve runs of which those with the larger rate are the better half, whatever their optimiser.
    void importanceSaysWhatItIs() {
        std::vector<RunRow> rows;
        for (int i = 0; i < 12; ++i) {
            RunRow& row = rows.emplace_back();
            row.state = RunStatus::Finished;
            row.config = RunConfig();
            row.config->training.learningRate = i < 6 ? 1e-3 : 1e-4;
            row.config->training.optimiser = i % 2 == 0 ? Optimiser::Adam : Optimiser::AdamW;
            row.config->training.rho = 0.1 + 0.01 * i;
            row.config->seed = static_cast<uint64_t>(i);
            row.result = RunResult();
            row.result->epochs = 1;
            row.result->validationAccuracy = i < 6 ? 0.9 : 0.1;
        }
        const IntervalFigure figure = importanceFigure(tableOf(rows));
        QCOMPARE(figure.rows.size(), size_t{2});
        QCOMPARE(figure.rows[0].text, QStringLiteral("100 %"));
        QVERIFY(figure.rows[0].value > figure.rows[0].interval->second);
        QCOMPARE(figure.rows[1].text, QStringLiteral("0 %, within chance"));
        const QString says = figure.sentences.join(' ');
        for (const char* part : {"best 6 of 12 runs (quantile γ = 0.5)", "Parzen", "PED-ANOVA",
                                 "95 % of 500 permutations", "depends on it: rho."})
            QVERIFY2(says.contains(QString::fromUtf8(part)), qPrintable(says));
        const QStringList lines = QString::fromStdString(figure.csv()).trimmed().split('\n');
        QCOMPARE(lines[0], QStringLiteral("name,value,low,high,values,estimator,runs,best_runs,"
                                          "gamma,permutations,high_quantile,unfinished_runs,repeated_runs"));
        QVERIFY2(lines[1].startsWith("training.learning_rate,") &&
                     lines[1].endsWith(",PED-ANOVA by Parzen estimators,12,6,0.5,500,0.95,0,0"),
                 qPrintable(lines[1]));
        // The band of chance is behind the bar of the optimiser, which is next to nothing.
        const FigureStyle style = FigureStyle::light();
        QImage image(figure.defaultSize(), QImage::Format_RGB32);
        QPainter painter(&image);
        figure.paint(painter, image.rect(), style);
        painter.end();
        int band = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) band += image.pixelColor(x, y) == style.grid;
        QVERIFY2(band > 1000, qPrintable(QString::number(band)));
    }

    void oneRunHasNoImportance() {
        const IntervalFigure few = importanceFigure(fourRuns());
        QVERIFY(few.rows.empty());
        QVERIFY(few.sentences.join(' ').contains("needs at least 8 finished runs; found 3."));
        // Bars of nothing are empty, not half full.
        IntervalFigure none;
        none.rows = {{"key", "key", "0 %", 0, {}, {}}};
        const FigureStyle style = FigureStyle::light();
        QImage image(none.defaultSize(), QImage::Format_RGB32);
        QPainter painter(&image);
        none.paint(painter, image.rect(), style);
        painter.end();
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) QVERIFY(image.pixelColor(x, y) != style.seriesColor(0));
    }

    void twoGroupsAreCompared() {
        const IntervalFigure comparison = comparisonFigure(fourRuns());
        QCOMPARE(comparison.rows.size(), size_t{2});
        QVERIFY(comparison.rows[0].value > comparison.rows[1].value);
        QVERIFY(comparison.sentences.join(' ').contains("An interval needs two seeds"));
        QVERIFY2(comparison.sentences.last().contains("two groups of 3 were chosen"),
                 qPrintable(comparison.sentences.last()));
        const QString table = QString::fromStdString(comparison.csv());
        QVERIFY2(table.section('\n', 0, 0).endsWith(",highest_means_of_groups,corrected_for_choice") &&
                     table.trimmed().endsWith(",3,false"),
                 qPrintable(table));
        QImage image(comparison.defaultSize(), QImage::Format_RGB32);
        QPainter painter(&image);
        comparison.paint(painter, image.rect(), FigureStyle::darkStyle());
    }

    void theFileHasTheInterval() {
        std::vector<RunRow> rows = fourRuns().rows;
        rows.pop_back();
        rows.pop_back();  // two groups, by their optimisers, of three seeds each
        for (const uint64_t seed : {11, 12})
            for (const size_t i : {0, 1}) {
                RunRow row = rows[i];
                row.path += std::to_string(seed);
                row.config->seed = seed;
                row.result->validationAccuracy += 0.01 * static_cast<double>(seed % 10 + i * seed % 3);
                rows.push_back(row);
            }
        const QStringList lines =
            QString::fromStdString(comparisonFigure(tableOf(rows)).csv()).trimmed().split('\n');
        QVERIFY2(lines[0].startsWith("name,value,low,high,values,difference,n,difference_low_95,"
                                     "difference_high_95,p,method,degrees_of_freedom"),
                 qPrintable(lines[0]));
        QVERIFY2(!lines[0].contains("corrected"), qPrintable(lines[0]));  // There was nothing to choose
        const QStringList names = lines[0].split(','), values = lines[1].split(',');
        QCOMPARE(values.size(), names.size());
        const auto value = [&](const char* name) { return values[names.indexOf(QLatin1String(name))]; };
        QVERIFY(value("difference_low_95").toDouble() < value("difference").toDouble());
        QVERIFY(value("difference_high_95").toDouble() > value("difference").toDouble());
        QVERIFY(value("p").toDouble() > 0 && value("p").toDouble() < 1);
        QCOMPARE(value("method"), QStringLiteral("Welch's t-test"));
        QCOMPARE(value("n"), QStringLiteral("3 3"));
    }

    void whatIsNotFinishedIsLeftOutAndSaid() {
        std::vector<RunRow> rows = fourRuns().rows;
        rows[1].state = RunStatus::Failed;
        rows[2].state = RunStatus::Running;
        rows[3].state = RunStatus::Waiting;
        for (const IntervalFigure& figure :
             {importanceFigure(tableOf(rows)), comparisonFigure(tableOf(rows))}) {
            const QString says = figure.sentences.join(' ');
            QVERIFY2(says.contains("not finished: ") && says.contains("failed: 1") &&
                         says.contains("the runs that failed"),
                     qPrintable(says));
        }
        QVERIFY(importanceFigure(tableOf(rows))
                    .sentences.join(' ')
                    .contains("waiting: 1, running: 1, failed: 1."));
        QCOMPARE(statesText(stillOpen(tableOf(rows))), QStringLiteral("running: 1, failed: 1"));
    }

    void whatRepeatsARunIsLeftOutAndSaid() {
        std::vector<RunRow> rows = fourRuns().rows;
        rows.push_back(rows[0]);
        const IntervalFigure comparison = comparisonFigure(tableOf(rows));
        QStringList texts;
        for (const IntervalFigure::Row& row : comparison.rows) texts << row.text;
        QVERIFY2(texts.filter(QStringLiteral("n = 1 seed")).size() == 2, qPrintable(texts.join(' ')));
        QVERIFY(std::all_of(comparison.rows.begin(), comparison.rows.end(),
                            [](const IntervalFigure::Row& row) { return row.dots.size() == 1; }));
        for (int i = 0; i < 6; ++i) rows.push_back(rows[0]);
        QVERIFY(importanceFigure(tableOf(rows)).rows.empty());
        QVERIFY(importanceFigure(tableOf(rows))
                    .sentences.join(' ')
                    .contains("7 runs are left out: their settings, seeds and data"));
    }

    void linesHaveTheColourOfTheirResult() {
        ParallelFigure figure = parallelFigure(fourRuns());
        figure.setBrush(2, ParallelFigure::Brush{0, 1});
        const auto end =
            static_cast<int>(3 * figure.brushRect(QRectF({}, figure.defaultSize()), 2, {}).left());
        figure.setBrush(2, std::nullopt);
        QImage image(figure.defaultSize() * 3, QImage::Format_RGB32);  // so that lines have an inside
        QPainter painter(&image);
        painter.scale(3, 3);
        figure.paint(painter, QRectF(QPointF(), figure.defaultSize()), FigureStyle::light());
        painter.end();
        const auto pixelsOf = [&](QRgb color) {
            int count = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < end; ++x) {  // the axis of the result has all colours
                    const QRgb pixel = image.pixel(x, y);
                    count += std::abs(qRed(pixel) - qRed(color)) < 8 &&
                             std::abs(qGreen(pixel) - qGreen(color)) < 8 &&
                             std::abs(qBlue(pixel) - qBlue(color)) < 8;
                }
            return count;
        };
        for (const float share : {0.0F, 0.5F, 1.0F})
            QVERIFY(pixelsOf(mapColor(ColorMap::Viridis, share)) > 50);
        QCOMPARE(pixelsOf(mapColor(ColorMap::Viridis, 0.25F)), 0);
    }
};

TEST_CLASS(TestFiguresOfRuns, QApplication)

}  // namespace test_figures_of_runs
#include "test_figures_of_runs.moc"
