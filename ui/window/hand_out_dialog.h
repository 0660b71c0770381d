// Asks where a lesson state is to be saved, how much goes into it, and what its reader sees first.
#pragma once
#include "ui/controls/save_dialog.h"

class QPlainTextEdit;

namespace attx {

class HandOutDialog : public SaveDialog {
    Q_OBJECT
public:
    /// `stem`: of the file's name. `runBytes`: of the run with its curves and snapshots, 0: it has no folder;
    /// `networkBytes`: of its parameters alone.
    HandOutDialog(const QString& stem, int64_t runBytes, int64_t networkBytes, QWidget* parent);
    [[nodiscard]] QString notes() const;
    [[nodiscard]] bool wantsNetworkAlone() const;
    void accept() override;

private:
    QComboBox* contents_ = nullptr;
    QPlainTextEdit* notes_ = nullptr;
};

}  // namespace attx
