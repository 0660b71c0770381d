#include "model/network/roles.h"

#include <string_view>

namespace attx {
namespace {

constexpr std::string_view layerMark = "{l}";

}  // namespace

bool RoleInfo::inLayer() const { return std::string_view(pattern).find(layerMark) != std::string_view::npos; }

std::string filledName(std::string name, int layer) {
    if (const size_t at = name.find(layerMark); at != std::string::npos)
        name.replace(at, layerMark.size(), std::to_string(layer));
    return name;
}

std::string parameterName(Role role, int layer) { return filledName(roleInfo(role).pattern, layer); }

}  // namespace attx
