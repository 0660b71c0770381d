// What `inspect` and `render` explain, and of what.
#pragma once
#include <vector>

#include "app/options/arguments.h"
#include "app/options/output.h"
#include "model/attribute/explain.h"
#include "model/config/config.h"

namespace attx {

/// --explain, with the methods of the table.
[[nodiscard]] OptionSpec explainOption();
inline constexpr OptionSpec positionOption{
    "--position", "P",
    "What is explained: the output at this position, from 0; default: all, for attention_x_gradient and "
    "relevance summed. A text or a set has one answer, 0."};
inline constexpr OptionSpec classOption{"--class", "K",
                                        "What is explained: the logit of this class, or of this member of a "
                                        "set, from 0; default: the predicted one."};

/// --explain, each once. Throws Error::Kind::Input for another name, and for --position or --class without a
/// method.
[[nodiscard]] std::vector<ExplainMethod> methodsOf(const Arguments& arguments);
/// A warning for --position and --class where none of the methods depends on them.
void warnOfIdleTarget(const Arguments& arguments, const std::vector<ExplainMethod>& methods, Output& output);
/// --position and --class, for the sequences of a table. Throws Error::Kind::Input for what is not there.
[[nodiscard]] ExplainTarget targetOf(const Arguments& arguments, const Table& table,
                                     const NetworkConfig& network);

}  // namespace attx
