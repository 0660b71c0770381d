// What the page of sets asks for, in a thread of its own: answers to all sets of a split, in pieces (the
// newest question interrupts the one under way); the check that a set's order does not matter; pictures from
// the disk for sets of a person's own.
#pragma once
#include <QObject>
#include <QThread>
#include <memory>
#include <string>

#include "app/sources/feature_extractor.h"
#include "app/threads/newest.h"
#include "ui/state/set_request.h"

namespace attx {

class SetWorker : public QObject {
    Q_OBJECT
public:
    SetWorker();
    ~SetWorker() override;

    // Any thread; they return at once.
    void request(const SetRequest& request);
    void check(const EquivarianceRequest& request);
    void describe(const PictureRequest& request);

Q_SIGNALS:
    /// As far as it has come, at most every progressInterval, and once at the end.
    void answered(quint64 tag, std::shared_ptr<const attx::SetAnswers> answers, bool complete);
    void checked(quint64 tag, const attx::EquivarianceResult& result);
    void described(quint64 tag, const attx::DescribedPicture& picture);  ///< one by one
    void failed(quint64 tag, const QString& message);                    ///< answers; tag 0: anything else

private:
    void answerNewest();  // worker thread
    void answer(const SetRequest& request);
    void describeNow(const PictureRequest& request);

    Newest<SetRequest> newest_;
    // Worker thread
    std::string extractorName_;
    std::unique_ptr<FeatureExtractor> extractor_;  ///< of extractorName_; opening one takes a while
    // The owner's thread
    QThread thread_;
};

}  // namespace attx
