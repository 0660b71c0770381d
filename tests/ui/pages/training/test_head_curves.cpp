// Heads through training on the page Training: asked for, shown as far as they have come, and dropped with
// the network.
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include "runner.h"
#include "ui/asked.h"
#include "ui/figures/curves/curve_plot.h"
#include "ui/figures/curves/head_history_figure.h"
#include "ui/named.h"
#include "ui/page_test.h"
#include "ui/pages/training/head_curves.h"
#include "ui/pages/training/training_page.h"
#include "ui/views/curve_view.h"

using namespace attx;

namespace test_head_curves {

/// Two layers of two heads; head 1 of layer 0 turns to the diagonal between steps 10 and 40.
HeadHistory history(size_t moments = 3) {
    HeadHistory found{.layers = 2, .heads = 2, .samples = 64, .snapshots = 3};
    for (const int64_t step : {0, 10, 40}) {
        HeadMoment moment{.step = step};
        moment.kinds.resize(4);
        moment.importance.assign(4, 0.5);
        for (HeadKind& kind : moment.kinds) kind.patterns.fill(0.1F);
        moment.kinds[1].patterns[0] = step == 40 ? 0.9F : 0.1F;
        moment.kinds[1].entropy = 1;
        found.moments.push_back(moment);
    }
    found.moments.resize(moments);
    return found;
}

class TestHeadCurves : public QObject, PageTest<TrainingPage> {
    Q_OBJECT

    static QComboBox* quantityCombo(const HeadCurves& heads) {
        return named<QComboBox>(heads, "What is drawn of each head");
    }
    static QToolButton* logX(const HeadCurves& heads) { return named<QToolButton>(heads, "Log x"); }
    static QPushButton* measureButton(const HeadCurves& heads) { return heads.findChild<QPushButton*>(); }
    static QString summary(const HeadCurves& heads) {
        return named<QLabel>(heads, "What was measured")->text();
    }
    static CurveView* view(const HeadCurves& heads) { return heads.findChild<CurveView*>(); }

private Q_SLOTS:
    void init() {
        make("reverse", {900, 600});
        page_->show();
        run_->model.beginRun(QDir::tempPath(), {});
        page_->subjectCombo()->setCurrentIndex(1);
    }
    void cleanup() { close(); }

    void anotherNetworkHasItsLossShown() {
        QCOMPARE(page_->subjectCombo()->currentIndex(), 1);
        run_->show();
        QCOMPARE(page_->subjectCombo()->currentIndex(), 0);
    }

    void theFigureSaysWhereItIsSteepest() {
        const size_t diagonal = headQuantityNamed("diagonal");
        const CurveFigure figure = headHistoryFigure(history(), diagonal);
        QCOMPARE(figure.panels.size(), size_t{2});
        const CurvePanel& first = figure.panels.front();
        QCOMPARE(first.series.size(), size_t{3});  // two heads, and a bold part of the one that changes
        const CurveSeries& mark = first.series[1];
        QVERIFY(mark.bold && mark.name.isEmpty());
        QCOMPARE(mark.x, (std::vector<double>{10, 40}));
        QVERIFY(first.series[2].name.contains(QStringLiteral("10")) &&
                first.series[2].name.contains(QStringLiteral("40")));
        QCOMPARE(first.series[2].y.back(), static_cast<double>(0.9F));
        // What is drawn twice is written once.
        QCOMPARE(figure.data().size(), size_t{4});
        const std::string table = figure.csv();
        QVERIFY(table.starts_with("panel,curve,x,y,split,samples,quantity\nlayer-1,head-1,0,"));
        QVERIFY(first.title.endsWith(QStringLiteral("64 samples of the validation data")));
        QCOMPARE(std::count(table.begin(), table.end(), '\n'),
                 static_cast<std::ptrdiff_t>(1 + 4 * first.series[2].x.size()));
        QCOMPARE(figure.data().back().name, std::string("layer-2 head-2"));
    }

    void aSingleHeadHasItInTheTitle() {
        HeadHistory single = history();
        single.layers = single.heads = 1;
        for (HeadMoment& moment : single.moments) {
            moment.kinds = {moment.kinds[1]};
            moment.importance.resize(1);
        }
        const CurveFigure figure = headHistoryFigure(single, headQuantityNamed("diagonal"));
        QVERIFY(figure.panels.front().title.contains(QStringLiteral("10")));
    }

    void measuringIsAskedFor() {
        auto& heads = *page_->findChild<HeadCurves*>();
        QVERIFY(!measureButton(heads)->isEnabled());
        QVERIFY(summary(heads).contains(QStringLiteral("no snapshots")));
        run_->model.setSnapshots({{0, 0, 1}, {10, 1, 1}, {40, 1, 1}});
        QVERIFY(measureButton(heads)->isEnabled());
        Asked asked(heads.study());
        QTest::mouseClick(measureButton(heads), Qt::LeftButton);
        QCOMPARE(asked.count(), 1);
        QVERIFY(summary(heads).contains(QStringLiteral("0 of 3")));
        asked.answer(0, history(2), false);
        QVERIFY(summary(heads).contains(QStringLiteral("2 of 3")));
        QCOMPARE(view(heads)->figure().panels.front().series.back().x.size(), size_t{2});
        asked.answer(0, history());
        QVERIFY(summary(heads).contains(QStringLiteral("snapshots: 3")));
        quantityCombo(heads)->setCurrentIndex(static_cast<int>(headQuantityNamed("importance")));
        QCOMPARE(view(heads)->figure().panels.front().series.front().y.front(), 0.5);
        QCOMPARE(page_->frames(), std::vector<FigureFrame*>{heads.frame()});
        QVERIFY(!heads.frame()->figure()->data().empty());

        run_->model.setSnapshots({{0, 0, 1}, {10, 1, 1}, {40, 1, 1}, {50, 1, 1}});
        QVERIFY(summary(heads).contains(QStringLiteral("other snapshots")));
        QTest::mouseClick(measureButton(heads), Qt::LeftButton);
        QTest::mouseClick(measureButton(heads), Qt::LeftButton);  // "Stop": the whole answer stays
        QVERIFY(heads.study().answer() && !heads.study().isAsking());
        run_->show();  // another network
        QVERIFY(!heads.study().answer());
    }

    void stepsCanBeLogarithmic() {
        HeadHistory wide = history();
        wide.moments[1].step = 1;
        wide.moments[2].step = 1000;
        run_->model.setSnapshots({{0, 0, 1}, {1, 1, 1}, {1000, 1, 1}});
        auto& heads = *page_->findChild<HeadCurves*>();
        Asked asked(heads.study());
        QTest::mouseClick(measureButton(heads), Qt::LeftButton);
        asked.answer(0, wide);
        quantityCombo(heads)->setCurrentIndex(static_cast<int>(headQuantityNamed("diagonal")));
        QVERIFY(!view(heads)->figure().panels.front().logX);
        QTest::mouseClick(logX(heads), Qt::LeftButton);
        const CurvePanel& panel = view(heads)->figure().panels.front();
        QVERIFY(panel.logX);
        const CurveRange range = curveRange(panel);  // step 0 is on no such axis, and marks have room
        QVERIFY(range.xLo > 0.8 && range.xLo < 1 && range.xHi > 1000 && range.xHi < 1200);
    }

    void emptyCurvesSayWhatToPress() {
        page_->subjectCombo()->setCurrentIndex(0);
        const auto isSaid = [&] {
            for (const QLabel* label : page_->findChildren<QLabel*>())
                if (label->isVisible() && label->text().startsWith(QStringLiteral("Press Train")))
                    return true;
            return false;
        };
        QVERIFY(isSaid());
        run_->model.setState(RunState::Training);
        QVERIFY(!isSaid());
    }

    void controlsAreKept() {
        quantityCombo(*page_->findChild<HeadCurves*>())->setCurrentIndex(4);
        logX(*page_->findChild<HeadCurves*>())->setChecked(true);
        TrainingPage other(run_->model);
        other.restoreControls(page_->controls());
        QCOMPARE(other.subjectCombo()->currentIndex(), 1);
        QCOMPARE(quantityCombo(*other.findChild<HeadCurves*>())->currentIndex(), 4);
        QVERIFY(logX(*other.findChild<HeadCurves*>())->isChecked());
    }
};

TEST_CLASS(TestHeadCurves, QApplication)

}  // namespace test_head_curves
#include "test_head_curves.moc"
