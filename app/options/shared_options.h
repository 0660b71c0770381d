// Options that several commands have, and what they ask for.
#pragma once
#include <string>
#include <vector>

#include "app/options/arguments.h"
#include "app/options/output.h"
#include "app/runs/run_store.h"
#include "model/config/config.h"
#include "model/network/ablation.h"

namespace attx {

inline constexpr OptionSpec jsonOption{
    "--json", nullptr, "One JSON object on stdout, the rest on stderr; --help stays plain text."};
inline constexpr OptionSpec isaOption{
    "--isa", "NAME", "Kernels to compute with: avx512, avx2 or baseline; default: the best there is."};
inline constexpr OptionSpec deviceOption{"--device", "NAME",
                                         "auto, cpu, vulkan or vulkan:N; see the command devices."};
inline constexpr OptionSpec dataOption{"--data", "DIR",
                                       "The folder that relative data files are looked for in; of texts the "
                                       "folder, archive or table itself, or a folder that holds it."};
inline constexpr OptionSpec setOption{
    "--set", "KEY=VALUE", "Sets a key of the configuration, as in network.num_heads=4; may repeat.", true};

inline constexpr OptionSpec ablateOption{
    "--ablate", "HEADS", "Ablates heads: layer.head from 0, as in 0.1,2.3; a layer alone: all of it.", false,
    "--heads-off"};

/// What --ablate asks for. Throws Error::Kind::Input for heads that are not there.
[[nodiscard]] Ablation ablatedHeads(const Arguments& arguments, const NetworkConfig& network);
/// Switches each head off in turn, on the validation data, with progress. Throws Error::Kind::Input.
[[nodiscard]] HeadAblation ablateHeads(const RunConfig& config, const std::vector<float>& parameters,
                                       const DataSet& data, const Ablation& from, Output& output);
/// Opens the run or checkpoint that the command is about and applies --set; says which values were taken for
/// what a file of another program leaves open; what --set names is not open any more. Throws
/// Error::Kind::Input, also for a --set that would give parameters other shapes than the file holds, and for
/// a file that leaves the number of heads open.
[[nodiscard]] OpenedRun openFor(const Arguments& arguments, Output& output);
/// Adds "assumed" to the object of --json if something was.
void addAssumed(const OpenedRun& opened, Json& object);
/// Applies --set in their order; the network follows a changed number of categories or words. Throws
/// Error::Kind::Input.
void applySettings(const Arguments& arguments, RunConfig& config);
/// A warning for each key of --set that nothing in a run of `config` depends on.
void warnOfIdleSettings(const Arguments& arguments, const RunConfig& config, Output& output);
/// Makes the paths of the configuration's data whole. --data: relative ones lie in that folder, and so do
/// those that are not where they were; of texts and images it may name the file itself. Throws
/// Error::Kind::Input if it is no folder, for sequences.
void applyDataFolder(const Arguments& arguments, RunConfig& config);
/// --out, which is no file that a run consists of. Throws Error::Kind::Input.
[[nodiscard]] std::string outFile(const Arguments& arguments);

}  // namespace attx
