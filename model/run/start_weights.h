// Where training.start_from names a network: the run's network follows it, and begins with its weights.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "model/config/config.h"
#include "model/run/checkpoint.h"

namespace attx {

/// Where the first weights of a run come from; run.json keeps it. Tensors by our names.
struct StartReport {
    std::string from;                ///< training.start_from
    std::vector<std::string> taken;  ///< The source's tensors that were taken
    std::vector<std::string> drawn;  ///< Initialised as those of every new network
    std::vector<std::string> left;   ///< The source's tensors that no part of the new network took
};
/// {"from", "taken": how many, "new": [names], "left": [names]}, as JSON.
[[nodiscard]] std::string toJson(const StartReport& report);
/// "Starts from bert: 199 of 201 tensors are its own; new are classifier.weight, classifier.bias."
[[nodiscard]] std::string startText(const StartReport& report);
/// "Frozen are the embeddings and the first 2 of 12 layers: 38,000,000 of 109,000,000 parameters."; empty:
/// all parameters are trained.
[[nodiscard]] std::string frozenText(const RunConfig& config);
/// {"layers", "parameters"}, as JSON; null where all are trained.
[[nodiscard]] std::string frozenJson(const RunConfig& config);

/// Opens config.training.startFrom, and makes the network of `config` that network, but for its dropout, for
/// what answers the data, and for the number of layers where `isChosen`. What reads the data comes along: the
/// size of a vocabulary, the length of texts as a tokenizer cuts them, and of pictures patches and pixels,
/// but for keys that `isChosen`. Throws Error::Kind::Input for a network that leaves open what its weights
/// depend on, for other keys of the network that are chosen and differ, and where the data are of another
/// kind than the network reads.
[[nodiscard]] Checkpoint followStart(RunConfig& config, const std::function<bool(const char* key)>& isChosen);
/// The same with `source`, which config.training.startFrom names and which is open already.
void followStart(const Checkpoint& source, RunConfig& config,
                 const std::function<bool(const char* key)>& isChosen);
/// Changes with the files at `path` and those next to it that opening it reads: names, sizes and times.
[[nodiscard]] std::string stampOfStart(const std::string& path);

/// The names that a run reads its data with: the words of `source`, and the classes of the data.
[[nodiscard]] DataNames namesToStart(const Checkpoint& source, const RunConfig& config);

struct StartWeights {
    std::vector<float> parameters;  ///< flat, in the order of buildProgram
    StartReport report;
};
/// The weights of `source` for all parts of config's network that it has, drawn ones for the others and for
/// the last layer where the classes are others than `names` has. Throws Error::Kind::Input for parts of
/// another shape, and where no weight would be taken.
[[nodiscard]] StartWeights startWeights(const Checkpoint& source, const RunConfig& config,
                                        const DataNames& names);

}  // namespace attx
