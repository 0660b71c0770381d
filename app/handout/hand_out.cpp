#include "app/handout/hand_out.h"

#include <filesystem>
#include <vector>

#include "model/files/archive.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/memory.h"
#include "model/files/text.h"
#include "model/run/run_folder.h"
#include "model/run/snapshots.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

constexpr const char* stateName = "state.json";
constexpr const char* networkName = "model.safetensors";
constexpr const char* snapshotFolder = "snapshots/";
constexpr uint64_t longestState = 1 << 20;  // bytes
constexpr int64_t copies = 2;               // Copies of the files in memory: as read, and in the archive

/// Only what a run consists of is taken out of a file that anybody may have made.
bool belongs(const std::string& name) { return name == stateName || isRunFile(name); }

/// Throws for an archive that holds anything else, or no network. Returns whether it is a run.
bool requireHandOut(const std::string& file) {
    bool hasState = false, hasNetwork = false, isRun = false;
    ArchiveReader reader(file);
    while (reader.next()) {
        const std::string& name = reader.name();
        if (!belongs(name))
            throw inputError(file + ": the entry \"" + name.substr(0, 100) +
                             "\" does not belong into a lesson state, so that nothing of it is opened.");
        if (name == stateName) {
            hasState = true;
            uint64_t bytes = 0;
            reader.read([&bytes](std::string_view block) { bytes += block.size(); });
            if (bytes > longestState)
                throw inputError(
                    file + ": what it says of the window is longer than a megabyte; it is no lesson state.");
        }
        hasNetwork = hasNetwork || name == networkName || name == "last.safetensors";
        isRun = isRun || name == "run.json";
    }
    if (!hasState || !hasNetwork)
        throw inputError(file + ": expected a lesson state, which holds a network and " + stateName +
                         "; found " + (hasState ? "no network" : std::string("no ") + stateName) + ".");
    return isRun;
}

}  // namespace

bool isHandOut(const std::string& path) {
    return lowered(fs::path(path).extension().string()) == handOutSuffix;
}

std::string handOutOfRun(const std::string& runFolder, const std::string& state) {
    std::vector<std::string> names;
    for (const char* name : runFiles)
        if (fs::exists(fs::path(runFolder) / name)) names.emplace_back(name);
    for (const Snapshot& snapshot : listSnapshots(runFolder))
        names.push_back(snapshotFolder + fs::path(snapshotPath(runFolder, snapshot)).filename().string());
    int64_t bytes = 0;
    for (const std::string& name : names) bytes += int64_t(fs::file_size(fs::path(runFolder) / name));
    requireMemory(copies * bytes, runFolder + ": saving it in one file",
                  "Give the run fewer snapshots (training.snapshot_megabytes).");
    std::vector<ArchiveFile> files{{stateName, state}};
    for (const std::string& name : names)
        files.push_back({name, readFile((fs::path(runFolder) / name).string())});
    return zipBytes(files);
}

std::string handOutOfNetwork(const SafeTensorsView& network, const std::string& state) {
    return zipBytes({{stateName, state}, {networkName, serialise(network)}});
}

OpenedHandOut openHandOut(const std::string& file, const std::string& runs) {
    const bool isRun = requireHandOut(file);
    const fs::path folder = newRunPath(runs, fs::path(file).stem().string());
    (void)unpackArchive(file, folder.string());
    try {
        const fs::path state = folder / stateName;
        OpenedHandOut opened{{}, readFile(state.string())};
        fs::remove(state);  // a run folder has no such file
        opened.run = openRun((isRun ? folder : folder / networkName).string());
        return opened;
    } catch (...) {
        std::error_code ignored;
        fs::remove_all(folder, ignored);
        throw;
    }
}

}  // namespace attx
