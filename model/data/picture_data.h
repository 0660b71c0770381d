// Pictures as a data set: each is scaled and cropped to one square and cut into patches, which are the
// positions of the network's input.
#pragma once
#include <functional>
#include <span>
#include <string>

#include "model/data/image_set.h"
#include "model/data/sample.h"

namespace attx {

struct ImageSource;

/// Decodes the pictures of a folder as squares of `side` pixels, scaled until the shorter side fits and
/// cropped to the middle; called from the thread that makes the data.
using PictureDecoder = std::function<ImageData(const ImageSource& source, int side)>;
/// Decoding pictures takes a library that this room does not have: the program names one at its start, before
/// other threads run. Without one folders of pictures are refused.
void decodePicturesBy(PictureDecoder decoder);
/// The pictures of a folder by that decoder. Throws Error::Kind::Input where there is none, and as it does.
[[nodiscard]] ImageData decodedPictures(const ImageSource& source, int side);

/// The images as squares of `side` pixels, scaled until the shorter side fits and cropped to the middle:
/// pixels are means over what they cover, or between the nearest four where the image is smaller.
[[nodiscard]] ImageSet fittedTo(const ImageSet& images, int side);

/// The patches of a picture: row after row, of each the channels, and of these the rows of pixels, as the
/// weights of a convolution lie. pixels: [S, S, 3], S = config.pictureSize; grey is 0.299 r + 0.587 g + 0.114
/// b. Result: [config.positions(), config.patchNumbers()], normalised.
[[nodiscard]] std::vector<float> patchesOf(std::span<const uint8_t> pixels, const DataConfig& config);
/// The picture that has these patches, [S, S, 3]; what lies outside of 0 to 255 is cut.
[[nodiscard]] std::vector<uint8_t> pixelsOf(std::span<const float> patches, const DataConfig& config);

/// The data of TaskKind::Pictures: drawn shapes where config.path is empty, else what findImages() finds
/// there; dealImages() says what they are for. Throws Error::Kind::Input as these do.
[[nodiscard]] DataSet makePictureData(const DataConfig& config, const DataNames& known = {});

/// "1,1", "1,2" ...: the row and column of each patch, counted from 1.
[[nodiscard]] std::vector<std::string> namesOfPatches(const DataConfig& config);

/// A picture of a person's own: pixels [S, S, 3].
[[nodiscard]] Sample pictureOf(const DataConfig& config, std::span<const uint8_t> pixels);
/// Number `row` of a table of pictures. Throws Error::Kind::Input if there is none.
[[nodiscard]] Sample pictureOf(const Table& table, const SampleRow& row);

/// The pictures in `set`, with labels.
[[nodiscard]] Table tableOfPictures(const ImageSet& set, std::span<const int32_t> rows,
                                    const DataConfig& config);

}  // namespace attx
