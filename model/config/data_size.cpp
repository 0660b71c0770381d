#include "model/config/data_size.h"

#include <algorithm>
#include <filesystem>

#include "model/config/label_rule.h"
#include "model/config/split.h"
#include "model/config/task.h"

namespace attx {

constexpr int64_t tokenBytes = sizeof(int32_t);  // Bytes of a token, a label, a length or a class

int64_t drawnCount(int wanted) { return int64_t{std::max(1, wanted / drawnClasses)} * drawnClasses; }

int64_t rowBytes(const DataConfig& config) {
    if (isText(config)) return tokenBytes * (config.length + 2);  // The tokens, one label and the length
    if (!isSequences(config)) return tokenBytes * 2 * config.length;
    const LabelRuleInfo& rule = infoOf(config.rule);
    return tokenBytes * (config.length + (rule.answers == OutputKind::Pooled ? 1 : config.length) +
                         (rule.hasLengths ? 1 : 0));
}

int64_t dataSetBytes(const DataConfig& config) {
    const int64_t rows = int64_t{config.trainSize} + config.validationSize + config.testSize;
    if (isPairs(config)) {
        std::error_code failed;
        const auto bytes = std::filesystem::file_size(config.csvPath, failed);
        constexpr int64_t textBytes = 4;  // A token and its label in the file: a digit and a separator each
        return failed ? 0 : int64_t(bytes) / textBytes * 2 * tokenBytes;
    }
    if (readsRows(config)) return 0;  // the files are not opened for this
    if (isSets(config)) {             // validation is a part of the training images
        const int64_t images = drawnCount(config.trainSize) + drawnCount(config.testSize);
        return images * (pixelFeatureCount * int64_t{sizeof(float)} + tokenBytes);
    }
    if (isPictures(config)) {
        const int64_t pictures = drawnCount(config.trainSize) + drawnCount(config.testSize);
        return pictures * bytesOfPicture(config);
    }
    return rows * rowBytes(config);
}

int64_t bytesOfPicture(const DataConfig& config) {
    return config.positions() * (int64_t{config.patchNumbers()} * int64_t{sizeof(float)} + tokenBytes);
}

}  // namespace attx
