// Rows of random content, for timing a network before there are data.
#pragma once
#include "model/data/dataset.h"
#include "model/network/program.h"

namespace attx {

/// Rows that `program` can train on: `batch` sequences.
[[nodiscard]] Table exampleRows(const Program& program, int batch);

}  // namespace attx
