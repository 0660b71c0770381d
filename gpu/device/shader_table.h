// The kernels' SPIR-V, built from shaders/ and embedded.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace attx::gpu {

struct ShaderCode {
    const char* name;
    const uint32_t* words;
    size_t bytes;
};

/// Throws std::logic_error for a name that CMakeLists.txt does not list.
[[nodiscard]] const ShaderCode& shaderCode(const std::string& name);

}  // namespace attx::gpu
