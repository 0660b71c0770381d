#include "model/data/image_set.h"

namespace attx {

ImageSet imagesAt(const ImageData& images, std::span<const int32_t> rows) {
    ImageSet result{static_cast<int64_t>(rows.size()), images.train.width, images.train.height, {}, {}};
    result.pixels.reserve(rows.size() * result.imageBytes());
    for (const int32_t row : rows) {
        const bool isTest = row >= images.train.count;
        const ImageSet& from = isTest ? images.test : images.train;
        const int64_t index = isTest ? row - images.train.count : row;
        const auto image = from.image(index);
        result.pixels.insert(result.pixels.end(), image.begin(), image.end());
        result.labels.push_back(from.labels[index]);
    }
    return result;
}

}  // namespace attx
