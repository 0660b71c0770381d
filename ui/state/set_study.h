// The sets of a split with the network's answers: asks for them anew when the network, the split or the
// parameters change, one question at a time.
#pragma once
#include <QObject>

#include "ui/state/run_model.h"
#include "ui/state/set_request.h"

namespace attx {

class SetStudy : public QObject {
    Q_OBJECT
public:
    explicit SetStudy(RunModel& run, QObject* parent = nullptr);

    [[nodiscard]] bool isTest() const { return isTest_; }  ///< else the validation sets
    void setTest(bool test);
    /// The images of the split; null: the run has no sets, or no data.
    [[nodiscard]] const Table* table() const;
    /// About the sets of table(); null: none yet. While the network learns, those to older parameters.
    [[nodiscard]] const SetAnswers* answers() const { return answers_.get(); }
    /// Asks about the parameters and heads shown, unless that has been done. While an answer to older
    /// parameters is under way, it is waited for; one to other heads is of no use.
    void ask();

public Q_SLOTS:
    void setAnswers(quint64 tag, std::shared_ptr<const attx::SetAnswers> answers, bool complete);
    void fail(quint64 tag);

Q_SIGNALS:
    void requested(const attx::SetRequest& request);  ///< to the application
    void changed();                                   ///< other answers, or more of them
    void answered();                                  ///< the newest question, wholly; ask() may follow

private:
    void forget();

    RunModel& run_;
    bool isTest_ = true;
    std::shared_ptr<const SetAnswers> answers_;
    std::shared_ptr<const std::vector<float>> askedWith_;  ///< the parameters last asked about
    std::vector<float> askedGates_;                        ///< and the gates of the heads
    quint64 tag_ = 0;
    bool asking_ = false;  ///< the newest question has no complete answer yet
};

}  // namespace attx
