// What is asked about a checkpoint of another program: words for its keys, and reasons that are read to their
// end.
#include <QLabel>
#include <QScrollArea>
#include <QTest>

#include "runner.h"
#include "ui/form/checkpoint_dialog.h"

using namespace attx;

class TestCheckpointDialog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyReasonIsReadToItsEnd_data() {
        QTest::addColumn<int>("keys");
        QTest::newRow("few") << 2;
        QTest::newRow("more than a screen has room for") << 60;
    }
    void everyReasonIsReadToItsEnd() {
        QFETCH(int, keys);
        std::vector<UncertainKey> open;
        for (int i = 0; i < keys; ++i)
            open.push_back(
                {"network.num_heads", "1",
                 "The file does not show how many heads share the queries, and since this depends on "
                 "nothing else that it holds, whoever opens it has to say so, at some length."});
        CheckpointDialog dialog(QStringLiteral("x.pt"), RunConfig(), open);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        int read = 0;
        for (const QLabel* label : dialog.findChildren<QLabel*>()) {
            if (!label->wordWrap() || !label->isVisible()) continue;
            QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
            ++read;
        }
        QVERIFY(read > keys);
        QVERIFY(dialog.height() <= dialog.screen()->availableGeometry().height());
        const auto* scroll = dialog.findChild<QScrollArea*>();
        if (keys < 10) QVERIFY(scroll->viewport()->height() >= scroll->widget()->height());
    }

    void keysHaveWords() {
        const CheckpointDialog dialog(QStringLiteral("x.pt"), RunConfig(),
                                      {{"network.output", "pooled", "why"},
                                       {"network.norm_first", "false", "why"},
                                       {"network.num_heads", "1", "why"},
                                       {"data.length", "16", "why"}});
        for (const QLabel* label : dialog.findChildren<QLabel*>())
            QVERIFY2(!label->text().startsWith("network.") && !label->text().startsWith("data."),
                     qPrintable(label->text()));
    }
};

TEST_CLASS(TestCheckpointDialog, QApplication)
#include "test_checkpoint_dialog.moc"
