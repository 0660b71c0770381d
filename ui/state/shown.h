// A network as it is shown: its configuration, its parameters (now, or at a snapshot of its training), what
// is ablated, the sample that is looked at, and what the inspector says of it. GUI thread only.
#pragma once
#include <QObject>
#include <memory>
#include <optional>
#include <vector>

#include "model/attribute/subject_inspector.h"
#include "model/data/sample.h"
#include "model/run/snapshots.h"
#include "ui/state/study.h"

namespace attx {

class Shown : public QObject {
    Q_OBJECT
public:
    using Parameters = std::shared_ptr<const std::vector<float>>;

    /// `study`, which outlives this, asks about the sample: one question at a time, so that answers come
    /// however fast the network learns; a question about another network does not wait.
    explicit Shown(Study<SampleAnswer>& study, QObject* parent = nullptr);

    /// Another network, or the same one again: follows the run again. Ablated heads stay if their grid does
    /// and `keepsHeads` says that they are meant, masked tokens if the sample stays.
    void show(const RunConfig& config, Parameters parameters, std::shared_ptr<const DataNames> names,
              const Sample& sample, bool keepsHeads);
    [[nodiscard]] const RunConfig& config() const { return config_; }
    void setTraining(const TrainingConfig& training) { config_.training = training; }
    /// Of classes and words.
    [[nodiscard]] const DataNames& names() const { return *names_; }

    /// Now, or at the snapshot chosen; null before there is a network.
    [[nodiscard]] const Parameters& parameters() const { return parameters_; }
    void setLatest(Parameters parameters);  ///< those of now, shown unless a snapshot is
    /// That is looked back at; none: now, following the run.
    [[nodiscard]] const std::optional<Snapshot>& snapshot() const { return snapshot_; }
    void chooseSnapshot(const Snapshot& snapshot);
    void chooseNow();
    /// The answer to snapshotRequested; ignored if another one has been chosen since.
    void setSnapshotParameters(const Snapshot& snapshot, Parameters parameters);
    void failSnapshot(const Snapshot& snapshot);  ///< it cannot be read: back to now
    /// The parameters of the snapshot chosen are here, and everything asked of them is answered.
    [[nodiscard]] bool isSettled() const { return !snapshotPending_ && !study_.isAsking(); }

    [[nodiscard]] const Sample& sample() const { return sample_; }
    void chooseSample(const Sample& sample);
    /// Positions of a sample that are padding behind a text.
    [[nodiscard]] int paddingOf(const Sample& sample) const;
    /// How many positions of a sample maps show: padding only where it is requested, or there is nothing
    /// else.
    [[nodiscard]] int shownPositions(const Sample& sample) const;
    [[nodiscard]] bool showsPadding() const { return showsPadding_; }
    void setShowsPadding(bool shows);

    /// Ablated heads, and tokens of the sample that are masked.
    [[nodiscard]] const Ablation& ablation() const { return ablation_; }
    [[nodiscard]] int ablatedHeads() const;
    void setAblation(const Ablation& ablation);
    /// Masks a token that is shown, or no longer does. The last one that is left stays.
    void toggleToken(int position);

    [[nodiscard]] const Inspection& inspection() const { return inspection_; }
    /// The answer to wantExplanation, about the sample in it; null before there is one.
    [[nodiscard]] const std::shared_ptr<const Explanation>& explanation() const { return explanation_; }
    /// From now on inspections bring these explanations; none: they cost a backward pass for nothing.
    void wantExplanation(const std::optional<ExplainQuestion>& question);
    [[nodiscard]] const std::optional<ExplainQuestion>& wantedExplanation() const { return question_; }
    [[nodiscard]] Study<SampleAnswer>& study() { return study_; }

Q_SIGNALS:
    void networkChanged();  ///< another configuration: shapes may differ
    void sampleChanged();
    void ablationChanged();
    void paddingChanged();  ///< shownPositions() may be others
    void inspectionChanged();
    void inspectionFailed();  ///< what is shown stays that of an older question
    void explanationChanged();
    void snapshotChosen();    ///< A snapshot, or "now"; its parameters follow
    void parametersChosen();  ///< parameters() are those of another snapshot now
    void snapshotRequested(const attx::Snapshot& snapshot);  ///< Asks the application for it

private:
    void inspect();  ///< now, or as soon as the question under way is answered
    void ask();
    void takeAnswer();
    void askWhatWaits();

    RunConfig config_;
    std::shared_ptr<const DataNames> names_ = std::make_shared<const DataNames>();
    Parameters parameters_;  ///< shown
    Parameters latest_;      ///< Newest parameters, whatever snapshot is shown
    std::optional<Snapshot> snapshot_;
    bool snapshotPending_ = false;  ///< parameters_ are not yet those of snapshot_
    Sample sample_;
    bool showsPadding_ = false;
    Ablation ablation_;
    Inspection inspection_;
    std::optional<ExplainQuestion> question_;
    std::shared_ptr<const Explanation> explanation_;
    Study<SampleAnswer>& study_;
    std::shared_ptr<SubjectInspector> inspector_ = std::make_shared<SubjectInspector>();  ///< the answerer's
    bool waits_ = false;  ///< what is asked about has changed since the question under way
};

}  // namespace attx
