#include "ui/figures/figure.h"

#include <QFontMetricsF>
#include <QSet>
#include <algorithm>
#include <cmath>

#include "model/files/text.h"

namespace attx {
namespace {

enum class Break { AtBlanks, BetweenParts, Anywhere };

/// In two lines, the longer one as short as it can be; in one if there is no place to break it.
QStringList broken(const QString& name, Break at, const QFontMetricsF& metrics) {
    QStringList best{name};
    qreal least = metrics.horizontalAdvance(name);
    for (qsizetype i = 1; i < name.size(); ++i) {
        const QString ends = at == Break::AtBlanks ? QStringLiteral(" ") : QStringLiteral(" ,;_-/");
        if (name[i].isLowSurrogate() || name[i].isMark()) continue;
        if (at != Break::Anywhere && !ends.contains(name[i - 1])) continue;
        const QStringList lines{name.left(i).trimmed(), name.mid(i).trimmed()};
        if (const qreal width = widestLine(lines, metrics); width < least) best = lines, least = width;
    }
    return best;
}

}  // namespace

Figure::Drawing Figure::drawing(const QSizeF&, const FigureStyle& style) const {
    return [figure = std::shared_ptr<const Figure>(clone()), style](QPainter& painter, const QRectF& rect) {
        figure->paint(painter, rect, style);
    };
}

std::string csvField(const QString& text) {
    if (!text.contains(QLatin1Char(',')) && !text.contains(QLatin1Char('"')) &&
        !text.contains(QLatin1Char('\n')) && !text.contains(QLatin1Char('\r')))
        return text.toStdString();
    QString quoted = text;
    quoted.replace(QLatin1Char('"'), QStringLiteral("\"\""));
    return QStringLiteral("\"%1\"").arg(quoted).toStdString();
}

std::string Figure::csv() const {
    FactColumns columns;
    for (const auto& [name, value] : facts) {
        columns.names.append(",").append(csvField(name));
        columns.values.append(",").append(csvField(value));
    }
    return table(columns);
}

QStringList distinct(QStringList labels, const QStringList& taken) {
    const QSet<QString> different(labels.begin(), labels.end());
    if (different.size() < labels.size() || different.intersects({taken.begin(), taken.end()}))
        for (qsizetype i = 0; i < labels.size(); ++i) labels[i].prepend(QStringLiteral("%1: ").arg(i + 1));
    return labels;
}

std::string csvNumber(double value) { return std::isnan(value) ? std::string() : shortest(value); }
std::string csvNumber(float value) { return std::isnan(value) ? std::string() : shortest(value); }

qreal widestLine(const QStringList& lines, const QFontMetricsF& metrics) {
    qreal width = 0;
    for (const QString& line : lines) width = std::max(width, metrics.horizontalAdvance(line));
    return width;
}

FittedNames fittedNames(const QStringList& names, qreal px, const FigureStyle& style) {
    for (const Break at : {Break::BetweenParts, Break::Anywhere})
        for (const int size : {labelPx, smallestPx}) {
            FittedNames fitted{style.font(size), {}};
            const QFontMetricsF metrics(fitted.font);
            for (const QString& name : names) {
                QStringList lines{name};
                for (const Break place : {Break::AtBlanks, Break::BetweenParts, at})
                    if (widestLine(lines, metrics) > px) lines = broken(name, place, metrics);
                if (widestLine(lines, metrics) > px) break;
                fitted.names << lines.join(QLatin1Char('\n'));
            }
            if (fitted.names.size() == names.size()) return fitted;
        }
    FittedNames shortened{style.font(smallestPx), {}};
    const QFontMetricsF metrics(shortened.font);
    constexpr qreal ofTwoLines = 1.9;  // Less than 2, because no line breaks exactly in the middle
    for (const QString& name : names) {
        const QString text = metrics.elidedText(name, Qt::ElideMiddle, ofTwoLines * px);
        shortened.names << (metrics.horizontalAdvance(text) <= px
                                ? text
                                : broken(text, Break::Anywhere, metrics).join(QLatin1Char('\n')));
    }
    return shortened;
}

qreal leastNameWidth(const QStringList& names, const FigureStyle& style) {
    const QFontMetricsF metrics(style.font(smallestPx));
    qreal width = 0;
    for (const QString& name : names)
        width = std::max(width, widestLine(broken(name, Break::Anywhere, metrics), metrics));
    return width;
}

}  // namespace attx
