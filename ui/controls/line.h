// A thin line between the parts of a window.
#pragma once
#include <QFrame>

namespace attx {

[[nodiscard]] inline QFrame* makeLine(QFrame::Shape shape, QWidget* parent) {
    auto* line = new QFrame(parent);
    line->setFrameShape(shape);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Mid);
    line->setFixedHeight(shape == QFrame::HLine ? 1 : QWIDGETSIZE_MAX);
    if (shape == QFrame::VLine) line->setFixedWidth(1);
    return line;
}

}  // namespace attx
