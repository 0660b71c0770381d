#include "ui/figures/architecture_figure.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "model/network/parameter_table.h"
#include "ui/look/model_text.h"
#include "ui/look/translate.h"

namespace attx {
namespace {

constexpr qreal margin = 16, partHeight = 36, partGap = 18, groupPadding = 14;
constexpr qreal partWidth = 400, sideRoom = 44;  // sideRoom: for the residual's arrow and "× N"
constexpr qreal arrowHead = 4;
constexpr double largestScale = 2;  // of the default size
constexpr double lowest = 0.55;     // of a part's height, at which its text just fits

QString shapeOf(std::initializer_list<int64_t> sizes) {
    QStringList words;
    for (const int64_t size : sizes) words << countText(size);
    return QStringLiteral("[%1]").arg(words.join(QStringLiteral(", ")));
}

void drawArrow(QPainter& painter, QPointF from, QPointF to, qreal head) {
    painter.drawLine(from, to);
    painter.drawPolyline(QPolygonF{to + QPointF(-head, -head), to, to + QPointF(head, -head)});
}

}  // namespace

ArchitectureFigure::ArchitectureFigure(const Program& program) : layers(program.config.numLayers) {
    setName(QStringLiteral("architecture"));
    setTitle(tr("Architecture"));
    const NetworkConfig& c = program.config;
    const int64_t T = program.length, d = c.modelDim;
    /// The parameters of the first layer whose names hold one of these.
    const auto count = [&](std::initializer_list<const char*> names) {
        int64_t sum = 0;
        for (const ParameterInfo& parameter : program.parameters)
            for (const char* name : names)
                if (parameter.name.find(name) != std::string::npos) sum += parameter.size();
        return sum;
    };
    const bool tokens = c.input == InputKind::Tokens;
    const QString states = shapeOf({T, d});
    parts.push_back({tokens ? tr("Input: tokens of %1 kinds").arg(c.inputDim)
                            : tr("Input: features of %1 numbers").arg(c.inputDim),
                     tokens ? shapeOf({T}) : shapeOf({T, c.inputDim}),
                     0,
                     {},
                     false});
    parts.push_back(
        {tokens ? tr("Embedding") : tr("Linear"), states, count({"input_net", "embedding"}), {}, false});
    if (c.positionalEncoding)
        parts.push_back({tr("+ positional encoding"), states, 0, QStringLiteral("positions"), false});
    const std::string layer = "transformer.layers.0.";
    const auto ofLayer = [&](const char* name) { return count({(layer + name).c_str()}); };
    const QString heads = c.numHeads == 1 ? tr("1 head of %1").arg(c.headDim())
                                          : tr("%1 heads of %2").arg(c.numHeads).arg(c.headDim());
    parts.push_back(
        {tr("Attention: %1").arg(heads), states, ofLayer("self_attn"), QStringLiteral("attention"), true});
    parts.push_back({tr("Add & norm"), states, ofLayer("norm1"), {}, true});
    parts.push_back({tr("Feed-forward: %1 → %2 → %1").arg(d).arg(c.dimFeedforward),
                     states,
                     ofLayer("linear_net"),
                     {},
                     true});
    parts.push_back({tr("Add & norm"), states, ofLayer("norm2"), {}, true});
    QString answer = shapeOf({T, c.numClasses}), page = QStringLiteral("explain");
    if (c.output == OutputKind::Pooled) {
        parts.push_back({tr("Maximum over positions"), shapeOf({d}), 0, QStringLiteral("text"), false});
        answer = shapeOf({c.numClasses});
        page = QStringLiteral("text");
    } else if (c.output == OutputKind::Set) {
        answer = shapeOf({T});
        page = QStringLiteral("sets");
    }
    parts.push_back({tr("Output: logits"), answer, count({"output_net", "classifier"}), page, false});
}

int64_t ArchitectureFigure::total() const {
    int64_t sum = 0;
    for (const ArchitecturePart& part : parts) sum += part.parameters * (part.inLayer ? layers : 1);
    return sum;
}

QSize ArchitectureFigure::defaultSize() const {
    const auto n = static_cast<qreal>(parts.size());
    return QSizeF(partWidth + 2 * sideRoom + 2 * margin,
                  2 * margin + n * partHeight + (n - 1) * partGap + 2 * groupPadding)
        .toSize();
}

ArchitectureFigure::Scales ArchitectureFigure::scalesIn(const QRectF& rect, const FigureStyle& style) const {
    const QSizeF whole = defaultSize();
    const double x = rect.width() / whole.width(), y = rect.height() / whole.height();
    const double wanted = std::max(style.zoom, std::min({largestScale, x, y}));
    const double text = std::min(wanted, y / lowest);
    return {text, std::min(text, x), std::min(text, y)};
}

QSizeF ArchitectureFigure::leastSize(qreal, const FigureStyle& style) const {
    return {0, defaultSize().height() * lowest * style.zoom};
}

QRectF ArchitectureFigure::rectOfPart(int part, const QRectF& rect, const FigureStyle& style) const {
    const Scales scale = scalesIn(rect, style);
    const QSizeF whole = defaultSize();
    qreal y = margin;
    for (int i = 0; i <= part; ++i) {
        const auto at = static_cast<size_t>(i);
        const bool begins = parts[at].inLayer && (i == 0 || !parts[at - 1].inLayer);
        const bool ended = i > 0 && !parts[at].inLayer && parts[at - 1].inLayer;
        if (begins || ended) y += groupPadding;
        if (i < part) y += partHeight + partGap;
    }
    const QPointF corner(rect.center().x() - whole.width() * scale.x / 2,
                         rect.center().y() - whole.height() * scale.y / 2);
    return {corner + QPointF((margin + sideRoom) * scale.x, y * scale.y),
            QSizeF(partWidth * scale.x, partHeight * scale.y)};
}

/// Short of room, the count of parameters goes without its unit, then the shape, then it goes.
QStringList ArchitectureFigure::numbersOf(const ArchitecturePart& part) {
    if (part.parameters == 0) return {part.shape, QString()};
    const QString count = countText(part.parameters);
    return {tr("%1 · %2 parameters").arg(part.shape, count), QStringLiteral("%1 · %2").arg(part.shape, count),
            count, QString()};
}

void ArchitectureFigure::paint(QPainter& painter, const QRectF& rect, const FigureStyle& given) const {
    const Scales scale = scalesIn(rect, given);
    FigureStyle style = given;
    style.zoom = scale.text;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect, style.background);
    if (parts.empty()) {
        painter.restore();
        return;
    }
    const auto placeOf = [&](int part) { return rectOfPart(part, rect, given); };
    const QFont bold = style.font(bodyPx, true), small = style.font(labelPx);
    const qreal head = style.px(arrowHead);

    QRectF group;
    for (size_t i = 0; i < parts.size(); ++i)
        if (parts[i].inLayer) group |= placeOf(static_cast<int>(i));
    painter.setPen(QPen(style.muted, style.px(1), Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    const QString times = tr("× %1").arg(layers);
    const qreal wide = QFontMetricsF(bold).horizontalAdvance(times) + style.px(8),
                above = groupPadding * scale.y,
                aside = std::max((sideRoom - 8) * scale.x, std::min((sideRoom + margin - 2) * scale.x, wide));
    const QRectF frame = group.adjusted(-aside, -above, aside, above);
    painter.drawRoundedRect(frame, style.px(8), style.px(8));
    painter.setPen(style.foreground);
    painter.setFont(bold);
    painter.drawText(QRectF(group.right(), group.top(), frame.right() - group.right(), group.height()),
                     Qt::AlignCenter | Qt::TextDontClip, times);

    const QFontMetricsF ofTitle(bold), ofNumbers(small);
    const qreal gap = style.px(8), inset = 12 * scale.x, inside = placeOf(0).width() - 2 * inset;
    // Where titles have no room beside the numbers, these stand below them, if the boxes are high enough.
    const bool two = ofTitle.height() + ofNumbers.height() <= placeOf(0).height() - 2 &&
                     std::any_of(parts.begin(), parts.end(), [&](const ArchitecturePart& part) {
                         return ofTitle.horizontalAdvance(part.title) + gap +
                                    ofNumbers.horizontalAdvance(numbersOf(part).front()) >
                                inside;
                     });
    for (int i = 0; i < static_cast<int>(parts.size()); ++i) {
        const ArchitecturePart& part = parts[static_cast<size_t>(i)];
        const QRectF place = placeOf(i);
        painter.setPen(QPen(style.muted, style.px(1.2)));
        if (i > 0)
            drawArrow(painter, {place.center().x(), placeOf(i - 1).bottom()},
                      {place.center().x(), place.top()}, head);
        // What comes in goes past attention and feed-forward, and is added.
        const bool adds = part.inLayer && i > 1 && part.parameters > 0 &&
                          parts[static_cast<size_t>(i - 1)].inLayer && part.title == tr("Add & norm");
        if (adds) {
            const QRectF past = placeOf(i - 1);
            const qreal from = past.top() - partGap * scale.y / 2, x = place.left() - 20 * scale.x;
            QPainterPath way(QPointF(place.center().x(), from));
            way.lineTo(x, from);
            way.lineTo(x, place.center().y());
            way.lineTo(place.left(), place.center().y());
            painter.setBrush(Qt::NoBrush);
            painter.drawPath(way);
            const QPointF tip(place.left(), place.center().y());
            painter.drawPolyline(QPolygonF{tip + QPointF(-head, -head), tip, tip + QPointF(-head, head)});
        }
        painter.setPen(QPen(i == lit ? style.accent : style.grid, style.px(i == lit ? 2 : 1)));
        painter.setBrush(style.background);
        painter.drawRoundedRect(place, style.px(6), style.px(6));
        QRectF text = place.adjusted(inset, 0, -inset, 0), below = text;
        if (two) {
            const qreal free = (text.height() - ofTitle.height() - ofNumbers.height()) / 2;
            text.adjust(0, free, 0, -free - ofNumbers.height());
            below.setTop(text.bottom());
            below.setBottom(text.bottom() + ofNumbers.height());
        }
        QStringList numbers = numbersOf(part);
        const qreal left = two ? inside : inside - gap - ofTitle.horizontalAdvance(part.title);
        while (numbers.size() > 1 && ofNumbers.horizontalAdvance(numbers.front()) > left) numbers.pop_front();
        painter.setFont(small);
        painter.setPen(style.muted);
        painter.drawText(below, (two ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter, numbers.front());
        const bool shared = !two && numbers.size() > 1;
        const qreal room = inside - (shared ? ofNumbers.horizontalAdvance(numbers.front()) + gap : 0);
        painter.setFont(style.fittingFont(part.title, room, bodyPx, true));
        painter.setPen(style.foreground);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetricsF(painter.font()).elidedText(part.title, Qt::ElideRight, room));
    }
    painter.restore();
}

std::vector<NamedArray> ArchitectureFigure::data() const {
    NamedArray counts{"parameters", {static_cast<int64_t>(parts.size())}, {}};
    for (const ArchitecturePart& part : parts) counts.values.push_back(static_cast<float>(part.parameters));
    return {counts};
}

std::string ArchitectureFigure::csv() const {
    std::string text = "part,shape,parameters,layers\n";
    for (const ArchitecturePart& part : parts)
        text += csvField(part.title) + ',' + csvField(part.shape) + ',' + std::to_string(part.parameters) +
                ',' + std::to_string(part.inLayer ? layers : 1) + '\n';
    return text;
}

std::unique_ptr<Figure> ArchitectureFigure::clone() const {
    return std::make_unique<ArchitectureFigure>(*this);
}

}  // namespace attx
