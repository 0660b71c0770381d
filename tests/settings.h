// Configurations in the words of `train --set`, several settings separated by blanks.
#pragma once
#include <sstream>
#include <string>

#include "model/config/config.h"

namespace attx {

/// `config` with other settings: "network.num_heads=2 data.length=6".
inline RunConfig with(RunConfig config, const std::string& settings) {
    std::istringstream words(settings);
    for (std::string word; words >> word;) setByPath(config, word);
    return config;
}

inline RunConfig presetWith(const std::string& preset, const std::string& settings) {
    return with(presetByName(preset), settings);
}

/// `network` with other settings, named within their section: "num_heads=2".
inline NetworkConfig with(const NetworkConfig& network, const std::string& settings) {
    RunConfig config{.network = network};
    std::istringstream words(settings);
    for (std::string word; words >> word;) setByPath(config, "network." + word);
    return config.network;
}

inline DataConfig with(const DataConfig& data, const std::string& settings) {
    RunConfig config{.data = data};
    std::istringstream words(settings);
    for (std::string word; words >> word;) setByPath(config, "data." + word);
    return config.data;
}

}  // namespace attx
