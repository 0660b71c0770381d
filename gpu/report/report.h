// All that there is to know of a graphics device, in one call: whether it computes rightly, how fast, and
// what "auto" makes of it.
#pragma once
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace attx {

struct ReportOptions {
    double seconds =
        300;  ///< The report takes no longer, but for the work under way, and names what it left out
    std::string device;  ///< "vulkan:N"; empty: the first that can be used
    std::string
        references;  ///< a folder of reference values (reference_values.h), *.safetensors; empty: none
    bool everything =
        true;  ///< false: the short form, without growth and with each product in two tiles alone
    /// Is told what begins, and how much of the time is gone, from 0 to 1.
    std::function<void(const std::string& part, double share)> told = {};
};

/// An object with, the most important first, `program`, `devices` (with their limits), `device` (the one that
/// is reported on), `golden`, `kernels`, `training` (ten steps of each preset beside the processor),
/// `determinism`, `lost_device`, `timings`, `tiles`, `profile`, `auto`, `start`, `growth`, `failures`
/// (sentences) and `left_out`. What is left out is empty. Without a device that can be used
/// there is a `problem` instead of the rest. Throws
/// Error::Kind::Input for a name that is no device's. Times in seconds, milliseconds or microseconds, as the
/// names say.
[[nodiscard]] nlohmann::ordered_json makeReport(const ReportOptions& options);

/// The same to be read.
[[nodiscard]] std::string reportText(const nlohmann::ordered_json& report);

}  // namespace attx
