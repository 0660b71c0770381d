// How rows of one's own, pairs, texts or images, are dealt to training, validation and test where their files
// do not say.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "model/config/config.h"

namespace attx {

/// The rows are read from files: pairs of a CSV file, texts or images.
[[nodiscard]] bool readsRows(const DataConfig& config);

/// How many rows go where; the rest is for training.
struct DealtRows {
    size_t validation = 0, test = 0;
};
/// Of `rows` pairs, at least 3: by config's shares or sizes, or as earlier versions did. Each part has one at
/// least. Throws Error::Kind::Input where the sizes leave nothing to train on.
[[nodiscard]] DealtRows dealtRows(const DataConfig& config, size_t rows);

/// A part of texts or images, how many of each class: `share` of its `members`, one at least, or `size` in
/// all where share is 0. Throws Error::Kind::Input, naming the `key` of the size, if there are not that many.
[[nodiscard]] std::vector<size_t> dealtByClass(double share, int size, const char* key,
                                               const std::vector<size_t>& members);

/// How: "10 % of the rows to validate, 10 % to test". The parts that the files themselves deal are named as
/// such.
[[nodiscard]] std::string dealingText(const DataConfig& config, bool validationInFiles = false,
                                      bool testInFiles = false);

}  // namespace attx
