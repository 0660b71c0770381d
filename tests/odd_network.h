// A network of sizes that no tile, lane or pass divides.
#pragma once
#include "model/config/config.h"

namespace attx {

inline NetworkConfig oddNetwork(int layers = 2) {
    NetworkConfig network;
    network.inputDim = network.numClasses = 7;
    network.modelDim = 15;
    network.numHeads = 3;
    network.numLayers = layers;
    network.dimFeedforward = 11;
    return network;
}

}  // namespace attx
