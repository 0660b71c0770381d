// A text for the network of a published folder, by the tokenizer that is in it.
#pragma once
#include <optional>
#include <string>

#include "app/options/inspect_input.h"

namespace attx {

/// Whether the opened network is of a folder with a tokenizer.
[[nodiscard]] bool readsByTokenizer(const OpenedRun& run);
/// `text`, or the pair of `text` and `second`, as the folder's tokenizer makes it; what the network cannot
/// read is cut off, with a warning. Throws Error::Kind::Input for a tokenizer whose pieces the network has
/// not.
[[nodiscard]] InspectInput textByTokenizer(const OpenedRun& run, const std::string& text,
                                           const std::optional<std::string>& second, Output& output);

}  // namespace attx
