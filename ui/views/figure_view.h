// A figure as a widget, for those that are looked at only.
#pragma once
#include <QMouseEvent>
#include <QPainter>
#include <QWidget>
#include <QtMath>
#include <functional>

#include "ui/figures/figure.h"

namespace attx {

class FigureView : public QWidget {
public:
    using QWidget::QWidget;
    std::function<void(const QRectF& area, const QPointF& point)> pointed;  ///< the pointer moved there

    void setFigure(std::unique_ptr<Figure> figure) {
        figure_ = std::move(figure);
        setAccessibleName(figure_->title());
        setMouseTracking(true);
        updateGeometry();  // heightForWidth() may be another
        update();
    }
    [[nodiscard]] const Figure* figure() const { return figure_.get(); }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 140}; }
    /// In a scroll area: as high as its texts need.
    void growWithTexts() {
        QSizePolicy policy = sizePolicy();
        policy.setHeightForWidth(true);
        setSizePolicy(policy);
    }
    [[nodiscard]] int heightForWidth(int width) const override {
        return figure_ ? qCeil(figure_->leastSize(width, FigureStyle::of(palette())).height()) : -1;
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const FigureStyle style = FigureStyle::of(palette());
        if (figure_)
            figure_->paint(painter, QRectF(rect()), style);
        else
            painter.fillRect(rect(), style.background);
    }
    void mouseMoveEvent(QMouseEvent* event) override {
        if (pointed) pointed(QRectF(rect()), event->position());
    }

private:
    std::unique_ptr<Figure> figure_;
};

}  // namespace attx
