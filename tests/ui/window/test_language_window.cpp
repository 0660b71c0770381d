// Another language: the form, the notice, the lesson, the timeline and what is under way go on as they were.
#include <QPushButton>
#include <QTemporaryDir>

#include "runner.h"
#include "ui/asked.h"
#include "ui/controls/notice_bar.h"
#include "ui/controls/sequence_edit.h"
#include "ui/form/config_form.h"
#include "ui/form/form_field.h"
#include "ui/named.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/evaluate/faithful_page.h"
#include "ui/pages/network/network_page.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/pages/runs/sweep_dialog.h"
#include "ui/seen.h"
#include "ui/window/help_panel.h"
#include "ui/window/lesson_panel.h"
#include "ui/window/presentation.h"
#include "ui/window/time_bar.h"
#include "ui/window_fixture.h"

using namespace attx;

class TestLanguageWindow : public QObject {
    Q_OBJECT

    std::unique_ptr<Theme> theme_;
    std::unique_ptr<RunFixture> run_;
    std::unique_ptr<MainWindow> window_;
    std::unique_ptr<Answers> answers_;

    template <class P>
    P& turnTo() {
        P& page = window_->page<P>();
        window_->pages().show(page.id());
        answers_->settle();
        return page;
    }

private Q_SLOTS:
    void initTestCase() { theme_ = std::make_unique<Theme>(*qApp); }
    void init() {
        run_ = std::make_unique<RunFixture>("reverse");
        window_ = std::make_unique<MainWindow>(run_->model, *theme_);
        answers_ = std::make_unique<Answers>(*window_);
        window_->resize(1500, 900);
        window_->setLessonsFolder({});
        window_->show();
        run_->show();
        window_->showConfig(run_->config);
        answers_->settle();
    }
    void cleanup() {
        answers_.reset();
        window_.reset();
        run_.reset();
        setLanguage(Language::English);
    }

    void whatIsBeingMeasuredGoesOn() {
        auto& faithful = turnTo<FaithfulPage>();
        named<QSpinBox>(faithful, "Samples")->setValue(4);
        answers_->isHeldBack = true;
        const QPointer<StudyBase> study = &faithful.study();
        QSignalSpy asked(study, &StudyBase::asked);
        named<QPushButton>(faithful, "Measure")->click();
        QCOMPARE(asked.count(), 1);
        speak(Language::German);
        QVERIFY(study && study->isAsking());
        QVERIFY(window_->page<FaithfulPage>().study().isAsking());
        answerWhole(*study, asked[0][0].value<Query>());
        QVERIFY(window_->page<FaithfulPage>().findChild<QTableWidget*>()->rowCount() > 0);
    }

    void theFormKeepsWhatIsNoValue() {
        ConfigForm* form = &window_->form();
        const auto line = [&](const char* path) {
            QWidget* editor = form->field(path)->editor();
            auto* own = qobject_cast<QLineEdit*>(editor);
            return own ? own : editor->findChild<QLineEdit*>();
        };
        for (const auto& [path, text] :
             {std::pair("training.learning_rate", "5e-"), std::pair("training.epochs", "many"),
              std::pair("network.dropout", "x")}) {
            line(path)->setFocus();
            line(path)->selectAll();
            QTest::keyClicks(line(path), QLatin1String(text));
        }
        form->setStepTime(std::chrono::milliseconds(3));
        form->setFolded({QStringLiteral("network")});
        QVERIFY(!form->isValid());
        const QStringList before = fieldsOf(*form);
        speak(Language::German);
        form = &window_->form();
        QCOMPARE(line("training.learning_rate")->text(), QStringLiteral("5e-"));
        QCOMPARE(line("training.epochs")->text(), QStringLiteral("many"));
        QCOMPARE(line("network.dropout")->text(), QStringLiteral("x"));
        QVERIFY(!form->isValid());
        QVERIFY(!form->field("training.epochs")->problem().isEmpty());
        QCOMPARE(form->folded(), QStringList{QStringLiteral("network")});
        QCOMPARE(fieldsOf(*form), before);
    }

    void whatAStepTakesStaysMeasured() {
        window_->form().setStepTime(std::chrono::milliseconds(777));
        const auto estimate = [this] {
            QStringList texts;
            for (const auto* label : window_->form().findChildren<QLabel*>())
                if (label->text().contains(QLatin1Char('~')))
                    texts << label->text().section(QLatin1Char('~'), 1);
            return texts;
        };
        const QStringList before = estimate();
        QVERIFY(!before.isEmpty());
        speak(Language::German);
        speak(Language::English);
        QCOMPARE(estimate(), before);
    }

    void whatIsTypedStaysAsItIsTyped() {
        const auto line = [this] { return turnTo<AttentionPage>().sequenceEdit()->line(); };
        for (const char* text : {"1,2, 3", "1 2 x"}) {
            line()->selectAll();
            QTest::keyClicks(line(), QLatin1String(text));
            const Sample sample = run_->model.sample();
            speak(Language::German);
            QCOMPARE(line()->text(), QLatin1String(text));
            QVERIFY(run_->model.sample() == sample);
            speak(Language::English);
            QCOMPARE(line()->text(), QLatin1String(text));
        }
        QVERIFY(!turnTo<AttentionPage>().sequenceEdit()->problem().isEmpty());
        run_->model.chooseRow(2);  // another sample, which the line then says
        const QString other = line()->text();
        QVERIFY(other != QLatin1String("1 2 x"));
        speak(Language::German);
        QCOMPARE(line()->text(), other);
        QVERIFY(turnTo<AttentionPage>().sequenceEdit()->problem().isEmpty());
    }

    void aPageChosenWhileANetworkIsAwaitedStays() {
        for (const bool turns : {true, false}) {
            init();
            window_->setWaiting(QStringLiteral("opening …"));
            if (turns) turnTo<NetworkPage>();
            speak(Language::German);
            const RunFixture text("text-demo");
            run_->model.showNetwork(text.config, nullptr, text.data);
            QCOMPARE(window_->pages().current().id(),
                     turns ? QStringLiteral("network") : QStringLiteral("text"));
            cleanup();
        }
        init();
    }

    void thePresentationKeepsItsZoom() {
        window_->presentation().toggle();
        theme_->setZoom(150);
        window_->presentation().toggle();
        const int usual = theme_->zoom();
        speak(Language::German);
        window_->presentation().toggle();
        QCOMPARE(theme_->zoom(), 150);
        window_->presentation().toggle();
        QCOMPARE(theme_->zoom(), usual);
    }

    void aNoticeKeepsWhatItOffers() {
        int done = 0;
        window_->noticeBar().showOffers(QStringLiteral("Interrupted."),
                                        {{QStringLiteral("Go"), [&] { ++done; }}});
        speak(Language::German);
        QVERIFY(window_->noticeBar().isVisible());
        for (auto* button : window_->noticeBar().findChildren<QPushButton*>())
            if (button->isVisible() && button->text() == QStringLiteral("Go")) button->click();
        QCOMPARE(done, 1);
        QVERIFY(window_->noticeBar().isHidden());
        speak(Language::English);
        QVERIFY(window_->noticeBar().isHidden());
        QCOMPARE(window_->noticeBar().history().size(), 1);
    }

    void aLessonKeepsWhatIsTyped() {
        const auto lesson = [this]() -> LessonPanel& { return window_->helpPanel().lesson(); };
        window_->helpPanel().show();
        window_->helpPanel().choose(QStringLiteral("lesson-5-reverse"));
        int step = 0;
        for (; step < 20; ++step) {
            lesson().go(step);
            if (lesson().stepIndex() == step && lesson().findChild<QLineEdit*>()->isVisibleTo(&lesson()))
                break;
        }
        QVERIFY(step < 20);
        lesson().findChild<QLineEdit*>()->setText(QStringLiteral("wrong"));
        speak(Language::German);
        QCOMPARE(lesson().stepIndex(), step);
        QCOMPARE(lesson().findChild<QLineEdit*>()->text(), QStringLiteral("wrong"));
    }

    void theTimelineGoesOnPlaying() {
        run_->model.setSnapshots({{1, 0, 10}, {2, 1, 10}, {3, 1, 10}});
        window_->timeBar().speedCombo()->setCurrentIndex(0);
        window_->timeBar().setPlaying(true);
        speak(Language::German);
        QCOMPARE(window_->timeBar().speedCombo()->currentIndex(), 0);
        QVERIFY(window_->timeBar().isPlaying());
        window_->timeBar().setPlaying(false);
        speak(Language::English);
        QVERIFY(!window_->timeBar().isPlaying());
    }

    void aSweepThatIsPlannedStaysPlanned() {
        auto& page = turnTo<RunsPage>();
        SweepDialog* dialog = page.newSweep();
        dialog->setValues("training.learning_rate", QStringLiteral("1e-3,1e-4"));
        dialog->setSeeds(3);
        dialog->setFolder(QStringLiteral("/somewhere/else"));
        const QString before = dialog->command();
        speak(Language::German);
        answers_->settle();
        const auto dialogs = window_->findChildren<SweepDialog*>();
        QCOMPARE(dialogs.size(), 1);
        QVERIFY(dialogs[0]->isVisible());
        QCOMPARE(dialogs[0]->command(), before);
        QCOMPARE(dialogs[0]->windowTitle(), QStringLiteral("Neuer Sweep"));
        dialogs[0]->close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        speak(Language::English);
        answers_->settle();
        QVERIFY(window_->findChildren<SweepDialog*>().isEmpty());
    }
};

TEST_CLASS(TestLanguageWindow, QApplication)
#include "test_language_window.moc"
