#include "app/cli/inspected_heads.h"

#include <cmath>

#include "app/cli/inspect_record.h"
#include "model/config/config.h"

namespace attx {

void InspectedHeads::add(const Inspection& inspection, const PatternInput& input) {
    ++sequences_;
    const LayerMaps maps(inspection.attention, inspection.heads);
    for (const HeadKind& kind : headKinds(maps, input)) {
        entropy_.push_back(kind.entropy);
        distance_.push_back(kind.distance);
        largest_.push_back(kind.largest);
        patterns_.insert(patterns_.end(), kind.patterns.begin(), kind.patterns.end());
    }
    addHeads(sums_, maps, input);
}

void InspectedHeads::put(SafeTensors& file, Json& about, const NetworkConfig& network) const {
    const std::vector<int64_t> shape{sequences_, network.numLayers, network.numHeads};
    putTensor(file, "head_entropy", "batch,layer,head", shape, entropy_);
    putTensor(file, "head_distance", "batch,layer,head", shape, distance_);
    putTensor(file, "head_largest", "batch,layer,head", shape, largest_);
    putTensor(file, "head_patterns", "batch,layer,head,pattern",
              {shape[0], shape[1], shape[2], int64_t(patternCount)}, patterns_);
    Json names = Json::array(), heads = Json::array();
    for (const HeadPatternInfo& info : headPatterns()) names.push_back(info.name);
    for (size_t i = 0; i < sums_.size(); ++i) {
        const HeadKind kind = kindOf(sums_[i]);
        const auto perLayer = size_t(network.numHeads);
        Json patterns = Json::object();
        for (const HeadPatternInfo& info : headPatterns())
            if (!std::isnan(kind.of(info.pattern))) patterns[info.name] = kind.of(info.pattern);
        const char* name = kind.name ? headPatterns()[size_t(*kind.name)].name : nullptr;
        heads.push_back({{"layer", i / perLayer},
                         {"head", i % perLayer},
                         {"name", name ? Json(name) : Json(nullptr)},
                         {"entropy", kind.entropy},
                         {"distance", kind.distance},
                         {"largest", kind.largest},
                         {"patterns", patterns}});
    }
    about["patterns"] = names;
    about["heads"] = heads;
}

}  // namespace attx
