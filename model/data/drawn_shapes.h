// A built-in set of images, so that sets can be tried at once and offline: ten shapes in ten colours, drawn.
#pragma once
#include "model/config/data_size.h"
#include "model/data/image_set.h"

namespace attx {

/// Pixels of a side.
inline constexpr int drawnSide = 32;
/// How the names of drawn classes end. What is in front of it is translated for display (ATTX_TR).
inline constexpr const char* drawnMark = " (drawn)";

/// 32 × 32 images, class after class in turn (0, 1 ... 99, 0 ...): trainCount and testCount of them, rounded
/// down to whole rounds of classes, at least one. Place, turn (up to 25 degrees), size, light, background and
/// noise vary, drawn from `seed`; the names are "red star (drawn)" and the like.
[[nodiscard]] ImageData drawnShapes(int trainCount, int testCount, uint64_t seed);
/// The same with the shape alone as the class, "star (drawn)", whatever its colour; calmer: turned up to 10
/// degrees, larger, with less noise. Without a fingerprint.
[[nodiscard]] ImageData drawnPictures(int trainCount, int testCount, uint64_t seed);

/// Image i of drawnShapes().train, whatever its count, and of drawnPictures().train: a set of one image.
[[nodiscard]] ImageSet drawnShape(int64_t i, uint64_t seed);
[[nodiscard]] ImageSet drawnPicture(int64_t i, uint64_t seed);

}  // namespace attx
