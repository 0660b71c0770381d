#include "ui/pages/figure_space.h"

#include <QEvent>
#include <QLayout>
#include <algorithm>
#include <utility>

#include "ui/look/theme.h"
#include "ui/views/heat_map_view.h"
#include "ui/views/token_strip.h"

namespace attx {
namespace {

constexpr int gap = 4, controlsWidth = 300;  // px
constexpr qreal worthMoving = 1.02;       // what figures have to gain before something leaves its usual place
constexpr qreal worthMovingAgain = 1.15;  // the same in a room of one size, where a hand may be at work

}  // namespace

FigureSpace::FigureSpace(QWidget* controls, QWidget* figures, TokenStrip* tokens, QWidget* parent)
    : QWidget(parent), controls_(controls), figures_(figures), tokens_(tokens) {
    for (QWidget* part : {controls_, figures_, static_cast<QWidget*>(tokens_)}) part->setParent(this);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void FigureSpace::setAxes(HeatMapView* view) {
    if (axes_ && axes_ != view) axes_->setLeastLeft(0);
    axes_ = view;
}

bool FigureSpace::hasAxes() const {
    const std::vector<HeatMap>* maps = axes_ ? &axes_->figure().maps : nullptr;
    return maps && maps->size() == 1 && maps->front().cols == tokens_->count();
}

int FigureSpace::namesLeft() const {
    constexpr int rounding = 1;  // px: cells begin at whole pixels of the screen
    return hasAxes() ? std::max(0, tokens_->namesWidth() + rounding - axes_->mapTo(this, QPoint()).x()) : 0;
}

void FigureSpace::alignTokens() {
    const bool upright = tokens_->isUpright();
    if (axes_) axes_->setLeastLeft(upright ? 0 : namesLeft());
    const HeatMap* map = hasAxes() ? &axes_->figure().maps[0] : nullptr;
    if (!map || (upright && (map->originBelow || map->rows != tokens_->count())))
        return tokens_->alignWith({});
    const auto here = [&](QPointF point) { return tokens_->mapFrom(this, axes_->mapTo(this, point)); };
    const QPointF from = here(axes_->rectOfCell(0, 0, 0).topLeft()),
                  to = here(upright ? axes_->rectOfCell(0, map->rows - 1, 0).bottomLeft()
                                    : axes_->rectOfCell(0, 0, map->cols - 1).topRight());
    tokens_->alignWith(upright ? std::pair(from.y(), to.y()) : std::pair(from.x(), to.x()));
}

int FigureSpace::controlsHeight(int width) const {
    if (controls_->isHidden()) return 0;
    const QLayout* layout = controls_->layout();
    return layout->hasHeightForWidth() ? layout->totalHeightForWidth(width)
                                       : layout->totalSizeHint().height();
}

QSize FigureSpace::leastFigures() const {
    return figures_->minimumSizeHint().expandedTo(figures_->minimumSize());
}

QSize FigureSpace::minimumSizeHint() const {
    const QSize figures = leastFigures();
    const int width = std::max(figures.width(), controls_->minimumSizeHint().width());
    const int tokens =
        tokens_->isHidden() || tokens_->isUpright() ? 0 : tokens_->minimumSizeHint().height() + gap;
    return {width, controlsHeight(std::max(width, this->width())) + gap + figures.height() + tokens};
}

/// A layout that is narrower than its parts counts their lines as if it were not, and cuts the last ones.
int FigureSpace::besideWidth() const {
    return std::max(zoomed(controlsWidth), controls_->minimumSizeHint().width());
}

int FigureSpace::belowControls() const {
    const int height = controlsHeight(width());
    return height > 0 ? height + gap : 0;
}

QRect FigureSpace::roomFor(Place place) const {
    QRect room = rect();
    const int upright = tokens_->isHidden() ? 0 : tokens_->uprightWidth(height());
    if (place == Place::ControlsBeside) {
        if (controls_->isHidden()) return {};
        room.setRight(room.right() - gap - besideWidth());
    } else {
        room.setTop(belowControls());
    }
    if (tokens_->isHidden()) return place == Place::TokensBeside ? QRect() : room;
    if (place == Place::TokensBelow) {
        room.setBottom(room.bottom() - gap - tokens_->lyingHeight());
    } else {
        if (upright == 0) return {};
        room.setRight(room.right() - gap - upright);
    }
    return room.size().expandedTo(leastFigures()) == room.size() ? room : QRect();
}

bool FigureSpace::event(QEvent* event) {
    const bool handled = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest) updateGeometry();
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) arrange();
    return handled;
}

void FigureSpace::arrange() {
    Place best = Place::TokensBelow;
    if (worth_) {
        qreal most = worth_(roomFor(best).size(), namesLeft());
        for (const Place place : {Place::TokensBeside, Place::ControlsBeside}) {
            const QRect room = roomFor(place);
            const qreal worth = room.isValid() ? worth_(room.size(), 0) : 0;
            if (worth > most * worthMoving) most = worth, best = place;
        }
        // A token that is masked stays where it was clicked.
        if (const QRect room = roomFor(place_);
            size() == placedIn_ && room.isValid() &&
            most < worthMovingAgain * worth_(room.size(), place_ == Place::TokensBelow ? namesLeft() : 0))
            best = place_;
        placedIn_ = size();
        place_ = best;
    }
    QRect room = roomFor(best);
    if (!room.isValid()) room = {0, belowControls(), width(), leastFigures().height()};
    const bool upright = best != Place::TokensBelow;
    tokens_->setUpright(upright);
    const int tokensWidth = upright ? tokens_->uprightWidth(height()) : width();
    if (best == Place::ControlsBeside)
        controls_->setGeometry(width() - besideWidth(), 0, besideWidth(), height());
    else
        controls_->setGeometry(0, 0, width(), controlsHeight(width()));
    figures_->setGeometry(room);
    if (upright)
        tokens_->setGeometry(room.right() + 1 + gap, room.top(), tokensWidth, room.height());
    else
        tokens_->setGeometry(0, room.bottom() + 1 + gap, width(), tokens_->lyingHeight());
    Q_EMIT arranged();
    alignTokens();
}

}  // namespace attx
