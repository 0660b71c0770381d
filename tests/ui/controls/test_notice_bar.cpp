// NoticeBar: what may be replaced, and what a notice is after the language has changed.
#include <QTest>
#include <QToolButton>

#include "runner.h"
#include "ui/controls/notice_bar.h"

using namespace attx;
using Stays = NoticeBar::Stays;

class TestNoticeBar : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatGoesByItselfMakesWay() {
        QWidget window;
        NoticeBar bar(&window);
        const std::vector<NoticeBar::Offer> offers{{QStringLiteral("back"), [] {}}};
        QVERIFY(!bar.matters());
        bar.showNotice(QStringLiteral("done"), false);
        QVERIFY(!bar.matters());
        bar.showOffers(QStringLiteral("begun again"), offers, Stays::ForAWhile);
        QVERIFY(bar.hasOffers() && !bar.matters());
        bar.showOffers(QStringLiteral("in no folder"), offers, Stays::TillClosed);
        QVERIFY(bar.matters());
        bar.forget();
        QVERIFY(!bar.matters());
        bar.showNotice(QStringLiteral("failed"), true);
        QVERIFY(bar.matters());
    }

    /// An interrupted run is offered again, and is no success.
    void aProblemThatOffersSomethingStaysAProblem() {
        QWidget window;
        NoticeBar before(&window), after(&window);
        before.showOffers(QStringLiteral("interrupted"), {{QStringLiteral("open"), [] {}}}, Stays::TillClosed,
                          true);
        QVERIFY(before.isError());
        before.showOffers(QStringLiteral("saved"), {}, Stays::Briefly);
        QVERIFY(!before.isError());
        QTest::mouseClick(before.findChild<QToolButton*>(), Qt::LeftButton);
        QVERIFY(before.isError() && before.hasOffers());
        after.setContent(before.content());
        QVERIFY(after.isError() && after.hasOffers());
    }

    void anotherLanguageKeepsHowLongItStays() {
        QWidget window;
        for (const Stays stays : {Stays::TillClosed, Stays::ForAWhile}) {
            NoticeBar before(&window), after(&window);
            before.showOffers(QStringLiteral("begun again"), {{QStringLiteral("back"), [] {}}}, stays);
            after.setContent(before.content());
            QCOMPARE(after.text(), before.text());
            QCOMPARE(after.matters(), stays == Stays::TillClosed);
        }
    }
};

TEST_CLASS(TestNoticeBar, QApplication)
#include "test_notice_bar.moc"
