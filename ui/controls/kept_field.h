// Fields whose values outlive them: keepIn() shows a value in a field, and from then on writes into it what
// is chosen there. It is called once the field has its choices and limits, before other code listens to it.
#pragma once
#include <QAbstractButton>
#include <QAbstractSlider>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QSpinBox>
#include <QTabWidget>
#include <algorithm>

namespace attx {

/// By its place in the list.
inline void keepIn(int& value, QComboBox* combo) {
    combo->setCurrentIndex(std::clamp(value, 0, std::max(0, combo->count() - 1)));
    QObject::connect(combo, &QComboBox::currentIndexChanged, combo, [&value](int index) { value = index; });
}

inline void keepIn(int& value, QSpinBox* spin) {
    spin->setValue(value);
    QObject::connect(spin, &QSpinBox::valueChanged, spin, [&value](int number) { value = number; });
}

inline void keepIn(double& value, QDoubleSpinBox* spin) {
    spin->setValue(value);
    QObject::connect(spin, &QDoubleSpinBox::valueChanged, spin, [&value](double number) { value = number; });
}

inline void keepIn(int& value, QAbstractSlider* slider) {
    slider->setValue(value);
    QObject::connect(slider, &QAbstractSlider::valueChanged, slider, [&value](int place) { value = place; });
}

inline void keepIn(bool& value, QAbstractButton* button) {
    button->setChecked(value);
    QObject::connect(button, &QAbstractButton::toggled, button, [&value](bool on) { value = on; });
}

inline void keepIn(QString& value, QLineEdit* line) {
    line->setText(value);
    QObject::connect(line, &QLineEdit::textChanged, line, [&value](const QString& text) { value = text; });
}

inline void keepIn(int& value, QTabWidget* tabs) {
    tabs->setCurrentIndex(value);
    QObject::connect(tabs, &QTabWidget::currentChanged, tabs, [&value](int index) { value = index; });
}

}  // namespace attx
