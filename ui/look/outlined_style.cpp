#include "ui/look/outlined_style.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QPainter>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleOption>
#include <algorithm>
#include <optional>
#include <vector>

#include "ui/look/theme.h"

namespace attx {
namespace {

constexpr qreal buttonRadius = 4;
constexpr int buttonBorder = 1, toolPadding = 3, tipPadding = 5;  // px
constexpr QSize buttonPadding(12, 4), menuPadding(8, 5);
constexpr double handleShare = 0.65;  // of the muted text in dark scroll bars: three times the window's light
constexpr double accentOfOn = 0.25;   // how much of the accent a toggle has that is on

/// Fusion with flat buttons, and with outlines that a dark theme shows: Fusion draws them darker than the
/// window, where there is no room left. No style sheet: that would cost a tenth of a second whenever the
/// theme changes, and all colours come from the palette.
class OutlinedStyle : public QProxyStyle {
public:
    using QProxyStyle::QProxyStyle;

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override {
        useKnownPalette(option);
        if (element == PE_IndicatorCheckBox && option->state & State_On) return drawCheck(*option, *painter);
        if (element == PE_IndicatorCheckBox && !(option->state & State_Enabled))
            return drawOutline(*option, *painter, QPalette::Mid, true);
        if (const std::optional<int> turn = turnOfArrow(element); turn && isEnlarged())
            return drawArrow(*option, *painter, option->rect, *turn);
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
        // A line inside a spin box or a list has the frame of that.
        const bool isLine = element == PE_PanelLineEdit && frame && frame->lineWidth > 0;
        // A box is nothing but its outline, which has to be seen from the last row.
        if (element == PE_IndicatorCheckBox)
            drawOutline(*option, *painter, QPalette::PlaceholderText);
        else if (isLine)
            drawOutline(*option, *painter);
    }

    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override {
        useKnownPalette(option);
        const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
        if (element == CE_MenuBarEmptyArea || (element == CE_MenuBarItem && item)) {
            painter->fillRect(option->rect, option->palette.window());  // no line below
            if (element == CE_MenuBarItem) drawMenuBarItem(*item, *painter);
            return;
        }
        if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
            element == CE_ComboBoxLabel && combo) {
            QStyleOptionComboBox fitting = *combo;
            const int room = subControlRect(CC_ComboBox, combo, SC_ComboBoxEditField, widget).width() - 2;
            fitting.currentText = combo->fontMetrics.elidedText(combo->currentText, Qt::ElideRight, room);
            QProxyStyle::drawControl(element, &fitting, painter, widget);
            return;
        }
        const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
        if (element != CE_PushButton || !button)
            return QProxyStyle::drawControl(element, option, painter, widget);
        const QPalette& colors = option->palette;
        const bool isDefault = button->features & QStyleOptionButton::DefaultButton,
                   isOn = option->state & State_On, isDown = option->state & State_Sunken,
                   isEnabled = option->state & State_Enabled, hasFocus = option->state & State_HasFocus,
                   isHovered = option->state & State_MouseOver;
        const auto edge = isDefault || hasFocus || isOn ? QPalette::Highlight
                          : isHovered                   ? QPalette::Dark
                                                        : QPalette::Mid;
        drawPanel(*option, *painter, colors.color(QPalette::Active, edge),
                  !isEnabled  ? QColor(Qt::transparent)
                  : isDefault ? colors.color(QPalette::Highlight)
                  : isOn      ? fillOfOn(colors)
                              : colors.color(isDown ? QPalette::Mid : QPalette::Button));
        if (isDefault && hasFocus) {  // Drawn inside, because its edge has the colour of its face
            QStyleOption inner = *option;
            inner.rect.adjust(2, 2, -2, -2);
            drawPanel(inner, *painter, colors.color(QPalette::HighlightedText), Qt::transparent);
        }
        QStyleOptionButton label = *button;
        label.rect = subElementRect(SE_PushButtonContents, option, widget);
        label.palette.setColor(QPalette::ButtonText, colors.color(!isEnabled  ? QPalette::PlaceholderText
                                                                  : isDefault ? QPalette::HighlightedText
                                                                              : QPalette::ButtonText));
        QProxyStyle::drawControl(CE_PushButtonLabel, &label, painter, widget);
        if (button->features & QStyleOptionButton::HasMenu) {  // The label leaves room for the arrow
            const int size = pixelMetric(PM_MenuButtonIndicator, option, widget);
            QStyleOptionButton arrow = label;
            arrow.rect = QRect(label.rect.right() - size, label.rect.center().y() - size / 2, size, size);
            drawPrimitive(PE_IndicatorArrowDown, &arrow, painter, widget);
        }
    }

    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override {
        useKnownPalette(option);
        if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
            control == CC_ToolButton && button) {
            const auto* toggle = qobject_cast<const QAbstractButton*>(widget);
            const bool isOn = option->state & State_On, isDown = option->state & State_Sunken,
                       isHovered = option->state & State_MouseOver && option->state & State_Enabled,
                       isToggle = toggle && toggle->isCheckable();  // looks like those that are push buttons
            const QPalette& colors = option->palette;
            drawPanel(*option, *painter,
                      option->state & State_HasFocus || isOn ? colors.color(QPalette::Highlight)
                      : isToggle                             ? colors.color(QPalette::Mid)
                                                             : Qt::transparent,
                      isOn                    ? fillOfOn(colors)
                      : isDown                ? colors.color(QPalette::Mid)
                      : isHovered || isToggle ? colors.color(QPalette::Button)
                                              : QColor(Qt::transparent));
            constexpr int inner = buttonBorder + toolPadding;
            QStyleOptionToolButton label = *button;
            label.rect.adjust(inner, inner, -inner, -inner);
            QProxyStyle::drawControl(CE_ToolButtonLabel, &label, painter, widget);
            return;
        }
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        if (control == CC_SpinBox) drawOutline(*option, *painter);
        if (looksDark(option->palette)) {  // where Fusion's shades are next to those of the window
            const bool isEnabled = option->state & State_Enabled;
            const auto fill = [&](SubControl part, QPalette::ColorRole role, double share) {
                QStyleOption handle = *option;
                handle.rect = subControlRect(control, option, part, widget);
                const QColor color = mixed(option->palette.color(QPalette::Active, role),
                                           option->palette.color(QPalette::Window), share);
                drawPanel(handle, *painter, color, color);
            };
            if (control == CC_ScrollBar && isEnabled)
                fill(SC_ScrollBarSlider, QPalette::PlaceholderText,
                     option->activeSubControls & SC_ScrollBarSlider ? 1 : handleShare);
            if (control == CC_Slider && !isEnabled) {
                drawGroove(*option, *painter, subControlRect(control, option, SC_SliderGroove, widget));
                fill(SC_SliderHandle, QPalette::PlaceholderText, handleShare);
            }
        }
        if (!isEnlarged()) return;
        const auto arrow = [&](SubControl part, int turn) {
            drawArrow(*option, *painter, subControlRect(control, option, part, widget), turn);
        };
        if (const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
            control == CC_SpinBox && box && box->buttonSymbols != QAbstractSpinBox::NoButtons) {
            arrow(SC_SpinBoxUp, 180);
            arrow(SC_SpinBoxDown, 0);
        } else if (control == CC_ComboBox) {
            arrow(SC_ComboBoxArrow, 0);
        }
    }

    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                           const QWidget* widget) const override {
        constexpr QSize border(2 * buttonBorder, 2 * buttonBorder);
        if (type == CT_PushButton) return contents + border + 2 * buttonPadding;
        if (type == CT_MenuBarItem) return contents + 2 * menuPadding;
        if (type == CT_ToolButton) return contents + border + 2 * QSize(toolPadding, toolPadding);
        return QProxyStyle::sizeFromContents(type, option, contents, widget);
    }

    /// Those of message boxes in the colour of the text.
    QIcon standardIcon(StandardPixmap icon, const QStyleOption* option,
                       const QWidget* widget) const override {
        switch (icon) {
            case SP_MessageBoxQuestion:
            case SP_MessageBoxInformation:
                return themedIcon(QStringLiteral("help"));
            case SP_MessageBoxWarning:
            case SP_MessageBoxCritical:
                return themedIcon(QStringLiteral("warning"));
            case SP_LineEditClearButton:
                return themedIcon(QStringLiteral("close"));
            default:
                return QProxyStyle::standardIcon(icon, option, widget);
        }
    }

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* result) const override {
        if (hint == SH_DialogButtonBox_ButtonsHaveIcons) return 0;
        return QProxyStyle::styleHint(hint, option, widget, result);
    }

    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override {
        switch (metric) {
            case PM_ToolTipLabelFrameWidth:
                return tipPadding;
            case PM_ButtonIconSize:
            case PM_ExclusiveIndicatorHeight:
            case PM_ExclusiveIndicatorWidth:
            case PM_IndicatorHeight:
            case PM_IndicatorWidth:
            case PM_ScrollBarExtent:
            case PM_SliderControlThickness:
            case PM_SliderLength:
            case PM_SliderThickness:
            case PM_SmallIconSize:
            case PM_TabBarScrollButtonWidth:
                return zoomed(QProxyStyle::pixelMetric(metric, option, widget));
            default:
                return QProxyStyle::pixelMetric(metric, option, widget);
        }
    }

private:
    /// Fusion keeps its pictures under names that hold the identity of the palette, and Qt 6.4 forgets
    /// none of these names. Each change of the theme gives every widget a palette of another identity: 1 to 3
    /// KB of new names for each box and table. So palettes of equal colours become one.
    void useKnownPalette(const QStyleOption* option) const {
        constexpr size_t most = 32;  // two themes, and those of a few widgets of their own
        auto& palette = const_cast<QStyleOption*>(option)->palette;  // equal to what stands there
        const auto known = std::ranges::find(palettes_, palette);
        if (known != palettes_.end()) {
            const QPalette::ColorGroup group = palette.currentColorGroup();  // equality does not look at it
            palette = *known;
            palette.setCurrentColorGroup(group);
            return;
        }
        if (palettes_.size() == most) palettes_.clear();
        palettes_.push_back(palette);
    }
    mutable std::vector<QPalette> palettes_;

    static bool isEnlarged() { return zoomed(100) > 100; }
    /// Degrees from an arrow that points down.
    static std::optional<int> turnOfArrow(PrimitiveElement element) {
        switch (element) {
            case PE_IndicatorArrowDown:
                return 0;
            case PE_IndicatorArrowLeft:
                return 90;
            case PE_IndicatorArrowUp:
                return 180;
            case PE_IndicatorArrowRight:
                return 270;
            default:
                return std::nullopt;
        }
    }
    /// Over Fusion's, which have one size at any zoom.
    static void drawArrow(const QStyleOption& option, QPainter& painter, const QRectF& room, int turn) {
        const qreal half = std::min({room.width(), room.height(), qreal(zoomed(9))}) / 2;
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.translate(room.center());
        painter.rotate(turn);
        painter.setPen(Qt::NoPen);
        painter.setBrush(option.palette.color(option.state & State_Enabled ? QPalette::ButtonText
                                                                           : QPalette::PlaceholderText));
        painter.drawPolygon(QPolygonF{{-half, -half / 2}, {half, -half / 2}, {0, half / 2}});
        painter.restore();
    }
    /// The line that a slider runs on.
    static void drawGroove(const QStyleOption& option, QPainter& painter, const QRect& groove) {
        painter.save();
        painter.setPen(mixed(option.palette.color(QPalette::Active, QPalette::PlaceholderText),
                             option.palette.color(QPalette::Window), handleShare));
        const QPoint middle = groove.center();
        if (groove.width() > groove.height())
            painter.drawLine(groove.left(), middle.y(), groove.right(), middle.y());
        else
            painter.drawLine(middle.x(), groove.top(), middle.x(), groove.bottom());
        painter.restore();
    }
    static QColor fillOfOn(const QPalette& colors) {
        return mixed(colors.color(QPalette::Highlight), colors.color(QPalette::Button), accentOfOn);
    }
    void drawMenuBarItem(const QStyleOptionMenuItem& item, QPainter& painter) const {
        const QColor mid = item.palette.color(QPalette::Mid);
        if (item.state & State_Selected) drawPanel(item, painter, mid, mid);
        const bool underlined = proxy()->styleHint(SH_UnderlineShortcut, &item);
        proxy()->drawItemText(&painter, item.rect,
                              Qt::AlignCenter | (underlined ? Qt::TextShowMnemonic : Qt::TextHideMnemonic),
                              item.palette, item.state & State_Enabled, item.text, QPalette::WindowText);
    }
    /// A box that is ticked, in the accent as every toggle that is on.
    static void drawCheck(const QStyleOption& option, QPainter& painter) {
        const bool isEnabled = option.state & State_Enabled;
        const QRectF box = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5);
        const auto at = [&box](qreal x, qreal y) {
            return QPointF(box.left() + x * box.width(), box.top() + y * box.height());
        };
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(option.palette.color(isEnabled ? QPalette::Highlight : QPalette::Mid));
        painter.drawRoundedRect(box, 2, 2);
        painter.setPen(QPen(option.palette.color(QPalette::HighlightedText), box.width() / 7, Qt::SolidLine,
                            Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(QPolygonF{at(0.24, 0.53), at(0.43, 0.71), at(0.77, 0.31)});
        if (option.state & State_HasFocus) {  // the accent's own edge would be lost on it
            painter.setPen(option.palette.color(QPalette::WindowText));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(box, 2, 2);
        }
        painter.restore();
    }
    static void drawPanel(const QStyleOption& option, QPainter& painter, const QColor& edge,
                          const QColor& fill, qreal radius = buttonRadius) {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(edge);
        painter.setBrush(fill);
        painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
        painter.restore();
    }
    static void drawOutline(const QStyleOption& option, QPainter& painter,
                            QPalette::ColorRole color = QPalette::Mid, bool inLightToo = false) {
        if (!inLightToo && color == QPalette::Mid && !looksDark(option.palette)) return;
        const bool focus = (option.state & State_HasFocus) && (option.state & State_Enabled);
        drawPanel(option, painter, option.palette.color(focus ? QPalette::Highlight : color), Qt::transparent,
                  2);
    }
};

}  // namespace

QStyle* makeOutlinedStyle() { return new OutlinedStyle(QStyleFactory::create(QStringLiteral("Fusion"))); }

}  // namespace attx
