// Each kernel in all its variants at odd shapes, as networks of one or two operations, against the naive
// reference: for the report and for the tests of gpu/.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "gpu/device/vulkan_backend.h"
#include "model/network/program.h"

namespace attx {

struct KernelCase {
    std::string name;     ///< "linear, B 3, T 1, in 5, out 7"
    std::string variant;  ///< VulkanOptions::tile
    Program program;
    int batch = 1;
    bool lengths = false;  ///< rows end earlier than the table
    Ablation ablation = {};
    std::vector<TensorId> keep = {};  ///< SessionOptions::keep
    /// Three steps of training in a session that keeps no tensors, so that norms and the end of the network
    /// are done within other kernels; twice, for the same bits. Otherwise forward and backward from a random
    /// gradient, then a step.
    bool folded = false;
};

/// All of them; with `everyTile` the products in each tile, otherwise in that of the device and in the
/// smallest. Small ones of every family come first.
[[nodiscard]] std::vector<KernelCase> kernelCases(bool everyTile);

struct KernelResult {
    double apart = 0;               ///< the largest difference of all values (relative() of samples.h)
    std::set<std::string> kernels;  ///< Names of those that ran: "norm_forward"
    /// What was wrong, with values and the kernels that computed it; empty: nothing over 2e-5.
    std::string problem;
};

/// Runs the case on the device and by the reference. Throws what the device throws.
[[nodiscard]] KernelResult runKernelCase(const KernelCase& kernelCase, int device);

}  // namespace attx
