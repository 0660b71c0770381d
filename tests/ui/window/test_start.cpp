// What a first start offers: cards, the tour, lessons; and the next
// steps over the figure of a network that has just been trained.
#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTest>
#include <QToolButton>
#include <chrono>

#include "model/config/presets.h"
#include "runner.h"
#include "ui/controls/notice_bar.h"
#include "ui/controls/sequence_edit.h"
#include "ui/form/config_form.h"
#include "ui/form/preset_list.h"
#include "ui/form/run_estimate.h"
#include "ui/lessons/lesson.h"
#include "ui/look/language.h"
#include "ui/look/theme.h"
#include "ui/named.h"
#include "ui/pages/attention/ablation_bar.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/text/text_page.h"
#include "ui/window/help_panel.h"
#include "ui/window/lesson_panel.h"
#include "ui/window/main_window.h"
#include "ui/window/presentation.h"
#include "ui/window/preset_picture.h"
#include "ui/window/start_page.h"
#include "ui/window_fixture.h"

using namespace attx;

class TestStart : public QObject {
    Q_OBJECT

    RunFixture run_{"reverse"};
    Theme theme_{*qApp};
    std::unique_ptr<MainWindow> window_;

    [[nodiscard]] StartPage& start() const { return *window_->findChild<StartPage*>(); }
    void train() {
        run_.train(1);
        run_.model.setState(RunState::Finished);
    }
    [[nodiscard]] QList<QPushButton*> offers() const {
        QList<QPushButton*> shown;
        for (QPushButton* button : window_->noticeBar().findChildren<QPushButton*>())
            if (button->isVisible()) shown << button;
        return shown;
    }

private Q_SLOTS:
    void init() {
        run_.model.setState(RunState::Idle);
        run_.show();
        window_ = std::make_unique<MainWindow>(run_.model, theme_);
        window_->setLessonsFolder({});
        window_->show();
    }
    void cleanup() { window_.reset(); }

    void aCardTrainsItsPreset() {
        QVERIFY(!window_->isAtStart());
        window_->pages().show(QStringLiteral("steps"));  // which no training changes
        window_->showStart();
        QVERIFY(window_->isAtStart() && start().isVisible() && !window_->pages().isVisible());
        QStringList cards;
        for (const QAbstractButton* card : start().findChildren<QAbstractButton*>())
            if (presets().contains(card->objectName().toStdString())) {
                cards << card->objectName();
                QCOMPARE(card->accessibleDescription(), presetLine(card->objectName().toStdString()));
                QVERIFY(card->toolTip().contains(presetCost(card->objectName().toStdString())));
            }
        QCOMPARE(cards, (QStringList{"reverse", "reverse-deep", "text-demo", "anomaly-shapes"}));
        QSignalSpy trained(window_.get(), &MainWindow::trainRequested);
        RunConfig before = window_->form().config();
        before.threads = 1;
        window_->changeConfig(before);
        start().findChild<QAbstractButton*>(QStringLiteral("reverse-deep"))->click();
        QVERIFY(!window_->isAtStart() && window_->pages().isVisible());
        QCOMPARE(window_->pages().current().id(), QStringLiteral("attention"));
        QCOMPARE(trained.size(), 1);
        RunConfig expected = presetByName("reverse-deep");
        expected.threads = 1;  // where it is computed stays
        QVERIFY(trained[0][0].value<RunConfig>() == expected);
    }

    void theHelpOfTheFirstStartGivesItsRoomToTheFirstTrainedNetwork() {
        QVERIFY(QTest::qWaitForWindowActive(window_.get()));
        HelpPanel& help = window_->helpPanel();
        QVERIFY(help.isVisible());
        train();
        QVERIFY(help.isHidden());
        QTest::keyClick(window_.get(), Qt::Key_F1);
        QVERIFY(help.isVisible());
        train();
        QVERIFY(help.isVisible());  // asked for
    }

    void itGoesWithWhatIsDone() {
        window_->showStart();
        QTest::keyClick(window_.get(), Qt::Key_Escape);
        QVERIFY(!window_->isAtStart());
        window_->showStart();
        start().findChild<QPushButton*>(QStringLiteral("close"))->click();
        QVERIFY(!window_->isAtStart());
        window_->showStart();
        window_->pages().show(QStringLiteral("explain"));
        QVERIFY(!window_->isAtStart());
        window_->showStart();
        QTabBar* tabs = window_->pages().placeTabs();  // also of the place that is shown already
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(tabs->currentIndex()).center());
        QVERIFY(!window_->isAtStart());
        window_->helpPanel().choose(QStringLiteral("lesson-5-reverse"));
        window_->showStart();
        named<QPushButton>(window_->helpPanel(), "Set this up")->click();
        QVERIFY(!window_->isAtStart());
        window_->showStart();
        run_.train(1);
        QVERIFY(!window_->isAtStart());
        run_.model.setState(RunState::Finished);
    }

    void theTourIsALesson() {
        window_->showStart();
        start().findChild<QPushButton*>(QStringLiteral("tour"))->click();
        QVERIFY(!window_->isAtStart());
        QCOMPARE(window_->helpPanel().chosen(), window_->helpPanel().lessons().lessons.front().id);
        window_->showStart();
        int lessons = 0;
        for (QPushButton* button : start().findChildren<QPushButton*>())
            if (button->text().startsWith(QStringLiteral("6: "))) {
                button->click();
                ++lessons;
            }
        QCOMPARE(lessons, 1);
        QCOMPARE(window_->helpPanel().chosen(), window_->helpPanel().lessons().lessons[5].id);
    }

    /// Beside a lesson in a small window two columns would be cut.
    void cardsAreInOneColumnWhereTwoHaveNoRoom() {
        StartPage page;
        LessonShelf shelf;
        for (const char* title :
             {"A lesson with a title that is much longer than a column of a window of that "
              "width, as some are in German, and must not take it from the cards",
              "Another"}) {
            const Lesson lesson{.title = QString::fromLatin1(title)};
            shelf.lessons.push_back(lesson);
        }
        page.setLessons(shelf);
        page.show();
        for (const int width : {1000, 340, 1000}) {
            page.resize(width, 600);
            for (int i = 0; i < 4; ++i) QCoreApplication::processEvents();
            const auto placeOf = [&page](const QWidget* widget) {
                return QRect(widget->mapTo(&page, QPoint()), widget->size());
            };
            for (const QAbstractButton* each : page.findChildren<QAbstractButton*>())
                QVERIFY2(placeOf(each).left() >= 0 && placeOf(each).right() < width,
                         qPrintable(each->text()));
            const auto left = [&](const char* preset) {
                return placeOf(page.findChild<QAbstractButton*>(QLatin1String(preset))).left();
            };
            QCOMPARE(left("reverse") == left("reverse-deep"), width == 340);
        }
    }

    void everyPictureShowsItsTask() {
        for (const char* name : {"reverse", "reverse-deep", "text-demo", "anomaly-shapes"}) {
            const QImage first = presetPicture(name, 0, {200, 100}, 2, FigureStyle::light());
            QCOMPARE(first.size(), QSize(400, 200));
            QVERIFY(first == presetPicture(name, 0, {200, 100}, 2, FigureStyle::light()));
            QVERIFY(std::string(name) == "reverse" ||  // its weights hardly depend on the digits
                    first != presetPicture(name, 1, {200, 100}, 2, FigureStyle::light()));
        }
        // By hand: the query of row 0 looks at the last key.
        const QImage map = presetPicture("reverse", 0, {160, 160}, 1, FigureStyle::light());
        QVERIFY(map.pixelColor(155, 5).lightness() > 2 * map.pixelColor(5, 5).lightness());
    }

    void aTrainedNetworkOffersThreeNextSteps() {
        train();
        QCOMPARE(offers().size(), 3);
        offers()[0]->click();
        QVERIFY(!window_->noticeBar().isVisible());
        QVERIFY(window_->focusWidget() == window_->page<AttentionPage>().sequenceEdit()->line());
        train();
        offers()[1]->click();
        QVERIFY(window_->page<AttentionPage>().ablationBar()->switchesHeads());
        train();
        offers()[2]->click();
        QCOMPARE(window_->pages().current().id(), QStringLiteral("explain"));
    }

    void aSuccessCoversThemForAWhileOnly() {
        train();
        NoticeBar& bar = window_->noticeBar();
        const QString asked = bar.text();
        window_->showNotice(QStringLiteral("Saved."), false);
        QVERIFY(offers().isEmpty());
        window_->showNotice(QStringLiteral("Saved once more."), false);
        for (const char* saved : {"Saved a.png", "Saved b.png"})
            bar.showOffers(QString::fromUtf8(saved), {{QStringLiteral("Open folder"), [] {}}},
                           NoticeBar::Stays::Briefly);
        QCOMPARE(offers().size(), 1);
        for (QToolButton* button : bar.findChildren<QToolButton*>()) button->click();
        QVERIFY(bar.isVisible());
        QCOMPARE(bar.text(), asked);
        QCOMPARE(offers().size(), 3);
        for (QToolButton* button : bar.findChildren<QToolButton*>()) button->click();
        QVERIFY(!bar.isVisible());
        train();
        window_->showNotice(QStringLiteral("Saved."), false);
        window_->hideNotice();  // what they were about is over
        QVERIFY(!bar.isVisible());
        window_->showNotice(QStringLiteral("Saved."), false);
        for (QToolButton* button : bar.findChildren<QToolButton*>()) button->click();
        QVERIFY(!bar.isVisible());
    }

    /// They would lie over the figure, and lead to controls that are hidden.
    void theyWaitForTheEndOfAPresentation() {
        train();
        QCOMPARE(offers().size(), 3);
        const QString asked = window_->noticeBar().text();
        window_->presentation().toggle();
        QVERIFY(!window_->noticeBar().isVisible());
        window_->presentation().toggle();
        QCOMPARE(window_->noticeBar().text(), asked);
        QCOMPARE(offers().size(), 3);
        window_->hideNotice();
        window_->presentation().toggle();
        train();
        QVERIFY(!window_->noticeBar().isVisible());
        window_->showNotice(QStringLiteral("Saved."), false);  // other notices are shown
        QVERIFY(window_->noticeBar().isVisible());
        for (QToolButton* button : window_->noticeBar().findChildren<QToolButton*>()) button->click();
        QVERIFY(!window_->noticeBar().isVisible());
        window_->presentation().toggle();
        QCOMPARE(offers().size(), 3);
        window_->hideNotice();
        window_->presentation().toggle();
        window_->presentation().toggle();
        QVERIFY(!window_->noticeBar().isVisible());
    }

    void aTextIsTypedOnItsPage() {
        RunFixture texts("text-demo");
        MainWindow window(texts.model, theme_);
        window.show();
        texts.show();
        texts.train(1);
        texts.model.setState(RunState::Finished);
        for (QPushButton* button : window.noticeBar().findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Type your own")) button->click();
        QCOMPARE(window.pages().current().id(), QStringLiteral("text"));
        QVERIFY(window.focusWidget() == window.page<TextPage>().ownText());
    }

    void cardsTakeWhatIsMeasured() {
        window_->showStart();
        auto* card = start().findChild<QAbstractButton*>(QStringLiteral("reverse-deep"));
        const RunConfig config = window_->form().config();
        const double speed = estimateTime(config, 1).flopsPerStep;
        window_->form().setStepTime(std::chrono::seconds(1));  // a slow one
        QVERIFY(presetCost("reverse-deep", speed) != presetCost("reverse-deep"));
        QVERIFY2(card->toolTip().contains(presetCost("reverse-deep", speed)), qPrintable(card->toolTip()));
        QCOMPARE(card->accessibleDescription(), presetLine("reverse-deep", speed));
        const auto* combo = window_->form().findChild<QComboBox*>();
        QCOMPARE(combo->itemData(combo->findData(QStringLiteral("reverse")), Qt::ToolTipRole).toString(),
                 presetLine("reverse", speed));
    }

    void anotherLanguageOffersThemInItsWords() {
        train();
        setLanguage(Language::German);
        for (int i = 0; i < 8; ++i) QCoreApplication::processEvents();
        QCOMPARE(window_->noticeBar().text(), QStringLiteral("Wie weiter?"));
        for (QPushButton* button : window_->noticeBar().findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Diese Antwort erklären")) button->click();
        QCOMPARE(window_->pages().current().id(), QStringLiteral("explain"));  // The page that there is now
        setLanguage(Language::English);
        for (int i = 0; i < 8; ++i) QCoreApplication::processEvents();
    }

    void theyDoNotPushAsideWhatMattersMore() {
        window_->noticeBar().showOffers(QStringLiteral("former"), {{QStringLiteral("back"), [] {}}});
        train();
        QCOMPARE(window_->noticeBar().text(), QStringLiteral("former"));
        window_->showNotice(QStringLiteral("wrong"), true);
        train();
        QCOMPARE(window_->noticeBar().text(), QStringLiteral("wrong"));
        window_->hideNotice();
        run_.model.setState(RunState::Idle);
        run_.model.setState(RunState::Finished);  // opened
        QVERIFY(!window_->noticeBar().isVisible());
    }
};

TEST_CLASS(TestStart, QApplication)
#include "test_start.moc"
