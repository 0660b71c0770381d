// How the application looks: Fusion with an own light and dark palette, one accent colour, three
// font sizes. Figures do not read the palette: they get a FigureStyle, so that an export can be light
// while the window is dark.
#pragma once
#include <QColor>
#include <QFont>
#include <QIcon>
#include <QObject>
#include <QPalette>
#include <vector>

class QApplication;

namespace attx {

// The only three font sizes, in px at 96 dpi.
inline constexpr int bodyPx = 13;
inline constexpr int labelPx = 11;    ///< labels and ticks
inline constexpr int headPx = 16;     ///< page heads
inline constexpr int smallestPx = 9;  ///< tokens shrink to this and no further

/// Colours and fonts of a figure: a plain value.
struct FigureStyle {
    bool dark = false;
    QColor background, foreground, muted, grid, accent;
    std::vector<QColor> series;  ///< Okabe and Ito's colours, told apart by colour-blind people too
    QString family;              ///< empty: the application's font

    [[nodiscard]] QFont font(int px, bool bold = false) const;
    [[nodiscard]] QColor seriesColor(int index) const;

    [[nodiscard]] static FigureStyle light();
    [[nodiscard]] static FigureStyle darkStyle();
    /// The style that suits a widget's palette; widgets call it again on QEvent::PaletteChange.
    [[nodiscard]] static FigureStyle of(const QPalette& palette);
};

/// The colour of what is wrong.
[[nodiscard]] QColor problemColor(const QPalette& palette);
[[nodiscard]] QPalette lightPalette();
[[nodiscard]] QPalette darkPalette();

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

Q_SIGNALS:
    void changed(bool dark);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void apply();

    QApplication& application_;
    const bool systemWasDark_;
    Choice choice_ = Choice::FollowSystem;
    bool dark_ = false;
    bool applied_ = false;
};

/// The icon `:/icons/NAME.svg`, painted in the palette's colours at the moment it is shown: it follows a
/// change of theme by itself and is crisp at every device pixel ratio.
[[nodiscard]] QIcon themedIcon(const QString& name);

}  // namespace attx
