// A row of a form that holds several controls.
#pragma once
#include <QFormLayout>
#include <QLabel>

namespace attx {

/// The label's key leads to `control`: QFormLayout finds it by itself only where it stands alone.
inline void addRow(QFormLayout& form, const QString& text, QLayout* row, QWidget* control) {
    form.addRow(text, row);
    if (auto* label = qobject_cast<QLabel*>(form.labelForField(row))) label->setBuddy(control);
}

}  // namespace attx
