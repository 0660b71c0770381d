// Sizes, times and counts in words.
#pragma once
#include <QString>
#include <chrono>

namespace attx {

/// "12 MB", "1.4 GB".
[[nodiscard]] QString byteText(int64_t bytes);
/// "4 s", "2 min 10 s", "1 h 5 min".
[[nodiscard]] QString durationText(std::chrono::duration<double> time);
/// "1 head off", "3 heads off"; empty for none.
[[nodiscard]] QString headsOffText(int heads);

}  // namespace attx
