// A lesson in the window: its steps set up what they talk about, what was done stays done, and it can be left
// and taken up again.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTextDocument>

#include "runner.h"
#include "settings.h"
#include "ui/controls/notice_bar.h"
#include "ui/form/config_form.h"
#include "ui/form/form_field.h"
#include "ui/look/language.h"
#include "ui/named.h"
#include "ui/window/help_panel.h"
#include "ui/window/lesson_browser.h"
#include "ui/window/lesson_panel.h"
#include "ui/window/main_window.h"
#include "ui/window_test.h"

using namespace attx;

class TestLessonPanel : public WindowTest {
    Q_OBJECT

    LessonPanel& lesson() { return window_->helpPanel().lesson(); }
    QPushButton* setUpButton() { return named<QPushButton>(lesson(), "Set this up"); }
    QLineEdit* answerEdit() { return lesson().findChild<QLineEdit*>(); }

private Q_SLOTS:
    void init() { open("reverse", {1280, 720}); }
    void cleanup() { close(); }

    void allCanBeChosen() {
        QComboBox* chooser = window_->helpPanel().findChild<QComboBox*>();
        const int lessons = static_cast<int>(window_->helpPanel().lessons().lessons.size());
        QCOMPARE(lessons, 15);
        for (int i = 1; i <= lessons; ++i) {
            chooser->setCurrentIndex(i);
            QVERIFY(lesson().isVisible());
            QVERIFY(!lesson().browser()->toPlainText().isEmpty());
            QCOMPARE(lesson().stepIndex(), 0);
        }
        chooser->setCurrentIndex(0);
        QVERIFY(window_->helpPanel().browser()->isVisible());
    }

    /// A text that scrolls has all the room that there is.
    void noTextScrollsBesideFreeRoom() {
        for (const Language language : {Language::German, Language::English}) {
            setLanguage(language);
            open("reverse", {1280, 720});
            QTextBrowser& text = *lesson().browser();
            const auto& lessons = window_->helpPanel().lessons().lessons;
            for (size_t i = 0; i < lessons.size(); ++i) {
                window_->helpPanel().findChild<QComboBox*>()->setCurrentIndex(static_cast<int>(i) + 1);
                for (int step = 0; step < static_cast<int>(lessons[i].steps.size()); ++step) {
                    lesson().go(step);
                    for (int turn = 0; turn < 4; ++turn) QCoreApplication::processEvents();
                    const QLayout& parts =
                        *lesson().layout();  // the room that is left lies above the buttons
                    const int left = parts.itemAt(parts.count() - 2)->geometry().height();
                    QVERIFY2(text.verticalScrollBar()->maximum() == 0 || left == 0,
                             qPrintable(QStringLiteral("%1, step %2: %3 px are free")
                                            .arg(lessons[i].title)
                                            .arg(step + 1)
                                            .arg(left)));
                }
            }
        }
    }

    void aLessonThatIsDoneHasATick() {
        QComboBox* chooser = window_->helpPanel().findChild<QComboBox*>();
        QVariantList steps;
        for (const LessonStep& step : window_->helpPanel().lessons().lessons[1].steps) {
            Q_UNUSED(step)
            steps << static_cast<int>(steps.size());
        }
        lesson().restoreProgress(
            {{QStringLiteral("lesson-2-heads"),
              QVariantMap{{QStringLiteral("step"), 0}, {QStringLiteral("done"), steps}}}});
        QVERIFY(!chooser->itemText(1).startsWith(QStringLiteral("✓")));
        QVERIFY(chooser->itemText(2).startsWith(QStringLiteral("✓ 2: ")));
        window_->helpPanel().choose("lesson-2-heads");
        lesson().beginAnew();
        QVERIFY(!chooser->itemText(2).startsWith(QStringLiteral("✓")));
    }

    void aPageToGoToIsNamed() {
        window_->pages().show(QStringLiteral("explain"));
        window_->helpPanel().choose("lesson-5-reverse");
        QCOMPARE(lesson().todo(), QStringLiteral("Go to the page Attention."));
    }

    void closingLeavesTheKeyboardAtThePage() {
        window_->helpPanel().choose("lesson-5-reverse");
        lesson().takeKeyboard();
        QVERIFY(window_->helpPanel().isAncestorOf(window_->focusWidget()));
        Q_EMIT window_->helpPanel().closeClicked();
        QVERIFY(window_->helpPanel().isHidden());
        QCOMPARE(window_->focusWidget(), static_cast<QWidget*>(&window_->pages().current()));
    }

    void aStepSetsUpWhatItTalksAbout() {
        window_->helpPanel().choose("lesson-3-positions");
        lesson().go(3);
        QVERIFY(lesson().todo().contains("Choose \"none\" as \"positions\""));
        QSignalSpy edited(window_.get(), &MainWindow::configEdited);
        window_->pages().show(QStringLiteral("attention"));
        QTest::mouseClick(setUpButton(), Qt::LeftButton);
        QCOMPARE(edited.count(), 1);
        QVERIFY(window_->form().config().network.positions == Positions::None);
        QCOMPARE(window_->form().config().training.epochs, presetByName("reverse").training.epochs);
        QCOMPARE(window_->pages().current().id(), QStringLiteral("training"));
        QCOMPARE(lesson().todo(), QStringLiteral("Train for an epoch."));
        QVERIFY(!lesson().isDone());
    }

    void whatHasToWaitForARunIsSaidNoLongerThanThat() {
        run_->model.setState(RunState::Training);
        window_->helpPanel().choose("lesson-4-warm-up");
        lesson().go(2);
        QTest::mouseClick(setUpButton(), Qt::LeftButton);
        QVERIFY(window_->noticeBar().text().contains(QStringLiteral("Stop it")));
        run_->model.setState(RunState::Finished);
        QVERIFY(!window_->noticeBar().text().contains(QStringLiteral("Stop it")));
    }

    void whatAStepSetsIsBroughtIntoView() {
        window_->helpPanel().choose("lesson-4-warm-up");
        lesson().go(2);
        window_->form().setShowsAll(true);
        const FormField* rate = window_->form().field("training.learning_rate");
        QVERIFY(rate->visibleRegion().isEmpty());
        QTest::mouseClick(setUpButton(), Qt::LeftButton);
        QVERIFY(!rate->visibleRegion().isEmpty());
    }

    void aSettingThatWasTriedCounts() {
        window_->helpPanel().choose("lesson-4-warm-up");
        window_->pages().show(QStringLiteral("schedule"));
        RunConfig form = presetWith("reverse", "training.schedule=constant");
        lesson().setForm(form);
        QVERIFY(lesson().todo().startsWith(QStringLiteral("Choose \"")));
        QVERIFY(lesson().todo().endsWith(QStringLiteral("\" as \"schedule\" in the form.")));
        for (const Schedule tried :
             {Schedule::CosineWarmup, Schedule::WarmupCosineDecay, Schedule::Constant}) {
            QVERIFY(!lesson().isDone());
            form.training.schedule = tried;
            lesson().setForm(form);
        }
        QVERIFY(lesson().isDone());
    }

    void aStepThatIsSetUpIsTrained() {
        run_->train(2);  // what the step before it leaves: the same network at its own rate
        window_->helpPanel().choose("lesson-4-warm-up");
        lesson().go(2);
        QVERIFY(lesson().todo().contains("learning rate"));
        const RunConfig wild = with(run_->config, "training.learning_rate=10");
        lesson().setForm(wild);
        QCOMPARE(lesson().todo(), QStringLiteral("Train for an epoch."));
        lesson().go(3);  // whose rate is the preset's again
        QVERIFY(lesson().todo().contains("learning rate"));
        // A setting alone does not make another network the step's.
        window_->helpPanel().choose("lesson-6-explanations");
        QVERIFY(lesson().todo().contains("another network"));
        lesson().setForm(presetByName("reverse-deep"));
        QVERIFY(lesson().todo().contains("validation accuracy"));
        lesson().go(3);  // the mask is one of the network shown
        QVERIFY(lesson().todo().contains("another network"));
    }

    void anExampleIsAsItWas() {
        window_->helpPanel().choose("lesson-1-dot-product");
        lesson().go(1);
        window_->pages().show(QStringLiteral("steps"));
        Page& steps = window_->pages().current();
        QTest::mouseClick(setUpButton(), Qt::LeftButton);
        const QVariantMap before = steps.controls();
        QVariantMap other = before;
        other[QStringLiteral("causal")] = true;
        steps.restoreControls(other);
        QVERIFY(steps.controls() != before);
        QTest::mouseClick(setUpButton(), Qt::LeftButton);
        QCOMPARE(steps.controls(), before);
    }

    void aRunWithOtherSettingsIsNotTheStepsOwn() {
        run_->train(2);  // the preset, with its warm-up
        window_->helpPanel().choose("lesson-4-warm-up");
        lesson().go(1);
        QVERIFY(lesson().todo().contains("schedule"));
        const RunConfig constant = with(run_->config, "training.schedule=constant");
        lesson().setForm(constant);
        QVERIFY(!lesson().isDone());
        QVERIFY(lesson().todo().contains("steps"));
    }

    void aStepBeginsWithTheNetworkOfItsForm() {
        run_->train(2);
        run_->model.setState(RunState::Finished);
        window_->helpPanel().show();
        window_->helpPanel().choose("lesson-7-sets");
        QSignalSpy restart(window_.get(), &MainWindow::restartRequested);
        QTest::mouseClick(setUpButton(), Qt::LeftButton);
        QCOMPARE(restart.count(), 1);  // or its page would not even be offered
        lesson().go(1);
        QVERIFY(!lesson().isDone());
        open("anomaly-shapes", {1280, 720});
        window_->helpPanel().choose("lesson-7-sets");
        lesson().go(2);
        QSignalSpy again(window_.get(), &MainWindow::restartRequested);
        QTest::mouseClick(setUpButton(), Qt::LeftButton);
        QCOMPARE(again.count(), 0);  // this one turns the page alone
        QCOMPARE(window_->pages().current().id(), QStringLiteral("sets"));
    }

    void whatIsToBeChosenOnAPageIsAskedFor() {
        window_->helpPanel().choose("lesson-3-positions");
        lesson().go(2);
        window_->pages().show(QStringLiteral("attention"));
        QCOMPARE(lesson().todo(), QStringLiteral("Go to the page Positions."));
        window_->pages().show(QStringLiteral("positions"));
        QCOMPARE(lesson().todo(), QStringLiteral("Set the page to a model dimension of 48."));
        Page& page = window_->pages().current();
        QVariantMap before = page.controls();
        before[QStringLiteral("width")] = 48;
        page.restoreControls(before);
        QTRY_COMPARE(lesson().todo(), QStringLiteral("Choose \"similarity P Pᵀ\" above the map."));
        QVariantMap similar = before;
        similar[QStringLiteral("map")] = 1;
        page.restoreControls(similar);
        QTest::qWait(400);  // pages do not tell
        QCOMPARE(lesson().todo(), QStringLiteral("Type your answer."));
        page.restoreControls(before);  // it was seen
        QTest::qWait(400);
        QCOMPARE(lesson().todo(), QStringLiteral("Type your answer."));
    }

    void theControlsThatLessonsNameAreThere() {
        QStringList named;
        for (const Lesson& each : window_->helpPanel().lessons().lessons)
            for (const LessonStep& step : each.steps)
                for (const LessonCheck& check : step.checks) {
                    if (check.kind != LessonCheck::Kind::Control) continue;
                    named << check.key;
                    for (const Page* page : window_->pages().pages())
                        if (page->id() == step.page)
                            QVERIFY2(page->controls().contains(check.key),
                                     qPrintable(each.id + ": " + step.title + ": " + check.key));
                }
        QVERIFY(named.contains(QStringLiteral("masked")));
    }

    void aStepOfAnothersNetworkMakesThatFirst() {
        window_->helpPanel().choose("lesson-7-sets");
        lesson().go(1);  // the page Sets is not even offered beside sequences
        QVERIFY(lesson().todo().contains("another network"));
        QTest::mouseClick(setUpButton(), Qt::LeftButton);
        QCOMPARE(window_->form().config(), presetByName("anomaly-shapes"));
        QVERIFY(lesson().todo().contains("validation accuracy"));
        lesson().go(2);  // the network shown follows the application, which is not here
        QVERIFY(lesson().todo().contains("another network"));
        window_->helpPanel().choose("lesson-2-heads");
        lesson().go(1);  // has heads of its own on top
        QTest::mouseClick(setUpButton(), Qt::LeftButton);
        QCOMPARE(window_->form().config().data.task, presetByName("reverse").data.task);
        QCOMPARE(window_->form().config().network.numHeads, 4);
        QVERIFY(!window_->noticeBar().text().contains(QStringLiteral("already")));
        QTest::mouseClick(setUpButton(), Qt::LeftButton);
        QVERIFY(window_->noticeBar().text().contains(QStringLiteral("already")));
    }

    void aSampleThatIsARowOfTheDataIsThatRow() {
        constexpr int row = 2;
        const RunModel& model = run_->model;
        RunConfig config = model.config();
        config.preset = presetOf(config);
        window_->showConfig(config);  // as the application has it, so that the network shown is the form's
        QStringList tokens;
        for (const int32_t token : tokensOfRow(model.config().network, model.data()->validation, row))
            tokens << QString::number(token);
        Q_EMIT lesson().setUpRequested({.sample = tokens.join(QLatin1Char(' '))});
        QCOMPARE(model.sampleRow(), row);
        Q_EMIT lesson().setUpRequested({.sample = QStringLiteral("1 2 3")});  // of no row
        QCOMPARE(model.sampleRow(), -1);
        QCOMPARE(model.sample().tokens, (std::vector<int32_t>{1, 2, 3}));
    }
    void setUpKeepsTheMachineThatWasChosen() {
        RunConfig config = window_->form().config();
        config.device = "cpu";
        config.threads = 1;
        window_->showConfig(config);
        Q_EMIT lesson().setUpRequested({.preset = QStringLiteral("reverse-deep")});
        QCOMPARE(window_->form().config().network.numLayers, 4);
        QCOMPARE(window_->form().config().device, std::string("cpu"));
        QCOMPARE(window_->form().config().threads, 1);
    }
    void aSampleOfTokensIsRefusedBesideSets() {
        open("anomaly-shapes", {1280, 720});
        const Sample before = run_->model.sample();
        Q_EMIT lesson().setUpRequested({.sample = QStringLiteral("1 2 3")});
        QVERIFY(window_->noticeBar().isError());
        QVERIFY(run_->model.sample() == before);
    }

    void aStepThatIsDoneJudgesAnotherAnswer() {
        window_->helpPanel().choose("lesson-1-dot-product");
        lesson().go(1);
        window_->pages().show(QStringLiteral("steps"));
        const auto* state = lesson().findChild<QLabel*>(QStringLiteral("lessonState"));
        answerEdit()->setText("2");
        QTest::keyClick(answerEdit(), Qt::Key_Return);
        QVERIFY(lesson().isDone());
        QCOMPARE(state->text(), QStringLiteral("✓ Correct."));
        QVERIFY(state->font().bold());
        const auto* because = named<QLabel>(lesson(), "Why the answer is right");
        QVERIFY(because->isVisibleTo(&lesson()));
        QVERIFY(because->text().contains(QStringLiteral("largest of its row")));
        answerEdit()->setText("1");
        QCOMPARE(state->text(), QStringLiteral("✓ Correct."));  // it is still being typed
        QTRY_COMPARE(state->text(), QStringLiteral("✓ Done before, but this answer is not the right one."));
        QVERIFY(because->isHidden());
        QVERIFY(lesson().isDone());
        answerEdit()->setText("k2");
        QTRY_COMPARE(state->text(), QStringLiteral("✓ Correct."));
    }

    void anAnswerIsNotUndoneToThatOfAnotherStep() {
        window_->helpPanel().choose("lesson-1-dot-product");
        lesson().go(1);
        QTest::keyClicks(answerEdit(), "2");
        QVERIFY(answerEdit()->isUndoAvailable());
        lesson().go(2);
        QVERIFY(answerEdit()->text().isEmpty() && !answerEdit()->isUndoAvailable());
    }

    void theAnswerStandsBelowItsQuestion() {
        window_->resize(1366, 768);
        window_->helpPanel().show();
        window_->helpPanel().choose("lesson-5-reverse");
        lesson().go(0);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        const auto yOf = [&](const QWidget* widget) { return widget->mapTo(&lesson(), QPoint()).y(); };
        const auto* text = lesson().findChild<LessonBrowser*>();
        const int end = yOf(text) + static_cast<int>(text->document()->size().height());
        QTRY_VERIFY2(yOf(answerEdit()) - end < 24 && yOf(answerEdit()) >= end - 1,
                     qPrintable(QStringLiteral("%1, %2").arg(yOf(answerEdit())).arg(end)));
    }

    void aStepAboutAnUntrainedNetworkMakesOne() {
        window_->helpPanel().choose("lesson-2-heads");
        window_->pages().show(QStringLiteral("attention"));
        QVERIFY(lesson().isDone());
        run_->train(2);
        run_->model.setState(RunState::Finished);
        lesson().beginAnew();
        QVERIFY(lesson().todo().contains("initial weights"));
        QSignalSpy restart(window_.get(), &MainWindow::restartRequested);
        QTest::mouseClick(setUpButton(), Qt::LeftButton);
        QCOMPARE(restart.count(), 1);
    }

    void aStepsOwnNetworkLooksAtItsOwnData() {
        run_->model.shown().chooseSample(sampleOf({1, 2, 3}));
        window_->helpPanel().choose("lesson-6-explanations");
        QTest::mouseClick(setUpButton(), Qt::LeftButton);
        QCOMPARE(run_->model.sampleRow(), 0);
    }

    void nothingIsSetUpUnderARunningTraining() {
        run_->train(1);
        window_->helpPanel().choose("lesson-3-positions");
        lesson().go(3);
        QSignalSpy edited(window_.get(), &MainWindow::configEdited),
            stops(window_.get(), &MainWindow::stopRequested);
        QTest::mouseClick(setUpButton(), Qt::LeftButton);
        QVERIFY(edited.isEmpty());
        // What keeps the lesson waiting can be stopped where that is said, wherever the form is.
        for (QPushButton* button : window_->noticeBar().findChildren<QPushButton*>())
            if (button->text() == QLatin1String("Stop the run")) button->click();
        QCOMPARE(stops.size(), 1);
        QVERIFY(window_->form().config().network.positions == Positions::Sinusoidal);
    }

    void anAnswerIsTypedAndWhatWasDoneStaysDone() {
        window_->helpPanel().choose("lesson-1-dot-product");
        QVERIFY(!lesson().isDone());
        QCOMPARE(lesson().nextButton()->text(), QStringLiteral("Skip"));
        window_->pages().show(QStringLiteral("steps"));
        QVERIFY(lesson().isDone());
        QCOMPARE(lesson().nextButton()->text(), QStringLiteral("Next"));
        window_->pages().show(QStringLiteral("attention"));
        QVERIFY(lesson().isDone());
        QTest::mouseClick(lesson().nextButton(), Qt::LeftButton);
        QVERIFY(answerEdit()->isVisible());
        QTRY_VERIFY(answerEdit()->hasFocus());  // or a digit would turn the page
        QTest::keyClicks(answerEdit(), "3");
        QTRY_COMPARE(lesson().todo(), QStringLiteral("Not quite, try again."));
        QTest::keyClick(answerEdit(), Qt::Key_Backspace);
        QCOMPARE(lesson().todo(), QStringLiteral("Type your answer."));
        // Next judges what is typed before it leaves the step.
        QTest::keyClicks(answerEdit(), "3");
        QTest::mouseClick(lesson().nextButton(), Qt::LeftButton);
        QCOMPARE(lesson().stepIndex(), 1);
        QCOMPARE(lesson().todo(), QStringLiteral("Not quite, try again."));
        answerEdit()->clear();
        QTest::keyClicks(answerEdit(), "27\r");  // 2 alone would be right
        QCOMPARE(lesson().todo(), QStringLiteral("Not quite, try again."));
        answerEdit()->clear();
        QTest::keyClicks(answerEdit(), "2\r");
        QVERIFY(lesson().isDone());
        QTest::keyClick(answerEdit(), Qt::Key_Return);
        QCOMPARE(lesson().stepIndex(), 2);
        QVERIFY(!answerEdit()->isVisible() || answerEdit()->hasFocus());
        QVERIFY(answerEdit()->isVisible() || lesson().nextButton()->hasFocus());
        // The last step leads to the next lesson, and says so though it is not done.
        lesson().go(100);
        QVERIFY(!lesson().isDone());
        QCOMPARE(lesson().nextButton()->text(), QStringLiteral("Next lesson"));
        QVERIFY(lesson().nextButton()->isEnabled());
        QTest::mouseClick(lesson().nextButton(), Qt::LeftButton);
        QCOMPARE(window_->helpPanel().chosen(), QStringLiteral("lesson-2-heads"));
        window_->helpPanel().choose(window_->helpPanel().lessons().lessons.back().id);
        lesson().go(100);
        QVERIFY(!lesson().nextButton()->isEnabled());
        window_->helpPanel().choose("lesson-1-dot-product");
        const int last = lesson().stepIndex();
        // Nothing is forgotten by a slip of the hand.
        QTest::mouseClick(named<QPushButton>(lesson(), "Restart lesson"), Qt::LeftButton);
        const auto answer = [&](QMessageBox::ButtonRole role) {
            const auto* box = lesson().findChild<QMessageBox*>();
            for (QAbstractButton* button : box->buttons())
                if (box->buttonRole(button) == role) return button->click();
        };
        answer(QMessageBox::RejectRole);
        QCOMPARE(lesson().stepIndex(), last);
        lesson().go(1);
        // Left and taken up again, in another session too.
        MainWindow other(run_->model, *theme_);
        other.setLessonsFolder({});
        other.restoreLayoutState(window_->layoutState());
        QCOMPARE(other.helpPanel().chosen(), QStringLiteral("lesson-1-dot-product"));
        QCOMPARE(other.helpPanel().lesson().stepIndex(), 1);
        QVERIFY(other.helpPanel().lesson().isDone());
        other.helpPanel().lesson().beginAnew();
        QCOMPARE(other.helpPanel().lesson().stepIndex(), 0);
        QVERIFY(!other.helpPanel().lesson().isDone());
        lesson().go(1);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QTest::mouseClick(named<QPushButton>(lesson(), "Restart lesson"), Qt::LeftButton);
        answer(QMessageBox::AcceptRole);
        QCOMPARE(lesson().stepIndex(), 0);
        lesson().go(1);
        QVERIFY(!lesson().isDone());
    }

    void whatWasDoneAndUndoneCountsForItsStep() {
        open("reverse-deep", {1280, 720});
        window_->helpPanel().choose("lesson-2-heads");
        lesson().go(3);
        QVERIFY(lesson().todo().contains("validation accuracy"));  // of an untrained one nothing is learned
        TrainProgress progress;
        progress.epoch.emplace().validationAccuracy = 0.98;
        run_->model.addProgress(progress);
        QVERIFY(lesson().todo().contains("Ablate"));
        answerEdit()->setText(QStringLiteral("yes"));  // is not silently kept for later
        QTRY_COMPARE(lesson().todo(), QStringLiteral("Not quite, try again. Ablate 2 heads."));
        answerEdit()->clear();
        Ablation ablation;
        ablation.headGates.assign(16, 1);
        ablation.headGates.front() = 0;
        run_->model.shown().setAblation(ablation);
        QCOMPARE(lesson().todo(), QStringLiteral("Ablate one more, so that 2 are off at once."));
        ablation.headGates.back() = 0;
        run_->model.shown().setAblation(ablation);
        QCOMPARE(lesson().todo(), QStringLiteral("Type your answer."));
        run_->model.shown().setAblation({});  // the step itself asks for it
        QCOMPARE(lesson().todo(), QStringLiteral("Type your answer."));
        answerEdit()->setText(QStringLiteral("yes"));
        QTRY_COMPARE(lesson().todo(), QStringLiteral("Not quite, try again."));
        answerEdit()->setText(QStringLiteral("No"));
        QTRY_VERIFY(lesson().isDone());
    }

    void aDigitTypedElsewhereIsTheAnswer() {
        window_->helpPanel().choose("lesson-1-dot-product");
        lesson().go(1);
        window_->pages().show(QStringLiteral("attention"));
        window_->pages().current().setFocus();
        QTest::keyClick(&window_->pages().current(), Qt::Key_2);
        QCOMPARE(answerEdit()->text(), QStringLiteral("2"));
        QCOMPARE(window_->pages().current().id(), QStringLiteral("attention"));
        QTest::mouseClick(lesson().nextButton(), Qt::LeftButton);
        QCOMPARE(lesson().stepIndex(), 2);
        lesson().go(1);
        QVERIFY(lesson().isDone());
        // The last step says what is left.
        lesson().go(3);
        window_->pages().show(QStringLiteral("steps"));
        QVariantMap unscaled = window_->pages().current().controls();
        unscaled[QStringLiteral("scaled")] = false;
        window_->pages().current().restoreControls(unscaled);
        answerEdit()->setText(QStringLiteral("0.62"));
        const auto says = [&](const char* text) {
            for (const QLabel* label : lesson().findChildren<QLabel*>())
                if (label->text().contains(QString::fromUtf8(text))) return true;
            return false;
        };
        QTRY_VERIFY(says("Steps 1, 3 are still open."));
    }

    void whatIsPressedStaysWhereItIs() {
        window_->helpPanel().choose("lesson-3-positions");
        lesson().go(3);
        QCoreApplication::processEvents();
        auto* todo = named<QLabel>(lesson(), "What is left to do");
        const QPoint setUp = setUpButton()->pos(), next = lesson().nextButton()->pos();
        const int before = todo->height();
        todo->setText(QStringLiteral("It takes some more words to say this. ").repeated(4));
        QTRY_VERIFY(todo->height() > before);
        QCOMPARE(setUpButton()->pos(), setUp);
        QCOMPARE(lesson().nextButton()->pos(), next);
    }
};

TEST_CLASS(TestLessonPanel, QApplication)
#include "test_lesson_panel.moc"
