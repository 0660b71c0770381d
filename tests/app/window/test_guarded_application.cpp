// What a slot throws is reported; the program goes on.
#include <QSignalSpy>
#include <QTimer>
#include <QtTest>
#include <new>
#include <stdexcept>

#include "app/window/guarded_application.h"
#include "runner.h"

using namespace attx;

class TestGuardedApplication : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSlotThatThrowsIsReported() {
        int argc = 1;
        char name[] = "test";
        char* argv[] = {name, nullptr};
        GuardedApplication application(argc, argv);
        QSignalSpy caught(&application, &GuardedApplication::caught);
        bool wentOn = false;
        QTimer::singleShot(0, &application, [] { throw std::runtime_error("seven"); });
        QTimer::singleShot(0, &application, [] { throw std::bad_alloc(); });
        QTimer::singleShot(20, &application, [&] {
            wentOn = true;
            QCoreApplication::quit();
        });
        QCOMPARE(QCoreApplication::exec(), 0);
        QVERIFY(wentOn);
        QCOMPARE(caught.size(), 2);
        QVERIFY(caught[0][0].toString().contains(QStringLiteral("seven")));
        QVERIFY(caught[1][0].toString().contains(QStringLiteral("memory")));
    }
};

TEST_CLASS(TestGuardedApplication, NoApplication)
#include "test_guarded_application.moc"
