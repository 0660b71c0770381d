#include "model/data/image_set.h"

namespace attx {

ValidationSplit splitForValidation(std::span<const int32_t> labels) {
    constexpr int64_t share = 10;
    std::vector<int64_t> left;  // of each class, images that still go to validation
    for (const int32_t label : labels) {
        if (static_cast<size_t>(label) >= left.size()) left.resize(static_cast<size_t>(label) + 1);
        ++left[static_cast<size_t>(label)];
    }
    for (int64_t& count : left) count /= share;
    ValidationSplit split;
    for (size_t row = 0; row < labels.size(); ++row)
        (left[static_cast<size_t>(labels[row])]-- > 0 ? split.validation : split.train)
            .push_back(static_cast<int32_t>(row));
    return split;
}

ImageSet imagesAt(const ImageSet& from, std::span<const int32_t> rows) {
    ImageSet result{static_cast<int64_t>(rows.size()), from.width, from.height, {}, {}};
    result.pixels.reserve(rows.size() * from.imageBytes());
    for (const int32_t row : rows) {
        const auto image = from.image(row);
        result.pixels.insert(result.pixels.end(), image.begin(), image.end());
        result.labels.push_back(from.labels[static_cast<size_t>(row)]);
    }
    return result;
}

}  // namespace attx
