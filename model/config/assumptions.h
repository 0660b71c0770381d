// What a checkpoint does not show and was assumed instead. It stays with the network, in files and answers,
// until a person has confirmed it.
#pragma once
#include <string>
#include <vector>

#include "model/config/config.h"

namespace attx {

/// A key that the file does not decide, with the value taken for it.
struct UncertainKey {
    std::string path;   ///< "network.num_heads"
    std::string value;  ///< Value in the spelling of `--set`
    std::string why;    ///< a sentence
};

/// Heads are a guess that any answer of the network depends on: the shapes fit them all.
inline constexpr const char* headsKey = "network.num_heads";
/// Vectors or one-hot categories: a linear layer reads either.
inline constexpr const char* inputKey = "network.input";
/// An answer at each position, or one that is pooled from them: no tensor shows it, and every answer depends
/// on it.
inline constexpr const char* pooledKey = "network.output";

/// As one flat JSON object, {"network.layer_norm_eps": 1e-5}: `__metadata__["assumed"]` of files that the
/// program writes, and "assumed" of what commands answer.
[[nodiscard]] std::string assumedJson(const std::vector<UncertainKey>& keys);
/// Reads it back. Throws Error::Kind::Input that names `source`.
[[nodiscard]] std::vector<UncertainKey> assumedFrom(const std::string& json, const std::string& source);

/// The task that has such networks, with the sizes of its data that follow from the network: no sequence is
/// longer than a learned table of positions.
void takeTask(RunConfig& config);

/// Why a network with such answers reads one kind of input, whatever its file could mean; null: it may read
/// either.
[[nodiscard]] const char* whyOneInput(const NetworkConfig& network);

/// The keys of its data, which no file of another program holds.
[[nodiscard]] std::vector<UncertainKey> uncertainData(const RunConfig& config);

/// What follows where `changed` answers otherwise than `stored`, as the file was opened: key_dim, since
/// another number of heads shares the same queries, final_norm, which the file holds or not whatever
/// norm_first is, and the task of another input or output. Throws
/// Error::Kind::Input if the queries cannot be shared evenly.
void followAnswers(const RunConfig& stored, RunConfig& changed);

}  // namespace attx
