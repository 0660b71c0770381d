// How many samples the parts of a data set have.
#pragma once
#include <cstdint>

namespace attx {

struct SplitRows {
    int64_t train = 0, validation = 0, test = 0;
    bool operator==(const SplitRows&) const = default;
};

}  // namespace attx
