// `inspect --patch-from`: activation patching of two inputs.
#pragma once
#include "app/cli/inspect_record.h"
#include "app/options/arguments.h"
#include "app/options/output.h"
#include "app/runs/run_store.h"

namespace attx {

inline constexpr OptionSpec patchOption{
    "--patch-from", "TOKENS",
    "Activation patching: the clean input, of the length of --tokens. Adds patching and patching_heads, read "
    "at --position P as the logit of the class predicted for the clean input minus that of --class (default: "
    "the one predicted for --tokens)."};

/// Puts patching [B, layer + 1, T], patching_heads [B, layer, head], metric_clean and metric_corrupted [B],
/// with B = 1, and says in `about` what they are about. Throws Error::Kind::Input as patchActivations, and
/// where
/// --tokens or --position is missing.
void patch(SafeTensors& file, Json& about, const Arguments& arguments, const OpenedRun& run,
           const InspectInput& input, const Ablation& ablation);

}  // namespace attx
