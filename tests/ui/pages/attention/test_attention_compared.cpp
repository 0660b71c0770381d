// The page Attention with a second network beside the first.
#include <QLabel>
#include <QTest>
#include <algorithm>

#include "runner.h"
#include "ui/looks.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/state/comparison.h"
#include "ui/views/figure_frame.h"
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

    /// Looking back holds the scale of the first, which the second may exceed.
    void coloursOfTheSecondAreNotClippedWhileTimePlays() {
        RunFixture run("reverse");
        Comparison comparison(run.model.shown());
        const Looks looks(comparison, Looks::Answered::AtOnce);
        AttentionPage page(run.model);
        page.setComparison(comparison);
        run.showOn(page, {1060, 640});
        const Snapshot snapshot{17, 1, 10};
        run.model.setSnapshots({snapshot});
        run.model.shown().chooseSnapshot(snapshot);
        run.model.shown().setSnapshotParameters(snapshot, run.model.parameters());
        std::vector<float> sharp = *run.model.parameters();
        for (float& weight : sharp) weight *= 4;
        comparison.open(
            {QStringLiteral("other"), run.config, std::make_shared<const std::vector<float>>(sharp)});
        const HeatMapGridFigure &first = page.gridView()->figure(), &second = page.secondView()->figure();
        QVERIFY(first.scale.held);
        const std::vector<float>& values = second.maps[0].values;
        QVERIFY(std::ranges::max(values) > std::ranges::max(first.maps[0].values));
        QVERIFY(second.scale.hi >= std::ranges::max(values));
        QCOMPARE(first.scale.hi, second.scale.hi);
        QCOMPARE(first.scale.lo, second.scale.lo);
    }

    void picturesSayWhoseTheyAre() {
        RunFixture run("reverse");
        Comparison comparison(run.model.shown());
        const Looks looks(comparison, Looks::Answered::AtOnce);
        AttentionPage page(run.model);
        page.setComparison(comparison);
        run.showOn(page, {1060, 640});
        comparison.open({QStringLiteral("other"), run.config, run.model.parameters()});
        QStringList notes;
        for (const FigureFrame* frame : page.frames())
            notes << dynamic_cast<HeatMapGridFigure&>(*frame->exported()).notes.value(0);
        QCOMPARE(notes, (QStringList{QStringLiteral("this network"), QStringLiteral("other"),
                                     QStringLiteral("other − this network")}));
        // Two runs of a sweep, by what differs.
        comparison.open({QStringLiteral("rates: rate 0.01"), run.config, run.model.parameters()});
        const Comparison::Captions captions = comparison.captions(QStringLiteral("rates: rate 0.1"));
        QCOMPARE(captions.first, QStringLiteral("rate 0.1"));
        QCOMPARE(captions.difference, QStringLiteral("rate 0.01 − rate 0.1"));
        QCOMPARE(comparison.captions(QStringLiteral("mine")).second, QStringLiteral("rates: rate 0.01"));
    }
};

TEST_CLASS(TestAttentionCompared, QApplication)

}  // namespace test_attention_compared
#include "test_attention_compared.moc"
