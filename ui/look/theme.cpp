#include "ui/look/theme.h"

#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QHash>
#include <QHelpEvent>
#include <QIconEngine>
#include <QMenu>
#include <QPainter>
#include <QPixmapCache>
#include <QStyle>
#include <QStyleFactory>
#include <QSvgRenderer>
#include <QTextDocument>
#include <QToolTip>
#include <QWidget>
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "ui/look/outlined_style.h"

namespace attx {
namespace {

// Everything is neutral but the accent.
struct Shades {
    QRgb window, base, button, text, muted, line, accent, accentText;
};
constexpr Shades lightShades{0xfffafafa, 0xffffffff, 0xfff2f2f2, 0xff1f2124,
                             0xff6b6f76, 0xffdcdee2, 0xff2563c9, 0xffffffff};
constexpr Shades darkShades{0xff1e1f22, 0xff17181a, 0xff2a2b2f, 0xffe4e5e8,
                            0xff9a9ea6, 0xff3a3c41, 0xff6ea3ff, 0xff10131a};

constexpr int darkBelow = 128;  // lightness of a window

QPalette paletteOf(const Shades& s) {
    const QColor disabled = [&] {
        const QColor text(s.text), window(s.window);
        return QColor((text.red() + window.red()) / 2, (text.green() + window.green()) / 2,
                      (text.blue() + window.blue()) / 2);
    }();
    QPalette p;
    const auto set = [&](QPalette::ColorRole role, QRgb color) { p.setColor(role, QColor(color)); };
    set(QPalette::Window, s.window);
    set(QPalette::WindowText, s.text);
    set(QPalette::Base, s.base);
    set(QPalette::AlternateBase, s.button);
    set(QPalette::Text, s.text);
    set(QPalette::PlaceholderText, s.muted);
    set(QPalette::Button, s.button);
    set(QPalette::ButtonText, s.text);
    set(QPalette::BrightText, s.accentText);
    set(QPalette::ToolTipBase, s.base);
    set(QPalette::ToolTipText, s.text);
    set(QPalette::Highlight, s.accent);
    set(QPalette::HighlightedText, s.accentText);
    set(QPalette::Link, s.accent);
    set(QPalette::LinkVisited, s.accent);
    const QColor button(s.button);
    p.setColor(QPalette::Light, button.lighter(110));
    p.setColor(QPalette::Midlight, button.lighter(105));
    set(QPalette::Mid, s.line);
    p.setColor(QPalette::Dark, QColor(s.line).darker(120));
    p.setColor(QPalette::Shadow, QColor(s.line).darker(160));
    for (auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::PlaceholderText})
        p.setColor(QPalette::Disabled, role, disabled);
    p.setColor(QPalette::Disabled, QPalette::Highlight, QColor(s.line));
    p.setColor(QPalette::Disabled, QPalette::HighlightedText, disabled);
    return p;
}

/// Paints a one-colour SVG in the colour that the palette has for its mode.
class ThemedIconEngine : public QIconEngine {
public:
    explicit ThemedIconEngine(const QString& file)
        : file_(file), renderer_(std::make_shared<QSvgRenderer>(file)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
        const qreal ratio = painter->device() ? painter->device()->devicePixelRatioF() : 1.0;
        QPixmap picture = scaledPixmap((QSizeF(rect.size()) * ratio).toSize(), mode, state, ratio);
        painter->drawPixmap(rect, picture);
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        return scaledPixmap(size, mode, state, 1.0);
    }
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal scale) override {
        const QColor color = colorOf(mode);
        const QString key = QStringLiteral("attx-icon %1 %2x%3 %4 %5")
                                .arg(file_)
                                .arg(size.width())
                                .arg(size.height())
                                .arg(color.rgba())
                                .arg(scale);
        QPixmap result;
        if (QPixmapCache::find(key, &result)) return result;
        QImage image(size, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        if (!image.isNull() && renderer_->isValid()) {
            QPainter painter(&image);
            renderer_->render(&painter, QRectF(QPointF(), QSizeF(size)));
            painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
            painter.fillRect(image.rect(), color);
        }
        result = QPixmap::fromImage(image);
        result.setDevicePixelRatio(scale);
        QPixmapCache::insert(key, result);
        return result;
    }
    bool isNull() override { return !renderer_->isValid(); }
    QIconEngine* clone() const override { return new ThemedIconEngine(*this); }

private:
    static QColor colorOf(QIcon::Mode mode) {
        const QPalette palette = QGuiApplication::palette();
        if (mode == QIcon::Disabled) return palette.color(QPalette::Disabled, QPalette::ButtonText);
        if (mode == QIcon::Selected) return palette.color(QPalette::HighlightedText);
        return palette.color(QPalette::ButtonText);
    }

    QString file_;
    std::shared_ptr<QSvgRenderer> renderer_;
};

FigureStyle styleOf(const Shades& s, bool dark) {
    FigureStyle style;
    style.dark = dark;
    style.background = QColor(s.window);
    style.foreground = QColor(s.text);
    style.muted = QColor(s.muted);
    style.grid = QColor(s.line);
    style.accent = QColor(s.accent);
    // Okabe and Ito (https://jfly.uni-koeln.de/color), ordered so that neighbours differ most; the yellow
    // is left out in light and the blue is lighter in dark, to keep a contrast of 3:1 with the background.
    if (dark)
        style.series = {QColor(0xff56b4e9), QColor(0xffe69f00), QColor(0xff29c499), QColor(0xffd98bb8),
                        QColor(0xfff0e442), QColor(0xffef7b3a), QColor(0xffb0b4bb)};
    else
        style.series = {QColor(0xff0072b2), QColor(0xffd55e00), QColor(0xff008f69), QColor(0xffb3598d),
                        QColor(0xff7a4a1e), QColor(0xff7b3ff2), QColor(0xff44474d)};
    return style;
}

/// Qt writes a tip that is no rich text in one line, however long.
bool showLongTip(QWidget* widget, const QHelpEvent& event) {
    QString tip = widget->toolTip();
    if (const auto* menu = qobject_cast<QMenu*>(widget)) {
        const QAction* action = menu->toolTipsVisible() ? menu->actionAt(event.pos()) : nullptr;
        tip = action ? action->toolTip() : QString();
    }
    if (tip.size() <= mostCharacters || Qt::mightBeRichText(tip)) return false;
    QToolTip::showText(event.globalPos(), inLines(tip), widget);
    return true;
}

}  // namespace

ZoomNotice& ZoomNotice::get() {
    static ZoomNotice notice;
    return notice;
}

qreal windowZoom() {
    const int px = QGuiApplication::font().pixelSize();
    return px > 0 ? qreal(px) / bodyPx : 1;
}

int zoomed(int px) { return int(std::lround(px * windowZoom())); }

void whenZoomed(QWidget* widget, const std::function<void()>& apply) {
    // Once all widgets have their fonts: what one measures may be another's.
    QObject::connect(&ZoomNotice::get(), &ZoomNotice::changed, widget, apply, Qt::QueuedConnection);
    apply();
}

void fixWidth(QWidget* widget, int px) {
    whenZoomed(widget, [widget, px] { widget->setFixedWidth(zoomed(px)); });
}

void setLabelFont(QWidget* widget) {
    whenZoomed(widget, [widget] {
        QFont small = widget->font();
        small.setPixelSize(zoomed(labelPx));
        widget->setFont(small);
    });
}

QFont FigureStyle::font(int px, bool bold) const {
    QFont font = family.isEmpty() ? QGuiApplication::font() : QFont(family);
    font.setPixelSize(std::max(1, int(std::lround(px * zoom))));
    font.setBold(bold);
    // Unhinted widths: a layout that fits at one scale fits at every scale.
    font.setHintingPreference(QFont::PreferVerticalHinting);
    return font;
}

/// Kept by what makes the font: a font is slow to make and to compare, and a layout asks a thousand times.
qreal FigureStyle::textWidth(const QString& text, int px, bool bold) const {
    constexpr qsizetype mostTexts = 20'000;  // Texts of all fonts: some megabytes
    thread_local QHash<std::pair<std::pair<QString, int>, QString>, qreal> widths;
    thread_local QFont usual;
    if (const QFont now = QGuiApplication::font(); !usual.isCopyOf(now) || widths.size() >= mostTexts) {
        widths.clear();
        usual = now;
    }
    const int size = int(std::lround(px * zoom));
    const auto key = std::pair(std::pair(family, bold ? -size : size), text);
    if (const auto known = widths.constFind(key); known != widths.cend()) return *known;
    return *widths.insert(key, QFontMetricsF(font(px, bold)).horizontalAdvance(text));
}

qreal textWidth(const QString& text, const QFont& font) {
    constexpr qsizetype mostTexts = 20'000;  // Texts of all fonts: some megabytes
    thread_local QHash<std::pair<QFont, QString>, qreal> widths;
    const std::pair key(font, text);
    if (const auto known = widths.constFind(key); known != widths.cend()) return *known;
    if (widths.size() >= mostTexts) widths.clear();
    return *widths.insert(key, QFontMetricsF(font).horizontalAdvance(text));
}

QFont FigureStyle::fittingFont(const QString& text, qreal width, int px, bool bold) const {
    const QFont usual = font(px, bold);
    if (textWidth(text, px, bold) <= width) return usual;
    return font(px > labelPx ? labelPx : smallestPx, bold);
}

QColor FigureStyle::seriesColor(int index) const {
    return series.empty() ? foreground : series[size_t(index) % series.size()];
}

QColor mixed(const QColor& color, const QColor& background, double share) {
    const auto mix = [&](int a, int b) { return qRound(share * a + (1 - share) * b); };
    return {mix(color.red(), background.red()), mix(color.green(), background.green()),
            mix(color.blue(), background.blue())};
}

FigureStyle FigureStyle::light() {
    FigureStyle style = styleOf(lightShades, false);
    style.background = Qt::white;  // exports stand on paper
    return style;
}

FigureStyle FigureStyle::darkStyle() { return styleOf(darkShades, true); }

FigureStyle FigureStyle::of(const QPalette& palette) {
    const bool dark = looksDark(palette);
    FigureStyle style = styleOf(dark ? darkShades : lightShades, dark);
    style.background = palette.color(QPalette::Window);
    style.zoom = windowZoom();
    return style;
}

bool looksDark(const QPalette& palette) { return palette.color(QPalette::Window).lightness() < darkBelow; }

QPalette lightPalette() { return paletteOf(lightShades); }
QPalette darkPalette() { return paletteOf(darkShades); }

Theme::Theme(QApplication& application)
    : application_(application), systemWasDark_(looksDark(QApplication::palette())) {
    application_.setStyle(makeOutlinedStyle());
    applyFonts();
    application_.installEventFilter(this);
    apply();
}

void Theme::applyFonts() {
    const auto sized = [this](int px) {
        QFont font = QApplication::font();
        font.setPixelSize(int(std::lround(px * zoom_ / 100.0)));
        return font;
    };
    QPixmapCache::clear();  // Drop buttons and icons of the other size
    QToolTip::setFont(sized(labelPx));
    application_.setFont(sized(bodyPx));
    Q_EMIT ZoomNotice::get().changed();
}

void Theme::setZoom(int percent) {
    const int nearest = *std::ranges::min_element(
        zoomSteps, [percent](int a, int b) { return std::abs(a - percent) < std::abs(b - percent); });
    if (nearest == zoom_) return;
    zoom_ = nearest;
    applyFonts();
}

void Theme::zoomBy(int steps) {
    const auto at = std::ranges::find(zoomSteps, zoom_) - zoomSteps.begin();
    setZoom(zoomSteps[std::clamp<std::ptrdiff_t>(at + steps, 0, std::ssize(zoomSteps) - 1)]);
}

void Theme::setChoice(Choice choice) {
    if (choice == choice_) return;
    choice_ = choice;
    apply();
}

QString inLines(const QString& text) {
    QString lines;
    qsizetype length = 0;  // Length of the line so far
    for (const QString& word : text.split(QLatin1Char(' '))) {
        const qsizetype first = word.indexOf(QLatin1Char('\n'));
        const qsizetype added = first < 0 ? word.size() : first;
        const bool fits = lines.isEmpty() || length + 1 + added <= mostCharacters;
        if (!lines.isEmpty()) lines += fits ? QLatin1Char(' ') : QLatin1Char('\n');
        length = first >= 0 ? word.size() - word.lastIndexOf(QLatin1Char('\n')) - 1
                 : fits     ? length + 1 + added
                            : added;
        lines += word;
    }
    return lines;
}

bool Theme::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ToolTip)
        if (auto* widget = qobject_cast<QWidget*>(watched))
            return showLongTip(widget, static_cast<QHelpEvent&>(*event));

    // The platform announces a change of its own theme; our palettes never cause this event.
    if (event->type() == QEvent::ThemeChange && choice_ == Choice::FollowSystem) apply();
    return QObject::eventFilter(watched, event);
}

void Theme::apply() {
    bool dark = choice_ == Choice::Dark;
    if (choice_ == Choice::FollowSystem) {
        // Fusion's standard palette follows the platform's light or dark appearance where Qt knows it;
        // else the palette that we found at the start has to do.
        const std::unique_ptr<QStyle> fusion(QStyleFactory::create(QStringLiteral("Fusion")));
        dark = looksDark(fusion->standardPalette()) || systemWasDark_;
    }
    if (applied_ && dark == dark_) return;
    applied_ = true;
    dark_ = dark;
    QPixmapCache::clear();  // Drop up to 10 MB of pictures of the other palette
    application_.setPalette(dark ? darkPalette() : lightPalette());
    QToolTip::setPalette(QApplication::palette());
    Q_EMIT changed(dark_);
}

QIcon themedIcon(const QString& name) {
    return QIcon(new ThemedIconEngine(QStringLiteral(":/icons/%1.svg").arg(name)));
}

QColor problemColor(const QPalette& palette) {
    return looksDark(palette) ? QColor(0xffff8a80) : QColor(0xffb3261e);
}

}  // namespace attx
