#include "ui/figures/evaluate/set_figure.h"
#include "ui/look/model_text.h"
#include "ui/look/translate.h"

#include <QFontMetricsF>
#include <QHash>
#include <QLineF>
#include <QList>
#include <QPainter>
#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace attx {
namespace {

constexpr qreal rowMargin = 8, gap = 8;
constexpr qreal largestImage = 72, smallestImage = 12;  // px
constexpr qreal leastNamed = 24;                        // px of an image that has its class below it
constexpr qreal lineRoom = 4;                           // Gap below each line of text

qreal textHeight(const FigureStyle& style) { return QFontMetricsF(style.font(labelPx)).height(); }

qreal imageSide(int images, qreal width, const FigureStyle& style) {
    const int count = std::max(1, images);
    return std::clamp((width - 2 * rowMargin - (count - 1) * gap) / count, smallestImage,
                      style.px(largestImage));
}

void paintImage(QPainter& painter, const QRectF& box, const QImage& image, const FigureStyle& style) {
    if (image.isNull()) {
        painter.fillRect(box, style.grid);
        return;
    }
    // Few pixels stay sharp squares; photographs that shrink are smoothed.
    painter.setRenderHint(QPainter::SmoothPixmapTransform, image.width() > box.width());
    painter.drawImage(box, image);
}

/// A class over one or two lines: "aquatic_mammals" and "red circle" break between the words.
QStringList linesOf(const QString& name, qreal width, const QFontMetricsF& metrics) {
    static const QRegularExpression gaps(QStringLiteral("[ _]"));
    const qsizetype space = name.indexOf(gaps);
    if (space < 0 || metrics.horizontalAdvance(name) <= width) return {name};
    return {name.left(space), name.mid(space + 1)};
}

/// Px for the class below an image of such a side.
constexpr qreal nameWidth(qreal side) { return side + gap - 3; }

struct WrittenNames {
    QFont font;
    QHash<QString, QStringList> lines;  ///< Key: the name of a class
};

/// In the largest font in which the classes of all images are whole; none: there is no room for them, and the
/// caption says the two that there are.
std::optional<WrittenNames> namesWithin(const QStringList& names, qreal width, const FigureStyle& style) {
    for (const int px : {labelPx, smallestPx}) {
        WrittenNames written{style.font(px), {}};
        const QFontMetricsF metrics(written.font);
        const bool fit = std::ranges::all_of(names, [&](const QString& name) {
            if (written.lines.contains(name)) return true;
            const QStringList lines = linesOf(shortClass(drawnText(name)), width, metrics);
            written.lines[name] = lines;
            return std::ranges::all_of(
                lines, [&](const QString& line) { return metrics.horizontalAdvance(line) <= width; });
        });
        if (fit) return written;
    }
    return std::nullopt;
}

void frame(QPainter& painter, const QRectF& box, const QColor& color, qreal width, qreal outside) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    const qreal out = outside + width / 2;
    painter.drawRect(box.adjusted(-out, -out, out, out));
}

/// With as many digits as there is room for: "0.983", "0.98", ".98", "1", or nothing.
QString shareText(float share, qreal width, const QFontMetricsF& metrics) {
    const double value = double(share);
    QStringList texts{QString::number(value, 'f', 3), QString::number(value, 'f', 2)};
    const bool isPart = texts.back().startsWith(QLatin1Char('0'));
    texts << (isPart ? texts.back().mid(1) : QString::number(value, 'f', 0));
    for (const QString& text : texts)
        if (metrics.horizontalAdvance(text) <= width) return text;
    return {};
}

}  // namespace

int ShownSet::predicted() const {
    return probabilities.empty() ? -1 : int(std::ranges::max_element(probabilities) - probabilities.begin());
}

qreal setRowHeight(int images, qreal width, const FigureStyle& style, bool named) {
    const qreal side = imageSide(images, width, style);
    // The caption, the probabilities, and the class in two lines.
    return (named && side > leastNamed ? 4 : 2) * textHeight(style) + 2 * lineRoom + side + 2 * rowMargin;
}

bool haveRoom(const QStringList& classes, int images, qreal width, const FigureStyle& style) {
    const qreal room = nameWidth(imageSide(images, width, style));
    const auto whole = std::ranges::count_if(
        classes, [&](const QString& name) { return namesWithin({name}, room, style).has_value(); });
    return 10 * whole >= 9 * classes.size();
}

QString shortClass(const QString& name) { return name.section(QStringLiteral(" ("), 0, 0); }

QRectF setImageRect(const QRectF& row, int images, int index, const FigureStyle& style) {
    const qreal side = imageSide(images, row.width(), style);
    return {row.left() + rowMargin + index * (side + gap),
            row.top() + rowMargin + textHeight(style) + lineRoom, side, side};
}

void paintSet(QPainter& painter, const QRectF& row, const ShownSet& set, const FigureStyle& style,
              int places) {
    const int count = int(set.images.size()), predicted = set.predicted();
    places = std::max(places, count);
    const qreal line = textHeight(style);
    painter.setFont(style.font(labelPx));
    const QFontMetricsF metrics(style.font(labelPx));
    QString caption = set.caption;
    if (predicted >= 0 && set.odd >= 0)
        caption += predicted == set.odd ? QStringLiteral(" ✓") : QStringLiteral(" ✗");
    if (set.odd >= 0 && set.odd < set.names.size())
        caption = tr("%1 · %2, others %3")
                      .arg(caption, shortClass(drawnText(set.names[set.odd])),
                           shortClass(drawnText(set.names[set.odd == 0 ? count - 1 : 0])));
    painter.setPen(predicted >= 0 && set.odd >= 0 && predicted != set.odd ? style.seriesColor(1)
                                                                          : style.muted);
    painter.drawText(QRectF(row.left() + rowMargin, row.top() + rowMargin, row.width() - 2 * rowMargin, line),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(caption, Qt::ElideRight, row.width() - 2 * rowMargin));
    std::optional<WrittenNames> written;
    if (row.height() + 1 >= setRowHeight(places, row.width(), style))
        written = namesWithin(set.names, nameWidth(setImageRect(row, places, 0, style).width()), style);
    for (int i = 0; i < count; ++i) {
        const QRectF box = setImageRect(row, places, i, style);
        paintImage(painter, box, set.images[i], style);
        if (i == set.odd) frame(painter, box, style.foreground, 2, 0);
        if (i == predicted) frame(painter, box, style.accent, 2, i == set.odd ? 2 : 0);
        const QRectF under(box.left() - gap / 2, box.bottom() + lineRoom, box.width() + gap, line);
        painter.setPen(i == set.odd ? style.foreground : style.muted);
        if (i < set.names.size() && box.width() > leastNamed && written) {
            painter.setFont(written->font);
            QRectF at = under.translated(0, line);
            for (const QString& part : written->lines[set.names[i]]) {
                painter.drawText(at, Qt::AlignHCenter | Qt::AlignVCenter, part);
                at.translate(0, line);
            }
            painter.setFont(style.font(labelPx));
        }
        if (size_t(i) < set.probabilities.size()) {
            painter.setPen(i == predicted ? style.accent : style.muted);
            painter.drawText(under, Qt::AlignHCenter | Qt::AlignVCenter,
                             shareText(set.probabilities[i], under.width() - gap, metrics));
        }
    }
}

QSize SetFigure::defaultSize() const {
    constexpr int width = 880;
    return {width, std::max(80, int(leastSize(width, FigureStyle::light()).height()) + 1)};
}

int SetFigure::mostImages() const {
    qsizetype most = 1;
    for (const ShownSet& set : sets) most = std::max(most, set.images.size());
    return int(most);
}

QSizeF SetFigure::leastSize(qreal width, const FigureStyle& style) const {
    return {0, qreal(sets.size()) * setRowHeight(mostImages(), width, style)};
}

void SetFigure::paint(QPainter& painter, const QRectF& rect, const FigureStyle& given) const {
    painter.fillRect(rect, given.background);
    if (sets.empty()) return;
    constexpr qreal leastZoom = 0.25, smaller = 0.95;
    FigureStyle style = given;
    int places = mostImages();  // more of them make images smaller
    const auto rowHeight = [&] { return setRowHeight(places, rect.width(), style); };
    const qreal room = rect.height() / qreal(sets.size());
    while (rowHeight() > room && imageSide(places, rect.width(), style) > smallestImage) ++places;
    while (rowHeight() > room && style.zoom > leastZoom) style.zoom *= smaller;
    QRectF row(rect.left(), rect.top(), rect.width(), rowHeight());
    for (const ShownSet& set : sets) {
        paintSet(painter, row, set, style, places);
        row.translate(0, row.height());
    }
}

std::vector<NamedArray> SetFigure::data() const {
    NamedArray probabilities{"probabilities", {static_cast<int64_t>(sets.size()), 0}, {}},
        odd{"odd", {static_cast<int64_t>(sets.size())}, {}};
    for (const ShownSet& set : sets) {
        probabilities.shape[1] = set.images.size();
        for (qsizetype i = 0; i < set.images.size(); ++i)
            probabilities.values.push_back(set.probabilities.empty() ? std::numeric_limits<float>::quiet_NaN()
                                                                     : set.probabilities[i]);
        odd.values.push_back(float(set.odd));
    }
    return {probabilities, odd};
}

std::string SetFigure::table(const FactColumns& same) const {
    std::string text = "set,place,class,odd,predicted,probability" + same.names + "\n";
    for (const ShownSet& set : sets)
        for (qsizetype i = 0; i < set.images.size(); ++i)
            text += csvField(set.caption) + "," + std::to_string(i + 1) + "," + csvField(set.names.value(i)) +
                    "," + (i == set.odd ? "1" : "0") + "," + (i == set.predicted() ? "1" : "0") + "," +
                    (set.probabilities.empty() ? "" : csvNumber(set.probabilities[i])) + same.values + "\n";
    return text;
}

namespace {

struct LinkPlaces {
    qreal side, left, step, above, below;
    [[nodiscard]] QRectF at(int i, bool query) const {
        return {left + i * step, query ? above : below, side, side};
    }
};
LinkPlaces placesOf(const QRectF& rect, qsizetype images, const FigureStyle& style) {
    const auto count = qreal(std::max<qsizetype>(1, images));
    const qreal title = textHeight(style) + lineRoom;
    const qreal side = std::clamp((rect.width() - 2 * rowMargin) / count - 4, smallestImage,
                                  std::min(style.px(48), rect.height() / 5));
    const qreal step = std::min(side + 16, (rect.width() - 2 * rowMargin) / count);
    return {side, rect.left() + (rect.width() - step * count) / 2, step, rect.top() + rowMargin + title,
            rect.bottom() - rowMargin - title - side};
}

}  // namespace

int SetLinksFigure::members() const {
    return weights.empty() ? int(images.size()) : int(std::lround(std::sqrt(double(weights.size()))));
}

void SetLinksFigure::paint(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
    painter.fillRect(rect, style.background);
    const int count = members();
    const LinkPlaces places = placesOf(rect, count, style);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(style.font(labelPx));
    painter.setPen(style.muted);
    const qreal line = textHeight(style);
    painter.drawText(QRectF(rect.left(), places.above - line - 2, rect.width(), line), Qt::AlignCenter,
                     title().isEmpty() ? tr("query") : tr("query · %1").arg(title()));
    painter.drawText(QRectF(rect.left(), places.below + places.side + 2, rect.width(), line), Qt::AlignCenter,
                     tr("key"));
    if (weights.size() == size_t(count) * size_t(count)) {
        constexpr float faint = 0.02F;  // a weight that no eye would see
        constexpr qreal widest = 5;     // px, of weight 1
        // By strength, as lines with flat ends: Qt's painter fills those one by one, but makes one outline of
        // a path or of round ends, which takes it a quarter of a second.
        constexpr int strengths = 16;
        std::array<QList<QLineF>, strengths + 1> lines;
        for (int q = 0; q < count; ++q) {
            if (chosenQuery >= 0 && q != chosenQuery) continue;
            for (int k = 0; k < count; ++k) {
                const float weight = weights[size_t(q) * size_t(count) + size_t(k)];
                if (!(weight > faint)) continue;
                const QRectF from = places.at(q, true), to = places.at(k, false);
                const float strength = std::ceil(strengths * std::min(1.0F, weight));
                lines[size_t(strength)].append(
                    {from.center().x(), from.bottom() + 2, to.center().x(), to.top() - 2});
            }
        }
        painter.setBrush(Qt::NoBrush);
        for (size_t i = 0; i < lines.size(); ++i) {
            if (lines[i].isEmpty()) continue;
            const qreal weight = qreal(i) / strengths;
            QColor color = style.accent;
            color.setAlphaF(float(std::sqrt(weight)));
            painter.setPen(QPen(color, style.px(0.5 + widest * weight), Qt::SolidLine, Qt::FlatCap));
            painter.drawLines(lines[i]);
        }
    }
    for (int i = 0; i < count; ++i) {
        for (const bool query : {true, false})
            paintImage(painter, places.at(i, query), images.value(i), style);
        if (i == chosenQuery) frame(painter, places.at(i, true), style.accent, 2, 0);
    }
}

int SetLinksFigure::queryAt(const QRectF& rect, QPointF point, const FigureStyle& style) const {
    const LinkPlaces places = placesOf(rect, members(), style);
    for (int i = 0; i < members(); ++i)
        if (places.at(i, true).contains(point)) return i;
    return -1;
}

std::vector<NamedArray> SetLinksFigure::data() const {
    return {{"attention", {weights.empty() ? 0 : members(), weights.empty() ? 0 : members()}, weights}};
}

std::string SetLinksFigure::table(const FactColumns& same) const {
    std::string text = "query,key,weight" + same.names + "\n";
    const auto count = size_t(members());
    for (size_t i = 0; i < weights.size(); ++i)
        text += std::to_string(i / count + 1) + "," + std::to_string(i % count + 1) + "," +
                csvNumber(weights[i]) + same.values + "\n";
    return text;
}

}  // namespace attx
