#include "fuzz_input.h"
#include "model/foreign/model_config.h"
#include "model/network/program.h"

// config.json of a published network; what it describes is a network or refused.
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    return fuzzed(data, size, [](std::string_view bytes) {
        const attx::NetworkConfig network = attx::ModelConfig(bytes, "fuzz").network();
        if (attx::check(network).empty()) (void)attx::buildProgram(network, 1);
    });
}
