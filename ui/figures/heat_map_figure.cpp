#include "ui/figures/heat_map_figure.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/figures/color_bar.h"

namespace attx {
namespace {

constexpr qreal margin = 8;         // around the figure
constexpr qreal tickGap = 4;        // between cells and their tick labels
constexpr qreal barWidth = 12;      // a colour bar for all maps
constexpr qreal smallBarWidth = 6;  // one a map
constexpr qreal barGap = 12;
constexpr double missingShare = 0.3;  // of the colour of text, in cells that stand for nothing
constexpr qreal leastBesideNumbers =
    0.9;                             // of a map's width: so much is left to it where its bar has numbers
constexpr qreal largerBelow = 1.1;   // by so much maps have to gain before a bar goes below them
constexpr qreal leastNamedMap = 32;  // px; smaller maps give the room of their titles to cells

/// What is saved shows neither where the pointer was nor what the keyboard was at.
std::unique_ptr<Figure> withoutMarks(std::unique_ptr<HeatMapGridFigure> figure) {
    figure->cursor = {};
    figure->selected = -1;
    figure->thumbnails = false;
    figure->bar = true;
    return figure;
}

}  // namespace

CellIndex HeatMapGridLayout::cellAt(const std::vector<HeatMap>& maps, QPointF point) const {
    for (size_t i = 0; i < panels.size() && i < maps.size(); ++i) {
        if (!panels[i].contains(point) && !cells[i].contains(point)) continue;
        CellIndex cell = attx::cellAt(maps[i], cells[i], point);
        cell.map = static_cast<int>(i);
        return cell;
    }
    return {};
}

std::vector<ColorRange> HeatMapGridFigure::ranges() const {
    if (wholeRange && (scale.mode == ScaleMode::Shared || scale.mode == ScaleMode::Logarithmic))
        return std::vector<ColorRange>(maps.size(), *wholeRange);
    if (scale.mode == ScaleMode::PerMap && heldRanges.size() == maps.size()) return heldRanges;
    std::vector<ColorRange> all;
    for (size_t i = 0; i < maps.size(); ++i)
        all.push_back(i == 0 || scale.mode == ScaleMode::PerMap ? colorRange(scale, maps, i) : all[0]);
    return all;
}

HeatMapGridLayout HeatMapGridFigure::layout(const QRectF& rect, const FigureStyle& style,
                                            qreal pixelRatio) const {
    return layoutWith(ranges(), rect, style, pixelRatio);
}

HeatMapGridLayout HeatMapGridFigure::layoutWith(const std::vector<ColorRange>& rangeOf, const QRectF& rect,
                                                const FigureStyle& style, qreal pixelRatio) const {
    if (maps.empty()) return {};
    HeatMapGridLayout beside = named(rangeOf, rect, style, pixelRatio, false);
    // One bar for all stands where it leaves more to the maps.
    const bool isOne = !thumbnails && (maps.size() == 1 || scale.mode != ScaleMode::PerMap);
    if (!isOne || !maps[0].squareCells) return beside;
    HeatMapGridLayout below = named(rangeOf, rect, style, pixelRatio, true);
    return below.cells[0].width() > largerBelow * beside.cells[0].width() ? below : beside;
}

HeatMapGridLayout HeatMapGridFigure::named(const std::vector<ColorRange>& rangeOf, const QRectF& rect,
                                           const FigureStyle& style, qreal pixelRatio, bool barBelow) const {
    const auto arrangedWith = [&](bool titles) {
        return arranged(rangeOf, rect, style, pixelRatio, titles, barBelow);
    };
    // Rows and columns are named once, at the edges: the room belongs to the maps.
    if (maps.size() > 1 && !columnTitles.isEmpty()) return arrangedWith(false);
    HeatMapGridLayout titled = arrangedWith(true);
    if (!titled.mapTitles || maps.size() == 1) return titled;
    // Where nothing else names the maps, titles are rather cut short.
    const QRectF cells = titled.cells[0];
    return std::min(cells.width(), cells.height()) >= leastNamedMap ? titled : arrangedWith(false);
}

HeatMapGridLayout HeatMapGridFigure::arranged(const std::vector<ColorRange>& rangeOf, const QRectF& rect,
                                              const FigureStyle& style, qreal pixelRatio, bool mapTitles,
                                              bool barBelow) const {
    HeatMapGridLayout out;
    const HeatMap& model = maps[0];
    const int rowCount = std::max(gridRows, 1), colCount = std::max(gridCols, 1);
    const bool single = maps.size() == 1;
    const bool noBar = thumbnails;  // without `bar` its room stays: maps are as large as those beside them
    const bool barEach = scale.mode == ScaleMode::PerMap && !single && !noBar;
    const bool barBeside = !barEach && !noBar && !barBelow;
    const qreal line = lineHeight(style, labelPx);
    const bool anyTitle =
        std::any_of(maps.begin(), maps.end(), [](const HeatMap& map) { return !map.title.isEmpty(); });
    out.titlePx = single ? bodyPx : labelPx;
    out.mapTitles = mapTitles && anyTitle;
    out.edgeTitles = !mapTitles && !columnTitles.isEmpty();
    out.rowNames = !rowTitles.isEmpty() && (out.edgeTitles || columnTitles.isEmpty());
    out.allTicks = !sameTicks(maps);

    const qreal titleHeight = out.mapTitles ? lineHeight(style, out.titlePx) + tickGap : 0;
    const qreal rowTitleWidth = out.rowNames ? line + 4 : 0;
    const qreal columnTitleHeight = out.edgeTitles ? line + 4 : 0;
    const qreal xLabel = model.xLabel.isEmpty() || thumbnails ? 0 : line + 4;
    const qreal yLabel = model.yLabel.isEmpty() || thumbnails ? 0 : line + 4;
    qreal caption = noBar ? 0 : line + 4;
    const QStringList xLabels = thumbnails ? QStringList() : model.xTicks(),
                      yLabels = thumbnails ? QStringList() : model.yTicks();

    qreal widestNumber = 0;
    for (size_t i = 0; i < (barEach ? maps.size() : 1); ++i)
        widestNumber = std::max(widestNumber, colorBarTickWidth(rangeOf[i], style));

    // The tick labels depend on the size of a map and the size of a map on the tick labels; the second
    // pass uses the extents that the first found, and a third would change next to nothing.
    const int ticks = thumbnails ? 0 : 1;
    TickPlan xPlan{ticks, labelPx, false, line}, yPlan{ticks, labelPx, false, style.px(24)};
    qreal mapWidth = 0, mapHeight = 0, pitchX = 0, pitchY = 0, left = 0, top = 0, right = 0, bottom = 0;
    bool numbers = !barEach, hasEnds = true;
    for (int pass = 0; pass < 2; ++pass) {
        const qreal xExtent = xPlan.every ? xPlan.extent + tickGap : 0;
        const qreal yExtent = yPlan.every ? yPlan.extent + tickGap : 0;
        const qreal besideBar = numbers ? widestNumber : hasEnds ? line : 0;
        const qreal ownBar = barEach ? 4 + style.px(smallBarWidth) + besideBar : 0;
        const qreal ownLeft = out.allTicks ? yExtent : 0, ownBottom = out.allTicks ? xExtent : 0;
        left = margin + yLabel + rowTitleWidth + (out.allTicks ? 0 : yExtent);
        top = margin + columnTitleHeight;
        right = margin + (barBeside ? barGap + style.px(barWidth) + widestNumber + caption
                          : barEach ? caption
                                    : 0);
        bottom = margin + xLabel + (out.allTicks ? 0 : xExtent) +
                 (barBelow ? barGap + style.px(barWidth) + colorBarTickHeight(style) : 0);
        const qreal gap = std::min(rect.width() / colCount, rect.height() / rowCount) > 120 ? 16 : 6;
        const qreal roomX =
            (rect.width() - left - right - (colCount - 1) * gap) / colCount - ownBar - ownLeft;
        const qreal roomY =
            (rect.height() - top - bottom - (rowCount - 1) * gap) / rowCount - titleHeight - ownBottom;
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
            const qreal most = (rect.width() - left - right + gap) / colCount;
            qreal widest = 0;
            for (const int px :
                 {out.titlePx, labelPx, smallestPx}) {  // a title without room is written smaller
                out.titlePx = px;
                const QFontMetricsF metrics(style.font(px));
                widest = 0;
                for (const HeatMap& map : maps)
                    widest = std::max(widest, metrics.horizontalAdvance(map.title) + gap);
                if (widest <= most) break;
            }
            pitchX = std::max(pitchX, std::min(widest, most));
        }
        pitchY = mapHeight + titleHeight + ownBottom + gap;
        // Labels at every map, of long words, would take its room.
        const qreal mostX = out.allTicks ? rect.height() / 6 / rowCount : rect.height() / 5;
        const qreal mostY = rect.width() / (maps.size() == 1 ? 4 : out.allTicks ? 5 * colCount : 6);
        xPlan = planTicks(xLabels, !model.xTickLabels.isEmpty(), Qt::Horizontal,
                          mapWidth / std::max(model.cols, 1), mostX, style);
        yPlan = planTicks(yLabels, !model.yTickLabels.isEmpty(), Qt::Vertical,
                          mapHeight / std::max(model.rows, 1), mostY, style);
        for (auto& [plan, most] : {std::pair(&xPlan, mostX), std::pair(&yPlan, mostY)})
            if (out.allTicks && plan->extent >= most && most < 2 * line) plan->every = 0;  // "…" says nothing
        if (!model.tickImages.isEmpty() && !thumbnails)
            xPlan = yPlan =
                planImages(std::min(mapWidth / std::max(model.cols, 1), mapHeight / std::max(model.rows, 1)));
        // Square maps leave room beside them; the second pass keeps it for the numbers.
        if (barEach && pass == 0) {
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
            const qreal dx = std::max(0.0, (rect.width() - usedX) / 2),
                        dy = std::max(0.0, (rect.height() - usedY) / 2);
            for (size_t i = 0; i < maps.size(); ++i) {
                const int r = static_cast<int>(i) / colCount, c = static_cast<int>(i) % colCount;
                const QRectF panel(rect.left() + dx + left + c * pitchX, rect.top() + dy + top + r * pitchY,
                                   pitchX - gap, pitchY - gap);
                const QRectF cells(panel.left() + ownLeft, panel.top() + titleHeight, mapWidth, mapHeight);
                out.panels.push_back(panel);
                out.cells.push_back(snapCells(maps[i], cells, pixelRatio));
                if (barEach)
                    out.bars.emplace_back(out.cells[i].right() + 4, out.cells[i].top(),
                                          style.px(smallBarWidth), out.cells[i].height());
                out.grid = out.grid.united(out.cells[i]);
            }
        }
    }
    out.barNumbers = numbers;
    out.xTicks = xPlan;
    out.yTicks = yPlan;
    if (barBelow) {
        const qreal labels = xLabel + (xPlan.every && !out.allTicks ? xPlan.extent + tickGap : 0);
        out.bars.emplace_back(out.grid.left(), out.grid.bottom() + labels + barGap, out.grid.width(),
                              style.px(barWidth));
    } else if (barBeside) {
        const qreal height = std::min(out.grid.height(), std::max(style.px(240), rect.height() / 2));
        const qreal barX = std::max(
            out.grid.right(), out.panels[std::min(maps.size(), static_cast<size_t>(colCount)) - 1].right());
        out.bars.emplace_back(barX + barGap, out.grid.center().y() - height / 2, style.px(barWidth), height);
    }
    if (!bar) out.bars.clear();
    return out;
}

QSizeF HeatMapGridFigure::leastSize(qreal, const FigureStyle& style) const {
    if (maps.size() < 2 || !columnTitles.isEmpty()) return {};
    return {0, 2 * margin + (gridRows + 3) * (lineHeight(style) + tickGap) + gridRows * (leastNamedMap + 16)};
}

QSize HeatMapGridFigure::defaultSize() const {
    if (maps.size() <= 1) return maps.empty() || maps[0].squareCells ? QSize(720, 640) : QSize(960, 560);
    const int cell = std::clamp(1200 / std::max({gridCols, gridRows, 1}), 90, 280);
    return {std::max(480, 120 + cell * gridCols), std::max(400, 80 + cell * gridRows)};
}

void HeatMapGridFigure::paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
    painter.save();
    painter.fillRect(rect, style.background);
    const std::vector<ColorRange> rangeOf = ranges();
    const HeatMapGridLayout place = layoutWith(rangeOf, rect, style, rasterRatio(painter));
    painter.setRenderHint(QPainter::TextAntialiasing);
    for (size_t i = 0; i < place.cells.size(); ++i) {
        const ColorMap colors = onBackground(scaleOf(maps[i], scale).map, style.dark);
        if (!maps[i].missing.isEmpty())
            painter.fillRect(place.cells[i], mixed(style.foreground, style.background, missingShare));
        paintCells(painter, place.cells[i],
                   heatMapImage(maps[i], colors, rangeOf[i], rasterSize(painter, place.cells[i])));
        if (maps[i].numbers) paintNumbers(painter, maps[i], place.cells[i], colors, rangeOf[i], style);
        if (maps[i].off) paintOff(painter, place.cells[i], style);
        const bool litHere = cursor.map < 0 || cursor.map == static_cast<int>(i);
        if (cursor.row >= 0 && litHere)
            paintCursor(painter, maps[i], place.cells[i], cursor.row, cursor.col, style);
        const int perRow = std::max(gridCols, 1);
        const bool atEdge =
            static_cast<int>(i) % perRow == 0 || i + static_cast<size_t>(perRow) >= maps.size();
        if (place.allTicks || atEdge) paintTicks(painter, place, i, style);
        if (static_cast<int>(i) == selected) {
            painter.setPen(QPen(style.accent, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(place.cells[i].adjusted(-2, -2, 2, 2));
        }
    }
    if (!place.cells.empty()) {
        paintTitles(painter, place, style);
        paintAxisLabels(painter, place, style);
        paintBars(painter, place, rangeOf, style);
    }
    painter.restore();
}

void HeatMapGridFigure::paintTicks(QPainter& painter, const HeatMapGridLayout& place, size_t index,
                                   const FigureStyle& style) const {
    const HeatMap& map = maps[index];
    const QRectF& cells = place.cells[index];
    const int perRow = std::max(gridCols, 1);
    const bool left = place.allTicks || static_cast<int>(index) % perRow == 0,
               below = place.allTicks || index + static_cast<size_t>(perRow) >= maps.size();

    if (!map.tickImages.isEmpty() && !thumbnails) {
        const auto draw = [&](const QRectF& box, int i) {
            if (place.xTicks.every > 0 && i < map.tickImages.size())
                painter.drawImage(box, map.tickImages[i]);
        };
        const qreal size = place.xTicks.extent;
        for (int i = 0; left && map.rows > 1 && i < map.rows; ++i)
            draw({cells.left() - tickGap - size, cellRect(map, cells, i, 0).center().y() - size / 2, size,
                  size},
                 i);
        for (int i = 0; below && i < map.cols; ++i)
            draw({cellRect(map, cells, 0, i).center().x() - size / 2, cells.bottom() + tickGap, size, size},
                 i);
        return;
    }
    const auto paint = [&](const TickPlan& plan, int count, int at, const auto& boxOf, const auto& fits,
                           const auto& paintText) {
        const int lit = cursor.row >= 0 && at < count ? at : -1;
        for (const int i : ticksToDraw(plan, count, lit, boxOf, fits)) {
            painter.setPen(i == lit ? style.accent : style.foreground);
            painter.setFont(style.font(plan.px, i == lit));
            paintText(i, boxOf(i));
        }
    };
    if (left && place.yTicks.every > 0) {
        const TickPlan& plan = place.yTicks;
        const QFontMetricsF metrics(style.font(plan.px));
        const qreal line = lineHeight(style, plan.px);
        paint(
            plan, map.rows, cursor.row,
            [&](int row) {
                return QRectF(cells.left() - tickGap - plan.extent,
                              cellRect(map, cells, row, 0).center().y() - line / 2, plan.extent, line);
            },
            [&](const QRectF& box) {
                return box.top() >= cells.top() - 2 && box.bottom() <= cells.bottom() + 2;
            },
            [&](int row, const QRectF& box) {
                painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip,
                                 metrics.elidedText(map.yTick(row), Qt::ElideRight, plan.extent + 1));
            });
    }
    if (below && place.xTicks.every > 0) {
        const TickPlan& plan = place.xTicks;
        const qreal line = lineHeight(style, plan.px);
        const QFontMetricsF metrics(style.font(plan.px));
        const qreal end = cells.right() + (gridCols > 1 ? -1 : 2);  // "5" and another map's "8" are no 58
        paint(
            plan, map.cols, cursor.col,
            [&](int col) {
                const qreal width = plan.upright ? line : metrics.horizontalAdvance(map.xTick(col)) + 4;
                return QRectF(cellRect(map, cells, 0, col).center().x() - width / 2, cells.bottom() + tickGap,
                              width, plan.extent);
            },
            [&](const QRectF& box) { return plan.upright || box.right() <= end + 1; },
            [&](int col, const QRectF& box) {
                if (!plan.upright)
                    return painter.drawText(box, Qt::AlignCenter | Qt::TextDontClip, map.xTick(col));
                painter.save();
                painter.translate(box.center().x(), box.top());
                painter.rotate(-90);
                painter.drawText(QRectF(-plan.extent, -line / 2, plan.extent, line),
                                 Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip,
                                 metrics.elidedText(map.xTick(col), Qt::ElideRight, plan.extent + 1));
                painter.restore();
            });
    }
}

void HeatMapGridFigure::paintTitles(QPainter& painter, const HeatMapGridLayout& place,
                                    const FigureStyle& style) const {
    painter.setPen(style.foreground);
    const QFont font = style.font(place.titlePx);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    if (place.mapTitles) {
        const qreal line = metrics.ascent() + metrics.descent();
        for (size_t i = 0; i < maps.size(); ++i) {
            // Over the middle of the cells, and never wider than the panel.
            const QRectF& cells = place.cells[i];
            const qreal room = place.panels[i].width() + 6;
            const QString text =
                metrics.elidedText(maps[i].title, Qt::ElideRight, std::max(room, cells.width()));
            const qreal width = metrics.horizontalAdvance(text) + 2;
            const qreal x = std::max(place.panels[i].left() - 3, cells.center().x() - width / 2);
            QFont own = font;
            own.setStrikeOut(maps[i].off);
            painter.setFont(own);
            painter.setPen(maps[i].off ? style.muted : style.foreground);
            painter.drawText(QRectF(x, cells.top() - tickGap - line, width, line),
                             Qt::AlignCenter | Qt::TextDontClip, text);
        }
    }
    painter.setFont(font);
    painter.setPen(style.foreground);
    const auto perRow = static_cast<size_t>(std::max(gridCols, 1));
    const qreal line = lineHeight(style), ticks = place.yTicks.every ? place.yTicks.extent + tickGap : 0;
    for (size_t i = 0; i < maps.size(); ++i) {
        const QRectF& cells = place.cells[i];
        if (place.edgeTitles && i < perRow && static_cast<qsizetype>(i) < columnTitles.size()) {
            const QString& text = columnTitles[static_cast<qsizetype>(i)];
            painter.drawText(
                QRectF(cells.center().x() - style.px(60), place.grid.top() - 4 - line, style.px(120), line),
                Qt::AlignCenter, fittingName(text, cells.width(), metrics));
        }
        const auto row = static_cast<qsizetype>(i / perRow);
        if (place.rowNames && i % perRow == 0 && row < rowTitles.size()) {
            const QString& text = rowTitles[row];
            paintUpwards(
                painter,
                QRectF(place.grid.left() - ticks - 4 - line, cells.top() - 2, line, cells.height() + 6),
                place.edgeTitles ? fittingName(text, cells.height() + 4, metrics) : text, style);
        }
    }
}

void HeatMapGridFigure::paintAxisLabels(QPainter& painter, const HeatMapGridLayout& place,
                                        const FigureStyle& style) const {
    const HeatMap& model = maps[0];
    if (thumbnails) return;
    const qreal line = lineHeight(style, labelPx);
    painter.setFont(style.font(labelPx));
    painter.setPen(style.muted);
    const qreal below = place.xTicks.every ? place.xTicks.extent + tickGap : 0;
    const qreal beside = place.yTicks.every ? place.yTicks.extent + tickGap : 0;
    if (!model.xLabel.isEmpty())
        painter.drawText(QRectF(place.grid.center().x() - style.px(200), place.grid.bottom() + below + 4,
                                style.px(400), line),
                         Qt::AlignCenter, model.xLabel);
    if (!model.yLabel.isEmpty()) {
        // Titles begin where the first panel does, which may be further left than what its ticks took.
        const qreal titles = place.rowNames ? line + 4 : 0,
                    end = std::min(place.grid.left() - beside - titles, place.panels[0].left());
        paintUpwards(painter, QRectF(end - 4 - line, place.grid.top(), line, place.grid.height()),
                     model.yLabel, style);
    }
}

void HeatMapGridFigure::paintBars(QPainter& painter, const HeatMapGridLayout& place,
                                  const std::vector<ColorRange>& rangeOf, const FigureStyle& style) const {
    const QString kind = scaleModeName(scale, !heldRanges.empty());
    const QString caption = valueLabel.isEmpty() ? kind : valueLabel + QStringLiteral(" · ") + kind;
    if (place.bars.empty()) return;
    if (place.bars.size() == 1) {
        paintColorBar(painter, place.bars[0], scaleOf(maps[0], scale), rangeOf[0], caption, style);
        return;
    }
    for (size_t i = 0; i < place.bars.size(); ++i) {
        const ColorScale own = scaleOf(maps[i], scale);
        if (place.barNumbers)
            paintColorBar(painter, place.bars[i], own, rangeOf[i], QString(), style);
        else
            paintNarrowColorBar(painter, place.bars[i], own, rangeOf[i], style);
    }
    if (!place.barCaption) return;
    const qreal line = lineHeight(style, labelPx), height = place.grid.height() + 2 * line;
    painter.setPen(style.muted);
    const QRectF& last =
        place.panels[std::min(place.panels.size(), static_cast<size_t>(std::max(gridCols, 1))) - 1];
    paintUpwards(painter, QRectF(last.right() + 4, place.grid.top() - line, line, height),
                 fittingBarLabel(caption, height, style), style);
}

std::vector<NamedArray> HeatMapGridFigure::data() const {
    std::vector<NamedArray> arrays;
    const auto shapeOf = [](const HeatMap& map) { return std::vector<int64_t>{map.rows, map.cols}; };
    const bool full = maps.size() == static_cast<size_t>(gridRows) * static_cast<size_t>(gridCols) &&
                      !maps.empty() && std::all_of(maps.begin(), maps.end(), [&](const HeatMap& m) {
                          return shapeOf(m) == shapeOf(maps[0]);
                      });
    if (full) {
        NamedArray all{name().toStdString(), shapeOf(maps[0]), {}};
        if (maps.size() > 1) all.shape.insert(all.shape.begin(), {gridRows, gridCols});
        for (const HeatMap& map : maps)
            all.values.insert(all.values.end(), map.values.begin(), map.values.end());
        arrays.push_back(std::move(all));
        return arrays;
    }
    for (size_t i = 0; i < maps.size(); ++i) {
        const QString title = maps[i].title.isEmpty() ? QString::number(i) : maps[i].title;
        arrays.push_back({title.toStdString(), shapeOf(maps[i]), maps[i].values});
    }
    return arrays;
}

std::string HeatMapGridFigure::csv() const {
    // One map: a matrix with its labels. Several: the same below each other, with the map's title in front.
    // Labels that repeat, as tokens do, have their place in front, so that each column has a name of its own.
    std::string text;
    const bool single = maps.size() == 1;
    for (size_t i = 0; i < maps.size(); ++i) {
        const HeatMap& map = maps[i];
        const bool header = i == 0 || map.xTicks() != maps[i - 1].xTicks();
        if (header) {
            if (!single) text += "map,";
            text += csvField(map.yLabel);
            for (const QString& label : distinct(map.xTicks())) text += ',' + csvField(label);
            text += '\n';
        }
        const QStringList rows = distinct(map.yTicks());
        for (int r = 0; r < map.rows; ++r) {
            if (!single) text += csvField(map.title) + ',';
            text += csvField(rows[r]);
            for (int c = 0; c < map.cols; ++c) text += ',' + csvNumber(map.at(r, c));
            text += '\n';
        }
    }
    return text;
}

std::unique_ptr<Figure> HeatMapGridFigure::clone() const {
    return withoutMarks(std::make_unique<HeatMapGridFigure>(*this));
}

HeatMapFigure::HeatMapFigure(HeatMap map, const ColorScale& colorScale) {
    setTitle(map.title);
    maps.push_back(std::move(map));
    scale = colorScale;
}

std::unique_ptr<Figure> HeatMapFigure::clone() const {
    return withoutMarks(std::make_unique<HeatMapFigure>(*this));
}

}  // namespace attx
