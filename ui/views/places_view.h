// Dots in a plane to point at: the one under the pointer and others that belong to it are ringed.
#pragma once
#include <QPixmap>
#include <QWidget>

#include "ui/figures/runs/scatter_figure.h"

namespace attx {

class ValueBox;

class PlacesView : public QWidget {
    Q_OBJECT
public:
    explicit PlacesView(QWidget* parent = nullptr);

    void setFigure(const ScatterFigure& figure);
    [[nodiscard]] const ScatterFigure& figure() const { return figure_; }
    /// The first of them is the dot that is pointed at; the dots themselves are not painted again.
    void setRinged(const std::vector<size_t>& dots);
    [[nodiscard]] const std::vector<size_t>& ringed() const { return ringed_; }
    /// What the dot under the pointer is.
    [[nodiscard]] const ValueBox& valueBox() const { return *valueBox_; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {320, 240}; }

Q_SIGNALS:
    void dotHovered(int dot);  ///< -1: none
    void dotClicked(int dot);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent*) override { painted_ = {}; }
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent*) override { hover(-1); }
    void changeEvent(QEvent* event) override;

private:
    void hover(int dot);

    ScatterFigure figure_;
    ValueBox* valueBox_;
    QPixmap painted_;  ///< the figure at this size; null: to be painted
    std::vector<QPointF> places_;
    std::vector<size_t> ringed_;
    int hovered_ = -1;
};

}  // namespace attx
