#include "model/network/roles.h"

#include <string_view>

namespace attx {
namespace {

constexpr std::string_view layerMark = "{l}";

}  // namespace

bool RoleInfo::inLayer() const { return std::string_view(pattern).find(layerMark) != std::string_view::npos; }

std::string parameterName(Role role, int layer) {
    std::string name = roleInfo(role).pattern;
    if (const size_t at = name.find(layerMark); at != std::string::npos)
        name.replace(at, layerMark.size(), std::to_string(layer));
    return name;
}

}  // namespace attx
