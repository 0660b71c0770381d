// replay FILE...: the files of a corpus through one reader, in any build. It has to accept those whose names
// begin with "small".
#include <cstdio>
#include <filesystem>

#include "fuzz_input.h"
#include "model/files/files.h"

int main(int argc, char** argv) {
    int refused = 0;
    for (int i = 1; i < argc; ++i) {
        const std::string bytes = attx::readFile(argv[i]);
        (void)LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
        if (!fuzzRefused || !std::filesystem::path(argv[i]).filename().string().starts_with("small"))
            continue;
        std::printf("%s: refused\n", argv[i]);
        ++refused;
    }
    std::printf("%d files\n", argc - 1);
    return argc > 1 && refused == 0 ? 0 : 1;
}
