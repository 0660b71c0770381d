#include "fuzz_input.h"
#include "model/foreign/folder_weights.h"

// model.safetensors.index.json.
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    return fuzzed(data, size, [](std::string_view bytes) { (void)attx::tensorsByShard(bytes, "fuzz"); });
}
