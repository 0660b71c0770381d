// What a guess reaches that does not look at its input: the level that a network has to exceed.
#pragma once
#include <span>

#include "model/config/config.h"

namespace attx {

/// Among how many answers a guess of the network chooses: classes, yes and no, or the members of a set.
[[nodiscard]] int chanceClasses(const RunConfig& config);

struct Chance {
    double accuracy = 0;  ///< The share of the most frequent class.
    double loss = 0;  ///< Entropy of the shares in nats: the least cross-entropy of constant probabilities
};
/// Of right answers among `classes`; labels below 0 are none, and without any all answers are equally likely.
[[nodiscard]] Chance chanceOf(int classes, std::span<const int32_t> labels);
/// The same for the network of `config`; see canPreferAnswer.
[[nodiscard]] Chance chanceOf(const RunConfig& config, std::span<const int32_t> labels);
/// Whether a network can always give the same answer. Without positions the members of a set are all alike to
/// it.
[[nodiscard]] bool canPreferAnswer(const NetworkConfig& network);

}  // namespace attx
