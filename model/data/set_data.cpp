#include "model/data/set_data.h"

#include <filesystem>
#include <utility>

#include "model/config/split.h"
#include "model/data/drawn_shapes.h"
#include "model/data/feature_file.h"
#include "model/data/image_source.h"
#include "model/data/image_split.h"
#include "model/data/packed_images.h"
#include "model/data/pixel_features.h"
#include "model/files/error.h"
#include "model/files/text.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

ImageLabels labelsOf(const ImageFolder& folder) {
    ImageLabels labels;
    labels.classes = folder.classes;
    labels.testInFiles = folder.testInFiles;
    for (const ImageFile& file : folder.train) labels.train.push_back(file.label);
    for (const ImageFile& file : folder.test) labels.test.push_back(file.label);
    return labels;
}

struct CachePaths {
    std::string train, test;
    [[nodiscard]] bool exist() const {
        std::error_code ignored;
        return fs::exists(train, ignored) && fs::exists(test, ignored);
    }
};
CachePaths cacheOf(const ImageSource& source) {
    const fs::path folder(source.cacheFolder);
    return {(folder / trainFeaturesName).string(), (folder / testFeaturesName).string()};
}

/// The network's file is not where data.extractor says, so it cannot be opened.
bool isGone(const std::string& extractor) {
    std::error_code ignored;
    return extractor != pixelExtractor && !fs::exists(splitExtractor(extractor).file, ignored);
}

FeatureFile readMatching(const std::string& path, size_t images, const std::string& fingerprint,
                         const std::string& extractor) {
    FeatureFile file = readFeatures(path);
    const std::string advice =
        " Make them again with: attention-explorer features --images DIR --extractor FILE.onnx --out DIR";
    if (file.rows != int64_t(images))
        throw inputError(path + ": expected the features of " + counted(images, "image") +
                         ", found those of " + std::to_string(file.rows) + "; they belong to other images." +
                         advice);
    if (const std::string other = imagesProblem(file.origin, fingerprint);
        !file.origin.empty() && !other.empty())
        throw inputError(path + ": the features were " + other + "." + advice);
    if (extractor.empty() || (isGone(extractor) && madeByNameOf(extractor, fingerprint, file.origin)))
        return file;
    const std::string problem =
        originProblem(file.origin, featureOrigin(fingerprint, extractorIdentity(extractor)));
    if (!problem.empty())
        throw inputError(path + ": the features were " + problem + " (data.extractor names " + extractor +
                         "). Clear data.extractor to use them." + advice);
    return file;
}

/// The features of all images, as their two files have them.
struct Features {
    FeatureFile train, test;
};

/// `rows` (see ImageSplit) of the features with their classes.
Table tableOf(const Features& features, const ImageLabels& labels, const std::vector<int32_t>& rows,
              int setSize) {
    const int dim = features.test.dim;
    Table table;
    table.rows = int64_t(rows.size());
    table.length = setSize;
    table.featureDim = dim;
    table.features.reserve(rows.size() * size_t(dim));
    for (const int32_t row : rows) {
        const auto trained = int32_t(labels.train.size());
        const bool isTest = row >= trained;
        const int32_t index = isTest ? row - trained : row;
        const auto from = (isTest ? features.test : features.train).values.begin() + int64_t{index} * dim;
        table.features.insert(table.features.end(), from, from + dim);
        table.classes.push_back((isTest ? labels.test : labels.train)[index]);
    }
    return table;
}

/// A set takes setSize - 1 of one class; says which class of which split is too small.
void requireSets(const Table& table, const char* split, const std::vector<std::string>& names) {
    std::vector<int> counts(names.size());
    for (const int32_t cls : table.classes) ++counts[cls];
    size_t present = 0;
    for (size_t cls = 0; cls < counts.size(); ++cls) {
        if (counts[cls] == 0) continue;
        ++present;
        if (counts[cls] + 1 < table.length)
            throw inputError("The class \"" + names[cls] + "\" has " + counted(counts[cls], "image") +
                             " for " + split + "; a set of " + std::to_string(table.length) + " needs " +
                             std::to_string(table.length - 1) +
                             " of one class. Use smaller sets (data.set_size) or more images.");
    }
    if (present < 2)
        throw inputError("Sets with an odd one out need at least two classes for " + std::string(split) +
                         "; found " + std::to_string(present) + ".");
}

DataSet assemble(const DataConfig& config, const ImageLabels& labels, Features features) {
    if (features.train.dim != features.test.dim)
        throw inputError("The features for training have " + counted(features.train.dim, "number") +
                         " an image, those for the test " + std::to_string(features.test.dim) +
                         ". Make them again by one network.");
    const ImageSplit split = dealImages(config, labels);
    DataSet data;
    data.train = tableOf(features, labels, split.train, config.setSize);
    data.validation = tableOf(features, labels, split.validation, config.setSize);
    if (labels.testInFiles) features.train.values = {};
    data.test = tableOf(features, labels, split.test, config.setSize);
    if (readsRows(config)) data.dealing = dealingText(config, false, labels.testInFiles);
    data.names.classes = labels.classes;
    requireSets(data.train, "training", labels.classes);
    requireSets(data.validation, "validation", labels.classes);
    requireSets(data.test, "the test", labels.classes);
    return data;
}

FeatureFile described(const ImageSet& set) {
    return {
        set.count, pixelFeatureCount, pixelFeaturesOfAll(set.pixels, set.count, set.width, set.height), {}};
}

DataSet fromPixels(const DataConfig& config, const ImageData& images) {
    return assemble(config, labelsOf(images), {described(images.train), described(images.test)});
}

}  // namespace

DataSet makeSetData(const DataConfig& config) {
    if (config.path.empty()) {
        if (!config.extractor.empty() && config.extractor != pixelExtractor)
            throw inputError(
                "data.extractor: the drawn shapes are described by pixels; choose images (data.path) "
                "to describe them by " +
                config.extractor + ".");
        return fromPixels(config, drawnShapes(config.trainSize, config.testSize, config.seed));
    }
    const ImageSource source = findImages(config.path);
    ImageLabels labels = labelsOf(source.folder);
    std::string fingerprint = source.folder.fingerprint;
    if (!source.packed.empty()) {
        ImageData images = readPackedImages(source.packed);
        if (config.extractor == pixelExtractor) return fromPixels(config, images);
        if (config.extractor.empty() && !cacheOf(source).exist()) {
            DataSet data = fromPixels(config, images);
            data.note =
                config.path +
                ": no features of a trained network lie beside the images and data.extractor names none, "
                "so they are described by pixels, the weak choice.";
            return data;
        }
        labels = labelsOf(images);
        fingerprint = images.fingerprint;
    }
    const CachePaths cache = cacheOf(source);
    if (!cache.exist())
        throw inputError(
            source.cacheFolder + ": the images have no features yet (" + trainFeaturesName + ", " +
            testFeaturesName + "). " +
            (config.extractor.empty() ? "Name a network in data.extractor (or pixels), or make them"
                                      : "Training makes them first; for a dry run, make them") +
            " with: attention-explorer features --images " + shellWord(config.path) + " --extractor " +
            (config.extractor.empty() ? "FILE.onnx" : shellWord(config.extractor)) + " --out " +
            shellWord(source.cacheFolder));
    DataSet data = assemble(config, labels,
                            {readMatching(cache.train, labels.train.size(), fingerprint, config.extractor),
                             readMatching(cache.test, labels.test.size(), fingerprint, config.extractor)});
    data.note = source.folder.note;
    if (!config.extractor.empty() && isGone(config.extractor))
        addSentence(data.note,
                    config.extractor +
                        ": the network is not there any more; the features that one of its name has made of "
                        "these images are used.");
    return data;
}

bool featuresAreReady(const DataConfig& config) {
    if (config.path.empty()) return true;
    const ImageSource source = findImages(config.path);
    const CachePaths cache = cacheOf(source);
    const bool byPixels = config.extractor == pixelExtractor || (config.extractor.empty() && !cache.exist());
    if (!source.packed.empty() && byPixels) return true;
    if (!cache.exist()) return false;
    if (config.extractor.empty()) return true;
    const std::string origin = readFeatures(cache.test).origin;
    if (origin.empty())
        throw inputError(cache.test +
                         ": these features were made elsewhere, and data.extractor would replace them. Clear "
                         "data.extractor to use them, or put the images into another folder.");
    const std::string fingerprint =
        source.packed.empty() ? source.folder.fingerprint : readPackedImages(source.packed).fingerprint;
    if (isGone(config.extractor) && madeByNameOf(config.extractor, fingerprint, origin)) return true;
    return originProblem(origin, featureOrigin(fingerprint, extractorIdentity(config.extractor))).empty();
}

std::string extractorInUse(const DataConfig& config) {
    if (config.path.empty()) return pixelExtractor;
    if (!config.extractor.empty()) return config.extractor;
    const ImageSource source = findImages(config.path);
    const CachePaths cache = cacheOf(source);
    if (!source.packed.empty() && !cache.exist()) return pixelExtractor;
    const std::string origin = cache.exist() ? readFeatures(cache.test).origin : std::string();
    if (origin.ends_with(std::string(" extractor ").append(pixelExtractor))) return pixelExtractor;
    throw inputError(cache.test +
                     ": these features do not say which file made them. Name the network in "
                     "data.extractor (features by) to describe other pictures in the same way.");
}

SplitImages evaluationImages(const DataConfig& config, ImageData images) {
    const ImageSplit split = dealImages(config, labelsOf(images));
    ImageSet validation = imagesAt(images, split.validation);
    return {std::move(validation),
            images.testInFiles ? std::move(images.test) : imagesAt(images, split.test)};
}

}  // namespace attx
