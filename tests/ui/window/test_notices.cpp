// What the window says in passing: where it stands, and whether it is a success.
#include <QApplication>
#include <QTest>

#include "runner.h"
#include "ui/controls/notice_bar.h"
#include "ui/window/main_window.h"
#include "ui/window_fixture.h"

using namespace attx;

class TestNotices : public QObject {
    Q_OBJECT

    std::unique_ptr<Theme> theme_;
    std::unique_ptr<RunFixture> run_;
    std::unique_ptr<MainWindow> window_;

private Q_SLOTS:
    void initTestCase() { theme_ = std::make_unique<Theme>(*qApp); }
    void init() {
        run_ = std::make_unique<RunFixture>("reverse");
        window_ = std::make_unique<MainWindow>(run_->model, *theme_);
        window_->resize(1280, 800);
        window_->show();
        run_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    }
    void cleanup() {
        window_.reset();
        run_.reset();
    }

    /// What stays hides nothing; what goes in a moment moves nothing.
    void aNoticeThatStaysHasRoomOfItsOwn() {
        const NoticeBar& bar = window_->noticeBar();
        const QWidget& pages = window_->pages();
        const int whole = pages.height();
        const auto covers = [&] {
            return bar.geometry().intersects({pages.mapTo(bar.parentWidget(), QPoint()), pages.size()});
        };
        window_->showNotice(QStringLiteral("saved"), false);
        QVERIFY(covers() && pages.height() == whole);
        window_->showNotice(QStringLiteral("The disk is full."), true);
        QTRY_VERIFY(!covers() && pages.height() < whole);
        QVERIFY(window_->centralWidget()->rect().contains(bar.geometry()));
        window_->hideNotice();
        QTRY_COMPARE(pages.height(), whole);
    }

    void aRefusalIsNoSuccess() {
        for (QAction* action : window_->findChildren<QAction*>())
            if (action->text() == QLatin1String("Copy as co&mmand")) action->trigger();
        QVERIFY2(window_->noticeBar().isError(), qPrintable(window_->noticeBar().text()));
    }
};

TEST_CLASS(TestNotices, QApplication)
#include "test_notices.moc"
