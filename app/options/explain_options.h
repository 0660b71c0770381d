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

/// How the methods of --explain compute.
inline constexpr OptionSpec layersOption{
    "--layers", "FIRST:LAST",
    "Of methods that combine layers: those that count, from 0, as in 0:1; default: all."};
inline constexpr OptionSpec residualOption{
    "--residual", "SHARE",
    "Of rollout: the share of the residual connection in what a layer passes on, 0 to 1; default 0.5."};
inline constexpr OptionSpec fuseOption{"--fuse", "NAME",
                                       "Of rollout: mean (default), max or min of the heads."};
inline constexpr OptionSpec signedOption{
    "--signed", nullptr, "Of attention_x_gradient: with what speaks against the score, below 0."};
inline constexpr OptionSpec withoutIdentityOption{
    "--without-identity", nullptr,
    "Of relevance: without the identity that it begins with, whose diagonal drowns the rest."};

/// --explain, each once. Throws Error::Kind::Input for another name, and for --position or --class without a
/// method.
[[nodiscard]] std::vector<ExplainMethod> methodsOf(const Arguments& arguments);
/// A warning for --position and --class where none of the methods depends on them.
void warnOfIdleTarget(const Arguments& arguments, const std::vector<ExplainMethod>& methods, Output& output);
/// `methods` with --layers, --residual, --fuse, --signed and --without-identity. Throws Error::Kind::Input
/// for layers that the network has not and values that there are not.
[[nodiscard]] ExplainOptions explainOptionsOf(const Arguments& arguments, std::vector<ExplainMethod> methods,
                                              int layers);
/// A warning for each of these options that none of `methods` depends on.
void warnOfIdleMethodOptions(const Arguments& arguments, const std::vector<ExplainMethod>& methods,
                             Output& output);
/// --position and --class, for the sequences of a table. Throws Error::Kind::Input for what is not there.
[[nodiscard]] ExplainTarget targetOf(const Arguments& arguments, const Table& table,
                                     const NetworkConfig& network);

}  // namespace attx
