// What figures of a training show of its data, without holding them.
#pragma once
#include <optional>

#include "model/data/dataset.h"
#include "model/network/chance.h"

namespace attx {

struct KnownData {
    std::optional<int64_t> trainRows{};  ///< Training rows; nothing: data.train_size
    std::optional<Chance> chance{};      ///< Chance level of the validation data; nothing: equal chances
};

[[nodiscard]] inline KnownData knownOf(const RunConfig& config, const DataSet& data) {
    return {data.train.samples(), chanceOf(config, data.validation.labels)};
}

}  // namespace attx
