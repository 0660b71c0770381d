// The numbers of a configuration that memory grows with, and how large each may be.
#pragma once
#include <functional>
#include <string>

#include "model/config/config.h"

namespace attx {

/// "It would fit with at most training.batch_size=12, or data.length=40.": for each number the largest
/// smaller one, changed by itself, for which fits(config) is true; what to reduce, where no single one does.
[[nodiscard]] std::string sizesThatFit(const RunConfig& config,
                                       const std::function<bool(const RunConfig&)>& fits);

}  // namespace attx
