#include "ui/pages/positions/schedule_page.h"

#include <QVBoxLayout>

#include "ui/figures/figures_of_run.h"
#include "ui/views/curve_view.h"

namespace attx {

SchedulePage::SchedulePage(QWidget* parent) : Page(parent) {
    view_ = new CurveView(this);
    frame_ = framed(view_);
    pageLayout<QVBoxLayout>()->addWidget(frame_);
}

void SchedulePage::showForm(const RunConfig& config, std::optional<int64_t> trainRows) {
    const CurveFigure figure = scheduleFigure(config, trainRows);
    view_->setFigure(figure);
    view_->setAccessibleName(figure.title());
}

QString SchedulePage::title() const { return tr("Schedule"); }

QString SchedulePage::help() const {
    return tr(
        "<p>The learning rate of the form is multiplied by this factor at each step. A <b>warm-up</b> "
        "begins small, because the first gradients are wild and Adam does not know their size yet; "
        "the <b>cosine</b> ends small, so that the weights settle.</p>"
        "<p>The curve follows the form: change schedule, warm-up, epochs or batch on the left.</p>");
}

}  // namespace attx
