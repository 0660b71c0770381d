#include "ui/figures/network/architecture_figure.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <utility>

#include "model/config/config_keys.h"
#include "model/network/program_analysis.h"
#include "ui/look/model_text.h"
#include "ui/look/translate.h"

namespace attx {
namespace {

constexpr qreal outerMargin = 16, partHeight = 36, partGap = 18, groupPadding = 14;
constexpr qreal partWidth = 400, sideRoom = 44;  // sideRoom: for the residual's arrow and "× N"
constexpr qreal arrowHead = 4;
constexpr double largestScale = 2;  // Factor of the default size
constexpr double lowest = 0.55;     // Share of a part's height at which its text just fits

QString shapeOf(const std::vector<int64_t>& sizes) {
    QStringList words;
    for (const int64_t size : sizes) words << QString::number(size);  // A comma stands between sizes alone
    return QStringLiteral("[%1]").arg(words.join(QStringLiteral(", ")));
}

void drawArrow(QPainter& painter, QPointF from, QPointF to, qreal head) {
    painter.drawLine(from, to);
    painter.drawPolyline(QPolygonF{to + QPointF(-head, -head), to, to + QPointF(head, -head)});
}

}  // namespace

/// Makes the parts of the picture, operation by operation. Linear layers belong to the part that they lead to
/// or come from: attention has one on either side of it, and so has an activation.
class ArchitectureFigure::Walk {
    Q_DECLARE_TR_FUNCTIONS(attx::ArchitectureFigure)
public:
    explicit Walk(const Program& program)
        : program_(program),
          readers_(readersOfTensors(program, program.ops)),
          parts_(program.tensors.size()) {
        const std::vector<size_t> writers = writersOfTensors(program, program.ops);
        const auto writer = [&](TensorId id) { return writers[id]; };
        const size_t first = writer(program.blocks.front().input) + 1,
                     past = writer(program.blocks.front().output) + 1,
                     behind = writer(program.blocks.back().output) + 1;
        for (size_t i = 0; i < program.ops.size(); ++i) {
            if (i >= past && i < behind) continue;  // the layers are alike
            inLayer_ = i >= first && i < past;
            const int64_t waiting = pending_;
            std::visit([this](const auto& op) { add(op); }, program.ops[i]);
            takeLearned(opInfo(program, program.ops[i]).parameters, waiting);
            for (const TensorId id : opInfo(program, program.ops[i]).writes) parts_[id] = int(parts.size());
        }
    }
    std::vector<ArchitecturePart> parts;

private:
    [[nodiscard]] int64_t count(ParameterId id) const { return program_.parameters[id].size(); }
    [[nodiscard]] int64_t count(std::optional<ParameterId> id) const { return id ? count(*id) : 0; }
    [[nodiscard]] QString shape(TensorId id) const { return shapeOf(program_.tensors[id].shape); }
    void part(const QString& title, const QString& shape, int64_t parameters, const char* page = "") {
        parts.push_back({title, shape, parameters, QString::fromLatin1(page), inLayer_});
    }
    /// Gives the parameters of an operation to the part that counts them; `waiting`: how many waited for
    /// theirs before it.
    void takeLearned(const std::vector<ParameterId>& of, int64_t waiting) {
        std::vector<size_t>& to = pending_ > waiting ? pendingLearned_ : parts.back().learned;
        if (pending_ < waiting)
            for (const size_t id : std::exchange(pendingLearned_, {})) to.push_back(id);
        for (const ParameterId id : of) to.push_back(size_t(id));
    }

    void add(const Embed& op) {
        if (op.types) {
            pending_ += count(op.weight);
            types_ = op.y;
            return;
        }
        part(tr("Input: tokens, %1 categories").arg(program_.config.inputDim), shapeOf({program_.given()}),
             0);
        part(tr("Embedding"), shape(op.y), count(op.weight) + count(op.bias));
    }
    void add(const LoadFeatures& op) {
        part(tr("Input: features of %1 numbers").arg(program_.config.inputDim), shape(op.y), 0);
    }
    void add(const Linear& op) {
        const bool tied = program_.parameters[op.weight].role == Role::EmbeddingTable;
        const int64_t parameters = (tied ? 0 : count(op.weight)) + count(op.bias);  // the table is counted
        if (program_.parameters[op.weight].role == Role::PoolerWeight)
            part(tr("Pooler, %1").arg(modelText(choiceLabels<Pooler>[size_t(program_.config.pooler)])),
                 shape(op.y), parameters);
        else if (op.y == program_.logits)
            part(tied ? tr("Output: logits, tied") : tr("Output: logits"), answerShape(),
                 std::exchange(pending_, 0) + parameters, pageOfAnswers);
        else if (parts.size() == 1)
            part(tr("Linear"), shape(op.y), parameters);
        else if (inLayer_ && takesNext_)
            parts.back().parameters += parameters;
        else
            pending_ += parameters;
        if (inLayer_) takesNext_ = false;
    }
    void add(const Prepend& op) { part(tr("Class token in front"), shape(op.y), count(op.token)); }
    void add(const AddPositions& op) {
        part(op.table ? tr("+ learned positions") : tr("+ positional encoding"), shape(op.y), count(op.table),
             op.table ? "" : "positions");
    }
    void add(const ShareKeys& op) { kvHeads_ = op.kvHeads; }
    void add(const Rotate&) { turns_ = true; }
    void add(const Attention& op) {
        const int64_t width = program_.tensors[op.y].shape.back() / op.heads;
        const QString kind = op.causal ? tr("Causal attention: %1") : tr("Attention: %1");
        part((turns_     ? tr("%1, rotary").arg(kind)
              : op.alibi ? tr("%1, ALiBi").arg(kind)
                         : kind)
                 .arg((op.heads == 1 ? tr("1 head of %1").arg(width)
                                     : tr("%1 heads of %2").arg(op.heads).arg(width)) +
                      (kvHeads_ > 0 ? tr(", %1 of keys").arg(kvHeads_) : QString())),
             statesShape(), std::exchange(pending_, 0), "attention");
        takesNext_ = true;
    }
    void add(const Activate& op) {
        if (!inLayer_) return;                                 // the output net is one part
        const Activation chosen = program_.config.activation;  // The gate is included
        const QString kind = modelText(choiceLabels<Activation>[size_t(chosen)]);
        const int C = program_.config.modelDim, F = program_.config.dimFeedforward;
        part(op.kind == Activation::Relu ? tr("Feed-forward: %1 → %2 → %1").arg(C).arg(F)
                                         : tr("Feed-forward, %3: %1 → %2 → %1").arg(C).arg(F).arg(kind),
             statesShape(), std::exchange(pending_, 0));
        takesNext_ = true;
    }
    void add(const Multiply&) {}
    void add(const Add& op) {
        if (op.x == types_) {
            part(tr("+ token types"), shape(op.y), std::exchange(pending_, 0));
            return;
        }
        const int from = parts_[op.residual];  // parts that made what goes past the others
        part(tr("Add"), shape(op.y), 0);
        parts.back().past = int(parts.size()) - 1 - from;
        sum_ = op.y;
    }
    void add(const Norm& op) {
        const int64_t parameters = count(op.weight) + count(op.bias);
        if (program_.parameters[op.weight].role == Role::OutputNormWeight) {
            pending_ += parameters;
        } else if (inLayer_ && op.x == sum_ && readers_[op.x].size() == 1) {
            parts.back().title = op.centred ? tr("Add & norm") : tr("Add & RMSNorm");
            parts.back().parameters = parameters;
        } else {
            part(op.centred ? tr("Norm") : tr("RMSNorm"), shape(op.y), parameters);
        }
    }
    void add(const Pool& op) {
        constexpr const char* titles[] = {// As PoolingKind
                                          QT_TR_NOOP("Maximum over positions"),
                                          QT_TR_NOOP("Mean over positions"), QT_TR_NOOP("First position"),
                                          QT_TR_NOOP("Last position"), QT_TR_NOOP("All positions, joined")};
        part(tr(titles[size_t(op.kind)]), shape(op.y), 0, pageOfAnswers);
    }
    void add(const Dropout&) {}
    void add(const CrossEntropy&) {}

    [[nodiscard]] QString statesShape() const { return shape(program_.blocks.front().output); }
    [[nodiscard]] QString answerShape() const {
        return program_.config.output == OutputKind::Set ? shapeOf({program_.length})
                                                         : shape(program_.logits);
    }

    const Program& program_;
    const std::vector<std::vector<size_t>> readers_;  ///< Operations that read each tensor
    std::vector<int> parts_;                          ///< How many there were when each tensor was made
    bool inLayer_ = false, takesNext_ = false, turns_ = false;
    int kvHeads_ = 0;      ///< Number of key heads where keys are shared
    TensorId types_ = -1;  ///< What the types of tokens add
    TensorId sum_ = -1;    ///< The last one
    int64_t pending_ = 0;  ///< Parameters of layers whose part is still to come
    std::vector<size_t> pendingLearned_;
};

ArchitectureFigure::ArchitectureFigure(const Program& program) : layers(program.config.numLayers) {
    setName(QStringLiteral("architecture"));
    setTitle(tr("Architecture"));
    parts = Walk(program).parts;
}

int64_t ArchitectureFigure::total() const {
    int64_t sum = 0;
    for (const ArchitecturePart& part : parts) sum += part.parameters * (part.inLayer ? layers : 1);
    return sum;
}

QSize ArchitectureFigure::defaultSize() const {
    const auto n = qreal(parts.size());
    return QSizeF(partWidth + 2 * sideRoom + 2 * outerMargin,
                  2 * outerMargin + n * partHeight + (n - 1) * partGap + 2 * groupPadding)
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
    qreal y = outerMargin;
    for (int i = 0; i <= part; ++i) {
        const auto at = size_t(i);
        const bool begins = parts[at].inLayer && (i == 0 || !parts[at - 1].inLayer);
        const bool ended = i > 0 && !parts[at].inLayer && parts[at - 1].inLayer;
        if (begins || ended) y += groupPadding;
        if (i < part) y += partHeight + partGap;
    }
    const QPointF corner(rect.center().x() - whole.width() * scale.x / 2,
                         rect.center().y() - whole.height() * scale.y / 2);
    return {corner + QPointF((outerMargin + sideRoom) * scale.x, y * scale.y),
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
        if (parts[i].inLayer) group |= placeOf(int(i));
    painter.setPen(QPen(style.muted, style.px(1), Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    const QString times = tr("× %1").arg(layers);
    const qreal wide = QFontMetricsF(bold).horizontalAdvance(times) + style.px(8),
                above = groupPadding * scale.y,
                aside = std::max((sideRoom - 8) * scale.x,
                                 std::min((sideRoom + outerMargin - 2) * scale.x, wide));
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
                     std::ranges::any_of(parts, [&](const ArchitecturePart& part) {
                         return ofTitle.horizontalAdvance(part.title) + gap +
                                    ofNumbers.horizontalAdvance(numbersOf(part).front()) >
                                inside;
                     });
    for (int i = 0; i < int(parts.size()); ++i) {
        const ArchitecturePart& part = parts[i];
        const QRectF place = placeOf(i);
        painter.setPen(QPen(style.muted, style.px(1.2)));
        if (i > 0)
            drawArrow(painter, {place.center().x(), placeOf(i - 1).bottom()},
                      {place.center().x(), place.top()}, head);
        // What comes in goes past attention and feed-forward, and is added.
        if (part.past > 0) {
            const QRectF past = placeOf(i - part.past);
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
    for (const ArchitecturePart& part : parts) counts.values.push_back(float(part.parameters));
    return {counts};
}

std::string ArchitectureFigure::table(const FactColumns& same) const {
    std::string text = "part,shape,parameters,layers" + same.names + "\n";
    for (const ArchitecturePart& part : parts)
        text += csvField(part.title) + ',' + csvField(part.shape) + ',' + std::to_string(part.parameters) +
                ',' + std::to_string(part.inLayer ? layers : 1) + same.values + '\n';
    return text;
}

}  // namespace attx
