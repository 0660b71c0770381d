// What follows for networks of other programs, which may read vectors and answer no task here.
#pragma once
#include "model/config/task.h"

namespace attx {

[[nodiscard]] inline bool readsVectors(const NetworkConfig& network) {
    return network.input == InputKind::Features;
}
[[nodiscard]] inline bool answersOnce(const NetworkConfig& network) {
    return network.output == OutputKind::Pooled;
}
[[nodiscard]] inline bool answersEachPosition(const NetworkConfig& network) {
    return network.output == OutputKind::Positions;
}
/// Reads vectors, and no data have answers of its kind: it can be looked at, not trained or measured.
[[nodiscard]] inline bool isOutsideTasks(const RunConfig& config) {
    return readsVectors(config.network) && !answersTask(config);
}

}  // namespace attx
