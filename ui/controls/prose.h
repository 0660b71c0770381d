// Running text: its lines have at most mostCharacters, however wide the window is.
#pragma once
#include <QHBoxLayout>
#include <QLabel>

#include "ui/look/theme.h"

namespace attx {

/// Px of the widest line of running text.
[[nodiscard]] inline int proseWidth(const QFontMetrics& metrics) {
    static const QString usual = QStringLiteral("what each position attends to, on average over its heads");
    return static_cast<int>(mostCharacters * metrics.horizontalAdvance(usual) / usual.size());
}

/// Lets the label break its lines, none of them wider than running text.
inline void makeProse(QLabel* label) {
    label->setWordWrap(true);
    whenZoomed(label, [label] {
        const QMargins around = label->contentsMargins();
        label->setMaximumWidth(around.left() + proseWidth(label->fontMetrics()) + around.right());
    });
}

/// A row that holds `label`, and nothing where the label has no more to say.
[[nodiscard]] inline QHBoxLayout* proseRow(QLabel* label) {
    makeProse(label);
    auto* row = new QHBoxLayout;
    row->addWidget(label, 1);
    row->addStretch(0);
    return row;
}

}  // namespace attx
