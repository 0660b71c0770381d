#include "model/data/image_split.h"

#include <algorithm>

#include "model/config/split.h"
#include "model/files/error.h"
#include "model/files/text.h"

namespace attx {
namespace {

constexpr size_t earlierValidationShare = 10;  // one of ten of each class validates
constexpr size_t storedShare = 5;              // see ImageLabels::testInFiles

/// Of each class the rows of `labels`, which begin at `from`.
std::vector<std::vector<int32_t>> membersOf(std::span<const int32_t> labels, size_t classes, size_t from) {
    std::vector<std::vector<int32_t>> members(classes);
    for (size_t row = 0; row < labels.size(); ++row) members[labels[row]].push_back(int32_t(from + row));
    return members;
}

/// The images of a class in the order of their names, before every fifth was put aside.
std::vector<int32_t> inOrder(const std::vector<int32_t>& train, const std::vector<int32_t>& test) {
    std::vector<int32_t> all;
    for (size_t t = 0; t < train.size(); ++t) {
        all.push_back(train[t]);
        if (t % (storedShare - 1) == storedShare - 2 && t / (storedShare - 1) < test.size())
            all.push_back(test[t / (storedShare - 1)]);
    }
    return all;
}

std::vector<size_t> sizesOf(const std::vector<std::vector<int32_t>>& members) {
    std::vector<size_t> sizes;
    for (const auto& rows : members) sizes.push_back(rows.size());
    return sizes;
}

}  // namespace

ImageLabels labelsOf(const ImageData& images) {
    return {images.train.labels, images.test.labels, images.classes, images.testInFiles};
}

ImageSplit dealImages(const DataConfig& config, const ImageLabels& labels) {
    const size_t classes = labels.classes.size();
    auto members = membersOf(labels.train, classes, 0);
    const auto asTest = membersOf(labels.test, classes, labels.train.size());
    const bool byShares = readsRows(config) && !config.earlierSplit,
               dealsTest = byShares && !labels.testInFiles;
    if (dealsTest)
        for (size_t c = 0; c < classes; ++c) members[c] = inOrder(members[c], asTest[c]);
    const std::vector<size_t> sizes = sizesOf(members);
    std::vector<size_t> validation, test(classes);
    if (byShares)
        validation =
            dealtByClass(config.validationShare, config.validationSize, "data.validation_size", sizes);
    else
        for (const size_t size : sizes) validation.push_back(size / earlierValidationShare);
    if (dealsTest) test = dealtByClass(config.testShare, config.testSize, "data.test_size", sizes);

    ImageSplit split;
    for (size_t c = 0; c < classes; ++c) {
        if (byShares && sizes[c] > 0 && validation[c] + test[c] >= sizes[c])
            throw inputError("The class \"" + labels.classes[c] + "\" has " + counted(sizes[c], "image") +
                             ", and validation and test take all of them; take fewer "
                             "(data.validation_share, data.test_share), or add images.");
        size_t validates = validation[c];
        for (size_t i = 0; i < sizes[c]; ++i) {
            const int32_t row = members[c][i];
            if ((i + 1) * test[c] / sizes[c] > i * test[c] / sizes[c])
                split.test.push_back(row);
            else if (validates > 0 && validates--)
                split.validation.push_back(row);
            else
                split.train.push_back(row);
        }
        if (!dealsTest) split.test.insert(split.test.end(), asTest[c].begin(), asTest[c].end());
    }
    for (auto* rows : {&split.train, &split.validation, &split.test}) std::sort(rows->begin(), rows->end());
    return split;
}

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
