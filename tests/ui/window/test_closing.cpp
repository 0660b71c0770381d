// What closing the window asks while a sweep trains; about a run alone see test_main_window.
#include <QMessageBox>
#include <QPushButton>
#include <QTest>

#include "runner.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/window_test.h"

using namespace attx;

class TestClosing : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init() { open("reverse"); }
    void cleanup() { close(); }

    void closingWhileASweepTrainsAsks() {
        const auto press = [this](QMessageBox::ButtonRole role) {
            auto* box = window_->findChild<QMessageBox*>();
            QVERIFY(box && box->informativeText().contains(QStringLiteral("is saved")));
            for (QAbstractButton* button : box->buttons())
                if (box->buttonRole(button) == role) QTest::mouseClick(button, Qt::LeftButton);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        };
        window_->page<RunsPage>().showSweep(QStringLiteral("training rates"));
        QVERIFY(!window_->close());
        QVERIFY(!window_->close());  // the question stands already
        QCOMPARE(window_->findChildren<QMessageBox*>().size(), 1);
        press(QMessageBox::RejectRole);
        QVERIFY(window_->isVisible());
        run_->model.beginRun(QStringLiteral("run"), QStringLiteral("processor"));
        run_->model.setState(RunState::Training);
        QVERIFY(!window_->close());  // one question about both
        QVERIFY(
            window_->findChild<QMessageBox*>()->informativeText().contains(QStringLiteral("stopped, too")));
        press(QMessageBox::RejectRole);
        run_->model.setState(RunState::Finished);
        QVERIFY(!window_->close());
        press(QMessageBox::AcceptRole);
        QVERIFY(!window_->isVisible());
    }

    void aSweepThatHasEndedAsksNothing() {
        window_->page<RunsPage>().showSweep(QStringLiteral("training rates"));
        window_->page<RunsPage>().showSweep({});
        QVERIFY(window_->close());
    }
};

TEST_CLASS(TestClosing, QApplication)
#include "test_closing.moc"
