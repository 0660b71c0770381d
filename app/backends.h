// The one place that turns a device's name ("auto", "cpu", "vulkan:0") into what executes a network.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "model/backend.h"

namespace attx {

struct DeviceInfo {
    std::string name;                          ///< as --device takes it: "cpu"
    std::string description;                   ///< as the status line shows it
    std::string processor;                     ///< the maker's name for it
    std::vector<std::string> instructionSets;  ///< that it can run, best first, as --isa takes them
    std::string instructionSet;                ///< in use
    int threads = 0;
    bool chosen = false;  ///< what "auto" takes
};

/// What this machine has; the one that "auto" takes first.
[[nodiscard]] std::vector<DeviceInfo> listDevices();

/// Throws Error::Kind::Input for a name that is unknown, or a device that is not here.
[[nodiscard]] std::unique_ptr<Backend> makeBackend(const std::string& device);

}  // namespace attx
