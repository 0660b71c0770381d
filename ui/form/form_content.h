// What the form asks for: its keys in their groups.
#pragma once
#include <QString>
#include <string_view>
#include <vector>

#include "ui/form/form_field.h"

namespace attx {

struct FormGroup {
    QString title;
    const char* name;                ///< Name in the settings of the window
    bool folded;                     ///< Folded at first
    std::vector<const char*> paths;  ///< Paths of its settings, in their order
};
[[nodiscard]] std::vector<FormGroup> formGroups();

/// Whether the form shows the key's field among the few that one tries first, next to preset and
/// architecture.
[[nodiscard]] bool isSimpleSetting(std::string_view path);

/// What a key that names a file asks for; empty for others.
[[nodiscard]] FileChoice fileChoice(std::string_view path);

}  // namespace attx
