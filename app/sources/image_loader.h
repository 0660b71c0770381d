// Images of any source as plain pixels: CIFAR and MNIST as they are, pictures decoded and scaled.
#pragma once
#include <QImage>
#include <functional>
#include <vector>

#include "model/data/image_set.h"
#include "model/data/image_source.h"
#include "model/data/sample.h"
#include "model/data/set_data.h"

namespace attx {

/// Told how many of all images are done; false ends the work.
using ImageProgress = std::function<bool(int64_t done, int64_t total)>;

/// How a picture becomes a square.
enum class Squared {
    Stretched,  ///< Scaled to it, whatever its sides are
    Cropped,    ///< Scaled until its shorter side fits, then its middle
};

/// The images of `source`, in the order of its lists. Pictures are turned as their camera says and scaled to
/// one square size: 224, or less where so many would take more than 512 MiB. With all cores.
/// Returns an empty ImageData if `progress` ended it. Throws Error::Kind::Input that names every picture that
/// cannot be read (of many the first twenty), and as readPackedImages does.
[[nodiscard]] ImageData loadImages(const ImageSource& source, const ImageProgress& progress = {});
/// The same, but pictures are squares of `side` pixels, cropped; for decodePicturesBy.
[[nodiscard]] ImageData loadCropped(const ImageSource& source, int side);

/// Those that the sets of validation and test data are of: drawn, or loaded from `config.path`.
[[nodiscard]] SplitImages imagesOfSets(const DataConfig& config, const ImageProgress& progress = {});

/// Pixels of a side of those images: how large other pictures are scaled to be described as they were.
[[nodiscard]] int sideOfSets(const DataConfig& config);

/// `images` of a set's members, [T], with those that are null read from where `config` has them. What is not
/// one of its data stays null. Throws as loadImages does.
[[nodiscard]] QList<QImage> withMissingImages(QList<QImage> images, const std::vector<SampleRow>& members,
                                              const DataConfig& config);

/// One picture as [side, side, 3]; what would take more than 128 MB is decoded smaller. Throws
/// Error::Kind::Input.
[[nodiscard]] std::vector<uint8_t> readPicture(const std::string& path, int side,
                                               Squared squared = Squared::Stretched);

}  // namespace attx
