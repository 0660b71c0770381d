// Shows a HeatMapGridFigure: the value stands at the pointer, a click chooses a map, arrow keys move.
#pragma once
#include <QWidget>
#include <array>
#include <map>

#include "ui/figures/maps/heat_map_figure.h"

namespace attx {

class ValueBox;

class HeatMapView : public QWidget {
    Q_OBJECT
public:
    /// What the arrow keys move: the selected map of a grid, or the cursor's cell in one large map.
    enum class KeyMode { Maps, Cells };
    /// px; the least height of each of three below each other in a window of 1280 × 720.
    static constexpr int leastOfThree = 52;

    explicit HeatMapView(QWidget* parent = nullptr);

    /// Shows a figure; its cursor and selection are the view's own and stay.
    void setFigure(const HeatMapGridFigure& figure);
    [[nodiscard]] const HeatMapGridFigure& figure() const { return figure_; }
    void setKeyMode(KeyMode mode) { keyMode_ = mode; }
    [[nodiscard]] const ValueBox& valueBox() const { return *valueBox_; }

    /// The linked cursor: lit in every map, -1 for none. Emits nothing.
    void setCursorCell(int row, int col);
    void setSelectedMap(int map);
    [[nodiscard]] int selectedMap() const { return figure_.selected; }

    /// "Layer 1, Head 2 · query 3 '7' → key 12 '7'  0.812"; empty without such a cell.
    [[nodiscard]] QString readout(int map, int row, int col) const;
    /// Px² of all cells, were this widget of that size.
    [[nodiscard]] qreal mapAreaIn(QSize size, int leastLeft = 0) const;
    /// Px at the left of the cells at least: names of what stands below their columns.
    void setLeastLeft(int px);
    struct Rows {
        int count = 1;
        qreal area = 0;  ///< Px² of all cells
    };
    /// The number of rows in which maps with square cells are largest, were this widget of that size.
    [[nodiscard]] Rows largestRows(QSize size) const;
    /// The figure in the rows in which its maps are largest; of thumbnails the figure as it is.
    void fitRows();
    /// Where a cell is on this widget, for tool tips and tests.
    [[nodiscard]] QRectF rectOfCell(int map, int row, int col) const;

    [[nodiscard]] QSize sizeHint() const override { return {640, 480}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 160}; }

Q_SIGNALS:
    /// All -1 when the mouse left. map ≥ 0 with row -1: between the cells of a panel is not signalled.
    void cellHovered(int map, int row, int col);
    void mapClicked(int map);
    void cellClicked(int map, int row, int col);
    /// Ctrl+click, or the key x on the selected map.
    void mapToggled(int map);
    /// Right click; `at` on the screen.
    void menuRequested(int map, QPoint at);
    /// By keyboard.
    void mapSelected(int map);
    /// Its cells lie elsewhere now.
    void placed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent*) override { hover({}, {}); }
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] const HeatMapGridLayout& currentLayout() const;
    [[nodiscard]] qreal areaIn(QSize size, int rows, int cols, int leastLeft) const;
    void layOutAnew();
    void hover(const CellIndex& cell, const QPoint& at);  ///< `at`: where its value is shown

    HeatMapGridFigure figure_;
    FigureStyle style_;
    ValueBox* valueBox_;
    KeyMode keyMode_ = KeyMode::Maps;
    CellIndex hovered_;
    mutable HeatMapGridLayout layout_;
    mutable bool layoutValid_ = false;
    mutable qreal layoutRatio_ = 0;
    mutable HeatMapGridFigure::Painted painted_;  ///< Goes with layout_
    /// By width, height, rows, columns and room at the left: a page asks for the same rooms several times in
    /// a row.
    mutable std::map<std::array<int, 5>, qreal> areas_;
    mutable qreal areasRatio_ = 0;
};

}  // namespace attx
