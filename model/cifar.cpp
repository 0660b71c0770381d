#include "model/cifar.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

#include "model/archive.h"
#include "model/error.h"
#include "model/files.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

constexpr int side = 32;
constexpr size_t plane = size_t{side} * side;
constexpr size_t recordBytes = 2 + 3 * plane;
constexpr int coarseClasses = 20, fineClasses = 100;
constexpr const char* wanted[] = {"train.bin", "test.bin", "fine_label_names.txt"};

bool isWanted(const std::string& name) {
    return std::any_of(std::begin(wanted), std::end(wanted), [&](const char* w) { return name == w; });
}

/// The wanted files by name.
std::map<std::string, std::string> readFiles(const std::string& path) {
    std::map<std::string, std::string> files;
    if (fs::is_directory(path)) {
        for (const char* name : wanted)
            if (const fs::path file = fs::path(path) / name; fs::exists(file))
                files[name] = readFile(file.string());
        return files;
    }
    ArchiveReader archive(path);
    while (archive.next()) {
        const std::string name = fs::path(archive.name()).filename().string();
        if (isWanted(name)) files[name] = archive.read();
    }
    return files;
}

ImageSet parse(const std::string& bytes, const std::string& source) {
    if (bytes.empty() || bytes.size() % recordBytes != 0)
        throw inputError(source + ": expected records of " + std::to_string(recordBytes) + " bytes, found " +
                         std::to_string(bytes.size()) + " bytes, " +
                         (bytes.empty() ? "none at all" : "the last record is truncated") +
                         ". Get the file again.");
    ImageSet set{static_cast<int64_t>(bytes.size() / recordBytes), side, side, {}, {}};
    set.pixels.resize(static_cast<size_t>(set.count) * 3 * plane);
    uint8_t* to = set.pixels.data();
    for (int64_t record = 0; record < set.count; ++record) {
        const auto* from =
            reinterpret_cast<const uint8_t*>(bytes.data()) + static_cast<size_t>(record) * recordBytes;
        if (from[0] >= coarseClasses || from[1] >= fineClasses)
            throw inputError(source + ": record " + std::to_string(record) +
                             ": expected a coarse label below 20 and a fine one below 100, found " +
                             std::to_string(from[0]) + " and " + std::to_string(from[1]) +
                             ". Is it the binary form of CIFAR-100 (not of CIFAR-10)?");
        set.labels.push_back(from[1]);
        from += 2;
        for (size_t i = 0; i < plane; ++i)
            for (size_t channel = 0; channel < 3; ++channel) *to++ = from[channel * plane + i];
    }
    return set;
}

std::vector<std::string> namesFrom(const std::string& text) {
    std::vector<std::string> names;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
        if (!line.empty()) names.push_back(line);
    }
    for (size_t i = names.size(); i < fineClasses; ++i) names.push_back("class " + std::to_string(i));
    names.resize(fineClasses);
    return names;
}

}  // namespace

bool looksLikeCifar(const std::string& path) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) return fs::exists(fs::path(path) / "train.bin", ignored);
    return isArchiveName(path);
}

ImageData readCifar100(const std::string& path) {
    std::map<std::string, std::string> files = readFiles(path);
    ImageData data;
    Fingerprint fingerprint;
    for (const char* name : {"train.bin", "test.bin"}) {
        if (!files.contains(name))
            throw inputError(path + ": expected CIFAR-100 in its binary form, found no " + name + " in it.");
        ImageSet& set = name == std::string("train.bin") ? data.train : data.test;
        set = parse(files[name], path + "/" + name);
        fingerprint.add(files[name]);
        files[name] = {};  // two copies of the images are enough
    }
    data.classes = namesFrom(files["fine_label_names.txt"]);
    data.fingerprint = fingerprint.text();
    return data;
}

}  // namespace attx
