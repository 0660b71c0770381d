// Settings in words: what their values are called in the window.
#include <QTest>

#include "model/config/keys.h"
#include "runner.h"
#include "ui/look/model_text.h"

using namespace attx;

class TestModelText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void valuesAreSaidInWords_data() {
        const Rows<QString, QString> row("value", "said");
        row("network.key_dim", "0", "model dimension / heads");
        row("training.max_steps", "0", "no limit");
        row("network.dropout", "0", "0");
        row("network.num_heads", "10", "10");
        row("network.norm_first", "true", "on");
    }
    void valuesAreSaidInWords() {
        QFETCH(QString, value);
        QFETCH(QString, said);
        QCOMPARE(valueText(keyInfo(QTest::currentDataTag()), value.toStdString()), said);
    }

    void aLongLineIsShownByItsBeginning() {
        const QString line = QStringLiteral("render --explain rollout ").repeated(20);
        QCOMPARE(copiedText(line), QStringLiteral("Copied: %1 …").arg(line.left(160)));
        QCOMPARE(copiedText(line.left(30)), QStringLiteral("Copied: ") + line.left(30));
    }
};

TEST_CLASS(TestModelText, QCoreApplication)
#include "test_model_text.moc"
