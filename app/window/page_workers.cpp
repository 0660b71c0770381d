#include "app/window/page_workers.h"

#include "ui/pages/runs/runs_page.h"

namespace attx {

PageWorkers::PageWorkers(RunModel& model, MainWindow& window)
    : model_(model), window_(window), sweep_(std::make_unique<SweepProcess>()) {
    connect(sweep_.get(), &SweepProcess::ended, &window_, &MainWindow::showNotice);
    answer(model_.shown().study());
    serveAnew();
}

PageWorkers::~PageWorkers() = default;

void PageWorkers::serveAnew() {
    pictures_ = std::make_unique<SetPictures>(model_, window_.page<SetsPage>());
    connect(pictures_.get(), &SetPictures::failed, &window_,
            [this](const QString& message) { window_.showNotice(message, true); });
    RunsPage* page = &window_.page<RunsPage>();
    connect(page, &RunsPage::sweepRequested, sweep_.get(), &SweepProcess::start);
    connect(page, &RunsPage::sweepStopRequested, sweep_.get(), &SweepProcess::stop);
    connect(sweep_.get(), &SweepProcess::progressed, page, &RunsPage::showSweep);
    workers_.resize(1);  // without those of pages that are no more
    for (StudyBase* study : window_.findChildren<StudyBase*>()) answer(*study);
}

void PageWorkers::answer(StudyBase& study) {
    workers_.push_back(std::make_unique<QueryWorker>(study));
    connect(&study, &StudyBase::failed, &window_,
            [this](const QString& message) { window_.showNotice(message, true); });
}

}  // namespace attx
