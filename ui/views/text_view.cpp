#include "ui/views/text_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <cmath>

namespace attx {

constexpr int largestPx = 2 * bodyPx;  // Largest font size, px, for a short text

class TextView::Canvas : public QWidget {
public:
    explicit Canvas(TextView* view) : QWidget(view), view_(view), style_(FigureStyle::of(palette())) {
        setMouseTracking(true);
        setFocusPolicy(Qt::StrongFocus);
        setAttribute(Qt::WA_OpaquePaintEvent);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
        setAccessibleName(TextView::tr("Text"));
    }

    /// Another text or another width moves the words; other shades do not.
    void arrange() {
        int px = bodyPx;
        layout_ = figure.layout(width(), style_, px);
        while (px < largestPx) {  // Largest size at which all of the text fits
            TextFigure::Layout larger = figure.layout(width(), style_, px += 1);
            if (larger.height > view_->viewport()->height()) break;
            layout_ = std::move(larger);
        }
        setMinimumHeight(int(std::ceil(layout_.height)));
        update();
    }
    [[nodiscard]] QRectF rectOfToken(int token) const {
        for (size_t i = 0; i < layout_.boxes.size(); ++i)
            if (layout_.boxTokens[i] == token) return layout_.boxes[i];
        return {};
    }
    void choose(int token) {
        figure.chosen = token;
        update();
        if (const QRectF box = rectOfToken(token); !box.isEmpty()) {
            const QPoint at = box.center().toPoint();
            view_->ensureVisible(at.x(), at.y(), 0, int(3 * box.height()));
        }
        Q_EMIT view_->tokenChosen(token);
    }
    void step(int by) {
        const int last = int(figure.tokens.size()) - 1;
        if (last >= 0) choose(figure.chosen < 0 ? 0 : std::clamp(figure.chosen + by, 0, last));
    }
    void hover(int token) {
        if (token == figure.hovered) return;
        figure.hovered = token;
        setCursor(token < 0 ? Qt::ArrowCursor : Qt::PointingHandCursor);
        update();
        Q_EMIT view_->tokenHovered(token);
    }

    TextFigure figure;

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        if (layout_.lines) figure.paintLayout(painter, layout_, QRectF(rect()), style_);
    }
    void resizeEvent(QResizeEvent* event) override {
        if (event->size().width() != event->oldSize().width()) arrange();
    }
    void mouseMoveEvent(QMouseEvent* event) override {
        hover(TextFigure::tokenAt(layout_, event->position()));
    }
    void mouseReleaseEvent(QMouseEvent* event) override {
        const int token = TextFigure::tokenAt(layout_, event->position());
        if (event->button() == Qt::LeftButton && token >= 0) choose(token == figure.chosen ? -1 : token);
    }
    void leaveEvent(QEvent*) override { hover(-1); }
    void keyPressEvent(QKeyEvent* event) override {
        if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)
            step(event->key() == Qt::Key_Left ? -1 : 1);
        else
            QWidget::keyPressEvent(event);
    }
    void changeEvent(QEvent* event) override {
        if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
            style_ = FigureStyle::of(palette());
            arrange();
        }
        QWidget::changeEvent(event);
    }

private:
    TextView* view_;
    FigureStyle style_;
    TextFigure::Layout layout_;
};

TextView::TextView(QWidget* parent) : QScrollArea(parent), canvas_(new Canvas(this)) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);  // the canvas takes the keys
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidget(canvas_);
}

void TextView::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    canvas_->arrange();
}

void TextView::keyPressEvent(QKeyEvent* event) {
    // Arrows are the page's, to go to another text; what does not fit is scrolled by whole pages.
    if (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)
        event->ignore();
    else
        QScrollArea::keyPressEvent(event);
}

void TextView::setFigure(const TextFigure& figure) {
    const bool sameText = figure.text == canvas_->figure.text && figure.padding == canvas_->figure.padding &&
                          figure.tokens.size() == canvas_->figure.tokens.size();  // pieces may be joined
    const bool samePlaces = sameText && figure.verdict == canvas_->figure.verdict;
    const auto kept = [&](int token) { return sameText && token < int(figure.tokens.size()) ? token : -1; };
    const int chosen = kept(canvas_->figure.chosen), hovered = kept(canvas_->figure.hovered);
    canvas_->figure = figure;
    canvas_->figure.chosen = chosen;
    canvas_->figure.hovered = hovered;
    canvas_->setAccessibleDescription(figure.verdict);
    if (!sameText) restingKeys_.clear();
    if (samePlaces)
        canvas_->update();
    else
        canvas_->arrange();
    if (!sameText) ensureVisible(0, 0);
}

const TextFigure& TextView::figure() const { return canvas_->figure; }

std::unique_ptr<Figure> TextView::printed() const {
    auto figure = std::make_unique<TextFigure>(canvas_->figure);
    figure->hovered = -1;
    figure->strongestKeys = restingKeys_;
    return figure;
}

void TextView::setStrongestKeys(const std::vector<int>& tokens) {
    canvas_->figure.strongestKeys = tokens;
    if (canvas_->figure.hovered < 0) restingKeys_ = tokens;
    canvas_->update();
}

void TextView::setChosen(int token) {
    canvas_->figure.chosen = token;
    canvas_->update();
}

void TextView::step(int tokens) { canvas_->step(tokens); }

QRectF TextView::rectOfToken(int token) const { return canvas_->rectOfToken(token); }

}  // namespace attx
