// The page Attention with a second network beside the first.
#include <QLabel>
#include <QTest>

#include "runner.h"
#include "ui/looks.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/state/comparison.h"
#include "ui/views/heat_map_view.h"
#include "ui/window_fixture.h"

using namespace attx;

namespace test_attention_compared {

class TestAttentionCompared : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void mapsOfTwoNetworksStandInALine_data() {
        QTest::addColumn<int>("head");
        QTest::newRow("only head") << -1;
        QTest::newRow("large head") << 5;
    }

    void mapsOfTwoNetworksStandInALine() {
        QFETCH(const int, head);
        RunFixture run(head < 0 ? "reverse" : "reverse-deep");
        Comparison comparison(run.model.shown());
        const Looks looks(comparison, Looks::Answered::AtOnce);
        AttentionPage page(run.model);
        page.setComparison(comparison);
        run.showOn(page, {1060, 640});
        comparison.open({QStringLiteral("other"), run.config, run.model.parameters()});
        page.chooseHead(head);
        QTest::qWait(0);
        const HeatMapView& first = head < 0 ? *page.gridView() : *page.headView();
        const auto rows = [&](const HeatMapView& view) {
            const qreal top = view.mapTo(&page, view.rectOfCell(0, 0, 0).topLeft()).y();
            return std::pair(top, view.mapTo(&page, view.rectOfCell(0, 15, 0).bottomLeft()).y());
        };
        QCOMPARE(rows(*page.secondView()), rows(first));
        QCOMPARE(rows(*page.differenceView()), rows(first));
        QCOMPARE(first.figure().untitled, page.secondView()->figure().untitled);
        // The difference says of which two.
        QStringList captions;
        for (const QLabel* label : page.findChildren<QLabel*>())
            if (label->isVisible()) captions << label->text();
        QVERIFY2(captions.contains(QStringLiteral("other − this network")), qPrintable(captions.join('|')));
    }
};

TEST_CLASS(TestAttentionCompared, QApplication)

}  // namespace test_attention_compared
#include "test_attention_compared.moc"
