// Figures of many runs: their axes, numbers and colours.
#include <QImage>
#include <QPainter>
#include <QtTest>
#include <cmath>

#include "ui/figures/figures_of_runs.h"
#include "ui/look/color_map.h"

using namespace attx;

namespace {

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

}  // namespace

class TestFiguresOfRuns : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anAxisForEachKeyAndResult() {
        const ParallelFigure figure = parallelFigure(fourRuns());
        QStringList names;
        for (const RunAxis& axis : figure.axes) names << axis.name;
        QCOMPARE(names, (QStringList{"training.optimiser", "training.learning_rate", "time (s)",
                                     "best validation accuracy"}));
        QVERIFY(!figure.axes[0].logarithmic && figure.axes[1].logarithmic && !figure.axes[3].logarithmic);
        QCOMPARE(figure.axes[0].choices, (QStringList{"adam", "adamw"}));
        const NamedArray numbers = figure.data().front();
        QCOMPARE(numbers.shape, (std::vector<int64_t>{4, 4}));
        QCOMPARE(numbers.values[4 * 1 + 0], 1.0F);
        QVERIFY(std::isnan(numbers.values[4 * 3 + 3]));
        const QStringList lines = QString::fromStdString(figure.csv()).trimmed().split('\n');
        QCOMPARE(lines.size(), 5);
        QCOMPARE(lines[2], QStringLiteral("run1,adamw,1e-04,2,0.6"));
    }

    void linesHaveTheColourOfTheirResult() {
        const ParallelFigure figure = parallelFigure(fourRuns());
        QImage image(figure.defaultSize(), QImage::Format_RGB32);
        QPainter painter(&image);
        figure.paint(painter, image.rect(), FigureStyle::light());
        painter.end();
        const auto pixelsOf = [&](QRgb color) {
            int count = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x) {
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

QTEST_MAIN(TestFiguresOfRuns)
#include "test_figures_of_runs.moc"
