#include "ui/figures/runs/parallel_figure.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/sweeps/run_groups.h"
#include "ui/figures/maps/heat_map.h"
#include "ui/look/color_map.h"

namespace attx {
namespace {

constexpr qreal nameHeight = 16, footHeight = 16, headGap = 14, markHeight = 14;  // px at zoom 1
constexpr qreal beforeAxis = 12, beforeMark = 4, besideText = 6, afterMark = 6;   // px
constexpr qreal leastGap = 40, leastAxis = 160;                                   // px of an axis
constexpr qreal uprightShare = 0.45;  // Share of the height: upright names take no more
constexpr qreal stripWidth = 6;       // px: the colours of an axis
constexpr qreal brushWidth = 14;      // px
constexpr qreal nearAxis = 16;        // px
constexpr qreal nearLine = 8;         // px
constexpr double darkFrom = 0.3;    // Position in the colour map: colours below it are lost on a dark ground
constexpr double paleShare = 0.25;  // Share of the ink left to runs that do not pass
constexpr qreal lineWidth = 1.5, markedWidth = 4;

QColor colorAt(double place, const FigureStyle& style) {
    const double seen = style.dark ? darkFrom + (1 - darkFrom) * place : place;
    return mapColor(ColorMap::Viridis, float(seen));
}

}  // namespace

void ParallelFigure::setAxes(std::vector<RunAxis> axes, size_t colored) {
    axes_ = std::move(axes);
    colored_ = colored;
    brushes_.assign(axes_.size(), std::nullopt);
    scales_.clear();
    places_.clear();
    for (const RunAxis& axis : axes_) {
        const AxisScale& scale = scales_.emplace_back(axis);
        std::vector<double>& places = places_.emplace_back();
        for (const double value : axis.values) places.push_back(scale.place(value));
    }
    order_.resize(axes_.empty() ? 0 : axes_.front().values.size());
    std::iota(order_.begin(), order_.end(), size_t{0});
    std::ranges::stable_sort(order_, [&](size_t a, size_t b) {
        const double x = places_[colored_][a], y = places_[colored_][b];
        return std::isnan(x) ? !std::isnan(y) : x < y;
    });
}

bool ParallelFigure::isBrushed() const {
    return std::ranges::any_of(brushes_, [](const auto& brush) { return brush.has_value(); });
}

bool ParallelFigure::passes(size_t run) const {
    for (size_t axis = 0; axis < axes_.size(); ++axis)
        if (const auto& brush = brushes_[axis];
            brush && !(places_[axis][run] >= brush->first && places_[axis][run] <= brush->second))
            return false;
    return true;
}

QSize ParallelFigure::defaultSize() const {
    const qreal needed = leastSize(0, FigureStyle::light()).width();
    return {std::max({640, 160 * int(axes_.size()), int(std::ceil(needed))}), 480};
}

qreal ParallelFigure::neededWidth(size_t axis, const FigureStyle& style) const {
    const QFontMetricsF metrics(style.font(labelPx));
    qreal widest = 0;
    for (const double mark : scales_[axis].marks())
        widest = std::max(widest, metrics.horizontalAdvance(scales_[axis].textOf(mark)));
    return std::max(style.px(leastGap), beforeAxis + beforeMark + widest + besideText + afterMark);
}

QSizeF ParallelFigure::leastSize(qreal, const FigureStyle& style) const {
    qreal width = 0;
    for (size_t axis = 0; axis < axes_.size(); ++axis) width += neededWidth(axis, style);
    return {width, style.px(leastAxis)};
}

QString ParallelFigure::nameOf(size_t axis) const {
    return axes_[axis].logarithmic ? axes_[axis].title + QObject::tr(" (log)") : axes_[axis].title;
}

std::pair<qreal, qreal> ParallelFigure::nameReach(const QRectF& rect, const Room& room, size_t axis,
                                                  NameRows rows) {
    // Beside each other names reach to the middle between axes; in two rows to the axes beside theirs.
    const qreal share = rows == NameRows::One ? 0.5 : 1, x = room.x[axis];
    return {axis == 0 ? rect.left() : std::lerp(x, room.x[axis - 1], share),
            axis + 1 == room.x.size() ? rect.right() : std::lerp(x, room.x[axis + 1], share)};
}

ParallelFigure::Room ParallelFigure::roomIn(const QRectF& rect, const FigureStyle& style) const {
    std::vector<qreal> needed;
    for (size_t axis = 0; axis < axes_.size(); ++axis) needed.push_back(neededWidth(axis, style));
    const qreal all = std::accumulate(needed.begin(), needed.end(), qreal{0});
    const qreal share = std::min(rect.width() / std::max(all, 1.0), 1.0);
    const qreal spare = std::max(rect.width() - all, 0.0) / qreal(std::max<size_t>(axes_.size(), 1));
    Room room;
    qreal left = rect.left();
    for (const qreal width : needed) {
        room.x.push_back(left + beforeAxis * share + spare / 2);
        left += width * share + spare;
    }
    const QFontMetricsF bold(style.font(labelPx, true)), usual(style.font(labelPx));
    const auto allFit = [&](NameRows rows) {
        for (size_t axis = 0; axis < axes_.size(); ++axis) {
            const auto [low, high] = nameReach(rect, room, axis, rows);
            if (bold.horizontalAdvance(nameOf(axis)) + 8 > high - low) return false;
        }
        return true;
    };
    qreal names = style.px(nameHeight);
    if (!allFit(NameRows::One)) {
        room.names = allFit(NameRows::Two) ? NameRows::Two : NameRows::Upright;
        names *= 2;
    }
    if (room.names == NameRows::Upright) {
        for (size_t axis = 0; axis < axes_.size(); ++axis)
            names = std::max(names, usual.horizontalAdvance(nameOf(axis)) + 4);
        names = std::min(names, uprightShare * rect.height());
    }
    room.top = rect.top() + names + style.px(headGap);
    room.bottom = rect.bottom() - style.px(footHeight);
    return room;
}

void ParallelFigure::paintLines(QPainter& painter, const QRectF& rect, const FigureStyle& style,
                                bool passing) const {
    const Room room = roomIn(rect, style);
    // Without antialiasing a line of one pixel takes a small part of the time of a wider one.
    const qreal usual = painter.testRenderHint(QPainter::Antialiasing) ? lineWidth : 1;
    QPolygonF line;
    const auto flush = [&] {
        if (line.size() > 1) painter.drawPolyline(line);
        line.clear();
    };
    const auto draw = [&](size_t run, qreal width) {
        const double share = places_[colored_][run];
        QColor color = std::isnan(share) ? style.muted : colorAt(share, style);
        if (!passing) {
            // Not transparent: that takes ten times as long.
            color = mixed(style.muted, style.background, paleShare);
        }
        painter.setPen(QPen(color, width, Qt::SolidLine, Qt::FlatCap, Qt::BevelJoin));
        for (size_t axis = 0; axis < axes_.size(); ++axis) {
            const double place = places_[axis][run];
            if (std::isnan(place))
                flush();
            else
                line << QPointF(room.x[axis], room.y(place));
        }
        flush();
    };
    for (const size_t run : order_)
        if (passes(run) == passing) draw(run, usual);
    if (passing && marked >= 0 && size_t(marked) < order_.size()) draw(size_t(marked), markedWidth);
}

void ParallelFigure::paintNames(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
    const Room room = roomIn(rect, style);
    const QFont bold = style.font(labelPx, true);
    const QFontMetricsF metrics(bold), upright(style.font(labelPx));
    const qreal height = style.px(nameHeight);
    painter.setFont(bold);
    painter.setPen(style.foreground);
    for (size_t axis = 0; axis < axes_.size(); ++axis) {
        const QString name = nameOf(axis);
        if (room.names == NameRows::Upright) {
            const qreal foot = room.top - style.px(headGap),
                        high = std::min(upright.horizontalAdvance(name) + 4, foot - rect.top());
            paintUpwards(painter, {room.x[axis] - height / 2, foot - high, height, high}, name, style);
            continue;
        }
        const auto [low, high] = nameReach(rect, room, axis, room.names);
        const qreal width = std::min(high - low, metrics.horizontalAdvance(name) + 8);
        const qreal row = room.names == NameRows::Two && axis % 2 == 1 ? height : 0;
        painter.drawText(QRectF(std::clamp(room.x[axis] - width / 2, low, high - width), rect.top() + 2 + row,
                                width, height),
                         Qt::AlignCenter, name);
    }
}

void ParallelFigure::paintMarks(QPainter& painter, const QRectF& rect, const FigureStyle& style,
                                size_t axis) const {
    const Room room = roomIn(rect, style);
    const QFont small = style.font(labelPx);
    const QFontMetricsF metrics(small);
    painter.setFont(small);
    QColor veil = style.background;
    veil.setAlphaF(0.8F);
    const qreal x = room.x[axis], height = style.px(markHeight);
    const qreal end = axis + 1 < axes_.size() ? room.x[axis + 1] : rect.right();
    // The ends first: where marks are too near to each other, those between them go.
    std::vector<double> marks = scales_[axis].marks();
    if (marks.size() > 1) std::swap(marks[1], marks.back());
    if (marks.size() > 2) std::sort(marks.begin() + 2, marks.end());
    std::vector<QRectF> taken;
    for (const double mark : marks) {
        const qreal y = room.y(scales_[axis].place(mark));
        const QString label = scales_[axis].textOf(mark);
        const QRectF box(x + beforeMark, y - height / 2, metrics.horizontalAdvance(label) + besideText,
                         height);
        painter.setPen(QPen(style.foreground, 1));
        painter.drawLine(QPointF(x - 3, y), QPointF(x + 3, y));
        // What has no room is not cut: two values that begin alike would look like one.
        if (box.right() > end ||
            std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(box); }))
            continue;
        taken.push_back(box);
        painter.fillRect(box, veil);
        painter.drawText(box, Qt::AlignCenter, label);
    }
}

void ParallelFigure::paintAxes(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
    const Room room = roomIn(rect, style);
    for (size_t axis = 0; axis < axes_.size(); ++axis) {
        const qreal x = room.x[axis];
        if (axis == colored_ && scales_[axis].marks().size() > 1) {
            constexpr int stops = 16;
            QLinearGradient colors(x, room.bottom, x, room.top);
            for (int stop = 0; stop <= stops; ++stop)
                colors.setColorAt(qreal(stop) / stops, colorAt(qreal(stop) / stops, style));
            painter.fillRect(QRectF(x - stripWidth / 2, room.top, stripWidth, room.bottom - room.top),
                             colors);
        }
        painter.setPen(QPen(style.foreground, 1));
        painter.drawLine(QPointF(x, room.top), QPointF(x, room.bottom));
        if (brushes_[axis]) {
            QColor fill = style.accent;
            fill.setAlphaF(0.3F);
            painter.setPen(QPen(style.accent, 1));
            painter.setBrush(fill);
            painter.drawRect(brushRect(rect, axis, style));
            painter.setBrush(Qt::NoBrush);
        }
        paintMarks(painter, rect, style, axis);
    }
    paintNames(painter, rect, style);
}

void ParallelFigure::paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
    painter.save();
    painter.fillRect(rect, style.background);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!axes_.empty()) {
        if (isBrushed()) paintLines(painter, rect, style, false);
        paintLines(painter, rect, style, true);
        paintAxes(painter, rect, style);
    }
    painter.restore();
}

std::optional<size_t> ParallelFigure::axisAt(const QRectF& rect, qreal x, const FigureStyle& style) const {
    const Room room = roomIn(rect, style);
    for (size_t axis = 0; axis < axes_.size(); ++axis)
        if (std::abs(x - room.x[axis]) <= nearAxis) return axis;
    return std::nullopt;
}

double ParallelFigure::placeAt(const QRectF& rect, qreal y, const FigureStyle& style) const {
    const Room room = roomIn(rect, style);
    return std::clamp((room.bottom - y) / std::max(room.bottom - room.top, 1.0), 0.0, 1.0);
}

int ParallelFigure::runAt(const QRectF& rect, const QPointF& point, const FigureStyle& style) const {
    const Room room = roomIn(rect, style);
    const auto right = std::ranges::upper_bound(room.x, point.x());
    if (right == room.x.begin() || right == room.x.end()) return -1;
    const auto left = size_t(right - room.x.begin() - 1);
    const double along = (point.x() - room.x[left]) / (room.x[left + 1] - room.x[left]);
    int nearest = -1;
    qreal least = nearLine;
    for (const size_t run : order_) {
        if (!passes(run)) continue;
        const double y = room.y(std::lerp(places_[left][run], places_[left + 1][run], along));
        if (std::abs(y - point.y()) <= least) least = std::abs(y - point.y()), nearest = int(run);
    }
    return nearest;
}

QRectF ParallelFigure::brushRect(const QRectF& rect, size_t axis, const FigureStyle& style) const {
    const Room room = roomIn(rect, style);
    if (!brushes_[axis]) return {};
    const auto [low, high] = *brushes_[axis];
    return {room.x[axis] - brushWidth / 2, room.y(high), brushWidth, room.y(low) - room.y(high)};
}

std::vector<NamedArray> ParallelFigure::data() const {
    NamedArray array{name().toStdString(), {runs.size(), int64_t(axes_.size())}, {}};
    for (qsizetype run = 0; run < runs.size(); ++run)
        for (const RunAxis& axis : axes_) array.values.push_back(float(axis.values[run]));
    return {array};
}

std::string ParallelFigure::table(const FactColumns& same) const {
    std::string table = "run";
    for (const RunAxis& axis : axes_) table += ',' + csvField(axis.name);
    table += same.names + '\n';
    for (qsizetype run = 0; run < runs.size(); ++run) {
        table += csvField(runs[run]);
        for (const RunAxis& axis : axes_) table += ',' + csvValue(axis, size_t(run));
        table += same.values + '\n';
    }
    return table;
}

ParallelFigure parallelFigure(const RunTable& table) {
    ParallelFigure figure;
    figure.setName(QStringLiteral("parallel-coordinates"));
    figure.setTitle(QObject::tr("Runs"));
    for (const RunRow& row : table.rows) figure.runs << QString::fromStdString(row.path);
    std::vector<RunAxis> axes;
    for (size_t key = 0; key < chosenKeys(table); ++key)
        if (!isSeed(table.keys[key])) axes.push_back(keyAxis(table, key));
    const size_t accuracy = axes.size();
    axes.push_back(bestValidationAxis(table));
    axes.push_back(secondsAxis(table));  // Last: the line of a run that still trains ends before it
    figure.setAxes(std::move(axes), accuracy);
    return figure;
}

}  // namespace attx
