#include "ui/controls/elided_label.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/controls/flat_layout.h"

namespace attx {

ElidedLabel::ElidedLabel(QWidget* parent) : QLabel(parent) {
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

QString ElidedLabel::fitting() const {
    QString cut = fontMetrics().elidedText(text(), elision_, contentsRect().width());
    if (cut == text()) return cut;
    if (!short_.isEmpty()) return fontMetrics().elidedText(short_, elision_, contentsRect().width());
    if (elision_ != Qt::ElideRight) return cut;
    // Whole sentences and clauses, where they are most of what has room; else whole words.
    const qsizetype clauses =
        std::max(cut.lastIndexOf(QStringLiteral(" (")), cut.lastIndexOf(QStringLiteral(". ")) + 1);
    const qsizetype end = 2 * clauses > cut.size() ? clauses : cut.lastIndexOf(QLatin1Char(' '));
    return end > 0 ? cut.left(end) + QStringLiteral(" …") : cut;
}

bool ElidedLabel::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || fitting() == text()) return QLabel::event(event);
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), text(), this);
    return true;
}

void ElidedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(contentsRect(), int(alignment()), fitting());
}

Captioned captioned(QWidget* widget, QWidget* parent, const QString& shortText) {
    auto* column = new QWidget(parent);
    auto* lines = flatLayout<QVBoxLayout>(column, 4);
    auto* caption = new ElidedLabel(column);
    caption->setAlignment(Qt::AlignCenter);
    caption->setShortText(shortText);
    caption->hide();
    lines->addWidget(caption);
    lines->addWidget(widget, 1);
    return {column, caption};
}

}  // namespace attx
