// What the dialogs that save figures have in common: place, size, scale and style. What was answered last is
// offered again; the window keeps it with its layout.
#pragma once
#include <QDialog>
#include <QVariantMap>
#include <functional>

#include "ui/export/export.h"

class QComboBox;
class QDialogButtonBox;
class QDoubleSpinBox;
class QFormLayout;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QScrollArea;
class QSpinBox;
class QVBoxLayout;

namespace attx {

class SaveDialog : public QDialog {
    Q_OBJECT
public:
    [[nodiscard]] QString path() const;
    [[nodiscard]] ExportOptions options() const;

    /// What was answered last, of every kind of dialog; for the settings.
    [[nodiscard]] static const QVariantMap& answers();
    static void setAnswers(const QVariantMap& answers);
    /// Where something was saved last, by any dialog; the person's documents until then, or where that is
    /// gone.
    [[nodiscard]] static QString usualFolder();
    /// `file` has been saved.
    static void savedTo(const QString& file);

protected:
    /// `kind` parts its answers from those of the others. Rows are added in the order in which they stand.
    SaveDialog(const QString& kind, const QString& title, QWidget* parent);

    [[nodiscard]] QFormLayout& form() const { return *form_; }
    /// Whether a person may change what is saved: not while it is written.
    void setRowsEnabled(bool enabled);
    /// Puts it between the rows, which may scroll, and the buttons.
    void addBelow(QWidget* widget);
    /// `chosen` gets what was chosen by Browse.
    void addPlace(const QString& label, const QString& tip,
                  const std::function<void(const QString& file)>& chosen);
    QHBoxLayout* addSize(int mostPx);                      ///< Row of width and height; it ends in a stretch
    QDoubleSpinBox* makeScale(double most, double usual);  ///< The caller puts it into a layout
    void addStyle();
    void addProblemAndButtons();

    void setPath(const QString& path);
    void setSize(const QSize& size);
    /// A name that is free, in usualFolder().
    [[nodiscard]] QString freePlace(const QString& stem, const QString& suffix) const;
    [[nodiscard]] QVariant answer(const QString& name, const QVariant& usual) const;
    /// Scale, style and `own`.
    void remember(const QVariantMap& own);
    /// Whether nothing of `files` is there, or it may be replaced. Otherwise asks, and after a yes comes
    /// accept() again.
    [[nodiscard]] bool mayWrite(const QStringList& files);
    void showProblem(const QString& problem);  ///< empty: none

    QLineEdit* pathEdit_ = nullptr;
    QSpinBox *widthSpin_ = nullptr, *heightSpin_ = nullptr;
    QDoubleSpinBox* scaleSpin_ = nullptr;
    QComboBox* styleCombo_ = nullptr;
    QDialogButtonBox* buttons_ = nullptr;

    void showEvent(QShowEvent* event) override;

private:
    /// As high as its rows, from `least` px on, or as the screen has room for: then the rows scroll.
    void fit(int least);
    void chooseFile(const std::function<void(const QString& file)>& chosen);

    const QString kind_;
    QVBoxLayout* column_;  ///< The rows, and below them what is always seen
    QScrollArea* rows_;
    QFormLayout* form_;
    QLabel* errorLabel_ = nullptr;
    QString agreed_;  ///< the path that may be replaced
};

}  // namespace attx
