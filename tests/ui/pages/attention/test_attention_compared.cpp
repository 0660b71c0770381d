// The page Attention with a second network beside the first.
#include <QLabel>
#include <QTest>
#include <algorithm>

#include "runner.h"
#include "ui/controls/elided_label.h"
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

    /// However little room there is, the two can be told apart.
    void shortCaptionsSayWhatDiffers_data() {
        const Rows<QString, QString, QString, QString> row("first", "second", "shortFirst", "shortSecond");
        row("settings", "s: rate 0.01 · seed 42", "s: rate 0.001 · seed 42", "rate 0.01", "rate 0.001");
        row("folders", "2026-11-29T20-41-39-reverse-deep", "2026-11-29T20-29-21-reverse",
            "…41-39-reverse-deep", "…29-21-reverse");
        row("nothing alike", "mine", "yours", "mine", "yours");
        row("the same", "run", "run", "run", "run");
    }
    void shortCaptionsSayWhatDiffers() {
        QFETCH(const QString, first);
        QFETCH(const QString, second);
        QFETCH(const QString, shortFirst);
        QFETCH(const QString, shortSecond);
        RunFixture run("reverse");
        run.show();
        Comparison comparison(run.model.shown());
        run.model.setSnapshots({{0, 0, 1}, {100, 1, 1}});
        comparison.open({second, run.config, run.model.parameters(), {}, {{0, 0, 1}, {90, 1, 1}}});
        Comparison::Captions captions = comparison.captions(first);
        const QChar mark = Comparison::orShorter;
        QCOMPARE(captions.shortFirst, shortFirst + mark + QStringLiteral("this"));
        QCOMPARE(captions.shortSecond, shortSecond + mark + QStringLiteral("other"));
        run.model.shown().chooseSnapshot({100, 1, 1});
        comparison.second()->setSnapshotParameters({90, 1, 1}, run.model.parameters());
        captions = comparison.captions(first);
        QCOMPARE(captions.shortFirst,
                 shortFirst + QStringLiteral(", step 100") + mark + QStringLiteral("this, step 100"));
        QCOMPARE(captions.shortSecond,
                 shortSecond + QStringLiteral(", step 90") + mark + QStringLiteral("other, step 90"));
        // A label shows the first of them that has room.
        ElidedLabel label;
        label.setText(captions.second);
        label.setShortText(captions.shortSecond);
        const QString longest = shortSecond + QStringLiteral(", step 90");
        const int room = label.fontMetrics().horizontalAdvance(longest) + 2;
        label.resize(room, 20);
        QVERIFY(label.fitting().contains(longest));
        label.resize(label.fontMetrics().horizontalAdvance(QStringLiteral("other, step 90")) + 2, 20);
        QVERIFY(label.fitting().endsWith(QStringLiteral("step 90")));
    }
};

TEST_CLASS(TestAttentionCompared, QApplication)

}  // namespace test_attention_compared
#include "test_attention_compared.moc"
