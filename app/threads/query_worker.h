// Answers the queries of one study in a thread of its own. The newest replaces one that waits and interrupts
// the one under way.
#pragma once
#include <QObject>
#include <QThread>

#include "app/threads/newest.h"
#include "ui/state/study.h"

namespace attx {

class QueryWorker : public QObject {
    Q_OBJECT
public:
    /// `study`, in the caller's thread, is answered from now on. Either may end before the other.
    explicit QueryWorker(StudyBase& study);
    ~QueryWorker() override;

Q_SIGNALS:
    void replied(quint64 tag, const attx::Reply& reply, bool complete);
    void failed(quint64 tag, const QString& message);

private:
    void answerNewest();  // worker thread

    Newest<Query> newest_;
    QThread thread_;
};

}  // namespace attx

Q_DECLARE_METATYPE(attx::Reply)
