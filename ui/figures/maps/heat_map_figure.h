// Heat maps as figures: a grid of them (layers × heads), or one large.
#pragma once
#include <optional>
#include <vector>

#include "ui/figures/figure.h"
#include "ui/figures/maps/heat_map.h"

namespace attx {

/// Where everything of a grid lies, in the coordinates of the rectangle that it was laid out for.
struct HeatMapGridLayout {
    std::vector<QRectF> panels;  ///< one a map: its share of the grid, for clicks
    std::vector<QRectF> cells;   ///< one a map: where its cells are painted
    std::vector<QRectF> bars;    ///< one colour bar for all, or one a map
    QRectF grid;                 ///< all cells together
    QRectF note;                 ///< Place of the line below all of it; empty: there is none
    bool mapTitles = true;       ///< a title over each map; else row and column titles at the edges
    bool edgeTitles = false;
    bool rowNames = false;      ///< row titles stand at the left edge
    bool allTicks = false;      ///< tick labels at every map; else at the left and bottom edges only
    bool xLabelBeside = false;  ///< left of the tick labels, not below them: maps are larger
    bool barNumbers = true;     ///< bars have their numbers beside them
    bool barCaption = true;     ///< The bars' captions are shown too
    int titlePx = labelPx;
    TickPlan xTicks, yTicks;
    [[nodiscard]] CellIndex cellAt(const std::vector<HeatMap>& maps, QPointF point) const;
};

class HeatMapGridFigure : public Figure {
public:
    int gridRows = 1;           ///< layers
    int gridCols = 1;           ///< heads
    std::vector<HeatMap> maps;  ///< [gridRows, gridCols], row-major; may be fewer
    QStringList rowTitles;      ///< "Layer 1"; with columnTitles replaces map titles that have no room,
                                ///< without them stands beside these
    QStringList columnTitles;   ///< "Head 1"
    ColorScale scale;
    /// Of a map taken out of a larger figure: the whole figure's range, for shared and logarithmic scales.
    std::optional<ColorRange> wholeRange;
    /// With a scale per map: one a map, instead of its own, so that colours stay while time plays.
    std::vector<ColorRange> heldRanges;
    bool areOfBoth = false;  ///< heldRanges are of each map and that of the network it is compared with
    QStringList notes;       ///< Said below the maps of the picture; the file has the same as facts.
    void addNotes(const QStringList& said) override { notes << said; }
    std::map<QString, QString> plurals;  ///< Notes of maps as several named maps share them, where it differs
    QString valueLabel;                  ///< Caption of the colour bar, e.g. "attention weight"
    /// Only the maps and their names, to choose one that is shown large beside them.
    bool thumbnails = false;
    bool followsRoom = false;  ///< the maps stand in no order: rows and columns are as there is room
    bool inWindow = false;     ///< Hardly any margin
    int leastLeft = 0;         ///< px at the left of the cells at least, in the window
    bool untitled = false;     ///< a single map that could be no other has no title in the window
    CellIndex cursor;          ///< lit in every map when map is -1, else in that map only; row -1: none
    int selected = -1;         ///< this map gets a frame in the accent colour (keyboard)

    [[nodiscard]] HeatMapGridLayout layout(const QRectF& rect, const FigureStyle& style,
                                           qreal pixelRatio) const;
    /// The notes of the maps and of the figure, which are written below them; empty: there are none.
    [[nodiscard]] QString note() const;
    /// One a map; those of a shared scale are equal.
    [[nodiscard]] std::vector<ColorRange> ranges() const;

    [[nodiscard]] QSize defaultSize() const override;
    /// Of maps that only their titles name: lower figures have none.
    [[nodiscard]] QSizeF leastSize(qreal width, const FigureStyle& style) const override;
    void paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
    /// Images and ranges of the maps, which neither the cursor nor the selection changes.
    struct Painted {
        QSize pixels;
        std::vector<ColorRange> ranges;
        std::vector<QImage> images;
    };
    /// Takes them from `painted`, or fills it where it is empty or of other pixels. The caller empties it
    /// when the maps, their place or the style change.
    void paint(QPainter& painter, const QRectF& rect, const FigureStyle& style, Painted& painted) const;
    /// One array [gridRows, gridCols, rows, cols] if all maps have one shape ([1, maps, rows, cols] if rows
    /// and columns follow the room, [rows, cols] of a single map), else one [rows, cols] a map.
    [[nodiscard]] std::vector<NamedArray> data() const override;
    [[nodiscard]] std::string table(const FactColumns& same) const override;
    /// Without cursor and selection, and with all that thumbnails leave out: those are the window's.
    [[nodiscard]] std::unique_ptr<Figure> clone() const override;
    /// Beside a bar: "attention weight · shared"; of a map alone without the kind of scale.
    [[nodiscard]] QString barCaption() const;

private:
    static constexpr qreal tickGap = 4;  // Gap between cells and their tick labels

    [[nodiscard]] HeatMapGridLayout layoutWith(const std::vector<ColorRange>& rangeOf, const QRectF& rect,
                                               const FigureStyle& style, qreal pixelRatio) const;
    struct Room;  ///< what all arrangements of one layout share
    [[nodiscard]] HeatMapGridLayout named(const Room& room, bool barBelow) const;
    [[nodiscard]] HeatMapGridLayout arranged(const Room& room, bool mapTitles, bool barBelow) const;
    [[nodiscard]] bool hasBarEach() const;
    [[nodiscard]] qreal edge() const;  ///< px around all
    /// What the note takes of `rect`, at its foot; empty: there is none.
    [[nodiscard]] QRectF noteRect(const QRectF& rect, const FigureStyle& style) const;
    void paintTicks(QPainter& painter, const HeatMapGridLayout& place, size_t index,
                    const FigureStyle& style) const;
    void paintTitles(QPainter& painter, const HeatMapGridLayout& place, const FigureStyle& style) const;
    void paintAxisLabels(QPainter& painter, const HeatMapGridLayout& place, const FigureStyle& style) const;
    void paintBars(QPainter& painter, const HeatMapGridLayout& place, const std::vector<ColorRange>& rangeOf,
                   const FigureStyle& style) const;
};

/// One map that fills the figure: a grid of one.
class HeatMapFigure : public HeatMapGridFigure {
public:
    HeatMapFigure() = default;
    HeatMapFigure(HeatMap map, const ColorScale& colorScale);
    [[nodiscard]] std::unique_ptr<Figure> clone() const override;
};

}  // namespace attx
