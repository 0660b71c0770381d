#include "fuzz_input.h"
#include "model/run/metrics_file.h"
#include "model/run/run_folder.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    return fuzzed(data, size, [](std::string_view bytes) { (void)attx::metricsFromCsv(bytes, "fuzz"); });
}
