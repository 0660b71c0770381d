#include <cstdio>
#include <cstdlib>

#include "app/cli/command_line.h"

int main(int argc, char** argv) {
    const int status = attx::runProgram(argc, argv);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // They report at the usual end.
    // All work is done. The usual end would call what libraries do at theirs: where memory is limited (ulimit
    // -v), OpenBLAS waits for ever for threads that the system refused to it.
    std::fflush(nullptr);
    std::_Exit(status);
#endif
    return status;
}
