// A network of sizes that no tile, lane or pass divides.
#pragma once
#include "model/config/config.h"
#include "settings.h"

namespace attx {

inline NetworkConfig oddNetwork(int layers = 2) {
    NetworkConfig network =
        with(NetworkConfig(), "input_dim=7 num_classes=7 model_dim=15 num_heads=3 dim_feedforward=11");
    network.numLayers = layers;
    return network;
}

}  // namespace attx
