// How well something can be read, as WCAG 2 counts it: 1 (not at all) to 21 (black on white).
#pragma once
#include <QHash>
#include <QPixmap>
#include <QWidget>
#include <algorithm>
#include <cmath>
#include <span>

namespace attx {

inline double contrastRatio(const QColor& a, const QColor& b) {
    const auto luminance = [](const QColor& color) {
        const auto linear = [](double channel) {
            return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
        };
        return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) +
               0.0722 * linear(color.blueF());
    };
    const auto [dark, light] = std::minmax({luminance(a), luminance(b)});
    return (light + 0.05) / (dark + 0.05);
}

/// Of the colour that a widget has most of, with the one that stands out most. Drawn four times as large, so
/// that thin strokes have their whole colour.
inline double contrastOf(QWidget& widget) {
    constexpr int scale = 4;
    QPixmap picture(widget.size() * scale);
    picture.setDevicePixelRatio(scale);
    picture.fill(widget.palette().color(QPalette::Window));
    widget.render(&picture);
    const QImage image = picture.toImage().convertToFormat(QImage::Format_RGB32);
    QHash<QRgb, int> counts;
    for (int y = 0; y < image.height(); ++y) {
        const std::span row(reinterpret_cast<const QRgb*>(image.constScanLine(y)),
                            static_cast<size_t>(image.width()));
        for (auto from = row.begin(); from != row.end();) {  // runs of one colour
            const auto to = std::find_if(from, row.end(), [&](QRgb colour) { return colour != *from; });
            counts[*from] += static_cast<int>(to - from);
            from = to;
        }
    }
    QRgb background = 0;
    for (auto it = counts.cbegin(); it != counts.cend(); ++it)
        if (it.value() > counts.value(background)) background = it.key();
    double most = 1;
    for (auto it = counts.cbegin(); it != counts.cend(); ++it)
        most = std::max(most, contrastRatio(QColor(it.key()), QColor(background)));
    return most;
}

}  // namespace attx
