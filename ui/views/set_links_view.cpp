#include "ui/views/set_links_view.h"

#include <QMouseEvent>
#include <QPainter>

namespace attx {

SetLinksView::SetLinksView(QWidget* parent) : QWidget(parent) {
    setMinimumSize(200, 140);
    setAccessibleName(tr("Attention between the images"));
    setToolTip(
        tr("The stronger a line, the more the image above attends to the one below. Click an image above to "
           "see its lines alone."));
}

void SetLinksView::setFigure(const SetLinksFigure& figure) {
    const int chosen = figure_.images.size() == figure.images.size() ? figure_.chosenQuery : -1;
    figure_ = figure;
    figure_.chosenQuery = chosen;
    update();
}

void SetLinksView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    figure_.paint(painter, rect(), FigureStyle::of(palette()));
}

void SetLinksView::mousePressEvent(QMouseEvent* event) {
    const int query = figure_.queryAt(rect(), event->position(), FigureStyle::of(palette()));
    figure_.chosenQuery = query == figure_.chosenQuery ? -1 : query;
    update();
}

}  // namespace attx
