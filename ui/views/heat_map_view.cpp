#include "ui/views/heat_map_view.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "ui/views/value_box.h"

namespace attx {

HeatMapView::HeatMapView(QWidget* parent)
    : QWidget(parent), style_(FigureStyle::of(palette())), valueBox_(new ValueBox(this)) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);  // the figure fills its rectangle
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Heat map"));
}

void HeatMapView::setFigure(const HeatMapGridFigure& figure) {
    const CellIndex cursor = figure_.cursor;
    const int selected = figure_.selected, leastLeft = figure_.leastLeft;
    figure_ = figure;
    figure_.leastLeft = leastLeft;
    figure_.inWindow = true;
    figure_.cursor = cursor;
    figure_.selected = std::min(selected, int(figure_.maps.size()) - 1);
    if (valueBox_->isVisible()) {  // what is under the pointer may have another value now
        const auto map = size_t(hovered_.map);
        const QString text =
            map < figure_.maps.size() ? cellText(figure_.maps[map], hovered_.row, hovered_.col) : QString();
        valueBox_->say(text);
        valueBox_->setVisible(!text.isEmpty());
    }
    layOutAnew();
    Q_EMIT placed();
    if (!figure_.title().isEmpty()) setAccessibleName(figure_.title());
    setAccessibleDescription(
        tr("%n heat map(s). Arrow keys move, Enter opens a map.", nullptr, int(figure_.maps.size())));
    update();
}

void HeatMapView::setCursorCell(int row, int col) {
    const CellIndex cell{-1, row, row < 0 ? -1 : col};
    if (cell == figure_.cursor) return;
    figure_.cursor = cell;
    update();
}

void HeatMapView::setSelectedMap(int map) {
    if (map == figure_.selected) return;
    figure_.selected = map;
    update();
}

QString HeatMapView::readout(int map, int row, int col) const {
    if (map < 0 || map >= int(figure_.maps.size())) return {};
    const HeatMap& shown = figure_.maps[map];
    const QString cell = cellText(shown, row, col);
    return cell.isEmpty() || shown.title.isEmpty() ? cell : shown.title + QStringLiteral(" · ") + cell;
}

QRectF HeatMapView::rectOfCell(int map, int row, int col) const {
    if (map < 0 || map >= int(figure_.maps.size())) return {};
    const auto index = size_t(map);
    return cellRect(figure_.maps[index], currentLayout().cells[index], row, col);
}

qreal HeatMapView::mapAreaIn(QSize size, int leastLeft) const {
    return areaIn(size, figure_.gridRows, figure_.gridCols, leastLeft);
}

void HeatMapView::setLeastLeft(int px) {
    if (px == figure_.leastLeft) return;
    figure_.leastLeft = px;
    layoutValid_ = false;
    update();
}

qreal HeatMapView::areaIn(QSize size, int rows, int cols, int leastLeft) const {
    constexpr size_t most = 100;  // Sizes that are kept while a window is dragged larger
    const qreal ratio = devicePixelRatioF();
    if (areasRatio_ != ratio || areas_.size() >= most) areas_.clear();
    areasRatio_ = ratio;
    const auto [place, isNew] = areas_.try_emplace({size.width(), size.height(), rows, cols, leastLeft}, 0);
    if (!isNew) return place->second;
    HeatMapGridFigure figure = figure_;
    figure.gridRows = rows, figure.gridCols = cols, figure.leastLeft = leastLeft;
    for (const QRectF& cells : figure.layout(QRectF(QPointF(), QSizeF(size)), style_, ratio).cells)
        place->second += cells.width() * cells.height();
    return place->second;
}

HeatMapView::Rows HeatMapView::largestRows(QSize size) const {
    const auto n = static_cast<int>(figure_.maps.size());
    Rows best;
    for (int rows = 1; rows <= n; ++rows) {
        const int cols = (n + rows - 1) / rows;
        const HeatMap& map = figure_.maps.front();
        const qreal shape = map.cols > 0 ? qreal(map.rows) / map.cols : 1;
        const qreal most =
            std::min(qreal(size.width()) / cols, size.height() / (rows * std::max(shape, 1e-9)));
        if (n * most * most * shape <= best.area) continue;  // nothing of it needs to be laid out
        if (const qreal area = areaIn(size, rows, cols, 0); area > best.area) best = {rows, area};
    }
    return best;
}

void HeatMapView::fitRows() {
    const auto n = static_cast<int>(figure_.maps.size());
    if (n < 2 || figure_.thumbnails) return;
    const int rows = largestRows(size().expandedTo({1, 1})).count, cols = (n + rows - 1) / rows;
    if (rows == figure_.gridRows && cols == figure_.gridCols) return;
    figure_.gridRows = rows, figure_.gridCols = cols;
    layoutValid_ = false;
    Q_EMIT placed();
    update();
}

void HeatMapView::layOutAnew() {
    layoutValid_ = false;
    areas_.clear();
}

const HeatMapGridLayout& HeatMapView::currentLayout() const {
    if (!layoutValid_ || layoutRatio_ != devicePixelRatioF()) {
        layoutRatio_ = devicePixelRatioF();
        layout_ = figure_.layout(QRectF(rect()), style_, layoutRatio_);
        layoutValid_ = true;
        painted_ = {};
    }
    return layout_;
}

void HeatMapView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    (void)currentLayout();  // forgets painted_ where it has to
    HeatMapGridFigure* shown = &figure_;
    // A map's frame shows where keys act; without the focus it would only be a distraction.
    const int selected = shown->selected;
    if (!hasFocus() || shown->maps.size() < 2) shown->selected = -1;
    shown->paint(painter, QRectF(rect()), style_, painted_);
    shown->selected = selected;
    if (hasFocus()) {
        painter.setPen(QPen(style_.accent, 1));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
}

void HeatMapView::resizeEvent(QResizeEvent*) {
    layoutValid_ = false;
    valueBox_->hide();  // the cell under the pointer is another one now
    Q_EMIT placed();
}

void HeatMapView::hover(const CellIndex& cell, const QPoint& at) {
    const CellIndex seen = cell.row < 0 ? CellIndex{} : cell;
    if (seen.row < 0)
        valueBox_->hide();
    else
        valueBox_->showAt(at, cellText(figure_.maps[seen.map], seen.row, seen.col));
    if (seen == hovered_) return;
    hovered_ = seen;
    setCursorCell(seen.row, seen.col);
    Q_EMIT cellHovered(seen.map, seen.row, seen.col);
}

void HeatMapView::mouseMoveEvent(QMouseEvent* event) {
    const CellIndex cell = currentLayout().cellAt(figure_.maps, event->position());
    setCursor(figure_.maps.size() > 1 && cell.map >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    hover(cell, event->position().toPoint());
}

void HeatMapView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const CellIndex cell = currentLayout().cellAt(figure_.maps, event->position());
    if (cell.map < 0) return;
    setSelectedMap(cell.map);
    if (event->modifiers() & Qt::ControlModifier) {
        Q_EMIT mapToggled(cell.map);
        return;
    }
    Q_EMIT mapClicked(cell.map);
    if (cell.row >= 0) Q_EMIT cellClicked(cell.map, cell.row, cell.col);
}

void HeatMapView::contextMenuEvent(QContextMenuEvent* event) {
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    const int map =
        byMouse ? currentLayout().cellAt(figure_.maps, QPointF(event->pos())).map : figure_.selected;
    if (map >= 0) Q_EMIT menuRequested(map, event->globalPos());
}

void HeatMapView::keyPressEvent(QKeyEvent* event) {
    int dx = 0, dy = 0;
    switch (event->key()) {
        case Qt::Key_Left:
            dx = -1;
            break;
        case Qt::Key_Right:
            dx = 1;
            break;
        case Qt::Key_Up:
            dy = -1;
            break;
        case Qt::Key_Down:
            dy = 1;
            break;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (figure_.selected >= 0) Q_EMIT mapClicked(figure_.selected);
            return;
        case Qt::Key_X:  // A single map needs no choice
            if (figure_.selected >= 0 || figure_.maps.size() == 1)
                Q_EMIT mapToggled(std::max(0, figure_.selected));
            return;
        default:
            QWidget::keyPressEvent(event);
            return;
    }
    if (figure_.maps.empty()) return;
    const int count = int(figure_.maps.size());
    if (keyMode_ == KeyMode::Maps) {
        const int across = std::max(1, figure_.gridCols);
        int next = std::max(0, figure_.selected);
        if (figure_.selected >= 0) {
            const int column = next % across + dx;
            if (column < 0 || column >= across) return;
            next += dx + dy * across;
            if (next < 0 || next >= count) return;
        }
        setSelectedMap(next);
        Q_EMIT mapSelected(next);
        return;
    }
    const int map = std::max(0, figure_.selected);
    const HeatMap& shown = figure_.maps[map];
    if (shown.rows < 1 || shown.cols < 1) return;
    if (shown.originBelow) dy = -dy;
    const bool none = figure_.cursor.row < 0;
    const int row = none ? 0 : std::clamp(figure_.cursor.row + dy, 0, shown.rows - 1);
    const int col = none ? 0 : std::clamp(figure_.cursor.col + dx, 0, shown.cols - 1);
    hover({map, row, col}, rectOfCell(map, row, col).center().toPoint());
}

void HeatMapView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        style_ = FigureStyle::of(palette());
        layOutAnew();
        update();
    }
    QWidget::changeEvent(event);
}

}  // namespace attx
