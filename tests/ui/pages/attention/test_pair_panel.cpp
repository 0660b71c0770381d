// A pair up close on the page Attention: a click on a cell opens it, it follows the network, Escape closes
// it.
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>
#include <numeric>

#include "runner.h"
#include "ui/asked.h"
#include "ui/figures/network/pair_figure.h"
#include "ui/named.h"
#include "ui/page_test.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/attention/pair_panel.h"
#include "ui/views/heat_map_view.h"

using namespace attx;

class TestPairPanel : public QObject, PageTest<AttentionPage> {
    Q_OBJECT

    void open(const std::string& preset) { PageTest::open(preset, {1000, 700}); }
    [[nodiscard]] PairPanel& pair() const { return page_->pair(); }
    static QPoint centre(const HeatMapView& view, int row, int col) {
        return view.rectOfCell(0, row, col).center().toPoint();
    }

private Q_SLOTS:
    void cleanup() { close(); }

    void aCellOfALargeHead() {
        open("reverse-deep");
        Asked asked(pair().study());
        page_->chooseHead(6);  // layer 2, head 3
        QCoreApplication::processEvents();
        QTest::mouseClick(page_->headView(), Qt::LeftButton, {}, centre(*page_->headView(), 3, 12));
        QCOMPARE(asked.count(), 1);
        QVERIFY(pair().isHidden());
        QVERIFY(page_->gridView()->isVisible());
        asked.workOut();
        QVERIFY(!pair().isHidden());
        QVERIFY(page_->headView()->isVisible() && !page_->gridView()->isVisible());  // the two need its room
        QCOMPARE(pair().study().answer()->pair, (PairIndex{1, 2, 3, 12}));
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(page_->headView(), &leave);
        QCOMPARE(page_->headView()->figure().cursor, (CellIndex{-1, 3, 12}));  // it stays marked
        QCOMPARE(page_->frames().back(), pair().frame());
        const std::unique_ptr<Figure> figure = pair().frame()->figure();
        const auto& bars = dynamic_cast<const BarFigure&>(*figure);
        QVERIFY(bars.lines.front().contains(QStringLiteral("Layer 2, head 3")));
        QVERIFY(bars.lines.front().contains(QStringLiteral("query 4")));
        QVERIFY(!bars.panels.front().note.isEmpty());  // why there is only the whole score
        QCOMPARE(bars.panels.front().values.size(), size_t{1});
        QVERIFY(page_->goBack());
        QVERIFY(pair().isHidden());
        QCOMPARE(page_->headView()->figure().cursor, CellIndex{});
        QCOMPARE(page_->chosenHead(), 6);  // the head stays
        QVERIFY(page_->goBack());
        QCOMPARE(page_->chosenHead(), -1);
    }

    void aLowPageScrollsIt() {
        open("reverse-deep");
        Asked asked(pair().study());
        page_->chooseHead(6);
        page_->resize(900, 420);
        QCoreApplication::processEvents();
        QTest::mouseClick(page_->headView(), Qt::LeftButton, {}, centre(*page_->headView(), 3, 12));
        asked.workOut();
        QCoreApplication::processEvents();
        const auto* scroll = pair().findChild<QScrollArea*>();
        QVERIFY(scroll->verticalScrollBar()->maximum() > 0);
        const QWidget* view = scroll->widget();
        const std::unique_ptr<Figure> figure = pair().frame()->figure();
        const qreal least = figure->leastSize(view->width(), FigureStyle::of(view->palette())).height();
        QVERIFY2(view->height() >= least,
                 qPrintable(QStringLiteral("%1 of %2").arg(view->height()).arg(least)));
    }

    void theOnlyHeadIsLargeAsItIs() {
        open("reverse");
        Asked asked(pair().study());
        QTest::mouseClick(page_->gridView(), Qt::LeftButton, {}, centre(*page_->gridView(), 0, 15));
        QCOMPARE(asked.count(), 1);
        asked.workOut();
        const PairDetail& detail = *pair().study().answer();
        const BarFigure figure = pairFigure(detail);
        QCOMPARE(figure.panels[0].values.size(), size_t{5});
        const auto score = static_cast<double>(detail.score);
        for (size_t panel = 0; panel < 2; ++panel) {
            const std::vector<double>& values = figure.panels[panel].values;
            QVERIFY(std::abs(std::accumulate(values.begin(), values.end(), 0.0) - score) < 1e-4);
        }
        const std::vector<double>& logits = figure.panels[2].values;
        QCOMPARE(logits.size(), size_t{5});
        QVERIFY(std::is_sorted(logits.rbegin(), logits.rend()));
        QCOMPARE(figure.data().size(), size_t{3});
        QTest::mouseClick(named<QToolButton>(pair(), "Close the pair"), Qt::LeftButton);
        QVERIFY(!pair().isOpen() && pair().isHidden());
    }

    void itFollowsTheNetwork() {
        open("reverse");
        Asked asked(pair().study());
        pair().ask({0, 0, 10, 5});
        run_->model.chooseRow(1);  // while the question is under way: asked again once it is answered
        QCOMPARE(asked.count(), 1);
        asked.workOut();
        QCOMPARE(asked.count(), 2);
        asked.workOut();
        QVERIFY(pair().study().answer()->sample == run_->model.sample());
        run_->model.shown().chooseSample(sampleOf({1, 2, 3}));  // without such positions
        QVERIFY(!pair().isOpen());
        pair().ask({0, 0, 1, 1});
        asked.workOut();
        run_->show();  // another network
        QVERIFY(!pair().isOpen());
    }

    void aSetHasOneScore() {
        const PairDetail detail{.sample = sampleOf({1, 2}), .products = {1, 2}, .logits = {0.5F}};
        const BarFigure figure = pairFigure(detail);
        QCOMPARE(figure.panels.back().values, std::vector<double>{0.5});
        QVERIFY(figure.csv().find("classes,score of a member,0.5") != std::string::npos);
    }
};

TEST_CLASS(TestPairPanel, QApplication)
#include "test_pair_panel.moc"
