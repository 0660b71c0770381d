// Files cut off and files with wrong bytes, for tests that no damage does harm.
#pragma once
#include <string>

#include "model/data/philox.h"

namespace attx {

/// Calls `read` with the first bytes of `whole`, `shortest` and then `step` more each time, and with 3000
/// copies of it in which one to four bytes are others.
template <class Read>
void forEachDamage(const std::string& whole, size_t shortest, size_t step, Read read) {
    for (size_t length = shortest; length < whole.size(); length += step) read(whole.substr(0, length));
    PhiloxSequence random(3, RandomStream::Data);
    for (int i = 0; i < 3000; ++i) {
        std::string bytes = whole;
        for (uint32_t n = 0; n < 1 + random.below(4); ++n)
            bytes[random.below(static_cast<uint32_t>(bytes.size()))] = static_cast<char>(random.below(256));
        read(bytes);
    }
}

}  // namespace attx
