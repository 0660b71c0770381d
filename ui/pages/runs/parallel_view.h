// Parallel coordinates to work with: dragging along an axis brushes it, a click on it takes the brush away.
#pragma once
#include <QPixmap>
#include <QWidget>
#include <array>
#include <optional>
#include <vector>

#include "ui/figures/runs/parallel_figure.h"

namespace attx {

class ParallelView : public QWidget {
    Q_OBJECT
public:
    explicit ParallelView(QWidget* parent = nullptr);

    /// Brushes of axes that are there again stay.
    void setFigure(ParallelFigure figure);
    [[nodiscard]] const ParallelFigure& figure() const { return figure_; }
    void setBrush(size_t axis, std::optional<ParallelFigure::Brush> brush);
    void clearBrushes();
    /// One an axis, whose names are other words in another language.
    using Brushes = std::vector<std::optional<ParallelFigure::Brush>>;
    /// The first figure has them, if it has as many axes; from then on they are kept in `brushes`, which
    /// outlives this.
    void keepBrushesIn(Brushes& brushes) { brushes_ = &brushes; }

Q_SIGNALS:
    void brushed();         ///< another set of runs passes
    void hovered(int run);  ///< -1: none
    void clicked(int run);  ///< A run's line was clicked, away from the axes

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 140}; }

private:
    void mark(int run);
    void keepBrushes();
    void takeRoom();  ///< no axis without its values: where there is less, the view is scrolled

    ParallelFigure figure_;
    Brushes* brushes_ = nullptr;
    /// Every run, as one that does not pass: while a brush moves they stay. Without antialiasing, and with
    /// it.
    std::array<QPixmap, 2> pale_;
    std::optional<size_t> dragged_;  ///< axis
    double begin_ = 0;               ///< Place on the axis where the drag began
    bool moved_ = false;
};

}  // namespace attx
