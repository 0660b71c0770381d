#include "model/foreign/folder_weights.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/text.h"
#include "model/foreign/foreign_checkpoint.h"
#include "model/text/text_json.h"

namespace attx {
namespace {

constexpr std::array weightFiles{"model.safetensors", "model.safetensors.index.json", "pytorch_model.bin",
                                 "pytorch_model.bin.index.json"};
constexpr uint64_t mostIndexBytes = uint64_t{64} << 20;  // Enough for an index of a million tensors

SafeTensors weightsIn(const std::string& path) {
    if (path.ends_with(".safetensors")) return openSafeTensors(path);
    const std::string bytes = readFile(path);
    if (!isForeign(bytes))
        throw inputError(path + ": not a file of PyTorch. Save the weights again, best as safetensors.");
    return readForeign(bytes, path).file;
}

/// The file that is read first; empty: the folder has none.
std::string weightFileOf(const std::string& folder) {
    std::error_code ignored;
    const auto* const found = std::ranges::find_if(
        weightFiles, [&](const char* name) { return std::filesystem::exists(folder + "/" + name, ignored); });
    return found == weightFiles.end() ? "" : *found;
}

}  // namespace

std::map<std::string, std::vector<std::string>> tensorsByShard(std::string_view index,
                                                               const std::string& source) {
    const nlohmann::json file = textJson(index, source, "index of shards");
    const nlohmann::json& map = valueOf(file, "weight_map");
    if (!map.is_object() || map.empty())
        throw inputError(source + ": expected \"weight_map\", an object of files by tensor.");
    std::map<std::string, std::vector<std::string>> shards;
    for (const auto& [tensor, shard] : map.items()) {
        const std::string name = shard.is_string() ? shard.get<std::string>() : std::string();
        const bool isFile = name.ends_with(".safetensors") || name.ends_with(".bin");
        if (!isFile || name.find_first_of(std::string_view("/\\\0", 3)) != std::string::npos)
            throw inputError(source + ": \"weight_map\" puts " + shortened(onOneLine(tensor)) + " into \"" +
                             shortened(onOneLine(name)) +
                             "\"; expected the name of a .safetensors or .bin file in the same folder.");
        shards[name].push_back(tensor);
    }
    return shards;
}

bool hasFolderWeights(const std::string& folder) { return !weightFileOf(folder).empty(); }

std::vector<std::string> unreadWeights(const std::string& folder) {
    constexpr std::array endings{".safetensors", ".bin", ".h5", ".msgpack"};
    std::error_code ignored;
    std::set<std::string> others;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
        const std::string name = entry.path().filename().string();
        if (name != "training_args.bin" &&
            std::ranges::any_of(endings, [&](const char* end) { return name.ends_with(end); }))
            others.insert(name);
    }
    const std::string read = weightFileOf(folder);
    others.erase(read);
    if (read.ends_with(".json"))
        for (const auto& [shard, tensors] :
             tensorsByShard(readFile(folder + "/" + read, mostIndexBytes), read))
            others.erase(shard);
    return {others.begin(), others.end()};
}

SafeTensors folderWeights(const std::string& folder) {
    const std::string name = weightFileOf(folder), path = folder + "/" + name;
    if (name.empty())
        throw inputError(folder +
                         ": has no weights. Expected model.safetensors, its shards with "
                         "model.safetensors.index.json, or pytorch_model.bin next to config.json.");
    if (!name.ends_with(".json")) return weightsIn(path);
    SafeTensors all;
    std::error_code ignored;
    for (const auto& [shard, tensors] : tensorsByShard(readFile(path, mostIndexBytes), path)) {
        const std::string shardPath = folder + "/" + shard;
        if (!std::filesystem::exists(shardPath, ignored))
            throw inputError(path + ": the shard " + shard + " is not there. Copy all files of the folder.");
        SafeTensors part = weightsIn(shardPath);
        for (const std::string& tensor : tensors)
            if (!part.tensors.contains(tensor))
                throw inputError(path + ": " + shardPath + " does not hold the tensor " + shortened(tensor) +
                                 ", which the index says it does.");
        for (auto& [tensor, values] : part.tensors)
            if (!all.tensors.emplace(tensor, std::move(values)).second)
                throw inputError(path + ": two shards hold the tensor " + shortened(tensor) + ".");
    }
    return all;
}

}  // namespace attx
