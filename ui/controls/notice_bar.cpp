#include "ui/controls/notice_bar.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QTime>
#include <utility>

#include "ui/controls/icon_button.h"

namespace attx {
namespace {

constexpr qsizetype keptNotices = 100;
constexpr int side = 16, below = 8, leastHeight = 36;  // px
constexpr int secondsOfSuccess = 5, secondsOfOffers = 20;

int milliseconds(int seconds) { return 1000 * seconds; }

}  // namespace

NoticeBar::NoticeBar(QWidget* parent) : QFrame(parent) {
    setAccessibleName(tr("Notice"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 2, 4, 2);
    layout->setSpacing(8);
    icon_ = new QLabel(this);
    label_ = new QLabel(this);
    label_->setWordWrap(true);
    label_->setTextFormat(Qt::PlainText);
    label_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    for (size_t i = 0; i < mostOffers; ++i) {
        buttons_[i] = new QPushButton(this);
        buttons_[i]->setAccessibleName(tr("What the notice offers"));
        buttons_[i]->hide();
        connect(buttons_[i], &QPushButton::clicked, this, [this, i] {
            const std::vector<Offer> offers = acts_;
            stays_ == Stays::Briefly ? end() : forget();
            offers[i].act();
        });
    }
    close_ = makeIconButton("close", tr("Close the notice"), {}, this);
    layout->addWidget(icon_);
    // A line that can be read; what the notice offers stands right behind it.
    whenZoomed(label_, [this] {
        label_->setMaximumWidth(mostCharacters * label_->fontMetrics().averageCharWidth());
    });
    layout->addWidget(label_, 100);
    for (QPushButton* button : buttons_) layout->addWidget(button);
    layout->addStretch(1);
    layout->addWidget(close_, 0, Qt::AlignTop);
    connect(close_, &QToolButton::clicked, this, &NoticeBar::end);
    goes_.setSingleShot(true);
    connect(&goes_, &QTimer::timeout, this, [this] {
        if (!underMouse()) return end();
        goes_.start();  // it is being read
    });
    hide();
}

void NoticeBar::layOver(QWidget* pages, QBoxLayout* column, QWidget* statusLine) {
    pages_ = pages;
    statusLine_ = statusLine;
    space_ = new QWidget(parentWidget());
    space_->hide();
    column->addWidget(space_);
    pages_->installEventFilter(this);
    raise();
    place();
}

void NoticeBar::place() {
    if (!pages_) return;
    space_->setVisible(!isHidden() && takesRoom_);
    if (isHidden()) return;
    if (!takesRoom_ && statusLine_ && statusLine_->isVisible()) {
        const bool fits = lineWidth() <= statusLine_->width();
        const int left = fits ? statusLine_->mapTo(parentWidget(), QPoint()).x() : 0,
                  wide = fits ? statusLine_->width() : parentWidget()->width(),
                  high = std::max(layout()->heightForWidth(wide), statusLine_->height());
        setGeometry(left, parentWidget()->height() - high, wide, high);
        return raise();
    }
    const int width = pages_->width() - 2 * side;
    const int height = std::max(layout()->heightForWidth(width), zoomed(leastHeight));
    space_->setFixedHeight(height + below);
    const int end = pages_->height() + (takesRoom_ ? space_->height() : 0);
    const QPoint corner = pages_->mapTo(parentWidget(), QPoint(side, end - height - below));
    setGeometry(QRect(corner, QSize(width, height)));
    raise();
}

int NoticeBar::lineWidth() const {
    const QMargins margins = layout()->contentsMargins();
    int width = margins.left() + margins.right() + icon_->sizeHint().width() + close_->sizeHint().width();
    width += label_->fontMetrics().size(0, label_->text()).width() + 3 * layout()->spacing();
    for (const QPushButton* button : buttons_)
        if (!button->isHidden()) width += button->sizeHint().width() + layout()->spacing();
    return label_->text().contains(QLatin1Char('\n')) ? QWIDGETSIZE_MAX : width;
}

bool NoticeBar::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move) place();
    return QFrame::eventFilter(watched, event);
}

void NoticeBar::showNotice(const QString& text, bool isError) {
    if (text.isEmpty() || isError)
        covered_.reset();
    else
        cover();
    showText(text, isError);
}

void NoticeBar::cover() {
    if (hasOffers() && stays_ != Stays::Briefly) covered_ = Content{text(), acts_, stays_, isError_};
}

void NoticeBar::forget() {
    covered_.reset();
    acts_.clear();
    hide();
    place();
}

void NoticeBar::keepOffersBack(bool on) {
    keepsBack_ = on;
    if (on ? hasOffers() && waits(stays_) : isHidden()) {
        if (on) cover();
        end();
    }
}

void NoticeBar::end() {
    const std::optional<Content> covered = std::exchange(covered_, std::nullopt);
    forget();
    if (covered) showOffers(covered->text, covered->offers, covered->stays, covered->isError);
}

void NoticeBar::showText(const QString& text, bool isError) {
    isError_ = takesRoom_ = isError;
    if (!text.isEmpty()) history_ << QTime::currentTime().toString(Qt::ISODate) + QLatin1Char(' ') + text;
    if (history_.size() > keptNotices) history_.removeFirst();
    label_->setText(text);
    acts_.clear();
    for (QPushButton* button : buttons_) button->hide();
    icon_->setPixmap(themedIcon(isError ? QStringLiteral("warning") : QStringLiteral("check"))
                         .pixmap(QSize(16, 16), devicePixelRatioF()));
    setVisible(!text.isEmpty());
    isError ? goes_.stop() : goes_.start(milliseconds(secondsOfSuccess));
    place();
    update();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void NoticeBar::showOffers(const QString& text, const std::vector<Offer>& offers, Stays stays, bool isError) {
    if (waits(stays)) {
        covered_ = Content{text, offers, stays, isError};
        return;
    }
    if (stays == Stays::Briefly)
        cover();
    else
        covered_.reset();
    showText(text, isError);
    acts_ = offers;
    stays_ = stays;
    takesRoom_ = stays != Stays::Briefly;
    for (size_t i = 0; i < acts_.size(); ++i) {
        buttons_[i]->setText(acts_[i].label);
        buttons_[i]->show();
    }
    if (stays == Stays::TillClosed) goes_.stop();
    if (stays == Stays::ForAWhile) goes_.start(milliseconds(secondsOfOffers));
    place();
}

NoticeBar::Content NoticeBar::content() const {
    if (isHidden()) return {.text = {}, .history = history_};
    return {text(), acts_, stays_, isError_, history_};
}

void NoticeBar::setContent(const Content& content) {
    if (!content.offers.empty())
        showOffers(content.text, content.offers, content.stays, content.isError);
    else if (!content.text.isEmpty())
        showNotice(content.text, content.isError);
    history_ = content.history;
}

QString NoticeBar::text() const { return label_->text(); }

void NoticeBar::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && icon_ && !label_->text().isEmpty())
        icon_->setPixmap(themedIcon(isError_ ? QStringLiteral("warning") : QStringLiteral("check"))
                             .pixmap(QSize(16, 16), devicePixelRatioF()));
}

void NoticeBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(palette().color(QPalette::Mid));  // it lies over a figure
    painter.setBrush(palette().color(QPalette::AlternateBase));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.fillRect(QRect(0, 4, 3, height() - 8),
                     isError_ ? problemColor(palette()) : palette().color(QPalette::Highlight));
}

}  // namespace attx
