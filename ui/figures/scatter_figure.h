// Runs as dots: a key against a result.
#pragma once
#include "ui/figures/figure.h"
#include "ui/figures/run_axis.h"

namespace attx {

class ScatterFigure : public Figure {
public:
    std::vector<RunAxis> across;  ///< a panel each
    RunAxis up;
    QStringList runs;  ///< their names

    [[nodiscard]] QSize defaultSize() const override;
    void paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
    /// One array [runs, 1 + panels]: the result, then the keys; choices by their places.
    [[nodiscard]] std::vector<NamedArray> data() const override;
    [[nodiscard]] std::string csv() const override;
    [[nodiscard]] std::unique_ptr<Figure> clone() const override;
    /// The run whose dot is nearest to the point; -1: none is near.
    [[nodiscard]] int runAt(const QRectF& rect, const QPointF& point) const;

private:
    [[nodiscard]] QRectF panelRect(const QRectF& rect, size_t panel) const;
};
/// The best validation accuracy against `key`; without one, against each key of the table but the seeds.
[[nodiscard]] ScatterFigure scatterFigure(const RunTable& table, const std::string& key = {});

}  // namespace attx
