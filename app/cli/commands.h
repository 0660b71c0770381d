// The subcommands. Each has a file of its own: command_NAME.cpp.
#pragma once
#include "app/options/arguments.h"
#include "app/options/output.h"

namespace attx {

struct Command {
    CommandSpec spec;
    int (*run)(const Arguments&, CommandContext&);
};

[[nodiscard]] const Command& trainCommand();
[[nodiscard]] const Command& evaluateCommand();
[[nodiscard]] const Command& predictCommand();
[[nodiscard]] const Command& inspectCommand();
[[nodiscard]] const Command& tokenizeCommand();
[[nodiscard]] const Command& generateCommand();
[[nodiscard]] const Command& renderCommand();
[[nodiscard]] const Command& convertCommand();
[[nodiscard]] const Command& featuresCommand();
[[nodiscard]] const Command& downloadCommand();
[[nodiscard]] const Command& devicesCommand();
[[nodiscard]] const Command& sweepPlanCommand();
[[nodiscard]] const Command& sweepRunCommand();
[[nodiscard]] const Command& sweepSlurmCommand();
[[nodiscard]] const Command& sweepParallelCommand();
[[nodiscard]] const Command& collectCommand();
[[nodiscard]] const Command& keysCommand();
[[nodiscard]] const Command& manualCommand();
[[nodiscard]] const Command& thumbnailCommand();
[[nodiscard]] const Command& exportCommand();

/// All of them, in the order in which help lists them.
[[nodiscard]] std::vector<const Command*> commands();

}  // namespace attx
