#include "ui/pages/positions/schedule_page.h"

#include <QVBoxLayout>

#include "ui/figures/figures_of_run.h"

namespace attx {

SchedulePage::SchedulePage(QWidget* parent, Kept* kept) : Page(parent, kept) {
    view_ = new CurveView(this);
    view_->keepRangesIn(this->kept().of<Choice>().ranges);
    frame_ = framed(view_);
    pageLayout<QVBoxLayout>()->addWidget(frame_);
}

void SchedulePage::showForm(const RunConfig& config, const std::optional<SplitRows>& rows) {
    const CurveFigure figure = scheduleFigure(config, rows ? std::optional(rows->train) : std::nullopt);
    view_->setFigure(figure);
    view_->setAccessibleName(figure.title());
}

}  // namespace attx
