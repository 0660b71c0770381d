#include "fuzz_input.h"
#include "model/files/npy.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    return fuzzed(data, size, [](std::string_view bytes) { (void)attx::npyFromBytes(bytes, "fuzz"); });
}
