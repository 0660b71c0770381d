#include "fuzz_input.h"
#include "model/data/dataset.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    return fuzzed(data, size, [](std::string_view bytes) {
        attx::DataConfig config;
        config.csvPath = "fuzz";
        (void)attx::pairsFromCsv(config, bytes);
    });
}
