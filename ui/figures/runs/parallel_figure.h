// Runs as lines from axis to axis.
#pragma once
#include <optional>
#include <utility>

#include "ui/figures/figure.h"
#include "ui/figures/runs/run_axis.h"

namespace attx {

/// An upright axis for each key in which runs differ and for each result, a line for each run (Inselberg
/// 1985), coloured by one axis, which shows the colours. Each axis has the room that its values need; the
/// names above stand in one row, in two or upright, so that none is cut. Where a run has no value its line
/// is broken.
class ParallelFigure : public CopiedFigure<ParallelFigure> {
public:
    /// A part of an axis, from 0 at its foot to 1 at its head.
    using Brush = std::pair<double, double>;

    QStringList runs;  ///< their names
    int marked = -1;   ///< the run under the pointer: drawn thick

    /// `colored`: the axis that the lines have their colours by.
    void setAxes(std::vector<RunAxis> axes, size_t colored);
    [[nodiscard]] const std::vector<RunAxis>& axes() const { return axes_; }
    /// Runs whose value lies in no brush of an axis that has one are drawn pale.
    void setBrush(size_t axis, std::optional<Brush> brush) { brushes_.at(axis) = brush; }
    [[nodiscard]] const std::optional<Brush>& brush(size_t axis) const { return brushes_[axis]; }
    [[nodiscard]] bool isBrushed() const;
    [[nodiscard]] bool passes(size_t run) const;

    [[nodiscard]] QSize defaultSize() const override;
    [[nodiscard]] QSizeF leastSize(qreal width, const FigureStyle& style) const override;
    void paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
    /// In parts, for who paints often: the lines of runs that pass, or of those that do not; then the rest.
    void paintLines(QPainter& painter, const QRectF& rect, const FigureStyle& style, bool passing) const;
    void paintAxes(QPainter& painter, const QRectF& rect, const FigureStyle& style) const;
    /// One array [runs, axes]; choices by their places.
    [[nodiscard]] std::vector<NamedArray> data() const override;
    [[nodiscard]] std::string table(const FactColumns& same) const override;

    /// The axis nearest to x, if it is near.
    [[nodiscard]] std::optional<size_t> axisAt(const QRectF& rect, qreal x, const FigureStyle& style) const;
    [[nodiscard]] double placeAt(const QRectF& rect, qreal y,
                                 const FigureStyle& style) const;  ///< 0 to 1
    /// The run that passes and whose line is nearest to the point; -1: none is near.
    [[nodiscard]] int runAt(const QRectF& rect, const QPointF& point, const FigureStyle& style) const;
    /// Of a brush, in px.
    [[nodiscard]] QRectF brushRect(const QRectF& rect, size_t axis, const FigureStyle& style) const;

private:
    enum class NameRows { One, Two, Upright };
    struct Room {
        std::vector<qreal> x;  ///< [axes]
        NameRows names = NameRows::One;
        qreal top = 0, bottom = 0;
        [[nodiscard]] qreal y(double place) const { return bottom + (top - bottom) * place; }
    };
    [[nodiscard]] Room roomIn(const QRectF& rect, const FigureStyle& style) const;
    /// Of an axis and what is written beside it, in px.
    [[nodiscard]] qreal neededWidth(size_t axis, const FigureStyle& style) const;
    [[nodiscard]] QString nameOf(size_t axis) const;
    /// From where to where the name of an axis may reach, in px.
    [[nodiscard]] static std::pair<qreal, qreal> nameReach(const QRectF& rect, const Room& room, size_t axis,
                                                           NameRows rows);
    void paintNames(QPainter& painter, const QRectF& rect, const FigureStyle& style) const;
    void paintMarks(QPainter& painter, const QRectF& rect, const FigureStyle& style, size_t axis) const;

    std::vector<RunAxis> axes_;
    size_t colored_ = 0;
    std::vector<AxisScale> scales_;
    std::vector<std::vector<double>> places_;  ///< [axes][runs]
    std::vector<size_t> order_;                ///< the best runs last: they lie above the others
    std::vector<std::optional<Brush>> brushes_;
};
/// Without the seeds. Of the table's rows.
[[nodiscard]] ParallelFigure parallelFigure(const RunTable& table);

}  // namespace attx
