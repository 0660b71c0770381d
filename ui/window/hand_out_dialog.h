// Asks where a lesson state is to be saved, and what whoever opens it shall read first.
#pragma once
#include "ui/controls/save_dialog.h"

class QPlainTextEdit;

namespace attx {

class HandOutDialog : public SaveDialog {
    Q_OBJECT
public:
    /// `stem`: of the file's name.
    HandOutDialog(const QString& stem, QWidget* parent);
    [[nodiscard]] QString notes() const;
    void accept() override;

private:
    QPlainTextEdit* notes_ = nullptr;
};

}  // namespace attx
