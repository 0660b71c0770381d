#include "model/data/packed_images.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <span>
#include <string_view>
#include <utility>

#include "model/data/fingerprint.h"
#include "model/files/archive.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/memory.h"
#include "model/files/text.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

constexpr std::array idxParts{"train-images", "train-labels", "t10k-images", "t10k-labels"};
constexpr size_t mostIdxBytes = size_t{1} << 30;

/// Which of idxParts a file of this name is; -1: none. Names are train-images-idx3-ubyte,
/// train-images.idx3-ubyte and the same with .gz.
int idxPart(const std::string& file) {
    const std::string name = lowered(fs::path(file).filename().string());
    if (name.find("idx") == std::string::npos) return -1;
    for (size_t part = 0; part < idxParts.size(); ++part)
        if (name.starts_with(idxParts[part])) return int(part);
    return -1;
}

uint32_t bigEndian(std::string_view bytes, size_t at) {
    uint32_t value = 0;
    for (size_t i = 0; i < 4; ++i) value = value << 8 | uint8_t(bytes[at + i]);
    return value;
}

/// The extents of an idx file of bytes with `count` dimensions, whose numbers follow the header.
/// Format: https://yann.lecun.com/exdb/mnist (the IDX file format).
std::vector<int64_t> idxExtents(std::string_view bytes, size_t count, const std::string& source) {
    constexpr uint32_t ofBytes = 0x0800;
    const size_t header = 4 * (count + 1);
    const auto refuse = [&](const std::string& found) {
        return inputError(source + ": expected an idx file of bytes with " + counted(count, "dimension") +
                          ", found " + found + ". Get the file again.");
    };
    if (bytes.size() < header) throw refuse(counted(bytes.size(), "byte"));
    if (bigEndian(bytes, 0) != ofBytes + count)
        throw refuse("one that begins with the number " + std::to_string(bigEndian(bytes, 0)));
    std::vector<int64_t> extents;
    int64_t numbers = 1;
    for (size_t i = 0; i < count; ++i) {
        extents.push_back(bigEndian(bytes, 4 * (i + 1)));
        if (extents.back() < 1 || extents.back() > int64_t(mostIdxBytes))
            throw refuse(std::to_string(extents.back()) + " of something");
        numbers = std::min(numbers * extents.back(), int64_t(mostIdxBytes) * 4);
    }
    if (int64_t(bytes.size() - header) != numbers)
        throw refuse(counted(bytes.size() - header, "number") + ", where its header says " +
                     std::to_string(numbers));
    return extents;
}

struct NamedBytes {
    std::string source, bytes;
};

ImageSet idxSet(const NamedBytes& images, const NamedBytes& labels, Fingerprint& fingerprint) {
    const std::vector<int64_t> extents = idxExtents(images.bytes, 3, images.source);
    const std::vector<int64_t> labelled = idxExtents(labels.bytes, 1, labels.source);
    constexpr int64_t largestSide = 1024;
    if (extents[1] > largestSide || extents[2] > largestSide)
        throw inputError(images.source + ": expected images of at most 1024 pixels a side, found " +
                         std::to_string(extents[2]) + " x " + std::to_string(extents[1]) + ".");
    if (labelled[0] != extents[0])
        throw inputError(labels.source + ": expected a label for each of " + counted(extents[0], "image") +
                         ", found " + std::to_string(labelled[0]) + ".");
    ImageSet set{extents[0], int(extents[2]), int(extents[1]), {}, {}};
    requireMemory(set.count * int64_t(set.imageBytes()), images.source + ": reading it",
                  "Close other programs.");
    set.pixels.reserve(size_t(set.count) * set.imageBytes());
    const std::string_view grey = std::string_view(images.bytes).substr(16),
                           classes = std::string_view(labels.bytes).substr(8);
    for (const char value : grey) set.pixels.insert(set.pixels.end(), 3, uint8_t(value));
    for (const char label : classes) set.labels.push_back(uint8_t(label));
    for (const std::string_view bytes : {grey, classes})
        fingerprint.add(std::span(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()));
    return set;
}

ImageData fromIdx(const std::string& path, const std::array<NamedBytes, 4>& parts) {
    for (size_t part = 0; part < parts.size(); ++part)
        if (parts[part].source.empty())
            throw inputError(path + ": expected the four files of MNIST, found no " + idxParts[part] +
                             "-idx" + (part % 2 == 0 ? "3" : "1") + "-ubyte in it.");
    Fingerprint fingerprint;
    ImageData data;
    data.train = idxSet(parts[0], parts[1], fingerprint);
    data.test = idxSet(parts[2], parts[3], fingerprint);
    if (data.test.width != data.train.width || data.test.height != data.train.height)
        throw inputError(parts[2].source + ": expected images of " + std::to_string(data.train.width) +
                         " x " + counted(data.train.height, "pixel") + " as those to train with, found " +
                         std::to_string(data.test.width) + " x " + std::to_string(data.test.height) + ".");
    int32_t most = 0;
    for (const auto* labels : {&data.train.labels, &data.test.labels})
        for (const int32_t label : *labels) most = std::max(most, label);
    for (int32_t label = 0; label <= most; ++label) data.classes.push_back(std::to_string(label));
    data.fingerprint = fingerprint.text();
    return data;
}

/// Calls take(name, bytes) for each file in the folder or archive that `wanted` names.
void eachFile(const std::string& path, const std::function<bool(const std::string&)>& wanted,
              const std::function<void(const std::string&, std::string)>& take) {
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) {
        ArchiveReader archive(path);
        while (archive.next())
            if (wanted(archive.name())) take(archive.name(), archive.read());
        return;
    }
    std::vector<std::string> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(path, ignored))
        if (!entry.is_directory(ignored) && wanted(entry.path().string()))
            files.push_back(entry.path().string());
    std::ranges::sort(files);
    for (const std::string& file : files)
        take(fs::path(file).filename().string(),
             lowered(file).ends_with(".gz") ? unpackedFile(file) : readFile(file, mostIdxBytes));
}

bool hasIdx(const std::string& folder) {
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
        if (idxPart(entry.path().string()) >= 0) return true;
    return false;
}

/// What an archive holds, by the first name that tells.
enum class Packed { Cifar, Idx };
Packed kindOf(const std::string& path) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) return hasIdx(path) ? Packed::Idx : Packed::Cifar;
    ArchiveReader archive(path);
    while (archive.next())
        if (idxPart(archive.name()) >= 0) return Packed::Idx;
    return Packed::Cifar;
}

}  // namespace

bool looksPacked(const std::string& path) {
    std::error_code ignored;
    return looksLikeCifar(path) || (fs::is_directory(path, ignored) && hasIdx(path));
}

ImageData readPackedImages(const std::string& path) {
    if (kindOf(path) == Packed::Cifar) return readCifar(path);
    std::array<NamedBytes, 4> parts;
    eachFile(
        path, [](const std::string& name) { return idxPart(name) >= 0; },
        [&](const std::string& name, std::string bytes) {
            parts[idxPart(name)] = {path + "/" + name, std::move(bytes)};
        });
    return fromIdx(path, parts);
}

}  // namespace attx
