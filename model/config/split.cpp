#include "model/config/split.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/config/task.h"
#include "model/files/error.h"
#include "model/files/text.h"

namespace attx {
namespace {

size_t atLeastOne(double rows) { return std::max<size_t>(1, size_t(std::llround(rows))); }

size_t partOf(double share, size_t rows) { return atLeastOne(double(rows) * share); }

/// As versions before data.validation_share dealt pairs: in the ratio of the three sizes.
DealtRows earlierRows(const DataConfig& config, size_t rows) {
    const double all = double{1} * config.trainSize + config.validationSize + config.testSize;
    const auto part = [&](int size, size_t most) {
        return std::min(atLeastOne(double(rows) * size / all), most);
    };
    const size_t test = part(config.testSize, rows - 2);
    return {part(config.validationSize, rows - 1 - test), test};
}

std::string partText(double share, int size, bool inFiles) {
    if (inFiles) return "the files' own";
    return share > 0 ? shortest(std::round(share * 1e4) / 100) + " % of the rows" : counted(size, "row");
}

}  // namespace

bool readsRows(const DataConfig& config) {
    return isPairs(config) || (infoOf(config.task).files && !config.path.empty());
}

DealtRows dealtRows(const DataConfig& config, size_t rows) {
    if (config.earlierSplit) return earlierRows(config, rows);
    const auto part = [rows](double share, int size) {
        return share > 0 ? partOf(share, rows) : size_t(size);
    };
    DealtRows dealt{part(config.validationShare, config.validationSize),
                    part(config.testShare, config.testSize)};
    if (dealt.validation + dealt.test < rows) return dealt;
    if (config.validationShare > 0 && config.testShare > 0) return {1, rows - 2};  // too few for the shares
    throw inputError("data.validation_size, data.test_size: " + std::to_string(dealt.validation) +
                     " rows to validate and " + std::to_string(dealt.test) + " to test leave none of the " +
                     std::to_string(rows) +
                     " to train on; take fewer, or shares (data.validation_share, data.test_share).");
}

std::vector<size_t> dealtByClass(double share, int size, const char* key,
                                 const std::vector<size_t>& members) {
    std::vector<size_t> counts;
    if (share > 0) {
        for (const size_t count : members) counts.push_back(partOf(share, count));
        return counts;
    }
    const size_t all = std::accumulate(members.begin(), members.end(), size_t{0}), wanted = size_t(size);
    if (wanted >= all)
        throw inputError(std::string(key) + ": " + std::to_string(size) + " of " + std::to_string(all) +
                         " rows leave none to train on; take fewer, or a share of them.");
    size_t before = 0, given = 0;  // Rows of the classes so far: all of them, and those that were dealt
    for (const size_t count : members) {
        before += count;
        counts.push_back(wanted * before / all - given);
        given += counts.back();
    }
    return counts;
}

std::string dealingText(const DataConfig& config, bool validationInFiles, bool testInFiles) {
    if (config.earlierSplit && !(validationInFiles && testInFiles))
        return isText(config) ? "as earlier versions did, a fifth where the files do not say"
               : isSets(config) || isPictures(config)
                   ? "as earlier versions did, where the files do not say a tenth to validate and a "
                     "fifth to test"
                   : "as earlier versions did, in the ratio of the three sizes";
    return partText(config.validationShare, config.validationSize, validationInFiles) + " to validate, " +
           partText(config.testShare, config.testSize, testInFiles) + " to test";
}

}  // namespace attx
