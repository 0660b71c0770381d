// The sets of a split with the network's answers: asks for them again when the network, the split or the
// parameters change, one question at a time.
#pragma once
#include <QObject>

#include "model/evaluate/set_answers.h"
#include "ui/state/run_model.h"
#include "ui/state/study.h"

namespace attx {

class SetStudy : public QObject {
    Q_OBJECT
public:
    explicit SetStudy(RunModel& run, QObject* parent = nullptr);

    [[nodiscard]] bool isTest() const { return isTest_; }  ///< True: test sets; false: validation sets
    void setTest(bool test);
    /// The images of the split; null: the run has no sets, or no data.
    [[nodiscard]] const Table* table() const;
    /// About the sets of table(); null: none yet. While the network learns, those to older parameters.
    [[nodiscard]] const SetAnswers* answers() const { return study_->answer(); }
    [[nodiscard]] Study<SetAnswers>& study() { return *study_; }
    /// Asks about the parameters and heads shown, unless that has been done. While an answer to older
    /// parameters is under way, it is waited for; one to other heads is of no use.
    void ask();

Q_SIGNALS:
    void changed();   ///< other answers, or more of them
    void answered();  ///< the newest question, wholly; ask() may follow

private:
    void forget();

    RunModel& run_;
    bool isTest_ = true;
    Study<SetAnswers>* study_;
};

}  // namespace attx
