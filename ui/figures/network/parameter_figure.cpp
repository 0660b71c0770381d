#include "ui/figures/network/parameter_figure.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>

#include "ui/look/model_text.h"

namespace attx {
namespace {

constexpr int entryHeight = 36, layerHeight = 28;  // part and formula; the name of a layer
constexpr int usualWidth = 360;

/// "Encoder layer 2": its words, and its number.
QString layerText(const std::string& layer) {
    const size_t blank = layer.rfind(' ');
    if (blank == std::string::npos) return modelText(layer);
    return modelText(layer.substr(0, blank)) + QString::fromStdString(layer.substr(blank));
}

/// "3 × 2 heads × 16 × 32".
QString formulaText(const std::string& formula) {
    QString shown = withCountMarks(QString::fromStdString(formula));
    for (const char* word : {QT_TRANSLATE_NOOP("attx", " heads"), QT_TRANSLATE_NOOP("attx", " head")})
        shown.replace(QLatin1String(word), QCoreApplication::translate("attx", word));
    return shown;
}

}  // namespace

ParameterFigure::ParameterFigure(const Program& program) : rows(parameterTable(program)) {
    setName(QStringLiteral("parameters"));
    setTitle(QObject::tr("Parameters"));
}

int64_t ParameterFigure::total() const {
    int64_t sum = 0;
    for (const ParameterRow& row : rows) sum += row.count;
    return sum;
}

QSize ParameterFigure::defaultSize() const {
    int height = int(2 * figureMargin) + 2 * layerHeight;
    const std::string* layer = nullptr;
    for (const ParameterRow& row : rows) {
        if (!layer || *layer != row.layer) height += layerHeight;
        layer = &row.layer;
        height += entryHeight;
    }
    return {usualWidth, height};
}

QSizeF ParameterFigure::leastSize(qreal, const FigureStyle& style) const {
    return {0, defaultSize().height() * style.zoom};
}

void ParameterFigure::paint(QPainter& painter, const QRectF& rect, const FigureStyle& window) const {
    FigureStyle style = window;
    style.zoom = 1;  // the painter's scale has it
    painter.save();
    painter.fillRect(rect, style.background);
    painter.translate(rect.topLeft());
    // Smaller where the rectangle is: every row is seen.
    const qreal scale = std::min<qreal>(window.zoom, rect.height() / defaultSize().height());
    painter.scale(scale, scale);
    const qreal right = rect.width() / scale - figureMargin;
    const QFont body = style.font(bodyPx), bold = style.font(bodyPx, true), small = style.font(labelPx);
    qreal y = figureMargin;
    const auto line = [&](const QString& left, const QString& count, const QFont& font, const QColor& color,
                          qreal height) {
        painter.setFont(font);
        painter.setPen(color);
        const QFontMetricsF metrics(font);
        const qreal wide = metrics.horizontalAdvance(count);
        const QRectF area(figureMargin, y, right - figureMargin, height);
        painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter, count);
        painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(left, Qt::ElideRight, area.width() - wide - 8));
        y += height;
    };
    painter.setFont(style.font(headPx, true));
    line(title(), {}, style.font(headPx, true), style.foreground, layerHeight);
    for (size_t i = 0; i < rows.size(); ++i) {
        const ParameterRow& row = rows[i];
        if (i == 0 || rows[i - 1].layer != row.layer) {
            int64_t sum = 0;
            for (const ParameterRow& other : rows)
                if (other.layer == row.layer) sum += other.count;
            painter.setPen(QPen(style.grid, 1));
            painter.drawLine(QPointF(figureMargin, y), QPointF(right, y));
            line(layerText(row.layer), countText(sum), bold, style.foreground, layerHeight);
        }
        line(modelText(row.part), countText(row.count), body, style.foreground, entryHeight / 2.0);
        line(formulaText(row.formula), {}, small, style.muted, entryHeight / 2.0);
    }
    painter.setPen(QPen(style.foreground, 1));
    painter.drawLine(QPointF(figureMargin, y), QPointF(right, y));
    line(QObject::tr("All"), countText(total()), bold, style.foreground, layerHeight);
    painter.restore();
}

std::vector<NamedArray> ParameterFigure::data() const {
    NamedArray counts{"parameters", {static_cast<int64_t>(rows.size())}, {}};
    for (const ParameterRow& row : rows) counts.values.push_back(float(row.count));
    return {counts};
}

std::string ParameterFigure::table(const FactColumns& same) const {
    std::string table = "layer,part,formula,parameters" + same.names + "\n";
    for (const ParameterRow& row : rows)
        table += csvField(QString::fromStdString(row.layer)) + ',' +
                 csvField(QString::fromStdString(row.part)) + ',' +
                 csvField(QString::fromStdString(row.formula)) + ',' + std::to_string(row.count) +
                 same.values + '\n';
    return table;
}

}  // namespace attx
