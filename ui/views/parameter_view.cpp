#include "ui/views/parameter_view.h"

#include <QPainter>

namespace attx {

void ParameterView::setFigure(const ParameterFigure& figure) {
    figure_ = figure;
    setMinimumHeight(figure_.defaultSize().height());
    update();
}

void ParameterView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    figure_.paint(painter, QRectF(rect()), FigureStyle::of(palette()));
}

}  // namespace attx
