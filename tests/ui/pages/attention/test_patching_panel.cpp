// Activation patching on the page Attention: opened by its button, kept up with the sample, and refused in
// words.
#include <QPushButton>
#include <QSpinBox>
#include <QTest>

#include "runner.h"
#include "thrown.h"
#include "ui/asked.h"
#include "ui/controls/sequence_edit.h"
#include "ui/figures/maps/patching_figure.h"
#include "ui/named.h"
#include "ui/page_test.h"
#include "ui/pages/attention/ablation_bar.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/attention/patching_panel.h"
#include "ui/state/ablation_study.h"
#include "ui/views/heat_map_view.h"

using namespace attx;

class TestPatchingPanel : public QObject, PageTest<AttentionPage> {
    Q_OBJECT

    void open(const std::string& preset) { PageTest::open(preset, {1000, 700}); }
    [[nodiscard]] PatchingPanel& panel() const { return *page_->findChild<PatchingPanel*>(); }
    [[nodiscard]] SequenceEdit* cleanEdit() const { return panel().findChild<SequenceEdit*>(); }

private Q_SLOTS:
    /// An activation may drive the answer further away: zero is the middle of the colours.
    void mapsDivergeAboutNothingAndWarn() {
        Patching patching;
        patching.layers = patching.heads = 1;
        patching.length = 2;
        patching.corruptedInput = patching.cleanInput = sampleOf({1, 2});
        patching.positions = {-3, 0.5F, 0, 1};
        patching.ofHeads = {-12};
        for (const HeatMapFigure& figure : {patchedPositionsFigure(patching), patchedHeadsFigure(patching)}) {
            const ColorRange range = figure.ranges().front();
            QCOMPARE(range.lo, -range.hi);
            QVERIFY(scaleOf(figure.maps.front(), figure.scale).map == ColorMap::BlueRed);
            QVERIFY(figure.note().isEmpty());
        }
        patching.answeredAlike = true;
        patching.position = 1;
        const HeatMapFigure warned = patchedPositionsFigure(patching);
        QVERIFY2(warned.note().contains(QStringLiteral("answered alike")), qPrintable(warned.note()));
        const QString table = QString::fromStdString(warned.csv());
        QVERIFY2(
            table.contains(QStringLiteral(",explains,explained_position,explained_class,second_class,"
                                          "metric_clean,metric_corrupted,answered_alike,split,sample\n")) &&
                table.contains(QStringLiteral(",0,1,logit difference,1,0,0,0,0,true,own,\n")),
            qPrintable(table));
    }

    void cleanup() { close(); }

    void aLowPanelScrollsRatherThanSqueezeItsMaps() {
        open("reverse-deep");
        page_->resize(660, 480);
        QTest::mouseClick(page_->patchButton(), Qt::LeftButton);
        for (const HeatMapView* view : {panel().positionsView(), panel().headsView()})
            QTRY_VERIFY2(view->height() >= 150, qPrintable(QString::number(view->height())));
        QVERIFY(page_->height() <= 480);
    }

    void whatBringsTheCleanAnswerBack() {
        open("reverse-deep");
        Asked asked(panel().study());
        QVERIFY(!page_->patchButton()->isHidden());
        page_->chooseHead(6);
        QTest::mouseClick(page_->patchButton(), Qt::LeftButton);
        QCOMPARE(page_->chosenHead(), -1);  // the room is the panel's
        QCOMPARE(asked.count(), 1);
        QCOMPARE(panel().clean().rowOf(SampleSource::Validation), int64_t{1});  // the next sample
        asked.workOut();
        std::vector<int32_t> clean = run_->model.sample().tokens;
        clean[3] = (clean[3] + 1) % 10;
        Q_EMIT cleanEdit()->tokensEdited(clean);
        named<QSpinBox>(panel(), "Position")->setValue(13);  // counted from 1, as on the axes
        asked.workOut();                                     // to the first; the second is asked then
        asked.workOut();
        const Patching& found = *panel().study().answer();
        QCOMPARE(found.position, 12);
        QCOMPARE(found.cleanInput.tokens, clean);
        const HeatMap& positions = panel().positionsView()->figure().maps.front();
        QCOMPARE(std::pair(positions.rows, positions.cols), std::pair(5, 16));
        for (int t = 0; t < 16; ++t) {  // they differ at one position, and are read at another
            QVERIFY(std::abs(positions.at(0, t) - (t == 3 ? 1.0F : 0.0F)) < 1e-3F);
            QVERIFY(std::abs(positions.at(4, t) - (t == 12 ? 1.0F : 0.0F)) < 1e-3F);
        }
        QCOMPARE(panel().headsView()->figure().maps.front().values.size(), size_t{16});
        QVERIFY2(panel().text().contains(QStringLiteral("at position 13")), qPrintable(panel().text()));
        QCOMPARE(page_->frames().size(), size_t{3});
        QVERIFY(page_->goBack());
        QVERIFY(panel().isHidden() && !page_->patchButton()->isChecked());
        QCOMPARE(page_->frames().size(), size_t{1});
    }

    void aCleanInputOfOnesOwnStaysWhileItFits() {
        open("reverse");
        Asked asked(panel().study());
        page_->patchButton()->setChecked(true);
        asked.workOut();
        Q_EMIT cleanEdit()->tokensEdited({1, 2});
        QCOMPARE(asked.count(), 1);
        QVERIFY2(panel().text().contains(QStringLiteral("as many tokens as the sample below, 16; it has 2")),
                 qPrintable(panel().text()));
        QVERIFY(panel().frames().empty());
        const std::vector<int32_t> own(16, 7);
        Q_EMIT cleanEdit()->tokensEdited(own);
        QCOMPARE(asked.count(), 2);
        asked.workOut();
        QCOMPARE(panel().frames().size(), size_t{2});
        run_->model.chooseRow(2);
        QCOMPARE(panel().clean().tokens, own);
        QCOMPARE(asked.count(), 3);
        asked.workOut();
        QVERIFY(panel().study().answer()->corruptedInput == run_->model.sample());
        run_->model.shown().chooseSample(sampleOf({1, 2, 3}));
        std::vector<int32_t> begun =
            sampleOf(run_->config, *run_->data, {SampleSource::Validation, 1}).tokens;
        begun.resize(3);  // none of the data is so short
        QCOMPARE(panel().clean().tokens, begun);
    }

    void ofTextsOneWithAnotherAnswerIsSuggested() {
        const RunConfig config = presetByName("text-demo");
        RunModel model;
        AttentionPage page(model);
        page.resize(1000, 700);
        page.show();
        model.showNetwork(config,
                          std::make_shared<const std::vector<float>>(initialParameters(
                              buildProgram(config.network, config.data.positions()), config.seed)),
                          std::make_shared<const DataSet>(makeData(config.data)));
        page.patchButton()->setChecked(true);
        for (const int64_t row : {0, 1, 2}) {
            model.chooseRow(row);
            const Sample& sample = model.sample();
            const Sample& clean = page.findChild<PatchingPanel*>()->clean();
            QCOMPARE(clean.tokens.size(), sample.tokens.size());
            QVERIFY(clean.expected.empty() || clean.expected != sample.expected);
            std::vector<int32_t> reversed = sample.tokens;
            std::reverse(reversed.begin(), reversed.end());
            QVERIFY(clean.tokens != reversed);
        }
    }

    void theSameInputIsRefused() {
        open("reverse");
        Asked asked(panel().study());
        page_->patchButton()->setChecked(true);
        asked.workOut();
        Q_EMIT cleanEdit()->tokensEdited(run_->model.sample().tokens);
        const QString why = thrownMessage([&] { asked.workOut(); });
        VERIFY_SAYS(why, "nothing to bring back");
        panel().study().fail(asked.tag(asked.count() - 1), why);
        QCOMPARE(panel().text(), why);
        QVERIFY(panel().frames().empty());
    }

    void itsButtonStaysWhereItIsWhenHeadsAreAblated() {
        open("reverse-deep");
        auto* ablate = page_->ablationBar()->findChildren<QPushButton*>()[0];
        for (int width = 420; width <= 1000; width += 20) {
            page_->resize(width, 700);
            QCoreApplication::processEvents();
            const QPoint before = page_->patchButton()->pos();
            ablate->click();
            QCoreApplication::processEvents();
            QCOMPARE(page_->patchButton()->pos(), before);
            ablate->click();
        }
    }

    void headImportanceTakesItsPlaceAndGivesItBack() {
        open("reverse-deep");
        page_->patchButton()->setChecked(true);
        QVERIFY(panel().isVisible());
        page_->study().startSweep();
        QVERIFY(page_->study().isSweeping() && page_->ablationView()->isVisible());
        QVERIFY(!page_->patchButton()->isChecked() && panel().isHidden());
        page_->patchButton()->setChecked(true);
        QVERIFY(!page_->study().isSweeping() && !page_->ablationView()->isVisible());
        QVERIFY(panel().isVisible());
    }

    void setsHaveNone() {
        open("reverse");
        page_->patchButton()->setChecked(true);
        run_->model.showNetwork(presetByName("anomaly-shapes"), nullptr, nullptr);
        QVERIFY(page_->patchButton()->isHidden() && !page_->patchButton()->isChecked());
        QVERIFY(panel().isHidden());
    }
};

TEST_CLASS(TestPatchingPanel, QApplication)
#include "test_patching_panel.moc"
