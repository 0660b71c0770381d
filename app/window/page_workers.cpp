#include "app/window/page_workers.h"

#include "ui/pages/runs/runs_page.h"

namespace attx {

PageWorkers::PageWorkers(RunModel& model, MainWindow& window)
    : model_(model), window_(window), pictures_(model), sweep_(std::make_unique<SweepProcess>()) {
    connect(&pictures_, &SetPictures::failed, &window_,
            [this](const QString& message) { window_.showNotice(message, true); });
    connect(sweep_.get(), &SweepProcess::ended, &window_, &MainWindow::showNotice);
    answer(model_.shown().study());
    for (StudyBase* study : window_.findChildren<StudyBase*>()) answer(*study);
    serveAnew();
}

PageWorkers::~PageWorkers() = default;

void PageWorkers::serveAnew() {
    pictures_.serve(window_.page<SetsPage>());
    pictures_.serve(window_.page<PicturePage>());
    RunsPage* page = &window_.page<RunsPage>();
    connect(page, &RunsPage::sweepRequested, sweep_.get(), &SweepProcess::start);
    connect(page, &RunsPage::sweepStopRequested, sweep_.get(), &SweepProcess::stop);
    connect(sweep_.get(), &SweepProcess::progressed, page, &RunsPage::showSweep);
}

void PageWorkers::answer(StudyBase& study) {
    workers_.push_back(std::make_unique<QueryWorker>(study));
    connect(&study, &StudyBase::failed, &window_,
            [this](const QString& message) { window_.showNotice(message, true); });
}

}  // namespace attx
