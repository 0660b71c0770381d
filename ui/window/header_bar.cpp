#include "ui/window/header_bar.h"

#include <QEvent>
#include <algorithm>

#include "ui/look/theme.h"

namespace attx {
namespace {

constexpr int gap = 16, leastTabs = 96;  // px

}  // namespace

void HeaderBar::setTabs(QWidget* tabs) {
    tabs_ = tabs;
    tabs_->setParent(this);
    tabs_->show();
    place();
}

QSize HeaderBar::sizeHint() const {
    return tabs_ ? QMenuBar::sizeHint().expandedTo(tabs_->sizeHint()) : QMenuBar::sizeHint();
}

QSize HeaderBar::minimumSizeHint() const {
    return {QMenuBar::minimumSizeHint().width(), sizeHint().height()};
}

int HeaderBar::heightForWidth(int width) const {
    return std::max(QMenuBar::heightForWidth(width), tabs_ ? tabs_->sizeHint().height() : 0);
}

bool HeaderBar::event(QEvent* event) {
    const bool handled = QMenuBar::event(event);
    switch (event->type()) {
        case QEvent::Resize:
        case QEvent::Show:
        case QEvent::LayoutRequest:
        case QEvent::FontChange:
        case QEvent::ActionAdded:
        case QEvent::ActionRemoved:
        case QEvent::ActionChanged:
            place();
            break;
        default:
            break;
    }
    return handled;
}

void HeaderBar::place() {
    if (!tabs_) return;
    int from = 0;
    for (QAction* action : actions()) from = std::max(from, actionGeometry(action).right());
    from += zoomed(gap);
    const QWidget* corner = cornerWidget();
    const int to = corner ? corner->x() - 4 : width();
    tabs_->setGeometry(from, 0, std::max(to - from, zoomed(leastTabs)), height());
}

}  // namespace attx
