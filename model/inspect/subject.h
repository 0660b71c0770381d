// A network as it is looked at: what the analyses in the background are about.
#pragma once
#include <memory>
#include <vector>

#include "model/network/backend.h"

namespace attx {

struct Subject {
    RunConfig config;
    std::shared_ptr<const std::vector<float>> parameters;  ///< [parameterCount]
    std::shared_ptr<const DataSet> data;
    Ablation ablation;  ///< Gates of heads; masked tokens belong to one sample and only come with it
};

/// Whether what is computed of one of them holds for the other.
[[nodiscard]] inline bool isSameNetwork(const Subject& a, const Subject& b) {
    return a.parameters == b.parameters && a.data == b.data && a.ablation == b.ablation;
}

}  // namespace attx
