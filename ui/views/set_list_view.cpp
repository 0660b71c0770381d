#include "ui/views/set_list_view.h"

#include <QApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <utility>

namespace attx {

SetListView::SetListView(Source source, QWidget* parent)
    : QAbstractScrollArea(parent), source_(std::move(source)), style_(FigureStyle::of(palette())) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    setAccessibleName(tr("Sets"));
}

void SetListView::setSets(int count, int images, const QStringList& classes) {
    count_ = count;
    classes_ = classes;
    images_ = std::max(1, images);
    if (selected_ >= count) selected_ = -1;
    setRange();
    viewport()->update();
}

void SetListView::keepTopIn(int& top) {
    top_ = &top;
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) { *top_ = value; });
}

void SetListView::setSelected(int index) {
    selected_ = index;
    if (index >= 0) {
        const int top = index * rowHeight_;
        if (top < verticalScrollBar()->value())
            verticalScrollBar()->setValue(top);
        else if (top + rowHeight_ > verticalScrollBar()->value() + viewport()->height())
            verticalScrollBar()->setValue(top + rowHeight_ - viewport()->height());
    }
    viewport()->update();
}

void SetListView::setRange() {
    const bool named = haveRoom(classes_, images_, viewport()->width(), style_);
    rowHeight_ = std::max(1, int(setRowHeight(images_, viewport()->width(), style_, named)));
    {
        // Before it has its size it cannot be scrolled so far; it is then.
        const QSignalBlocker blocker(verticalScrollBar());
        verticalScrollBar()->setRange(0, std::max(0, count_ * rowHeight_ - viewport()->height()));
        if (top_) verticalScrollBar()->setValue(*top_);
    }
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(rowHeight_ / 3);
}

QRectF SetListView::rectOfRow(int index) const {
    return QRectF(0, index * rowHeight_ - verticalScrollBar()->value(), viewport()->width(), rowHeight_);
}

std::pair<int, int> SetListView::rowsInView() const {
    const int first = verticalScrollBar()->value() / rowHeight_;
    const int past = (verticalScrollBar()->value() + viewport()->height() - 1) / rowHeight_ + 1;
    return {std::min(first, count_), std::min(past, count_)};
}

int SetListView::rowAt(QPointF point) const {
    const int row = (int(point.y()) + verticalScrollBar()->value()) / rowHeight_;
    return row >= 0 && row < count_ ? row : -1;
}

void SetListView::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), style_.background);
    const auto [first, past] = rowsInView();
    for (int row = first; row < past; ++row) {
        const QRectF rect = rectOfRow(row);
        if (row == selected_) {
            QColor lit = style_.accent;
            lit.setAlphaF(0.12F);
            painter.fillRect(rect, lit);
        }
        paintSet(painter, rect, source_(row), style_);
    }
    if (count_ == 0) {
        painter.setPen(style_.muted);
        painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap, emptyText_);
    }
}

void SetListView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    setRange();
}

void SetListView::mousePressEvent(QMouseEvent* event) {
    if (const int row = rowAt(event->position()); row >= 0 && event->button() == Qt::LeftButton) {
        pressed_ = event->position().toPoint();
        setSelected(row);
        Q_EMIT setClicked(row);
    }
}

void SetListView::mouseDoubleClickEvent(QMouseEvent* event) {
    pressed_.reset();
    const int row = rowAt(event->position()), image = imageAt(event->position());
    if (image >= 0 && event->button() == Qt::LeftButton) Q_EMIT imageDoubleClicked(row, image);
}

int SetListView::imageAt(QPointF point) const {
    const int row = rowAt(point);
    for (int i = 0; row >= 0 && i < images_; ++i)
        if (setImageRect(rectOfRow(row), images_, i, style_).contains(point)) return i;
    return -1;
}

void SetListView::mouseMoveEvent(QMouseEvent* event) {
    if (!(event->buttons() & Qt::LeftButton)) pressed_.reset();
    if (pressed_ &&
        (event->position().toPoint() - *pressed_).manhattanLength() >= QApplication::startDragDistance()) {
        const QPoint from = *std::exchange(pressed_, std::nullopt);
        if (const int image = imageAt(from); image >= 0) Q_EMIT imageDragged(rowAt(from), image);
        return;
    }
    const int image = imageAt(event->position());
    Q_EMIT imageHovered(image < 0 ? -1 : rowAt(event->position()), image);
}

void SetListView::leaveEvent(QEvent* event) {
    QAbstractScrollArea::leaveEvent(event);
    Q_EMIT imageHovered(-1, -1);
}

void SetListView::keyPressEvent(QKeyEvent* event) {
    const bool down = event->key() == Qt::Key_Down, up = event->key() == Qt::Key_Up;
    if (!(down || up) || count_ == 0) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    setSelected(std::clamp(selected_ + (down ? 1 : -1), 0, count_ - 1));
    Q_EMIT setClicked(selected_);
}

void SetListView::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    style_ = FigureStyle::of(palette());
    setRange();
    viewport()->update();
}

}  // namespace attx
