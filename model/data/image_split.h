// How images are dealt to training, validation and test.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/config/config.h"
#include "model/data/image_set.h"

namespace attx {

/// The classes of the images as they lie: [N] and [M], from 0.
struct ImageLabels {
    std::vector<int32_t> train, test;
    std::vector<std::string> classes;
    bool testInFiles = true;  ///< false: `test` is every fifth image of a folder that sets none apart
};

[[nodiscard]] ImageLabels labelsOf(const ImageData& images);

/// Rows of the N images of ImageLabels::train followed by the M of ::test; ascending.
struct ImageSplit {
    std::vector<int32_t> train, validation, test;
};

/// Validation takes the first images of each class, as in the reference notebooks; where the files set no
/// test apart, it takes images that are spread evenly over each class. How many: by config's shares or sizes;
/// a tenth, and a fifth, of drawn shapes and as earlier versions did. Throws Error::Kind::Input where nothing
/// is left to train on.
[[nodiscard]] ImageSplit dealImages(const DataConfig& config, const ImageLabels& labels);

}  // namespace attx
