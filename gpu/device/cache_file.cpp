#include "gpu/device/cache_file.h"

#include <cstdint>
#include <cstdlib>
#include <filesystem>

#include "model/files/error.h"
#include "model/files/files.h"

namespace attx::gpu {
namespace {

// A cache file is this word, a check sum of 16 digits, and the content.
constexpr char magic[] = "attxgpu1";
constexpr size_t magicBytes = 8;

/// FNV-1a, 64 bits, as 16 hexadecimal digits.
std::string checkSum(const std::string& bytes) {
    uint64_t sum = 14695981039346656037ULL;
    for (const char c : bytes) sum = (sum ^ uint8_t(c)) * 1099511628211ULL;
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[sum >> shift & 15];
    return text;
}

}  // namespace

std::string cacheFolder() {
    std::filesystem::path folder;
    if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache)
        folder = cache;
    else if (const char* home = std::getenv("HOME"); home && *home)
        folder = std::filesystem::path(home) / ".cache";
    else
        return {};
    folder /= "attention-explorer";
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    return failed ? std::string() : folder.string();
}

std::string readCache(const std::string& file) {
    std::error_code missing;
    if (!std::filesystem::is_regular_file(file, missing)) return {};
    try {
        const std::string bytes = readFile(file);
        constexpr size_t head = magicBytes + 16;
        if (bytes.size() < head || bytes.compare(0, magicBytes, magic) != 0) return {};
        const std::string content = bytes.substr(head);
        return bytes.compare(magicBytes, 16, checkSum(content)) == 0 ? content : std::string();
    } catch (const Error&) {
        return {};
    }
}

void writeCache(const std::string& file, const std::string& content) {
    try {
        writeFileAtomically(file, magic + checkSum(content) + content);
    } catch (const Error&) {  // a full or read-only disk: it is made again next time
    }
}

}  // namespace attx::gpu
