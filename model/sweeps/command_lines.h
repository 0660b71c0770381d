// Runs and sweeps as what a shell would start.
#pragma once
#include <string>
#include <vector>

#include "model/sweeps/sweep.h"

namespace attx {

class RunFolder;

/// "train --preset reverse --set training.learning_rate=0.001 ...": trains once more what is in `folder`, to
/// the same bits where it was not resumed in between. Each word is quoted; without the program. Throws
/// Error::Kind::Input for a configuration that no settings lead to.
[[nodiscard]] std::string repeatingCommand(const RunFolder& folder);

/// "sweep plan --preset reverse --set network.num_heads=1,2,4 --seeds 3 --out heads": what plans `request`,
/// from one base, into `folder`. Throws as repeatingCommand.
[[nodiscard]] std::string planningCommand(const SweepRequest& request, const std::string& folder);

/// For sbatch: an array of `parts` jobs that share the sweep's runs. `program` and `folder` as absolute paths
/// in one line; `options`: further ones of sbatch, may be empty. Throws Error::Kind::Input.
[[nodiscard]] std::string slurmScript(const Sweep& sweep, const std::string& folder,
                                      const std::string& program, int64_t parts, const std::string& options);
/// A command for each run, for GNU parallel.
[[nodiscard]] std::vector<std::string> parallelCommands(const Sweep& sweep, const std::string& folder,
                                                        const std::string& program, int64_t cores);
/// The name behind links, whole; the same where it cannot be found out.
[[nodiscard]] std::string wholePath(const std::string& path);

}  // namespace attx
