// A sweep: which runs there are to be, and the file that says so. Nothing is trained here: each run is one
// `train` into a folder of its own within the sweep's, in whatever order and by whichever process.
#pragma once
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/sweeps/parameter.h"

namespace attx {

struct SweepRun {
    std::string name;  ///< Folder name inside the sweep's folder, such as "017"
    std::string base;  ///< the one of Sweep::bases that it begins with
    std::vector<std::pair<std::string, std::string>>
        settings;  ///< keys and values over it, as --set has them
    bool operator==(const SweepRun&) const = default;
};

enum class SweepMethod {
    Grid,   ///< every combination of the values
    Random  ///< `count` of them, drawn; no two alike
};
[[nodiscard]] const char* toString(SweepMethod value);

/// What is requested.
struct SweepRequest {
    SweepMethod method = SweepMethod::Grid;
    int count = 0;                                         ///< Number of combinations; Random only
    int seeds = 1;                                         ///< runs of each combination: seed, seed + 1, ...
    std::vector<std::pair<std::string, RunConfig>> bases;  ///< Configurations by the names of their presets
    std::vector<Parameter> parameters;
};

struct Sweep {
    SweepMethod method = SweepMethod::Grid;
    std::vector<Parameter> parameters;  ///< "preset" first, if there are several
    std::vector<uint64_t> seeds;        ///< Seeds that each combination is trained with
    std::string created;                ///< ISO 8601, UTC
    std::map<std::string, RunConfig> bases;
    std::vector<SweepRun> runs;
};

inline constexpr int mostSweepRuns = 100'000;

/// Every combination, checked: what `train` would refuse before it makes the data is refused here. What is
/// drawn depends on the first base's seed alone. Throws Error::Kind::Input that names keys and values.
[[nodiscard]] Sweep planSweep(const SweepRequest& request);

/// What `run` is trained with. Throws Error::Kind::Input.
[[nodiscard]] RunConfig configOf(const Sweep& sweep, const SweepRun& run);
/// "training.learning_rate=0.001 seed=43"; with several bases their name, too.
[[nodiscard]] std::string textOf(const Sweep& sweep, const SweepRun& run);
/// Every `parts`-th run, beginning with number `part`, from 0. Throws Error::Kind::Input unless part < parts.
[[nodiscard]] std::vector<const SweepRun*> partOf(const Sweep& sweep, int part, int parts);

inline constexpr const char* sweepFileName = "sweep.json";
inline constexpr const char* sweepLogFolder = "logs";  ///< Folder inside the sweep's folder, named as no run
/// True if `folder` holds a sweep.json.
[[nodiscard]] bool isSweepFolder(const std::string& folder);
/// Makes `folder`, which may be there if it is empty, with sweep.json in it, or leaves nothing behind. Throws
/// Error::Kind::Input if it holds anything, Error::Kind::Work if it cannot be written.
void writeSweep(const std::string& folder, const Sweep& sweep);
/// Throws Error::Kind::Input for a folder without a sweep, a damaged file and one of another version.
[[nodiscard]] Sweep readSweep(const std::string& folder);

/// What a run leaves on disk at most, in bytes: checkpoints, snapshots, metrics and TensorBoard's file.
/// Lines of own files are counted as data.train_size says.
[[nodiscard]] int64_t diskBytes(const RunConfig& config);
/// Free bytes where `folder` is or will be; nothing where the system does not tell.
[[nodiscard]] std::optional<int64_t> freeDisk(const std::string& folder);

}  // namespace attx
