// Where a file may be written that a user asks for: never over one that a run or a sweep consists of, and
// never over what it is made from.
#pragma once
#include <string>
#include <vector>

#include "model/config/config.h"

namespace attx {

/// Throws Error::Kind::Input if a file at `path` would replace one that the program keeps in the folder of a
/// run or a sweep, or one of `inputs`, however either is spelled.
void requireOutputPlace(const std::string& path, const std::vector<std::string>& inputs = {});
/// Throws Error::Kind::Input if a file at `path` would replace what a run of `config` is trained on: tables,
/// archives, the image network, texts and pictures in a folder, the network that it starts from.
void requireOutsideData(const std::string& path, const RunConfig& config);

}  // namespace attx
