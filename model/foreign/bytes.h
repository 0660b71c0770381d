// Numbers as they lie in files, little-endian like the processors that this program runs on.
#pragma once
#include <cstddef>
#include <cstring>
#include <string_view>

namespace attx {

/// The number that begins at byte `at`; the caller has made sure that all of it is there.
template <class Number>
[[nodiscard]] Number load(std::string_view bytes, size_t at) {
    Number value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

}  // namespace attx
