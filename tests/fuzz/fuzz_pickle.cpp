#include "fuzz_input.h"
#include "model/foreign/pickle.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    return fuzzed(data, size, [](std::string_view bytes) {
        attx::Tree tree("fuzz", attx::treeBudget(bytes.size()));
        attx::readPickle(bytes, tree);
    });
}
