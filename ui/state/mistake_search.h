// The most confident mistakes of the network shown, on the validation data: asked for by a person, found in
// the background, gone with the parameters that they belong to. GUI thread only.
#pragma once
#include <QObject>
#include <memory>
#include <vector>

#include "model/explain/mistakes.h"
#include "ui/state/run_model.h"

namespace attx {

struct MistakeRequest {
    quint64 tag = 0;
    RunConfig config;
    std::shared_ptr<const std::vector<float>> parameters;
    std::shared_ptr<const DataSet> data;
    Ablation ablation = {};  ///< heads only
};

class MistakeSearch : public QObject {
    Q_OBJECT
public:
    explicit MistakeSearch(RunModel& model, QObject* parent = nullptr);

    enum class State { None, Searching, Found };
    [[nodiscard]] State state() const { return state_; }
    [[nodiscard]] const std::vector<Mistake>& mistakes() const { return mistakes_; }  ///< when Found
    /// Parameters or heads have changed since they were found.
    [[nodiscard]] bool outdated() const {
        return state_ == State::Found &&
               (parameters_ != model_.parameters() || gates_ != model_.ablation().headGates);
    }
    [[nodiscard]] qint64 done() const { return done_; }  ///< of model's sampleCount()
    [[nodiscard]] bool canSearch() const;
    void start();
    void cancel();

public Q_SLOTS:
    // Fed by the application.
    void setProgress(quint64 tag, qint64 done);
    void setFound(quint64 tag, const std::vector<attx::Mistake>& mistakes);
    void fail(quint64 tag);

Q_SIGNALS:
    void changed();
    void requested(const attx::MistakeRequest& request);
    void cancelled();

private:
    void forget();

    RunModel& model_;
    State state_ = State::None;
    std::vector<Mistake> mistakes_;
    std::shared_ptr<const std::vector<float>> parameters_;  ///< that were asked about
    std::vector<float> gates_;
    qint64 done_ = 0;
    quint64 tag_ = 0;
};

}  // namespace attx

Q_DECLARE_METATYPE(attx::MistakeRequest)
Q_DECLARE_METATYPE(std::vector<attx::Mistake>)
