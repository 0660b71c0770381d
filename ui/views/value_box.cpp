#include "ui/views/value_box.h"

#include <algorithm>

#include "ui/look/theme.h"

namespace attx {

ValueBox::ValueBox(QWidget* parent) : QLabel(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setTextFormat(Qt::PlainText);
    setFrameShape(QFrame::Box);
    setForegroundRole(QPalette::Text);
    setMargin(4);
    hide();
}

void ValueBox::showAt(const QPoint& point, const QString& text) {
    constexpr int away = 14;
    QFont large = font();
    large.setPixelSize(zoomed(bodyPx));
    setFont(large);
    say(text);
    int left = point.x() + away;
    if (left + width() > parentWidget()->width()) left = point.x() - away - width();
    const int lowest = std::max(0, parentWidget()->height() - height());
    move(std::max(0, left), std::clamp(point.y() + away, 0, lowest));
    show();
}

void ValueBox::say(const QString& text) {
    const int room = parentWidget()->width();
    const auto isTooWide = [&](const QString& lines) {
        setWordWrap(false);
        setText(lines);
        adjustSize();
        return width() > room;
    };
    // "query 1 → key 2  0.5" in two lines, then in three, then wherever there is a blank.
    QString lines = text;
    if (!isTooWide(lines)) return;
    if (!isTooWide(lines.replace(QStringLiteral(" → "), QStringLiteral("\n→ ")))) return;
    if (!isTooWide(lines.replace(QStringLiteral("  "), QStringLiteral("\n")))) return;
    setWordWrap(true);
    resize(room, heightForWidth(room));
}

}  // namespace attx
