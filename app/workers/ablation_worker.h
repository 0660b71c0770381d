// Measures, in a thread of its own, what heads that are off cost on the validation data. The newest
// question replaces one that waits and interrupts one under way.
#pragma once
#include <QObject>
#include <QThread>
#include <optional>

#include "app/threads/newest.h"
#include "model/run/measure.h"
#include "ui/state/ablation_study.h"

namespace attx {

class AblationWorker : public QObject {
    Q_OBJECT
public:
    AblationWorker();
    ~AblationWorker() override;

    // Any thread; they return at once.
    void measure(const AblationRequest& request) { ask({request, false}); }
    void sweep(const AblationRequest& request) { ask({request, true}); }
    /// Drops what waits and ends what is under way; neither is answered.
    void cancel() { newest_.drop(); }

Q_SIGNALS:
    void measured(quint64 tag, const attx::AblationEffect& effect);
    /// As far as it has come, at most every progressInterval, and once at the end.
    void swept(quint64 tag, const attx::HeadAblation& sweep);
    void failed(quint64 tag, const QString& message);

private:
    struct Job {
        AblationRequest request;
        bool sweep = false;
    };
    void ask(const Job& job);
    void answerNewest();  // worker thread
    void answer(const Job& job);
    void prepare(const AblationRequest& request);

    Newest<Job> newest_;
    // Worker thread only: what the last question was about
    AblationRequest last_;
    Measure measure_;                      ///< of last_
    std::optional<EvaluationSums> whole_;  ///< of last_ with every head on
    // The owner's thread
    QThread thread_;
};

}  // namespace attx
