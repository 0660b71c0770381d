// Ctrl+Z and Ctrl+Shift+Z: what is one step, how it is named, and what forgets it.
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

#include "model/config/task.h"
#include "runner.h"
#include "ui/controls/sequence_edit.h"
#include "ui/form/config_form.h"
#include "ui/form/form_field.h"
#include "ui/look/language.h"
#include "ui/named.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/sample_number.h"
#include "ui/pages/sets/sets_page.h"
#include "ui/state/ablation_study.h"
#include "ui/window/main_window.h"
#include "ui/window/undo_history.h"
#include "ui/window_test.h"

using namespace attx;

namespace test_undo_history {

class TestUndoHistory : public WindowTest {
    Q_OBJECT

    UndoHistory& history() { return window_->history(); }
    AttentionPage& attention() { return window_->page<AttentionPage>(); }
    std::vector<float> gates() { return run_->model.ablation().headGates; }
    std::vector<int32_t> masked() { return run_->model.ablation().maskedTokens; }
    QString page() { return window_->pages().current().id(); }
    ConfigForm& form() { return window_->form(); }
    template <class Editor>
    Editor& editor(const char* path) {
        return *qobject_cast<Editor*>(form().field(path)->editor());
    }
    QComboBox& presets() { return *named<QComboBox>(form(), "Preset"); }
    void choosePreset(const char* name) {
        const int index = presets().findData(name);
        presets().setCurrentIndex(index);
        Q_EMIT presets().activated(index);
    }
    QAction* entry(int index) { return editMenu()->actions().at(index); }
    QMenu* editMenu() { return window_->menuBar()->actions().at(1)->menu(); }
    void undo() { type(Qt::Key_Z, Qt::ControlModifier); }
    void redo() { type(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier); }
    void focusPage() { window_->pages().current().setFocus(); }

private Q_SLOTS:
    void init() {
        open("reverse-deep", {1366, 768});
        focusPage();
        QVERIFY(!history().canUndo() && !history().canRedo());
    }
    void cleanup() { close(); }

    /// Each image is one step, also where a click on the set that it is taken from comes before it.
    void imagesLeaveTheOwnSet() {
        close();
        open("anomaly-shapes", {1366, 768});
        OwnSet& own = *window_->page<SetsPage>().ownSet();
        const auto add = [&](int row) {
            run_->model.chooseRow(1);
            const std::vector<float> features(size_t(run_->config.network.inputDim), float(row));
            QVERIFY(own.add({{SampleSource::Own, row}, QImage(2, 2, QImage::Format_RGB32), {}, features}));
        };
        for (int row = 0; row < 4; ++row) add(row);
        const Sample four = run_->model.sample();
        undo();
        QCOMPARE(own.count(), 3);
        QVERIFY(run_->model.sample() == own.sample());
        QCOMPARE(own.sample().members.back().row, 2);
        undo();
        QCOMPARE(own.count(), 2);
        redo();
        redo();
        QCOMPARE(own.count(), 4);
        QVERIFY(own.sample() == four && run_->model.sample() == four);
        undo();
        add(7);
        QCOMPARE(own.members().back().from.row, 7);
        undo();
        QCOMPARE(own.count(), 3);
    }

    void headsAndTokensComeBack() {
        QCOMPARE(entry(0)->text(), "&Undo");
        QVERIFY(!entry(0)->isEnabled());
        attention().study().toggleHead(5);  // of four a layer
        QCOMPARE(entry(0)->text(), "&Undo: ablate head 2 of layer 2");
        QVERIFY(entry(0)->isEnabled());
        const auto one = gates();
        run_->model.shown().toggleToken(2);
        QCOMPARE(history().undoText(), "mask token 3");
        attention().study().toggleHead(5);
        QCOMPARE(history().undoText(), "restore head 2 of layer 2");
        undo();
        QCOMPARE(gates(), one);
        QCOMPARE(history().undoText(), "mask token 3");
        QCOMPARE(entry(1)->text(), "&Redo: restore head 2 of layer 2");
        undo();
        QVERIFY(masked().empty());
        undo();
        QVERIFY(gates().empty() || gates() == std::vector<float>(gates().size(), 1));
        QVERIFY(!history().canUndo());
        undo();  // nothing happens
        redo();
        QCOMPARE(gates(), one);
        redo();
        QCOMPARE(masked(), std::vector<int32_t>{2});
        run_->model.shown().toggleToken(2);  // something else: what was taken back is gone
        QCOMPARE(history().undoText(), "unmask token 3");
        QVERIFY(!history().canRedo() && !entry(1)->isEnabled());
        attention().study().toggleLayer(0);
        QCOMPARE(history().undoText(), "ablated heads and masked tokens");
        attention().study().reset();
        QCOMPARE(history().undoText(), "restore all");
    }

    void aSampleComesBackWithItsMasks() {
        const Sample first = run_->model.sample();
        run_->model.shown().toggleToken(4);
        run_->model.chooseRow(3);
        QVERIFY(masked().empty());
        QCOMPARE(history().undoText(), "sample 4");
        undo();
        QVERIFY(run_->model.sample() == first);
        QCOMPARE(masked(), std::vector<int32_t>{4});
        redo();
        QCOMPARE(run_->model.sampleRow(), int64_t{3});
        QVERIFY(masked().empty());
    }

    void typingInAFieldIsOneStep() {
        const Sample first = run_->model.sample();
        attention().study().toggleHead(0);
        QLineEdit& line = *attention().sequenceEdit()->line();
        line.setFocus();
        line.selectAll();
        QTest::keyClicks(&line, "1 2 3");
        QCOMPARE(run_->model.sample().tokens, (std::vector<int32_t>{1, 2, 3}));
        QCOMPARE(history().undoText(), "own input");
        focusPage();
        undo();
        QVERIFY(run_->model.sample() == first);
        QCOMPARE(history().undoText(), "ablate head 1 of layer 1");
        redo();
        QCOMPARE(run_->model.sample().tokens, (std::vector<int32_t>{1, 2, 3}));

        line.setFocus();  // a second time is a second step
        line.end(false);
        QTest::keyClicks(&line, " 4 5");
        focusPage();
        undo();
        QCOMPARE(run_->model.sample().tokens, (std::vector<int32_t>{1, 2, 3}));
        undo();
        QVERIFY(run_->model.sample() == first);
    }

    void aFieldKeepsItsOwnKey() {
        attention().study().toggleHead(0);
        const auto ablated = gates();
        QLineEdit& line = *attention().sequenceEdit()->line();
        const QString before = line.text();
        line.setFocus();
        line.end(false);
        QTest::keyClicks(&line, " 7");
        QVERIFY(line.text() != before);
        undo();
        QCOMPARE(line.text(), before);
        undo();
        undo();
        QCOMPARE(gates(), ablated);
    }

    void settingsComeBack() {
        QSignalSpy edited(window_.get(), &MainWindow::configEdited);
        auto& heads = editor<QSpinBox>("network.num_heads");
        heads.setFocus();
        heads.selectAll();
        QTest::keyClicks(&heads, "16");  // by way of 1
        QCOMPARE(form().config().network.numHeads, 16);
        QCOMPARE(history().undoText(), "heads: 4 → 16");
        auto& rate = editor<QLineEdit>("training.learning_rate");
        rate.setFocus();
        rate.selectAll();
        QTest::keyClicks(&rate, "2e-3");
        QCOMPARE(history().undoText(), "learning rate: 0.001 → 0.002");
        choosePreset("text-demo");
        QCOMPARE(history().undoText(), "preset " + presets().currentText());
        focusPage();
        undo();
        QCOMPARE(form().config().data.task, TaskKind::Sequences);
        QCOMPARE(form().config().training.learningRate, 2e-3);
        QCOMPARE(edited.last()[0].value<RunConfig>(), form().config());
        undo();
        QCOMPARE(form().config().training.learningRate, run_->config.training.learningRate);
        QCOMPARE(rate.text(), "1e-3");
        undo();
        QCOMPARE(form().config(), run_->config);
        QVERIFY(!history().canUndo());
        redo();
        QCOMPARE(heads.value(), 16);
        QCOMPARE(edited.last()[0].value<RunConfig>().network.numHeads, 16);
    }

    void twoChangesWithOneFieldInFocusAreTwoSteps() {
        editor<QSpinBox>("network.num_heads").setFocus();
        editor<QCheckBox>("network.linear_output").toggle();
        editor<QCheckBox>("network.embedding_table").toggle();
        focusPage();
        undo();
        QVERIFY(form().config().network.embeddingTable == run_->config.network.embeddingTable);
        QVERIFY(form().config().network.linearOutput != run_->config.network.linearOutput);
        undo();
        QCOMPARE(form().config(), run_->config);
    }

    void pagesLookedAtAreOneStep() {
        attention().study().toggleHead(0);
        for (const char* id : {"training", "explain", "runs"}) window_->pages().show(QString(id));
        QCOMPARE(history().undoText(), "page Runs");
        focusPage();
        undo();
        QCOMPARE(page(), "attention");
        QCOMPARE(history().undoText(), "ablate head 1 of layer 1");
        redo();
        QCOMPARE(page(), "runs");
        window_->pages().show(QStringLiteral("attention"));  // back by hand: nothing is left to undo
        QCOMPARE(history().undoText(), "ablate head 1 of layer 1");
    }

    void anotherNetworkForgetsWhatConcernsIt() {
        choosePreset("reverse");
        attention().study().toggleHead(0);
        run_->model.chooseRow(2);
        window_->pages().show(QStringLiteral("training"));
        run_->show();
        QCOMPARE(history().undoText(), QStringLiteral("page Train › Training"));
        focusPage();
        undo();
        QCOMPARE(history().undoText(), "preset Reverse");
        undo();
        QCOMPARE(form().config(), run_->config);
        QVERIFY(!history().canUndo());

        choosePreset("reverse");
        window_->showConfig(form().config());  // the same: nothing has happened
        QVERIFY(history().canUndo());
        window_->showConfig(presetByName("text-demo"));  // of a run that was opened
        QVERIFY(!history().canUndo());
    }

    void thePageOfATaskIsNoStep() {
        run_ = nullptr;
        window_.reset();
        init();
        RunFixture text("text-demo");
        window_->pages().show(QStringLiteral("runs"));
        run_->model.showNetwork(text.config, nullptr, text.data);
        QCOMPARE(page(), "text");
        QCOMPARE(history().undoText(), "page Runs");
        run_->show();
        QVERIFY(page() != "text");
        window_->pages().show(QStringLiteral("training"));
        QVERIFY(history().canUndo());
    }

    void aRunUnderWayKeepsItsSettings() {
        choosePreset("reverse");
        focusPage();
        run_->model.setState(RunState::Training);
        QVERIFY(!history().canUndo() && !entry(0)->isEnabled());
        QCOMPARE(history().undoText(), "preset Reverse");
        undo();
        QVERIFY(form().config() != run_->config);
        run_->model.setState(RunState::Finished);
        QVERIFY(entry(0)->isEnabled());
        undo();
        QCOMPARE(form().config(), run_->config);
    }

    void anotherLanguageForgetsNothing() {
        window_->pages().show(QStringLiteral("explain"));
        attention().study().toggleHead(0);
        setLanguage(Language::German);
        QTRY_COMPARE(window_->menuBar()->actions().front()->text(), QStringLiteral("&Datei"));
        QCOMPARE(entry(0)->text(), QStringLiteral("&Rückgängig: Kopf 1 von Schicht 1 ausschalten"));
        focusPage();
        undo();
        QVERIFY(gates() == std::vector<float>(gates().size(), 1));
        QCOMPARE(page(), "explain");
        undo();
        QCOMPARE(page(), "attention");
        QVERIFY(!history().canUndo());
    }

    void aNewWindowHasNothingToUndo() {
        window_->pages().show(QStringLiteral("runs"));
        const QByteArray layout = window_->layoutState();
        MainWindow other(run_->model, *theme_);
        QVERIFY(!other.history().canUndo());
        other.restoreLayoutState(layout);
        QCOMPARE(other.pages().current().id(), "runs");
        QVERIFY(!other.history().canUndo());
    }
};

TEST_CLASS(TestUndoHistory, QApplication)

}  // namespace test_undo_history
#include "test_undo_history.moc"
