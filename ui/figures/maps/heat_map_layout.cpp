#include <QFontMetricsF>
#include <QGuiApplication>
#include <QHash>
#include <algorithm>
#include <utility>

#include "ui/figures/maps/color_bar.h"
#include "ui/figures/maps/heat_map_figure.h"

namespace attx {
namespace {

constexpr qreal margin = 8, marginInWindow = 2;  // Margin around the figure
constexpr qreal barWidth = 12;                   // a colour bar for all maps
constexpr qreal smallBarWidth = 6;               // one a map
constexpr qreal barGap = 12;
// Of a map's width; so much is left to it where its bar has numbers.
constexpr qreal leastBesideNumbers = 0.9;
constexpr qreal largerBelow = 1.1;   // Maps have to gain this factor before a bar goes below them
constexpr qreal leastNamedMap = 32;  // px; smaller maps give the room of their titles to cells

}  // namespace

struct HeatMapGridFigure::Room {
    QRectF rect, note;
    const FigureStyle& style;
    qreal pixelRatio;
    qreal widestNumber;  ///< px, at a colour bar
    TickLabels x, y;
};

HeatMapGridLayout HeatMapGridFigure::layout(const QRectF& rect, const FigureStyle& style,
                                            qreal pixelRatio) const {
    return layoutWith(ranges(), rect, style, pixelRatio);
}

qreal HeatMapGridFigure::edge() const { return inWindow ? marginInWindow : margin; }

bool HeatMapGridFigure::hasBarEach() const {
    return scale.mode == ScaleMode::PerMap && maps.size() > 1 && !thumbnails;
}

QRectF HeatMapGridFigure::noteRect(const QRectF& rect, const FigureStyle& style) const {
    const QString text = thumbnails ? QString() : note();
    if (text.isEmpty()) return {};
    const QRectF room = rect.adjusted(edge(), 0, -edge(), 0);
    const qreal height =
        QFontMetricsF(style.font(labelPx)).boundingRect(room, Qt::TextWordWrap, text).height() + 4;
    return {room.left(), rect.bottom() - height, room.width(), height};
}

HeatMapGridLayout HeatMapGridFigure::layoutWith(const std::vector<ColorRange>& rangeOf, const QRectF& whole,
                                                const FigureStyle& style, qreal pixelRatio) const {
    if (maps.empty()) return {};
    const QRectF note = noteRect(whole, style), rect = whole.adjusted(0, 0, 0, -note.height());
    const HeatMap& model = maps[0];
    qreal widestNumber = 0;
    for (size_t i = 0; i < (hasBarEach() ? maps.size() : 1); ++i)
        widestNumber = std::max(widestNumber, colorBarTickWidth(rangeOf[i], style));
    const Room room{rect,
                    note,
                    style,
                    pixelRatio,
                    widestNumber,
                    {thumbnails ? QStringList() : model.xTicks(), !model.xTickLabels.isEmpty()},
                    {thumbnails ? QStringList() : model.yTicks(), !model.yTickLabels.isEmpty()}};
    HeatMapGridLayout beside = named(room, false);
    // Bars stand where they leave more to the maps.
    if (thumbnails || !model.squareCells) return beside;
    HeatMapGridLayout below = named(room, true);
    return below.cells[0].width() > largerBelow * beside.cells[0].width() ? below : beside;
}

/// Kept, as FigureStyle::textWidth() keeps widths.
qreal lineHeight(const FigureStyle& style, int px) {
    thread_local QHash<std::pair<QString, qreal>, qreal> heights;
    thread_local QFont usual;
    if (const QFont now = QGuiApplication::font(); !usual.isCopyOf(now)) {
        heights.clear();
        usual = now;
    }
    const std::pair key(style.family, px * style.zoom);
    if (const auto known = heights.constFind(key); known != heights.cend()) return *known;
    const QFontMetricsF metrics(style.font(px));
    return *heights.insert(key, metrics.ascent() + metrics.descent());
}

HeatMapGridLayout HeatMapGridFigure::named(const Room& room, bool barBelow) const {
    // Rows and columns are named once, at the edges: the room belongs to the maps.
    if (maps.size() > 1 && !columnTitles.isEmpty()) return arranged(room, false, barBelow);
    HeatMapGridLayout titled = arranged(room, true, barBelow);
    if (!titled.mapTitles || maps.size() == 1) return titled;
    // Where nothing else names the maps, titles are rather cut short.
    const QRectF cells = titled.cells[0];
    return std::min(cells.width(), cells.height()) >= leastNamedMap ? titled
                                                                    : arranged(room, false, barBelow);
}

HeatMapGridLayout HeatMapGridFigure::arranged(const Room& room, bool mapTitles, bool barBelow) const {
    const auto& [rect, note, style, pixelRatio, widestNumber, xLabels, yLabels] = room;
    HeatMapGridLayout out;
    const HeatMap& model = maps[0];
    const int rowCount = std::max(gridRows, 1), colCount = std::max(gridCols, 1);
    const bool single = maps.size() == 1;
    const bool noBar = thumbnails;
    const bool barEach = hasBarEach(), eachBelow = barEach && barBelow;
    const bool barBeside = !barEach && !noBar && !barBelow;
    const qreal line = lineHeight(style, labelPx);
    const bool anyTitle = std::ranges::any_of(maps, [](const HeatMap& map) { return !map.title.isEmpty(); });
    out.titlePx = single ? bodyPx : labelPx;
    out.mapTitles = mapTitles && anyTitle && !(single && untitled);
    out.edgeTitles = !mapTitles && !columnTitles.isEmpty();
    out.rowNames = !rowTitles.isEmpty() && (out.edgeTitles || columnTitles.isEmpty());
    out.allTicks = !sameTicks(maps);

    const qreal titleHeight = out.mapTitles ? lineHeight(style, out.titlePx) + tickGap : 0;
    const qreal rowTitleWidth = out.rowNames ? line + 4 : 0;
    const qreal columnTitleHeight = out.edgeTitles ? line + 4 : 0;
    const qreal xLabelHeight = model.xLabel.isEmpty() || thumbnails ? 0 : line + 4,
                xLabelWidth = style.textWidth(model.xLabel, labelPx) + tickGap;
    qreal xLabel = xLabelHeight;
    const qreal yLabel = model.yLabel.isEmpty() || thumbnails ? 0 : line + 4;
    qreal caption = noBar ? 0 : line + 4;

    // The tick labels depend on the size of a map and the size of a map on the tick labels; the second
    // pass uses the extents that the first found, and a third would change next to nothing.
    const int ticks = thumbnails ? 0 : 1;
    const bool sameTokens =
        xLabels.areTokens() && yLabels.areTokens() && xLabels.labels() == yLabels.labels();
    TickPlan xPlan{ticks, labelPx, false, line}, yPlan{ticks, labelPx, false, style.px(24)};
    qreal mapWidth = 0, mapHeight = 0, pitchX = 0, pitchY = 0, left = 0, top = 0, right = 0, bottom = 0;
    bool numbers = !barEach || eachBelow, hasEnds = true;
    const qreal ownBelow =
        eachBelow ? 4 + style.px(smallBarWidth) + colorBarTickHeight(style) - line : 0;  // no caption
    for (int pass = 0; pass < 2; ++pass) {
        const qreal xExtent = xPlan.every ? xPlan.extent + tickGap : 0;
        const qreal yExtent = yPlan.every ? yPlan.extent + tickGap : 0;
        const qreal besideBar = numbers ? widestNumber : hasEnds ? line : 0;
        const qreal ownBar = barEach && !eachBelow ? 4 + style.px(smallBarWidth) + besideBar : 0;
        const qreal ownLeft = out.allTicks ? yExtent : 0, ownBottom = out.allTicks ? xExtent : 0;
        left = edge() + yLabel + rowTitleWidth + (out.allTicks ? 0 : yExtent);
        const qreal mostLeft = std::max<qreal>(left, leastLeft);
        // A map that the height limits has room beside it, as the first pass has shown.
        const qreal spare = pass > 0 && model.squareCells
                                ? std::max(0.0, (rect.width() - left - right - mapWidth - xLabelHeight) / 2)
                                : 0;
        out.xLabelBeside = inWindow && single && xPlan.every && !xPlan.upright &&
                           model.tickImages.isEmpty() && xLabelWidth <= left - edge() + spare;
        xLabel = out.xLabelBeside ? 0 : xLabelHeight;
        top = edge() + columnTitleHeight;
        right = edge() + (barBeside ? barGap + style.px(barWidth) + widestNumber + caption
                          : barEach ? caption
                                    : 0);
        bottom = edge() + xLabel + (out.allTicks ? 0 : xExtent) +
                 (barBelow && !barEach ? barGap + style.px(barWidth) + colorBarTickHeight(style) : 0);
        const qreal roomy = inWindow && rowCount > 2 ? 8 : 16,
                    gap = std::min(rect.width() / colCount, rect.height() / rowCount) > 120 ? roomy : 6;
        const qreal roomX =
            (rect.width() - mostLeft - right - (colCount - 1) * gap) / colCount - ownBar - ownLeft;
        const qreal roomY = (rect.height() - top - bottom - (rowCount - 1) * gap) / rowCount - titleHeight -
                            ownBottom - ownBelow;
        mapWidth = std::max(2.0, roomX);
        mapHeight = std::max(2.0, roomY);
        if (model.squareCells) {
            const qreal cell =
                std::min(mapWidth / std::max(model.cols, 1), mapHeight / std::max(model.rows, 1));
            mapWidth = cell * model.cols;
            mapHeight = cell * model.rows;
        }
        const QSizeF snapped = snapCells(model, QRectF(0, 0, mapWidth, mapHeight), pixelRatio).size();
        mapWidth = snapped.width();
        mapHeight = snapped.height();
        // A title may be wider than its map as long as there is room; the grid stays together.
        pitchX = mapWidth + ownBar + ownLeft + gap;
        if (out.mapTitles) {
            const qreal most = (rect.width() - mostLeft - right + gap) / colCount;
            qreal widest = 0;
            for (const int px :
                 {out.titlePx, labelPx, smallestPx}) {  // a title without room is written smaller
                out.titlePx = px;
                widest = 0;
                for (const HeatMap& map : maps)
                    widest = std::max(widest, style.textWidth(map.title, px) + gap);
                if (widest <= most) break;
            }
            pitchX = std::max(pitchX, std::min(widest, most));
        }
        pitchY = mapHeight + titleHeight + ownBottom + ownBelow + gap;
        // Labels at every map, of long words, would take its room.
        const qreal mostX = out.allTicks ? rect.height() / 6 / rowCount : rect.height() / 5;
        const qreal mostY = rect.width() / (maps.size() == 1 ? 4 : out.allTicks ? 5 * colCount : 6);
        // Both axes leave out the same tokens: two choices from one sequence would read as two sequences.
        for (int least = 1, planned = 0; least != planned;) {
            planned = least;
            xPlan =
                planTicks(xLabels, Qt::Horizontal, mapWidth / std::max(model.cols, 1), mostX, style, least);
            yPlan =
                planTicks(yLabels, Qt::Vertical, mapHeight / std::max(model.rows, 1), mostY, style, least);
            if (sameTokens && xPlan.every != yPlan.every) least = std::max(xPlan.every, yPlan.every);
        }
        for (auto& [plan, most] : {std::pair(&xPlan, mostX), std::pair(&yPlan, mostY)})
            if (out.allTicks && plan->extent >= most && most < 2 * line) plan->every = 0;  // "…" says nothing
        if (!model.tickImages.isEmpty() && !thumbnails)
            xPlan = yPlan =
                planImages(std::min(mapWidth / std::max(model.cols, 1), mapHeight / std::max(model.rows, 1)));
        // Square maps leave room beside them; the second pass keeps it for the numbers.
        if (barEach && !eachBelow && pass == 0) {
            const qreal least = leastBesideNumbers * mapWidth + widestNumber - besideBar;
            hasEnds = mapHeight >= style.px(leastNamedBar);
            numbers = roomX >= least;
            // Numbers say more than what kind of scale it is.
            out.barCaption = numbers || roomX + caption / colCount < least;
            if (!out.barCaption) numbers = true, caption = 0;
        }
        if (pass == 1) {
            // Centred as a whole.
            const qreal usedX = left + right + pitchX * colCount - gap,
                        usedY = top + bottom + pitchY * rowCount - gap;
            const qreal dx = std::max(mostLeft - left, (rect.width() - usedX) / 2),
                        dy = std::max(0.0, (rect.height() - usedY) / 2);
            out.note = note.translated(0, -dy);
            for (size_t i = 0; i < maps.size(); ++i) {
                const int r = int(i) / colCount, c = int(i) % colCount;
                const QRectF panel(rect.left() + dx + left + c * pitchX, rect.top() + dy + top + r * pitchY,
                                   pitchX - gap, pitchY - gap);
                const QRectF cells(panel.left() + ownLeft, panel.top() + titleHeight, mapWidth, mapHeight);
                out.panels.push_back(panel);
                out.cells.push_back(snapCells(maps[i], cells, pixelRatio));
                if (eachBelow) {
                    const bool isLast = i + size_t(colCount) >= maps.size();
                    const qreal under =
                        (xPlan.every && (isLast || out.allTicks) ? xPlan.extent + tickGap : 0) +
                        (isLast ? xLabel : 0) + 4;
                    out.bars.emplace_back(out.cells[i].left(), out.cells[i].bottom() + under,
                                          out.cells[i].width(), style.px(smallBarWidth));
                } else if (barEach)
                    out.bars.emplace_back(out.cells[i].right() + 4, out.cells[i].top(),
                                          style.px(smallBarWidth), out.cells[i].height());
                out.grid = out.grid.united(out.cells[i]);
            }
        }
    }
    out.barNumbers = numbers;
    out.xTicks = xPlan;
    out.yTicks = yPlan;
    if (barBelow && !barEach) {
        const qreal labels = xLabel + (xPlan.every && !out.allTicks ? xPlan.extent + tickGap : 0);
        out.bars.emplace_back(out.grid.left(), out.grid.bottom() + labels + barGap, out.grid.width(),
                              style.px(barWidth));
    } else if (barBeside) {
        const qreal height = std::min(out.grid.height(), std::max(style.px(240), rect.height() / 2));
        const qreal barX =
            std::max(out.grid.right(), out.panels[std::min(maps.size(), size_t(colCount)) - 1].right());
        out.bars.emplace_back(barX + barGap, out.grid.center().y() - height / 2, style.px(barWidth), height);
    }
    return out;
}

QSizeF HeatMapGridFigure::leastSize(qreal width, const FigureStyle& style) const {
    if (maps.size() < 2 || !columnTitles.isEmpty()) return {};
    return {0, 2 * edge() + (gridRows + 3) * (lineHeight(style) + tickGap) + gridRows * (leastNamedMap + 16) +
                   noteRect({0, 0, width, 0}, style).height()};
}

}  // namespace attx
