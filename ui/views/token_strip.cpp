#include "ui/views/token_strip.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <climits>
#include <cmath>
#include <utility>

#include "ui/look/theme.h"

namespace attx {
namespace {

constexpr int usualRow = 20, usualMark = 16;
constexpr int widestColumn = 40;
constexpr qreal tokenMargin = 4;     // Distance between neighbouring tokens, px
constexpr qreal leftOutMargin = 12;  // Distance where some tokens between them are left out
constexpr int leftOutTick = 3;       // Height of the tick for a token left out, px

constexpr qsizetype mostLaidOut = 1000;
constexpr qreal columnGap = 12;      // Distance between upright columns, px
constexpr int leastUprightRow = 12;  // px

constexpr int afterLabel = 12;  // px

constexpr int widthForPercent = 30;  // Least width of a column, px, that shows the probability, too
constexpr int widestMark = 14;       // px before the probability

int rowHeight() { return zoomed(usualRow); }
int markHeight() { return zoomed(usualMark); }

}  // namespace

TokenStrip::TokenStrip(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setAccessibleName(tr("Input and prediction"));
    setToolTip(tr(
        "The input, what the network predicts for each position, what would be right, and the probability of "
        "the prediction in percent. Click a token of the input to mask it: no head may attend "
        "to it then. A word in brackets is not in the vocabulary: to the network it is [UNK]."));
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    arrange();
}

void TokenStrip::setSequence(const std::vector<int32_t>& tokens, const Answers& answers) {
    isText_ = false;
    QStringList numbers;
    for (const int32_t token : tokens) numbers << QString::number(token);
    take(numbers, answers, [](int32_t token) { return QString::number(token); });
}

void TokenStrip::setNamed(const QStringList& tokens, const Answers& answers,
                          const std::function<QString(int32_t)>& name) {
    isText_ = false;
    take(tokens, answers, name);
}

void TokenStrip::setText(const QStringList& words, const Answers& answers,
                         const std::function<QString(int32_t)>& className) {
    isText_ = true;
    take(words, answers, className);
}

void TokenStrip::take(const QStringList& tokens, const Answers& answers,
                      const std::function<QString(int32_t)>& written) {
    tokens_ = tokens;
    given_ = answers;
    answers_.clear();
    targets_.clear();
    for (const int32_t answer : given_.prediction) answers_ << written(answer);
    right_ = counted_ = 0;
    for (size_t i = 0; i < given_.expected.size(); ++i) {
        const bool known = given_.expected[i] >= 0;
        targets_ << (known ? written(given_.expected[i]) : QString());
        if (!known || i >= given_.prediction.size()) continue;
        ++counted_;
        right_ += given_.expected[i] == given_.prediction[i];
    }
    setAccessibleDescription(tr("Input %1. Prediction %2. Target %3. %4")
                                 .arg(tokens_.join(QLatin1Char(' ')), answers_.join(QLatin1Char(' ')),
                                      targets_.join(QLatin1Char(' ')), score()));
    arrange();
}

void TokenStrip::setHidden(const std::vector<int32_t>& positions) {
    if (positions == hidden_) return;
    hidden_ = positions;
    update();
}

bool TokenStrip::isMasked(int position) const {
    return std::ranges::find(hidden_, position) != hidden_.end();
}

void TokenStrip::setUpright(bool upright) {
    if (upright == upright_) return;
    upright_ = upright;
    fromTo_.reset();
    setSizePolicy(upright ? QSizePolicy::Fixed : QSizePolicy::Expanding,
                  upright ? QSizePolicy::Expanding : QSizePolicy::Fixed);
    updateGeometry();
    arrange();
}

void TokenStrip::alignWith(std::optional<std::pair<qreal, qreal>> fromTo) {
    if (fromTo == fromTo_) return;
    fromTo_ = fromTo;
    arrange();
}

QFont TokenStrip::smallFont() const {
    QFont small = font();
    small.setPixelSize(zoomed(labelPx));
    return small;
}

std::array<QString, 4> TokenStrip::headings() {
    return {tr("Input"), tr("Prediction"), tr("Target"), tr("p in %")};
}

std::array<qreal, 4> TokenStrip::columnWidths() const {
    const std::array<QString, 4> names = headings();
    const QFont small = smallFont();
    std::array<qreal, 4> widths{};
    for (size_t i = 0; i < widths.size(); ++i) widths[i] = textWidth(names[i], small) + columnGap;
    if (counted_ == 0) widths[2] = 0;
    if (given_.probabilities.empty() && counted_ == 0) widths[3] = 0;
    for (const auto& [column, texts] : {std::pair(0, &tokens_), std::pair(1, &answers_)})
        for (const QString& text : *texts)
            widths[column] = std::max(widths[column], textWidth(text, font()) + columnGap);
    return widths;
}

int TokenStrip::uprightWidth(int height) const {
    if (isText_ || tokens_.isEmpty() || tokens_.size() > (height - rowHeight()) / zoomed(leastUprightRow))
        return 0;
    const std::array<qreal, 4> widths = columnWidths();
    return int(std::ceil(widths[0] + widths[1] + widths[2] + widths[3]));
}

QRectF TokenStrip::rectOfToken(int position) const {
    const auto column = size_t(position);
    if (upright_) return {0, edges_[column], columnWidths()[0], edges_[column + 1] - edges_[column]};
    return {edges_[column], 0, edges_[column + 1] - edges_[column], qreal(rowHeight())};
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

int TokenStrip::lyingHeight() { return 3 * rowHeight() + markHeight(); }

QSize TokenStrip::sizeHint() const {
    if (upright_) return {uprightWidth(INT_MAX), int(tokens_.size() + 1) * rowHeight()};
    return {480, lyingHeight()};
}
QSize TokenStrip::minimumSizeHint() const {
    return upright_ ? QSize(uprightWidth(INT_MAX), 0) : QSize(200, lyingHeight());
}

int TokenStrip::labelWidth() const { return fontMetrics().horizontalAdvance(tr("Prediction")) + afterLabel; }

int TokenStrip::namesWidth() const { return isText_ ? 0 : labelWidth() - afterLabel / 2; }

QFont TokenStrip::tokenFont() const {
    QFont tokens = font();
    tokens.setPixelSize(zoomed(px_));
    return tokens;
}

qreal TokenStrip::widthOf(int position, const QFontMetricsF& metrics) const {
    qreal wide = metrics.horizontalAdvance(tokens_[position]);
    if (!isText_ && position < answers_.size())
        wide = std::max(wide, metrics.horizontalAdvance(answers_[position]));
    return wide + tokenMargin;
}

// Words stand side by side as in a text, numbers in columns of one width; both get smaller before some are
// left out.
void TokenStrip::arrange() {
    const int count = int(tokens_.size());
    if (upright_) {
        const qreal from = fromTo_ ? fromTo_->first : rowHeight(),
                    to = fromTo_ ? fromTo_->second
                                 : std::min<qreal>(height(), from + qreal(count) * rowHeight());
        edges_.clear();
        for (int i = 0; i <= count; ++i) edges_.push_back(from + (to - from) * i / std::max(count, 1));
        centred_ = true;
        const int before = std::exchange(
            px_, std::clamp(int(0.8 * (to - from) / std::max(count, 1) / zoomed(1.0)), smallestPx, bodyPx));
        if (px_ != before) laidOut_.clear();
        return update();
    }
    const bool aligned = fromTo_ && !isText_ && fromTo_->first >= namesWidth() && fromTo_->second <= width();
    const qreal left = aligned ? fromTo_->first : labelWidth(),
                room = std::max(0.0, (aligned ? fromTo_->second : width()) - left);
    std::vector<qreal> wide(static_cast<size_t>(count));
    const auto fits = [&] {
        const QFontMetricsF metrics(tokenFont());
        qreal sum = 0, widest = 0;
        for (int i = 0; i < count; ++i) {
            sum += wide[i] = widthOf(i, metrics);
            widest = std::max(widest, wide[i]);
        }
        return (isText_ ? sum : widest * count) <= room;
    };
    const int before = px_;
    px_ = bodyPx;
    while (!(centred_ = fits()) && px_ > smallestPx) --px_;
    if (!isText_ || !centred_)
        std::fill(
            wide.begin(), wide.end(),
            std::clamp(room / std::max(count, 1), 0.0, isText_ || aligned ? room : zoomed(widestColumn)));
    if (px_ != before || laidOut_.size() > mostLaidOut) laidOut_.clear();
    edges_.assign(1, left);
    for (const qreal each : wide) edges_.push_back(edges_.back() + each);
    update();
}

std::vector<TokenStrip::Written> TokenStrip::written() const {
    const int count = int(tokens_.size());
    std::vector<int> order;
    if (!centred_) {
        order = {key_, query_};
        order.insert(order.end(), hidden_.begin(), hidden_.end());
    }
    for (int i = 0; i < count; ++i) order.push_back(i);
    const QFontMetricsF metrics(tokenFont());
    std::vector<Written> chosen;
    for (const int position : order) {
        if (position < 0 || position >= count) continue;
        QRectF place = rectOfToken(position);
        if (!centred_) {
            place.setWidth(widthOf(position, metrics) + leftOutMargin - tokenMargin);
            place.moveRight(std::min(place.right(), qreal(width())));
            if (std::ranges::any_of(chosen,
                                    [&](const Written& other) { return other.place.intersects(place); }))
                continue;
        }
        chosen.push_back({position, place});
    }
    return chosen;
}

void TokenStrip::resizeEvent(QResizeEvent*) { arrange(); }

void TokenStrip::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange) {
        updateGeometry();
        laidOut_.clear();
        arrange();
    }
    QWidget::changeEvent(event);
}

void TokenStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (upright_) return paintUpright(painter);
    const int left = labelWidth();
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(QRect(0, 0, left, rowHeight()), Qt::AlignVCenter, tr("Input"));
    painter.drawText(QRect(0, rowHeight(), left, rowHeight()), Qt::AlignVCenter, tr("Prediction"));
    if (counted_ > 0)
        painter.drawText(QRect(0, 2 * rowHeight(), left, rowHeight()), Qt::AlignVCenter, tr("Target"));
    if (!given_.probabilities.empty())
        painter.drawText(QRect(0, 3 * rowHeight(), left, markHeight()), Qt::AlignVCenter, tr("p in %"));
    if (hasFocus()) {
        painter.setPen(palette().color(QPalette::Highlight));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
    const QColor text = palette().color(QPalette::Text), wrong = problemColor(palette());
    const std::vector<Written> shown = written();
    const auto light = [&](int position, int line) {
        if (position < 0 || position >= tokens_.size()) return;
        const auto at =
            std::ranges::find_if(shown, [&](const Written& each) { return each.position == position; });
        const QRectF place = at == shown.end() ? rectOfToken(position) : at->place;
        QColor accent = palette().color(QPalette::Highlight);
        painter.setPen(accent);
        accent.setAlpha(48);
        painter.setBrush(accent);
        painter.drawRoundedRect(place.translated(0, line * rowHeight()).adjusted(1, 1, -1, -1), 4, 4);
    };
    light(key_, 0);
    light(query_, isText_ ? 0 : 1);
    QFont tokens = tokenFont();
    for (const auto& [position, place] : shown) {
        tokens.setStrikeOut(isMasked(position));
        painter.setFont(tokens);
        painter.setPen(isMasked(position) ? palette().color(QPalette::PlaceholderText) : text);
        paintToken(painter, place, tokens_[position]);
        tokens.setStrikeOut(false);
        painter.setFont(tokens);
        painter.setPen(text);
        if (!isText_ && position < answers_.size())
            paintToken(painter, place.translated(0, rowHeight()), answers_[position]);
        painter.setPen(palette().color(QPalette::PlaceholderText));
        if (!isText_ && position < targets_.size())
            paintToken(painter, place.translated(0, 2 * rowHeight()), targets_[position]);
    }
    // Words that have no room are there all the same: a tick each, where the pointer finds them.
    painter.setPen(palette().color(QPalette::PlaceholderText));
    for (int i = 0; !centred_ && i < int(tokens_.size()); ++i) {
        const QPointF foot(rectOfToken(i).left() + 1, rowHeight());
        painter.drawLine(foot, foot - QPointF(0, zoomed(leftOutTick)));
    }
    if (isText_) {
        painter.setFont(font());
        for (const auto& [row, answer] : {std::pair(1, &answers_), std::pair(2, &targets_)}) {
            painter.setPen(row == 1 ? text : palette().color(QPalette::PlaceholderText));
            painter.drawText(QRectF(left, row * rowHeight(), width() - left, rowHeight()), Qt::AlignVCenter,
                             answer->join(QString()));
        }
    }
    painter.setFont(smallFont());
    const qreal whole = textWidth(QStringLiteral("100"), smallFont()) + zoomed(6);  // Number and gap
    for (int i = 0; i < std::min<qsizetype>(tokens_.size(), std::ssize(given_.prediction)); ++i) {
        const auto at = size_t(i);
        QRectF cell = rectOfToken(i).translated(0, 3 * rowHeight());
        cell.setHeight(markHeight());
        if (isText_) cell.setWidth(zoomed(widthForPercent));
        const bool known = at < given_.expected.size() && given_.expected[at] >= 0,
                   right = known && given_.prediction[at] == given_.expected[at];
        bool marked = known;
        if (at < given_.probabilities.size() && cell.width() >= zoomed(widthForPercent)) {
            marked = known && (!right || cell.width() * 3 / 4 >= whole);  // Short of room only mistakes are
            painter.setPen(palette().color(QPalette::PlaceholderText));
            // The number stands below its token, the mark before it.
            const QString percent = QString::number(std::lround(100 * given_.probabilities[at]));
            const qreal markWidth = marked ? std::min(cell.width() / 4, qreal(zoomed(widestMark))) : 0,
                        from = std::max(cell.left() + markWidth,
                                        cell.center().x() - textWidth(percent, smallFont()) / 2);
            painter.drawText(QRectF(from, cell.top(), cell.right() - from, cell.height()),
                             Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, percent);
            cell = QRectF(from - markWidth, cell.top(), markWidth, cell.height());
        }
        if (!marked) continue;
        painter.setPen(QPen(right ? palette().color(QPalette::PlaceholderText) : wrong, zoomed(3) / 2.0));
        paintMark(painter, cell, right);
    }
}

void TokenStrip::paintUpright(QPainter& painter) {
    if (tokens_.isEmpty()) return;
    const std::array<qreal, 4> widths = columnWidths();
    const std::array<QString, 4> names = headings();
    const std::array<qreal, 4> lefts{0, widths[0], widths[0] + widths[1], widths[0] + widths[1] + widths[2]};
    const QColor faint = palette().color(QPalette::PlaceholderText), text = palette().color(QPalette::Text);
    const auto cell = [&](int position, size_t column) {
        const auto row = size_t(position);
        return QRectF(lefts[column], edges_[row], widths[column], edges_[row + 1] - edges_[row]);
    };
    if (hasFocus()) {
        painter.setPen(palette().color(QPalette::Highlight));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
    painter.setFont(smallFont());
    painter.setPen(faint);
    // Over the rows, or below them where a map's begin too high.
    const qreal headingsAt = edges_[0] >= rowHeight() ? edges_[0] - rowHeight() : edges_.back() + 2;
    for (size_t column = 0; column < names.size(); ++column)
        if (widths[column] > 0)
            painter.drawText(QRectF(lefts[column], headingsAt, widths[column], rowHeight()),
                             Qt::AlignHCenter | Qt::AlignVCenter, names[column]);
    for (const auto& [position, column] : {std::pair(key_, size_t{0}), std::pair(query_, size_t{1})}) {
        if (position < 0 || position >= tokens_.size()) continue;
        QColor accent = palette().color(QPalette::Highlight);
        painter.setPen(accent);
        accent.setAlpha(48);
        painter.setBrush(accent);
        painter.drawRoundedRect(cell(position, column).adjusted(1, 1, -1, -1), 4, 4);
    }
    QFont tokens = tokenFont();
    for (int i = 0; i < int(tokens_.size()); ++i) {
        tokens.setStrikeOut(isMasked(i));
        painter.setFont(tokens);
        painter.setPen(isMasked(i) ? faint : text);
        paintToken(painter, cell(i, 0), tokens_[i]);
        tokens.setStrikeOut(false);
        painter.setFont(tokens);
        painter.setPen(text);
        if (i < answers_.size()) paintToken(painter, cell(i, 1), answers_[i]);
        painter.setPen(faint);
        if (i < targets_.size() && widths[2] > 0) paintToken(painter, cell(i, 2), targets_[i]);
        const auto at = size_t(i);
        QRectF mark = cell(i, 3);
        mark.setWidth(zoomed(usualMark));
        if (at < given_.probabilities.size() && at < given_.prediction.size()) {
            painter.setFont(smallFont());
            painter.drawText(cell(i, 3).adjusted(mark.width(), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                             QString::number(std::lround(100 * given_.probabilities[at])));
        }
        if (at >= given_.expected.size() || given_.expected[at] < 0 || at >= given_.prediction.size())
            continue;
        const bool right = given_.prediction[at] == given_.expected[at];
        painter.setPen(QPen(right ? faint : problemColor(palette()), zoomed(3) / 2.0));
        paintMark(painter, mark, right);
    }
}

void TokenStrip::paintToken(QPainter& painter, const QRectF& place, const QString& text) {
    if (painter.font().strikeOut()) {  // QStaticText strikes out as if it stood in the window's corner
        const int align = centred_ ? Qt::AlignHCenter : Qt::AlignLeft;
        painter.drawText(place, align | Qt::AlignVCenter | Qt::TextDontClip, text);
        return;
    }
    QStaticText& token = laidOut_[text];
    if (token.text() != text) {
        token.setText(text);
        token.setTextFormat(Qt::PlainText);
        token.prepare(painter.transform(), tokenFont());
    }
    const QSizeF size = token.size();
    painter.drawStaticText(QPointF(centred_ ? place.center().x() - size.width() / 2 : place.left(),
                                   place.center().y() - size.height() / 2),
                           token);
}

void TokenStrip::paintMark(QPainter& painter, const QRectF& cell, bool right) const {
    const qreal half = std::min<qreal>(zoomed(4), cell.width() / 2 - zoomed(3) / 2.0);
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
    const auto after = std::ranges::upper_bound(edges_, upright_ ? point.y() : point.x());
    return after == edges_.end() ? -1 : int(after - edges_.begin()) - 1;
}

bool TokenStrip::isInput(QPointF point) const {
    return upright_ ? point.x() < columnWidths()[0] : point.y() < rowHeight();
}

void TokenStrip::hover(int position) {
    if (position == hovered_) return;
    hovered_ = position;
    Q_EMIT positionHovered(position);
}

void TokenStrip::mouseMoveEvent(QMouseEvent* event) {
    const int position = positionAt(event->position());
    setCursor(position >= 0 && isInput(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
    hover(position);
}

void TokenStrip::mouseReleaseEvent(QMouseEvent* event) {
    const int position = positionAt(event->position());
    if (event->button() == Qt::LeftButton && position >= 0 && isInput(event->position()))
        Q_EMIT tokenClicked(position);
}

void TokenStrip::keyPressEvent(QKeyEvent* event) {
    const int last = int(tokens_.size()) - 1;
    switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Up:
            return hover(std::clamp(hovered_ - 1, 0, std::max(last, 0)));
        case Qt::Key_Right:
        case Qt::Key_Down:
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
