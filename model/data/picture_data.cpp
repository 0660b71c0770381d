#include "model/data/picture_data.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "model/config/data_size.h"
#include "model/config/split.h"
#include "model/data/drawn_shapes.h"
#include "model/data/image_source.h"
#include "model/data/image_split.h"
#include "model/data/packed_images.h"
#include "model/data/text_data.h"
#include "model/files/error.h"
#include "model/files/memory.h"
#include "model/files/text.h"

namespace attx {
namespace {

PictureDecoder& decoderInUse() {
    static PictureDecoder decoder;
    return decoder;
}

constexpr int rgb = 3;
constexpr float brightest = 255;

/// What a pixel's number becomes: value · scale + shift.
struct ChannelScale {
    float scale, shift;
};
std::vector<ChannelScale> scalesOf(const DataConfig& config) {
    const std::vector<float> means = numbersOfChannels(config.pixelMean),
                             deviations = numbersOfChannels(config.pixelDeviation);
    std::vector<ChannelScale> scales;
    for (size_t c = 0; c < size_t(config.channels); ++c) {
        const float mean = means[std::min(c, means.size() - 1)],
                    deviation = deviations[std::min(c, deviations.size() - 1)];
        scales.push_back({1 / (brightest * deviation), -mean / deviation});
    }
    return scales;
}

float greyOf(const uint8_t* pixel) {
    if (pixel[0] == pixel[1] && pixel[1] == pixel[2]) return pixel[0];
    return 0.299F * pixel[0] + 0.587F * pixel[1] + 0.114F * pixel[2];
}

/// Where the numbers of a patch lie: calls take(pixel's offset in [S, S], channel, place in the patches).
template <class Take>
void eachNumber(const DataConfig& config, Take take) {
    const auto across = size_t(config.patchesAcross()), P = size_t(config.patchSize),
               channels = size_t(config.channels), S = across * P;
    size_t place = 0;
    for (size_t patch = 0; patch < across * across; ++patch)
        for (size_t c = 0; c < channels; ++c)
            for (size_t y = 0; y < P; ++y)
                for (size_t x = 0; x < P; ++x)
                    take((patch / across * P + y) * S + patch % across * P + x, c, place++);
}

void putPatches(std::span<const uint8_t> pixels, const DataConfig& config,
                const std::vector<ChannelScale>& scales, float* to) {
    eachNumber(config, [&](size_t pixel, size_t channel, size_t place) {
        const uint8_t* at = pixels.data() + pixel * rgb;
        const float value = config.channels == 1 ? greyOf(at) : float(at[channel]);
        to[place] = value * scales[channel].scale + scales[channel].shift;
    });
}

/// How much of each source pixel a pixel of the result takes along one axis: of `from` pixels the middle ones
/// that become `side` at the scale `step` (source pixels for one of the result).
struct AxisShare {
    int first = 0;
    std::vector<float> shares;  ///< they add up to 1
};
std::vector<AxisShare> axisShares(int from, int side, double step) {
    std::vector<AxisShare> axis;
    const double begin = (from - step * side) / 2;
    for (int i = 0; i < side; ++i) {
        // A triangle of the width of a pixel of whichever is coarser.
        const double centre = begin + (i + 0.5) * step, radius = std::max(step, 1.0);
        const int first = std::clamp(int(std::floor(centre - radius)), 0, from - 1),
                  last = std::clamp(int(std::ceil(centre + radius)), 0, from - 1);
        AxisShare share{first, {}};
        double sum = 0;
        for (int at = first; at <= last; ++at) {
            const double weight = std::max(0.0, 1 - std::abs(at + 0.5 - centre) / radius);
            share.shares.push_back(float(weight));
            sum += weight;
        }
        for (float& weight : share.shares) weight /= float(sum);
        axis.push_back(std::move(share));
    }
    return axis;
}

/// `note`: of files that were left out.
ImageData imagesOf(const DataConfig& config, std::string& note) {
    if (config.path.empty()) return drawnPictures(config.trainSize, config.testSize, config.seed);
    const ImageSource source = findImages(config.path);
    if (!source.packed.empty()) return readPackedImages(source.packed);
    note = source.folder.note + (source.folder.note.empty() ? "" : " ") + config.path +
           ": pictures of another size are scaled and cropped to " + std::to_string(config.pictureSize) +
           " x " + std::to_string(config.pictureSize) + " (data.picture_size).";
    return decodedPictures(source, config.pictureSize);
}

void requireRoom(const DataConfig& config, int64_t pictures) {
    const int64_t bytes = pictures * bytesOfPicture(config);
    if (bytes > maxDataBytes)
        throw inputError(config.path + ": " + counted(pictures, "picture") + " of " +
                         counted(config.pictureSize, "pixel") + " a side would take " +
                         std::to_string(bytes >> 30) + " GiB of memory, and " +
                         std::to_string(maxDataBytes >> 30) +
                         " GiB are the limit; lower data.picture_size or take fewer.");
    requireMemory(bytes, "Cutting " + counted(pictures, "picture") + " into patches",
                  "Lower data.picture_size or take fewer.");
}

/// Numbers the classes as a published network does.
void takeClasses(const std::vector<std::string>& known, ImageData& images, std::string& note,
                 const std::string& source) {
    const std::vector<int32_t> numbers = classNumbers(images.classes, known, true, source, "pictures", note);
    for (ImageSet* const set : {&images.train, &images.test})
        for (int32_t& label : set->labels) label = numbers[label];
    images.classes = known;
}

/// None of them trains: the pictures that the files set apart, or all, are both parts.
ImageSplit allImages(const ImageLabels& labels) {
    const auto trained = int32_t(labels.train.size());
    const bool isApart = labels.testInFiles && !labels.test.empty();
    std::vector<int32_t> rows(isApart ? labels.test.size() : labels.train.size() + labels.test.size());
    std::iota(rows.begin(), rows.end(), isApart ? trained : 0);
    return {{}, rows, rows};
}

}  // namespace

void decodePicturesBy(PictureDecoder decoder) { decoderInUse() = std::move(decoder); }

ImageData decodedPictures(const ImageSource& source, int side) {
    if (!decoderInUse())
        throw inputError("Expected CIFAR or MNIST, since nothing here decodes folders of pictures.");
    return decoderInUse()(source, side);
}

ImageSet fittedTo(const ImageSet& images, int side) {
    if (images.width == side && images.height == side) return images;
    const double step = double(std::min(images.width, images.height)) / side;
    const std::vector<AxisShare> columns = axisShares(images.width, side, step),
                                 rows = axisShares(images.height, side, step);
    ImageSet fitted{images.count, side, side, {}, images.labels};
    fitted.pixels.resize(size_t(images.count) * fitted.imageBytes());
    auto to = fitted.pixels.begin();
    const auto W = size_t(images.width);
    for (int64_t i = 0; i < images.count; ++i) {
        const auto from = images.image(i);
        for (const AxisShare& row : rows)
            for (const AxisShare& column : columns)
                for (size_t c = 0; c < rgb; ++c) {
                    float value = 0;
                    for (size_t y = 0; y < row.shares.size(); ++y)
                        for (size_t x = 0; x < column.shares.size(); ++x)
                            value +=
                                row.shares[y] * column.shares[x] *
                                float(
                                    from[((size_t(row.first) + y) * W + size_t(column.first) + x) * rgb + c]);
                    *to++ = uint8_t(std::lround(std::clamp(value, 0.0F, brightest)));
                }
    }
    return fitted;
}

std::vector<float> patchesOf(std::span<const uint8_t> pixels, const DataConfig& config) {
    std::vector<float> patches(size_t(config.positions()) * size_t(config.patchNumbers()));
    putPatches(pixels, config, scalesOf(config), patches.data());
    return patches;
}

std::vector<uint8_t> pixelsOf(std::span<const float> patches, const DataConfig& config) {
    const auto side = size_t(config.patchesAcross() * config.patchSize);
    std::vector<uint8_t> pixels(side * side * rgb);
    const std::vector<ChannelScale> scales = scalesOf(config);
    eachNumber(config, [&](size_t pixel, size_t channel, size_t place) {
        const float value = (patches[place] - scales[channel].shift) / scales[channel].scale;
        const auto byte = uint8_t(std::lround(std::clamp(value, 0.0F, brightest)));
        for (size_t c = 0; c < rgb; ++c)
            if (config.channels == 1 || c == channel) pixels[pixel * rgb + c] = byte;
    });
    return pixels;
}

Table tableOfPictures(const ImageSet& set, std::span<const int32_t> rows, const DataConfig& config) {
    const auto T = size_t(config.positions()), D = size_t(config.patchNumbers());
    Table table;
    table.rows = int64_t(rows.size() * T);
    table.rowsPerSample = table.length = config.positions();
    table.featureDim = config.patchNumbers();
    table.features.resize(rows.size() * T * D);
    const std::vector<ChannelScale> scales = scalesOf(config);
    float* to = table.features.data();
    for (const int32_t row : rows) {
        putPatches(set.image(row), config, scales, to);
        to += T * D;
        table.labels.insert(table.labels.end(), T, set.labels[row]);
    }
    return table;
}

DataSet makePictureData(const DataConfig& config, const DataNames& known) {
    DataSet data;
    ImageData images = imagesOf(config, data.note);
    if (known.isPublished) takeClasses(known.classes, images, data.note, config.path);
    const ImageLabels labels = labelsOf(images);
    if (labels.classes.size() < 2 && !known.isPublished)
        throw inputError(config.path + ": expected pictures of at least two classes, found " +
                         std::to_string(labels.classes.size()) + ".");
    const ImageSplit split = known.isPublished ? allImages(labels) : dealImages(config, labels);
    const auto trained = int32_t(images.train.count);
    requireRoom(config, images.train.count + images.test.count);
    if (const ImageSet& first = images.train; !config.path.empty() && first.width != config.pictureSize)
        addSentence(data.note, config.path + ": the images have " + std::to_string(first.width) + " x " +
                                   counted(first.height, "pixel") + "; they are scaled and cropped to " +
                                   std::to_string(config.pictureSize) + " x " +
                                   std::to_string(config.pictureSize) + " (data.picture_size).");
    if (config.path.empty() &&
        (images.train.count != config.trainSize || images.test.count != config.testSize))
        data.note = "Drawn pictures come in whole rounds of shapes and colours: " +
                    std::to_string(images.train.count) + " to train and validate, " +
                    std::to_string(images.test.count) + " to test.";
    images.train = fittedTo(images.train, config.pictureSize);
    images.test = fittedTo(images.test, config.pictureSize);
    const auto tableOf = [&](const std::vector<int32_t>& rows) {
        // A split takes its pictures from one of the two sets, or, where files set no test apart, from both.
        const bool own = std::ranges::all_of(rows, [&](int32_t row) { return row < trained; });
        if (own) return tableOfPictures(images.train, rows, config);
        const ImageSet chosen = imagesAt(images, rows);
        std::vector<int32_t> all(rows.size());
        std::iota(all.begin(), all.end(), 0);
        return tableOfPictures(chosen, all, config);
    };
    data.train = tableOf(split.train);
    data.validation = tableOf(split.validation);
    data.test = tableOf(split.test);
    if (readsRows(config) && !known.isPublished)
        data.dealing = dealingText(config, false, labels.testInFiles);
    data.names.classes = labels.classes;
    return data;
}

std::vector<std::string> namesOfPatches(const DataConfig& config) {
    std::vector<std::string> names;
    const int across = config.patchesAcross();
    for (int patch = 0; patch < across * across; ++patch)
        names.push_back(std::to_string(patch / across + 1) + "," + std::to_string(patch % across + 1));
    return names;
}

Sample pictureOf(const DataConfig& config, std::span<const uint8_t> pixels) {
    Sample sample(SampleKind::Picture);
    sample.features = patchesOf(pixels, config);
    sample.members.resize(config.positions());
    sample.words = namesOfPatches(config);
    return sample;
}

Sample pictureOf(const Table& table, const SampleRow& row) {
    if (row.row < 0 || row.row >= table.samples())
        throw inputError("There is no picture " + std::to_string(row.row) + ": the data have " +
                         std::to_string(table.samples()) + ", counted from 0.");
    Sample sample(SampleKind::Picture);
    sample.from = row;
    const int64_t T = table.rowsPerSample, first = row.row * T;
    const auto begin = table.features.begin() + first * table.featureDim;
    sample.features.assign(begin, begin + T * table.featureDim);
    for (int64_t patch = 0; patch < T; ++patch) sample.members.push_back({row.source, first + patch});
    if (!table.labels.empty()) sample.expected = {table.labels[first]};
    return sample;
}

}  // namespace attx
