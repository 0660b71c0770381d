// What a teacher hands out: a run and what the window showed of it, in one file (.attx). It is a zip archive
// of the run folder's files, or of one network, with "state.json" beside them.
#pragma once
#include <string>

#include "app/runs/run_store.h"
#include "model/files/safetensors.h"

namespace attx {

inline constexpr const char* handOutSuffix = ".attx";
/// By its name.
[[nodiscard]] bool isHandOut(const std::string& path);

/// The bytes of such a file for a run: what it resumes from, its curves and its snapshots. Throws
/// Error::Kind::Input where a file cannot be read or they do not fit into memory.
[[nodiscard]] std::string handOutOfRun(const std::string& runFolder, const std::string& state);
/// For a network that has no run folder.
[[nodiscard]] std::string handOutOfNetwork(const SafeTensorsView& network, const std::string& state);

struct OpenedHandOut {
    OpenedRun run;      ///< its path: a run folder, or a checkpoint in a folder of its own
    std::string state;  ///< JSON
};
/// Into a new folder among `runs`, named after the file. Throws Error::Kind::Input for what is no such file,
/// with the entry that does not belong there, and as unpackArchive and openRun; leaves nothing behind then.
[[nodiscard]] OpenedHandOut openHandOut(const std::string& file, const std::string& runs);

}  // namespace attx
