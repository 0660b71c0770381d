// The tokens of a sample and what is predicted for them, where they are shown and where their bar is not.
#include <QTest>

#include "runner.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/sample_bar.h"
#include "ui/views/token_strip.h"
#include "ui/window_fixture.h"

using namespace attx;

class TestSampleBar : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// A presentation hides the bar but shows the tokens beside a map.
    void tokensFollowWithoutTheirBar() {
        RunFixture run("reverse");
        AttentionPage page(run.model);
        run.showOn(page, {1300, 700});
        page.findChild<SampleBar*>()->hide();
        QVERIFY(page.tokenStrip()->isVisible());
        const auto predicted = [&] {
            QStringList digits;
            for (const int32_t digit : run.model.inspection().prediction) digits << QString::number(digit);
            return QStringLiteral("Prediction %1.").arg(digits.join(QLatin1Char(' ')));
        };
        const QString before = predicted();
        run.config.seed = 43;
        run.show();
        QVERIFY(predicted() != before);
        QVERIFY2(page.tokenStrip()->accessibleDescription().contains(predicted()),
                 qPrintable(page.tokenStrip()->accessibleDescription()));
        page.hide();
        run.config.seed = 44;
        run.show();
        page.show();
        QVERIFY(page.tokenStrip()->accessibleDescription().contains(predicted()));
    }
};

TEST_CLASS(TestSampleBar, QApplication)
#include "test_sample_bar.moc"
