// Answers questions about a network in a thread of its own. The newest question replaces one that
// still waits.
#pragma once
#include <QObject>
#include <QThread>
#include <memory>

#include "app/threads/newest.h"
#include "ui/state/run_model.h"

namespace attx {

class InspectWorker : public QObject {
    Q_OBJECT
public:
    InspectWorker();
    ~InspectWorker() override;

    /// Any thread; returns at once.
    void request(const InspectRequest& request);

Q_SIGNALS:
    /// `explanation` is null unless the request asked for one.
    void answered(quint64 tag, const attx::Inspection& inspection,
                  std::shared_ptr<const attx::Explanation> explanation);
    void failed(quint64 tag, const QString& message);

private:
    void answerNewest();  // worker thread

    Newest<InspectRequest> newest_;
    // Worker thread only
    NetworkConfig network_;
    std::unique_ptr<Inspector> inspector_;  ///< of network_
    std::shared_ptr<const std::vector<float>> parameters_;
    // The owner's thread
    QThread thread_;
};

}  // namespace attx
