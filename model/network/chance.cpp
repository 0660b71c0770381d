#include "model/network/chance.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace attx {

int chanceClasses(const RunConfig& config) {
    // Both have a single logit where two or more answers are possible.
    return config.network.output == OutputKind::Set ? config.data.setSize
                                                    : std::max(config.network.numClasses, 2);
}

bool canPreferAnswer(const NetworkConfig& network) {
    return network.output != OutputKind::Set || network.positions != Positions::None;
}

Chance chanceOf(int classes, std::span<const int32_t> labels) {
    std::map<int32_t, int64_t> counts;
    int64_t all = 0;
    for (const int32_t label : labels)
        if (label >= 0) ++counts[label], ++all;
    if (all == 0) return {1.0 / classes, std::log(classes)};
    Chance chance;
    for (const auto& [label, count] : counts) {
        const double share = double(count) / double(all);
        chance.accuracy = std::max(chance.accuracy, share);
        chance.loss -= share * std::log(share);
    }
    return chance;
}

Chance chanceOf(const RunConfig& config, std::span<const int32_t> labels) {
    return chanceOf(chanceClasses(config), canPreferAnswer(config.network) ? labels : labels.first(0));
}

}  // namespace attx
