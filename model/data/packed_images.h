// Images that others have packed into a few files: CIFAR-100, CIFAR-10 and what has the format of MNIST.
#pragma once
#include <string>

#include "model/data/image_set.h"

namespace attx {

/// Whether `path` is a folder with files of one of these kinds, or has the name of an archive; nothing is
/// read.
[[nodiscard]] bool looksPacked(const std::string& path);

/// - CIFAR-100: as readCifar100.
/// - CIFAR-10: a folder with data_batch_1.bin ... data_batch_5.bin and test_batch.bin (records of a label and
///   32 × 32 pixels, plane after plane), and batches.meta.txt, or the .tar.gz of one.
/// - MNIST: a folder with train-images-idx3-ubyte, train-labels-idx1-ubyte and the same of t10k, each perhaps
///   packed (.gz), or an archive of them; grey pixels. Classes are called by their numbers.
/// Throws Error::Kind::Input with file and record, as readCifar100 does.
[[nodiscard]] ImageData readPackedImages(const std::string& path);

}  // namespace attx
