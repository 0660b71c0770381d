#include "ui/figures/figure.h"

#include <QSet>
#include <cmath>

#include "model/files/text.h"

namespace attx {

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

QStringList distinct(QStringList labels) {
    if (QSet<QString>(labels.begin(), labels.end()).size() < labels.size())
        for (qsizetype i = 0; i < labels.size(); ++i) labels[i].prepend(QStringLiteral("%1: ").arg(i + 1));
    return labels;
}

std::string csvNumber(double value) { return std::isnan(value) ? std::string() : shortest(value); }
std::string csvNumber(float value) { return std::isnan(value) ? std::string() : shortest(value); }

}  // namespace attx
