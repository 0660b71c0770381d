// Asks how to export a figure: file, format, size, scale, light or dark. Remembers the last answers.
#pragma once
#include <QDialog>
#include <memory>

#include "ui/export.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace attx {

class ExportDialog : public QDialog {
    Q_OBJECT
public:
    explicit ExportDialog(const Figure& figure, QWidget* parent = nullptr);
    ~ExportDialog() override;

    [[nodiscard]] QString path() const;
    [[nodiscard]] ExportOptions options() const;
    [[nodiscard]] QStringList written() const { return written_; }

    /// Exports; on failure the dialog stays open and says why.
    void accept() override;

private:
    void chooseFile();
    void formatChosen();
    void pathEdited();
    void updateSummary();

    const std::unique_ptr<Figure> figure_;
    QLineEdit* pathEdit_ = nullptr;
    QComboBox* formatCombo_ = nullptr;
    QSpinBox* widthSpin_ = nullptr;
    QSpinBox* heightSpin_ = nullptr;
    QDoubleSpinBox* scaleSpin_ = nullptr;
    QComboBox* styleCombo_ = nullptr;
    QLabel* summaryLabel_ = nullptr;
    QLabel* errorLabel_ = nullptr;
    QStringList written_;
};

}  // namespace attx
