// The attention between the images of a set as lines.
#pragma once
#include <QWidget>

#include "ui/figures/evaluate/set_figure.h"

namespace attx {

/// Shows a SetLinksFigure; a click on a query leaves only its lines.
class SetLinksView : public QWidget {
    Q_OBJECT
public:
    explicit SetLinksView(QWidget* parent = nullptr);
    void setFigure(const SetLinksFigure& figure);
    [[nodiscard]] const SetLinksFigure& figure() const { return figure_; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    SetLinksFigure figure_;
};

}  // namespace attx
