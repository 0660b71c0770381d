// A number with arrows that keeps what is typed, also what is no number or out of its limits: a form says
// what is wrong with it, and changes nothing behind a person's back. The arrows stay within the limits.
#pragma once
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QSpinBox>
#include <algorithm>
#include <cmath>
#include <optional>

#include "ui/look/language.h"

namespace attx {

/// `Spin`: QSpinBox or QDoubleSpinBox.
template <class Spin>
class OpenSpin : public Spin {
    static constexpr bool isWhole = std::is_same_v<Spin, QSpinBox>;
    using Value = std::conditional_t<isWhole, int, double>;
    static constexpr Value most = isWhole ? static_cast<Value>(INT32_MAX) : static_cast<Value>(1e15);
    static constexpr Value unread = isWhole ? static_cast<Value>(INT32_MIN) : static_cast<Value>(-1e15);

public:
    OpenSpin(double smallest, double largest, QWidget* parent)
        : Spin(parent), smallest_(smallest), largest_(largest) {
        Spin::setRange(unread, most);
        // Another text that is no number is no other value.
        QObject::connect(Spin::lineEdit(), &QLineEdit::textEdited, this, [this] {
            if (Spin::value() == unread) Q_EMIT Spin::valueChanged(unread);
        });
    }
    /// What was typed, if that is no number.
    [[nodiscard]] std::optional<QString> unreadText() const {
        return Spin::value() == unread ? std::optional(Spin::lineEdit()->text()) : std::nullopt;
    }
    [[nodiscard]] QString typed() const { return Spin::lineEdit()->text(); }
    void type(const QString& text) { Spin::lineEdit()->setText(text); }
    void stepBy(int steps) override {
        const double from = Spin::value() == unread ? smallest_ : double(Spin::value());
        Spin::setValue(
            static_cast<Value>(std::clamp(from + steps * Spin::singleStep(), smallest_, largest_)));
        Spin::selectAll();
    }

protected:
    QValidator::State validate(QString&, int&) const override { return QValidator::Acceptable; }
    Value valueFromText(const QString& text) const override {
        bool ok = false;
        Value value{};
        if constexpr (isWhole)
            value = Spin::locale().toInt(text.trimmed(), &ok);
        else
            value = typedNumber(text, &ok);
        if (ok && std::isfinite(double(value)) && value > unread && value <= most) return value;
        typed_ = text;
        return unread;
    }
    QString textFromValue(Value value) const override {
        if (value == unread) return typed_;
        if constexpr (isWhole)
            return Spin::textFromValue(value);
        else
            return QString::number(value, 'g', 10);
    }
    QAbstractSpinBox::StepEnabled stepEnabled() const override {
        QAbstractSpinBox::StepEnabled enabled = QAbstractSpinBox::StepNone;
        if (double(Spin::value()) < largest_) enabled |= QAbstractSpinBox::StepUpEnabled;
        if (double(Spin::value()) > smallest_) enabled |= QAbstractSpinBox::StepDownEnabled;
        return enabled;
    }

private:
    const double smallest_, largest_;
    mutable QString typed_;  ///< what `unread` stands for
};

}  // namespace attx
