#include "fuzz_input.h"
#include "model/data/table_file.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    return fuzzed(data, size, [](std::string_view bytes) {
        attx::TableFile table = attx::tableOfBytes("fuzz", std::string(bytes), {});
        (void)attx::columnsOf(table, {});
        attx::BadLines bad;
        attx::TableRows rows(table);
        for (std::vector<std::string> fields; rows.next(fields, bad);) continue;
        bad.finish(table, false);
    });
}
