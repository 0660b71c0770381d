// A field for texts of several lines.
#pragma once
#include <QMimeData>
#include <QPlainTextEdit>

namespace attx {

class PlainTextEdit : public QPlainTextEdit {
public:
    using QPlainTextEdit::QPlainTextEdit;

protected:
    /// Qt 6.4 reads the first format of the clipboard, and there is none where nothing was copied yet.
    void insertFromMimeData(const QMimeData* source) override {
        if (source->hasText()) QPlainTextEdit::insertFromMimeData(source);
    }
};

}  // namespace attx
