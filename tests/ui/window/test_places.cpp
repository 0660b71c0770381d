// The places of the window and their pages: by tab, by key, and what is remembered of them.
#include <QApplication>
#include <QSet>
#include <QTabBar>
#include <QTableView>
#include <QTest>

#include "model/config/presets.h"
#include "runner.h"
#include "ui/pages/network/network_page.h"
#include "ui/pages/page.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/window_test.h"

using namespace attx;

class TestPlaces : public WindowTest {
    Q_OBJECT

private Q_SLOTS:

    void init() { open("reverse-deep"); }
    void cleanup() { close(); }

    void digitsChoosePlaces() {
        const auto shown = [this] { return window_->pages().current().id(); };
        for (const auto& [key, id] :
             {std::pair(6, "runs"), std::pair(5, "network"), std::pair(4, "samples"), std::pair(3, "explain"),
              std::pair(1, "training"), std::pair(2, "attention")}) {
            type(Qt::Key_0 + key);
            QCOMPARE(shown(), QLatin1String(id));
            QCOMPARE(window_->pages().placeTabs()->currentIndex(), key - 1);
        }
        type(Qt::Key_9);
        QCOMPARE(shown(), QStringLiteral("attention"));
        QVERIFY(window_->pages().pageTabs()->isHidden());
        // A place remembers which of its pages was seen last.
        window_->pages().show(QStringLiteral("steps"));
        QTabBar& pages = *window_->pages().pageTabs();
        QVERIFY(pages.isVisible());
        QCOMPARE(pages.tabText(pages.currentIndex()), QStringLiteral("Step by step"));
        type(Qt::Key_2);
        type(Qt::Key_5);
        QCOMPARE(shown(), QStringLiteral("steps"));
        QTest::mouseClick(&pages, Qt::LeftButton, {}, pages.tabRect(pages.currentIndex() + 1).center());
        QCOMPARE(shown(), QStringLiteral("places"));
    }

    void digitsChoosePlacesInATable() {
        type(Qt::Key_6);
        auto& runs = window_->page<RunsPage>();
        QCOMPARE(window_->pages().current().id(), runs.id());
        runs.table()->setFocus();
        QTest::keyClick(runs.table(), Qt::Key_2);
        QCOMPARE(window_->pages().current().id(), QStringLiteral("attention"));
    }

    /// A page has one name in the menu and on the tabs.
    void theMenuSaysWhatTheTabsSay() {
        QStringList names;
        for (const QAction* action : window_->findChildren<QAction*>())
            if (action->toolTip() == QLatin1String("Show this page") && action->isVisible())
                names << action->text().section(QLatin1Char('\t'), 0, 0);
        const PageStack& pages = window_->pages();
        for (int i = 0; i < pages.count(); ++i) {
            if (!pages.isOffered(i)) continue;
            window_->pages().show(i);
            const QTabBar &places = *pages.placeTabs(), &tabs = *pages.pageTabs();
            QString shown = places.tabText(places.currentIndex());
            if (!tabs.isHidden() && tabs.tabText(tabs.currentIndex()) != shown)
                shown += QStringLiteral(" › ") + tabs.tabText(tabs.currentIndex());
            QVERIFY2(names.contains(shown),
                     qPrintable(shown + QStringLiteral(" of ") + names.join(QLatin1Char('|'))));
        }
        QVERIFY(names.contains(QStringLiteral("Input")));  // one page alone
        QVERIFY(names.contains(QStringLiteral("Train › Training")));
    }

    void partsOfThePictureOpenAPageThatIsOffered_data() {
        const Rows<QString, QString> row("preset", "answers");
        row("sequences", "reverse-deep", "explain");
        row("a sequence with one answer", "parity", "explain");
        row("texts", "text-demo", "text");
        row("sets", "anomaly-shapes", "sets");
        row("pictures", "patches", "picture");
        row("language", "characters", "write");
    }
    void partsOfThePictureOpenAPageThatIsOffered() {
        QFETCH(const QString, preset);
        QFETCH(const QString, answers);
        open(preset.toStdString());
        PageStack& pages = window_->pages();
        const auto& page = window_->page<NetworkPage>();
        QSet<QString> seen;
        for (const ArchitecturePart& part : page.view()->figure().parts) {
            if (part.page.isEmpty()) continue;
            pages.show(page.id());
            pages.show(part.page);
            QVERIFY2(pages.current().id() != page.id(), qPrintable(part.title));
            seen << pages.current().id();
        }
        QVERIFY2(seen.contains(answers), qPrintable(QStringList(seen.values()).join(QLatin1Char(' '))));
    }

    void aPageThatIsTurnedToMeanwhileStays() {
        run_->looks.ignore();
        window_->setWaiting(QStringLiteral("opening …"));
        window_->pages().show(QStringLiteral("positions"));
        window_->setWaiting({});
        const RunConfig config = presetByName("anomaly-shapes");
        run_->model.showNetwork(config,
                                std::make_shared<const std::vector<float>>(initialParameters(
                                    buildProgram(config.network, config.data.positions()), 1)),
                                nullptr);
        QCOMPARE(window_->pages().current().title(), QStringLiteral("Positions"));  // turned to meanwhile
        window_->pages().show(QStringLiteral("training"));
        type(Qt::Key_4);
        QCOMPARE(window_->pages().pages()[static_cast<size_t>(window_->pages().currentIndex())]->title(),
                 QStringLiteral("Sets"));
    }
};

TEST_CLASS(TestPlaces, QApplication)
#include "test_places.moc"
