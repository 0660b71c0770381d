// What figures of a training show of its data, without holding them.
#pragma once
#include <optional>

#include "model/data/dataset.h"
#include "model/network/chance.h"

namespace attx {

struct KnownData {
    std::optional<int64_t> trainRows{};  ///< Without it data.train_size is taken
    std::optional<Chance> chance{};      ///< Without it all answers to the validation data are equally likely
};

[[nodiscard]] inline KnownData knownOf(const RunConfig& config, const DataSet& data) {
    return {data.train.samples(), chanceOf(config, data.validation.labels)};
}

}  // namespace attx
