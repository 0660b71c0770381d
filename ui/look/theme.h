// How the application looks: Fusion with an own light and dark palette, one accent colour, three
// font sizes. Figures do not read the palette: they get a FigureStyle, so that an export can be light
// while the window is dark.
#pragma once
#include <QColor>
#include <QFont>
#include <QIcon>
#include <QObject>
#include <QPalette>
#include <QString>
#include <array>
#include <functional>
#include <vector>

class QApplication;
class QWidget;

namespace attx {

// The only three font sizes, in px at 96 dpi and zoom 1.
inline constexpr int bodyPx = 13;
inline constexpr int labelPx = 12;    ///< labels and ticks
inline constexpr int headPx = 16;     ///< page heads
inline constexpr int smallestPx = 9;  ///< tokens shrink to this and no further

/// View › Zoom, in percent.
inline constexpr std::array zoomSteps{80, 90, 100, 110, 125, 150, 175, 200, 250};
inline constexpr int usualZoom = 100;

/// How much larger than usual the window shows everything: 1 by default. The application's font says it.
[[nodiscard]] qreal windowZoom();
/// What is `px` long at zoom 1, as long as it is now.
[[nodiscard]] int zoomed(int px);
/// Calls `apply` now and whenever the zoom changes: for sizes that no layout works out.
void whenZoomed(QWidget* widget, const std::function<void()>& apply);
/// setFixedWidth() of so many px at zoom 1.
void fixWidth(QWidget* widget, int px);
/// The most characters that a line of running text has: notices, tool tips.
inline constexpr int mostCharacters = 90;
/// The same text in lines that are no longer, words kept whole.
[[nodiscard]] QString inLines(const QString& text);
/// Captions: labelPx at any zoom.
void setLabelFont(QWidget* widget);

/// Px that `text` takes in a font. Measured once in each thread: a layout that is tried at several sizes asks
/// for the same words again and again, and shaping them would be most of its time.
[[nodiscard]] qreal textWidth(const QString& text, const QFont& font);

/// Colours and fonts of a figure: a plain value.
struct FigureStyle {
    bool dark = false;
    QColor background, foreground, muted, grid, accent;
    std::vector<QColor> series;  ///< Colours that colour-blind people tell apart; most are Okabe and Ito's
    QString family;              ///< empty: the application's font
    qreal zoom = 1;              ///< Factor for fonts, lines and their room; exports have that of their text

    /// A length at zoom 1 as it is at this zoom.
    [[nodiscard]] qreal px(qreal length) const { return length * zoom; }
    /// `px` at zoom 1.
    [[nodiscard]] QFont font(int px, bool bold = false) const;
    /// The same, or one size smaller where that makes `text` fit `width`.
    [[nodiscard]] QFont fittingFont(const QString& text, qreal width, int px, bool bold = false) const;
    /// Px that `text` takes in font(px, bold).
    [[nodiscard]] qreal textWidth(const QString& text, int px, bool bold = false) const;
    [[nodiscard]] QColor seriesColor(int index) const;

    [[nodiscard]] static FigureStyle light();
    [[nodiscard]] static FigureStyle darkStyle();
    /// The style that suits a widget's palette, at the zoom of the window; widgets call it again on
    /// QEvent::PaletteChange and QEvent::FontChange.
    [[nodiscard]] static FigureStyle of(const QPalette& palette);
};

/// A colour of which `share` is the first. Not transparent: a transparent line gets darker where it meets
/// itself.
[[nodiscard]] QColor mixed(const QColor& color, const QColor& background, double share);
/// Whether a window of these colours is dark.
[[nodiscard]] bool looksDark(const QPalette& palette);
/// The colour of what is wrong.
[[nodiscard]] QColor problemColor(const QPalette& palette);
[[nodiscard]] QPalette lightPalette();
[[nodiscard]] QPalette darkPalette();

/// Tells whenZoomed(); Qt tells a widget with a font of its own nothing.
class ZoomNotice : public QObject {
    Q_OBJECT
public:
    [[nodiscard]] static ZoomNotice& get();

Q_SIGNALS:
    void changed();
};

/// One per application; owns its style, palette and style sheet.
class Theme : public QObject {
    Q_OBJECT
public:
    enum class Choice { FollowSystem, Light, Dark };
    Q_ENUM(Choice)

    /// Reads what the system prefers, so create it before anything else changes the palette.
    explicit Theme(QApplication& application);

    [[nodiscard]] Choice choice() const { return choice_; }
    [[nodiscard]] bool isDark() const { return dark_; }
    void setChoice(Choice choice);
    [[nodiscard]] int zoom() const { return zoom_; }
    void setZoom(int percent);  ///< the nearest of zoomSteps
    void zoomBy(int steps);     ///< Moves so many steps in zoomSteps, no further than its ends

Q_SIGNALS:
    void changed(bool dark);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void apply();
    void applyFonts();

    QApplication& application_;
    const bool systemWasDark_;
    Choice choice_ = Choice::FollowSystem;
    bool dark_ = false;
    bool applied_ = false;
    int zoom_ = usualZoom;
};

/// The icon `:/icons/NAME.svg`, painted in the palette's colours at the moment it is shown: it follows a
/// change of theme by itself and is crisp at every device pixel ratio.
[[nodiscard]] QIcon themedIcon(const QString& name);

}  // namespace attx
