#include "ui/views/parameter_view.h"

#include <QPainter>

namespace attx {

ParameterView::ParameterView(QWidget* parent) : QWidget(parent) {
    whenZoomed(this, [this] { setMinimumHeight(zoomed(figure_.defaultSize().height())); });
}

void ParameterView::setFigure(const ParameterFigure& figure) {
    figure_ = figure;
    setMinimumHeight(zoomed(figure_.defaultSize().height()));
    update();
}

void ParameterView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    figure_.paint(painter, QRectF(rect()), FigureStyle::of(palette()));
}

}  // namespace attx
