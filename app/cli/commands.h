// The subcommands, and what they share. Each has a file of its own: command_NAME.cpp.
#pragma once
#include <QUrl>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/cli/arguments.h"
#include "app/runs/run_store.h"
#include "model/config/config.h"
#include "model/data/download_source.h"
#include "model/network/ablation.h"

namespace attx {

using Json = nlohmann::ordered_json;

/// Where a command's words go: with --json stdout carries one object and nothing else, so that
/// everything for people goes to stderr; without it they go to stdout.
class Output {
public:
    explicit Output(bool json) : json_(json) {}
    [[nodiscard]] bool json() const { return json_; }
    [[nodiscard]] bool terminal() const;     ///< people watch it
    void line(const std::string& text);      ///< a whole line
    void warning(const std::string& text);   ///< a line, and one of "warnings" in the object of --json
    void progress(const std::string& text);  ///< on a terminal: replaces the progress line before
    /// The one object of --json. Throws Error::Kind::Work if stdout does not take it.
    void object(const Json& object);

private:
    void clearProgress();
    const bool json_;
    bool progressShown_ = false;
    std::vector<std::string> warnings_;
};

/// What a command gets besides its arguments. Qt wants argc and argv for as long as it runs.
struct CommandContext {
    Output& output;
    int& argc;
    char** argv;
};

struct Command {
    CommandSpec spec;
    int (*run)(const Arguments&, CommandContext&);
};

[[nodiscard]] const Command& trainCommand();
[[nodiscard]] const Command& evaluateCommand();
[[nodiscard]] const Command& predictCommand();
[[nodiscard]] const Command& inspectCommand();
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
[[nodiscard]] const Command& thumbnailCommand();
[[nodiscard]] const Command& exportCommand();

// Options that several commands have.
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
/// makeFeatures with its progress on `output`; a signal ends it (false).
[[nodiscard]] bool makeFeaturesShown(const std::string& images, const std::string& extractor,
                                     const std::string& folder, Output& output);
/// Fetches `source` from `url` to `file`, and unpacks it where the source says so, with the progress on
/// `output`. Gives the path to use; nothing after a signal, what was fetched is kept. Needs Qt's application
/// object. Throws Error::Kind::Work.
[[nodiscard]] std::optional<QString> downloadShown(const DownloadSource& source, const QUrl& url,
                                                   const QString& file, Output& output);
/// makeData, with what it throws, and its note said; before it, for sets whose images have no features yet,
/// makes these by data.extractor. Throws Error::Kind::Work if a signal ended that.
[[nodiscard]] DataSet makeDataShown(const DataConfig& config, const DataNames& known, Output& output);
/// The data of an opened run or checkpoint; a warning where they are not those that the run has learned from.
[[nodiscard]] DataSet dataOfRunShown(const OpenedRun& run, Output& output);
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
