#include "ui/window/foot_row.h"

#include <QEvent>
#include <algorithm>

#include "ui/look/theme.h"

namespace attx {
namespace {

constexpr int edge = 16, above = 2, between = 24;  // px
constexpr int leastStatus = 360, widestTime = 600;

}  // namespace

FootRow::FootRow(QWidget* train, QWidget* time, QWidget* status, QWidget* form, QWidget* parent)
    : QWidget(parent), train_(train), time_(time), status_(status), form_(form) {
    for (QWidget* part : {train_, time_, status_}) part->setParent(this);
    train_->setVisible(form_->isHidden());
    form_->installEventFilter(this);
    // May grow: a fixed height would be that of sizeHint(), one row, whatever heightForWidth() says.
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

int FootRow::rowHeight() const {
    int height = 0;
    for (const QWidget* part : {train_, time_, status_})
        if (!part->isHidden()) height = std::max(height, part->sizeHint().height());
    return height + 2 * above;
}

bool FootRow::fitsInOne(int width) const {
    if (time_->isHidden() || status_->isHidden()) return true;
    const int train = train_->isHidden() ? 0 : train_->sizeHint().width() + between;
    return width >= 2 * edge + train + between + time_->sizeHint().width() + zoomed(leastStatus);
}

QSize FootRow::minimumSizeHint() const {
    int width = status_->isHidden() ? 0 : status_->minimumSizeHint().width();
    if (!time_->isHidden()) width = std::max(width, time_->minimumSizeHint().width());
    if (!train_->isHidden()) width += train_->sizeHint().width() + between;
    return {width + 2 * edge, rowHeight()};
}

QSize FootRow::sizeHint() const { return {minimumSizeHint().width() + zoomed(leastStatus), rowHeight()}; }

int FootRow::heightForWidth(int width) const { return fitsInOne(width) ? rowHeight() : 2 * rowHeight(); }

bool FootRow::event(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest) updateGeometry();
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) place();
    return QWidget::event(event);
}

bool FootRow::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent)
        train_->setVisible(form_->isHidden());
    return QWidget::eventFilter(watched, event);
}

void FootRow::place() {
    QRect row(edge, above, width() - 2 * edge, rowHeight() - 2 * above);
    if (!train_->isHidden()) {
        train_->setGeometry(row.left(), row.top(), train_->sizeHint().width(), row.height());
        row.setLeft(train_->geometry().right() + between);
    }
    if (time_->isHidden() || status_->isHidden()) {
        (time_->isHidden() ? status_ : time_)->setGeometry(row);
        return;
    }
    if (!fitsInOne(width())) {
        time_->setGeometry(row);
        status_->setGeometry(row.translated(0, rowHeight()));
        return;
    }
    const int most = row.width() - between - zoomed(leastStatus);
    QRect time = row;
    time.setWidth(std::clamp(std::min(zoomed(widestTime), row.width() / 2), time_->sizeHint().width(), most));
    time_->setGeometry(time);
    row.setLeft(time.right() + between);
    status_->setGeometry(row);
}

}  // namespace attx
