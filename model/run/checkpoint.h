// A trained network as a file: safetensors with the tensor names of the reference notebooks' PyTorch modules,
// and the configuration in __metadata__.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/config/assumptions.h"
#include "model/config/config.h"
#include "model/data/dataset.h"
#include "model/files/safetensors.h"

namespace attx {

enum class AnswerLayer;
struct TrainerState;
struct TrainerStateView;

struct Checkpoint {
    RunConfig config;  ///< only config.network is certain; data and training where the file tells
    std::vector<float> parameters;  ///< flat, in the order of buildProgram
    DataNames names;                ///< empty where the file has none
    /// Of a file that other programs wrote, or that was converted from one: what it does not decide, with the
    /// values taken.
    std::vector<UncertainKey> uncertain;
    std::string note;       ///< What of a file of another program was not taken; empty: nothing.
    AnswerLayer answers{};  ///< What the logits are; see answer_layer.h
};

/// Where a file of our own keeps what of its configuration no user has confirmed, as assumedJson.
inline constexpr const char* assumedMetadata = "assumed";
/// Where such a file says what the logits are, by answerLayerNames; without it they are logits.
inline constexpr const char* answersMetadata = "answers";

/// `__metadata__["config"]` is the NetworkConfig, `["run"]` the whole RunConfig where it is one that can be
/// trained, both JSON; `["classes"]` and
/// `["vocabulary"]`, where there are any, hold one name a line: of class 0, 1 ... and of token 2, 3 ...;
/// `["tokenizer"]` the files of a tokenizer, as JSON, and `["published"]` says that it was trained elsewhere.
/// The parameters are not copied: they must stay where they are until the file is written.
/// Throws Error::Kind::Input for parameters of another number than the network of `config` has.
[[nodiscard]] SafeTensorsView toSafeTensors(const RunConfig& config, std::span<const float> parameters,
                                            const DataNames& names = {});
/// Throws Error::Kind::Input that says which tensors are missing, unexpected or misshapen.
[[nodiscard]] Checkpoint checkpointFrom(const SafeTensors& file, const std::string& source);
/// Opens a run folder (its best model; before its first epoch has ended, the weights that it resumes from) or
/// a checkpoint file: ours, or one that PyTorch, Lightning or Flax wrote; or a folder of a published network,
/// see published_model.h. Throws Error::Kind::Input.
[[nodiscard]] Checkpoint openCheckpoint(const std::string& path);

/// What openCheckpoint would give of the file at `path`, of another program, if it had `heads` heads; nothing
/// where they make no difference. Throws Error::Kind::Input as openCheckpoint.
[[nodiscard]] std::optional<std::vector<float>> parametersWithHeads(const std::string& path, int heads);

/// With the optimiser's moments and the trainer's counters, for resuming ("last.safetensors").
[[nodiscard]] SafeTensorsView toSafeTensors(const RunConfig& config, const TrainerStateView& state,
                                            const DataNames& names = {});
/// The names that a file of either kind holds. Throws Error::Kind::Input for a vocabulary that is none.
[[nodiscard]] DataNames namesFrom(const SafeTensors& file, const std::string& source);
[[nodiscard]] TrainerState trainerStateFrom(const SafeTensors& file, const std::string& source);

}  // namespace attx
