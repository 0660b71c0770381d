// Sets with an odd one out: all members but one are of one class.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "model/data/philox.h"

namespace attx {

/// One set for each of `odd`, of `size` rows: the odd row itself, and size - 1 different rows of one other
/// class, each class equally likely. The odd one stands last, or with `shufflePlace` anywhere.
/// classes: [N], from 0. Result: [odd.size(), size]. Throws Error::Kind::Input for fewer than two classes, or
/// a class with fewer than size - 1 rows.
[[nodiscard]] std::vector<int32_t> drawSets(std::span<const int32_t> classes, std::span<const int32_t> odd,
                                            int size, bool shufflePlace, PhiloxSequence random);

/// Place of the one member whose class no other has; -1 unless there is exactly one and all are known (from
/// 0). classes: those of the members.
[[nodiscard]] int32_t oddOneOut(std::span<const int32_t> classes);
/// The same for each set of `size` rows: [sets]. classes: of all rows.
[[nodiscard]] std::vector<int32_t> oddPlaces(std::span<const int32_t> classes, std::span<const int32_t> rows,
                                             size_t size);

}  // namespace attx
