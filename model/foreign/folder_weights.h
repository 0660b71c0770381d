// The weights of a folder that Hugging Face's save_pretrained wrote.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/files/safetensors.h"

namespace attx {

/// From model.safetensors, its shards (model.safetensors.index.json), or pytorch_model.bin and its shards;
/// names as the file has them; the numbers of safetensors stay in their files (LateFloats). Throws
/// Error::Kind::Input for a folder without weights, for an index that names what is no file next to it, and
/// for tensors that are not where the index says.
[[nodiscard]] SafeTensors folderWeights(const std::string& folder);
/// Whether the folder has any of them.
[[nodiscard]] bool hasFolderWeights(const std::string& folder);
/// The other files of weights that lie in the folder, such as an adapter or the same weights in another form.
[[nodiscard]] std::vector<std::string> unreadWeights(const std::string& folder);
/// The files that a shard index names, in their order. Throws as folderWeights does.
[[nodiscard]] std::map<std::string, std::vector<std::string>> tensorsByShard(std::string_view index,
                                                                             const std::string& source);

}  // namespace attx
