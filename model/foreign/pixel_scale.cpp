#include "model/foreign/pixel_scale.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "model/files/error.h"
#include "model/files/files.h"
#include "model/text/text_json.h"

namespace attx {
namespace {

using nlohmann::json;

constexpr uint64_t mostPreprocessorBytes = uint64_t{1} << 20;

}  // namespace

void takePixelScale(PublishedModel& model, const std::string& folder) {
    const std::string file = folder + "/preprocessor_config.json";
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) return;
    const json config = textJson(readFile(file, mostPreprocessorBytes), file, "configuration of a preprocessor");
    for (const auto& [key, text] :
         {std::pair{"image_mean", &model.pixelMean}, std::pair{"image_std", &model.pixelDeviation}}) {
        const json& numbers = valueOf(config, key);
        if (!numbers.is_array()) continue;
        for (const json& number : numbers)
            *text += (text->empty() ? "" : " ") + (number.is_number() ? number.dump() : std::string("?"));
        const std::vector<float> known = numbersOfChannels(*text);
        if (known.empty() || (text == &model.pixelDeviation && *std::ranges::min_element(known) <= 0))
            throw inputError(file + ": \"" + key + "\" must be one number or three" +
                             (text == &model.pixelDeviation ? " above 0." : "."));
    }
    if (model.pixelMean.empty() || model.pixelDeviation.empty()) model.pixelMean = model.pixelDeviation = {};
}

}  // namespace attx
