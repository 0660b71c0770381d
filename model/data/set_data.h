// Sets of images as a data set: features of images with their classes, in three splits.
#pragma once
#include "model/data/dataset.h"
#include "model/data/image_set.h"

namespace attx {

/// The data of TaskKind::Sets.
/// - config.path empty: drawnShapes(train_size, test_size) with pixelFeatures; an ONNX extractor is refused.
/// - else the images at config.path (findImages). Their features come from the .npz files beside them, which
///   must have been made of these images by config.extractor; files that say nothing of their origin are
///   taken if config.extractor is empty and their rows are as many as the images. CIFAR-100
///   needs no such files with the extractor "pixels", nor where config.extractor is empty and they are not
///   there: pixels then describe it, and the note says so.
/// dealImages() says what they are for.
/// Throws Error::Kind::Input for: no features yet, features that do not match the images, another
/// extractor's; fewer than two classes or a class too small for config.set_size; and as the readers do.
[[nodiscard]] DataSet makeSetData(const DataConfig& config);

/// Whether makeSetData would find the features that it needs. Throws Error::Kind::Input for features that
/// were made elsewhere and do not match, or that config.extractor would replace.
[[nodiscard]] bool featuresAreReady(const DataConfig& config);

/// What makes the features that makeSetData gives: "pixels", or FILE.onnx; other pictures are described by it
/// too. Throws Error::Kind::Input if the features were made by a network that data.extractor does not name.
[[nodiscard]] std::string extractorInUse(const DataConfig& config);

/// The images of validation and test data, in the order of the rows of makeSetData's tables. Those of the
/// training data, which take most of the memory, are never shown.
struct SplitImages {
    ImageSet validation, test;
};
/// Of CIFAR-100 and drawn shapes; pictures are decoded by code that can.
[[nodiscard]] SplitImages evaluationImages(const DataConfig& config, ImageData images);

}  // namespace attx
