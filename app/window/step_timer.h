// How long a step of the form's network takes, by a short trial while nothing is trained: the form's
// estimate.
#pragma once
#include <QObject>
#include <QTimer>
#include <atomic>
#include <chrono>
#include <ctime>
#include <functional>
#include <memory>

#include "app/threads/background.h"
#include "app/window/settings.h"
#include "ui/state/run_model.h"

namespace attx {

class StepTimer : public QObject {
    Q_OBJECT
public:
    /// Both outlive it. Times what `model` shows with its data, unless `settings` has it from an earlier
    /// trial or run on this machine, and keeps it there. `used` is the CPU time of the program.
    StepTimer(const RunModel& model, Settings& settings, std::function<std::clock_t()> used = &std::clock);
    ~StepTimer() override { *interrupt_ = true; }

Q_SIGNALS:
    /// Of the network that the model shows.
    void timed(std::chrono::duration<double> step);

private:
    using Seconds = std::chrono::duration<double>;
    void look();
    void wait();
    void measureWhenQuiet();
    void measure();
    void keep(const RunConfig& config, Seconds step);

    // The first picture of a network comes before its trial, and values typed in passing are not tried.
    static constexpr std::chrono::milliseconds pause{500};
    // A trial beside the program's own work (other pages, the search for devices) finds a slower step than a
    // run will: it waits for a pause in which less than this share of one processor was used, so many times.
    static constexpr double quietShare = 0.2;
    static constexpr int longestWait = 20;

    const RunModel& model_;
    Settings& settings_;
    QTimer wait_;
    const std::function<std::clock_t()> used_;
    std::clock_t usedBefore_ = 0;                   ///< CPU time of the program when the pause began
    int waited_ = 0;                                ///< pauses that were not quiet
    std::shared_ptr<std::atomic<bool>> interrupt_;  ///< Ends the newest trial once true
    Background background_;                         ///< last, so that it ends before what it reports to
};

}  // namespace attx
