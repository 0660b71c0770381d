// What the form asks for: its fields in their groups, and which of them a configuration has a use for.
#pragma once
#include <QString>
#include <string_view>
#include <vector>

#include "ui/form/form_field.h"

namespace attx {

struct FormGroup {
    QString title;
    const char* name;  ///< for the settings
    bool folded;       ///< at first
    std::vector<FormField*> fields;
};
/// New fields each time, in their order; the caller becomes their owner.
[[nodiscard]] std::vector<FormGroup> formGroups();

/// Whether the key `path` means anything to this configuration; the others are not shown.
[[nodiscard]] bool isRelevant(const RunConfig& config, std::string_view path);

}  // namespace attx
