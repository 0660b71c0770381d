#include "model/files/memory.h"

#ifdef __linux__
#include <sys/mman.h>
#endif
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <thread>

#include "model/files/error.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kibibyte = 1024;
// Asking takes some ten microseconds, which small sessions are made in.
constexpr int64_t worthAsking = 16'000'000;

/// The number in a file that holds nothing else; nothing if there is none, as in "max".
std::optional<int64_t> numberInFile(const fs::path& path) {
    std::ifstream file(path);
    uint64_t value = 0;
    if (!(file >> value)) return std::nullopt;
    return int64_t(std::min<uint64_t>(value, std::numeric_limits<int64_t>::max()));
}

/// The number behind `key` in a file of lines "key number"; nothing if there is no such line.
std::optional<int64_t> numberBehind(const fs::path& path, const std::string& key) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string name;
        int64_t value = 0;
        if (words >> name >> value && name == key) return value;
    }
    return std::nullopt;
}

/// How the two versions of control groups call what counts here.
struct GroupFiles {
    const char *limit, *usage, *inactive, *active, *slab;
};
constexpr GroupFiles version1{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file",
                              "total_active_file", "total_slab_reclaimable"};
constexpr GroupFiles version2{"memory.max", "memory.current", "inactive_file", "active_file",
                              "slab_reclaimable"};

/// What the group at `path` under `root` and those around it leave. A path that is not there (a container
/// sees its own group as the root) leaves its parents.
int64_t leftBy(const fs::path& root, const std::string& path, const GroupFiles& files) {
    int64_t left = std::numeric_limits<int64_t>::max();
    for (fs::path group = fs::path(path).relative_path();; group = group.parent_path()) {
        const fs::path folder = root / group;
        const auto limit = numberInFile(folder / files.limit), usage = numberInFile(folder / files.usage);
        if (limit && usage) {
            int64_t cached = 0;
            for (const char* key : {files.inactive, files.active, files.slab})
                cached += numberBehind(folder / "memory.stat", key).value_or(0);
            left = std::min(left, std::max<int64_t>(*limit - *usage + cached, 0));
        }
        if (group.empty()) return left;
    }
}

/// What all control groups leave. Lines are "0::/path" (version 2) and "4:memory:/path" (version 1).
int64_t leftByGroups(const MemorySources& sources) {
    int64_t left = std::numeric_limits<int64_t>::max();
    std::ifstream file(sources.cgroupOfProcess);
    for (std::string line; std::getline(file, line);) {
        const size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
        const std::string path = line.substr(second + 1);
        if (controllers == ",,")
            left = std::min(left, leftBy(sources.cgroups, path, version2));
        else if (controllers.find(",memory,") != std::string::npos)
            left = std::min(left, leftBy(fs::path(sources.cgroups) / "memory", path, version1));
    }
    return left;
}

}  // namespace

std::optional<int64_t> availableMemory(const MemorySources& sources) {
    const auto system = numberBehind(sources.meminfo, "MemAvailable:");
    const int64_t groups = leftByGroups(sources);
    if (!system && groups == std::numeric_limits<int64_t>::max()) return std::nullopt;
    return std::min(system ? *system * kibibyte : groups, groups);
}

std::optional<int64_t> availableMemoryFor(int64_t bytes, const MemorySources& sources) {
    constexpr std::chrono::milliseconds patience{2000}, pause{100};
    std::optional<int64_t> most = availableMemory(sources);
    const auto total = numberBehind(sources.meminfo, "MemTotal:");
    if (total && bytes > *total * kibibyte) return most;
    for (auto waited = 0 * pause; most && *most < bytes && waited < patience; waited += pause) {
        sources.sleep ? sources.sleep(pause) : std::this_thread::sleep_for(pause);
        most = std::max(most, availableMemory(sources));
    }
    return most;
}

std::string memoryReadings(const MemorySources& sources) {
    const auto system = numberBehind(sources.meminfo, "MemAvailable:"),
               total = numberBehind(sources.meminfo, "MemTotal:");
    const int64_t groups = leftByGroups(sources);
    std::string text;
    if (system && total)
        text = "MemAvailable " + memoryText(*system * kibibyte) + " of " + memoryText(*total * kibibyte);
    // A limit of more than there is (what "none" looks like in version 1) says nothing.
    if (groups < (total ? *total * kibibyte : std::numeric_limits<int64_t>::max()))
        text += std::string(text.empty() ? "" : ", ") + "control groups leave " + memoryText(groups);
    return text;
}

ResidentMemory residentMemory(const MemorySources& sources) {
    return {numberBehind(sources.status, "VmRSS:").value_or(0) * kibibyte,
            numberBehind(sources.status, "VmHWM:").value_or(0) * kibibyte};
}

std::string memoryText(int64_t bytes) {
    const double mega = double(bytes) / 1e6;
    char text[40];
    std::snprintf(text, sizeof text, mega < 999.5 ? "%.0f MB" : "%.1f GB", mega < 999.5 ? mega : mega / 1e3);
    return text;
}

void adviseHugePages([[maybe_unused]] void* begin, [[maybe_unused]] size_t bytes) {
#ifdef MADV_HUGEPAGE
    constexpr size_t page = 4096, hugePage = 2 << 20;
    if (bytes < 2 * hugePage) return;
    const size_t before = (page - reinterpret_cast<uintptr_t>(begin) % page) % page;
    (void)madvise(static_cast<char*>(begin) + before, bytes - before, MADV_HUGEPAGE);
#endif
}

void requireMemory(int64_t bytes, const std::string& what, const std::string& advice) {
    if (bytes < worthAsking) return;
    const std::optional<int64_t> available = availableMemoryFor(bytes);
    if (available && bytes > *available)
        throw inputError(what + " needs " + memoryText(bytes) + " of memory, and " + memoryText(*available) +
                         " are available. " + advice);
}

}  // namespace attx
