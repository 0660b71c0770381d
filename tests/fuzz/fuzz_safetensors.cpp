#include "fuzz_input.h"
#include "model/run/checkpoint.h"
#include "model/run/trainer.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    return fuzzed(data, size, [](std::string_view bytes) {
        const attx::SafeTensors file = attx::parseSafeTensors(std::string(bytes), "fuzz");
        if (!file.metadata.contains("config")) return;
        (void)attx::checkpointFrom(file, "fuzz");
        if (file.metadata.contains("step")) (void)attx::trainerStateFrom(file, "fuzz");
    });
}
