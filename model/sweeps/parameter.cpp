#include "model/sweeps/parameter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "model/config/settings.h"
#include "model/data/feature_file.h"
#include "model/files/csv.h"
#include "model/files/error.h"
#include "model/files/text.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

struct Spelling {
    const char* option;  ///< how --set begins a range
    const char* file;    ///< its name in sweep.json
};
constexpr std::array spellings{Spelling{"uniform:", "uniform"}, Spelling{"log:", "log_uniform"},
                               Spelling{"int:", "int"}};

constexpr double widestIntRange = 1e9;  // 32 bits are drawn for one

std::string trimmed(const std::string& text) {
    const size_t first = text.find_first_not_of(" \t");
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::optional<double> finiteIn(const std::string& text) {
    const auto value = numberIn<double>(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

bool isNumberKey(const std::string& key) {
    const std::vector<KeyInfo>& keys = runConfigKeys();
    const auto found = std::ranges::find_if(keys, [&](const KeyInfo& k) { return k.path == key; });
    return found != keys.end() && isNumber(*found);
}

/// Nothing if `text` is no range.
std::optional<ValueRange> rangeIn(const std::string& key, const std::string& text) {
    for (size_t i = 0; i < spellings.size(); ++i) {
        const std::string begin = spellings[i].option;
        if (!text.starts_with(begin)) continue;
        const size_t dots = text.find("..");
        const auto low = finiteIn(text.substr(begin.size(), dots - begin.size()));
        const auto high = dots == std::string::npos ? std::nullopt : finiteIn(text.substr(dots + 2));
        if (!low || !high || *low >= *high)
            throw inputError(key + ": expected a range from a smaller to a larger number, as in " + begin +
                             "1..6, found \"" + shortened(text) + "\"");
        const auto distribution = static_cast<Distribution>(i);
        if (distribution == Distribution::LogUniform && *low <= 0)
            throw inputError(key + ": a range whose logarithm is drawn begins above 0, found \"" +
                             shortened(text) + "\"; use uniform:");
        if (distribution == Distribution::Int && (*low != std::floor(*low) || *high != std::floor(*high)))
            throw inputError(key + ": int: expects whole numbers, found \"" + shortened(text) + "\"");
        if (distribution == Distribution::Int && *high - *low > widestIntRange)
            throw inputError(key + ": int: draws from at most " + numberText(widestIntRange) +
                             " whole numbers, found \"" + shortened(text) + "\"");
        return ValueRange{*low, *high, distribution};
    }
    return std::nullopt;
}

constexpr const char* extractorKey = "data.extractor";
bool isFileKey(const std::string& key) {
    return key == "data.csv_path" || key == "data.path" || key == extractorKey;
}

}  // namespace

const char* toString(Distribution value) { return spellings[size_t(value)].file; }

Parameter parseParameter(const std::string& assignment) {
    const size_t equals = assignment.find('=');
    if (equals == std::string::npos)
        throw inputError("\"" + shortened(assignment) +
                         "\": expected KEY=VALUE or KEY=VALUE,VALUE..., as in network.num_heads=1,2,4, found "
                         "no \"=\"");
    Parameter parameter{trimmed(assignment.substr(0, equals)), {}, {}};
    const std::string text = assignment.substr(equals + 1);
    if (isNumberKey(parameter.key)) parameter.range = rangeIn(parameter.key, trimmed(text));
    if (parameter.range) return parameter;
    CsvReader reader(text, ',', parameter.key);
    std::vector<std::string> further;
    if (!reader.next(parameter.values)) parameter.values = {""};
    if (reader.next(further))
        throw inputError(parameter.key + ": expected values in one line, found \"" +
                         shortened(onOneLine(text)) + "\"");
    for (std::string& value : parameter.values) value = trimmed(value);
    return parameter;
}

Parameter checkedParameter(Parameter parameter, const RunConfig& base) {
    const auto checked = [&](const std::string& value) {
        RunConfig config = base;
        setByPath(config, parameter.key + "=" + value);
        return valueText(parameter.key, config);
    };
    if (parameter.range) {
        RunConfig scratch;
        const bool whole = !std::holds_alternative<double*>(keyInfo(parameter.key).place(scratch));
        if (whole && parameter.range->distribution != Distribution::Int)
            throw inputError(parameter.key + " takes whole numbers: draw them with int:A..B, or list them");
        for (const double end : {parameter.range->minimum, parameter.range->maximum})
            (void)checked(numberText(end));
        return parameter;
    }
    for (std::string& value : parameter.values) {
        if (isFileKey(parameter.key) && !value.empty() && value != pixelExtractor) {
            std::error_code ignored;
            value = fs::absolute(value, ignored).lexically_normal().string();
            if (parameter.key != extractorKey &&
                !fs::exists(value, ignored))  // its name may go on with #LAYER
                throw inputError(parameter.key + ": " + value + ": there is nothing of that name");
        }
        value = checked(value);
    }
    for (auto value = parameter.values.begin(); value != parameter.values.end(); ++value)
        if (std::find(parameter.values.begin(), value, *value) != value)
            throw inputError(parameter.key + ": the value " + shortened(*value) +
                             " stands twice; its runs would be the same");
    return parameter;
}

}  // namespace attx
