// train --dry-run: what a run would be, without starting it.
#pragma once
#include <functional>
#include <optional>

#include "app/options/output.h"
#include "model/config/config.h"
#include "model/run/run_folder.h"

namespace attx {

/// Makes the data, trains some steps of the real network for a moment and forgets them, and says parameters,
/// memory, time, and the fingerprint of the data as run.json would keep it. `state`: what a resumed run goes
/// on from. Throws what the run itself would throw before its first step, Error::Kind::Input for one that
/// does not fit into memory. `names`: the classes and the vocabulary of a resumed run's checkpoint. `look` is
/// shown the data once they are made, and what of `config` may follow them.
[[nodiscard]] int dryRun(RunConfig config, std::optional<TrainerState> state, const DataNames& names,
                         const std::function<void(const DataSet&, RunConfig&)>& look, Output& output);

}  // namespace attx
