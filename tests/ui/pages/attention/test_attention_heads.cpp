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
#include "ui/page_test.h"
#include "ui/pages/attention/ablation_bar.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/state/ablation_study.h"
#include "ui/views/heat_map_view.h"
#include "ui/views/token_strip.h"

using namespace attx;

namespace test_attention_heads {

class TestAttentionHeads : public QObject, PageTest<AttentionPage> {
    Q_OBJECT

    static QPoint centre(const HeatMapView& view, int map, int row, int col) {
        return view.rectOfCell(map, row, col).center().toPoint();
    }

private Q_SLOTS:
    void init() { open("reverse-deep", {1000, 700}); }
    void cleanup() { close(); }

    void aHeadIsClickedOff() {
        const Inspection whole = run_->model.inspection();
        Asked asked(page_->study().effectStudy());
        auto* mode = page_->ablationBar()->findChildren<QPushButton*>()[0];  // "Ablate heads"
        QTest::mouseClick(mode, Qt::LeftButton);
        QTest::mouseClick(page_->gridView(), Qt::LeftButton, {}, centre(*page_->gridView(), 6, 3, 3));
        QCOMPARE(page_->chosenHead(), -1);
        QVERIFY(page_->study().isOff(6));
        std::vector<float> gates(16, 1.0f);
        gates[6] = 0.0f;
        QCOMPARE(run_->model.ablation().headGates, gates);
        // What is shown is what the network computes without the head.
        Inspector inspector(run_->config.network);
        inspector.setParameters(run_->model.parameters());
        inspector.setAblation({gates, {}});
        const Inspection expected = inspector.inspect(run_->model.sample());
        QCOMPARE(run_->model.inspection().logits, expected.logits);
        QVERIFY(run_->model.inspection().logits != whole.logits);
        const auto& maps = page_->gridView()->figure().maps;
        QVERIFY(maps[6].off && !maps[5].off);
        QCOMPARE(maps[8].values,
                 std::vector<float>(expected.attention[2].begin(), expected.attention[2].begin() + 256));
        // The application is asked what it costs, and the bar says it.
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.study.askedWith().ablation.headGates, gates);
        QVERIFY(!page_->study().effect());
        asked.answer(0, {{10, 90, 100}, {50, 60, 100}});
        const QString text = page_->ablationBar()->text();
        QVERIFY2(text.contains(QStringLiteral("1 head ablated")) &&
                     text.contains(QStringLiteral("0.1 → 0.5")) &&
                     text.contains(QStringLiteral("90.0 % → 60.0 %")),
                 qPrintable(text));
        // Layers, by their menu; Ctrl+click and the key without the mode; all on.
        page_->study().toggleLayer(3);
        QCOMPARE(page_->study().headsOff(), 5);
        QTest::mouseClick(mode, Qt::LeftButton);
        QTest::mouseClick(page_->gridView(), Qt::LeftButton, Qt::ControlModifier,
                          centre(*page_->gridView(), 6, 3, 3));
        QCOMPARE(page_->study().headsOff(), 4);
        QTest::keyClick(page_->gridView(), Qt::Key_X);
        QCOMPARE(page_->study().headsOff(), 5);
        page_->study().keepOnly(1);
        QCOMPARE(page_->study().headsOff(), 8);
        page_->study().reset();
        QCOMPARE(run_->model.inspection().logits, whole.logits);
        QVERIFY(page_->ablationBar()->text().isEmpty());
    }

    void aTokenIsClickedOff() {
        const Inspection whole = run_->model.inspection();
        TokenStrip* strip = page_->tokenStrip();
        QTest::mouseClick(strip, Qt::LeftButton, {}, strip->rectOfToken(3).center().toPoint());
        QCOMPARE(run_->model.ablation().maskedTokens, (std::vector<int32_t>{3}));
        for (const HeatMap& map : page_->gridView()->figure().maps)
            for (int query = 0; query < 16; ++query) QCOMPARE(map.at(query, 3), 0.f);
        QVERIFY(run_->model.inspection().logits != whole.logits);
        QVERIFY(page_->ablationBar()->text().contains(QStringLiteral("1 token masked")));
        QTest::mouseClick(strip, Qt::LeftButton, {}, strip->rectOfToken(3).center().toPoint());
        QCOMPARE(run_->model.inspection().logits, whole.logits);
        // Another sample has all its tokens; the last token left stays.
        run_->model.shown().toggleToken(0);
        run_->model.chooseRow(1);
        QVERIFY(run_->model.ablation().empty());
        run_->model.shown().chooseSample(sampleOf({1, 2}));
        run_->model.shown().toggleToken(0);
        run_->model.shown().toggleToken(1);
        QCOMPARE(run_->model.ablation().maskedTokens, (std::vector<int32_t>{0}));
    }

    /// A second click at the same place is one on the same token.
    void tokensStayUnderThePointer() {
        TokenStrip* strip = page_->tokenStrip();
        const QPoint place = strip->rectOfToken(3).center().toPoint();
        const QPoint before = strip->mapTo(page_.get(), place);
        QTest::mouseMove(strip, place);
        QTRY_VERIFY(strip->isPointedAt());
        QTest::mouseClick(strip, Qt::LeftButton, {}, place);
        QTest::qWait(50);  // for what is laid out later
        QCOMPARE(strip->mapTo(page_.get(), strip->rectOfToken(3).center().toPoint()), before);
        QVERIFY(!page_->ablationBar()->stateLine()->isVisible());
        QEvent left(QEvent::Leave);
        QCoreApplication::sendEvent(strip, &left);
        QVERIFY(page_->ablationBar()->stateLine()->isVisible());
    }

    void wholeLayersAreSwitched() {
        const auto choose = [&](const QString& text) {
            Q_EMIT page_->gridView()->menuRequested(8, {});  // the first head of layer 3
            QMenu* menu = page_->findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly).constLast();
            for (QAction* action : menu->actions())
                if (action->text() == text) action->trigger();
            delete menu;
        };
        choose(QStringLiteral("Ablate or restore layer 3"));
        for (int head = 0; head < 16; ++head) QCOMPARE(page_->study().isOff(head), head / 4 == 2);
        choose(QStringLiteral("Ablate or restore layer 3"));
        QVERIFY(run_->model.ablation().empty());
    }

    void eachHeadIsTriedWithProgressAndCancel() {
        AblationStudy& study = page_->study();
        Asked asked(study.sweepStudy());
        QSignalSpy cancelled(&study.sweepStudy(), &StudyBase::cancelled);
        auto* button = page_->ablationBar()->findChildren<QPushButton*>()[1];
        QCOMPARE(button->text(), QStringLiteral("Head importance"));
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(asked.count(), 1);
        QVERIFY(study.isSweeping() && page_->ablationView()->isVisible());
        HeadAblation soFar{4, 4, {100, 90, 100}, {{300, 50, 100}, {100, 90, 100}}};
        asked.answer(0, soFar, false);
        QCOMPARE(page_->findChild<QProgressBar*>()->value(), 2);
        const HeatMap& map = page_->ablationView()->figure().maps[0];
        QCOMPARE(map.values[0], 2.0f);
        QVERIFY(std::isnan(map.values[2]));
        QTest::mouseClick(button, Qt::LeftButton);  // "Cancel"
        QCOMPARE(cancelled.size(), 1);
        QVERIFY(!study.isSweeping() && !page_->ablationView()->isVisible());

        QTest::mouseClick(button, Qt::LeftButton);
        asked.answer(0, soFar, false);  // of the one that was cancelled
        QVERIFY(study.sweep()->without.empty());
        soFar.without.resize(16, {100, 90, 100});
        asked.answer(1, soFar);
        QVERIFY(!study.isSweeping());
        QCOMPARE(page_->frames().size(), 2u);
        // A click on a cost switches that head off; the costs stay.
        QCoreApplication::processEvents();
        QTest::mouseClick(page_->ablationView(), Qt::LeftButton, {}, centre(*page_->ablationView(), 0, 2, 1));
        QVERIFY(study.isOff(9));
        QVERIFY(study.sweep());
        RunConfig other = run_->config;
        other.network.numLayers = 2;
        run_->model.showNetwork(
            other,
            std::make_shared<const std::vector<float>>(initialParameters(buildProgram(other.network, 16), 1)),
            run_->data);
        QVERIFY(!study.sweep() && run_->model.ablation().empty());
    }

    void headsAreSortedAndFiltered() {
        const std::vector<HeadKind> statistics = headKinds(LayerMaps(run_->model.inspection().attention, 4),
                                                           patternInput(run_->model.inspection().sample));
        auto* by = named<QComboBox>(*page_, "sort heads by");
        by->setCurrentIndex(2);  // distance
        const auto& maps = page_->gridView()->figure().maps;
        QCOMPARE(maps.size(), 16u);
        std::vector<int> order = orderedHeads(statistics, {HeadMeasure::Distance, false, 0, 15});
        for (size_t i = 0; i < 16; ++i) {
            const auto head = static_cast<size_t>(order[i]);
            if (i > 0)
                QVERIFY(statistics[head].distance >= statistics[static_cast<size_t>(order[i - 1])].distance);
            QVERIFY(maps[i].title.endsWith(measureText(statistics[head], HeadMeasure::Distance)));
        }
        QTest::mouseClick(page_->gridView(), Qt::LeftButton, {}, centre(*page_->gridView(), 5, 3, 3));
        QCOMPARE(page_->chosenHead(), order[5]);
        page_->goBack();
        QTest::mouseClick(page_->gridView(), Qt::LeftButton, Qt::ControlModifier,
                          centre(*page_->gridView(), 2, 3, 3));
        QVERIFY(page_->study().isOff(order[2]));
        page_->study().reset();
        // Of the filter both ends count.
        const double limit =
            std::round(measureOf(statistics[static_cast<size_t>(order[9])], HeadMeasure::Distance) * 100) /
            100;
        auto* to = page_->findChildren<QDoubleSpinBox*>()[1];
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
        named<QComboBox>(*page_, "sort heads by")->setCurrentIndex(2);
        const auto measuresAreTrue = [&] {
            const Inspection& inspection = run_->model.inspection();
            const std::vector<HeadKind> kinds =
                headKinds(LayerMaps(inspection.attention, 4), patternInput(inspection.sample));
            const std::vector<int> order = orderedHeads(kinds, {HeadMeasure::Distance, false, 0, 15});
            const auto& maps = page_->gridView()->figure().maps;
            if (maps.size() != order.size()) return false;
            for (size_t i = 0; i < order.size(); ++i)
                if (!maps[i].title.endsWith(
                        measureText(kinds[static_cast<size_t>(order[i])], HeadMeasure::Distance)))
                    return false;
            return true;
        };
        QVERIFY(measuresAreTrue());
        const std::vector<HeatMap> before = page_->gridView()->figure().maps;
        run_->model.chooseRow(3);
        QVERIFY(page_->gridView()->figure().maps.front().values != before.front().values);
        QVERIFY(measuresAreTrue());
    }
};

TEST_CLASS(TestAttentionHeads, QApplication)

}  // namespace test_attention_heads
#include "test_attention_heads.moc"
