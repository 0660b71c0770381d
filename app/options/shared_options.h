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
inline constexpr OptionSpec dataOption{
    "--data", "DIR",
    "The folder that the data file is in, wherever it was before; of texts and images the folder, archive or "
    "table itself, or a folder that holds it."};
inline constexpr OptionSpec skipBadLinesOption{
    "--skip-bad-lines", nullptr,
    "Leaves lines of a table out that cannot be read, and says how many (data.skip_bad_lines)."};
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
/// The keys of a configuration that a command reads, by what their paths begin with.
using KeysRead = std::vector<std::string_view>;
/// All of them.
[[nodiscard]] inline KeysRead everyKey() { return {""}; }
/// Those of the network, and of the data what its input follows from; a sequence that is given (--tokens) has
/// a length of its own.
[[nodiscard]] inline KeysRead networkKeys(bool sequenceIsGiven = false) {
    KeysRead keys{"network.", "data.task", "data.num_categories", "data.vocabulary"};
    if (!sequenceIsGiven) keys.emplace_back("data.length");
    return keys;
}

/// Which keys --set may not contradict where the file leaves them open nowhere.
enum class FileKnows { Network, Everything };
/// Opens the run or checkpoint that the command is about and applies --set; says which values were taken for
/// what a file of another program leaves open; what --set names is not open any more; warns of keys that are
/// none of `read`. "assumed" and "ablation" are added to the object of --json. Throws Error::Kind::Input,
/// also for a --set that contradicts what the file says of its network (`knows`: of anything, where it leaves
/// nothing open), and for a file that leaves the number of heads open.
[[nodiscard]] OpenedRun openFor(const Arguments& arguments, Output& output, const KeysRead& read,
                                FileKnows knows = FileKnows::Network);
/// What is ablated and masked: {"heads_off": ["0.1"], "hidden_tokens": [3]}
[[nodiscard]] Json aboutAblation(const Ablation& ablation, const NetworkConfig& network);
/// What --set gives, by key, as JSON says it.
[[nodiscard]] Json settingsOf(const Arguments& arguments);
/// Whether --set gives a value to the key.
[[nodiscard]] bool isSet(const Arguments& arguments, std::string_view key);
/// Throws Error::Kind::Input where a value comes from two places: --set gives two to a key, or one to the key
/// of an option that is given too, such as --seed.
void requireOneValueEach(const Arguments& arguments);
/// Applies --set in their order; the network follows a changed number of categories or words. Throws
/// Error::Kind::Input, also as requireOneValueEach.
void applySettings(const Arguments& arguments, RunConfig& config);
/// A warning for each key of --set that nothing in a run of `config` depends on, or that is none of `read`.
void warnOfIdleSettings(const Arguments& arguments, const RunConfig& config, const KeysRead& read,
                        Output& output);
/// A warning for each key of --set that begins with `group`, has an effect on `config` and is none of `read`.
void warnOfUnread(const Arguments& arguments, const RunConfig& config, std::string_view group,
                  const KeysRead& read, Output& output);
/// The keys of the data that rows depend on which are all answered, not dealt to splits.
[[nodiscard]] inline KeysRead keysOfNewRows() {
    return {"data.task",        "data.header",        "data.separator",      "data.encoding",
            "data.text_column", "data.class_column",  "data.skip_bad_lines", "data.length",
            "data.tokens",      "data.vocabulary",    "data.path",           "data.set_size",
            "data.extractor",   "data.picture_size",  "data.patch_size",     "data.channels",
            "data.pixel_",      "data.num_categories"};
}
/// --skip-bad-lines, and makes the paths of the configuration's data whole. --data says where they are,
/// whatever the configuration says: in that folder, by their relative path or their name; it may name the
/// file itself. How another table is written is found out again unless --set says it. Throws
/// Error::Kind::Input if it is not there, for sequences that no file has, and if --set names another place or
/// if --out would replace any of the data.
void applyDataFolder(const Arguments& arguments, RunConfig& config);
/// Throws Error::Kind::Input for --data where a command reads no data; `why` begins with a capital letter.
void refuseData(const Arguments& arguments, const char* why);
/// --out, where nothing that the command reads and no file of a run or sweep would be replaced. Throws
/// Error::Kind::Input.
[[nodiscard]] std::string outFile(const Arguments& arguments);

}  // namespace attx
