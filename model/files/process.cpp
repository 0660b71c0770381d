#include "model/files/process.h"

#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <vector>

namespace attx {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view partMark = ".part-";

/// FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv: 8 hexadecimal digits.
std::string shortHash(const std::string& text) {
    uint32_t hash = 2'166'136'261;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16'777'619;
    char digits[9];
    std::snprintf(digits, sizeof digits, "%08x", hash);
    return digits;
}

std::string hostName() {
    char name[256] = {};
    return ::gethostname(name, sizeof name - 1) == 0 ? name : "unknown";
}

/// What begins the end of all names that this computer gives.
const std::string& markOfHost() {
    static const std::string mark = std::string(partMark) + shortHash(hostName()) + "-";
    return mark;
}

/// The number that `text` is; 0 if it is none.
int64_t numberOf(std::string_view text) {
    int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() && number > 0 ? number : 0;
}

}  // namespace

ProcessIdentity thisProcess() {
    ProcessIdentity identity{hostName(), {}, ::getpid()};
    std::ifstream boot("/proc/sys/kernel/random/boot_id");
    std::getline(boot, identity.boot);
    return identity;
}

bool processRuns(int64_t process) {
    return process > 0 && (::kill(static_cast<pid_t>(process), 0) == 0 || errno != ESRCH);
}

std::string partPath(const std::string& path) { return path + markOfHost() + std::to_string(::getpid()); }

bool isPartName(const std::string& name) {
    const size_t at = name.rfind(partMark);
    if (at == std::string::npos) return false;
    const std::string_view end = std::string_view(name).substr(at + partMark.size());
    return numberOf(end.substr(end.find('-') + 1)) > 0;
}

void removeDeadParts(const std::string& folder) {
    std::vector<fs::path> dead;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        const size_t at = name.rfind(markOfHost());
        if (at == std::string::npos) continue;
        const int64_t process = numberOf(std::string_view(name).substr(at + markOfHost().size()));
        if (process > 0 && !processRuns(process)) dead.push_back(entry->path());
    }
    for (const fs::path& path : dead) fs::remove_all(path, error);
}

}  // namespace attx
