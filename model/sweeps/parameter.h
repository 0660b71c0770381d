// A key that a sweep varies: by a list of values, or drawn from a range.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "model/config/config.h"

namespace attx {

enum class Distribution { Uniform, LogUniform, Int };
/// As W&B's sweep files spell them: uniform, log_uniform, int.
[[nodiscard]] const char* toString(Distribution value);

struct ValueRange {
    double minimum = 0, maximum = 0;  ///< both may be drawn
    Distribution distribution = Distribution::Uniform;
    bool operator==(const ValueRange&) const = default;
};

struct Parameter {
    std::string key;                  ///< "training.learning_rate"; "preset"
    std::vector<std::string> values;  ///< Values as --set takes them; empty: drawn from `range`
    std::optional<ValueRange> range;

    [[nodiscard]] bool varies() const { return range.has_value() || values.size() > 1; }
    bool operator==(const Parameter&) const = default;
};

/// KEY=V1,V2,... where a value that contains a comma stands in double quotes; for numbers also
/// KEY=uniform:A..B, KEY=log:A..B (the logarithm is uniform) and KEY=int:A..B. Only how it is written is
/// checked here. Throws Error::Kind::Input.
[[nodiscard]] Parameter parseParameter(const std::string& assignment);

/// `parameter` with its values as valueText() has them and the paths of files made whole. Throws
/// Error::Kind::Input that names the key for one that there is not, a value that it cannot have, a value that
/// stands twice, and a file that is not there.
[[nodiscard]] Parameter checkedParameter(Parameter parameter, const RunConfig& base);

}  // namespace attx
