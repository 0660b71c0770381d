// For tests of what may not be read or written, which root otherwise may.
#pragma once
#include <unistd.h>

#include <cstdlib>

/// Root may write anywhere: for a while the effective user is nobody.
class WithoutRights {
public:
    WithoutRights() {
        if (geteuid() == 0) changed_ = seteuid(65534) == 0;
    }
    ~WithoutRights() {
        if (changed_ && seteuid(0) != 0) std::abort();
    }
    WithoutRights(const WithoutRights&) = delete;
    WithoutRights& operator=(const WithoutRights&) = delete;
    [[nodiscard]] static bool apply() { return geteuid() != 0; }

private:
    bool changed_ = false;
};
