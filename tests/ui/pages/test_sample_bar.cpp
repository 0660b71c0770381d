// The tokens of a sample and what is predicted for them, where they are shown and where their bar is not.
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "model/data/own_data.h"
#include "model/files/files.h"
#include "runner.h"
#include "ui/controls/sequence_edit.h"
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

    void pairsOfWordsAreWords() {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("pairs.csv").toStdString();
        std::string text = "input,output\n";
        for (int i = 0; i < 60; ++i) text += "red green,green red\nblue red,red blue\n";
        writeFileAtomically(path, text);
        RunFixture run("reverse");
        run.config = ownDataAt(path, {})->config;
        run.data = std::make_shared<const DataSet>(makeData(run.config.data));
        AttentionPage page(run.model);
        run.showOn(page, {1300, 700});
        run.model.chooseRow(0);
        const auto said = [&] { return page.tokenStrip()->accessibleDescription(); };
        const QRegularExpression words(
            "^Input (red|blue) \\w+\\. Prediction \\D+ \\D+\\. Target \\w+ (red|blue)\\.");
        QVERIFY2(words.match(said()).hasMatch(), qPrintable(said()));
        const auto* remark = page.findChild<SampleBar*>()->findChild<QLabel*>();
        const auto type = [&](const QString& typed) {
            page.sequenceEdit()->line()->setText(typed);
            Q_EMIT page.sequenceEdit()->line()->textEdited(typed);
        };
        type(QStringLiteral("red pink"));
        QCOMPARE(remark->text(), QStringLiteral("1 unknown"));
        type(QStringLiteral("red green red"));
        QCOMPARE(remark->text(), QStringLiteral("the rest is not read"));
        type(QStringLiteral("red green"));
        QVERIFY(!remark->isVisible());
    }
};

TEST_CLASS(TestSampleBar, QApplication)
#include "test_sample_bar.moc"
