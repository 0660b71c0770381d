// The subcommands. Each has a file of its own: command_NAME.cpp.
#pragma once
#include "app/options/arguments.h"
#include "app/options/output.h"

namespace attx {

struct Command {
    CommandSpec spec;
    int (*run)(const Arguments&, CommandContext&);
};

[[nodiscard]] Command trainCommand();
[[nodiscard]] Command evaluateCommand();
[[nodiscard]] Command predictCommand();
[[nodiscard]] Command inspectCommand();
[[nodiscard]] Command tokenizeCommand();
[[nodiscard]] Command generateCommand();
[[nodiscard]] Command renderCommand();
[[nodiscard]] Command convertCommand();
[[nodiscard]] Command featuresCommand();
[[nodiscard]] Command downloadCommand();
[[nodiscard]] Command devicesCommand();
[[nodiscard]] Command sweepPlanCommand();
[[nodiscard]] Command sweepRunCommand();
[[nodiscard]] Command sweepSlurmCommand();
[[nodiscard]] Command sweepParallelCommand();
[[nodiscard]] Command collectCommand();
[[nodiscard]] Command keysCommand();
[[nodiscard]] Command manualCommand();
[[nodiscard]] Command thumbnailCommand();
[[nodiscard]] Command exportCommand();

/// All of them, in the order in which help lists them.
[[nodiscard]] const std::vector<Command>& commands();

}  // namespace attx
