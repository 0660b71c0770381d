// CIFAR-100 and CIFAR-10 in their official binary form. Format: https://www.cs.toronto.edu/~kriz/cifar.html
#pragma once
#include <string>

#include "model/data/image_set.h"

namespace attx {

/// Whether `path` is a folder with a train.bin or a data_batch_1.bin, or has the name of an archive; nothing
/// is read.
[[nodiscard]] bool looksLikeCifar(const std::string& path);

/// A folder with train.bin, test.bin (records of 1 coarse label, 1 fine label, 32 × 32 pixels, plane after
/// plane; any number of them) and fine_label_names.txt, or the .tar.gz of one. Classes without a name are
/// called "class 7".
/// Throws Error::Kind::Input with file and record for: no such file; a truncated record; a label that does
/// not exist; no record at all; and as ArchiveReader does.
[[nodiscard]] ImageData readCifar100(const std::string& path);

/// The same, or CIFAR-10: a folder with data_batch_1.bin ... data_batch_5.bin and test_batch.bin (records of
/// 1 label, 32 × 32 pixels) and batches.meta.txt, or the .tar.gz of one.
[[nodiscard]] ImageData readCifar(const std::string& path);

}  // namespace attx
