// What answers the pages: their studies, the pictures of sets, sweeps.
#pragma once
#include <QObject>
#include <memory>
#include <vector>

#include "app/sweeps/sweep_process.h"
#include "app/threads/query_worker.h"
#include "app/window/set_pictures.h"
#include "ui/window/main_window.h"

namespace attx {

class PageWorkers : public QObject {
    Q_OBJECT
public:
    /// Both must outlive this.
    PageWorkers(RunModel& model, MainWindow& window);
    ~PageWorkers() override;

    /// The window has other pages now, whose studies are those of the pages before.
    void serveAnew();

private:
    void answer(StudyBase& study);

    RunModel& model_;
    MainWindow& window_;
    SetPictures pictures_;
    std::unique_ptr<SweepProcess> sweep_;                ///< goes on whatever becomes of its page
    std::vector<std::unique_ptr<QueryWorker>> workers_;  ///< one for each study
};

}  // namespace attx
