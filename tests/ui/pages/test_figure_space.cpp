// Where a page has its figures, and the tokens along the axes of a map.
#include <QTest>

#include "runner.h"
#include "ui/looks.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/explain/explain_page.h"
#include "ui/views/heat_map_view.h"
#include "ui/views/token_strip.h"
#include "ui/window_fixture.h"

using namespace attx;

namespace test_figure_space {

class TestFigureSpace : public QObject {
    Q_OBJECT

    /// Px between a token and its column or, upright, its row; the largest.
    static qreal apart(const TokenStrip& tokens, const HeatMapView& view) {
        qreal most = 0;
        for (int i = 0; i < tokens.count(); ++i) {
            const QPointF between = tokens.mapToGlobal(tokens.rectOfToken(i).center()) -
                                    view.mapToGlobal(view.rectOfCell(0, i, i).center());
            most = std::max(most, std::abs(tokens.isUpright() ? between.y() : between.x()));
        }
        return most;
    }

private Q_SLOTS:
    void tokensAreTheAxesOfASingleMap_data() {
        const Rows<QString, QSize, bool> row("preset", "size", "upright");
        row("half of a screen", "reverse", QSize(490, 640), false);
        row("smallest window", "reverse", QSize(640, 330), true);
        row("wide", "reverse", QSize(1060, 640), true);
        row("a head among several", "reverse-deep", QSize(490, 640), false);
        row("a head beside the others", "reverse-deep", QSize(800, 800), false);
    }

    void tokensAreTheAxesOfASingleMap() {
        QFETCH(const QString, preset);
        QFETCH(const QSize, size);
        QFETCH(const bool, upright);
        RunFixture run(preset.toStdString());
        AttentionPage page(run.model);
        run.showOn(page, size);
        if (preset == QLatin1String("reverse-deep")) page.chooseHead(5);
        QTest::qWait(0);
        const HeatMapView& view = page.chosenHead() < 0 ? *page.gridView() : *page.headView();
        QCOMPARE(page.tokenStrip()->isUpright(), upright);
        QVERIFY2(apart(*page.tokenStrip(), view) <= 1,
                 qPrintable(QString::number(apart(*page.tokenStrip(), view))));
    }

    void tokensAreTheAxesOfASingleExplanation_data() {
        const Rows<QSize, bool> row("size", "enlarged");
        row("one of several, wide", QSize(1060, 640), true);
        row("one of several", QSize(700, 700), true);
        row("the only one", QSize(490, 640), false);
        row("the only one, wide", QSize(1060, 640), false);
    }

    void tokensAreTheAxesOfASingleExplanation() {
        QFETCH(const QSize, size);
        QFETCH(const bool, enlarged);
        RunFixture run("reverse");
        const Looks looks(run.model, Looks::Answered::AtOnce);
        ExplainPage page(run.model);
        QVariantMap methods;
        for (const ExplainMethodInfo& info : mapMethods())
            methods.insert(QString::fromUtf8(info.name),
                           info.method == ExplainMethod::Rollout ||
                               (enlarged && info.method == ExplainMethod::StandardLast));
        page.restoreControls(methods);
        run.showOn(page, size);
        if (enlarged) Q_EMIT page.view()->mapClicked(1);
        QTest::qWait(0);
        const HeatMapView& view = enlarged ? *page.largeView() : *page.view();
        QCOMPARE(view.figure().maps.size(), size_t{1});
        const auto* tokens = page.findChild<TokenStrip*>();
        QVERIFY2(apart(*tokens, view) <= 1, qPrintable(QString::number(apart(*tokens, view))));
    }
};

TEST_CLASS(TestFigureSpace, QApplication)

}  // namespace test_figure_space
#include "test_figure_space.moc"
