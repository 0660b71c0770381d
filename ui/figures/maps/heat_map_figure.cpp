#include "ui/figures/maps/heat_map_figure.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/figures/maps/color_bar.h"

namespace attx {
namespace {

constexpr qreal leastDotRoom = 3;     // px at zoom 1 of an axis for each dot; with less, dots would be a line
constexpr qreal besideLabel = 2;      // px of a label's box at either side that its letters leave free
constexpr double missingShare = 0.3;  // Share of the text's colour in cells that stand for nothing

QString keyOf(const HeatMap& map) { return map.key.isEmpty() ? map.title : map.key; }

/// The labels of an axis in a table, whose language is not the window's.
QStringList tableLabels(const QStringList& labels, int count) {
    QStringList names = labels;
    for (int i = 0; labels.isEmpty() && i < count; ++i) names << QString::number(i);
    return names;
}

/// What is saved shows neither where the pointer was nor what the keyboard was at.
std::unique_ptr<Figure> withoutMarks(std::unique_ptr<HeatMapGridFigure> figure) {
    figure->cursor = {};
    figure->selected = -1;
    figure->thumbnails = figure->inWindow = figure->untitled = false;
    figure->leastLeft = 0;
    return figure;
}

}  // namespace

CellIndex HeatMapGridLayout::cellAt(const std::vector<HeatMap>& maps, QPointF point) const {
    for (size_t i = 0; i < panels.size() && i < maps.size(); ++i) {
        if (!panels[i].contains(point) && !cells[i].contains(point)) continue;
        CellIndex cell = attx::cellAt(maps[i], cells[i], point);
        cell.map = int(i);
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

QString HeatMapGridFigure::note() const {
    QStringList all, said;
    for (const HeatMap& map : maps) all << map.notes;
    all.removeDuplicates();
    for (const QString& one : all) {
        QStringList titles;
        for (const HeatMap& map : maps)
            if (map.notes.contains(one)) titles << map.title;
        const bool isOfAll = titles.size() == std::ssize(maps);
        const auto plural = titles.size() > 1 ? plurals.find(one) : plurals.end();
        const QString& text = plural == plurals.end() ? one : plural->second;
        said << (isOfAll ? one : QStringLiteral("%1: %2").arg(titles.join(QStringLiteral(", ")), text));
    }
    return (said + notes).join(QStringLiteral(" · "));
}

QSize HeatMapGridFigure::defaultSize() const {
    if (maps.size() <= 1) return maps.empty() || maps[0].squareCells ? QSize(720, 640) : QSize(960, 560);
    const int cell = std::clamp(1200 / std::max({gridCols, gridRows, 1}), 90, 280);
    return {std::max(480, 120 + cell * gridCols), std::max(400, 80 + cell * gridRows)};
}

void HeatMapGridFigure::paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
    Painted painted;
    paint(painter, rect, style, painted);
}

void HeatMapGridFigure::paint(QPainter& painter, const QRectF& rect, const FigureStyle& style,
                              Painted& painted) const {
    painter.save();
    painter.fillRect(rect, style.background);
    const QSize pixels = rasterSize(painter, rect);
    const bool isNew = painted.ranges.empty() || painted.pixels != pixels;
    if (isNew) painted = {pixels, ranges(), {}};
    const std::vector<ColorRange>& rangeOf = painted.ranges;
    const HeatMapGridLayout place = layoutWith(rangeOf, rect, style, rasterRatio(painter));
    painter.setRenderHint(QPainter::TextAntialiasing);
    for (size_t i = 0; i < place.cells.size(); ++i) {
        const ColorMap colors = onBackground(scaleOf(maps[i], scale).map, style.dark);
        if (!maps[i].missing.isEmpty())
            painter.fillRect(place.cells[i], mixed(style.foreground, style.background, missingShare));
        if (isNew)
            painted.images.push_back(
                heatMapImage(maps[i], colors, rangeOf[i], rasterSize(painter, place.cells[i])));
        paintCells(painter, place.cells[i], painted.images[i]);
        if (maps[i].numbers) paintNumbers(painter, maps[i], place.cells[i], colors, rangeOf[i], style);
        if (maps[i].off) paintOff(painter, place.cells[i], style);
        const bool litHere = cursor.map < 0 || cursor.map == int(i);
        if (cursor.row >= 0 && litHere)
            paintCursor(painter, maps[i], place.cells[i], cursor.row, cursor.col, style);
        const int perRow = std::max(gridCols, 1);
        const bool atEdge = int(i) % perRow == 0 || i + size_t(perRow) >= maps.size();
        if (place.allTicks || atEdge) paintTicks(painter, place, i, style);
        if (int(i) == selected) {
            painter.setPen(QPen(style.accent, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(place.cells[i].adjusted(-2, -2, 2, 2));
        }
    }
    if (!place.note.isEmpty()) {
        painter.setFont(style.font(labelPx));
        painter.setPen(style.muted);
        painter.drawText(place.note, Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, note());
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
    const bool left = place.allTicks || int(index) % perRow == 0,
               below = place.allTicks || index + size_t(perRow) >= maps.size();

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
        const QFont usual = style.font(plan.px), bold = style.font(plan.px, true);
        std::vector<QRectF> written;
        for (const int i : ticksToDraw(plan, count, lit, boxOf, fits)) {
            painter.setPen(i == lit ? style.accent : style.foreground);
            painter.setFont(i == lit ? bold : usual);
            written.push_back(boxOf(i));
            paintText(i, written.back(), i == lit);
        }
        return written;
    };
    // Where drawText() puts a line in a box, but without laying it out: a grid has a hundred labels.
    const auto write = [&](const QRectF& box, qreal share, const QString& text, const TickPlan& plan,
                           bool isLit) {
        const QFontMetricsF metrics(painter.font());
        painter.drawText(QPointF(box.left() + share * (box.width() - style.textWidth(text, plan.px, isLit)),
                                 box.center().y() - std::ceil(metrics.ascent() + metrics.descent()) / 2 +
                                     metrics.ascent()),
                         text);
    };
    const auto fitting = [&](const QString& text, const TickPlan& plan) {
        const qreal room = plan.extent + 1;
        return style.textWidth(text, plan.px) <= room
                   ? text
                   : QFontMetricsF(style.font(plan.px)).elidedText(text, Qt::ElideRight, room);
    };
    // Tokens that are left out have dots: without them the others would read as a sequence. Each has one, or
    // where these would be a line, the room between two labels has as many as stand apart in it.
    const auto paintDots = [&](const TickPlan& plan, int count, bool isLevel,
                               const std::vector<QRectF>& written, qreal across) {
        if (plan.every < 2) return;
        painter.setPen(QPen(style.muted, style.px(2), Qt::SolidLine, Qt::RoundCap));
        const auto reach = [&](const QRectF& box) {
            return isLevel ? std::pair(box.left(), box.right()) : std::pair(box.top(), box.bottom());
        };
        QList<QPointF> dots;
        const auto dot = [&](qreal along) {
            dots.append(isLevel ? QPointF(along, across) : QPointF(across, along));
        };
        const auto [begin, end] = reach(cells);
        std::vector<std::pair<qreal, qreal>> taken{{end, end}};
        for (const QRectF& box : written) taken.push_back(reach(box));
        std::ranges::sort(taken);
        const qreal step = (end - begin) / count, least = style.px(leastDotRoom);
        qreal from = begin;
        for (const auto& [low, high] : taken) {
            for (qreal at = begin + step / 2; step >= least && at < low; at += step)
                if (at > from) dot(at);
            const qreal room = step < least ? low - from + 2 * besideLabel : 0;
            const int some = room < least ? 0 : std::max(1, int(room / least) - 1);
            for (int i = 1; i <= some; ++i) dot(from - besideLabel + room * i / (some + 1));
            from = std::max(from, high);
        }
        painter.drawPoints(dots.constData(), int(dots.size()));
    };
    if (left && place.yTicks.every > 0) {
        const TickPlan& plan = place.yTicks;
        const qreal line = lineHeight(style, plan.px);
        const std::vector<QRectF> written = paint(
            plan, map.rows, cursor.row,
            [&](int row) {
                return QRectF(cells.left() - tickGap - plan.extent,
                              cellRect(map, cells, row, 0).center().y() - line / 2, plan.extent, line);
            },
            [&](const QRectF& box) {
                return box.top() >= cells.top() - 2 && box.bottom() <= cells.bottom() + 2;
            },
            [&](int row, const QRectF& box, bool isLit) {
                write(box, 1, fitting(map.yTick(row), plan), plan, isLit);
            });
        if (!map.yTickLabels.isEmpty())
            paintDots(plan, map.rows, false, written, cells.left() - tickGap - line / 4);
    }
    if (below && place.xTicks.every > 0) {
        const TickPlan& plan = place.xTicks;
        const qreal line = lineHeight(style, plan.px);
        const qreal end = cells.right() + (gridCols > 1 ? -1 : 2);  // "5" and another map's "8" are no 58
        const std::vector<QRectF> written = paint(
            plan, map.cols, cursor.col,
            [&](int col) {
                const qreal width = plan.upright ? line : style.textWidth(map.xTick(col), plan.px) + 4;
                return QRectF(cellRect(map, cells, 0, col).center().x() - width / 2, cells.bottom() + tickGap,
                              width, plan.extent);
            },
            [&](const QRectF& box) { return plan.upright || box.right() <= end + 1; },
            [&](int col, const QRectF& box, bool isLit) {
                if (!plan.upright) return write(box, 0.5, map.xTick(col), plan, isLit);
                painter.save();
                painter.translate(box.center().x(), box.top());
                painter.rotate(-90);
                write(QRectF(-plan.extent, -line / 2, plan.extent, line), 1, fitting(map.xTick(col), plan),
                      plan, isLit);
                painter.restore();
            });
        if (!map.xTickLabels.isEmpty())
            paintDots(plan, map.cols, true, written,
                      cells.bottom() + tickGap + std::min(line, plan.extent) / 2);
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
    const auto perRow = size_t(std::max(gridCols, 1));
    const qreal line = lineHeight(style), ticks = place.yTicks.every ? place.yTicks.extent + tickGap : 0;
    for (size_t i = 0; i < maps.size(); ++i) {
        const QRectF& cells = place.cells[i];
        if (place.edgeTitles && i < perRow && qsizetype(i) < columnTitles.size()) {
            const QString& text = columnTitles[qsizetype(i)];
            painter.drawText(
                QRectF(cells.center().x() - style.px(60), place.grid.top() - 4 - line, style.px(120), line),
                Qt::AlignCenter, fittingName(text, cells.width(), metrics));
        }
        const auto row = qsizetype(i / perRow);
        if (place.rowNames && i % perRow == 0 && row < rowTitles.size()) {
            const QString& text = rowTitles[row];
            paintUpwards(
                painter,
                QRectF(place.grid.left() - ticks - 4 - line, cells.top() - 2, line, cells.height() + 6),
                place.edgeTitles ? fittingName(text, cells.height() + 4, metrics) : text, style,
                Qt::ElideMiddle);  // The ends of compared runs' names differ
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
    if (place.xLabelBeside)
        painter.drawText(QRectF(place.grid.left() - style.px(200) - tickGap, place.grid.bottom() + tickGap,
                                style.px(200), place.xTicks.extent),
                         Qt::AlignRight | Qt::AlignVCenter, model.xLabel);
    else if (!model.xLabel.isEmpty())
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

QString HeatMapGridFigure::barCaption() const {
    // A map alone shares its scale with none.
    const bool isAlone = maps.size() == 1 && heldRanges.empty() &&
                         (scale.mode == ScaleMode::Shared || scale.mode == ScaleMode::PerMap);
    if (isAlone) return valueLabel;
    const bool forBoth = areOfBoth && scale.mode == ScaleMode::PerMap;
    const QString kind = forBoth ? QCoreApplication::translate("attx", "own scale, for both networks")
                                 : scaleModeName(scale, !heldRanges.empty());
    const QString what = valueLabel.isEmpty() ? QString() : valueLabel + QStringLiteral(" · ");
    if (!scale.held && heldRanges.empty()) return what + kind;
    // Without it the colours would seem to be these maps' own
    const QString brief = forBoth ? QCoreApplication::translate("attx", "for both networks")
                                  : QCoreApplication::translate("attx", "for all steps seen");
    return QStringList{what + kind, what + brief, brief}.join(barVariant);
}

void HeatMapGridFigure::paintBars(QPainter& painter, const HeatMapGridLayout& place,
                                  const std::vector<ColorRange>& rangeOf, const FigureStyle& style) const {
    const QString caption = barCaption();
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
    const QRectF& last = place.panels[std::min(place.panels.size(), size_t(std::max(gridCols, 1))) - 1];
    paintUpwards(painter, QRectF(last.right() + 4, place.grid.top() - line, line, height),
                 fittingBarLabel(caption, height, style), style);
}

std::vector<NamedArray> HeatMapGridFigure::data() const {
    std::vector<NamedArray> arrays;
    const auto shapeOf = [](const HeatMap& map) { return std::vector<int64_t>{map.rows, map.cols}; };
    const bool isOrdered = !followsRoom;
    const auto count = std::ssize(maps);
    const bool full =
        (!isOrdered || count == int64_t{gridRows} * gridCols) && !maps.empty() &&
        std::ranges::all_of(maps, [&](const HeatMap& m) { return shapeOf(m) == shapeOf(maps[0]); });
    if (full) {
        NamedArray all{name().toStdString(), shapeOf(maps[0]), {}};
        if (count > 1)
            all.shape.insert(all.shape.begin(), {isOrdered ? gridRows : 1, isOrdered ? gridCols : count});
        for (const HeatMap& map : maps)
            all.values.insert(all.values.end(), map.values.begin(), map.values.end());
        arrays.push_back(std::move(all));
        return arrays;
    }
    for (size_t i = 0; i < maps.size(); ++i) {
        const QString key = keyOf(maps[i]);
        arrays.push_back(
            {key.isEmpty() ? std::to_string(i) : key.toStdString(), shapeOf(maps[i]), maps[i].values});
    }
    return arrays;
}

std::string HeatMapGridFigure::table(const FactColumns& same) const {
    // One map: a matrix with its labels. Several: the same below each other, with the map's name in front.
    // Labels that repeat, as tokens do, or that are the name of another column, as those of classes may be,
    // have their place in front, so that each column has a name of its own.
    // The notes of a map among several follow its title; those of a single one are facts.
    const auto withNotes = [](const QString& name, const HeatMap& map) {
        if (map.notes.isEmpty()) return name;
        return QStringLiteral("%1 (%2)").arg(name, map.notes.join(QStringLiteral(", "))).trimmed();
    };
    std::string text;
    const bool single = maps.size() == 1;
    QStringList taken{QStringLiteral("row")};
    if (!single) taken << QStringLiteral("map");
    for (const auto& fact : facts) taken << fact.first;
    for (size_t i = 0; i < maps.size(); ++i) {
        const HeatMap& map = maps[i];
        const QStringList columns = tableLabels(map.xTickLabels, map.cols);
        const bool header = i == 0 || columns != tableLabels(maps[i - 1].xTickLabels, maps[i - 1].cols);
        if (header) {
            if (!single) text += "map,";
            text += "row";
            for (const QString& label : distinct(columns, taken)) text += ',' + csvField(label);
            text += same.names + '\n';
        }
        const QStringList rows = distinct(tableLabels(map.yTickLabels, map.rows));
        for (int r = 0; r < map.rows; ++r) {
            if (!single) text += csvField(withNotes(keyOf(map), map)) + ',';
            text += csvField(rows[r]);
            for (int c = 0; c < map.cols; ++c) text += ',' + csvNumber(map.at(r, c));
            text += same.values + '\n';
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
