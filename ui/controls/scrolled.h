// Content that can be higher than its place.
#pragma once
#include <QScrollArea>

namespace attx {

/// It scrolls up and down where it has no room, and is as wide as its place.
[[nodiscard]] inline QScrollArea* scrolled(QWidget* content, QWidget* parent = nullptr) {
    auto* scroll = new QScrollArea(parent);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);  // what is in it has the focus
    scroll->setWidget(content);
    return scroll;
}

}  // namespace attx
