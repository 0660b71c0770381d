// What a person answers where a file leaves its network open.
#pragma once
#include "app/runs/run_store.h"

namespace attx {

/// Takes `config` for what the file leaves open, and the parameters as a network of so many heads has them,
/// for which the file may be read again. Throws Error::Kind::Input, also where the network would have other
/// parameters than the file. Another task leaves other keys of the data open, in `run.uncertain`.
void answer(OpenedRun& run, const RunConfig& config);

}  // namespace attx
