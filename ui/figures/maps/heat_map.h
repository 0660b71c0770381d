// A heat map as plain data, its colour scale, and the painting of one map with axes and colour bar.
// HeatMapGridFigure (heat_map_figure.h) arranges many of them.
#pragma once
#include <QFontMetricsF>
#include <QImage>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "ui/look/color_map.h"
#include "ui/look/theme.h"

class QPainter;

namespace attx {

// In cells and beside colour bars: whole numbers are written out up to the first, and others over three
// digits without decimals.
inline constexpr float mostCounted = 1e6F, mostDigits = 1e3F;

struct HeatMap {
    int rows = 0;               ///< queries, down (or up, with originBelow)
    int cols = 0;               ///< keys, to the right
    std::vector<float> values;  ///< [rows, cols], row-major
    QString title;
    QString key;        ///< Name in files, the same in every language and for every result; empty: `title`.
    QStringList notes;  ///< Choices that are not the usual ones, in words
    QString xLabel, yLabel;
    QStringList xTickLabels;  ///< tokens, one a column; empty: the indices 0…cols-1
    QStringList yTickLabels;  ///< one a row; empty: the indices
    /// One a row and column, shown instead of the labels of those axes that have some, which files keep; or
    /// none.
    QStringList tickTexts;
    QList<QImage> tickImages;  ///< one a row and column, drawn instead of the labels of both axes; or none
    bool originBelow = false;  ///< row 0 at the bottom, as the reference notebooks draw it
    bool squareCells = true;   ///< false: the map fills the rectangle that it is given
    bool off = false;          ///< drawn faint and struck through: what it shows has no effect
    bool counts = false;       ///< Counts of named things: their places say nothing, and colours begin at 0
    bool numbers = false;      ///< each value is written into its cell where there is room
    QString missing;           ///< Meaning of a grey cell, whose value is not a number; empty: none
    bool isSigned = false;     ///< zero means something: with a scale of its own its colours diverge from it

    [[nodiscard]] float at(int row, int col) const { return values[size_t(row) * cols + col]; }
    /// As they are shown.
    [[nodiscard]] QString xTick(int col) const;
    [[nodiscard]] QString yTick(int row) const;
    [[nodiscard]] QStringList xTicks() const;
    [[nodiscard]] QStringList yTicks() const;
    /// Leaves the first `positions` rows and columns; nothing changes where there are no more.
    void keepFirst(int positions);
};

/// Whether what stands at their axes is the same for all.
[[nodiscard]] bool sameTicks(const std::vector<HeatMap>& maps);

/// PerMap: each map from its smallest to its largest value; maps cannot be compared.
/// Shared: one range for all maps of a figure. Fixed: lo…hi as given (0…1). Logarithmic: shared, by decades.
enum class ScaleMode { PerMap, Shared, Fixed, Logarithmic };

struct ColorScale {
    ScaleMode mode = ScaleMode::Shared;
    ColorMap map = ColorMap::Viridis;
    float lo = 0.f, hi = 1.f;  ///< Range for ScaleMode::Fixed
    bool symmetric = false;    ///< centre the range on 0, for diverging colours
    bool held = false;         ///< Fixed stands for Shared, so that colours stay while time plays
};

/// "Head 12"; short of `room` px "H12", and then "12".
[[nodiscard]] QString fittingName(const QString& name, qreal room, const QFontMetricsF& metrics);
/// The name that a person sees in a list and beside a colour bar: "per map", "shared", "0…1", "one scale,
/// for all steps seen" (of a held Fixed), "log". `isHeld`: maps keep the colours of all moments seen so far.
[[nodiscard]] QString scaleModeName(const ColorScale& scale, bool isHeld = false);

struct ColorRange {
    float lo = 0.f, hi = 1.f;
    bool logarithmic = false;
    /// Where a value lies in the colour map, 0…1 (clamped); not-a-number stays so.
    [[nodiscard]] float position(float value) const;
};

/// The scale of one map of a figure.
[[nodiscard]] ColorScale scaleOf(const HeatMap& map, const ColorScale& scale);

/// The range of maps[index] among maps. Not-finite values do not count.
[[nodiscard]] ColorRange colorRange(const ColorScale& scale, std::span<const HeatMap> maps, size_t index);

/// One pixel a cell, the top row of the picture first (so originBelow is already applied).
/// A map with more cells than `most` has pixels: a pixel is the value of largest magnitude among its cells,
/// so that a line of one cell stays whole. An invalid size bounds nothing.
[[nodiscard]] QImage heatMapImage(const HeatMap& map, ColorMap colors, const ColorRange& range,
                                  QSize most = {});

/// A cell of one map among several; -1 where none.
struct CellIndex {
    int map = -1, row = -1, col = -1;
    bool operator==(const CellIndex&) const = default;
};

/// The row and column of a point, (-1, -1) outside of the cells; `cells` is where they are painted.
[[nodiscard]] CellIndex cellAt(const HeatMap& map, const QRectF& cells, QPointF point);
[[nodiscard]] QRectF cellRect(const HeatMap& map, const QRectF& cells, int row, int col);
/// "query 12 '0' → key 5 '8'  0.650": row and column, counted from 1, with their names, and the value.
[[nodiscard]] QString cellText(const HeatMap& map, int row, int col);

/// How to draw tick labels that are `step` px apart so that none collide. Tokens shrink to smallestPx
/// (across the axis they may stand upright) before they turn into every n-th; indices stay at labelPx.
struct TickPlan {
    int every = 1;  ///< 0: none fits
    int px = labelPx;
    bool upright = false;  ///< Labels of a horizontal axis are rotated by 90°
    qreal extent = 0;      ///< px that the labels take away from the axis; longer ones are elided
};
/// Labels of an axis, each measured once a size: a layout asks for them several times.
class TickLabels {
public:
    TickLabels(QStringList labels, bool tokens) : labels_(std::move(labels)), tokens_(tokens) {}
    [[nodiscard]] const QStringList& labels() const { return labels_; }
    [[nodiscard]] bool areTokens() const { return tokens_; }
    /// Px of the widest label in `style`, which is the same at each call.
    [[nodiscard]] qreal widest(int px, const FigureStyle& style) const;

private:
    QStringList labels_;
    bool tokens_;
    mutable std::map<int, qreal> widest_;  ///< Key: px
};
/// `least`: at most every `least`-th label is drawn, as on another axis with the same labels.
[[nodiscard]] TickPlan planTicks(const TickLabels& labels, Qt::Orientation axis, qreal step, qreal maxExtent,
                                 const FigureStyle& style, int least = 1);

/// The labels of an axis that are drawn, that of the lit place (-1: none) last: of those that are thinned,
/// one gives way where the lit one leaves it no room, or where it does not fit.
[[nodiscard]] std::vector<int> ticksToDraw(const TickPlan& plan, int count, int lit,
                                           const std::function<QRectF(int)>& boxOf,
                                           const std::function<bool(const QRectF&)>& fits);
/// Pictures as tick labels, `step` px apart: none where they would be specks.
[[nodiscard]] TickPlan planImages(qreal step);
/// Px that a line of text takes.
[[nodiscard]] qreal lineHeight(const FigureStyle& style, int px = labelPx);
/// Text that reads upwards, centred in a rectangle; what does not fit is left out where `elision` says.
void paintUpwards(QPainter& painter, const QRectF& rect, const QString& text, const FigureStyle& style,
                  Qt::TextElideMode elision = Qt::ElideRight);

/// Moves edges onto device pixels, and makes all cells equally large where that costs little.
[[nodiscard]] QRectF snapCells(const HeatMap& map, const QRectF& cells, qreal pixelRatio);

/// Device pixels per px of a painter on a raster device; on SVG, PDF and the like those of a PNG of the usual
/// scale, so that all three have one layout.
[[nodiscard]] qreal rasterRatio(const QPainter& painter);
/// Pixels that `rect` has on the painter's device; invalid for SVG and PDF, which have none.
[[nodiscard]] QSize rasterSize(const QPainter& painter, const QRectF& rect);

/// The cells alone, crisp on every device: nearest neighbour onto device pixels, on SVG and PDF too.
void paintCells(QPainter& painter, const QRectF& cells, const QImage& image);

/// A value as it fits into a cell: with fewer digits before a smaller font; nothing where neither fits.
struct CellNumber {
    QString text;
    int px = labelPx;
};
[[nodiscard]] std::optional<CellNumber> numberFor(float value, QSizeF cell, const FigureStyle& style);

/// The values of a map, each in its cell, in black or white, whichever is easier to read there.
void paintNumbers(QPainter& painter, const HeatMap& map, const QRectF& cells, ColorMap colors,
                  const ColorRange& range, const FigureStyle& style);

/// What says that a map has no effect: it fades into the background, crossed out.
void paintOff(QPainter& painter, const QRectF& cells, const FigureStyle& style);

/// Outlines the row, the column and the cell; colours are compared, and stay as they are.
void paintCursor(QPainter& painter, const HeatMap& map, const QRectF& cells, int row, int col,
                 const FigureStyle& style);

}  // namespace attx
