// What every fuzz_NAME.cpp defines: libFuzzer calls it with bytes of its own making (./run fuzz), and
// replay.cpp with the files of corpus/NAME (./run tests).
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "model/files/error.h"

/// Whether the last input was refused.
inline bool fuzzRefused = false;

/// Calls read(bytes); an Error::Kind::Input is the right answer to damage, anything else is not caught.
template <class Read>
int fuzzed(const uint8_t* data, size_t size, Read read) {
    fuzzRefused = false;
    try {
        read(std::string_view(reinterpret_cast<const char*>(data), size));
    } catch (const attx::Error& problem) {
        if (problem.kind() != attx::Error::Kind::Input) throw;
        fuzzRefused = true;
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
