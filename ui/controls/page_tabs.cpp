#include "ui/controls/page_tabs.h"

#include <QCursor>
#include <QPainter>

#include "ui/look/theme.h"

namespace attx {
namespace {

constexpr int sideMargin = 9, leastMargin = 2, heightOfTabs = 32, lineWidth = 2;

}  // namespace

PageTabs::PageTabs(QWidget* parent) : QTabBar(parent) {
    setDrawBase(false);
    setExpanding(false);
    setUsesScrollButtons(true);  // where the window is too narrow for all
    setFocusPolicy(Qt::TabFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_Hover);  // repaints as the pointer moves over the tabs
}

int PageTabs::widthWith(int margin) const {
    int width = 0;
    for (int i = 0; i < count(); ++i)
        if (isTabVisible(i)) width += fontMetrics().horizontalAdvance(tabText(i)) + 2 * margin;
    return width;
}

int PageTabs::margin() const {
    int margin = sideMargin;
    while (margin > leastMargin && widthWith(margin) > width()) --margin;
    return margin;
}

QSize PageTabs::sizeHint() const { return {widthWith(sideMargin), zoomed(heightOfTabs)}; }

QSize PageTabs::tabSizeHint(int index) const {
    return {fontMetrics().horizontalAdvance(tabText(index)) + 2 * margin(), zoomed(heightOfTabs)};
}

void PageTabs::paintEvent(QPaintEvent*) {
    QPainter painter(this);
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
