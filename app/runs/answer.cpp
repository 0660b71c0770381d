#include "app/runs/answer.h"

#include <algorithm>

#include "model/config/vector_network.h"
#include "model/files/error.h"
#include "model/files/text.h"
#include "model/network/program.h"
#include "model/run/parameters_with_heads.h"

namespace attx {
namespace {

/// What was changed has to leave the parameters of the file where they are.
void requireSameShapes(const NetworkConfig& stored, const NetworkConfig& changed, const std::string& path) {
    requireValid(changed);
    const std::vector<ParameterInfo> found = buildProgram(stored, 1).parameters,
                                     wanted = buildProgram(changed, 1).parameters;
    for (size_t i = 0; i < std::max(found.size(), wanted.size()); ++i) {
        const auto textOf = [i](const std::vector<ParameterInfo>& parameters) {
            return i < parameters.size() ? parameters[i].name + " " + shapeText(parameters[i].shape)
                                         : std::string("nothing more");
        };
        if (textOf(found) != textOf(wanted))
            throw inputError("The network would have " + textOf(wanted) + ", but " + path + " holds " +
                             textOf(found) + ". Leave its sizes and its kind as they are.");
    }
}

}  // namespace

void answer(OpenedRun& run, const RunConfig& config) {
    if (config.network != run.config.network) requireSameShapes(run.config.network, config.network, run.path);
    if (config.network.numHeads != run.config.network.numHeads)
        if (auto parameters = parametersWithHeads(run.path, config.network.numHeads))
            run.parameters = std::make_shared<const std::vector<float>>(std::move(*parameters));
    if (config.data.task != run.config.data.task) {
        std::erase_if(run.uncertain, [](const UncertainKey& key) { return key.path.starts_with("data."); });
        for (UncertainKey& key : run.uncertain)
            if (key.path == inputKey) key.value = toString(config.network.input);
        for (UncertainKey& key : uncertainData(config)) run.uncertain.push_back(std::move(key));
    }
    if (!answersOnce(config.network))
        std::erase_if(run.uncertain, [](const UncertainKey& key) { return key.path == "network.pooling"; });
    run.config = config;
}

}  // namespace attx
