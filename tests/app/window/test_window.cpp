// The whole application on the real window, with real clicks and keys.
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QImage>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSpinBox>
#include <QSvgRenderer>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <algorithm>

#include "app/window/application_test.h"
#include "app/window/run_folders.h"
#include "model/files/npy.h"
#include "model/run/checkpoint.h"
#include "model/run/records.h"
#include "runner.h"
#include "ui/controls/export_dialog.h"
#include "ui/controls/notice_bar.h"
#include "ui/controls/sequence_edit.h"
#include "ui/form/checkpoint_dialog.h"
#include "ui/form/config_form.h"
#include "ui/form/form_field.h"
#include "ui/form/run_controls.h"
#include "ui/named.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/pages/training/training_page.h"
#include "ui/state/ablation_study.h"
#include "ui/state/comparison.h"
#include "ui/views/curve_view.h"
#include "ui/views/heat_map_view.h"
#include "ui/views/token_strip.h"
#include "ui/window/run_files.h"

using namespace attx;

namespace test_window {

constexpr int patience = 60'000;

class TestWindow : public QObject, ApplicationTest {
    Q_OBJECT
private Q_SLOTS:
    void init() { startInNewFolder(); }
    void cleanup() { app_.reset(); }

    void opensAlive() {
        QTRY_VERIFY(!model().inspection().attention.empty());  // random weights, before anything is pressed
        QTRY_VERIFY(model().data());
        QCOMPARE(model().state(), RunState::Idle);
        QCOMPARE(model().sampleRow(), 0);
        // The data's first sample is looked at anew.
        QTRY_COMPARE(model().inspection().prediction.size(), size_t{16});
    }

    void trainsTwoEpochsAndLearns() {
        chooseSmall();
        press("Train");
        QTRY_COMPARE_WITH_TIMEOUT(model().state(), RunState::Finished, patience);
        QTRY_VERIFY(model().result().has_value());
        QCOMPARE(model().metrics().epochs.size(), size_t{2});
        QVERIFY(model().metrics().steps.back().loss < model().metrics().steps.front().loss);
        QCOMPARE(model().metrics().steps.size(), static_cast<size_t>(model().result()->steps));
        QVERIFY(model().device().startsWith("native"));
        // The run is kept, and what is shown is its best model.
        const QStringList kept = runFolders(app_->store().folder());
        QCOMPARE(kept.size(), 1);
        QCOMPARE(openRun(kept[0].toStdString()).metrics.steps.size(), model().metrics().steps.size());
        QCOMPARE(*openRun(kept[0].toStdString()).parameters, *model().parameters());
        // The next one leaves its curves as faint ones.
        press("Train");
        QTRY_COMPARE_WITH_TIMEOUT(model().state(), RunState::Training, patience);
        QCOMPARE(model().earlierRuns().size(), size_t{1});
    }

    void pausesStepsResumesAndStops() {
        press("Train");
        QTRY_VERIFY_WITH_TIMEOUT(!model().metrics().steps.empty(), patience);
        press("Pause");
        QTRY_COMPARE_WITH_TIMEOUT(model().state(), RunState::Paused, patience);
        const size_t steps = model().metrics().steps.size();
        press("Step");
        QTRY_COMPARE_WITH_TIMEOUT(model().metrics().steps.size(), steps + 1, patience);
        QTest::keyClick(&window().page<AttentionPage>(), Qt::Key_S);
        QTRY_COMPARE_WITH_TIMEOUT(model().metrics().steps.size(), steps + 2, patience);
        QTest::keyClick(&window().page<AttentionPage>(), Qt::Key_Space);
        QTRY_COMPARE_WITH_TIMEOUT(model().state(), RunState::Training, patience);
        QTRY_VERIFY_WITH_TIMEOUT(model().metrics().steps.size() > steps + 10, patience);
        press("Stop");
        QTRY_COMPARE_WITH_TIMEOUT(model().state(), RunState::Finished, patience);
        QTRY_VERIFY(model().result().has_value());
        QVERIFY(model().result()->reason == EndReason::Stopped);
        // Train goes on where it stopped.
        const auto stopped = model().metrics().steps.size();
        QCOMPARE(static_cast<size_t>(model().result()->steps), stopped);
        press("Train");
        QTRY_VERIFY_WITH_TIMEOUT(model().metrics().steps.size() > stopped, patience);
        QVERIFY(model().earlierRuns().empty());
        for (size_t i = 0; i < model().metrics().steps.size(); ++i)
            QCOMPARE(model().metrics().steps[i].step, static_cast<int64_t>(i + 1));
        QCOMPARE(runFolders(app_->store().folder()).size(), 1);
    }

    void firstStepBeginsTheRunPaused() {
        press("Step");
        QTRY_COMPARE_WITH_TIMEOUT(model().metrics().steps.size(), size_t{1}, patience);
        QTest::qWait(50);
        QCOMPARE(model().metrics().steps.size(), size_t{1});
        QCOMPARE(model().state(), RunState::Paused);
    }

    void startsOverFromTheSameWeightsOrOthers() {
        QTRY_VERIFY(model().data());
        const std::vector<float> first = *model().parameters();
        press("Train");
        QTRY_VERIFY_WITH_TIMEOUT(model().metrics().steps.size() > 100, patience);
        QVERIFY(*model().parameters() != first);
        choose("Start over");
        QTRY_COMPARE_WITH_TIMEOUT(model().state(), RunState::Idle, patience);
        QCOMPARE(*model().parameters(), first);
        QVERIFY(model().metrics().steps.empty());
        choose("Start over with a new seed");
        QTRY_VERIFY_WITH_TIMEOUT(*model().parameters() != first, patience);
        QVERIFY(window().form().config().seed != presetByName("reverse").seed);
        QVERIFY(model().config().seed == window().form().config().seed);
    }

    void editsShowAnotherNetworkAtOnce() {
        set("network.num_heads", 4);
        QTRY_COMPARE(model().config().network.numHeads, 4);
        QTRY_COMPARE(model().inspection().heads, 4);
        set("data.num_categories", 20);
        QTRY_COMPARE(model().config().network.inputDim, 20);
        QTRY_VERIFY(model().data());
    }

    void learningRateChangesWhileTraining() {
        press("Train");
        QTRY_VERIFY_WITH_TIMEOUT(model().metrics().steps.size() > 100, patience);
        auto* line = qobject_cast<QLineEdit*>(window().form().field("training.learning_rate")->editor());
        QVERIFY(line);
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, "0.0625");
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(model().metrics().steps.back().learningRate > 0.05F, patience);
        // A stopped run goes on with it, and so does one that is opened again.
        press("Stop");
        QTRY_COMPARE_WITH_TIMEOUT(model().state(), RunState::Finished, patience);
        QTRY_VERIFY(model().result().has_value());
        const QStringList kept = runFolders(app_->store().folder());
        QCOMPARE(kept.size(), 1);
        QCOMPARE(RunFolder::open(kept[0].toStdString()).config().training.learningRate, 0.0625);
        const auto stopped = model().metrics().steps.size();
        QCOMPARE(window().form().controls().trainButton()->text(), QString("Resume"));
        press("Train");
        QTRY_VERIFY_WITH_TIMEOUT(model().metrics().steps.size() > stopped, patience);
        QVERIFY(model().metrics().steps.back().learningRate > 0.05F);
        QCOMPARE(runFolders(app_->store().folder()).size(), 1);
    }

    void choosesAHeadAndTypesASequence() {
        set("network.num_heads", 2);
        set("network.num_layers", 2);
        QTRY_COMPARE(model().inspection().attention.size(), size_t{2});
        QTRY_VERIFY(model().data());  // their first sample is shown when they come
        AttentionPage& page = window().page<AttentionPage>();
        HeatMapView* grid = page.gridView();
        // What is still to come would lay the maps out anew under the pointer.
        QTRY_VERIFY_WITH_TIMEOUT(model().shown().isSettled() && grid->figure().maps.size() == 4, patience);
        QTest::mouseClick(grid, Qt::LeftButton, {}, grid->rectOfCell(0, 5, 5).center().toPoint());
        QTRY_COMPARE(page.chosenHead(), 0);
        QVERIFY(page.headView()->isVisible());
        QTest::keyClick(grid, Qt::Key_Escape);
        QTRY_COMPARE(page.chosenHead(), -1);

        QLineEdit* line = page.sequenceEdit()->line();
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, "3 1 4 1 5");
        QTRY_COMPARE(model().inspection().sample.tokens, (std::vector<int32_t>{3, 1, 4, 1, 5}));
        QCOMPARE(model().sample().expected, (std::vector<int32_t>{5, 1, 4, 1, 3}));
        QCOMPARE(model().inspection().attention[1].size(), size_t{2 * 5 * 5});
        QTest::keyClicks(line, " 12");
        QVERIFY(!page.sequenceEdit()->problem().isEmpty());
        QCOMPARE(model().sample().tokens.size(), size_t{6});  // "3 1 4 1 5 1" was right for a moment
    }

    void exportsEveryFormatThroughTheDialog() {
        QTRY_VERIFY(!model().inspection().attention.empty());
        for (const char* suffix : {"png", "svg", "pdf", "csv", "npy"}) {
            const QString path = at(QString("figure.") + suffix);
            window().activateWindow();  // shortcuts go to the active window; nobody manages them here
            QVERIFY(QTest::qWaitForWindowActive(&window()));
            QTest::keyClick(&window(), Qt::Key_E, Qt::ControlModifier);
            QTRY_VERIFY(window().findChild<ExportDialog*>());
            auto* dialog = window().findChild<ExportDialog*>();
            auto* edit = dialog->findChild<QLineEdit*>("pathEdit");
            edit->selectAll();
            QTest::keyClicks(edit, path);
            QTest::keyClick(edit, Qt::Key_Return);
            QTRY_VERIFY(QFileInfo::exists(path));
            QTRY_VERIFY(!window().findChild<ExportDialog*>());
        }
        const QImage image(at("figure.png"));
        QVERIFY(!image.isNull() && image.width() > 400);
        QVERIFY(QSvgRenderer(at("figure.svg")).isValid());
        QVERIFY(read("figure.pdf").startsWith("%PDF"));
        QVERIFY(read("figure.csv").count('\n') > 16);
        const NamedArray array = readNpy(at("figure.npy").toStdString());
        const std::vector<float>& shown = model().inspection().attention[0];
        QCOMPARE(array.values.size(), shown.size());
        float sum = 0;
        for (const float value : array.values) sum += value;
        QVERIFY(std::abs(sum - 16) < 1e-3F);  // sixteen rows of weights
    }

    void exportsTheFigureUnderThePointer() {
        window().pages().show(QStringLiteral("training"));
        window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window()));
        CurveView* accuracy = window().page<TrainingPage>().view(1);
        QTest::mouseMove(accuracy, accuracy->rect().center());
        QTRY_VERIFY(accuracy->underMouse());
        QTest::keyClick(&window(), Qt::Key_E, Qt::ControlModifier);
        QTRY_VERIFY(window().findChild<ExportDialog*>());
        auto* dialog = window().findChild<ExportDialog*>();
        const QString path = dialog->findChild<QLineEdit*>("pathEdit")->text();
        QVERIFY2(path.contains("accuracy"), qPrintable(path));
        dialog->close();
        QTRY_VERIFY(!window().findChild<ExportDialog*>());
    }

    void asksWhatAForeignCheckpointLeavesOpen() {
        app_->open(QStringLiteral(ATTX_TEST_DATA "/state_stream.pt"));
        QTRY_VERIFY(window().findChild<CheckpointDialog*>());
        auto* dialog = window().findChild<CheckpointDialog*>();
        auto* heads = dialog->findChild<QLineEdit*>("network.num_heads");
        QVERIFY(heads && dialog->findChild<QLineEdit*>("network.layer_norm_eps"));
        QVERIFY(dialog->findChild<QCheckBox*>("network.positional_encoding")->isChecked());
        QPushButton* open = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Open);
        heads->setText("4");  // does not divide the width of 6
        QVERIFY(!open->isEnabled());
        heads->setText("2");
        QVERIFY(open->isEnabled());
        open->click();
        QTRY_COMPARE(model().config().network.numHeads, 2);
        QCOMPARE(model().config().network.numLayers, 2);
        QTRY_COMPARE(model().inspection().attention.size(), size_t{2});
        QTRY_COMPARE(model().inspection().heads, 2);
        // It answers as the network that was saved.
        const SafeTensors expected = readSafeTensors(ATTX_TEST_DATA "/fixture_foreign.safetensors");
        const std::vector<int64_t>& tokens = expected.at("input.tokens").integers("tokens");
        const std::vector<int32_t> first(tokens.begin(), tokens.begin() + 4);
        model().shown().chooseSample(sampleOf(first));
        QTRY_COMPARE(model().inspection().sample.tokens, first);
        for (size_t i = 0; i < 20; ++i)
            QVERIFY(std::abs(model().inspection().logits[i] -
                             expected.at("expect.logits").floats("logits")[i]) < 1e-5f);

        QTRY_VERIFY(!window().findChild<CheckpointDialog*>());
        Q_EMIT window().openBesideRequested(QStringLiteral(ATTX_TEST_DATA "/state_stream.pt"));
        QTRY_VERIFY(window().findChild<CheckpointDialog*>());
        dialog = window().findChild<CheckpointDialog*>();
        dialog->findChild<QLineEdit*>("network.num_heads")->setText("1");
        dialog->accept();
        QTRY_VERIFY(window().comparison().second());
        QCOMPARE(window().comparison().second()->config().network.numHeads, 1);
        QCOMPARE(model().config().network.numHeads, 2);
    }

    void asksAboutWhatAFileStillAssumes() {
        const QString path = at("assumed.safetensors");
        const RunConfig config;
        const std::vector<float> parameters = initialParameters(buildProgram(config.network, 1), 1);
        SafeTensorsView file = toSafeTensors(config, parameters);
        file.metadata[assumedMetadata] = R"({"data.rule":"reverse","network.mask_padding":true})";
        writeSafeTensors(path.toStdString(), file);
        app_->open(path);
        QTRY_VERIFY(window().findChild<CheckpointDialog*>());
        auto* dialog = window().findChild<CheckpointDialog*>();
        dialog->findChild<QComboBox*>("data.rule")->setCurrentText("sort");
        QVERIFY(dialog->findChild<QCheckBox*>("network.mask_padding"));
        dialog->accept();
        QTRY_COMPARE(model().config().data.rule, LabelRule::Sort);
        QTRY_VERIFY(!window().findChild<CheckpointDialog*>());
        QTRY_VERIFY(model().data());
        const Table& shown = model().data()->validation;
        std::vector<int32_t> sorted(shown.tokens.begin(), shown.tokens.begin() + shown.length);
        std::sort(sorted.begin(), sorted.end());
        QCOMPARE(std::vector(shown.labels.begin(), shown.labels.begin() + shown.length), sorted);
    }

    void leavesWhatIsShownIfAForeignCheckpointIsNotWanted() {
        const RunConfig before = model().config();
        const QString path = at("assumed.safetensors");
        const std::vector<float> parameters = initialParameters(buildProgram(RunConfig().network, 1), 1);
        SafeTensorsView file = toSafeTensors(RunConfig(), parameters);
        file.metadata[assumedMetadata] = R"({"network.output":"positions"})";
        writeSafeTensors(path.toStdString(), file);
        app_->open(path);
        QTRY_VERIFY(window().findChild<CheckpointDialog*>());
        window()
            .findChild<CheckpointDialog*>()
            ->findChild<QComboBox*>("network.output")
            ->setCurrentText("pooled");
        window().findChild<CheckpointDialog*>()->accept();
        QTRY_VERIFY(window().noticeBar().text().contains("but " + path + " holds output_net.0.weight"));
        QTRY_VERIFY(!window().findChild<CheckpointDialog*>());
        QVERIFY(model().config() == before);
        app_->open(QStringLiteral(ATTX_TEST_DATA "/flax.ckpt"));
        QTRY_VERIFY(window().findChild<CheckpointDialog*>());
        window().findChild<CheckpointDialog*>()->reject();
        QTRY_VERIFY(!window().findChild<CheckpointDialog*>());
        QVERIFY(model().config() == before);
        app_->open(QStringLiteral(ATTX_TEST_DATA "/calls.pt"));
        QTRY_VERIFY(window().noticeBar().text().contains("posix.system"));
    }

    void opensARunAndACheckpoint() {
        chooseSmall();
        press("Train");
        QTRY_COMPARE_WITH_TIMEOUT(model().state(), RunState::Finished, patience);
        QTRY_VERIFY(model().result().has_value());
        const QString run = runFolders(app_->store().folder()).at(0);
        const std::vector<float> trained = *model().parameters();
        Q_EMIT window().files().saveCheckpointRequested(at("saved.safetensors"));
        QTRY_VERIFY(window().noticeBar().text().contains("saved.safetensors"));
        QCOMPARE(openCheckpoint(at("saved.safetensors").toStdString()).parameters, trained);

        for (const char* name : {"net.onnx", "net.html", "net.py"}) {
            const QString file = at(QLatin1String(name));
            Q_EMIT window().files().exportNetworkRequested(file);
            QTRY_VERIFY2(window().noticeBar().text().contains(file), name);
            QVERIFY2(QFileInfo(file).size() > 1000, name);
        }
        QCOMPARE(openCheckpoint(at("net.safetensors").toStdString()).parameters, trained);
        Q_EMIT window().files().exportNetworkRequested(at("net.txt"));
        QTRY_VERIFY(window().noticeBar().text().contains("ends in .py"));

        choose("Start over");
        QTRY_VERIFY(*model().parameters() != trained);
        app_->open(at("missing.safetensors"));
        QTRY_VERIFY(window().noticeBar().text().contains("missing.safetensors"));
        window().pages().show(QStringLiteral("runs"));
        app_->open(run);
        QTRY_COMPARE(*model().parameters(), trained);
        QVERIFY(window().noticeBar().isHidden());                                // what it said is over
        QCOMPARE(window().pages().current().id(), QStringLiteral("attention"));  // what is opened is seen
        QCOMPARE(model().state(), RunState::Finished);
        QCOMPARE(model().metrics().epochs.size(), size_t{2});
        QVERIFY(model().result()->testAccuracy.has_value());
        QVERIFY(model().data());

        window().page<RunsPage>().showFolder(at("elsewhere"));
        app_->open(app_->store().folder());  // a folder of runs is one to choose from
        QCOMPARE(window().pages().current().id(), QStringLiteral("runs"));
        QCOMPARE(window().page<RunsPage>().folder(), app_->store().folder());
        QCOMPARE(*model().parameters(), trained);

        choose("Start over");
        QTRY_VERIFY(*model().parameters() != trained);
        app_->open(at("saved.safetensors"));
        QTRY_COMPARE(*model().parameters(), trained);
        QVERIFY(model().metrics().steps.empty());
    }

    void opensASecondNetworkBeside() {
        QTRY_VERIFY(model().data());
        QTRY_VERIFY(!model().inspection().attention.empty());
        RunConfig other = model().config();
        other.seed = 5;
        const std::vector<float> weights =
            initialParameters(buildProgram(other.network, other.data.length), other.seed);
        const QString path = at("other.safetensors");
        writeSafeTensors(path.toStdString(), toSafeTensors(other, weights));
        Q_EMIT window().openBesideRequested(path);
        QTRY_VERIFY(window().comparison().second());
        Shown& second = *window().comparison().second();
        QCOMPARE(*second.parameters(), weights);
        AttentionPage& page = window().page<AttentionPage>();
        QTRY_COMPARE(second.inspection().sample.tokens, model().sample().tokens);
        QVERIFY(page.differenceView()->isVisible());
        const auto difference = [&] { return page.differenceView()->figure().maps.at(0).values; };
        QTRY_COMPARE(difference()[20],
                     second.inspection().attention[0][20] - model().inspection().attention[0][20]);
        QTest::keyClick(&page, Qt::Key_Up);
        QTRY_COMPARE(second.inspection().sample.tokens, model().sample().tokens);
        window().pages().show(QStringLiteral("explain"));
        QTRY_VERIFY(second.explanation());
        window().pages().show(QStringLiteral("attention"));
        window().comparison().close();
        QVERIFY(!page.differenceView()->isVisible());
        Q_EMIT window().openBesideRequested(at("none.safetensors"));
        QTRY_VERIFY(window().noticeBar().text().contains("none.safetensors"));
        QVERIFY(!window().comparison().second());
    }

    void headsThatAreOffAreMeasured() {
        set("network.num_heads", 2);
        QTRY_COMPARE(model().inspection().heads, 2);
        QTRY_VERIFY(model().data());
        AblationStudy& study = window().page<AttentionPage>().study();
        study.toggleHead(1);
        QTRY_VERIFY(study.effect());
        QVERIFY(study.effect()->whole.loss != study.effect()->ablated.loss);
        QCOMPARE(study.effect()->whole.counted, model().data()->validation.rows * 16);
        study.startSweep();
        QTRY_VERIFY(study.sweep() && study.sweep()->without.size() == 2);
        QVERIFY(!study.isSweeping());
        QTRY_VERIFY(window().page<AttentionPage>().ablationView()->isVisible());
    }

    void wrongFilesGiveANoticeAndChangeNothing() {
        QTRY_VERIFY(model().data());
        const auto shown = model().parameters();
        QFile file(at("wrong.safetensors"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("not one") > 0);
        file.close();
        app_->open(file.fileName());
        QTRY_VERIFY(window().noticeBar().text().contains("wrong.safetensors"));
        QVERIFY(window().noticeBar().isError());
        Q_EMIT window().files().saveCheckpointRequested(at("none/saved.safetensors"));
        QTRY_VERIFY(window().noticeBar().text().contains("none/saved.safetensors"));
        QCOMPARE(model().parameters(), shown);
    }

    void aWrongFileAtTheStartLeavesTheFormsNetwork() {
        start();
        app_->open(at("nothing.safetensors"));  // while the data are made
        QTRY_VERIFY(window().noticeBar().text().contains("nothing.safetensors"));
        QTRY_VERIFY(model().data());
        QCOMPARE(model().state(), RunState::Idle);
    }

    void vanishedRunFolderIsANotice() {
        set("data.train_size", 1280);
        set("training.epochs", 1000);  // one more is saved whenever the folder is gone
        press("Train");
        // Before the first epoch the folder may still be in the making: then the run is not saved at all.
        QTRY_VERIFY_WITH_TIMEOUT(!model().metrics().epochs.empty(), patience);
        // A saving under way may put a file into the folder that is just being emptied.
        QTRY_VERIFY(QDir(app_->store().folder()).removeRecursively());
        QTRY_VERIFY_WITH_TIMEOUT(window().noticeBar().text().contains("could not be saved"), patience);
    }

    void closingWhileTrainingAsksOnceAndKeepsTheRun_data() {
        const Rows<QString, int> row("answer", "runs");
        row("keep", "&Keep run", 1);
        row("discard", "&Discard", 0);
    }
    void closingWhileTrainingAsksOnceAndKeepsTheRun() {
        QFETCH(QString, answer);
        QFETCH(int, runs);
        press("Train");
        QTRY_VERIFY_WITH_TIMEOUT(model().metrics().steps.size() > 50, patience);
        window().close();
        QVERIFY(window().isVisible());
        auto* box = window().findChild<QMessageBox*>();
        QVERIFY(box);
        for (QAbstractButton* b : box->buttons())
            if (b->text() == answer) QTest::mouseClick(b, Qt::LeftButton);
        QTRY_VERIFY(!window().isVisible());
        QTRY_COMPARE_WITH_TIMEOUT(model().state(), RunState::Finished, patience);
        const QStringList kept = runFolders(app_->store().folder());
        QCOMPARE(kept.size(), runs);
        if (runs > 0) QVERIFY(RunFolder::open(kept[0].toStdString()).result()->reason == EndReason::Stopped);
    }

    void remembersTheFormAndTheTheme() {
        set("network.num_heads", 8);
        QTRY_COMPARE(model().config().network.numHeads, 8);
        window().pages().show(QStringLiteral("explain"));
        QTest::mouseClick(named<QToolButton>(window(), "Light or dark"), Qt::LeftButton);
        QTRY_VERIFY(window().palette().color(QPalette::Window).lightness() < 128);
        QMetaObject::invokeMethod(qApp, "aboutToQuit");
        start();
        QCOMPARE(window().form().config().network.numHeads, 8);
        QCOMPARE(window().pages().current().id(), QStringLiteral("explain"));
        QVERIFY(window().palette().color(QPalette::Window).lightness() < 128);
        QTest::mouseClick(named<QToolButton>(window(), "Light or dark"), Qt::LeftButton);
        QTRY_VERIFY(window().palette().color(QPalette::Window).lightness() > 128);
    }

    void theWindowIsNeverBlockedWhileTraining() {
        QTRY_VERIFY(model().data());
        set("training.epochs", 1000);  // a fast computer does ten while the test looks
        press("Train");
        QTRY_VERIFY_WITH_TIMEOUT(!model().metrics().steps.empty(), patience);
        for (const char* page : {"training", "attention"}) {
            window().pages().show(QLatin1String(page));
            const size_t steps = model().metrics().steps.size();
            QTRY_VERIFY_WITH_TIMEOUT(model().metrics().steps.size() > steps, patience);
            int beats = 0;
            QTimer heartbeat;
            connect(&heartbeat, &QTimer::timeout, this, [&] { ++beats; });
            heartbeat.start(5);
            QTRY_VERIFY_WITH_TIMEOUT(beats >= 100, patience);
        }
        QCOMPARE(model().state(), RunState::Training);
    }

private:
    void press(const QString& name) {
        QAbstractButton* found = named<QAbstractButton>(window().form(), name);
        QVERIFY2(found, qPrintable(name));
        QTRY_VERIFY2(found->isEnabled(), qPrintable(name));
        QTest::mouseClick(found, Qt::LeftButton);
    }
    /// An entry of the "Start over" menu.
    void choose(const QString& entry) {
        for (QAction* action : named<QToolButton>(window().form(), "Start over")->menu()->actions())
            if (action->text() == entry) return action->trigger();
        QFAIL(qPrintable(entry));
    }
    void set(const std::string& path, int value) {
        FormField* field = window().form().field(path);
        QVERIFY2(field, path.c_str());
        auto* spin = qobject_cast<QSpinBox*>(field->editor());
        QVERIFY2(spin, path.c_str());
        spin->setFocus();
        spin->selectAll();
        QTest::keyClicks(spin, QString::number(value));
        QTest::keyClick(spin, Qt::Key_Return);
        QCOMPARE(spin->value(), value);
    }
    /// Two epochs of fifty steps.
    void chooseSmall() {
        set("data.train_size", 6400);
        set("data.validation_size", 200);
        set("data.test_size", 200);
        set("training.epochs", 2);
    }
};

TEST_CLASS(TestWindow, QApplication)

}  // namespace test_window
#include "test_window.moc"
