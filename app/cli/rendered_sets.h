// The sets that `render` draws side by side.
#pragma once
#include <vector>

#include "app/runs/run_store.h"
#include "model/data/sample.h"
#include "ui/figures/evaluate/set_figure.h"

namespace attx {

/// Of a run on sets, side by side.
struct SetsShown {
    std::vector<Sample> samples;
    std::vector<ShownSet> shown;
};

/// The sets of the validation data from number `first` on, with their images; not answered yet.
[[nodiscard]] SetsShown setsFrom(const OpenedRun& opened, const DataSet& data, int64_t first);

}  // namespace attx
