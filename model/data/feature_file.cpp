#include "model/data/feature_file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "model/data/fingerprint.h"
#include "model/files/archive.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/npy.h"
#include "model/files/onnx_graph.h"
#include "model/files/text.h"

namespace attx {
namespace {

constexpr const char* arrayName = "feats";
constexpr const char* originName = "origin.txt";
constexpr std::string_view versionMark = " by OpenCV ";

struct VersionedOrigin {
    std::string madeOf, version;  ///< empty: not recorded
};
VersionedOrigin splitOrigin(const std::string& origin) {
    const size_t mark = origin.rfind(versionMark);
    if (mark == std::string::npos) return {origin, {}};
    return {origin.substr(0, mark), origin.substr(mark + versionMark.size())};
}

/// `width`: numbers of each `what`.
void requireFinite(const NamedArray& array, const std::string& path, int64_t width, const char* what) {
    const auto bad = std::ranges::find_if(array.values, [](float v) { return !std::isfinite(v); });
    if (bad != array.values.end())
        throw inputError(path + ": the features of " + what + " " +
                         std::to_string((bad - array.values.begin()) / width) +
                         " are not finite numbers of 32 bits. Make them again.");
}

}  // namespace

FeatureFile readFeatures(const std::string& path) {
    std::optional<NamedArray> array;
    FeatureFile result;
    ArchiveReader archive(path);
    while (archive.next()) {
        if (archive.name() == std::string(arrayName) + ".npy")
            array = npyFromBytes(archive.read(), path + ": " + arrayName);
        else if (archive.name() == originName)
            result.origin = archive.read();
    }
    if (!array)
        throw inputError(
            path +
            ": expected an array named \"feats\" in it, as numpy.savez(file, feats=...) writes, found none.");
    if (array->shape.size() != 2 || array->shape[0] < 1 || array->shape[1] < 1 || array->shape[1] > 1'000'000)
        throw inputError(path + ": expected features of shape [images, numbers], found " +
                         counted(array->shape.size(), "dimension") + ", or none of something.");
    requireFinite(*array, path, array->shape[1], "image");
    result.rows = array->shape[0];
    result.dim = int(array->shape[1]);
    result.values = std::move(array->values);
    return result;
}

NamedArray readFeatureArray(const std::string& path) {
    NamedArray array;
    if (lowered(path).ends_with(".npy")) {
        array = readNpy(path);
    } else {
        std::string names;
        bool isNamed = false;
        for (ArchiveReader archive(path); !isNamed && archive.next();) {
            if (!archive.name().ends_with(".npy")) continue;
            isNamed = archive.name() == std::string(arrayName) + ".npy";
            if (isNamed || names.empty()) array = npyFromBytes(archive.read(), path + ": " + archive.name());
            if (!isNamed) names += (names.empty() ? "" : ", ") + shortened(archive.name());
        }
        if (!isNamed && (names.empty() || names.find(", ") != std::string::npos))
            throw inputError(path + ": expected an array named \"feats\", or one alone, found " +
                             (names.empty() ? "none" : shortened(names, 200)) +
                             ". Write it with numpy.savez(file, feats=...).");
    }
    requireFinite(array, path, std::max<int64_t>(1, array.shape.empty() ? 1 : array.shape.back()), "vector");
    return array;
}

void writeFeatures(const std::string& path, const FeatureFile& features) {
    std::vector<ArchiveFile> files{{std::string(arrayName) + ".npy",
                                    npyBytes({arrayName, {features.rows, features.dim}, features.values})}};
    if (!features.origin.empty()) files.push_back({originName, features.origin});
    writeFileAtomically(path, zipBytes(files));
}

std::string featureOrigin(const std::string& images, const std::string& extractor) {
    return "images " + images + " extractor " + extractor;
}

ExtractorParts splitExtractor(const std::string& extractor) {
    const size_t mark = extractor.rfind(".onnx#");
    if (mark == std::string::npos) return {extractor, {}};
    const size_t hash = extractor.find('#', mark);
    return {extractor.substr(0, hash), extractor.substr(hash + 1)};
}

std::string extractorIdentity(const std::string& extractor) {
    if (extractor == pixelExtractor) return extractor;
    const auto [file, output] = splitExtractor(extractor);
    Fingerprint fingerprint;
    const std::string bytes = readFile(file);
    fingerprint.add(bytes);
    for (const std::string& other : externalFiles(bytes, file)) fingerprint.add(readFile(other));
    return std::filesystem::path(extractor).filename().string() + " " + fingerprint.text() +
           std::string(versionMark) + ATTX_OPENCV_VERSION;
}

bool madeByNameOf(const std::string& extractor, const std::string& images, const std::string& found) {
    const std::string name = std::filesystem::path(extractor).filename().string();
    return found.starts_with(featureOrigin(images, name + " "));
}

std::string imagesProblem(const std::string& found, const std::string& images) {
    if (found.starts_with(featureOrigin(images, ""))) return {};
    if (images.starts_with(pictureMark) && !found.starts_with(std::string("images ") + pictureMark))
        return "made of other images, or by an earlier version of this program, which told pictures by their "
               "names and sizes alone";
    return "made of other images than those that lie there now";
}

std::string originProblem(const std::string& found, const std::string& wanted) {
    const VersionedOrigin there = splitOrigin(found), here = splitOrigin(wanted);
    if (there.madeOf != here.madeOf) return "made of other images or by another network";
    if (there.version.empty() || there.version == here.version) return {};
    return "made with OpenCV " + there.version + ", where this program has " + here.version +
           ", which may give other numbers";
}

}  // namespace attx
