// The list of devices with its names, and the small product that one has to compute before it is trusted.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "gpu/device/vulkan_session.h"

namespace attx {

// y[4, 3] = relu(x[4, 5] weightᵀ + bias) of small whole numbers, so that every device has the same bits.
std::string vulkanSelfTest(int device) {
    constexpr int rows = 4, in = 5, out = 3;
    Program program;
    program.config.input = InputKind::Features;
    program.config.inputDim = program.config.modelDim = in;
    program.length = rows;
    program.tensors = {{"x", {rows, in}}, {"xw", {rows, out}}, {"y", {rows, out}}};
    program.parameters = {{"weight", {out, in}, 0}, {"bias", {out}, in * out}};
    program.ops = {LoadFeatures{0}, Linear{0, 1, 0, 1}, Activate{1, 2, Activation::Relu},
                   CrossEntropy{2, rows, out}};
    program.logits = 2;
    Table table;
    table.rows = rows;
    table.featureDim = in;
    for (int i = 0; i < rows * in; ++i) table.features.push_back(float(i % 7 - 3));
    std::vector<float> parameters;
    for (int i = 0; i < (in + 1) * out; ++i) parameters.push_back(float(i % 5 - 2));
    try {
        const auto session =
            VulkanBackend({.device = device}).compile(program, {.keepTensors = true, .train = false});
        session->writeParameters(parameters);
        session->bind(table);
        session->forward(std::vector<int32_t>{0, 1, 2, 3});
        const std::vector<float> y = session->read(2);
        for (int n = 0; n < rows; ++n)
            for (int o = 0; o < out; ++o) {
                float sum = parameters[in * out + o];
                for (int i = 0; i < in; ++i) sum += table.features[n * in + i] * parameters[o * in + i];
                if (y[n * out + o] != std::fmax(sum, 0.0f)) return "it computes a small product wrongly";
            }
    } catch (const std::exception& error) {
        return error.what();
    }
    return {};
}

int vulkanDeviceNumber(const std::string& name, const std::vector<VulkanDeviceInfo>& devices) {
    int number = 0;
    if (name == "vulkan") {
        const auto usable = std::ranges::find_if(devices, [](const auto& d) { return d.problem.empty(); });
        return usable == devices.end() ? 0 : int(usable - devices.begin());
    }
    constexpr std::string_view prefix = "vulkan:";
    const char* end = name.data() + name.size();
    const auto [rest, problem] = name.starts_with(prefix)
                                     ? std::from_chars(name.data() + prefix.size(), end, number)
                                     : std::from_chars_result{end, std::errc::invalid_argument};
    if (problem != std::errc() || rest != end || number < 0)
        throw inputError(
            "Device \"" + name +
            "\": expected auto, cpu, vulkan or vulkan:N. The command \"devices\" lists what is here.");
    return number;
}

std::vector<VulkanDeviceInfo> listVulkanDevices(SelfTest test, std::string* problem) {
    std::vector<VulkanDeviceInfo> list;
    try {
        const auto instance = gpu::Instance::open();
        for (const auto& device : instance->devices()) {
            try {
                list.push_back(gpu::describe(device));
            } catch (const std::exception& error) {  // its number stays its own
                list.push_back({.name = "a device that does not answer", .problem = error.what()});
            }
        }
    } catch (const gpu::NotInstalled&) {
        return {};
    } catch (const std::exception& error) {
        if (problem) *problem = error.what();
        return {};
    }
    const auto isTested = [&](const VulkanDeviceInfo& device) {
        return test == SelfTest::All ||
               (test == SelfTest::Hardware && device.type != VulkanDeviceInfo::Type::Software);
    };
    for (size_t i = 0; i < list.size(); ++i)
        if (list[i].problem.empty() && isTested(list[i])) list[i].problem = vulkanSelfTest(int(i));
    return list;
}

}  // namespace attx
