#include "ui/pages/runs/sparkline.h"

#include <QPainter>
#include <cmath>

#include "ui/state/run_list_model.h"

namespace attx {

void Sparkline::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyledItemDelegate::paint(painter, option, index);  // the selection
    const auto values = index.data(RunListModel::curveRole).value<std::vector<double>>();
    if (values.empty()) return;
    const QRectF area = QRectF(option.rect).adjusted(4, 4, -4, -4);
    QPolygonF line;
    for (size_t i = 0; i < values.size(); ++i) {
        const double along = values.size() > 1 ? double(i) / double(values.size() - 1) : 1;
        if (std::isfinite(values[i]))  // accuracies: 0 at the foot of the cell, 1 at its head
            line << QPointF(area.left() + along * area.width(), area.bottom() - values[i] * area.height());
    }
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const bool selected = option.state & QStyle::State_Selected;
    painter->setPen(
        QPen(option.palette.color(selected ? QPalette::HighlightedText : QPalette::Highlight), 1.2));
    if (line.size() > 1)
        painter->drawPolyline(line);
    else if (!line.isEmpty())
        painter->drawEllipse(line.front(), 1.5, 1.5);
    painter->restore();
}

QSize Sparkline::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    return {80, QStyledItemDelegate::sizeHint(option, index).height()};
}

}  // namespace attx
