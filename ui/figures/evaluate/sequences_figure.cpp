#include "ui/figures/evaluate/sequences_figure.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

namespace attx {
namespace {

constexpr qreal sequenceMargin = 6, leastCell = 18, mostCell = 44;  // px at zoom 1
constexpr qreal usualSequenceWidth = 880;

QString lineTitle(int line) {
    return line == 0   ? QCoreApplication::translate("attx::SequencesFigure", "input")
           : line == 1 ? QCoreApplication::translate("attx::SequencesFigure", "true")
                       : QCoreApplication::translate("attx::SequencesFigure", "predicted");
}

qreal sequenceLine(const FigureStyle& style) {
    return QFontMetricsF(style.font(labelPx)).height() + style.px(4);
}

}  // namespace

int ShownSequence::wrong() const {
    return int(std::ranges::count_if(answers, [](const GivenAnswer& given) { return !given.isRight(); }));
}

QString ShownSequence::nameOf(int answer) const {
    return answer >= 0 && answer < classes.size() ? classes[answer] : QString::number(answer);
}

qreal sequenceRowHeight(const FigureStyle& style) {
    return 4 * sequenceLine(style) + 2 * style.px(sequenceMargin);
}

void paintSequence(QPainter& painter, const QRectF& row, const ShownSequence& sequence,
                   const FigureStyle& style) {
    const QFont font = style.font(labelPx);
    const QFontMetricsF metrics(font);
    const qreal line = sequenceLine(style), margin = style.px(sequenceMargin);
    qreal title = 0;
    for (int i = 0; i < 3; ++i)
        title = std::max(title, metrics.horizontalAdvance(lineTitle(i)) + style.px(12));
    const int wrong = sequence.wrong();
    const auto count = int(sequence.tokens.size());
    painter.setFont(font);
    painter.setPen(wrong > 0 ? style.seriesColor(1) : style.muted);
    const QRectF inside = row.adjusted(margin, margin, -margin, -margin);
    QString caption =
        QCoreApplication::translate("attx::SequencesFigure", "Sequence %1").arg(sequence.number);
    if (!sequence.answers.empty())
        caption += QCoreApplication::translate("attx::SequencesFigure", " · %1 of %2 right")
                       .arg(sequence.answers.size() - size_t(wrong))
                       .arg(sequence.answers.size());
    painter.drawText(QRectF(inside.topLeft(), QSizeF(inside.width(), line)), Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(caption, Qt::ElideRight, inside.width()));

    // Cells as wide as the widest token asks, as far as there is room.
    qreal widest = style.px(leastCell);
    for (const QString& token : sequence.tokens)
        widest = std::max(widest, metrics.horizontalAdvance(token) + style.px(8));
    for (const GivenAnswer& given : sequence.answers)
        for (const int answer : {given.truth, given.predicted})
            widest = std::max(widest, metrics.horizontalAdvance(sequence.nameOf(answer)) + style.px(8));
    const bool one = sequence.answers.size() == 1 && count > 1;
    const qreal room = inside.width() - title;
    const qreal cell = std::clamp(std::max(widest, one ? 0.0 : room / std::max(count, 1)),
                                  style.px(leastCell), style.px(one ? 4 * mostCell : mostCell));
    const int shown = std::clamp(int(room / cell), 1, std::max(count, 1));
    const auto at = [&](int position, int below) {
        return QRectF(inside.left() + title + position * cell, inside.top() + (below + 1) * line, cell, line);
    };
    for (int i = 0; i < (sequence.answers.empty() ? 1 : 3); ++i) {
        painter.setPen(style.muted);
        painter.drawText(QRectF(inside.left(), inside.top() + (i + 1) * line, title, line),
                         Qt::AlignLeft | Qt::AlignVCenter, lineTitle(i));
    }
    painter.setPen(style.foreground);
    for (int t = 0; t < shown && t < count; ++t) {
        const bool more = t + 1 == shown && shown < count;
        painter.drawText(at(t, 0), Qt::AlignCenter,
                         more ? QStringLiteral("…")
                              : metrics.elidedText(sequence.tokens[t], Qt::ElideRight, cell - style.px(2)));
    }
    for (const GivenAnswer& given : sequence.answers) {
        const int place = one ? 0 : given.position;
        if (place >= shown || (place + 1 == shown && shown < count && !one)) continue;
        const QRectF truth = at(place, 1), predicted = at(place, 2);
        if (!given.isRight())
            painter.fillRect(predicted.adjusted(1, 1, -1, -1),
                             mixed(style.seriesColor(1), style.background, 0.25));
        painter.setPen(style.foreground);
        painter.drawText(truth, Qt::AlignCenter,
                         metrics.elidedText(sequence.nameOf(given.truth), Qt::ElideRight, cell - 2));
        if (!given.isRight()) {
            QFont bold = font;
            bold.setBold(true);
            painter.setFont(bold);
        }
        painter.drawText(predicted, Qt::AlignCenter,
                         metrics.elidedText(sequence.nameOf(given.predicted), Qt::ElideRight, cell - 2));
        painter.setFont(font);
    }
}

SequencesFigure::SequencesFigure() {
    setName(QStringLiteral("sequences"));
    setTitle(tr("Sequences and answers"));
}

QSize SequencesFigure::defaultSize() const {
    return {static_cast<int>(usualSequenceWidth),
            std::max(80, int(leastSize(usualSequenceWidth, FigureStyle::light()).height()))};
}

QSizeF SequencesFigure::leastSize(qreal /*width*/, const FigureStyle& style) const {
    return {0, qreal(sequences.size()) * sequenceRowHeight(style)};
}

void SequencesFigure::paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
    painter.fillRect(rect, style.background);
    const qreal height = sequenceRowHeight(style);
    for (size_t i = 0; i < sequences.size(); ++i)
        paintSequence(painter, QRectF(rect.left(), rect.top() + qreal(i) * height, rect.width(), height),
                      sequences[i], style);
}

std::vector<NamedArray> SequencesFigure::data() const {
    std::vector<NamedArray> arrays{{"examples", {}, {}},
                                   {"positions", {}, {}},
                                   {"true", {}, {}},
                                   {"predicted", {}, {}},
                                   {"probabilities", {}, {}}};
    for (const ShownSequence& sequence : sequences)
        for (const GivenAnswer& given : sequence.answers) {
            const float values[] = {static_cast<float>(sequence.number), float(given.position + 1),
                                    float(given.truth), float(given.predicted), given.probability};
            for (size_t i = 0; i < arrays.size(); ++i) arrays[i].values.push_back(values[i]);
        }
    if (arrays[0].values.empty()) return {};
    for (NamedArray& array : arrays) array.shape = {std::ssize(array.values)};
    return arrays;
}

std::string SequencesFigure::table(const FactColumns& same) const {
    std::string table = "example,input,position,true,predicted,probability" + same.names + "\n";
    for (const ShownSequence& sequence : sequences) {
        const std::string start =
            std::to_string(sequence.number) + "," + csvField(sequence.tokens.join(QLatin1Char(' '))) + ",";
        for (const GivenAnswer& given : sequence.answers)
            table += start + std::to_string(given.position + 1) + "," +
                     csvField(sequence.nameOf(given.truth)) + "," +
                     csvField(sequence.nameOf(given.predicted)) + "," + csvNumber(given.probability) +
                     same.values + "\n";
    }
    return table;
}

}  // namespace attx
