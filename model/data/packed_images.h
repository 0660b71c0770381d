// Images that others have packed into a few files: CIFAR-100, CIFAR-10 and what has the format of MNIST.
#pragma once
#include <string>

#include "model/data/image_set.h"

namespace attx {

/// Whether `path` is a folder with files of one of these kinds, or has the name of an archive; nothing is
/// read.
[[nodiscard]] bool looksPacked(const std::string& path);

/// - CIFAR: as readCifar.
/// - MNIST: a folder with train-images-idx3-ubyte, train-labels-idx1-ubyte and the same of t10k, each perhaps
///   packed (.gz), or an archive of them; grey pixels. Classes are called by their numbers.
/// Throws Error::Kind::Input with file and record, as readCifar does.
[[nodiscard]] ImageData readPackedImages(const std::string& path);

/// Whether `path` is a folder with a train.bin or a data_batch_1.bin, or has the name of an archive; nothing
/// is read.
[[nodiscard]] bool looksLikeCifar(const std::string& path);
/// In their official binary form, https://www.cs.toronto.edu/~kriz/cifar.html, a folder or the .tar.gz of
/// one:
/// - CIFAR-100: train.bin, test.bin (records of 1 coarse label, 1 fine label, 32 × 32 pixels, plane after
///   plane; any number of them) and fine_label_names.txt.
/// - CIFAR-10: data_batch_1.bin ... data_batch_5.bin and test_batch.bin (records of 1 label, 32 × 32 pixels)
///   and batches.meta.txt.
/// Classes without a name are called "class 7". Throws Error::Kind::Input with file and record for: no such
/// file; a truncated record; a label that does not exist; no record at all; and as ArchiveReader does.
[[nodiscard]] ImageData readCifar(const std::string& path);

}  // namespace attx
