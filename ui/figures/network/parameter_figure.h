// The table of a network's parameters as a figure: each part with its count and the sum it comes from.
#pragma once
#include <vector>

#include "model/network/parameter_table.h"
#include "ui/figures/figure.h"

namespace attx {

class ParameterFigure : public CopiedFigure<ParameterFigure> {
public:
    ParameterFigure() = default;
    explicit ParameterFigure(const Program& program);

    std::vector<ParameterRow> rows;

    [[nodiscard]] int64_t total() const;
    [[nodiscard]] QSize defaultSize() const override;
    [[nodiscard]] QSizeF leastSize(qreal width, const FigureStyle& style) const override;
    void paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
    [[nodiscard]] std::vector<NamedArray> data() const override;  ///< "parameters" [rows]
    [[nodiscard]] std::string table(const FactColumns& same) const override;
};

}  // namespace attx
