#include "fuzz_input.h"
#include "model/files/onnx_graph.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    return fuzzed(data, size, [](std::string_view bytes) {
        const attx::OnnxNetwork network = attx::endedAt(bytes, {}, "fuzz");
        (void)attx::endedAt(network.bytes, network.output, "fuzz");
    });
}
