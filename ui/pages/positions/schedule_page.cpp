#include "ui/pages/positions/schedule_page.h"

#include <QVBoxLayout>

#include "ui/figures/figures_of_run.h"
#include "ui/views/curve_view.h"

namespace attx {

SchedulePage::SchedulePage(QWidget* parent) : Page(parent) {
    view_ = new CurveView(this);
    frame_ = new FigureFrame(
        view_, [this] { return view_->figure().clone(); }, this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 8, 16, 8);
    layout->addWidget(frame_);
    connect(frame_, &FigureFrame::resetRequested, view_, &CurveView::resetView);
    connect(frame_, &FigureFrame::notice, this, &Page::notice);
    connect(view_, &CurveView::hovered, this,
            [this](int panel, double x) { Q_EMIT readout(view_->readoutLine(panel, x)); });
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
