// The rows of a learned table of positions.
#pragma once
#include "model/config/config.h"

namespace attx {

/// Gives the table of a network whose positions are learned as many rows as the data have positions, where it
/// has fewer; others have none.
void tiePositionsToData(RunConfig& config);

}  // namespace attx
