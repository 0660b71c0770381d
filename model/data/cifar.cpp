#include "model/data/cifar.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <span>
#include <sstream>
#include <string_view>
#include <utility>

#include "model/data/fingerprint.h"
#include "model/files/archive.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/memory.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

constexpr int cifarSide = 32;
constexpr size_t plane = size_t{cifarSide} * cifarSide;
constexpr size_t recordBytes = 2 + 3 * plane;
constexpr int coarseClasses = 20, fineClasses = 100;
constexpr const char* trainName = "train.bin";
constexpr const char* testName = "test.bin";
constexpr const char* namesName = "fine_label_names.txt";
constexpr size_t blockBytes = 256 * recordBytes;  // read from the disk at a call

/// Takes a file in blocks of any size, so that its images are never in memory twice.
class Records {
public:
    /// expected: bytes to come, a hint.
    Records(std::string source, uint64_t expected) : source_(std::move(source)) {
        set_ = {0, cifarSide, cifarSide, {}, {}};
        requireMemory(static_cast<int64_t>(expected), source_ + ": reading it", "Close other programs.");
        set_.pixels.reserve(expected / recordBytes * 3 * plane);
        rest_.reserve(recordBytes);
    }

    void add(std::string_view block) {
        bytes_ += block.size();
        if (!rest_.empty()) {
            const size_t missing = std::min(recordBytes - rest_.size(), block.size());
            rest_ += block.substr(0, missing);
            block.remove_prefix(missing);
            if (rest_.size() < recordBytes) return;
            addRecord(rest_);
            rest_.clear();
        }
        for (; block.size() >= recordBytes; block.remove_prefix(recordBytes))
            addRecord(block.substr(0, recordBytes));
        rest_ = block;
    }

    /// The images, and what tells the file from others.
    std::pair<ImageSet, std::string> finish() {
        if (bytes_ == 0 || !rest_.empty())
            throw inputError(source_ + ": expected records of " + std::to_string(recordBytes) +
                             " bytes, found " + std::to_string(bytes_) + " bytes, " +
                             (bytes_ == 0 ? "none at all" : "the last record is truncated") +
                             ". Get the file again.");
        return {std::move(set_), fingerprint_.text()};
    }

private:
    void addRecord(std::string_view record) {
        const std::span bytes(reinterpret_cast<const uint8_t*>(record.data()), record.size());
        if (bytes[0] >= coarseClasses || bytes[1] >= fineClasses)
            throw inputError(source_ + ": record " + std::to_string(set_.count) +
                             ": expected a coarse label below 20 and a fine one below 100, found " +
                             std::to_string(bytes[0]) + " and " + std::to_string(bytes[1]) +
                             ". Is it the binary form of CIFAR-100 (not of CIFAR-10)?");
        fingerprint_.add(bytes);
        ++set_.count;
        set_.labels.push_back(bytes[1]);
        const auto planes = bytes.subspan(2);
        for (size_t i = 0; i < plane; ++i)
            for (size_t channel = 0; channel < 3; ++channel)
                set_.pixels.push_back(planes[channel * plane + i]);
    }

    std::string source_, rest_;
    uint64_t bytes_ = 0;
    ImageSet set_;
    Fingerprint fingerprint_;
};

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
    std::map<std::string, std::pair<ImageSet, std::string>> sets;
    std::string names;
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) {
        for (const char* name : {trainName, testName}) {
            const std::string file = (fs::path(path) / name).string();
            if (!fs::exists(file, ignored)) continue;
            const InputFile input(file);
            Records records(file, input.size());
            std::string block;
            for (uint64_t at = 0; at < input.size(); at += block.size()) {
                block.resize(std::min<uint64_t>(blockBytes, input.size() - at));
                input.read(at, block.data(), block.size());
                records.add(block);
            }
            sets[name] = records.finish();
        }
        if (const fs::path file = fs::path(path) / namesName; fs::exists(file, ignored))
            names = readFile(file.string());
    } else {
        ArchiveReader archive(path);
        while (archive.next()) {
            const std::string name = fs::path(archive.name()).filename().string();
            if (name == namesName) names = archive.read();
            if (name != trainName && name != testName) continue;
            Records records(path + "/" + name, archive.sizeHint());
            archive.read([&](std::string_view block) { records.add(block); });
            sets[name] = records.finish();
        }
    }
    for (const char* name : {trainName, testName})
        if (!sets.contains(name))
            throw inputError(path + ": expected CIFAR-100 in its binary form, found no " + name + " in it.");
    Fingerprint fingerprint;
    fingerprint.add(sets[trainName].second);
    fingerprint.add(sets[testName].second);
    return {std::move(sets[trainName].first), std::move(sets[testName].first), namesFrom(names),
            fingerprint.text()};
}

}  // namespace attx
