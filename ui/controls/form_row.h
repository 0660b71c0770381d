// A row of a form that holds several controls.
#pragma once
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>
#include <initializer_list>

namespace attx {

/// They stand side by side, at the left.
[[nodiscard]] inline QHBoxLayout* rowOf(std::initializer_list<QWidget*> widgets) {
    auto* row = new QHBoxLayout;
    for (QWidget* widget : widgets) row->addWidget(widget);
    row->addStretch(1);
    return row;
}

/// The label's key leads to `control`: QFormLayout finds it by itself only where it stands alone.
inline void addRow(QFormLayout& form, const QString& text, QLayout* row, QWidget* control) {
    form.addRow(text, row);
    if (auto* label = qobject_cast<QLabel*>(form.labelForField(row))) label->setBuddy(control);
}

/// The fields of two forms that stand below each other begin at one line.
inline void alignFields(const QFormLayout& above, const QFormLayout& below) {
    QList<QWidget*> labels;
    int widest = 0;
    for (const QFormLayout* form : {&above, &below})
        for (int row = 0; row < form->rowCount(); ++row)
            if (const QLayoutItem* item = form->itemAt(row, QFormLayout::LabelRole)) labels << item->widget();
    for (const QWidget* label : labels) widest = std::max(widest, label->sizeHint().width());
    for (QWidget* label : labels) label->setMinimumWidth(widest);
}

}  // namespace attx
