// How much of the window is map, at five sizes: as it is opened, without the form, and in a presentation.
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <array>
#include <cstdio>

#include "runner.h"
#include "ui/form/config_form.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/explain/explain_page.h"
#include "ui/views/heat_map_view.h"
#include "ui/views/token_strip.h"
#include "ui/window/help_panel.h"
#include "ui/window/presentation.h"
#include "ui/window_test.h"

using namespace attx;

namespace test_figure_share {

constexpr double leastPresented = 44;  // per cent of 1366 x 768, of which a square can have 56

using Methods = std::vector<ExplainMethod>;

struct Share {
    double percent = 0;
    double side = 0;  ///< px of a map
};

class TestFigureShare : public WindowTest {
    Q_OBJECT

    void openWithoutHelp(const char* preset) {
        open(preset);
        window_->helpPanel().hide();
    }
    [[nodiscard]] static Share shareIn(const HeatMapView& view, QSize window) {
        const auto n = static_cast<double>(view.figure().maps.size());
        const HeatMap& map = view.figure().maps.front();
        const double side = map.cols * view.rectOfCell(0, 0, 0).width();
        return {100 * n * side * side / (window.width() * window.height()), side};
    }
    /// Of what `view` shows with the window at `size`: the form shown, hidden, and a presentation.
    [[nodiscard]] std::array<Share, 3> sharesAt(QSize size, const HeatMapView& view) {
        std::array<Share, 3> shares;
        const auto settle = [&] {
            window_->resize(size);
            for (int i = 0; i < 8; ++i) QCoreApplication::processEvents();
        };
        settle();
        shares[0] = shareIn(view, window_->size());
        window_->form().hide();
        settle();
        shares[1] = shareIn(view, window_->size());
        window_->form().show();
        window_->presentation().toggle();
        window_->setWindowState({});
        settle();
        shares[2] = shareIn(view, window_->size());
        window_->presentation().toggle();
        settle();
        return shares;
    }

private Q_SLOTS:

    /// In a narrow window the figure has the room of the form, and what is asked for makes the window wider.
    void partsGiveWayAndTheWindowGrowsForThem() {
        openWithoutHelp("reverse");
        const auto settle = [] {
            for (int i = 0; i < 8; ++i) QCoreApplication::processEvents();
        };
        theme_->setZoom(80);  // the screen of the tests is 800 px wide
        window_->showNormal();
        window_->resize(640, 480);
        settle();
        QCOMPARE(window_->size(), QSize(640, 480));
        QVERIFY(window_->form().isHidden() && window_->presentation().trainButton()->isVisible());
        QTest::keyClick(window_.get(), Qt::Key_F9);
        settle();
        QVERIFY(window_->form().isVisible() && !window_->presentation().trainButton()->isVisible());
        QVERIFY2(window_->width() >= window_->minimumSizeHint().width(),
                 qPrintable(QString::number(window_->width())));
        window_->resize(640, 480);
        settle();
        QVERIFY(window_->form().isHidden());
        window_->resize(1000, 480);
        settle();
        QVERIFY(window_->form().isVisible());
        theme_->setZoom(100);
    }

    /// A lesson, too, is read beside a page in the smallest window: nothing asks for more height than there
    /// is.
    void everyPageFitsTheSmallestWindowWithALesson() {
        openWithoutHelp("reverse");
        window_->showNormal();
        window_->helpPanel().choose(QStringLiteral("lesson-1-dot-product"));
        window_->resize(640, 480);
        for (Page* page : window_->pages().pages()) {
            window_->pages().show(page->id());
            for (int i = 0; i < 8; ++i) QCoreApplication::processEvents();
            const QSize least = window_->minimumSizeHint();
            QVERIFY2(
                least.width() <= 640 && least.height() <= 460,
                qPrintable(
                    QStringLiteral("%1: %2 x %3").arg(page->id()).arg(least.width()).arg(least.height())));
        }
    }

    /// Beside a lesson a page that needs more room than there is scrolls, so that nothing is out of reach.
    void pagesKeepWhatCanBeReadBesideALesson() {
        open("reverse");
        window_->showNormal();
        window_->helpPanel().choose(QStringLiteral("lesson-1-dot-product"));
        window_->resize(640, 480);
        window_->helpPanel().show();
        int scrolling = 0;
        for (const char* id : {"network", "evaluate", "faithful", "positions", "places", "runs"}) {
            window_->pages().show(QString::fromLatin1(id));
            for (int i = 0; i < 8; ++i) QCoreApplication::processEvents();
            const Page& page = window_->pages().current();
            QCOMPARE(page.id(), QString::fromLatin1(id));
            QVERIFY(page.width() >= page.readableSize().width());
            const auto* area = qobject_cast<QScrollArea*>(page.parentWidget()->parentWidget());
            QVERIFY(area && area->width() < 360);
            scrolling += area->horizontalScrollBar()->maximum() > 0;
        }
        QCOMPARE(scrolling, 6);
    }

    void nothingLiesOverTheMapsInTheSmallestWindow() {
        openWithoutHelp("reverse-deep");
        window_->resize(640, 480);
        auto& explain = window_->page<ExplainPage>();
        auto& attention = window_->page<AttentionPage>();
        window_->pages().show(explain.id());
        const Methods four{ExplainMethod::StandardFirst, ExplainMethod::StandardLast, ExplainMethod::Rollout,
                           ExplainMethod::AttentionXGradient};
        explain.chooseMethods(four);
        for (const auto& [page, view] :
             {std::pair<Page*, HeatMapView*>(&explain, explain.view()), {&attention, attention.gridView()}}) {
            window_->pages().show(page->id());
            for (int i = 0; i < 8; ++i) QCoreApplication::processEvents();
            const auto* tokens = page->findChild<TokenStrip*>();
            QVERIFY(view->isVisible() && tokens->isVisible());
            QVERIFY2(view->height() >= 120, qPrintable(QString::number(view->height())));
            const QRect map(view->mapTo(page, QPoint()), view->size()),
                strip(tokens->mapTo(page, QPoint()), tokens->size());
            QVERIFY2(!map.intersects(strip), qPrintable(page->id()));
        }
    }

    void shares_data() {
        // No methods: the page Attention. The least is in per cent at 1366 x 768, the form shown; the side in
        // px.
        const Rows<QByteArray, Methods, double, double> row("preset", "methods", "least", "leastSide");
        const Methods three{ExplainMethod::StandardLast, ExplainMethod::Rollout, ExplainMethod::Relevance};
        Methods five = three;
        five.insert(five.end(), {ExplainMethod::StandardFirst, ExplainMethod::AttentionXGradient});
        row("one head", "reverse", {}, 35.0, 600.0);
        row("4 x 4 heads", "reverse-deep", {}, 25.0, 128.0);
        row("three explanations", "reverse-deep", three, 24.0, 290.0);
        row("five explanations", "reverse-deep", five, 14.0, 170.0);
    }
    void shares() {
        QFETCH(QByteArray, preset);
        QFETCH(Methods, methods);
        QFETCH(double, least);
        QFETCH(double, leastSide);
        openWithoutHelp(preset.constData());
        window_->pages().show(methods.empty() ? QStringLiteral("attention") : QStringLiteral("explain"));
        if (!methods.empty()) window_->page<ExplainPage>().chooseMethods(methods);
        const HeatMapView& view = methods.empty() ? *window_->page<AttentionPage>().gridView()
                                                  : *window_->page<ExplainPage>().view();
        for (const QSize size :
             {QSize(640, 480), QSize(1024, 640), QSize(1280, 720), QSize(1366, 768), QSize(1920, 1080)}) {
            const auto [usual, alone, presented] = sharesAt(size, view);
            std::printf("%s at %d x %d: %.1f %% (%.0f px), without the form %.1f %%, presented %.1f %%\n",
                        QTest::currentDataTag(), size.width(), size.height(), usual.percent, usual.side,
                        alone.percent, presented.percent);
            QVERIFY(alone.percent >= usual.percent);
            if (size != QSize(1366, 768)) continue;
            QVERIFY2(usual.percent >= least && usual.side >= leastSide, "see above");
            if (preset == "reverse") QVERIFY2(presented.percent >= leastPresented, "see above");
            // Maps of whole pixels a cell grow in steps: those of 4 x 4 heads need 64 px more for the next
            // one.
            QVERIFY(preset == "reverse-deep" && methods.empty() ? alone.percent >= usual.percent
                                                                : alone.percent > usual.percent);
        }
    }
};

TEST_CLASS(TestFigureShare, QApplication)

}  // namespace test_figure_share
#include "test_figure_share.moc"
