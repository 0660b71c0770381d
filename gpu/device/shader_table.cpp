#include "gpu/device/shader_table.h"

#include <stdexcept>

namespace attx::gpu {
namespace {
#include "shader_table.inc"
}  // namespace

const ShaderCode& shaderCode(const std::string& name) {
    for (const ShaderCode& code : shaderTable)
        if (name == code.name) return code;
    throw std::logic_error("There is no kernel \"" + name + "\".");
}

}  // namespace attx::gpu
