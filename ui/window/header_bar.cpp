#include "ui/window/header_bar.h"

#include <QEvent>
#include <algorithm>

#include "ui/controls/page_tabs.h"
#include "ui/look/theme.h"

namespace attx {
namespace {

constexpr int tabsGap = 16, leastTabs = 96;  // px

}  // namespace

void HeaderBar::setTabs(PageTabs* tabs) {
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

int HeaderBar::menuEnd() const {
    int end = 0;
    for (QAction* action : actions()) end = std::max(end, actionGeometry(action).right());
    return end;
}

bool HeaderBar::hasRowOfTabs(int width) const {
    const int corner = cornerWidget() ? cornerWidget()->sizeHint().width() + 4 : 0;
    return tabs_ && menuEnd() + zoomed(tabsGap) + tabs_->leastWidth() + corner > width;
}

int HeaderBar::heightForWidth(int width) const {
    const int menus = QMenuBar::heightForWidth(width), tabs = tabs_ ? tabs_->sizeHint().height() : 0;
    return hasRowOfTabs(width) ? menus + tabs : std::max(menus, tabs);
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
    QWidget* corner = cornerWidget();
    if (hasRowOfTabs(width())) {
        const int row = std::min(tabs_->sizeHint().height(), height() / 2), menus = height() - row;
        tabs_->setGeometry(zoomed(tabsGap) / 2, menus, width() - zoomed(tabsGap), row);
        if (corner) corner->move(corner->x(), (menus - corner->height()) / 2);
        return;
    }
    const int from = menuEnd() + zoomed(tabsGap), to = corner ? corner->x() - 4 : width();
    tabs_->setGeometry(from, 0, std::max(to - from, zoomed(leastTabs)), height());
}

}  // namespace attx
