#include <sys/mman.h>
#include <unistd.h>

#include <string>

#include "fuzz_input.h"
#include "model/files/archive.h"

/// Archives are read from files: this one lies in memory.
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const int file = memfd_create("fuzz", 0);
    if (file < 0 || write(file, data, size) != static_cast<ssize_t>(size)) return -1;
    const int result = fuzzed(data, size, [&](std::string_view) {
        attx::ArchiveReader archive("/proc/self/fd/" + std::to_string(file), {.bytes = 1 << 22});
        while (archive.next()) (void)archive.read();
    });
    close(file);
    return result;
}
