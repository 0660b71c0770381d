#include "model/sweeps/output_place.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "model/files/error.h"
#include "model/files/event_file.h"
#include "model/files/text.h"
#include "model/run/run_folder.h"
#include "model/run/run_lock.h"
#include "model/sweeps/run_row.h"
#include "model/sweeps/sweep.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

/// Links followed, also where the file does not exist yet.
fs::path wholePathOf(const std::string& path) {
    std::error_code ignored;
    return fs::weakly_canonical(fs::absolute(path, ignored), ignored);
}

bool isOneOf(const std::string& name, const auto& names) {
    return std::ranges::find(names, name) != names.end();
}

/// Whether a run keeps a file or a folder of this name in its own.
bool isOfRun(const std::string& name) {
    constexpr std::array others{lockName, notesFileName, faithfulnessFileName};
    return isOneOf(name, runFiles) || isOneOf(name, runSubfolders) || isOneOf(name, others) ||
           name.starts_with(eventFileStem);
}

/// Whether the sweep in `folder` keeps a file or a folder of this name.
bool isOfSweep(const std::string& folder, const std::string& name, bool isLast) {
    if (name == sweepFileName || name == sweepLogFolder) return true;
    if (!isLast) return false;  // the run that it is in decides
    try {
        const Sweep sweep = readSweep(folder);
        return std::ranges::any_of(sweep.runs, [&](const SweepRun& run) { return run.name == name; });
    } catch (const Error&) {  // a damaged one names none
        return false;
    }
}

/// Whether texts or pictures of a folder of data are read from files of such names.
bool isDataName(const fs::path& file) {
    constexpr std::array endings{".txt", ".png",  ".jpg", ".jpeg", ".bmp", ".gif", ".webp", ".ppm",
                                 ".tif", ".tiff", ".bin", ".npz",  ".gz",  ".tgz", ".tar",  ".zip"};
    return isOneOf(lowered(file.extension().string()), endings);
}

/// Whether `folder` holds a network as others publish it, with config.json.
bool isNetworkFolder(const fs::path& folder) {
    std::error_code ignored;
    return fs::is_regular_file(folder / "config.json", ignored) && !isRunFolder(folder.string());
}

/// Whether a published network is read from files of such names: weights, settings, tokenizers.
bool isOfNetwork(const fs::path& file) {
    constexpr std::array endings{".safetensors", ".json", ".txt",   ".model", ".bin", ".pt",
                                 ".pth",         ".ckpt", ".keras", ".h5",    ".npz", ".msgpack"};
    return isOneOf(lowered(file.extension().string()), endings);
}

bool isInside(const fs::path& file, const fs::path& folder) {
    return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first == folder.end();
}

Error wouldReplace(const std::string& path, const std::string& what) {
    return inputError(path + ": " + what + " Choose another name.");
}

void requireNoInput(const std::string& path, const std::vector<std::string>& inputs) {
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) return;
    const fs::path file = wholePathOf(path);
    for (const std::string& input : inputs) {
        if (input.empty()) continue;
        if (fs::equivalent(path, input, ignored))
            throw wouldReplace(path, "the file is an input here, and would be replaced.");
        // A network's file is read with what lies beside it.
        fs::path folder = wholePathOf(input);
        if (!fs::is_directory(folder, ignored)) folder = folder.parent_path();
        const bool isRead = isNetworkFolder(folder) ? isOfNetwork(file)
                                                    : fs::is_directory(input, ignored) && isDataName(file);
        if (isRead && isInside(file, folder))
            throw wouldReplace(
                path, "the file lies in " + folder.string() + ", which is read here, and would be replaced.");
    }
}

}  // namespace

void requireOutputPlace(const std::string& path, const std::vector<std::string>& inputs) {
    requireNoInput(path, inputs);
    bool isLast = true;
    for (fs::path at = wholePathOf(path); at.has_relative_path(); at = at.parent_path(), isLast = false) {
        const std::string folder = at.parent_path().string(), name = at.filename().string();
        const bool ofRun = isOfRun(name) && isRunFolder(folder);
        if (ofRun || (isSweepFolder(folder) && isOfSweep(folder, name, isLast)))
            throw wouldReplace(path, std::string("that is a file of the ") + (ofRun ? "run" : "sweep") +
                                         " in " + folder + ", which would not be whole any more.");
    }
}

void requireOutsideData(const std::string& path, const RunConfig& config) {
    const DataConfig& data = config.data;
    requireNoInput(path, {data.csvPath, data.path, data.extractor.substr(0, data.extractor.find('#')),
                          config.training.startFrom});
}

}  // namespace attx
