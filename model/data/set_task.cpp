#include "model/data/set_task.h"

#include <algorithm>
#include <string>
#include <utility>

#include "model/files/error.h"
#include "model/files/text.h"

namespace attx {
namespace {

/// The rows of each class that has any.
std::vector<std::vector<int32_t>> rowsByClass(std::span<const int32_t> classes) {
    std::vector<std::vector<int32_t>> rows;
    for (size_t row = 0; row < classes.size(); ++row) {
        const auto cls = size_t(classes[row]);
        if (cls >= rows.size()) rows.resize(cls + 1);
        rows[cls].push_back(int32_t(row));
    }
    return rows;
}

}  // namespace

std::vector<int32_t> drawSets(std::span<const int32_t> classes, std::span<const int32_t> odd, int size,
                              bool shufflePlace, PhiloxSequence random) {
    std::vector<std::vector<int32_t>> rows = rowsByClass(classes);
    std::vector<size_t> present;
    for (size_t cls = 0; cls < rows.size(); ++cls) {
        if (rows[cls].empty()) continue;
        present.push_back(cls);
        if (rows[cls].size() + 1 < size_t(size))
            throw inputError("Class " + std::to_string(cls) + " has " + counted(rows[cls].size(), "image") +
                             "; a set of " + std::to_string(size) + " needs " + std::to_string(size - 1) +
                             " of one class. Use smaller sets or more images.");
    }
    if (present.size() < 2)
        throw inputError("Sets with an odd one out need at least two classes; the data have " +
                         std::to_string(present.size()) + ".");

    std::vector<int32_t> sets;
    sets.reserve(odd.size() * size_t(size));
    for (const int32_t anomaly : odd) {
        const auto own = size_t(classes[anomaly]);
        size_t main = present[random.below(uint32_t(present.size() - 1))];
        if (main == own) main = present.back();  // All classes but `own` are equally likely
        std::vector<int32_t>& pool = rows[main];
        for (size_t i = 0; i + 1 < size_t(size); ++i) {  // the start of a Fisher-Yates shuffle
            std::swap(pool[i], pool[i + random.below(uint32_t(pool.size() - i))]);
            sets.push_back(pool[i]);
        }
        sets.push_back(anomaly);
        if (shufflePlace) std::swap(sets.back(), sets[sets.size() - 1 - random.below(uint32_t(size))]);
    }
    return sets;
}

int32_t oddOneOut(std::span<const int32_t> classes) {
    int32_t place = -1;
    for (size_t i = 0; i < classes.size(); ++i) {
        if (classes[i] < 0) return -1;
        if (std::ranges::count(classes, classes[i]) > 1) continue;
        if (place >= 0) return -1;
        place = int32_t(i);
    }
    return place;
}

std::vector<int32_t> oddPlaces(std::span<const int32_t> classes, std::span<const int32_t> rows, size_t size) {
    std::vector<int32_t> places, members(size);
    for (size_t first = 0; first + size <= rows.size(); first += size) {
        for (size_t i = 0; i < size; ++i) members[i] = classes[rows[first + i]];
        places.push_back(oddOneOut(members));
    }
    return places;
}

}  // namespace attx
