#include "ui/figures/panels_figure.h"

#include <QFontMetricsF>
#include <QObject>
#include <QPainter>
#include <algorithm>
#include <numeric>
#include <utility>

namespace attx {
namespace {

constexpr qreal usualColumn = 480, panelsGap = 16;  // px at zoom 1

qreal letterHeight(const FigureStyle& style) {
    return QFontMetricsF(style.font(bodyPx, true)).height() + style.px(2);
}

/// "0 3" of the number `at` of an array of that shape.
std::string indexText(const std::vector<int64_t>& shape, int64_t at) {
    std::vector<int64_t> index(shape.size());
    for (size_t d = shape.size(); d-- > 0; at /= shape[d]) index[d] = at % shape[d];
    std::string text;
    for (const int64_t i : index) text += (text.empty() ? "" : " ") + std::to_string(i);
    return text;
}

}  // namespace

PanelsFigure::PanelsFigure() {
    setName(QStringLiteral("panels"));
    setTitle(QObject::tr("Panels"));
}

PanelsFigure::PanelsFigure(const PanelsFigure& other) : CopiedFigure(other), columns(other.columns) {
    for (const auto& part : other.parts) parts.push_back(part->clone());
}

QString PanelsFigure::letter(size_t part) {
    constexpr size_t letters = 26;
    QString text;
    for (size_t rest = part + 1; rest > 0; rest = (rest - 1) / letters)
        text.prepend(QChar(static_cast<char16_t>(u'a' + (rest - 1) % letters)));
    return text + QLatin1Char(')');
}

int PanelsFigure::columnsUsed() const { return std::clamp(columns, 1, std::max(1, int(parts.size()))); }

std::vector<qreal> PanelsFigure::rowHeights(qreal width, const FigureStyle& style) const {
    const int across = columnsUsed();
    const qreal room = (width - style.px(panelsGap) * (across - 1)) / across;
    std::vector<qreal> heights;
    for (size_t i = 0; i < parts.size(); ++i) {
        const QSizeF usual = parts[i]->defaultSize();
        const qreal own =
            std::max(room * usual.height() / usual.width(), parts[i]->leastSize(room, style).height());
        if (i % size_t(across) == 0) heights.push_back(0);
        heights.back() = std::max(heights.back(), own);
    }
    return heights;
}

QSize PanelsFigure::defaultSize() const {
    const FigureStyle style = FigureStyle::light();
    const qreal width = columnsUsed() * (usualColumn + panelsGap) - panelsGap;
    return QSizeF(width, leastSize(width, style).height()).toSize();
}

QSizeF PanelsFigure::leastSize(qreal width, const FigureStyle& style) const {
    const int across = columnsUsed();
    qreal widest = 0;
    const qreal room = (width - style.px(panelsGap) * (across - 1)) / across;
    for (const auto& part : parts) widest = std::max(widest, part->leastSize(room, style).width());
    const std::vector<qreal> rows = rowHeights(width, style);
    const auto count = qreal(rows.size());
    return {widest * across + style.px(panelsGap) * (across - 1),
            std::accumulate(rows.begin(), rows.end(), 0.0) + count * letterHeight(style) +
                std::max(count - 1, 0.0) * style.px(panelsGap)};
}

std::vector<QRectF> PanelsFigure::rooms(const QRectF& rect, const FigureStyle& style) const {
    const int across = columnsUsed();
    const qreal space = style.px(panelsGap), title = letterHeight(style),
                column = (rect.width() - space * (across - 1)) / across;
    const std::vector<qreal> rows = rowHeights(rect.width(), style);
    const qreal fixed = qreal(rows.size()) * (title + space) - space,
                share = std::max(rect.height() - fixed, 1.0) /
                        std::max(std::accumulate(rows.begin(), rows.end(), 0.0), 1.0);
    std::vector<QRectF> rooms;
    qreal top = rect.top();
    for (size_t i = 0; i < parts.size(); ++i) {
        const auto row = i / size_t(across), at = i % size_t(across);
        const qreal height = rows[row] * share;
        rooms.emplace_back(rect.left() + qreal(at) * (column + space), top + title, column, height);
        if (at + 1 == size_t(across)) top += title + height + space;
    }
    return rooms;
}

void PanelsFigure::paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
    painter.fillRect(rect, style.background);
    const std::vector<QRectF> all = rooms(rect, style);
    const qreal title = letterHeight(style);
    for (size_t i = 0; i < parts.size(); ++i) {
        parts[i]->paint(painter, all[i], style);
        painter.setFont(style.font(bodyPx, true));
        painter.setPen(style.foreground);
        painter.drawText(QRectF(all[i].topLeft() - QPointF(0, title), QSizeF(all[i].width(), title)),
                         Qt::AlignLeft | Qt::AlignVCenter, letter(i));
    }
}

std::vector<NamedArray> PanelsFigure::data() const {
    std::vector<NamedArray> all;
    for (size_t i = 0; i < parts.size(); ++i)
        for (NamedArray& array : parts[i]->data()) {
            array.name = letter(i).chopped(1).toStdString() + "_" + array.name;
            all.push_back(std::move(array));
        }
    return all;
}

std::string PanelsFigure::table(const FactColumns& same) const {
    std::string table = "panel,figure,array,index,value,facts" + same.names + "\n";
    for (size_t i = 0; i < parts.size(); ++i) {
        const std::string panel = letter(i).chopped(1).toStdString() + "," + csvField(parts[i]->name()) + ",";
        QStringList known;
        for (const auto& [name, value] : parts[i]->facts) known << name + QLatin1Char('=') + value;
        const std::string end = "," + csvField(known.join(QStringLiteral("; "))) + same.values + "\n";
        for (const NamedArray& array : parts[i]->data())
            for (size_t k = 0; k < array.values.size(); ++k)
                table += panel + csvField(QString::fromStdString(array.name)) + "," +
                         indexText(array.shape, int64_t(k)) + "," + csvNumber(array.values[k]) + end;
    }
    return table;
}

}  // namespace attx
