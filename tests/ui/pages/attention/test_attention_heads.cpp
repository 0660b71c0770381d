// The heads of the page Attention: switched off one by one and by layers, tried in turn, sorted and filtered.
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <cmath>

#include "runner.h"
#include "ui/asked.h"
#include "ui/controls/head_order.h"
#include "ui/named.h"
#include "ui/pages/attention/ablation_bar.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/state/ablation_study.h"
#include "ui/views/heat_map_view.h"
#include "ui/views/token_strip.h"
#include "ui/window_fixture.h"

using namespace attx;

namespace test_attention_heads {

class TestAttentionHeads : public QObject {
    Q_OBJECT

    static QPoint centre(const HeatMapView& view, int map, int row, int col) {
        return view.rectOfCell(map, row, col).center().toPoint();
    }

private Q_SLOTS:
    void aHeadIsClickedOff() {
        RunFixture run("reverse-deep");
        AttentionPage page(run.model);
        run.showOn(page, {1000, 700});
        const Inspection whole = run.model.inspection();
        Asked asked(page.study().effectStudy());
        auto* mode = page.ablationBar()->findChildren<QPushButton*>()[0];  // "Ablate heads"
        QTest::mouseClick(mode, Qt::LeftButton);
        QTest::mouseClick(page.gridView(), Qt::LeftButton, {}, centre(*page.gridView(), 6, 3, 3));
        QCOMPARE(page.chosenHead(), -1);
        QVERIFY(page.study().isOff(6));
        std::vector<float> gates(16, 1.0f);
        gates[6] = 0.0f;
        QCOMPARE(run.model.ablation().headGates, gates);
        // What is shown is what the network computes without the head.
        Inspector inspector(run.config.network);
        inspector.setParameters(run.model.parameters());
        inspector.setAblation({gates, {}});
        const Inspection expected = inspector.inspect(run.model.sample());
        QCOMPARE(run.model.inspection().logits, expected.logits);
        QVERIFY(run.model.inspection().logits != whole.logits);
        const auto& maps = page.gridView()->figure().maps;
        QVERIFY(maps[6].off && !maps[5].off);
        QCOMPARE(maps[8].values,
                 std::vector<float>(expected.attention[2].begin(), expected.attention[2].begin() + 256));
        // The application is asked what it costs, and the bar says it.
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.study.askedWith().ablation.headGates, gates);
        QVERIFY(!page.study().effect());
        asked.answer(0, {{10, 90, 100}, {50, 60, 100}});
        const QString text = page.ablationBar()->text();
        QVERIFY2(text.contains(QStringLiteral("1 head ablated")) &&
                     text.contains(QStringLiteral("0.1 → 0.5")) &&
                     text.contains(QStringLiteral("90.0 % → 60.0 %")),
                 qPrintable(text));
        // Layers, by their menu; Ctrl+click and the key without the mode; all on.
        page.study().toggleLayer(3);
        QCOMPARE(page.study().headsOff(), 5);
        QTest::mouseClick(mode, Qt::LeftButton);
        QTest::mouseClick(page.gridView(), Qt::LeftButton, Qt::ControlModifier,
                          centre(*page.gridView(), 6, 3, 3));
        QCOMPARE(page.study().headsOff(), 4);
        QTest::keyClick(page.gridView(), Qt::Key_X);
        QCOMPARE(page.study().headsOff(), 5);
        page.study().keepOnly(1);
        QCOMPARE(page.study().headsOff(), 8);
        page.study().reset();
        QCOMPARE(run.model.inspection().logits, whole.logits);
        QVERIFY(page.ablationBar()->text().isEmpty());
    }

    void aTokenIsClickedOff() {
        RunFixture run("reverse-deep");
        AttentionPage page(run.model);
        run.showOn(page, {1000, 700});
        const Inspection whole = run.model.inspection();
        TokenStrip* strip = page.tokenStrip();
        QTest::mouseClick(strip, Qt::LeftButton, {}, strip->rectOfToken(3).center().toPoint());
        QCOMPARE(run.model.ablation().maskedTokens, (std::vector<int32_t>{3}));
        for (const HeatMap& map : page.gridView()->figure().maps)
            for (int query = 0; query < 16; ++query) QCOMPARE(map.at(query, 3), 0.f);
        QVERIFY(run.model.inspection().logits != whole.logits);
        QVERIFY(page.ablationBar()->text().contains(QStringLiteral("1 token masked")));
        QTest::mouseClick(strip, Qt::LeftButton, {}, strip->rectOfToken(3).center().toPoint());
        QCOMPARE(run.model.inspection().logits, whole.logits);
        // Another sample has all its tokens; the last token left stays.
        run.model.shown().toggleToken(0);
        run.model.chooseRow(1);
        QVERIFY(run.model.ablation().empty());
        run.model.shown().chooseSample(sampleOf({1, 2}));
        run.model.shown().toggleToken(0);
        run.model.shown().toggleToken(1);
        QCOMPARE(run.model.ablation().maskedTokens, (std::vector<int32_t>{0}));
    }

    /// A second click at the same place is one on the same token.
    void tokensStayUnderThePointer() {
        RunFixture run("reverse-deep");
        AttentionPage page(run.model);
        run.showOn(page, {1000, 700});
        TokenStrip* strip = page.tokenStrip();
        const QPoint place = strip->rectOfToken(3).center().toPoint();
        const QPoint before = strip->mapTo(&page, place);
        QTest::mouseMove(strip, place);
        QTRY_VERIFY(strip->isPointedAt());
        QTest::mouseClick(strip, Qt::LeftButton, {}, place);
        QTest::qWait(50);  // for what is laid out later
        QCOMPARE(strip->mapTo(&page, strip->rectOfToken(3).center().toPoint()), before);
        QVERIFY(!page.ablationBar()->stateLine()->isVisible());
        QEvent left(QEvent::Leave);
        QCoreApplication::sendEvent(strip, &left);
        QVERIFY(page.ablationBar()->stateLine()->isVisible());
    }

    void wholeLayersAreSwitched() {
        RunFixture run("reverse-deep");
        AttentionPage page(run.model);
        run.showOn(page, {1000, 700});
        const auto choose = [&](const QString& text) {
            Q_EMIT page.gridView()->menuRequested(8, {});  // the first head of layer 3
            QMenu* menu = page.findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly).constLast();
            for (QAction* action : menu->actions())
                if (action->text() == text) action->trigger();
            delete menu;
        };
        choose(QStringLiteral("Ablate or restore layer 3"));
        for (int head = 0; head < 16; ++head) QCOMPARE(page.study().isOff(head), head / 4 == 2);
        choose(QStringLiteral("Ablate or restore layer 3"));
        QVERIFY(run.model.ablation().empty());
    }

    void eachHeadIsTriedWithProgressAndCancel() {
        RunFixture run("reverse-deep");
        AttentionPage page(run.model);
        run.showOn(page, {1000, 700});
        AblationStudy& study = page.study();
        Asked asked(study.sweepStudy());
        QSignalSpy cancelled(&study.sweepStudy(), &StudyBase::cancelled);
        auto* button = page.ablationBar()->findChildren<QPushButton*>()[1];
        QCOMPARE(button->text(), QStringLiteral("Head importance"));
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(asked.count(), 1);
        QVERIFY(study.isSweeping() && page.ablationView()->isVisible());
        HeadAblation soFar{4, 4, {100, 90, 100}, {{300, 50, 100}, {100, 90, 100}}};
        asked.answer(0, soFar, false);
        QCOMPARE(page.findChild<QProgressBar*>()->value(), 2);
        const HeatMap& map = page.ablationView()->figure().maps[0];
        QCOMPARE(map.values[0], 2.0f);
        QVERIFY(std::isnan(map.values[2]));
        QTest::mouseClick(button, Qt::LeftButton);  // "Cancel"
        QCOMPARE(cancelled.size(), 1);
        QVERIFY(!study.isSweeping() && !page.ablationView()->isVisible());

        QTest::mouseClick(button, Qt::LeftButton);
        asked.answer(0, soFar, false);  // of the one that was cancelled
        QVERIFY(study.sweep()->without.empty());
        soFar.without.resize(16, {100, 90, 100});
        asked.answer(1, soFar);
        QVERIFY(!study.isSweeping());
        QCOMPARE(page.frames().size(), 2u);
        // A click on a cost switches that head off; the costs stay.
        QCoreApplication::processEvents();
        QTest::mouseClick(page.ablationView(), Qt::LeftButton, {}, centre(*page.ablationView(), 0, 2, 1));
        QVERIFY(study.isOff(9));
        QVERIFY(study.sweep());
        RunConfig other = run.config;
        other.network.numLayers = 2;
        run.model.showNetwork(
            other,
            std::make_shared<const std::vector<float>>(initialParameters(buildProgram(other.network, 16), 1)),
            run.data);
        QVERIFY(!study.sweep() && run.model.ablation().empty());
    }

    void headsAreSortedAndFiltered() {
        RunFixture run("reverse-deep");
        AttentionPage page(run.model);
        run.showOn(page, {1000, 700});
        const std::vector<HeadKind> statistics = headKinds(LayerMaps(run.model.inspection().attention, 4),
                                                           patternInput(run.model.inspection().sample));
        auto* by = named<QComboBox>(page, "sort heads by");
        by->setCurrentIndex(2);  // distance
        const auto& maps = page.gridView()->figure().maps;
        QCOMPARE(maps.size(), 16u);
        std::vector<int> order = orderedHeads(statistics, {HeadMeasure::Distance, false, 0, 15});
        for (size_t i = 0; i < 16; ++i) {
            const auto head = static_cast<size_t>(order[i]);
            if (i > 0)
                QVERIFY(statistics[head].distance >= statistics[static_cast<size_t>(order[i - 1])].distance);
            QVERIFY(maps[i].title.endsWith(measureText(statistics[head], HeadMeasure::Distance)));
        }
        QTest::mouseClick(page.gridView(), Qt::LeftButton, {}, centre(*page.gridView(), 5, 3, 3));
        QCOMPARE(page.chosenHead(), order[5]);
        page.goBack();
        QTest::mouseClick(page.gridView(), Qt::LeftButton, Qt::ControlModifier,
                          centre(*page.gridView(), 2, 3, 3));
        QVERIFY(page.study().isOff(order[2]));
        page.study().reset();
        // Of the filter both ends count.
        const double limit =
            std::round(measureOf(statistics[static_cast<size_t>(order[9])], HeadMeasure::Distance) * 100) /
            100;
        auto* to = page.findChildren<QDoubleSpinBox*>()[1];
        to->setValue(limit);
        const auto shown = orderedHeads(statistics, {HeadMeasure::Distance, false, 0, limit}).size();
        QVERIFY(shown >= 10 && shown < 16);
        QCOMPARE(maps.size(), shown);
        to->setValue(0);
        QVERIFY(maps.empty());
        // By a pattern; one that these sequences do not have leaves no head.
        by->setCurrentIndex(by->findText(QStringLiteral("anti-diagonal")));
        QCOMPARE(maps.size(), 16u);
        order = orderedHeads(statistics, {measureOf(HeadPattern::AntiDiagonal), false, 0, 1});
        const auto least = statistics[static_cast<size_t>(order[0])].of(HeadPattern::AntiDiagonal);
        QVERIFY(maps[0].title.endsWith(QString::number(static_cast<double>(least), 'f', 2)));
        by->setCurrentIndex(by->findText(QStringLiteral("padding")));
        QVERIFY(maps.empty());
        by->setCurrentIndex(0);
        QCOMPARE(maps.size(), 16u);
        QCOMPARE(maps.front().title, QStringLiteral("Layer 1, Head 1"));
    }

    /// Of a network of many heads the page shows a layer at a time, and sorts its heads alone.
    void headsOfALayerAreSorted() {
        RunFixture run("reverse-deep");
        run.config.network.numHeads = 16;  // 64 heads
        AttentionPage page(run.model);
        run.showOn(page, {1000, 700});
        const std::vector<HeadKind> all = headKinds(LayerMaps(run.model.inspection().attention, 16),
                                                    patternInput(run.model.inspection().sample));
        named<QComboBox>(page, "sort heads by")->setCurrentIndex(2);  // distance
        named<QComboBox>(page, "Layer")->setCurrentIndex(3);
        const std::vector<HeadKind> third(all.begin() + 32, all.begin() + 48);
        const std::vector<int> order = orderedHeads(third, {HeadMeasure::Distance, false, 0, 15});
        const auto& maps = page.gridView()->figure().maps;
        QCOMPARE(maps.size(), 16u);
        for (size_t i = 0; i < 16; ++i) {
            const auto head = static_cast<size_t>(order[i]);
            QVERIFY2(maps[i].title.startsWith(QStringLiteral("Layer 3, Head %1").arg(head + 1)),
                     qPrintable(maps[i].title));
            QVERIFY(maps[i].title.endsWith(measureText(third[head], HeadMeasure::Distance)));
        }
        QTest::mouseClick(page.gridView(), Qt::LeftButton, {}, centre(*page.gridView(), 5, 3, 3));
        QCOMPARE(page.chosenHead(), 32 + order[5]);
    }

    /// The kinds of heads are those of the sample that is shown.
    void measuresFollowTheSample() {
        RunFixture run("reverse-deep");
        AttentionPage page(run.model);
        run.showOn(page, {1000, 700});
        named<QComboBox>(page, "sort heads by")->setCurrentIndex(2);
        const auto measuresAreTrue = [&] {
            const Inspection& inspection = run.model.inspection();
            const std::vector<HeadKind> kinds =
                headKinds(LayerMaps(inspection.attention, 4), patternInput(inspection.sample));
            const std::vector<int> order = orderedHeads(kinds, {HeadMeasure::Distance, false, 0, 15});
            const auto& maps = page.gridView()->figure().maps;
            if (maps.size() != order.size()) return false;
            for (size_t i = 0; i < order.size(); ++i)
                if (!maps[i].title.endsWith(
                        measureText(kinds[static_cast<size_t>(order[i])], HeadMeasure::Distance)))
                    return false;
            return true;
        };
        QVERIFY(measuresAreTrue());
        const std::vector<HeatMap> before = page.gridView()->figure().maps;
        run.model.chooseRow(3);
        QVERIFY(page.gridView()->figure().maps.front().values != before.front().values);
        QVERIFY(measuresAreTrue());
    }
};

TEST_CLASS(TestAttentionHeads, QApplication)

}  // namespace test_attention_heads
#include "test_attention_heads.moc"
