// Answers every validation sequence in a thread of its own, to find the most confident mistakes. The newest
// question replaces one that waits and interrupts one under way.
#pragma once
#include <QObject>
#include <QThread>

#include "app/threads/newest.h"
#include "ui/state/mistake_search.h"

namespace attx {

class MistakeWorker : public QObject {
    Q_OBJECT
public:
    MistakeWorker();
    ~MistakeWorker() override;

    // Any thread; they return at once.
    void search(const MistakeRequest& request);
    void cancel() { newest_.drop(); }  ///< drops what waits and ends what is under way; neither is answered

Q_SIGNALS:
    void progressed(quint64 tag, qint64 done);  ///< at most every progressInterval
    void found(quint64 tag, const std::vector<attx::Mistake>& mistakes);
    void failed(quint64 tag, const QString& message);

private:
    void answerNewest();  // worker thread
    void answer(const MistakeRequest& request);

    Newest<MistakeRequest> newest_;
    // The owner's thread
    QThread thread_;
};

}  // namespace attx
