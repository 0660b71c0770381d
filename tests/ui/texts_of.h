// The texts of a figure.
#pragma once
#include <QBuffer>
#include <QPainter>
#include <QSvgGenerator>
#include <QXmlStreamReader>

#include "ui/figures/figure.h"

namespace attx {

/// What a figure writes at a size.
inline QStringList textsOf(const Figure& figure, const QSizeF& size, const FigureStyle& style) {
    QBuffer file;
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    QPainter painter(&generator);
    figure.paint(painter, QRectF({}, size), style);
    painter.end();
    QXmlStreamReader reader(file.data());
    QStringList texts;
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("text"))
            texts << reader.readElementText().trimmed();
    return texts;
}

}  // namespace attx
