// The page Explain with a second network beside the first.
#include <QTest>

#include "runner.h"
#include "ui/looks.h"
#include "ui/pages/explain/explain_page.h"
#include "ui/state/comparison.h"
#include "ui/views/figure_frame.h"
#include "ui/views/heat_map_view.h"
#include "ui/window_fixture.h"

using namespace attx;

namespace test_explain_compared {

class TestExplainCompared : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// A click on a map leaves it alone with those that it is compared with; a second one brings all back.
    void aClickEnlargesAMapOfBothNetworks() {
        RunFixture run("reverse");
        Comparison comparison(run.model.shown());
        const Looks looks(comparison, Looks::Answered::AtOnce);
        ExplainPage page(run.model);
        page.setComparison(comparison);
        run.showOn(page, {1060, 640});
        comparison.open({QStringLiteral("other"), run.config, run.model.parameters()});
        HeatMapView &first = *page.view(), &second = *page.secondView(), &difference = *page.differenceView();
        const size_t all = first.figure().maps.size();
        QVERIFY(all > 1);
        const ColorRange range = first.figure().ranges()[1];
        const QString title = first.figure().maps[1].title;
        for (HeatMapView* view : {&second, &first}) {
            Q_EMIT view->mapClicked(1);
            for (const HeatMapView* shown : {&first, &second, &difference}) {
                QCOMPARE(shown->figure().maps.size(), size_t{1});
                QCOMPARE(shown->figure().maps[0].title, title);
            }
            QVERIFY(page.largeView()->isHidden() || !page.largeView()->isVisible());
            QCOMPARE(first.figure().ranges()[0].hi, range.hi);
            QCOMPARE(second.figure().ranges()[0].hi, range.hi);
            Q_EMIT view->mapClicked(0);
            for (const HeatMapView* shown : {&first, &second, &difference})
                QCOMPARE(shown->figure().maps.size(), all);
        }
        Q_EMIT difference.mapClicked(0);
        QVERIFY(page.goBack());
        QCOMPARE(second.figure().maps.size(), all);
    }
};

TEST_CLASS(TestExplainCompared, QApplication)

}  // namespace test_explain_compared
#include "test_explain_compared.moc"
