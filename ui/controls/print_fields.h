// The fields of a dialog that ask how a figure is to be printed: millimetres, text, title, colours.
#pragma once
#include <QVariantMap>
#include <QWidget>
#include <functional>

#include "ui/export/print.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;

namespace attx {

class PrintFields : public QWidget {
    Q_OBJECT
public:
    explicit PrintFields(const Figure& figure, QWidget* parent = nullptr);

    [[nodiscard]] PrintOptions options() const;
    /// What of the answers cannot be; empty: all can.
    [[nodiscard]] QString problem() const;
    /// The size is said here, not in px.
    [[nodiscard]] bool inMillimetres() const;
    /// What was answered last, and back.
    [[nodiscard]] QVariantMap answers() const;
    void setAnswers(const std::function<QVariant(const QString& name, const QVariant& usual)>& answer);

Q_SIGNALS:
    void changed();

private:
    void sizeChosen();

    const QSize usual_;  ///< the figure's shape
    QComboBox *size_ = nullptr, *family_ = nullptr, *colors_ = nullptr;
    QDoubleSpinBox *width_ = nullptr, *height_ = nullptr, *font_ = nullptr, *least_ = nullptr,
                   *low_ = nullptr, *high_ = nullptr;
    QCheckBox *title_ = nullptr, *range_ = nullptr;
};

}  // namespace attx
