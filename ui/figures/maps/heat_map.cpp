#include "ui/figures/maps/heat_map.h"
#include "ui/look/translate.h"

#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "ui/look/language.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

// Equal cells may cost up to this share of the room.
constexpr qreal equalCellLoss = 0.15;

int niceEvery(qreal atLeast) {
    for (int decade = 1;; decade *= 10)
        for (int step : {1, 2, 5})
            if (step * decade >= atLeast) return step * decade;
}

/// Each cell of `image` becomes a block; `size` in pixels. Nearest neighbour in whole numbers, so that no
/// rounding of a scaling painter can move an edge.
QImage expanded(const QImage& image, QSize size) {
    QImage out(size, image.format());
    std::vector<int> column(size_t(size.width()));
    const auto source = [](int pixel, int pixels, int cells) {
        return int((2LL * pixel + 1) * cells / (2LL * pixels));
    };
    for (int x = 0; x < size.width(); ++x) column[x] = source(x, size.width(), image.width());
    int previous = -1;
    for (int y = 0; y < size.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(out.scanLine(y));
        const int row = source(y, size.height(), image.height());
        if (row == previous) {
            std::memcpy(line, out.constScanLine(y - 1), size_t(size.width()) * sizeof(QRgb));
            continue;
        }
        const auto* cells = reinterpret_cast<const QRgb*>(image.constScanLine(row));
        for (size_t x = 0; x < column.size(); ++x) line[x] = cells[column[x]];
        previous = row;
    }
    return out;
}

bool isRaster(const QPainter& painter) {
    return painter.paintEngine() && painter.paintEngine()->type() == QPaintEngine::Raster;
}

bool isCount(float value) { return value == std::round(value) && std::abs(value) < mostCounted; }

QString number(float value) { return withMinus(QString::number(double(value), 'g', 3)); }

/// "query 12 '0'": what stands at an axis, without a name that only counts.
QString placeText(const QString& axis, int index, const QStringList& names) {
    const QString counted = QString::number(index + 1);
    const QString place = axis.isEmpty()
                              ? counted
                              : QStringLiteral("%1 %2").arg(
                                    languageCode() == QLatin1String("de") ? axis : axis.toLower(), counted);
    bool counts = true;
    for (qsizetype i = 0; counts && i < names.size(); ++i) counts = names[i] == QString::number(i + 1);
    return counts ? place : QStringLiteral("%1 '%2'").arg(place, names.value(index));
}

const QStringList& shownOf(const QStringList& labels, const QStringList& texts) {
    return labels.isEmpty() || texts.isEmpty() ? labels : texts;
}

QString tickAt(const QStringList& labels, const QStringList& texts, int place) {
    return labels.isEmpty() ? QString::number(place) : shownOf(labels, texts).value(place);
}

QStringList ticksOf(const QStringList& labels, const QStringList& texts, int count) {
    QStringList ticks;
    for (int i = 0; i < count; ++i) ticks << tickAt(labels, texts, i);
    return ticks;
}

QString valueText(float value) {
    const double number = double(value);
    if (std::isnan(number)) return QStringLiteral("–");
    const double size = std::abs(number);
    if (isCount(value) && size >= double(mostDigits)) return withMinus(QString::number(number, 'f', 0));
    const bool isUsual = size == 0 || (size >= 1e-3 && size < 1e3);
    return withMinus(QString::number(number, isUsual ? 'f' : 'g', 3));
}

}  // namespace

QString HeatMap::xTick(int col) const { return tickAt(xTickLabels, tickTexts, col); }
QString HeatMap::yTick(int row) const { return tickAt(yTickLabels, tickTexts, row); }
QStringList HeatMap::xTicks() const { return ticksOf(xTickLabels, tickTexts, cols); }
QStringList HeatMap::yTicks() const { return ticksOf(yTickLabels, tickTexts, rows); }

void HeatMap::keepFirst(int positions) {
    const int height = std::min(rows, positions), width = std::min(cols, positions);
    for (int r = 0; r < height; ++r)
        std::copy_n(values.begin() + std::ptrdiff_t{r} * cols, width,
                    values.begin() + std::ptrdiff_t{r} * width);
    rows = height;
    cols = width;
    values.resize(size_t(rows) * size_t(cols));
    xTickLabels = xTickLabels.mid(0, cols);
    yTickLabels = yTickLabels.mid(0, rows);
    tickTexts = tickTexts.mid(0, std::max(rows, cols));
    tickImages = tickImages.mid(0, std::max(rows, cols));
}

bool sameTicks(const std::vector<HeatMap>& maps) {
    return std::ranges::all_of(maps, [&](const HeatMap& map) {
        return map.rows == maps[0].rows && map.cols == maps[0].cols &&
               map.xTickLabels == maps[0].xTickLabels && map.yTickLabels == maps[0].yTickLabels;
    });
}

QString fittingName(const QString& name, qreal room, const QFontMetricsF& metrics) {
    QString number = name.section(QLatin1Char(' '), -1);
    for (const QString& text : {name, name.left(1) + number})
        if (metrics.horizontalAdvance(text) <= room) return text;
    return number;
}

QString scaleModeName(const ColorScale& scale, bool isHeld) {
    switch (scale.mode) {
        case ScaleMode::PerMap:
            return isHeld ? tr("own scale, for all steps seen") : tr("per map");
        case ScaleMode::Shared:
            return tr("shared");
        case ScaleMode::Fixed:
            return scale.held ? tr("one scale, for all steps seen")
                              : QStringLiteral("%1…%2").arg(number(scale.lo), number(scale.hi));
        case ScaleMode::Logarithmic:
            return tr("log");
    }
    return {};
}

float ColorRange::position(float value) const {
    if (!std::isfinite(value)) return std::isnan(value) ? value : value > 0 ? 1.f : 0.f;
    if (!logarithmic) return std::clamp((value - lo) / (hi - lo), 0.f, 1.f);
    if (value <= lo) return 0.f;
    return std::clamp(std::log(value / lo) / std::log(hi / lo), 0.f, 1.f);
}

ColorScale scaleOf(const HeatMap& map, const ColorScale& scale) {
    if (!map.isSigned || scale.mode != ScaleMode::PerMap) return scale;
    ColorScale own = scale;
    own.map = ColorMap::BlueRed;
    own.symmetric = true;
    return own;
}

CellIndex cellAt(const HeatMap& map, const QRectF& cells, QPointF point) {
    if (map.rows < 1 || map.cols < 1 || cells.isEmpty()) return {};
    const int col = int(std::floor((point.x() - cells.left()) / cells.width() * map.cols));
    const int down = int(std::floor((point.y() - cells.top()) / cells.height() * map.rows));
    if (col < 0 || col >= map.cols || down < 0 || down >= map.rows) return {};
    return {-1, map.originBelow ? map.rows - 1 - down : down, col};
}

QRectF cellRect(const HeatMap& map, const QRectF& cells, int row, int col) {
    const int down = map.originBelow ? map.rows - 1 - row : row;
    const qreal w = cells.width() / map.cols, h = cells.height() / map.rows;
    return {cells.left() + col * w, cells.top() + down * h, w, h};
}

QString cellText(const HeatMap& map, int row, int col) {
    if (row < 0 || row >= map.rows || col < 0 || col >= map.cols) return {};
    if (map.counts)
        return QStringLiteral("%1 %2 → %3 %4: %5")
            .arg(map.yLabel, map.yTick(row), map.xLabel, map.xTick(col))
            .arg(double(map.at(row, col)), 0, 'f', 0);
    const QStringList &down = shownOf(map.yTickLabels, map.tickTexts),
                      &right = shownOf(map.xTickLabels, map.tickTexts);
    return QStringLiteral("%1 → %2  %3")
        .arg(placeText(map.yLabel, row, down), placeText(map.xLabel, col, right),
             !map.missing.isEmpty() && std::isnan(map.at(row, col)) ? map.missing
                                                                    : valueText(map.at(row, col)));
}

qreal TickLabels::widest(int px, const FigureStyle& style) const {
    const auto [place, isNew] = widest_.try_emplace(px, 0);
    if (isNew)
        for (const QString& label : labels_)
            place->second = std::max(place->second, style.textWidth(label, px));
    return place->second;
}

TickPlan planTicks(const TickLabels& of, Qt::Orientation axis, qreal step, qreal maxExtent,
                   const FigureStyle& style, int least) {
    TickPlan plan;
    const QStringList& labels = of.labels();
    if (labels.isEmpty() || step <= 0) return {0, labelPx, false, 0};
    // Words may stand upright under a horizontal axis, numbers stay level.
    const bool words = std::ranges::any_of(labels, [](const QString& label) { return label.size() > 3; });
    const bool mayStand = axis == Qt::Horizontal && words && of.areTokens();
    qreal width = 0, height = 0;
    // Gap between neighbours in a line; digits do not run together into a word as longer labels would.
    const bool letters = std::ranges::all_of(labels, [](const QString& label) { return label.size() <= 1; });
    const qreal gap = letters && of.areTokens() ? 2 : 4;
    // Of the line height: digits and most letters have no descent. Indices may as well be left out.
    const qreal tight = of.areTokens() ? 0.8 : 1;
    for (int px = labelPx; px >= (of.areTokens() ? smallestPx : labelPx); --px) {
        width = of.widest(px, style);
        height = lineHeight(style, px);
        plan.px = px;
        const bool level = axis == Qt::Horizontal && width + gap <= step;
        const bool upright = mayStand && height * tight <= step;
        if (least == 1 && (axis == Qt::Vertical ? height * tight <= step : level || upright)) {
            plan.upright = !level && upright;
            plan.extent = axis == Qt::Vertical || plan.upright ? std::min(width, maxExtent) : height;
            return plan;
        }
    }
    plan.upright = mayStand;
    const qreal along = axis == Qt::Vertical || plan.upright ? height : width + 4;  // a dot fits between
    plan.every = std::max(least, niceEvery(along / step));
    width = 0;  // Widest label that is drawn
    for (qsizetype i = 0; i < labels.size(); i += plan.every)
        width = std::max(width, style.textWidth(labels[i], plan.px));
    plan.extent = axis == Qt::Vertical || plan.upright ? std::min(width, maxExtent) : height;
    return plan;
}

std::vector<int> ticksToDraw(const TickPlan& plan, int count, int lit,
                             const std::function<QRectF(int)>& boxOf,
                             const std::function<bool(const QRectF&)>& fits) {
    std::vector<int> drawn;
    const bool all = plan.every == 1;
    for (int i = 0; i < count && plan.every > 0; i += plan.every)
        if (i != lit &&
            (all || ((i == 0 || fits(boxOf(i))) && (lit < 0 || !boxOf(i).intersects(boxOf(lit))))))
            drawn.push_back(i);
    if (lit >= 0) drawn.push_back(lit);
    return drawn;
}

TickPlan planImages(qreal step) {
    constexpr qreal smallest = 5, largest = 32;
    return {step - 1 < smallest ? 0 : 1, labelPx, false, std::min(largest, step - 1)};
}

void paintUpwards(QPainter& painter, const QRectF& rect, const QString& text, const FigureStyle& style,
                  Qt::TextElideMode elision) {
    const QFont font = style.font(labelPx);
    painter.save();
    painter.setFont(font);
    painter.translate(rect.center());
    painter.rotate(-90);
    const QString fitting = QFontMetricsF(font).elidedText(text, elision, rect.height());
    painter.drawText(QRectF(-rect.height() / 2, -rect.width() / 2, rect.height(), rect.width()),
                     Qt::AlignCenter, fitting);
    painter.restore();
}

QRectF snapCells(const HeatMap& map, const QRectF& cells, qreal pixelRatio) {
    const auto length = [&](qreal available, int count) {
        const qreal pixels = std::max(1.0, std::floor(available * pixelRatio + 1e-6));
        const qreal equal = std::floor(pixels / count) * count;
        return equal >= pixels * (1 - equalCellLoss) ? equal : pixels;
    };
    qreal w = length(cells.width(), std::max(map.cols, 1));
    qreal h = length(cells.height(), std::max(map.rows, 1));
    if (map.squareCells && map.rows == map.cols) w = h = std::min(w, h);
    const qreal left = std::round((cells.left() + cells.width() / 2) * pixelRatio - w / 2);
    const qreal top = std::round((cells.top() + cells.height() / 2) * pixelRatio - h / 2);
    return {left / pixelRatio, top / pixelRatio, w / pixelRatio, h / pixelRatio};
}

qreal rasterRatio(const QPainter& painter) {
    constexpr qreal asPictures = 2;  // Pixels per px of a PNG at the usual scale
    return isRaster(painter) ? std::max(1e-3, painter.deviceTransform().m11()) : asPictures;
}

QSize rasterSize(const QPainter& painter, const QRectF& rect) {
    return isRaster(painter) ? (rect.size() * rasterRatio(painter)).toSize() : QSize();
}

void paintCells(QPainter& painter, const QRectF& cells, const QImage& image) {
    if (cells.isEmpty() || image.isNull()) return;
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.setRenderHint(QPainter::LosslessImageRendering, true);
    if (isRaster(painter)) {
        const QTransform toDevice = painter.deviceTransform();
        const QRectF device = toDevice.mapRect(cells);
        const QPoint topLeft(qRound(device.left()), qRound(device.top()));
        const QPoint end(qRound(device.right()), qRound(device.bottom()));
        const QRect pixels(topLeft,
                           QSize(std::max(1, end.x() - topLeft.x()), std::max(1, end.y() - topLeft.y())));
        painter.drawImage(toDevice.inverted().mapRect(QRectF(pixels)), expanded(image, pixels.size()));
    } else {
        // Viewers of SVG and PDF may smooth what they enlarge, whatever the file asks for. So each cell
        // is a block of pixels: about four for each px, of large cells one, which leaves no visible edge to
        // smooth.
        const auto block = [](qreal cell) {
            const qreal most = std::max(16.0, std::ceil(cell));
            return int(std::clamp(std::ceil(cell * 4), 1.0, most));
        };
        const QSize size(image.width() * block(cells.width() / image.width()),
                         image.height() * block(cells.height() / image.height()));
        painter.drawImage(cells, expanded(image, size));
    }
    painter.restore();
}

std::optional<CellNumber> numberFor(float value, QSizeF cell, const FigureStyle& style) {
    QStringList texts;
    if (isCount(value)) texts << QString::number(double(value), 'f', 0);
    for (const int digits : {2, 1}) texts << QString::number(double(value), 'g', digits);
    const double size = std::abs(double(value));
    const auto thousands = [&](int decimals) {
        return QString::number(double(value) / 1000, 'f', decimals) + QLatin1Char('k');
    };
    if (isCount(value) && size >= 1000) texts << thousands(1);
    // For smaller ones "2k" would be too far from 1,600
    if (isCount(value) && size >= 10'000) texts << thousands(0);
    if (size < 1)  // "0.0012" is wider than it is telling
        for (const int decimals : {2, 1}) texts << QString::number(double(value), 'f', decimals);
    bool isNumber = false;
    for (QString& text : texts)
        if (text.toDouble(&isNumber) == 0 && isNumber)
            text = value == 0 ? QStringLiteral("0") : QStringLiteral("≈0");
        else
            text = withMinus(text);
    for (const int px : {labelPx, smallestPx}) {
        const QFontMetricsF metrics(style.font(px));
        if (metrics.ascent() > cell.height()) continue;
        for (const QString& text : texts)
            if (metrics.horizontalAdvance(text) + 2 <= cell.width()) return CellNumber{text, px};
    }
    return std::nullopt;
}

void paintNumbers(QPainter& painter, const HeatMap& map, const QRectF& cells, ColorMap colors,
                  const ColorRange& range, const FigureStyle& style) {
    constexpr int readableOn = 128;  // Grey of a background: black text from here on
    struct Written {
        QRectF cell;
        QString text;
        bool onLight = false;
    };
    // In one size, and none if one of them has no room: small ones alone would be taken for all there are.
    std::vector<Written> all;
    int px = labelPx;
    for (int row = 0; row < map.rows; ++row)
        for (int col = 0; col < map.cols; ++col) {
            const float value = map.at(row, col);
            if (std::isnan(value)) continue;
            const QRectF cell = cellRect(map, cells, row, col);
            const std::optional<CellNumber> number = numberFor(value, cell.size(), style);
            if (!number) return;
            px = std::min(px, number->px);
            all.push_back(
                {cell, number->text,
                 qGray(mapColor(onBackground(colors, style.dark), range.position(value))) >= readableOn});
        }
    painter.save();
    painter.setFont(style.font(px));
    for (const Written& each : all) {
        painter.setPen(each.onLight ? Qt::black : Qt::white);
        painter.drawText(each.cell, Qt::AlignCenter, each.text);
    }
    painter.restore();
}

void paintOff(QPainter& painter, const QRectF& cells, const FigureStyle& style) {
    QColor veil = style.background;
    veil.setAlpha(200);
    painter.fillRect(cells, veil);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(style.muted, 2));
    painter.drawLine(cells.bottomLeft(), cells.topRight());  // both: one would look like attention along it
    painter.drawLine(cells.topLeft(), cells.bottomRight());
    painter.restore();
}

void paintCursor(QPainter& painter, const HeatMap& map, const QRectF& cells, int row, int col,
                 const FigureStyle& style) {
    if (row < 0 || row >= map.rows || col < 0 || col >= map.cols) return;
    const QRectF cell = cellRect(map, cells, row, col);
    const QColor light = style.dark ? style.foreground : QColor(Qt::white), dark(0, 0, 0);
    painter.save();
    painter.setClipRect(cells.adjusted(-1, -1, 1, 1), Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    // Dashes of two colours, and two rings, are visible on every colour.
    for (const QRectF& band :
         {QRectF(cells.left() - 1, cell.top() - 1, cells.width() + 1, cell.height() + 1),
          QRectF(cell.left() - 1, cells.top() - 1, cell.width() + 1, cells.height() + 1)}) {
        painter.setPen(QPen(dark, 1));
        painter.drawRect(band);
        QPen dashes(light, 1);
        dashes.setDashPattern({3, 3});
        painter.setPen(dashes);
        painter.drawRect(band);
    }
    painter.setPen(QPen(dark, 1));
    painter.drawRect(cell.adjusted(-2, -2, 1, 1));
    painter.setPen(QPen(light, 1));
    painter.drawRect(cell.adjusted(-1, -1, 0, 0));
    painter.restore();
}

}  // namespace attx
