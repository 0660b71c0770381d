// Positional encodings and the schedule of the learning rate: what the pages show, and when it follows the
// form.
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <algorithm>

#include "runner.h"
#include "ui/named.h"
#include "ui/pages/positions/positions_page.h"
#include "ui/pages/positions/schedule_page.h"
#include "ui/views/curve_view.h"
#include "ui/views/heat_map_view.h"
#include "ui/window_fixture.h"

using namespace attx;

class TestPositionsPages : public QObject {
    Q_OBJECT

    static HeatMapView* mapView(const PositionsPage& page) { return page.findChild<HeatMapView*>(); }
    static CurveView* wavesView(const PositionsPage& page) { return page.findChild<CurveView*>(); }
    static CurveView* view(const SchedulePage& page) { return page.findChild<CurveView*>(); }

private Q_SLOTS:
    void positionsAreThereAtOnce() {
        RunFixture run("reverse");
        PositionsPage page(run.model);
        const HeatMap& map = mapView(page)->figure().maps.front();
        QCOMPARE(map.rows, 48);
        QCOMPARE(map.cols, 96);
        QCOMPARE(map.at(0, 0), 0.f);
        QCOMPARE(map.at(1, 0), 1.f);
        QCOMPARE(wavesView(page)->figure().panels.size(), 4u);
        auto* dims = named<QLineEdit>(page, "dimensions to plot");
        QTest::keySequence(dims, QKeySequence::SelectAll);
        QTest::keyClicks(dims, QStringLiteral("7, 48"));
        QCOMPARE(wavesView(page)->figure().panels.size(), 2u);
        QCOMPARE(wavesView(page)->figure().panels[1].title, QStringLiteral("Hidden dimension 48"));
        QTest::keyClicks(dims, QStringLiteral("9"));  // 489 is no dimension: what is shown stays
        QCOMPARE(wavesView(page)->figure().panels.size(), 2u);
        page.findChild<QSpinBox*>()->setValue(50);
        run.show();
        QCOMPARE(mapView(page)->figure().maps.front().rows, 50);  // a size that was chosen stays
        page.findChild<QPushButton*>()->click();                  // as the network
        QCOMPARE(mapView(page)->figure().maps.front().rows, run.config.network.modelDim);
        QCOMPARE(mapView(page)->figure().maps.front().cols, run.config.data.length);
        named<QSpinBox>(page, "length")->setValue(7);  // of the curves, too
        QCOMPARE(mapView(page)->figure().maps.front().cols, 7);
        QCOMPARE(wavesView(page)->figure().panels.front().series.front().x.size(), size_t{7});
    }

    void dimsAreParsed() {
        QCOMPARE(parseDims(QStringLiteral("1, 2 3"), 3, 8), (std::vector<int>{1, 2, 3}));
        QVERIFY(parseDims(QStringLiteral("0"), 3, 8).empty());
        QVERIFY(parseDims(QStringLiteral("4"), 3, 8).empty());
        QVERIFY(parseDims(QStringLiteral("1 1 1"), 3, 2).empty());
        QVERIFY(parseDims(QString(), 3, 2).empty());
    }

    void theScheduleFollowsTheForm() {
        SchedulePage page;
        RunConfig config = presetByName("reverse");
        page.showForm(config, {});
        const auto peak = [&] {
            const auto& series = view(page)->figure().panels.front().series.back();
            return series.x[static_cast<size_t>(std::max_element(series.y.begin(), series.y.end()) -
                                                series.y.begin())];
        };
        QVERIFY(peak() <= 50);
        QCOMPARE(view(page)->figure().panels.front().series.back().x.back(), 3900.0);
        config.training.warmup = 1000;
        config.training.schedule = Schedule::WarmupCosineDecay;
        page.showForm(config, {});
        QCOMPARE(peak(), 1000.0);
        // As the trainer does: a step limit cuts the curve and does not squeeze it; rows of a file count.
        const auto end = [&](std::optional<int64_t> rows) {
            page.showForm(config, rows ? std::optional(SplitRows{*rows, 0, 0}) : std::nullopt);
            const CurveSeries& series = view(page)->figure().panels.front().series.back();
            return std::pair(series.x.back(), series.y.back());
        };
        config.training.schedule = Schedule::CosineWarmup;
        config.training.warmup = 50;
        config.training.maxSteps = 1950;
        QCOMPARE(end({}), std::pair(1950.0, 0.5));
        config.training.maxSteps = 0;
        QCOMPARE(end(1280).first, 100.0);
    }
};

TEST_CLASS(TestPositionsPages, QApplication)
#include "test_positions_pages.moc"
