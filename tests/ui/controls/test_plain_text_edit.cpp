// A field for texts of several lines: pasting.
#include "ui/controls/plain_text_edit.h"

#include <QTest>

#include "runner.h"

using namespace attx;

namespace test_plain_text_edit {

struct Field : PlainTextEdit {
    using PlainTextEdit::insertFromMimeData;
};

class TestPlainTextEdit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// QPlainTextEdit of Qt 6.4 ends the program here: it takes the first of no formats.
    void anEmptyClipboardChangesNothing() {
        Field field;
        field.setPlainText(QStringLiteral("as it was"));
        const QMimeData nothing;
        field.insertFromMimeData(&nothing);
        QCOMPARE(field.toPlainText(), QStringLiteral("as it was"));
    }
    void aTextIsInserted() {
        Field field;
        QMimeData text;
        text.setText(QStringLiteral("one\ntwo"));
        field.insertFromMimeData(&text);
        QCOMPARE(field.toPlainText(), QStringLiteral("one\ntwo"));
    }
};

TEST_CLASS(TestPlainTextEdit, QApplication)

}  // namespace test_plain_text_edit
#include "test_plain_text_edit.moc"
