#include "ui/controls/control_row.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStyle>
#include <QWidget>
#include <algorithm>

namespace attx {
namespace {

constexpr int withinGroup = 8, betweenGroups = 12, betweenLines = 4;

/// Whether it says of itself that it can use more room; groups keep together.
bool grows(const QLayoutItem& item) {
    return !item.isEmpty() && item.widget() &&
           item.widget()->sizePolicy().expandingDirections().testFlag(Qt::Horizontal);
}

/// Of an item in a line of `width` px: one that is too long for it may have lines of its own.
int heightOf(const QLayoutItem& item, int width) {
    const QSize hint = item.sizeHint();
    return hint.width() > width && item.hasHeightForWidth() ? item.heightForWidth(width) : hint.height();
}

}  // namespace

ControlRow::ControlRow(QWidget* parent) : QLayout(parent) {
    setContentsMargins(0, 0, 0, 0);
    setSpacing(betweenGroups);
}

// One by one: a layout that is deleted asks the one that it lies in to take it out.
ControlRow::~ControlRow() {
    while (!items_.empty()) delete takeAt(count() - 1);
}

void ControlRow::addGroup(std::initializer_list<QWidget*> widgets) {
    auto group = std::make_unique<QHBoxLayout>();
    group->setContentsMargins(0, 0, 0, 0);
    group->setSpacing(withinGroup);
    addChildLayout(group.get());
    for (QWidget* widget : widgets) group->addWidget(widget);
    addItem(group.release());
}

void ControlRow::addLabelled(const QString& text, QWidget* control) {
    auto* label = new QLabel(text, parentWidget());
    label->setBuddy(control);
    addGroup({label, control});
}

QLabel* ControlRow::addText(const QString& name) {
    auto* text = new QLabel(parentWidget());
    text->setAccessibleName(name);
    addWidget(text);
    return text;
}

void ControlRow::addItem(QLayoutItem* item) { items_.emplace_back(item); }

QLayoutItem* ControlRow::itemAt(int index) const {
    return index >= 0 && index < count() ? items_[index].get() : nullptr;
}

QLayoutItem* ControlRow::takeAt(int index) {
    if (index < 0 || index >= count()) return nullptr;
    const auto it = items_.begin() + index;
    QLayoutItem* item = it->release();
    items_.erase(it);
    return item;
}

QSize ControlRow::sizeHint() const {
    int width = 0;
    for (const auto& item : items_)
        if (!item->isEmpty()) width += (width > 0 ? spacing() : 0) + item->sizeHint().width();
    return {width, heightForWidth(width)};
}

QSize ControlRow::minimumSize() const {
    QSize size;
    for (const auto& item : items_)
        if (!item->isEmpty()) size = size.expandedTo(item->minimumSize());
    return size;
}

void ControlRow::setGeometry(const QRect& area) {
    QLayout::setGeometry(area);
    (void)place(area, true);
}

int ControlRow::place(const QRect& area, bool moves) const {
    int y = area.top();
    for (auto first = items_.begin(); first != items_.end();) {
        int width = 0, height = 0;
        auto last = first;
        for (; last != items_.end(); ++last) {
            if ((*last)->isEmpty()) continue;
            const int wider = width + (width > 0 ? spacing() : 0) + (*last)->sizeHint().width();
            if (width > 0 && wider > area.width()) break;
            width = wider;
            height = std::max(height, heightOf(**last, area.width()));
        }
        int growing = 0;  // those share what is left of the line
        for (auto each = first; each != last; ++each)
            if (grows(**each)) ++growing;
        for (int x = area.left(); moves && first != last; ++first) {
            QLayoutItem& item = **first;
            if (item.isEmpty()) continue;
            const QSize hint = item.sizeHint();
            const int more = grows(item) ? std::max(0, area.width() - width) / growing : 0;
            const QSize size(std::min(hint.width() + more, area.width()), heightOf(item, area.width()));
            const QRect place({x, y + (height - size.height()) / 2}, size);
            item.setGeometry(QStyle::visualRect(parentWidget()->layoutDirection(), area, place));
            x += size.width() + spacing();
        }
        first = last;
        if (height > 0) y += height + betweenLines;
    }
    return std::max(0, y - betweenLines - area.top());
}

}  // namespace attx
