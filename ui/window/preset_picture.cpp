#include "ui/window/preset_picture.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <memory>
#include <random>

#include "model/config/config.h"
#include "model/config/data_size.h"
#include "model/config/task.h"
#include "model/data/drawn_shapes.h"
#include "model/data/generated_reviews.h"
#include "model/data/sample.h"
#include "model/inspect/inspector.h"
#include "model/network/program.h"
#include "ui/look/color_map.h"
#include "ui/look/model_text.h"

namespace attx {
namespace {

constexpr int gap = 4;                        // px between pictures
constexpr int setSize = 10, shapesInSet = 5;  // Images; columns
constexpr int picturesShown = 100;            // Examples of pictures, after which they come again

QRectF squareIn(const QRectF& room) {
    const qreal side = std::min(room.width(), room.height());
    return {room.center() - QPointF(side, side) / 2, QSizeF(side, side)};
}

void paintAttention(QPainter& painter, const QRectF& room, const RunConfig& preset, int example) {
    RunConfig config = preset;
    const int heads = config.network.numLayers * config.network.numHeads;
    if (heads == 1) config = presetByName("reverse-by-hand");
    std::mt19937 random(static_cast<unsigned>(example));
    std::vector<int32_t> tokens(size_t(config.data.length));
    for (int32_t& token : tokens) token = int32_t(random() % unsigned(config.network.inputDim));
    Inspector inspector(config.network, Inspector::Gradients::No);
    inspector.setParameters(std::make_shared<const std::vector<float>>(
        initialParameters(buildProgram(config.network, config.data.positions()), config.seed)));
    const Inspection seen = inspector.inspect(typedSample(config, {}, tokens));
    const int columns = int(std::ceil(std::sqrt(heads))),
              length = config.network.positionsFor(config.data.length);
    const QRectF square = squareIn(room);
    const qreal side = (square.width() - (columns - 1) * gap) / columns;
    for (int head = 0; head < heads; ++head) {
        const auto& layer = seen.attention[head / config.network.numHeads];
        const float* weights = layer.data() + ptrdiff_t(head % config.network.numHeads) * length * length;
        const int row = head / columns;
        const float largest = *std::max_element(weights, weights + ptrdiff_t(length) * length);
        QImage map(length, length, QImage::Format_RGB32);
        for (int query = 0; query < length; ++query)
            for (int key = 0; key < length; ++key)
                map.setPixel(key, query,
                             mapColor(ColorMap::Viridis, weights[query * length + key] / largest));
        painter.drawImage(QRectF(square.left() + (head % columns) * (side + gap),
                                 square.top() + row * (side + gap), side, side),
                          map);
    }
}

void paintReview(QPainter& painter, const QRectF& room, int example, bool hasClass,
                 const FigureStyle& style) {
    const std::vector<LabelledText> reviews = generatedReviews(example + 1, 42, 0);
    const LabelledText& review = reviews.back();
    painter.setFont(style.font(labelPx));
    painter.setPen(style.foreground);
    const QRectF text = room.adjusted(2 * gap, gap, -2 * gap, -gap);
    const QColor color = style.seriesColor(review.label == 1 ? 0 : 1);
    const QString label = modelText(generatedClasses()[review.label]);
    const qreal line = painter.fontMetrics().height();
    painter.drawText(text.adjusted(0, 0, 0, -line), Qt::TextWordWrap,
                     QStringLiteral("“%1”").arg(QString::fromStdString(review.text)));
    if (!hasClass) return;
    painter.fillRect(QRectF(room.left(), room.top(), gap, room.height()), color);
    painter.setFont(style.font(labelPx, true));
    painter.fillRect(QRectF(text.left(), text.bottom() - line, text.width(), line), style.background);
    painter.drawText(text, Qt::AlignBottom | Qt::AlignRight, label);
}

QImage imageOf(const ImageSet& images) {
    const QImage pixels(images.image(0).data(), images.width, images.height, 3 * images.width,
                        QImage::Format_RGB888);
    return pixels.copy();
}

void paintSet(QPainter& painter, const QRectF& room, int example, const FigureStyle& style) {
    std::mt19937 random(static_cast<unsigned>(example));
    const int usual = int(random() % drawnClasses),
              odd = (usual + 1 + int(random() % (drawnClasses - 1))) % drawnClasses,
              place = int(random() % setSize);
    const qreal side =
        std::min((room.width() - (shapesInSet - 1) * gap) / shapesInSet, (room.height() - gap) / 2);
    const QPointF corner(room.center().x() - (shapesInSet * side + (shapesInSet - 1) * gap) / 2,
                         room.center().y() - side - gap / 2.0);
    for (int i = 0; i < setSize; ++i) {
        const QImage image = imageOf(drawnShape(i * drawnClasses + (i == place ? odd : usual), 1));
        const int row = i / shapesInSet;
        const QRectF cell(corner.x() + (i % shapesInSet) * (side + gap), corner.y() + row * (side + gap),
                          side, side);
        painter.drawImage(cell, image);
        if (i != place) continue;
        painter.setPen(QPen(style.accent, 3));
        painter.drawRect(cell);
    }
}

/// A drawing cut into patches that stand apart.
void paintPatches(QPainter& painter, const QRectF& room, int example) {
    constexpr int across = 4;
    const QImage image = imageOf(drawnPicture((example * 37 + 30) % picturesShown, 1));
    const QRectF square = squareIn(room);
    const qreal side = (square.width() - (across - 1) * gap) / across;
    const int part = image.width() / across;
    for (int row = 0; row < across; ++row)
        for (int column = 0; column < across; ++column)
            painter.drawImage(
                QRectF(square.left() + column * (side + gap), square.top() + row * (side + gap), side, side),
                image, QRectF(column * part, row * part, part, part));
}

}  // namespace

QImage presetPicture(const std::string& name, int example, QSize size, qreal ratio,
                     const FigureStyle& style) {
    QImage picture(size * ratio, QImage::Format_ARGB32_Premultiplied);
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    const QRectF room(QPointF(0, 0), QSizeF(size));
    const RunConfig config = presetByName(name);
    if (isText(config.data) || isLanguage(config.data)) {
        painter.setRenderHint(QPainter::TextAntialiasing);
        paintReview(painter, room, example, isText(config.data), style);
    } else if (isPictures(config.data)) {
        painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
        paintPatches(painter, room, example);
    } else if (isSets(config.data)) {
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        paintSet(painter, room, example, style);
    } else {
        paintAttention(painter, room, config, example);
    }
    return picture;
}

}  // namespace attx
