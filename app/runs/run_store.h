// Where runs live, and what opening one brings.
#pragma once
#include <QDateTime>
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/config/assumptions.h"
#include "model/data/sample.h"
#include "model/run/records.h"
#include "model/run/run_folder.h"
#include "model/run/snapshots.h"

namespace attx {

enum class AnswerLayer;

/// A run folder or a checkpoint file, read.
struct OpenedRun {
    std::string path;
    RunConfig config;
    std::shared_ptr<const std::vector<float>> parameters;  ///< the best by validation
    DataNames names;                                       ///< Names of the classes and words; may be empty
    RunMetrics metrics;                                    ///< none for a checkpoint file
    std::vector<Snapshot> snapshots;                       ///< what there is; nothing of them is read
    std::optional<RunResult> result;
    /// What the file leaves open, with the values taken; see Checkpoint.
    std::vector<UncertainKey> uncertain;
    std::optional<DataFingerprint> data;  ///< what it learned from, where that is known
    std::string note;       ///< what could not be read, though the network could; empty: all is well
    AnswerLayer answers{};  ///< What the logits are; see answer_layer.h
};
/// Whether a folder that is no run itself, such as a sweep's, has a run in it.
[[nodiscard]] bool isFolderOfRuns(const std::string& path);
/// Throws Error::Kind::Input.
[[nodiscard]] OpenedRun openRun(const std::string& path);
/// What a person answers where a file leaves its network open: takes `config` for what the file leaves open,
/// and the parameters as a network of so many heads has them, for which the file may be read again. Throws
/// Error::Kind::Input, also where the network would have other parameters than the file. Another task leaves
/// other keys of the data open, in `run.uncertain`.
void answer(OpenedRun& run, const RunConfig& config);
/// Throws Error::Kind::Input for a published network of another kind than those that data are read for.
void requireReadsData(const OpenedRun& run);
/// Throws Error::Kind::Input where the run is a published network without data that its configuration names:
/// none are made here, and a vocabulary that was learnt from other data would give its tokens other meanings.
void requireOwnData(const OpenedRun& run);
/// requireOwnData, and that the network answers as the data ask. Throws Error::Kind::Input.
void requireSuited(const OpenedRun& run);
/// Whether requireOwnData() throws nothing.
[[nodiscard]] bool hasOwnData(const OpenedRun& run);
/// Number `sample` (from 0) of the validation data. Throws Error::Kind::Input if there is none.
[[nodiscard]] Sample validationSample(const RunConfig& config, const DataSet& data, int64_t sample);
/// The run's data as far as validationSample needs them: of what is drawn the validation data alone.
[[nodiscard]] DataSet validationData(const OpenedRun& run);
/// Where `data` come from files and are not those that the run has learned from: a sentence that says what
/// has changed.
[[nodiscard]] std::string changedSince(const OpenedRun& run, const DataSet& data);

/// A run that did not end: no process works on it, and it was not stopped either.
struct InterruptedRun {
    QString path;
    QDateTime saved;  ///< what it would go on from
};
/// The first of `paths` if it is one; others were passed over before.
[[nodiscard]] std::optional<InterruptedRun> interruptedRun(const QStringList& paths);
/// The first of `paths` if it is there and nothing trains it; else empty.
[[nodiscard]] QString lastRun(const QStringList& paths);

class RunStore {
public:
    explicit RunStore(QString folder);
    /// The window's: "runs" in the application's data folder.
    [[nodiscard]] static QString defaultFolder();

    [[nodiscard]] const QString& folder() const { return folder_; }
    /// A place for a new run: a folder that is made here and now, so that no other process takes it.
    [[nodiscard]] QString newPath(const std::string& preset) const;
    /// Removes the files that a run consists of, and the folder if nothing else is in it. Returns
    /// false if something is left.
    static bool remove(const QString& path);

private:
    QString folder_;
};

}  // namespace attx
