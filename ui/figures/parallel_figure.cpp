#include "ui/figures/parallel_figure.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/config/keys.h"
#include "model/sweeps/run_groups.h"
#include "ui/figures/heat_map.h"
#include "ui/look/color_map.h"

namespace attx {
namespace {

constexpr qreal nameHeight = 16, footHeight = 16, headGap = 14, markHeight = 14;  // px at zoom 1
constexpr qreal narrow = 150;                     // px between axes, below which names stand in two rows
constexpr qreal crowded = 56, uprightName = 120;  // px between axes, below which names stand upright, so high
constexpr qreal leastGap = 64, leastHeight = 160;  // px: room for the marks of an axis
constexpr qreal brushWidth = 14;                   // px
constexpr qreal nearAxis = 16;                     // px
constexpr qreal nearLine = 8;                      // px
constexpr double darkFrom = 0.3;    // of the colour map: what is below is lost on a dark ground
constexpr double paleShare = 0.25;  // of the ink, for runs that do not pass
constexpr qreal lineWidth = 1.5, markedWidth = 4;

}  // namespace

void ParallelFigure::setAxes(std::vector<RunAxis> axes) {
    axes_ = std::move(axes);
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
    std::stable_sort(order_.begin(), order_.end(), [&](size_t a, size_t b) {
        const double x = places_.back()[a], y = places_.back()[b];
        return std::isnan(x) ? !std::isnan(y) : x < y;
    });
}

void ParallelFigure::setBrush(size_t axis, std::optional<Brush> brush) { brushes_.at(axis) = brush; }

bool ParallelFigure::isBrushed() const {
    return std::any_of(brushes_.begin(), brushes_.end(), [](const auto& brush) { return brush.has_value(); });
}

bool ParallelFigure::passes(size_t run) const {
    for (size_t axis = 0; axis < axes_.size(); ++axis)
        if (const auto& brush = brushes_[axis];
            brush && !(places_[axis][run] >= brush->first && places_[axis][run] <= brush->second))
            return false;
    return true;
}

QSize ParallelFigure::defaultSize() const {
    return {std::max(640, 160 * static_cast<int>(axes_.size())), 480};
}

QSizeF ParallelFigure::leastSize(qreal, const FigureStyle& style) const {
    return {style.px(leastGap * static_cast<qreal>(axes_.size())), style.px(leastHeight)};
}

ParallelFigure::Room ParallelFigure::roomIn(const QRectF& rect, const FigureStyle& style) const {
    const qreal gap = rect.width() / static_cast<qreal>(std::max<size_t>(axes_.size(), 1));
    const qreal names = gap < style.px(crowded)  ? std::min(style.px(uprightName), rect.height() / 3)
                        : gap < style.px(narrow) ? 2 * style.px(nameHeight)
                                                 : style.px(nameHeight);
    const qreal head = names + style.px(headGap);
    return {rect.left(), gap, rect.top() + head, rect.bottom() - style.px(footHeight)};
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
        const double share = places_.back()[run];
        const double seen = style.dark ? darkFrom + (1 - darkFrom) * share : share;
        QColor color =
            std::isnan(share) ? style.muted : QColor(mapColor(ColorMap::Viridis, static_cast<float>(seen)));
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
                line << QPointF(room.x(axis), room.y(place));
        }
        flush();
    };
    for (const size_t run : order_)
        if (passes(run) == passing) draw(run, usual);
    if (passing && marked >= 0 && static_cast<size_t>(marked) < order_.size())
        draw(static_cast<size_t>(marked), markedWidth);
}

void ParallelFigure::paintNames(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
    const Room room = roomIn(rect, style);
    const QFont bold = style.font(labelPx, true);
    const QFontMetricsF metrics(bold);
    const bool staggered = room.gap < style.px(narrow);
    const qreal height = style.px(nameHeight);
    painter.setFont(bold);
    painter.setPen(style.foreground);
    for (size_t axis = 0; axis < axes_.size(); ++axis) {
        QString name = axes_[axis].title;
        if (axes_[axis].logarithmic) name += QObject::tr(" (log)");
        if (room.gap < style.px(crowded)) {
            const qreal high = room.top - rect.top() - style.px(headGap);
            paintUpwards(painter, {room.x(axis) - height / 2, rect.top() + 2, height, high}, name, style);
            continue;
        }
        // In two rows each name has the room of two axes; at the figure's edges what there is of it.
        const qreal x = room.x(axis), reach = staggered ? room.gap : room.gap / 2;
        const qreal low = std::max(rect.left(), x - reach), high = std::min(rect.right(), x + reach);
        const qreal width = std::min(high - low, metrics.horizontalAdvance(name) + 8);
        const QRectF box(std::clamp(x - width / 2, low, high - width),
                         rect.top() + 2 + (staggered && axis % 2 == 1 ? height : 0), width, height);
        painter.drawText(box, Qt::AlignCenter, metrics.elidedText(name, Qt::ElideMiddle, box.width() - 4));
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
    const qreal x = room.x(axis), height = style.px(markHeight);
    const qreal most = std::min(room.gap - 16, rect.right() - x - 8);
    // The ends first: where marks are too near to each other, those between them go.
    std::vector<double> marks = scales_[axis].marks();
    if (marks.size() > 1) std::swap(marks[1], marks.back());
    if (marks.size() > 2) std::sort(marks.begin() + 2, marks.end());
    std::vector<QRectF> taken;
    for (const double mark : marks) {
        const qreal y = room.y(scales_[axis].place(mark));
        const QString label = metrics.elidedText(scales_[axis].textOf(mark), Qt::ElideRight, most);
        const QRectF box(x + 4, y - height / 2, metrics.horizontalAdvance(label) + 6, height);
        painter.setPen(QPen(style.foreground, 1));
        painter.drawLine(QPointF(x - 3, y), QPointF(x + 3, y));
        if (std::any_of(taken.begin(), taken.end(),
                        [&](const QRectF& other) { return other.intersects(box); }))
            continue;
        taken.push_back(box);
        painter.fillRect(box, veil);
        painter.drawText(box, Qt::AlignCenter, label);
    }
}

void ParallelFigure::paintAxes(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
    const Room room = roomIn(rect, style);
    for (size_t axis = 0; axis < axes_.size(); ++axis) {
        const qreal x = room.x(axis);
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

std::optional<size_t> ParallelFigure::axisAt(const QRectF& rect, qreal x) const {
    const Room room = roomIn(rect, {});  // axes stand at the same places at any zoom
    for (size_t axis = 0; axis < axes_.size(); ++axis)
        if (std::abs(x - room.x(axis)) <= nearAxis) return axis;
    return std::nullopt;
}

double ParallelFigure::placeAt(const QRectF& rect, qreal y, const FigureStyle& style) const {
    const Room room = roomIn(rect, style);
    return std::clamp((room.bottom - y) / std::max(room.bottom - room.top, 1.0), 0.0, 1.0);
}

int ParallelFigure::runAt(const QRectF& rect, const QPointF& point, const FigureStyle& style) const {
    const Room room = roomIn(rect, style);
    const qreal along = (point.x() - room.left) / room.gap - 0.5;
    if (axes_.size() < 2 || along < 0 || along > static_cast<qreal>(axes_.size() - 1)) return -1;
    const size_t left = std::min(static_cast<size_t>(along), axes_.size() - 2);
    int nearest = -1;
    qreal least = nearLine;
    for (const size_t run : order_) {
        if (!passes(run)) continue;
        const double y =
            room.y(std::lerp(places_[left][run], places_[left + 1][run], along - static_cast<qreal>(left)));
        if (std::abs(y - point.y()) <= least)
            least = std::abs(y - point.y()), nearest = static_cast<int>(run);
    }
    return nearest;
}

QRectF ParallelFigure::brushRect(const QRectF& rect, size_t axis, const FigureStyle& style) const {
    const Room room = roomIn(rect, style);
    if (!brushes_[axis]) return {};
    const auto [low, high] = *brushes_[axis];
    return {room.x(axis) - brushWidth / 2, room.y(high), brushWidth, room.y(low) - room.y(high)};
}

std::vector<NamedArray> ParallelFigure::data() const {
    NamedArray array{name().toStdString(), {runs.size(), static_cast<int64_t>(axes_.size())}, {}};
    for (qsizetype run = 0; run < runs.size(); ++run)
        for (const RunAxis& axis : axes_)
            array.values.push_back(static_cast<float>(axis.values[static_cast<size_t>(run)]));
    return {array};
}

std::string ParallelFigure::csv() const {
    std::string table = "run";
    for (const RunAxis& axis : axes_) table += ',' + csvField(axis.name);
    table += '\n';
    for (qsizetype run = 0; run < runs.size(); ++run) {
        table += csvField(runs[run]);
        for (const RunAxis& axis : axes_) {
            const double value = axis.values[static_cast<size_t>(run)];
            table += ',' + (axis.choices.isEmpty() || std::isnan(value)
                                ? csvNumber(value)
                                : csvField(axis.choices.value(static_cast<int>(value))));
        }
        table += '\n';
    }
    return table;
}

std::unique_ptr<Figure> ParallelFigure::clone() const { return std::make_unique<ParallelFigure>(*this); }

ParallelFigure parallelFigure(const RunTable& table) {
    ParallelFigure figure;
    figure.setName(QStringLiteral("parallel-coordinates"));
    figure.setTitle(QObject::tr("Runs"));
    for (const RunRow& row : table.rows) figure.runs << QString::fromStdString(row.path);
    // Not between the keys and the accuracy: the line of a run that still trains would be broken there.
    std::vector<RunAxis> axes{secondsAxis(table)};
    for (size_t key = 0; key < table.keys.size(); ++key) {
        const KeyInfo& info = keyInfo(table.keys[key]);
        // What the form has no field for follows from the task: what the network reads and answers.
        const bool follows = !info.form.label && info.path.starts_with("network.");
        if (!isSeed(info.path) && !follows) axes.push_back(keyAxis(table, key));
    }
    axes.push_back(bestValidationAxis(table));
    figure.setAxes(std::move(axes));
    return figure;
}

}  // namespace attx
