// `inspect --patch-from`, and the figures of it: activation patching of two inputs.
#pragma once
#include "app/options/arguments.h"
#include "app/options/inspect_input.h"
#include "app/options/output.h"
#include "app/runs/run_store.h"
#include "model/files/safetensors.h"
#include "model/heads/patching.h"

namespace attx {

inline constexpr OptionSpec patchOption{
    "--patch-from", "TOKENS",
    "Activation patching: the clean input, of the length of the other one; read at --position P as the logit "
    "of the class predicted for the clean input minus that of --class (default: the one predicted for the "
    "other). inspect adds patching and patching_heads."};

/// Of `corrupted` and the option's input. Throws Error::Kind::Input as patchActivations, and where --position
/// is missing.
[[nodiscard]] Patching patched(const Arguments& arguments, Inspector& inspector, const Sample& corrupted,
                               Output& output);

/// Puts patching [B, layer + 1, T], patching_heads [B, layer, head], metric_clean and metric_corrupted [B],
/// with B = 1, and says in `about` what they are about. Throws as patched(), and where --tokens is missing.
void patch(SafeTensors& file, Json& about, const Arguments& arguments, const OpenedRun& run,
           const InspectInput& input, const Ablation& ablation, Output& output);

}  // namespace attx
