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
constexpr qreal widestColumn = 32, widestWord = 72;
constexpr qreal tokenMargin = 4;  // between neighbouring tokens, px

QStringList numbersOf(const std::vector<int32_t>& tokens) {
    QStringList numbers;
    for (const int32_t token : tokens) numbers << QString::number(token);
    return numbers;
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
    isText_ = false;
    take(numbersOf(tokens), numbersOf(prediction), prediction, expected);
}

void TokenStrip::setText(const QStringList& words, const QString& answer,
                         const std::vector<int32_t>& prediction, const std::vector<int32_t>& expected) {
    isText_ = true;
    take(words, {answer}, prediction, expected);
}

void TokenStrip::take(const QStringList& tokens, const QStringList& answers,
                      const std::vector<int32_t>& prediction, const std::vector<int32_t>& expected) {
    tokens_ = tokens;
    answers_ = answers;
    prediction_ = prediction;
    expected_ = expected;
    right_ = counted_ = 0;
    for (size_t i = 0; i < std::min(prediction_.size(), expected_.size()); ++i) {
        if (expected_[i] < 0) continue;
        ++counted_;
        right_ += expected_[i] == prediction_[i];
    }
    setAccessibleDescription(
        tr("Input %1. Prediction %2. %3")
            .arg(tokens_.join(QLatin1Char(' ')), answers_.join(QLatin1Char(' ')), score()));
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
    if (counted_ == 0) return {};
    if (isText_) return right_ > 0 ? tr("right") : tr("wrong");
    return tr("%1/%2 right").arg(right_).arg(counted_);
}

QSize TokenStrip::sizeHint() const { return {480, 2 * rowHeight + markHeight}; }
QSize TokenStrip::minimumSizeHint() const { return {200, 2 * rowHeight + markHeight}; }

int TokenStrip::labelWidth() const { return fontMetrics().horizontalAdvance(tr("Prediction")) + 12; }

qreal TokenStrip::columnWidth() const {
    const auto count = static_cast<qreal>(std::max<qsizetype>(tokens_.size(), 1));
    return std::min(isText_ ? widestWord : widestColumn, (width() - labelWidth()) / count);
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
    int px = bodyPx;
    const auto need = [&] {
        font.setPixelSize(px);
        const QFontMetricsF metrics(font);
        qreal widest = 0;
        for (const QString& token : tokens_) widest = std::max(widest, metrics.horizontalAdvance(token));
        for (const QString& answer : isText_ ? QStringList() : answers_)
            widest = std::max(widest, metrics.horizontalAdvance(answer));
        return widest + tokenMargin;
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
    light(query_, isText_ ? 0 : rowHeight);
    for (int i = 0; i < static_cast<int>(tokens_.size()); i += every) {
        const QRectF wide = column(i, 0, rowHeight).adjusted(0, 0, (every - 1) * step, 0);
        const int align = every > 1 ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignCenter;
        const bool hidden = isHidden(i);
        font.setStrikeOut(hidden);
        painter.setFont(font);
        painter.setPen(hidden ? palette().color(QPalette::PlaceholderText) : text);
        painter.drawText(wide, align, tokens_[i]);
        font.setStrikeOut(false);
        painter.setFont(font);
        painter.setPen(text);
        if (isText_ || i >= answers_.size()) continue;
        painter.drawText(wide.translated(0, rowHeight), align, answers_[i]);
    }
    if (isText_) {
        font.setPixelSize(bodyPx);
        painter.setFont(font);
        painter.drawText(QRectF(left, rowHeight, width() - left, rowHeight), Qt::AlignVCenter,
                         answers_.join(QString()));
    }
    for (size_t i = 0; i < std::min(prediction_.size(), expected_.size()); ++i) {
        if (expected_[i] < 0) continue;
        const bool right = prediction_[i] == expected_[i];
        painter.setPen(QPen(right ? palette().color(QPalette::PlaceholderText) : wrong, 1.5));
        const QRectF cell = column(static_cast<int>(i), 2 * rowHeight, markHeight);
        paintMark(painter, isText_ ? QRectF(cell.topLeft(), QSizeF(markHeight, markHeight)) : cell, right);
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
