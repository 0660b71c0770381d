#include "model/run/fitting_sizes.h"

namespace attx {
namespace {

/// A number of the configuration that memory grows with.
struct Size {
    const char* key;
    int& (*of)(RunConfig&);
};
constexpr Size sizes[] = {
    {"training.batch_size", [](RunConfig& c) -> int& { return c.training.batchSize; }},
    {"data.length", [](RunConfig& c) -> int& { return c.data.length; }},
    {"network.num_layers", [](RunConfig& c) -> int& { return c.network.numLayers; }},
    {"network.model_dim", [](RunConfig& c) -> int& { return c.network.modelDim; }},
    {"network.dim_feedforward", [](RunConfig& c) -> int& { return c.network.dimFeedforward; }},
    {"data.train_size", [](RunConfig& c) -> int& { return c.data.trainSize; }},
    {"threads", [](RunConfig& c) -> int& { return c.threads; }},
};

/// The largest smaller value of `size` for which fits(config) is true; 0: none.
int largestThatFits(const RunConfig& config, const Size& size,
                    const std::function<bool(const RunConfig&)>& fits) {
    RunConfig tried = config;
    int& value = size.of(tried);
    // Heads share the width evenly, and positions need sines and cosines in pairs.
    const int unit = &value == &tried.network.modelDim ? 2 * config.network.numHeads : 1;
    int low = 0, high = (value + unit - 1) / unit;  // Units: `low` fits (0: none does), `high` does not
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        value = middle * unit;
        (fits(tried) ? low : high) = middle;
    }
    value = low * unit;
    return check(tried).empty() ? value : 0;
}

}  // namespace

std::string sizesThatFit(const RunConfig& config, const std::function<bool(const RunConfig&)>& fits) {
    std::string choices;
    for (const Size& size : sizes)
        if (&size == sizes && config.training.fullBatch)
            continue;  // The batch is data.train_size.
        else if (const int most = largestThatFits(config, size, fits); most > 0)
            choices += (choices.empty() ? "" : ", or ") + std::string(size.key) + "=" + std::to_string(most);
    return choices.empty()
               ? "No single size makes it fit: reduce several of training.batch_size, data.length, "
                 "network.num_layers, network.model_dim and network.dim_feedforward."
               : "It would fit with at most " + choices + ".";
}

}  // namespace attx
