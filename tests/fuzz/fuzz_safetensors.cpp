#include "fuzz_input.h"
#include "model/safetensors.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    return fuzzed(data, size,
                  [](std::string_view bytes) { (void)attx::parseSafeTensors(std::string(bytes), "fuzz"); });
}
