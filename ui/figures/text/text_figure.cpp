#include "ui/figures/text/text_figure.h"
#include "ui/look/unit_text.h"

#include <QLinearGradient>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>

namespace attx {
namespace {

constexpr qreal scaleWidth = 120, scaleHeight = 8;
constexpr qreal lineGap = 1.55;  // Factor of the font's height: room for the shades' rounded corners
// Alpha, 0 to 255: letters on the deepest shade stay legible in both themes
constexpr int deepestShade = 190;
constexpr int smallestExportPx = 5;
constexpr QRgb against = 0xFFD55E00;  // Okabe and Ito's vermilion, the counterpart of the accent
constexpr qreal paddingWidth = 200;

QString number(float value, int digits = 3) { return withMinus(QString::number(double(value), 'g', digits)); }

/// Two numbers, with as many digits as tell them apart.
QString rangeText(float low, float high) {
    int digits = 3;
    while (digits < 7 && low < high && number(low, digits) == number(high, digits)) ++digits;
    if (digits > 3) ++digits;  // one more, so that what lies between them has a meaning
    return QObject::tr("%1 … %2").arg(number(low, digits), number(high, digits));
}

/// Of words that no shade tells apart.
QString evenText(const TextFigure::Scale& scale) {
    return scale.low < scale.high ? QObject::tr("all but equal: %1").arg(rangeText(scale.low, scale.high))
                                  : QObject::tr("%1 everywhere").arg(number(scale.high));
}

/// The formats that the layout is made with. Given to its draw() they would be selections, for which Qt draws
/// the whole line once more behind a clip, and files of SVG keep no clips.
QList<QTextLayout::FormatRange> formatsOf(const TextFigure& figure, const FigureStyle& style) {
    QList<QTextLayout::FormatRange> formats;
    const auto format = [&](int begin, int end) -> QTextCharFormat& {
        QTextLayout::FormatRange& range = formats.emplaceBack();
        range.start = begin;
        range.length = std::max(end - begin, 0);
        return range.format;
    };
    for (const TokenRange& token : figure.tokens)  // grey letters would be lost on a deep shade
        if (!token.known) format(token.begin, token.end).setUnderlineStyle(QTextCharFormat::DotLine);
    format(figure.tokens.empty() ? 0 : figure.tokens.back().end, int(figure.text.size()))
        .setForeground(style.muted);
    return formats;
}

/// Breaks the text into lines of `width`, `step` px apart; their height.
qreal layOut(QTextLayout& text, qreal width, qreal step) {
    constexpr qreal least = 40;
    qreal height = 0;
    text.beginLayout();
    for (QTextLine line = text.createLine(); line.isValid(); line = text.createLine()) {
        line.setLineWidth(std::max(width, least));
        line.setPosition({0, height});
        height += step;
    }
    text.endLayout();
    return height;
}

}  // namespace

QString fittingScaleText(const QString& ends, QString label, qreal room, const QFontMetricsF& metrics) {
    const auto whole = [&] { return label.isEmpty() ? ends : ends + QStringLiteral("  ") + label; };
    while (!label.isEmpty() && metrics.horizontalAdvance(whole()) > room)
        label.truncate(std::max(qsizetype{0}, label.lastIndexOf(QStringLiteral(", "))));
    // Half a range says nothing: "all but equal" without the numbers does.
    const qsizetype colon = ends.indexOf(QStringLiteral(": "));
    if (label.isEmpty() && colon > 0 && metrics.horizontalAdvance(ends) > room)
        return metrics.elidedText(ends.left(colon), Qt::ElideRight, room);
    return metrics.elidedText(whole(), Qt::ElideRight, room);
}

TextFigure::Scale TextFigure::scale() const {
    if (common) return *common;
    float least = std::numeric_limits<float>::infinity(), most = 0;
    for (size_t t = 0; t < std::min(values.size(), tokens.size()); ++t) {
        if (!std::isfinite(values[t])) continue;
        least = std::min(least, values[t]);
        most = std::max(most, std::abs(values[t]));
    }
    return {diverging || isCount || least < 0 ? 0 : least, most};
}

QColor TextFigure::shade(float value, const Scale& scale, const FigureStyle& style) const {
    if (scale.high <= scale.low || scale.isEven() || !std::isfinite(value)) return Qt::transparent;
    const bool isWarm = isDifference ? value > 0 : value < 0;
    QColor color = isWarm ? QColor::fromRgb(against) : style.accent;
    const float depth = (std::abs(value) - scale.low) / (scale.high - scale.low);
    color.setAlpha(int(std::lround(deepestShade * std::clamp(depth, 0.0f, 1.0f))));
    return color;
}

TextFigure::Layout TextFigure::layout(qreal width, const FigureStyle& style, int textPx) const {
    Layout place;
    const QFontMetricsF head(style.font(headPx, true)), small(style.font(labelPx));
    qreal y = figureMargin + head.height() + 4;
    const qreal inner = width - 2 * figureMargin;
    if (!verdict.isEmpty()) {
        place.verdict = std::make_unique<QTextLayout>(verdict, style.font(bodyPx));
        place.verdictOrigin = {figureMargin, y};
        y += layOut(*place.verdict, inner, QFontMetricsF(style.font(bodyPx)).height()) + 4;
    }
    place.bar = QRectF(figureMargin, y + 4, scaleWidth, scaleHeight);
    y += small.height() + 10;

    QString shown = text;
    shown.replace(QLatin1Char('\n'), QChar::LineSeparator);
    const QFont font = style.font(textPx);
    place.lines = std::make_unique<QTextLayout>(shown, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    place.lines->setTextOption(option);
    place.lines->setFormats(formatsOf(*this, style));
    place.lines->setCacheEnabled(true);
    const qreal step = std::ceil(QFontMetricsF(font).height() * lineGap);
    const qreal textHeight = layOut(*place.lines, inner, step);
    place.origin = {figureMargin, y};

    // A token on two lines (a long word, broken) has a box on each.
    size_t first = 0;
    for (int i = 0; i < place.lines->lineCount(); ++i) {
        const QTextLine line = place.lines->lineAt(i);
        const int begin = line.textStart(), end = begin + line.textLength();
        while (first < tokens.size() && tokens[first].end <= begin) ++first;
        for (size_t t = first; t < tokens.size() && tokens[t].begin < end; ++t) {
            const qreal from = line.cursorToX(std::max(tokens[t].begin, begin));
            const qreal to = line.cursorToX(std::min(tokens[t].end, end));
            place.boxes.emplace_back(figureMargin + std::min(from, to) - 1.5, y + line.y() - 1,
                                     std::abs(to - from) + 3, line.height() + 2);
            place.boxTokens.push_back(int(t));
        }
    }
    y += textHeight;
    if (padding > 0) {
        place.paddingBox =
            QRectF(figureMargin, y + 4, std::min(style.px(paddingWidth), inner), small.height() + 6);
        y += place.paddingBox.height() + 8;
    }
    place.height = y + figureMargin;
    return place;
}

int TextFigure::tokenAt(const Layout& layout, QPointF point) {
    for (size_t i = 0; i < layout.boxes.size(); ++i)
        if (layout.boxes[i].contains(point)) return layout.boxTokens[i];
    return -1;
}

QSize TextFigure::defaultSize() const {
    constexpr int width = 800;
    return {width, int(std::ceil(layout(width, FigureStyle::light()).height))};
}

QSizeF TextFigure::leastSize(qreal width, const FigureStyle& style) const {
    return {0, layout(width, style).height};
}

void TextFigure::paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
    int px = bodyPx;
    Layout place = layout(rect.width(), style, px);
    while (place.height > rect.height() && px > smallestExportPx) place = layout(rect.width(), style, --px);
    paintLayout(painter, place, rect, style);
}

void TextFigure::paintLayout(QPainter& painter, const Layout& place, const QRectF& rect,
                             const FigureStyle& style) const {
    painter.save();
    painter.fillRect(rect, style.background);
    painter.translate(rect.topLeft());
    painter.setRenderHint(QPainter::Antialiasing);

    // Title, verdict, colour scale
    const qreal inner = rect.width() - 2 * figureMargin;
    const QFont head = style.font(headPx, true), small = style.font(labelPx);
    painter.setFont(head);
    painter.setPen(style.foreground);
    const QRectF titleRect(figureMargin, figureMargin, inner, QFontMetricsF(head).height());
    painter.drawText(titleRect, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(head).elidedText(title(), Qt::ElideRight, inner - 32));
    if (place.verdict) place.verdict->draw(&painter, place.verdictOrigin);
    const Scale shades = scale();
    if (!values.empty()) {
        QLinearGradient gradient(place.bar.topLeft(), place.bar.topRight());
        if (diverging) {
            gradient.setColorAt(0, shade(-shades.high, shades, style));
            gradient.setColorAt(0.5, Qt::transparent);
        } else {
            gradient.setColorAt(0, Qt::transparent);
        }
        gradient.setColorAt(1, shade(shades.high, shades, style));
        painter.setPen(QPen(style.grid, 1));
        painter.setBrush(gradient);
        painter.drawRect(place.bar);
        painter.setFont(small);
        painter.setPen(style.muted);
        const QString ends = diverging         ? QObject::tr("−%1 … %1").arg(number(shades.high))
                             : shades.isEven() ? evenText(shades)
                                               : rangeText(shades.low, shades.high);
        const QRectF label(place.bar.right() + 8, place.bar.center().y() - 10, inner - scaleWidth - 8, 20);
        painter.drawText(label, Qt::AlignLeft | Qt::AlignVCenter,
                         fittingScaleText(ends, valueLabel, label.width(), QFontMetricsF(small)));
    }

    // Shades, then the letters over them
    painter.setPen(Qt::NoPen);
    for (size_t i = 0; i < place.boxes.size(); ++i) {
        const auto token = size_t(place.boxTokens[i]);
        if (token >= values.size()) continue;
        const QColor color = shade(values[token], shades, style);
        if (color.alpha() == 0) continue;
        painter.setBrush(color);
        painter.drawRoundedRect(place.boxes[i], 3, 3);
    }
    painter.setPen(style.foreground);
    place.lines->draw(&painter, place.origin);

    painter.setBrush(Qt::NoBrush);
    for (size_t i = 0; i < place.boxes.size(); ++i) {
        const int token = place.boxTokens[i];
        const bool strong = std::ranges::find(strongestKeys, token) != strongestKeys.end();
        if (token == chosen || token == hovered) {
            painter.setPen(QPen(style.foreground, token == chosen ? 2 : 1));
            painter.drawRoundedRect(place.boxes[i], 3, 3);
        } else if (strong) {
            painter.setPen(QPen(style.foreground, 2));
            painter.drawLine(place.boxes[i].bottomLeft() + QPointF(2, 1),
                             place.boxes[i].bottomRight() + QPointF(-2, 1));
        }
    }
    if (padding > 0) {
        const float value = values.size() > tokens.size() ? values.back() : 0;
        painter.setPen(QPen(style.grid, 1));
        painter.drawRoundedRect(place.paddingBox, 3, 3);  // a sum has no place on the scale of the words
        painter.setFont(small);
        painter.setPen(style.muted);
        painter.drawText(place.paddingBox, Qt::AlignCenter,
                         QObject::tr("%1 × padding: %2").arg(padding).arg(number(value)));
    }
    painter.restore();
}

std::vector<NamedArray> TextFigure::data() const {
    return {{"values", {static_cast<int64_t>(values.size())}, values}};
}

std::string TextFigure::table(const FactColumns& same) const {
    std::string table = "position,word,text,value" + same.names + "\n";
    for (size_t i = 0; i < values.size(); ++i) {
        const bool isToken = i < tokens.size();
        const QString written =
            isToken ? text.mid(tokens[i].begin, tokens[i].end - tokens[i].begin) : QString();
        table += std::to_string(i) + ',' +
                 csvField(isToken ? words.value(qsizetype(i)) : QObject::tr("padding")) + ',' +
                 csvField(written) + ',' + csvNumber(values[i]) + same.values + '\n';
    }
    return table;
}

}  // namespace attx
