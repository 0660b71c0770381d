// A ParameterFigure as a widget.
#pragma once
#include <QPainter>
#include <QWidget>

#include "ui/figures/network/parameter_figure.h"

namespace attx {

/// As high as its figure.
class ParameterView : public QWidget {
public:
    explicit ParameterView(QWidget* parent = nullptr) : QWidget(parent) {
        whenZoomed(this, [this] { setMinimumHeight(zoomed(figure_.defaultSize().height())); });
    }

    void setFigure(const ParameterFigure& figure) {
        figure_ = figure;
        setMinimumHeight(zoomed(figure_.defaultSize().height()));
        update();
    }

    [[nodiscard]] const ParameterFigure& figure() const { return figure_; }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        figure_.paint(painter, QRectF(rect()), FigureStyle::of(palette()));
    }

private:
    ParameterFigure figure_;
};

}  // namespace attx
