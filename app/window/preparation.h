// What must be there before a network can be shown or trained: initial weights, data, an opened run. It is
// made in the background, one thing at a time; what is requested next makes what was asked for before
// outdated.
#pragma once
#include <QObject>
#include <QString>
#include <QTimer>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/runs/run_recorder.h"
#include "app/runs/run_store.h"
#include "app/threads/background.h"
#include "app/window/feature_window.h"
#include "model/run/run_lock.h"
#include "model/run/start_weights.h"

namespace attx {

/// A network ready to be shown or trained.
struct Prepared {
    RunConfig config;  ///< Configuration asked for, fitted to the network of training.start_from
    std::shared_ptr<const std::vector<float>> parameters;  ///< the initial weights; null if `resumed`
    std::optional<StartReport> start;  ///< What training.start_from gave; nothing: the weights are drawn
    std::shared_ptr<const DataSet> data;
    std::shared_ptr<ResumedRun> resumed;
    std::shared_ptr<RunLock> lock;  ///< Lock of the folder of `resumed`, taken before it was read
    std::string changed;            ///< how the data differ from those that `resumed` learned from; or empty
};

class Preparation : public QObject {
    Q_OBJECT
public:
    using Parameters = std::shared_ptr<const std::vector<float>>;
    using ThenParameters = std::function<void(const Parameters&)>;

    explicit Preparation(QWidget* window) : features_(window) {
        waitingTimer_.setInterval(waitingShownAfter);
        waitingTimer_.setSingleShot(true);
        connect(&waitingTimer_, &QTimer::timeout, this, [this] { Q_EMIT waiting(waitingFor_); });
    }
    ~Preparation() override { ++newest_; }  // what is under way ends

    /// Something has been asked for, and is not there yet.
    [[nodiscard]] bool isWaiting() const { return !waitingFor_.isEmpty(); }
    /// Rises with everything that is requested.
    [[nodiscard]] quint64 newest() const { return newest_; }
    void cancel();

    /// Calls work() in the background, and then(Outcome) here unless something newer has been asked for by
    /// then. `what` is shown while it lasts.
    template <class Work, class Then>
    void run(const QString& what, Work work, Then then) {
        const quint64 tag = ++newest_;
        waitingFor_ = what;
        waitingTimer_.start();
        background_.run(
            this,
            [this, tag, work = std::move(work)] {
                return tag == newest_ ? work() : std::invoke_result_t<const Work&>();
            },
            [this, tag, then = std::move(then)](const auto& outcome) {
                if (tag != newest_) return;
                endWaiting();
                then(outcome);
            });
    }
    /// Initial weights and data, or what is read from `resumeFrom` to go on with. `weightsFirst` gets the
    /// initial weights while the data are still made; may be empty.
    void prepare(const RunConfig& config, const QString& resumeFrom,
                 const std::function<void(const Outcome<Prepared>&)>& then,
                 const ThenParameters& weightsFirst = {});
    /// The network that training.start_from names stays open while the form is edited; a run that has its
    /// weights does not need it any more.
    void forgetSource();
    /// Initial weights alone.
    void weights(const RunConfig& config, const ThenParameters& then);

    /// The data of `config` if they are the last that were made; else null.
    [[nodiscard]] std::shared_ptr<const DataSet> dataOf(const DataConfig& config) const;
    void keepData(const DataConfig& config, std::shared_ptr<const DataSet> data);

Q_SIGNALS:
    void waiting(const QString& what);  ///< once it takes longer than a moment; empty: it is over

private:
    void endWaiting();
    void makeWeights(const RunConfig& config, quint64 tag, const ThenParameters& then);
    [[nodiscard]] std::shared_ptr<RunLock> lockOf(const QString& folder);  ///< Runs in the background
    [[nodiscard]] const Checkpoint& sourceOf(const std::string& path);     ///< Called in the background

    static constexpr std::chrono::milliseconds waitingShownAfter{200};

    FeatureWindow features_;
    std::shared_ptr<const DataSet> data_;  ///< the last made
    DataConfig dataConfig_;                ///< What data_ was made from
    QString waitingFor_;                   ///< empty: nothing
    QTimer waitingTimer_;
    std::atomic<quint64> newest_{0};  ///< tag of what was asked for last
    QString lockedFolder_;            ///< Folder of lastLock_; both are used in the background alone
    std::weak_ptr<RunLock> lastLock_;
    std::optional<Checkpoint> source_;  ///< What training.start_from named last; the background's
    std::string sourceStamp_;           ///< Names, sizes and times of the source's files
    Background background_;             ///< last, so that it ends before what it reports to
};

/// The parameters that a run of `config` begins with.
[[nodiscard]] std::shared_ptr<const std::vector<float>> firstWeights(const RunConfig& config);

}  // namespace attx
