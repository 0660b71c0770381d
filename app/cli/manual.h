// What a package installs beside the program, made of the same tables as --help.
#pragma once
#include <string>
#include <vector>

#include "app/options/arguments.h"

namespace attx {

/// attention-explorer(1) as roff, UTF-8.
[[nodiscard]] std::string manPage(const std::vector<CommandSpec>& commands);
/// The completion for bash: commands, options, and the values of those that take one of a few.
[[nodiscard]] std::string bashCompletion(const std::vector<CommandSpec>& commands);

}  // namespace attx
