// What the window says in passing: where it stands, and whether it is a success.
#include <QApplication>
#include <QTest>

#include "runner.h"
#include "ui/controls/notice_bar.h"
#include "ui/window/status_line.h"
#include "ui/window_test.h"

using namespace attx;

class TestNotices : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init() { open("reverse"); }
    void cleanup() { close(); }

    /// What stays hides nothing; what goes in a moment moves nothing, and lies over the last row.
    void aNoticeThatStaysHasRoomOfItsOwn() {
        const NoticeBar& bar = window_->noticeBar();
        const QWidget& pages = window_->pages();
        const int whole = pages.height();
        const auto covers = [&] {
            return bar.geometry().intersects({pages.mapTo(bar.parentWidget(), QPoint()), pages.size()});
        };
        window_->showNotice(QStringLiteral("saved"), false);
        QVERIFY(!covers() && pages.height() == whole);
        QVERIFY(window_->centralWidget()->rect().contains(bar.geometry()));
        window_->showNotice(QStringLiteral("saved it ").repeated(50), false);
        QVERIFY(pages.height() == whole);
        QCOMPARE(bar.geometry().bottom(), window_->centralWidget()->rect().bottom());
        QVERIFY(bar.height() > bar.fontMetrics().height() &&
                bar.width() == window_->centralWidget()->width());
        window_->showNotice(QStringLiteral("The disk is full."), true);
        QTRY_VERIFY(!covers() && pages.height() < whole);
        QVERIFY(window_->centralWidget()->rect().contains(bar.geometry()));
        window_->hideNotice();
        QTRY_COMPARE(pages.height(), whole);
    }

    void inANarrowWindowTheStatusStandsBelowTheTimeline() {
        window_->resize(800, 700);
        const auto* status = window_->findChild<StatusLine*>();
        QVERIFY(status);
        const QWidget* row = status->parentWidget();
        QTRY_VERIFY(status->isVisible() && row->rect().contains(status->geometry()));
    }

    void whatAPageCannotDoGoesWithIt() {
        window_->pages().show(QStringLiteral("positions"));
        window_->showPageNotice(QStringLiteral("not here"));
        QVERIFY(window_->noticeBar().isVisible());
        window_->pages().show(QStringLiteral("attention"));
        QVERIFY(!window_->noticeBar().isVisible());
        window_->showNotice(QStringLiteral("The disk is full."), true);
        window_->pages().show(QStringLiteral("positions"));
        QVERIFY(window_->noticeBar().isVisible());
    }

    void aRefusalIsNoSuccess() {
        for (QAction* action : window_->findChildren<QAction*>())
            if (action->text() == QLatin1String("Copy as co&mmand")) action->trigger();
        QVERIFY2(window_->noticeBar().isError(), qPrintable(window_->noticeBar().text()));
    }
};

TEST_CLASS(TestNotices, QApplication)
#include "test_notices.moc"
