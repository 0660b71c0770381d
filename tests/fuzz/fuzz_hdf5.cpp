#include "fuzz_input.h"
#include "model/foreign/foreign_checkpoint.h"
#include "model/foreign/hdf5_file.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    return fuzzed(data, size, [](std::string_view bytes) {
        if (!attx::isHdf5(bytes)) throw attx::inputError("another container");
        (void)attx::inferNetwork(attx::readForeign(bytes, "fuzz"), "fuzz");
    });
}
