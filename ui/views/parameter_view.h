// A ParameterFigure as a widget.
#pragma once
#include <QWidget>

#include "ui/figures/network/parameter_figure.h"

namespace attx {

/// As high as its figure.
class ParameterView : public QWidget {
public:
    explicit ParameterView(QWidget* parent = nullptr);
    void setFigure(const ParameterFigure& figure);
    [[nodiscard]] const ParameterFigure& figure() const { return figure_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ParameterFigure figure_;
};

}  // namespace attx
