// What the data of a configuration take, without making them.
#pragma once
#include <cstdint>

#include "model/config/config.h"

namespace attx {

inline constexpr int drawnClasses = 100;  ///< Number of classes of drawnShapes: class = 10 * shape + colour
/// How many images drawnShapes gives where `wanted` are asked for.
[[nodiscard]] int64_t drawnCount(int wanted);

inline constexpr int pixelFeatureCount = 512;  ///< Number of features that pixelFeatures() makes of an image

/// Bytes of a row of tokens with its labels.
[[nodiscard]] int64_t rowBytes(const DataConfig& config);

/// Bytes of a picture in patches, with its label.
[[nodiscard]] int64_t bytesOfPicture(const DataConfig& config);

/// What three tables may take together: more than any desktop holds beside the rest.
inline constexpr int64_t maxDataBytes = int64_t{16} << 30;
/// Bytes that the three tables of `config` take, without making them; of texts their numbers alone. Csv: an
/// estimate from the size of the file, as if no pair was padded; 0 if there is none. Images and texts of
/// files: 0, unknown.
[[nodiscard]] int64_t dataSetBytes(const DataConfig& config);

}  // namespace attx
