// Features of images as NumPy's .npz: the array "feats" [N, D], as the reference notebooks keep theirs, and
// beside it in the same file what it was made of.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "model/files/named_array.h"

namespace attx {

struct FeatureFile {
    int64_t rows = 0;           ///< N
    int dim = 0;                ///< D
    std::vector<float> values;  ///< [N, D]
    std::string origin;         ///< see featureOrigin; empty: made elsewhere
};

/// The extractor that is no file: pixelFeatures.
inline constexpr const char* pixelExtractor = "pixels";
inline constexpr const char* trainFeaturesName = "train_set_features.npz";
inline constexpr const char* testFeaturesName = "test_set_features.npz";

/// Reads "feats" from an .npz, stored or compressed. Throws Error::Kind::Input that says what is wrong: no
/// such array, a type that is no number, not two dimensions, no rows, not finite, a broken archive.
[[nodiscard]] FeatureFile readFeatures(const std::string& path);
/// The array "feats" of an .npz, or the only one in it, or that of an .npy, of any shape. Throws
/// Error::Kind::Input as readFeatures() does.
[[nodiscard]] NamedArray readFeatureArray(const std::string& path);
/// Replaces `path` whole or leaves it as it was.
void writeFeatures(const std::string& path, const FeatureFile& features);

/// What features were made of, one line: the images (ImageData::fingerprint) and the extractor (its file's
/// name and fingerprint, or "pixels").
[[nodiscard]] std::string featureOrigin(const std::string& images, const std::string& extractor);
/// "FILE.onnx#OUTPUT": a network and the name of one of its outputs (empty: none was named).
struct ExtractorParts {
    std::string file, output;
};
[[nodiscard]] ExtractorParts splitExtractor(const std::string& extractor);
/// For featureOrigin: "pixels", or the name of an ONNX file, the fingerprint of what it holds, and the
/// version of OpenCV that runs it. Throws Error::Kind::Input if it cannot be read.
[[nodiscard]] std::string extractorIdentity(const std::string& extractor);
/// What the fingerprint of a folder of pictures begins with, since more than their names and sizes tells
/// them.
inline constexpr const char* pictureMark = "2-";
/// Why features of the origin `found` are not of the images that lie there now, as "made …"; empty: they are.
[[nodiscard]] std::string imagesProblem(const std::string& found, const std::string& images);
/// Whether `found` says that a network of this file's name made the features of these images: all that is
/// known of one whose file is gone.
[[nodiscard]] bool madeByNameOf(const std::string& extractor, const std::string& images,
                                const std::string& found);
/// Why features of the origin `found` are not those of `wanted`, as "made …"; empty: they are. Files of
/// before the version of OpenCV was recorded pass for those of any.
[[nodiscard]] std::string originProblem(const std::string& found, const std::string& wanted);

}  // namespace attx
