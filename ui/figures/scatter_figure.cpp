#include "ui/figures/scatter_figure.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "model/sweeps/run_groups.h"

namespace attx {
namespace {

constexpr qreal leftRoom = 52, bottomRoom = 36, topRoom = 12, rightRoom = 20;
constexpr qreal panelWidth = 320, panelHeight = 260;
constexpr qreal dotRadius = 3.5, nearDot = 10;  // px
constexpr qreal inset = 0.04;                   // of a panel, so that no dot is cut at its edge

QPointF placed(const QRectF& panel, double x, double y) {
    const auto inside = [](double share) { return inset + (1 - 2 * inset) * share; };
    return {panel.left() + panel.width() * inside(x), panel.bottom() - panel.height() * inside(y)};
}

}  // namespace

QSize ScatterFigure::defaultSize() const {
    const int columns = std::clamp(static_cast<int>(across.size()), 1, 3);
    const int rows = std::max(1, (static_cast<int>(across.size()) + columns - 1) / columns);
    return {std::max(640, static_cast<int>(panelWidth) * columns),
            std::max(400, static_cast<int>(panelHeight) * rows)};
}

QRectF ScatterFigure::panelRect(const QRectF& rect, size_t panel) const {
    const auto count = static_cast<int>(across.size());
    const int columns = std::clamp(static_cast<int>(rect.width() / (0.7 * panelWidth)), 1, count);
    const int rows = (count + columns - 1) / columns;
    const qreal width = rect.width() / columns, height = rect.height() / rows;
    const int row = static_cast<int>(panel) / columns, column = static_cast<int>(panel) % columns;
    return QRectF(rect.left() + width * column, rect.top() + height * row, width, height)
        .adjusted(leftRoom, topRoom, -rightRoom, -bottomRoom);
}

void ScatterFigure::paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
    painter.save();
    painter.fillRect(rect, style.background);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont small = style.font(labelPx);
    const QFontMetricsF metrics(small);
    painter.setFont(small);
    const AxisScale y(up);
    for (size_t panel = 0; panel < across.size(); ++panel) {
        const QRectF area = panelRect(rect, panel);
        const AxisScale x(across[panel]);
        painter.setPen(QPen(style.muted, 1));
        painter.drawLine(area.bottomLeft(), area.bottomRight());
        painter.drawLine(area.bottomLeft(), area.topLeft());
        std::vector<QRectF> taken;
        const auto label = [&](const QRectF& box, int align, const QString& text) {
            if (std::any_of(taken.begin(), taken.end(),
                            [&](const QRectF& other) { return other.intersects(box); }))
                return;
            taken.push_back(box);
            painter.setPen(style.foreground);
            painter.drawText(box, align, text);
        };
        for (const double mark : x.marks()) {
            const qreal at = placed(area, x.place(mark), 0).x();
            const QString text = x.textOf(mark);
            const qreal width = metrics.horizontalAdvance(text) + 8;
            label({at - width / 2, area.bottom() + 3, width, 14}, Qt::AlignCenter, text);
        }
        for (const double mark : y.marks()) {
            const qreal at = placed(area, 0, y.place(mark)).y();
            painter.setPen(QPen(style.grid, 1));
            painter.drawLine(QPointF(area.left() + 1, at), QPointF(area.right(), at));
            label({area.left() - leftRoom, at - 7, leftRoom - 4, 14}, Qt::AlignRight | Qt::AlignVCenter,
                  y.textOf(mark));
        }
        QString name = across[panel].name;
        if (across[panel].logarithmic) name += QObject::tr(" (log)");
        painter.setPen(style.muted);
        painter.drawText(QRectF(area.left(), area.bottom() + 18, area.width(), 14), Qt::AlignCenter,
                         metrics.elidedText(name, Qt::ElideMiddle, area.width()));
        painter.setPen(Qt::NoPen);
        QColor dot = style.accent;
        dot.setAlphaF(0.6F);  // where runs lie on each other it is darker
        painter.setBrush(dot);
        for (size_t run = 0; run < up.values.size(); ++run) {
            const double px = x.place(across[panel].values[run]), py = y.place(up.values[run]);
            if (std::isnan(px) || std::isnan(py)) continue;
            painter.drawEllipse(placed(area, px, py), dotRadius, dotRadius);
        }
        painter.setBrush(Qt::NoBrush);
    }
    painter.restore();
}

int ScatterFigure::runAt(const QRectF& rect, const QPointF& point) const {
    int nearest = -1;
    qreal least = nearDot;
    const AxisScale y(up);
    for (size_t panel = 0; panel < across.size(); ++panel) {
        const QRectF area = panelRect(rect, panel);
        const AxisScale x(across[panel]);
        for (size_t run = 0; run < up.values.size(); ++run) {
            const QPointF away =
                placed(area, x.place(across[panel].values[run]), y.place(up.values[run])) - point;
            const qreal distance = std::hypot(away.x(), away.y());
            if (distance <= least) least = distance, nearest = static_cast<int>(run);
        }
    }
    return nearest;
}

std::vector<NamedArray> ScatterFigure::data() const {
    NamedArray array{name().toStdString(), {runs.size(), 1 + static_cast<int64_t>(across.size())}, {}};
    for (size_t run = 0; run < up.values.size(); ++run) {
        array.values.push_back(static_cast<float>(up.values[run]));
        for (const RunAxis& axis : across) array.values.push_back(static_cast<float>(axis.values[run]));
    }
    return {array};
}

std::string ScatterFigure::csv() const {
    std::string table = "run," + csvField(up.name);
    for (const RunAxis& axis : across) table += ',' + csvField(axis.name);
    table += '\n';
    for (size_t run = 0; run < up.values.size(); ++run) {
        table += csvField(runs[static_cast<qsizetype>(run)]) + ',' + csvNumber(up.values[run]);
        for (const RunAxis& axis : across) {
            const double value = axis.values[run];
            table += ',' + (axis.choices.isEmpty() || std::isnan(value)
                                ? csvNumber(value)
                                : csvField(axis.choices.value(static_cast<int>(value))));
        }
        table += '\n';
    }
    return table;
}

std::unique_ptr<Figure> ScatterFigure::clone() const { return std::make_unique<ScatterFigure>(*this); }

ScatterFigure scatterFigure(const RunTable& table, const std::string& key) {
    ScatterFigure figure;
    figure.setName(QStringLiteral("runs-scatter"));
    figure.setTitle(QObject::tr("Best validation accuracy by key"));
    for (size_t k = 0; k < table.keys.size(); ++k)
        if (key.empty() ? !isSeed(table.keys[k]) : table.keys[k] == key)
            figure.across.push_back(keyAxis(table, k));
    figure.up = bestValidationAxis(table);
    for (const RunRow& row : table.rows) figure.runs << QString::fromStdString(row.path);
    return figure;
}

}  // namespace attx
