// The most memory that some work takes, measured in a process of its own.
#pragma once
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>

/// A sanitizer takes memory of its own: what is measured beside one says nothing of the program.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool measuresMemory = false;
#else
inline constexpr bool measuresMemory = true;
#endif

/// In KiB; INT64_MAX if the process did not end well.
template <class Work>
int64_t peakOf(Work work) {
    const pid_t child = fork();
    if (child == 0) {
        work();
        _exit(0);
    }
    rusage usage{};
    int status = 0;
    return wait4(child, &status, 0, &usage) == child && status == 0 ? usage.ru_maxrss : INT64_MAX;
}
