#include "ui/views/places_view.h"

#include <QMouseEvent>
#include <QPainter>
#include <cmath>

#include "ui/views/value_box.h"

namespace attx {
namespace {

constexpr qreal ring = 5, chosenRing = 7, nearDot = 12;  // px

}  // namespace

PlacesView::PlacesView(QWidget* parent) : QWidget(parent), valueBox_(new ValueBox(this)) {
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void PlacesView::setFigure(const ScatterFigure& figure) {
    figure_ = figure;
    painted_ = {};
    ringed_.clear();
    hover(-1);  // what was pointed at is no more
    setAccessibleName(figure_.title());
    update();
}

void PlacesView::setRinged(const std::vector<size_t>& dots) {
    ringed_ = dots;
    update();
}

void PlacesView::paintEvent(QPaintEvent*) {
    const FigureStyle style = FigureStyle::of(palette());
    if (painted_.isNull()) {
        painted_ = QPixmap(size() * devicePixelRatioF());
        painted_.setDevicePixelRatio(devicePixelRatioF());
        QPainter painter(&painted_);
        figure_.paint(painter, QRectF(rect()), style);
        places_.clear();
        if (!figure_.across.empty()) places_ = figure_.places(QRectF(rect()), 0, style);
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, painted_);
    painter.setRenderHint(QPainter::Antialiasing);
    for (size_t i = 0; i < ringed_.size(); ++i) {
        if (ringed_[i] >= places_.size()) continue;
        painter.setPen(QPen(i == 0 ? style.accent : style.foreground, style.px(i == 0 ? 2 : 1.2)));
        const qreal radius = style.px(i == 0 ? chosenRing : ring);
        painter.drawEllipse(places_[ringed_[i]], radius, radius);
    }
}

void PlacesView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    painted_ = {};
    update();
}

void PlacesView::mouseMoveEvent(QMouseEvent* event) {
    int nearest = -1;
    qreal least = nearDot;
    for (size_t dot = 0; dot < places_.size(); ++dot) {
        const QPointF away = places_[dot] - event->position();
        const qreal distance = std::hypot(away.x(), away.y());
        if (distance < least) least = distance, nearest = int(dot);
    }
    hover(nearest);
}

void PlacesView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && hovered_ >= 0) Q_EMIT dotClicked(hovered_);
}

void PlacesView::hover(int dot) {
    if (dot == hovered_) return;
    hovered_ = dot;
    if (dot < 0)
        valueBox_->hide();
    else
        valueBox_->showAt(places_[dot].toPoint(), figure_.runs.value(dot));
    Q_EMIT dotHovered(dot);
}

}  // namespace attx
