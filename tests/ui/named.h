// Widgets by the names that a screen reader says.
#pragma once
#include <QWidget>

namespace attx {

/// The widget inside `parent` whose accessible name is `name`; null: there is none.
template <class Widget>
[[nodiscard]] Widget* named(const QWidget& parent, const QString& name) {
    for (Widget* widget : parent.findChildren<Widget*>())
        if (widget->accessibleName() == name) return widget;
    return nullptr;
}

}  // namespace attx
