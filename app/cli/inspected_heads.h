// What kind of heads a network has, as `inspect` writes it.
#pragma once
#include "app/cli/commands.h"
#include "model/config/config.h"
#include "model/files/safetensors.h"
#include "model/heads/head_patterns.h"

namespace attx {

class InspectedHeads {
public:
    /// Counts the heads of one sequence more.
    void add(const Inspection& inspection, const PatternInput& input);
    /// head_entropy, head_distance, head_largest [B, layer, head] and head_patterns [B, layer, head,
    /// pattern]; into `about` "patterns", their names, and "heads": what each is over all sequences.
    void put(SafeTensors& file, Json& about, const NetworkConfig& network) const;

private:
    int64_t sequences_ = 0;
    std::vector<float> entropy_, distance_, largest_, patterns_;
    std::vector<HeadSums> sums_;
};

}  // namespace attx
