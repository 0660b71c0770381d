#include "ui/token_strip.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "ui/form_field.h"

namespace attx {
namespace {

constexpr int rowHeight = 20, markHeight = 16;
constexpr qreal widestColumn = 32;
constexpr qreal tokenMargin = 4;  // between neighbouring tokens, px

QString spoken(const std::vector<int32_t>& tokens) {
    QStringList words;
    for (int32_t token : tokens) words << QString::number(token);
    return words.join(QLatin1Char(' '));
}

}  // namespace

TokenStrip::TokenStrip(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setAccessibleName(tr("Input and prediction"));
    setToolTip(
        tr("Above the input, below what the network predicts for each position, and whether it is right. "
           "Click a token of the input to hide it: no head may look at it then."));
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TokenStrip::setSequence(const std::vector<int32_t>& tokens, const std::vector<int32_t>& prediction,
                             const std::vector<int32_t>& expected) {
    tokens_ = tokens;
    prediction_ = prediction;
    expected_ = expected;
    right_ = counted_ = 0;
    for (size_t i = 0; i < std::min(prediction_.size(), expected_.size()); ++i) {
        if (expected_[i] < 0) continue;
        ++counted_;
        right_ += expected_[i] == prediction_[i];
    }
    setAccessibleDescription(
        tr("Input %1. Prediction %2. %3").arg(spoken(tokens_), spoken(prediction_), score()));
    update();
}

void TokenStrip::setHidden(const std::vector<int32_t>& positions) {
    if (positions == hidden_) return;
    hidden_ = positions;
    update();
}

bool TokenStrip::isHidden(int position) const {
    return std::find(hidden_.begin(), hidden_.end(), position) != hidden_.end();
}

QRectF TokenStrip::rectOfToken(int position) const {
    return {labelWidth() + position * columnWidth(), 0, columnWidth(), rowHeight};
}

void TokenStrip::setCursorCell(int query, int key) {
    if (query == query_ && key == key_) return;
    query_ = query;
    key_ = key;
    update();
}

QString TokenStrip::score() const {
    return counted_ == 0 ? QString() : tr("%1/%2 right").arg(right_).arg(counted_);
}

QSize TokenStrip::sizeHint() const { return {480, 2 * rowHeight + markHeight}; }
QSize TokenStrip::minimumSizeHint() const { return {200, 2 * rowHeight + markHeight}; }

int TokenStrip::labelWidth() const { return fontMetrics().horizontalAdvance(tr("Prediction")) + 12; }

qreal TokenStrip::columnWidth() const {
    const auto count = static_cast<qreal>(std::max<size_t>(tokens_.size(), 1));
    return std::min(widestColumn, (width() - labelWidth()) / count);
}

void TokenStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const qreal step = columnWidth();
    const int left = labelWidth();
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(QRect(0, 0, left, rowHeight), Qt::AlignVCenter, tr("Input"));
    painter.drawText(QRect(0, rowHeight, left, rowHeight), Qt::AlignVCenter, tr("Prediction"));

    // Tokens shrink to the smallest size, then only every n-th is written.
    QFont font = painter.font();
    int32_t largest = 0;
    for (int32_t token : tokens_) largest = std::max(largest, token);
    for (int32_t token : prediction_) largest = std::max(largest, token);
    const QString widest = QString::number(largest);
    int px = bodyPx;
    const auto need = [&] {
        font.setPixelSize(px);
        return QFontMetricsF(font).horizontalAdvance(widest) + tokenMargin;
    };
    while (px > smallestPx && need() > step) --px;
    const int every = std::max(1, static_cast<int>(std::ceil(need() / step)));
    painter.setFont(font);

    const QColor text = palette().color(QPalette::Text), wrong = problemColor(palette());
    const auto column = [&](int i, int top, int height) {
        return QRectF(left + i * step, top, step, height);
    };
    const auto light = [&](int i, int top) {
        if (i < 0 || i >= static_cast<int>(tokens_.size())) return;
        QColor accent = palette().color(QPalette::Highlight);
        painter.setPen(accent);
        accent.setAlpha(48);
        painter.setBrush(accent);
        painter.drawRoundedRect(column(i, top, rowHeight).adjusted(1, 1, -1, -1), 4, 4);
    };
    if (hasFocus()) {
        painter.setPen(palette().color(QPalette::Highlight));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
    light(key_, 0);
    light(query_, rowHeight);
    for (int i = 0; i < static_cast<int>(tokens_.size()); i += every) {
        const auto index = static_cast<size_t>(i);
        const QRectF wide = column(i, 0, rowHeight).adjusted(0, 0, (every - 1) * step, 0);
        const int align = every > 1 ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignCenter;
        const bool hidden = isHidden(i);
        font.setStrikeOut(hidden);
        painter.setFont(font);
        painter.setPen(hidden ? palette().color(QPalette::PlaceholderText) : text);
        painter.drawText(wide, align, QString::number(tokens_[index]));
        font.setStrikeOut(false);
        painter.setFont(font);
        painter.setPen(text);
        if (index >= prediction_.size()) continue;
        painter.drawText(wide.translated(0, rowHeight), align, QString::number(prediction_[index]));
    }
    for (size_t i = 0; i < std::min(prediction_.size(), expected_.size()); ++i) {
        if (expected_[i] < 0) continue;
        const bool right = prediction_[i] == expected_[i];
        painter.setPen(QPen(right ? palette().color(QPalette::PlaceholderText) : wrong, 1.5));
        paintMark(painter, column(static_cast<int>(i), 2 * rowHeight, markHeight), right);
    }
}

void TokenStrip::paintMark(QPainter& painter, const QRectF& cell, bool right) const {
    const qreal half = std::min<qreal>(4, cell.width() / 2 - 0.5);
    if (half < 0.5) return;
    const QPointF c = cell.center();
    painter.setBrush(Qt::NoBrush);
    if (right) {
        painter.drawPolyline(QPolygonF{c + QPointF(-half, 0), c + QPointF(-half / 3, half * 0.75),
                                       c + QPointF(half, -half * 0.75)});
    } else {
        painter.drawLine(c + QPointF(-half, -half) * 0.8, c + QPointF(half, half) * 0.8);
        painter.drawLine(c + QPointF(-half, half) * 0.8, c + QPointF(half, -half) * 0.8);
    }
}

int TokenStrip::positionAt(QPointF point) const {
    const qreal x = point.x() - labelWidth();
    const int position = x < 0 ? -1 : static_cast<int>(x / columnWidth());
    return position < static_cast<int>(tokens_.size()) ? position : -1;
}

void TokenStrip::hover(int position) {
    if (position == hovered_) return;
    hovered_ = position;
    Q_EMIT positionHovered(position);
}

void TokenStrip::mouseMoveEvent(QMouseEvent* event) {
    const int position = positionAt(event->position());
    setCursor(position >= 0 && event->position().y() < rowHeight ? Qt::PointingHandCursor : Qt::ArrowCursor);
    hover(position);
}

void TokenStrip::mouseReleaseEvent(QMouseEvent* event) {
    const int position = positionAt(event->position());
    if (event->button() == Qt::LeftButton && position >= 0 && event->position().y() < rowHeight)
        Q_EMIT tokenClicked(position);
}

void TokenStrip::keyPressEvent(QKeyEvent* event) {
    const int last = static_cast<int>(tokens_.size()) - 1;
    switch (event->key()) {
        case Qt::Key_Left:
            return hover(std::clamp(hovered_ - 1, 0, std::max(last, 0)));
        case Qt::Key_Right:
            return hover(std::clamp(hovered_ + 1, 0, std::max(last, 0)));
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (hovered_ >= 0 && hovered_ <= last) Q_EMIT tokenClicked(hovered_);
            return;
        default:
            QWidget::keyPressEvent(event);
    }
}

void TokenStrip::focusInEvent(QFocusEvent*) { update(); }
void TokenStrip::focusOutEvent(QFocusEvent*) { update(); }

void TokenStrip::leaveEvent(QEvent*) { hover(-1); }

}  // namespace attx
