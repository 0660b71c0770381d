// CIFAR-100 and CIFAR-10.
#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <span>
#include <sstream>
#include <string_view>
#include <utility>

#include "model/data/fingerprint.h"
#include "model/data/packed_images.h"
#include "model/files/archive.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/memory.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

constexpr int cifarSide = 32;
constexpr size_t plane = size_t{cifarSide} * cifarSide;

/// How one of the two is written.
struct CifarForm {
    const char* title;
    size_t labelBytes;               ///< The last one is the class
    std::array<int, 2> mostOfLabel;  ///< Labels are below
    const char* notThis;
    std::span<const char* const> trainNames;
    const char *testName, *namesName;
    [[nodiscard]] constexpr size_t recordBytes() const { return labelBytes + 3 * plane; }
    [[nodiscard]] constexpr int classes() const { return mostOfLabel[labelBytes - 1]; }
};
constexpr std::array trainOf100{"train.bin"};
constexpr std::array trainOf10{"data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin", "data_batch_4.bin",
                               "data_batch_5.bin"};
constexpr CifarForm cifar100{"CIFAR-100",           2, {20, 100}, "CIFAR-10", trainOf100, "test.bin",
                             "fine_label_names.txt"};
constexpr CifarForm cifar10{"CIFAR-10",        1, {10, 0}, "CIFAR-100", trainOf10, "test_batch.bin",
                            "batches.meta.txt"};
constexpr size_t blockBytes = size_t{1} << 20;  // read from the disk at a call

/// Takes a file in blocks of any size, so that its images are never in memory twice.
class Records {
public:
    /// expected: bytes to come, a hint.
    Records(const CifarForm& form, std::string source, uint64_t expected)
        : form_(form), recordBytes_(form.recordBytes()), source_(std::move(source)) {
        set_ = {0, cifarSide, cifarSide, {}, {}};
        requireMemory(int64_t(expected), source_ + ": reading it", "Close other programs.");
        set_.pixels.reserve(expected / recordBytes_ * 3 * plane);
        rest_.reserve(recordBytes_);
    }

    void add(std::string_view block) {
        bytes_ += block.size();
        if (!rest_.empty()) {
            const size_t missing = std::min(recordBytes_ - rest_.size(), block.size());
            rest_ += block.substr(0, missing);
            block.remove_prefix(missing);
            if (rest_.size() < recordBytes_) return;
            addRecord(rest_);
            rest_.clear();
        }
        for (; block.size() >= recordBytes_; block.remove_prefix(recordBytes_))
            addRecord(block.substr(0, recordBytes_));
        rest_ = block;
    }

    /// The images, and what tells the file from others.
    std::pair<ImageSet, std::string> finish() {
        if (bytes_ == 0 || !rest_.empty())
            throw inputError(source_ + ": expected records of " + std::to_string(recordBytes_) +
                             " bytes, found " + std::to_string(bytes_) + " bytes, " +
                             (bytes_ == 0 ? "none at all" : "the last record is truncated") +
                             ". Get the file again.");
        return {std::move(set_), fingerprint_.text()};
    }

private:
    void addRecord(std::string_view record) {
        const std::span bytes(reinterpret_cast<const uint8_t*>(record.data()), record.size());
        const size_t last = form_.labelBytes - 1;
        if (bytes[0] >= form_.mostOfLabel[0] || bytes[last] >= form_.classes())
            throw inputError(
                source_ + ": record " + std::to_string(set_.count) +
                (last > 0 ? ": expected a coarse label below 20 and a fine one below 100, found "
                          : ": expected a label below 10, found ") +
                std::to_string(bytes[0]) + (last > 0 ? " and " + std::to_string(bytes[last]) : "") +
                ". Is it the binary form of " + form_.title + " (not of " + form_.notThis + ")?");
        fingerprint_.add(bytes);
        ++set_.count;
        set_.labels.push_back(bytes[last]);
        const auto planes = bytes.subspan(form_.labelBytes);
        for (size_t i = 0; i < plane; ++i)
            for (size_t channel = 0; channel < 3; ++channel)
                set_.pixels.push_back(planes[channel * plane + i]);
    }

    const CifarForm& form_;
    const size_t recordBytes_;
    std::string source_, rest_;
    uint64_t bytes_ = 0;
    ImageSet set_;
    Fingerprint fingerprint_;
};

std::vector<std::string> namesFrom(const std::string& text, int classes) {
    std::vector<std::string> names;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
        if (!line.empty()) names.push_back(line);
    }
    const auto count = size_t(classes);
    for (size_t i = names.size(); i < count; ++i) names.push_back("class " + std::to_string(i));
    names.resize(count);
    return names;
}

/// `images` behind those of `to`.
void append(ImageSet& to, ImageSet images) {
    if (to.count == 0) {
        to = std::move(images);
        return;
    }
    to.count += images.count;
    to.pixels.insert(to.pixels.end(), images.pixels.begin(), images.pixels.end());
    to.labels.insert(to.labels.end(), images.labels.begin(), images.labels.end());
}

ImageData readForm(const CifarForm& form, const std::string& path) {
    std::map<std::string, std::pair<ImageSet, std::string>> sets;
    std::vector<std::string> wanted(form.trainNames.begin(), form.trainNames.end());
    wanted.emplace_back(form.testName);
    std::string names;
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) {
        for (const std::string& name : wanted) {
            const std::string file = (fs::path(path) / name).string();
            if (!fs::exists(file, ignored)) continue;
            const InputFile input(file);
            Records records(form, file, input.size());
            std::string block;
            for (uint64_t at = 0; at < input.size(); at += block.size()) {
                block.resize(std::min<uint64_t>(blockBytes, input.size() - at));
                input.read(at, block.data(), block.size());
                records.add(block);
            }
            sets[name] = records.finish();
        }
        if (const fs::path file = fs::path(path) / form.namesName; fs::exists(file, ignored))
            names = readFile(file.string());
    } else {
        ArchiveReader archive(path);
        while (archive.next()) {
            const std::string name = fs::path(archive.name()).filename().string();
            if (name == form.namesName) names = archive.read();
            if (std::ranges::find(wanted, name) == wanted.end()) continue;
            Records records(form, path + "/" + name, archive.sizeHint());
            archive.read([&](std::string_view block) { records.add(block); });
            sets[name] = records.finish();
        }
    }
    for (const std::string& name : wanted)
        if (!sets.contains(name))
            throw inputError(path + ": expected " + form.title + " in its binary form, found no " + name +
                             " in it.");
    ImageData data;
    Fingerprint fingerprint;
    for (const std::string& name : wanted) {
        fingerprint.add(sets[name].second);
        append(name == form.testName ? data.test : data.train, std::move(sets[name].first));
    }
    data.classes = namesFrom(names, form.classes());
    data.fingerprint = fingerprint.text();
    return data;
}

bool isCifar10(const std::string& path) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) return fs::exists(fs::path(path) / cifar10.testName, ignored);
    ArchiveReader archive(path);
    while (archive.next())
        if (fs::path(archive.name()).filename() == cifar10.testName) return true;
    return false;
}

}  // namespace

bool looksLikeCifar(const std::string& path) {
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) return isArchiveName(path);
    return fs::exists(fs::path(path) / "train.bin", ignored) ||
           fs::exists(fs::path(path) / cifar10.trainNames.front(), ignored);
}

ImageData readCifar(const std::string& path) { return readForm(isCifar10(path) ? cifar10 : cifar100, path); }

}  // namespace attx
