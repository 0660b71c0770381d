#include <vector>
#include "fuzz_input.h"

#include "model/files/csv.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    return fuzzed(data, size, [](std::string_view bytes) {
        attx::CsvReader reader(bytes, attx::CsvReader::separatorOf(bytes), "fuzz");
        for (std::vector<std::string> fields; reader.next(fields);) continue;
    });
}
