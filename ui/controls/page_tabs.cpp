#include "ui/controls/page_tabs.h"

#include <QCursor>
#include <QEvent>
#include <QPainter>
#include <QToolButton>
#include <algorithm>

#include "ui/look/theme.h"

namespace attx {
namespace {

constexpr int sideMargin = 9, leastMargin = 2, heightOfTabs = 28, lineWidth = 2;

}  // namespace

PageTabs::PageTabs(QWidget* parent) : QTabBar(parent) {
    setDrawBase(false);
    setExpanding(false);
    setUsesScrollButtons(true);  // Arrows where the window is too narrow for all tabs
    setFocusPolicy(Qt::TabFocus);
    for (QToolButton* arrow : findChildren<QToolButton*>())
        arrow->setFocusPolicy(Qt::NoFocus);  // keys turn tabs
    setMouseTracking(true);
    setAttribute(Qt::WA_Hover);  // repaints as the pointer moves over the tabs
}

int PageTabs::nameWidth(int index) const {
    const QString name = tabText(index);
    auto found = nameWidths_.constFind(name);
    if (found == nameWidths_.cend()) found = nameWidths_.insert(name, fontMetrics().horizontalAdvance(name));
    return *found;
}

int PageTabs::widthWith(int margin) const {
    int width = 0;
    for (int i = 0; i < count(); ++i)
        if (isTabVisible(i)) width += nameWidth(i) + 2 * margin;
    return width;
}

int PageTabs::margin() const {
    const int names = widthWith(0), sides = std::max(widthWith(1) - names, 1);
    return std::clamp((width() - names) / sides, leastMargin, sideMargin);
}

QSize PageTabs::sizeHint() const { return {widthWith(sideMargin), zoomed(heightOfTabs)}; }

QSize PageTabs::tabSizeHint(int index) const {
    return {nameWidth(index) + 2 * margin(), zoomed(heightOfTabs)};
}

void PageTabs::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) nameWidths_.clear();
    QTabBar::changeEvent(event);
}

void PageTabs::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    int end = width();  // the arrows stand there where not all names have room
    for (const auto* arrow : findChildren<QToolButton*>())
        if (!arrow->isHidden()) end = std::min(end, arrow->x());
    painter.setClipRect(0, 0, end, height());
    const int hovered = underMouse() ? tabAt(mapFromGlobal(QCursor::pos())) : -1;
    for (int i = 0; i < count(); ++i) {
        if (!isTabVisible(i)) continue;
        const QRect tab = tabRect(i);
        const bool shown = i == currentIndex();
        painter.setPen(
            palette().color(shown || i == hovered ? QPalette::WindowText : QPalette::PlaceholderText));
        painter.drawText(tab, Qt::AlignCenter, tabText(i));
        const QRect line(tab.left() + margin(), tab.bottom() - lineWidth + 1, tab.width() - 2 * margin(),
                         lineWidth);
        if (shown) painter.fillRect(line, palette().color(QPalette::Highlight));
        if (shown && hasFocus()) {
            painter.setPen(palette().color(QPalette::Highlight));
            painter.drawRoundedRect(tab.adjusted(2, 2, -3, -6), 4, 4);
        }
    }
}

}  // namespace attx
