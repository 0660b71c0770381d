#include "fuzz_input.h"
#include "model/config/config.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    return fuzzed(data, size,
                  [](std::string_view bytes) { (void)attx::runConfigFromJson(std::string(bytes), "fuzz"); });
}
