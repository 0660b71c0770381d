// A button that is only an icon, named for people who hear it and for those who point at it.
#pragma once
#include <QToolButton>

#include "ui/look/theme.h"

namespace attx {

/// `icon`: of resources/icons, without its ending. An empty tip: the name.
[[nodiscard]] inline QToolButton* makeIconButton(const char* icon, const QString& name, const QString& tip,
                                                 QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setIcon(themedIcon(QString::fromLatin1(icon)));
    button->setAccessibleName(name);
    button->setToolTip(tip.isEmpty() ? name : tip);
    return button;
}

}  // namespace attx
