// Making the features of a folder of images, with progress, an end at any time, and going on where it ended.
#pragma once
#include <functional>
#include <string>

namespace attx {

struct FeatureProgress {
    int64_t done = 0, total = 0;  ///< images
    double secondsLeft = 0;       ///< Estimate at the pace so far; 0: not known yet
    std::string note;  ///< a sentence: what is left out, or why features are replaced; may be empty
};
/// Called after every batch; false ends the work.
using FeatureReport = std::function<bool(const FeatureProgress&)>;

/// Writes train_set_features.npz and test_set_features.npz of the images at `images` (findImages) into
/// `folder` (empty: beside the images). `extractor`: FILE.onnx, FILE.onnx#OUTPUT or pixels. Files that are
/// there and were made of the same stay; others of this program's making are replaced, and `report` is told.
/// What was done when the work ended is kept (NAME.part), so that the next call goes on there. Returns false
/// if `report` ended it.
/// Throws Error::Kind::Input for features there that were made elsewhere, and as findImages, loadImages and
/// FeatureExtractor do; Error::Kind::Work if the disk does not take it; the files in place stay as they were.
[[nodiscard]] bool makeFeatures(const std::string& images, const std::string& extractor,
                                const std::string& folder, const FeatureReport& report);

}  // namespace attx
