// The pages with a real network behind them: maps, sample, typed sequences, the linked cursor, curves.
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTest>
#include <cmath>

#include "model/config/task.h"
#include "model/files/error.h"
#include "model/inspect/subject.h"
#include "model/run/records.h"
#include "runner.h"
#include "ui/controls/sequence_edit.h"
#include "ui/figures/figure_table.h"
#include "ui/pages/attention/ablation_bar.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/positions/positions_page.h"
#include "ui/pages/sample_bar.h"
#include "ui/pages/training/training_page.h"
#include "ui/state/comparison.h"
#include "ui/views/curve_view.h"
#include "ui/views/heat_map_view.h"
#include "ui/views/token_strip.h"
#include "ui/window_fixture.h"

using namespace attx;

class TestPages : public QObject {
    Q_OBJECT

    static QPoint centre(const HeatMapView& view, int map, int row, int col) {
        return view.rectOfCell(map, row, col).center().toPoint();
    }

private Q_SLOTS:
    void chanceIsThatOfTheTask_data() {
        const Rows<QString, int, QString> row("preset", "answers", "counted");
        row("sequences of digits", "reverse", 10, "token accuracy");
        row("texts, yes or no", "text-demo", 2, "text accuracy");
        row("sets of ten", "anomaly-shapes", 10, "set accuracy");
    }
    void chanceIsThatOfTheTask() {
        QFETCH(QString, preset);
        QFETCH(int, answers);
        QFETCH(QString, counted);
        const RunConfig config = presetByName(preset.toStdString());
        const auto byChance = [](const CurveFigure& figure) {
            for (const CurveSeries& series : figure.panels.front().series)
                if (series.name == QStringLiteral("chance level")) return series.y.front();
            return -1.0;
        };
        QCOMPARE(byChance(lossFigure(config, {})), std::log(answers));
        const CurveFigure accuracy = accuracyFigure(config, {});
        QCOMPARE(byChance(accuracy), 1.0 / answers);
        QCOMPARE(accuracy.panels.front().yLabel, counted);
        const KnownData known{.trainRows = {}, .chance = Chance{0.8, 0.5}};  // of unequal classes
        QCOMPARE(byChance(lossFigure(config, {}, {}, known)), 0.5);
        QCOMPARE(byChance(accuracyFigure(config, {}, {}, known)), 0.8);
    }

    void coloursHeldWhileLookingBackAreOfOneSample() {
        RunFixture run("reverse");
        AttentionPage page(run.model);
        page.show();
        run.show();
        const std::vector<float> usual = *run.model.parameters();
        const auto scale = [&] { return page.gridView()->figure().scale; };
        const auto look = [&](int64_t step, float times) {
            std::vector<float> parameters = usual;
            for (float& parameter : parameters) parameter *= times;
            run.model.shown().chooseSnapshot({step, 1, 10});
            run.model.shown().setSnapshotParameters(
                {step, 1, 10}, std::make_shared<const std::vector<float>>(std::move(parameters)));
        };
        look(1, 3);
        const float sharp = scale().hi;
        look(2, 0.1F);
        QCOMPARE(scale().hi, sharp);
        // What is masked is another question, and so is what it was before
        Ablation masked;
        masked.maskedTokens = {0};
        run.model.shown().setAblation(masked);
        QVERIFY2(scale().hi < sharp, qPrintable(QString::number(static_cast<double>(scale().hi))));
        look(3, 3);
        const float sharpMasked = scale().hi;
        look(4, 0.1F);
        QCOMPARE(scale().hi, sharpMasked);
        run.model.shown().setAblation({});
        QVERIFY2(scale().hi < std::min(sharp, sharpMasked),
                 qPrintable(QString::number(static_cast<double>(scale().hi))));
        run.model.chooseRow(1);
        QVERIFY2(scale().hi < sharp, qPrintable(QString::number(static_cast<double>(scale().hi))));
        QCOMPARE(scaleModeName(scale()), QStringLiteral("one scale, for all steps seen"));
    }

    void attentionIsThereAtOnce() {
        RunFixture run("reverse-deep");
        AttentionPage page(run.model);
        run.showOn(page, {1000, 700});
        const HeatMapGridFigure& figure = page.gridView()->figure();
        QCOMPARE(figure.maps.size(), 16u);
        QCOMPARE(figure.maps.front().title, QStringLiteral("Layer 1, Head 1"));
        QVERIFY(
            std::abs(std::accumulate(figure.maps[5].values.begin(), figure.maps[5].values.begin() + 16, 0.f) -
                     1.f) < 1e-4f);
        QCOMPARE(page.tokenStrip()->counted(), 16);
        QVERIFY(figure.scale.mode == ScaleMode::Shared);
    }

    void aClickEnlargesAHeadAndEscGoesBack() {
        RunFixture run("reverse-deep");
        AttentionPage page(run.model);
        run.showOn(page, {1000, 700});
        QVERIFY(!page.headView()->isVisible());
        QTest::mouseClick(page.gridView(), Qt::LeftButton, {}, centre(*page.gridView(), 6, 3, 3));
        QCOMPARE(page.chosenHead(), 6);
        QVERIFY(page.headView()->isVisible());
        // It gets the page; the others are thumbnails beside it.
        QTRY_VERIFY(page.headView()->width() > page.width() / 2);
        QVERIFY(page.gridView()->figure().thumbnails);
        const qreal cell = page.headView()->rectOfCell(0, 0, 0).width();
        QVERIFY2(cell > 4 * page.gridView()->rectOfCell(6, 0, 0).width(), qPrintable(QString::number(cell)));
        QCOMPARE(page.headView()->figure().maps.front().title, QStringLiteral("Layer 2, Head 3"));
        QCOMPARE(page.headView()->figure().maps.front().values, page.gridView()->figure().maps[6].values);
        QCOMPARE(page.frames().size(), 2u);
        QTest::keyClick(&page, Qt::Key_Right);
        QCOMPARE(page.chosenHead(), 7);
        QVERIFY(page.goBack());
        QVERIFY(!page.headView()->isVisible());
        QVERIFY(!page.goBack());
    }

    void aHeadGoesToStepByStep() {
        RunFixture run("reverse-deep");
        AttentionPage page(run.model);
        run.showOn(page, {1000, 700});
        QSignalSpy heads(&page, &AttentionPage::stepsRequested), pages(&page, &Page::pageRequested);
        QVERIFY(!page.stepsButton()->isVisible());  // none of the 16 is chosen
        page.chooseHead(6);
        QVERIFY(page.stepsButton()->isVisible());
        page.stepsButton()->click();
        QCOMPARE(heads.takeFirst(), (QVariantList{1, 2}));
        QCOMPARE(pages.takeFirst(), QVariantList{QStringLiteral("steps")});
        // By the menu of any head.
        Q_EMIT page.gridView()->menuRequested(9, {});
        QAction* entry = nullptr;
        for (QAction* action : page.findChild<QMenu*>(QString(), Qt::FindDirectChildrenOnly)->actions())
            if (action->text().contains(QStringLiteral("Step by step"))) entry = action;
        QVERIFY(entry);
        entry->trigger();
        QCOMPARE(heads.takeFirst(), (QVariantList{2, 1}));
        // The only head is large as it is.
        RunFixture single("reverse");
        AttentionPage other(single.model);
        other.show();
        single.show();
        QVERIFY(other.stepsButton()->isVisible());
    }

    void theFirstQueryStandsOnTopUnlessAskedOtherwise() {
        RunFixture run("reverse-deep");
        AttentionPage page(run.model);
        page.show();
        run.show();
        for (const bool below : {false, true}) {
            run.model.setFirstQueryBelow(below);
            const HeatMapView& view = *page.gridView();
            QCOMPARE(view.rectOfCell(0, 0, 0).top() > view.rectOfCell(0, 1, 0).top(), below);
            const auto exported = page.frames().front()->figure();
            QCOMPARE(static_cast<const HeatMapGridFigure&>(*exported).maps[0].originBelow, below);
        }
    }

    void theNextNetworkIsLookedAtNotAblated() {
        RunFixture run("reverse-deep");
        AttentionPage page(run.model);
        page.show();
        run.show();
        auto* mode = page.ablationBar()->findChildren<QPushButton*>()[0];  // "Ablate heads"
        QTest::mouseClick(mode, Qt::LeftButton);
        QVERIFY(page.ablationBar()->switchesHeads());
        run.show();
        QVERIFY(!page.ablationBar()->switchesHeads() && !mode->isChecked());
    }

    void hoverIsLinked() {
        RunFixture run("reverse-deep");
        AttentionPage page(run.model);
        run.showOn(page, {1000, 700});
        page.chooseHead(0);
        QCoreApplication::processEvents();  // the layout with both
        QSignalSpy readouts(&page, &Page::readout);
        QTest::mouseMove(page.headView(), centre(*page.headView(), 0, 3, 12));
        QTRY_VERIFY(!readouts.isEmpty());
        const QString text = readouts.back().front().toString();
        QVERIFY2(text.contains(QStringLiteral("query 4")) && text.contains(QStringLiteral("key 13")),
                 qPrintable(text));
        QCOMPARE(page.gridView()->figure().cursor.row, 3);
        QCOMPARE(page.gridView()->figure().cursor.col, 12);
        QCOMPARE(page.tokenStrip()->query(), 3);
        QCOMPARE(page.tokenStrip()->key(), 12);
    }

    void samplesAreChosen() {
        RunFixture run("reverse");
        AttentionPage page(run.model);
        page.show();
        run.show();
        auto* spin = page.findChild<SampleBar*>()->findChild<QSpinBox*>();
        QCOMPARE(spin->value(), 1);
        QTest::keyClick(&page, Qt::Key_Up);
        QCOMPARE(run.model.sampleRow(), 1);
        QCOMPARE(spin->value(), 2);
        spin->setValue(4);
        QCOMPARE(run.model.sampleRow(), 3);
        QTest::keyClick(&page, Qt::Key_Down);
        QCOMPARE(run.model.sampleRow(), 2);
        QVERIFY(page.sequenceEdit()->line()->text().startsWith(
            QString::number(run.model.sample().tokens.front())));
    }

    void ownSequencesAreShownAsTheyAreTyped() {
        RunFixture run("reverse");
        AttentionPage page(run.model);
        page.show();
        run.show();
        QLineEdit* line = page.sequenceEdit()->line();
        line->setFocus();
        QTest::keySequence(line, QKeySequence::SelectAll);
        QTest::keyClicks(line, QStringLiteral("3 1 4"));
        QCOMPARE(run.model.sample().tokens, (std::vector<int32_t>{3, 1, 4}));
        QCOMPARE(run.model.sample().expected, (std::vector<int32_t>{4, 1, 3}));
        QCOMPARE(run.model.sampleRow(), -1);
        QCOMPARE(page.gridView()->figure().maps.front().rows, 3);
        QCOMPARE(page.tokenStrip()->counted(), 3);
        QTest::keyClicks(line, QStringLiteral(" x"));
        QVERIFY(page.sequenceEdit()->problem().contains(QStringLiteral("x")));
        QCOMPARE(line->text(), QStringLiteral("3 1 4 x"));
        QCOMPARE(run.model.sample().tokens.size(), 3u);  // what was right stays in view
        QTest::keyClick(line, Qt::Key_Backspace);
        QTest::keyClicks(line, QStringLiteral("7"));
        QVERIFY(page.sequenceEdit()->problem().isEmpty());
        QCOMPARE(run.model.sample().tokens.size(), 4u);
    }

    /// In a low window curves scroll, as high as can be read.
    void curvesHaveTheirHeightInALowWindow() {
        RunFixture run("reverse");
        TrainingPage page(run.model);
        run.showOn(page, {600, 240});
        QCOMPARE(page.size(), QSize(600, 240));
        for (size_t i = 0; i < 4; ++i) QVERIFY(page.view(i)->height() >= 180);
    }

    /// Beside a lesson in a small window two of them would be cut.
    void curvesAreInOneColumnWhereTwoHaveNoRoom() {
        RunFixture run("reverse");
        TrainingPage page(run.model);
        page.show();
        run.show();
        for (const int width : {800, 340, 800}) {
            page.resize(width, 400);
            for (int i = 0; i < 4; ++i) QCoreApplication::processEvents();
            QCOMPARE(page.width(), width);
            const auto leftOf = [&](size_t i) { return page.view(i)->mapTo(&page, QPoint()).x(); };
            QCOMPARE(leftOf(1) == leftOf(0), width == 340);
            QVERIFY(leftOf(1) + page.view(1)->width() <= width);
        }
    }

    void curvesGrowAndKeepEarlierRuns() {
        RunFixture run("reverse");
        TrainingPage page(run.model);
        run.showOn(page, {900, 700});
        for (size_t i = 0; i < 4; ++i) QVERIFY(!page.view(i)->figure().panels.front().title.isEmpty());
        run.train(30);
        const auto& loss = page.view(0)->figure().panels.front().series;
        QCOMPARE(loss[0].x.size(), 30u);
        QCOMPARE(loss[0].x.back(), 30.0);
        QCOMPARE(loss[0].y[0], static_cast<double>(run.model.metrics().steps[0].loss));
        const EpochReport report{1, 30, 1, 1, 0.5, 0.75, true};
        const TrainProgress progress{.epoch = report};
        run.model.addProgress(progress);
        QCOMPARE(page.view(1)->figure().panels.front().series[1].y.back(), 0.75);
        run.model.beginRun(QStringLiteral("second"), QStringLiteral("native"));
        const auto& again = page.view(0)->figure().panels.front().series;
        QVERIFY(again[0].x.empty());
        QVERIFY(again.back().faint);
        QCOMPARE(again.back().x.size(), 30u);
        const auto anyFaint = [&] {
            const auto& series = page.view(0)->figure().panels.front().series;
            return std::any_of(series.begin(), series.end(), [](const CurveSeries& s) { return s.faint; });
        };
        page.restoreControls({{QStringLiteral("earlierRuns"), false}});
        QVERIFY(!anyFaint());
        page.restoreControls({{QStringLiteral("earlierRuns"), true}});
        QVERIFY(anyFaint());
        RunConfig config = run.model.config();
        config.data.task = TaskKind::Text;
        run.model.showNetwork(config, nullptr, nullptr, {});
        for (const CurveSeries& series : page.view(0)->figure().panels.front().series)
            QVERIFY2(!series.faint, "a run of another task");
    }

    void aRunThatGoesOnHasTheAxisOfItsPlan() {
        RunFixture run("reverse");
        TrainingPage page(run.model);
        page.show();
        run.show();
        const auto end = [&] { return page.view(0)->figure().panels.front().xHi; };
        const double planned = end();
        run.train(30);
        run.model.setState(RunState::Finished);
        run.model.setResult({});
        QCOMPARE(end(), 30.0);
        run.model.setState(RunState::Training);  // Stop, and Train again
        QCOMPARE(end(), planned);
    }

    void aComparedRunHasCurvesOfItsOwn() {
        RunFixture run("reverse");
        TrainingPage page(run.model);
        Comparison comparison(run.model.shown());
        page.setComparison(comparison);
        page.show();
        run.show();
        const auto series = [&](size_t view) { return page.view(view)->figure().panels.front().series; };
        const size_t alone = series(0).size();
        RunMetrics metrics;
        for (int64_t step = 1; step <= 3; ++step) metrics.steps.push_back({step, 1, 2.F, 0.5F, 1e-3F, 1.F});
        metrics.epochs.push_back({1, 3, 1, 1, 0.5, 0.75, true});
        comparison.open({QStringLiteral("other"), run.config, run.model.parameters(), {}, {}, metrics});
        QCOMPARE(series(0).size(), alone + 2);
        QCOMPARE(series(1).back().y, (std::vector<double>{0.75}));
        QVERIFY(!series(0).back().faint);
        QCOMPARE(series(0)[alone].name, QStringLiteral("other"));
        QCOMPARE(series(0)[alone].x.size(), size_t{3});
        QVERIFY(series(0)[alone].color != series(0)[0].color);
        run.train(2);  // the run's own curve grows on
        QCOMPARE(series(0)[0].x.size(), size_t{2});
        QVERIFY(comparison.whyNot(Comparison::Of::Curves).isEmpty());
        comparison.open({QStringLiteral("file"), run.config, run.model.parameters()});
        QVERIFY(comparison.whyNot(Comparison::Of::Curves).contains(QStringLiteral("no curves")));
        QCOMPARE(series(0).size(), alone);  // and no line of the legend
        comparison.close();
        QCOMPARE(series(0).size(), alone);
    }

    void controlsAreRemembered() {
        RunFixture run("reverse");
        TrainingPage training(run.model), otherTraining(run.model);
        training.findChild<QSlider*>()->setValue(40);
        otherTraining.restoreControls(training.controls());
        QCOMPARE(otherTraining.controls(), training.controls());
        PositionsPage positions(run.model), otherPositions(run.model);
        positions.findChild<QSpinBox*>()->setValue(20);
        otherPositions.restoreControls(positions.controls());
        QCOMPARE(otherPositions.controls(), positions.controls());
        QCOMPARE(otherPositions.findChild<HeatMapView*>()->figure().maps.front().rows, 20);
    }

    void figuresByName() {
        RunFixture run("reverse");
        run.show();
        run.train(5);
        FigureSources sources{.config = run.config};
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(figureByName("loss", sources)), Error);
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(figureByName("attention", sources)), Error);
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(figureByName("nothing", sources)), Error);
        sources.metrics = run.model.metrics();
        sources.inspection = run.model.inspection();
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(figureByName("ablation", sources)), Error);
        sources.ablation = HeadAblation{1, 1, {2.0, 3, 4}, {{6.0, 1, 4}}};
        QCOMPARE(figureByName("ablation", sources)->data()[0].values, (std::vector<float>{1.0f, 0.5f}));
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(figureByName("sets", sources)), Error);
        const std::atomic<bool> never{false};
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(figureByName("confusion", sources)), Error);
        sources.evaluation = evaluateSplit(run.model.subject(), false, {}, never);
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(figureByName("faithfulness", sources)), Error);
        const FaithfulnessOptions few{.samples = 2};
        sources.faithfulness = measureFaithfulness(run.model.subject(), few, {}, never);
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(figureByName("pair", sources)), Error);
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(figureByName("places", sources)), Error);
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(figureByName("heads", sources)), Error);
        Inspector inspector(run.config.network);
        inspector.setParameters(run.model.parameters());
        sources.pair = pairUpClose(inspector, run.model.inspection().sample, {0, 0, 1, 2});
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(figureByName("patching", sources)), Error);
        sources.patching = patchActivations(inspector, sampleOf({1, 2, 3}), sampleOf({1, 2, 4}), {});
        sources.places = whereThingsLie(run.model.subject(), nullptr, {}, never);
        HeadMoment moment;
        moment.kinds.resize(1);
        moment.importance = {0.5};
        sources.history = HeadHistory{1, 1, 8, 1, {moment}};
        for (const NamedFigure& named : figureTable()) {
            if (named.whyNot(run.config) || named.needs.explanation || named.needs.runs)
                continue;  // test_render_command, test_figures_of_runs
            const std::unique_ptr<Figure> figure = figureByName(named.name, sources);
            QVERIFY2(!figure->data().empty(), named.name);
            QVERIFY2(!figure->title().isEmpty(), named.name);
        }
    }
};

TEST_CLASS(TestPages, QApplication)
#include "test_pages.moc"
