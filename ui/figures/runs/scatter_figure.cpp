#include "ui/figures/runs/scatter_figure.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <set>

#include "model/sweeps/run_groups.h"
#include "ui/look/color_map.h"

namespace attx {
namespace {

constexpr qreal leftRoom = 58, bottomRoom = 36, topRoom = 20, rightRoom = 20;
constexpr qreal panelWidth = 320, panelHeight = 260;
constexpr qreal leastShare = 0.7;  // Share of that size: smaller panels are hard to read
constexpr int mostRows = 5;    // Rows of panels, unless the figure is given more height: a page in a journal
constexpr qreal moreRow = 20;  // px: the line that says how many panels are left out
constexpr qreal scatterDot = 3.5, nearDot = 10;  // px
constexpr qreal smallDot = 2.2;                  // Radius when there are many dots
constexpr size_t manyDots = 500;
constexpr qreal dotImageSide = 22;
constexpr qreal mostLegend = 110, legendMargin = 26, legendRow = 16;
constexpr int mostNamedSettings =
    24;  // kinds in the legend; of more the first and the last, and how many between
constexpr int mostOfSequence = 6;  // Kinds in order of which each has a colour of FigureStyle::series
// The colours beyond those of FigureStyle::series, as different from them and from each other as they can be
// for colour-blind people too, with a contrast of 3:1 to the background.
constexpr QRgb moreOnLight[] = {0xff8888dd, 0xff773388, 0xffff0066},
               moreOnDark[] = {0xffbb00ff, 0xff66ffff, 0xffee0077};
constexpr qreal inset = 0.04;  // Share of a panel, so that no dot is cut at its edge

QPointF placed(const QRectF& panel, double x, double y) {
    const auto inside = [](double share) { return inset + (1 - 2 * inset) * share; };
    return {panel.left() + panel.width() * inside(x), panel.bottom() - panel.height() * inside(y)};
}

QString moreText(qsizetype count) { return QObject::tr("%1 more").arg(count); }

}  // namespace

QSize ScatterFigure::defaultSize() const {
    const int columns = std::clamp(int(across.size()), 1, 3);
    const int rows = std::clamp((int(across.size()) + columns - 1) / columns, 1, mostRows);
    return {std::max(640, int(panelWidth) * columns), std::max(400, int(panelHeight) * rows)};
}

int ScatterFigure::columnsIn(qreal width, const FigureStyle& style) const {
    const auto count = std::max(1, int(across.size()));
    return std::clamp(int(width / style.px(leastShare * panelWidth)), 1, count);
}

int ScatterFigure::shownPanels(const QRectF& rect, const FigureStyle& style) const {
    const auto room = int((rect.height() - style.px(moreRow)) / style.px(leastShare * panelHeight));
    return std::min(int(across.size()), std::max(mostRows, room) * columnsIn(rect.width(), style));
}

QSizeF ScatterFigure::leastSize(qreal width, const FigureStyle& style) const {
    const int columns = columnsIn(width, style),
              rows = (shownPanels({0, 0, width, 0}, style) + columns - 1) / columns;
    const bool isMore = rows * columns < int(across.size());
    const int kindCount = hasLegend() ? int(kindNames.size()) : 0;
    const qreal legend = topRoom + (kindCount > mostNamedSettings ? 3 : kindCount) * legendRow + bottomRoom;
    return {style.px(leastShare * panelWidth),
            std::max(style.px(rows * leastShare * panelHeight + (isMore ? moreRow : 0)), style.px(legend))};
}

qreal ScatterFigure::legendWidth(const FigureStyle& style) const {
    QStringList lines = shownKinds();
    if (kindNames.size() > mostNamedSettings)
        lines = QStringList() << lines.first() << moreText(kindNames.size()) << lines.last();
    return std::min(widestLine(lines, QFontMetricsF(style.font(labelPx))) + style.px(legendMargin),
                    style.px(mostLegend));
}

QRectF ScatterFigure::cellRect(const QRectF& rect, size_t panel, const FigureStyle& style) const {
    const int count = shownPanels(rect, style), columns = columnsIn(rect.width(), style);
    const int rows = (count + columns - 1) / columns;
    const qreal foot = count < int(across.size()) ? style.px(moreRow) : 0;
    const qreal width = rect.width() / columns, height = (rect.height() - foot) / rows;
    const int row = int(panel) / columns, column = int(panel) % columns;
    return {rect.left() + width * column, rect.top() + height * row, width, height};
}

QRectF ScatterFigure::panelRect(const QRectF& rect, size_t panel, const FigureStyle& style) const {
    const QRectF cell = cellRect(rect, panel, style);
    const bool isLast = cell.right() > rect.right() - 1;
    const qreal right = style.px(rightRoom) + (hasLegend() && isLast ? legendWidth(style) : 0);
    QRectF area = cell.adjusted(style.px(leftRoom), style.px(topRoom), -right, -style.px(bottomRoom));
    if (!equalScales || !up.range || !across[panel].range) return area;
    const double wide = across[panel].range->second - across[panel].range->first,
                 high = up.range->second - up.range->first;
    if (!(wide > 0 && high > 0)) return area;
    const QPointF middle = area.center();
    area.setSize(QSizeF(wide, high).scaled(area.size(), Qt::KeepAspectRatio));
    area.moveCenter(middle);
    return area;
}

std::vector<QPointF> ScatterFigure::places(const QRectF& rect, size_t panel, const FigureStyle& style) const {
    const QRectF area = panelRect(rect, panel, style);
    const AxisScale x(across[panel]), y(up);
    std::vector<QPointF> middles;
    for (size_t dot = 0; dot < up.values.size(); ++dot)
        middles.push_back(placed(area, x.place(across[panel].values[dot]), y.place(up.values[dot])));
    return middles;
}

QColor ScatterFigure::colorOf(int kind, const FigureStyle& style) const {
    if (kindNames.isEmpty()) return style.accent;
    const int count = int(kindNames.size()), known = int(style.series.size());
    const bool isDark = style.background.lightness() < 128;
    if (count <= (ordered ? mostOfSequence : known + int(std::size(moreOnLight))))
        return kind < known ? style.seriesColor(kind)
                            : QColor((isDark ? moreOnDark : moreOnLight)[kind - known]);
    // Without the end of the map that the background hides.
    const float share = float(kind) / float(count - 1);
    return QColor::fromRgb(mapColor(ColorMap::Viridis, isDark ? 0.3F + 0.7F * share : 0.85F * share));
}

/// Beside the last panel of the first row: what the colours stand for. Of very many kinds, which lie on a
/// scale of colours, the first and the last; of those that have no room, how many they are.
void ScatterFigure::paintKinds(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
    if (!hasLegend() || across.empty()) return;
    const QFontMetricsF metrics(painter.font());
    const qreal left = rect.right() - legendWidth(style) + style.px(12), row = style.px(legendRow),
                width = legendWidth(style) - style.px(14), bottom = rect.bottom() - style.px(bottomRoom);
    qreal top = rect.top() + style.px(topRoom);
    const auto count = int(kindNames.size());
    const int room = std::max(1, int((bottom + 1 - top) / row));
    const bool isLong = count > mostNamedSettings, isWhole = !isLong && count <= room;
    const int first = isWhole ? count : std::min(isLong ? 1 : count, room - 1),
              last = isLong && room > 2 ? 1 : 0;
    const auto text = [&](const QColor& color, const QString& name) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(color);
        painter.drawText(QRectF(left + style.px(2), top, width, row), Qt::AlignVCenter,
                         metrics.elidedText(name, Qt::ElideRight, width));
        top += row;
    };
    for (int kind = 0; kind < count; ++kind) {
        if (kind == first) {
            const int more = count - first - last;
            const bool fits = metrics.horizontalAdvance(moreText(more)) <= width;
            text(style.muted, fits ? moreText(more) : QStringLiteral("+%1").arg(more));
        }
        if (kind >= first && kind < count - last) continue;
        painter.setPen(Qt::NoPen);
        painter.setBrush(colorOf(kind, style));
        painter.drawEllipse(QPointF(left - style.px(6), top + row / 2), style.px(scatterDot),
                            style.px(scatterDot));
        text(style.foreground, shownKinds()[kind]);
    }
}

/// Each in a frame of its kind's colour; none over another.
std::vector<bool> ScatterFigure::paintImages(QPainter& painter, const QRectF& area,
                                             const std::vector<QPointF>& places,
                                             const FigureStyle& style) const {
    const qreal side = style.px(dotImageSide);
    std::vector<bool> painted(places.size(), false);
    std::set<std::pair<int, int>> taken;  // Cells of a grid of that size that hold the middle of an image
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    for (size_t dot = 0; dot < places.size() && dot < size_t(images.size()); ++dot) {
        const QImage& image = images[qsizetype(dot)];
        const QPointF at = places[dot];
        if (image.isNull() || !area.contains(at)) continue;
        const int column = int(std::floor(at.x() / side)), row = int(std::floor(at.y() / side));
        bool free = true;
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) free = free && !taken.contains({column + dx, row + dy});
        if (!free) continue;
        taken.insert({column, row});
        painted[dot] = true;
        const QRectF place(at.x() - side / 2, at.y() - side / 2, side, side);
        painter.drawImage(place, image);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colorOf(dot < kinds.size() ? kinds[dot] : 0, style), style.px(1.5)));
        painter.drawRect(place);
    }
    return painted;
}

/// Beside the dots, above or below them; none over a dot or another name.
void ScatterFigure::paintNames(QPainter& painter, const QRectF& area, const std::vector<QPointF>& places,
                               const FigureStyle& style) const {
    const QFontMetricsF metrics(painter.font());
    const qreal edge = style.px(scatterDot + 2), height = metrics.ascent();
    std::vector<QRectF> taken;
    for (const QPointF& at : places) taken.emplace_back(at.x() - edge, at.y() - edge, 2 * edge, 2 * edge);
    painter.setPen(style.foreground);
    for (size_t dot = 0; dot < places.size() && dot < kinds.size(); ++dot) {
        const QString name = shownKinds().value(kinds[dot]);
        const qreal width = metrics.horizontalAdvance(name) + 2;
        const QPointF at = places[dot];
        for (const QPointF& corner : {QPointF(edge, -height / 2), QPointF(-edge - width, -height / 2),
                                      QPointF(-width / 2, -edge - height), QPointF(-width / 2, edge)}) {
            const QRectF box(at + corner, QSizeF(width, height));
            if (!area.contains(box) ||
                std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(box); }))
                continue;
            painter.drawText(box, Qt::AlignCenter | Qt::TextDontClip, name);
            taken.push_back(box);
            break;
        }
    }
}

void ScatterFigure::paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
    painter.save();
    painter.fillRect(rect, style.background);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont small = style.font(labelPx);
    const QFontMetricsF metrics(small);
    painter.setFont(small);
    const AxisScale y(up);
    const qreal line = metrics.height();
    const auto shown = size_t(shownPanels(rect, style));
    if (shown < across.size()) {
        painter.setPen(style.muted);
        painter.drawText(rect.adjusted(4, 0, -4, -2), Qt::AlignLeft | Qt::AlignBottom,
                         QObject::tr("and %1 more, which a higher figure shows").arg(across.size() - shown));
    }
    for (size_t panel = 0; panel < shown; ++panel) {
        const QRectF area = panelRect(rect, panel, style);
        const AxisScale x(across[panel]);
        painter.setPen(QPen(style.muted, style.px(1)));
        painter.drawLine(area.bottomLeft(), area.bottomRight());
        painter.drawLine(area.bottomLeft(), area.topLeft());
        std::vector<QRectF> taken;
        const auto label = [&](const QRectF& box, int align, const QString& text) {
            if (std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(box); }))
                return;
            taken.push_back(box);
            painter.setPen(style.foreground);
            painter.drawText(box, align, text);
        };
        for (const double mark : x.marks()) {
            const qreal at = placed(area, x.place(mark), 0).x();
            const QString text = x.textOf(mark);
            const qreal width = metrics.horizontalAdvance(text) + style.px(8);
            label({at - width / 2, area.bottom() + style.px(3), width, line}, Qt::AlignCenter, text);
        }
        for (const double mark : y.marks()) {
            const qreal at = placed(area, 0, y.place(mark)).y();
            painter.setPen(QPen(style.grid, style.px(1)));
            painter.drawLine(QPointF(area.left() + 1, at), QPointF(area.right(), at));
            label({area.left() - style.px(leftRoom), at - line / 2, style.px(leftRoom - 4), line},
                  Qt::AlignRight | Qt::AlignVCenter, y.textOf(mark));
        }
        QString name = across[panel].title;
        if (across[panel].logarithmic) name += QObject::tr(" (log)");
        painter.setPen(style.muted);
        // Names may be wider than the axes: beside them are numbers at most, and no other panel.
        const QRectF cell = cellRect(rect, panel, style).adjusted(4, 0, -4, 0);
        const qreal middle = area.center().x(), half = std::min(middle - cell.left(), cell.right() - middle);
        painter.drawText(QRectF(middle - half, area.bottom() + style.px(18), 2 * half, line), Qt::AlignCenter,
                         metrics.elidedText(name, Qt::ElideMiddle, 2 * half));
        QStringList above(up.title);
        if (panel == 0) above << notes;
        painter.drawText(
            QRectF(cell.left(), area.top() - style.px(topRoom), cell.width(), style.px(16)),
            Qt::AlignLeft | Qt::AlignVCenter,
            metrics.elidedText(above.join(QStringLiteral(" · ")), Qt::ElideMiddle, cell.width()));
        const std::vector<QPointF> middles = places(rect, panel, style);
        const qreal radius = style.px(middles.size() > manyDots ? smallDot : scatterDot);
        const std::vector<bool> isImage = paintImages(painter, area, middles, style);
        // A dot is whole or left out: files of SVG keep no clips.
        const QRectF inside = area.adjusted(-1, -1, 1, 1);
        for (size_t run = 0; run < middles.size(); ++run) {
            if (isImage[run] || std::isnan(middles[run].x()) || std::isnan(middles[run].y())) continue;
            if (!inside.contains(middles[run])) continue;
            QColor dot = colorOf(run < kinds.size() ? kinds[run] : 0, style);
            if (middles.size() > manyDots) dot.setAlphaF(0.6F);  // Overlapping dots look darker
            const bool ring = run < hollow.size() && hollow[run];
            painter.setPen(ring ? QPen(dot, style.px(1)) : QPen(Qt::NoPen));
            painter.setBrush(ring ? QBrush(Qt::NoBrush) : QBrush(dot));
            painter.drawEllipse(middles[run], radius, radius);
        }
        painter.setBrush(Qt::NoBrush);
        if (named) paintNames(painter, area, middles, style);
    }
    paintKinds(painter, rect, style);
    painter.restore();
}

int ScatterFigure::runAt(const QRectF& rect, const QPointF& point, const FigureStyle& style) const {
    int nearest = -1;
    qreal least = style.px(nearDot);
    const auto shown = size_t(shownPanels(rect, style));
    for (size_t panel = 0; panel < shown; ++panel) {
        const std::vector<QPointF> middles = places(rect, panel, style);
        for (size_t run = 0; run < middles.size(); ++run) {
            const QPointF away = middles[run] - point;
            const qreal distance = std::hypot(away.x(), away.y());
            if (distance <= least) least = distance, nearest = int(run);
        }
    }
    return nearest;
}

std::vector<NamedArray> ScatterFigure::data() const {
    NamedArray array{name().toStdString(), {runs.size(), 1 + int64_t(across.size())}, {}};
    for (size_t run = 0; run < up.values.size(); ++run) {
        for (const RunAxis& axis : across) array.values.push_back(float(axis.values[run]));
        array.values.push_back(float(up.values[run]));
    }
    return {array};
}

std::string ScatterFigure::table(const FactColumns& same) const {
    std::string table = csvField(dotName);
    for (const RunAxis& axis : across) table += ',' + csvField(axis.name);
    table += ',' + csvField(up.name);
    if (!kinds.empty()) table += ",kind";
    table += same.names + '\n';
    for (size_t run = 0; run < up.values.size(); ++run) {
        table += csvField(runs[qsizetype(run)]);
        for (const RunAxis& axis : across) table += ',' + csvValue(axis, run);
        table += ',' + csvNumber(up.values[run]);
        if (run < kinds.size()) table += ',' + csvField(kindNames.value(kinds[run]));
        table += same.values + '\n';
    }
    return table;
}

ScatterFigure scatterFigure(const RunTable& table, const std::string& key) {
    ScatterFigure figure;
    figure.setName(QStringLiteral("runs-scatter"));
    figure.setTitle(QObject::tr("Best validation accuracy by setting"));
    for (size_t k = 0; k < table.keys.size(); ++k)
        if (key.empty() ? !isSeed(table.keys[k]) : table.keys[k] == key)
            figure.across.push_back(keyAxis(table, k));
    figure.up = bestValidationAxis(table);
    for (const RunRow& row : table.rows) figure.runs << QString::fromStdString(row.path);
    return figure;
}

}  // namespace attx
