// What all pages export together: figures of one sample and one network, whatever each page showed when it
// was last looked at.
#include <QApplication>
#include <QTest>
#include <algorithm>

#include "runner.h"
#include "ui/asked.h"
#include "ui/figures/maps/heat_map_figure.h"
#include "ui/pages/evaluate/evaluate_page.h"
#include "ui/pages/explain/explain_page.h"
#include "ui/pages/positions/positions_page.h"
#include "ui/views/heat_map_view.h"
#include "ui/window/main_window.h"
#include "ui/window_test.h"

using namespace attx;

namespace test_figures_of_pages {

class TestFiguresOfPages : public WindowTest {
    Q_OBJECT

    template <class PageType>
    [[nodiscard]] std::vector<std::unique_ptr<Figure>> figuresOf() {
        for (MainWindow::PageFigures& of : window_->figuresOfPages())
            if (of.page == &window_->page<PageType>()) return std::move(of.figures);
        return {};
    }
    static QString factOf(const Figure& figure, const char* name) {
        const auto fact =
            std::ranges::find(figure.facts, QLatin1String(name), &Figure::Facts::value_type::first);
        return fact == figure.facts.end() ? QString() : fact->second;
    }

private Q_SLOTS:
    void init() {
        open("reverse");
        for (StudyBase* study : window_->findChildren<StudyBase*>()) answerAtOnce(*study);
    }
    void cleanup() { close(); }

    void aHiddenPageExplainsWhatIsShownNow() {
        window_->pages().show(QStringLiteral("explain"));
        const std::vector<float> before = window_->page<ExplainPage>().view()->figure().maps[0].values;
        window_->pages().show(QStringLiteral("attention"));
        run_->model.shown().chooseSample(sampleOf(run_->config, *run_->data, {SampleSource::Validation, 3}));
        const Snapshot snapshot{17, 1, 10};
        run_->model.setSnapshots({snapshot});
        run_->model.shown().chooseSnapshot(snapshot);
        run_->model.shown().setSnapshotParameters(
            snapshot, std::make_shared<const std::vector<float>>(run_->model.parameters()->size(), 0.01F));
        const auto figures = figuresOf<ExplainPage>();
        QCOMPARE(figures.size(), size_t{1});
        QCOMPARE(window_->pages().current().id(), QStringLiteral("attention"));
        QCOMPARE(factOf(*figures[0], "sample"), QStringLiteral("3"));
        QCOMPARE(factOf(*figures[0], "step"), QStringLiteral("17"));
        const std::vector<float> exported =
            dynamic_cast<const HeatMapGridFigure&>(*figures[0]).maps[0].values;
        QVERIFY(exported != before);
        window_->pages().show(QStringLiteral("explain"));
        QCOMPARE(exported, window_->page<ExplainPage>().view()->figure().maps[0].values);
    }

    void anEncodingThatTheNetworkLacksIsLeftOut() {
        QCOMPARE(figuresOf<PositionsPage>().size(), size_t{2});
        close();
        open("text-demo");
        QVERIFY(run_->config.network.positions == Positions::None);
        QVERIFY(figuresOf<PositionsPage>().empty());
    }

    /// A network that trains is not evaluated, and what was is of an earlier one.
    void whatIsOfAnEarlierStateSaysSoOrIsLeftOut() {
        window_->pages().show(QStringLiteral("evaluate"));
        const auto& page = window_->page<EvaluatePage>();
        QVERIFY(!page.isOfEarlierState());
        QVERIFY(!figuresOf<EvaluatePage>().empty());
        run_->model.setState(RunState::Training);
        run_->model.shown().setLatest(
            std::make_shared<const std::vector<float>>(run_->model.parameters()->size(), 0.01F));
        QVERIFY(page.isOfEarlierState());
        QVERIFY(figuresOf<EvaluatePage>().empty());
        const std::unique_ptr<Figure> alone = page.frames().front()->exported();
        QCOMPARE(factOf(*alone, "state"), QStringLiteral("earlier"));
        run_->model.setState(RunState::Finished);
    }
};

TEST_CLASS(TestFiguresOfPages, QApplication)

}  // namespace test_figures_of_pages
#include "test_figures_of_pages.moc"
