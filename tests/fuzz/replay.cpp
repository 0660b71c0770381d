// replay FILE...: the files of a corpus through one reader, in any build.
#include <cstdio>

#include "fuzz_input.h"
#include "model/files.h"

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        const std::string bytes = attx::readFile(argv[i]);
        (void)LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
    }
    std::printf("%d files\n", argc - 1);
    return argc > 1 ? 0 : 1;
}
