// Asks how to export a figure: file, format, size, scale, light or dark, and how it is printed. Remembers the
// last answers.
#pragma once
#include <QTimer>
#include <memory>

#include "ui/controls/save_dialog.h"

namespace attx {

class PrintFields;

class ExportDialog : public SaveDialog {
    Q_OBJECT
public:
    explicit ExportDialog(const Figure& figure, QWidget* parent = nullptr);

    [[nodiscard]] QStringList written() const { return written_; }
    /// What a person should know of what was written.
    [[nodiscard]] QStringList notes() const { return notes_; }

    /// Exports, after it has asked where files would be replaced, and closes when all is written; on failure
    /// the dialog stays open and says why.
    void accept() override;

Q_SIGNALS:
    /// The line for a terminal that writes the same file is wanted; `how`: its options.
    void commandRequested(const QStringList& how);

private:
    void fileChosen(const QString& file);
    void formatChosen();
    void pathEdited();
    void updateSummary();
    void addPreview();
    void showPreview();

    const std::unique_ptr<Figure> figure_;
    QComboBox* formatCombo_ = nullptr;
    QLabel* summaryLabel_ = nullptr;
    PrintFields* print_ = nullptr;
    QLabel* preview_ = nullptr;  ///< null: the screen has no room for it
    QTimer previewTimer_;
    QStringList written_, notes_;
};

}  // namespace attx
