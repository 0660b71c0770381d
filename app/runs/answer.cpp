#include "app/runs/answer.h"

#include "model/run/parameters_with_heads.h"

namespace attx {

void answer(OpenedRun& run, const RunConfig& config) {
    if (config.network.numHeads != run.config.network.numHeads)
        if (auto parameters = parametersWithHeads(run.path, config.network.numHeads))
            run.parameters = std::make_shared<const std::vector<float>>(std::move(*parameters));
    run.config = config;
}

}  // namespace attx
