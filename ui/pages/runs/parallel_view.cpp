#include "ui/pages/runs/parallel_view.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace attx {
namespace {

constexpr double leastBrush = 0.01;  // Share of an axis; what is shorter was a click

}  // namespace

ParallelView::ParallelView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setAccessibleName(tr("Parallel coordinates"));
    setToolTip(
        tr("Drag along an axis to choose the runs whose lines pass there; click on it to choose all again"));
}

void ParallelView::setFigure(ParallelFigure figure) {
    for (size_t axis = 0; axis < figure.axes().size(); ++axis)
        for (size_t old = 0; old < figure_.axes().size(); ++old)
            if (figure_.axes()[old].name == figure.axes()[axis].name)
                figure.setBrush(axis, figure_.brush(old));
    const bool goesOn = brushes_ && figure_.axes().empty() && figure.axes().size() == brushes_->size();
    for (size_t axis = 0; goesOn && axis < brushes_->size(); ++axis) figure.setBrush(axis, (*brushes_)[axis]);
    figure_ = std::move(figure);
    if (!figure_.axes().empty()) keepBrushes();
    pale_ = {};
    takeRoom();
    update();
}

void ParallelView::setBrush(size_t axis, std::optional<ParallelFigure::Brush> brush) {
    figure_.setBrush(axis, brush);
    figure_.marked = -1;
    keepBrushes();
    update();
    Q_EMIT brushed();
}

void ParallelView::keepBrushes() {
    if (!brushes_) return;
    brushes_->clear();
    for (size_t axis = 0; axis < figure_.axes().size(); ++axis) brushes_->push_back(figure_.brush(axis));
}

void ParallelView::clearBrushes() {
    if (!figure_.isBrushed()) return;
    for (size_t axis = 0; axis < figure_.axes().size(); ++axis) figure_.setBrush(axis, std::nullopt);
    keepBrushes();
    update();
    Q_EMIT brushed();
}

void ParallelView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const FigureStyle style = FigureStyle::of(palette());
    if (!figure_.isBrushed() || figure_.axes().empty()) return figure_.paint(painter, QRectF(rect()), style);
    // While a brush moves, lines are drawn without smoothing: several times as fast.
    const bool smooth = !dragged_;
    const QSize pixels = size() * devicePixelRatio();
    QPixmap& pale = pale_[smooth ? 1 : 0];
    if (pale.size() != pixels) {
        pale = QPixmap(pixels);
        pale.setDevicePixelRatio(devicePixelRatio());
        pale.fill(style.background);
        QPainter below(&pale);
        below.setRenderHint(QPainter::Antialiasing, smooth);
        ParallelFigure all = figure_;
        for (size_t axis = 0; axis < all.axes().size(); ++axis)  // a brush that no run passes
            all.setBrush(axis, axis == 0 ? std::optional(ParallelFigure::Brush{2, 2}) : std::nullopt);
        all.paintLines(below, QRectF(rect()), style, false);
    }
    painter.drawPixmap(0, 0, pale);
    painter.setRenderHint(QPainter::Antialiasing, smooth);
    figure_.paintLines(painter, QRectF(rect()), style, true);
    painter.setRenderHint(QPainter::Antialiasing);
    figure_.paintAxes(painter, QRectF(rect()), style);
}

void ParallelView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const QRectF area = rect();
    dragged_ = figure_.axisAt(area, event->position().x(), FigureStyle::of(palette()));
    begin_ = figure_.placeAt(area, event->position().y(), FigureStyle::of(palette()));
    moved_ = false;
    if (!dragged_)
        if (const int run = figure_.runAt(area, event->position(), FigureStyle::of(palette())); run >= 0)
            Q_EMIT clicked(run);
}

void ParallelView::mouseMoveEvent(QMouseEvent* event) {
    const QRectF area = rect();
    if (!dragged_) {
        const bool onAxis =
            figure_.axisAt(area, event->position().x(), FigureStyle::of(palette())).has_value();
        setCursor(onAxis ? Qt::SizeVerCursor : Qt::ArrowCursor);
        return mark(onAxis ? -1 : figure_.runAt(area, event->position(), FigureStyle::of(palette())));
    }
    const double now = figure_.placeAt(area, event->position().y(), FigureStyle::of(palette()));
    moved_ = moved_ || std::abs(now - begin_) >= leastBrush;
    if (moved_) setBrush(*dragged_, ParallelFigure::Brush{std::min(begin_, now), std::max(begin_, now)});
}

void ParallelView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && dragged_ && !moved_) setBrush(*dragged_, std::nullopt);
    if (event->button() != Qt::LeftButton) return;
    dragged_.reset();
    update();
}

void ParallelView::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    mark(-1);
}

void ParallelView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    pale_ = {};
    takeRoom();
    update();
}

void ParallelView::takeRoom() {
    const FigureStyle style = FigureStyle::of(palette());
    setMinimumWidth(int(std::ceil(figure_.leastSize(0, style).width())));
}

void ParallelView::mark(int run) {
    if (run == figure_.marked) return;
    figure_.marked = run;
    update();
    Q_EMIT hovered(run);
}

}  // namespace attx
