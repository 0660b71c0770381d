#include "model/foreign/torch_file.h"

#include <algorithm>
#include <map>

#include "model/files/error.h"
#include "model/files/text.h"
#include "model/foreign/bytes.h"
#include "model/foreign/pickle.h"

namespace attx {
namespace {

// A pickled long of ten bytes: 0x1950a86a20f9469cfc6c.
constexpr std::string_view streamMagic("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.", 15);

Error damaged(const Tree& tree, const std::string& what) {
    return inputError(tree.source() + ": not a PyTorch file that can be read: " + what);
}

}  // namespace

bool isTorchStream(std::string_view bytes) { return bytes.starts_with(streamMagic); }

std::vector<std::string_view> readTorchZip(const std::map<std::string, std::string_view>& records,
                                           Tree& tree) {
    for (const auto& [name, record] : records)
        if (name.find("/code/") != std::string::npos || name.ends_with("/constants.pkl"))
            throw inputError(
                tree.source() +
                ": an archive of TorchScript (torch.jit.save), which holds a program. Save the weights "
                "alone: torch.save(module.state_dict(), \"weights.pt\").");
    const auto pickle = std::ranges::find_if(records, [](const auto& record) {
        return record.first == "data.pkl" || record.first.ends_with("/data.pkl");
    });
    if (pickle == records.end() && records.contains("state.json") && records.contains("run.json"))
        throw inputError(tree.source() +
                         ": a state of this program's window, with its network, sample and page. Open it in "
                         "the window (attention-explorer FILE) and save its network there.");
    if (pickle == records.end()) throw damaged(tree, "the zip has no data.pkl; is it another kind of file?");
    const std::string folder = pickle->first.substr(0, pickle->first.size() - std::string("data.pkl").size());
    if (const auto order = records.find(folder + "byteorder");
        order != records.end() && order->second != "little")
        throw damaged(tree, "its numbers are stored with the highest byte first.");
    std::string_view rest = pickle->second;
    readPickle(rest, tree);
    std::vector<std::string_view> storages;
    for (const std::string& key : tree.storageKeys) {
        const auto record = records.find(folder + "data/" + key);
        if (record == records.end()) throw damaged(tree, "the zip lacks data/" + shortened(key) + ".");
        storages.push_back(record->second);
    }
    return storages;
}

std::vector<std::string_view> readTorchStream(std::string_view bytes, Tree& tree) {
    const auto value = [&] {
        readPickle(bytes, tree);
        return tree.root;
    };
    (void)value();  // the magic number
    (void)value();  // protocol version
    const TreeValue system = value();
    if (const TreeValue* little = tree.find(system, "little_endian");
        little && little->kind == TreeValue::Kind::Boolean && little->integer == 0)
        throw damaged(tree, "its numbers are stored with the highest byte first.");
    const TreeValue saved = value();
    const TreeValue keys = value();
    if (keys.kind != TreeValue::Kind::List) throw damaged(tree, "its list of storages is damaged.");
    std::map<std::string, std::string_view> found;
    for (const TreeValue& key : tree.items(keys)) {
        if (key.kind != TreeValue::Kind::Text) throw damaged(tree, "its list of storages is damaged.");
        const std::string& name = tree.textOf(key);
        const auto known = std::ranges::find(tree.storageKeys, name);
        if (known == tree.storageKeys.end()) throw damaged(tree, "it has a storage that no tensor uses.");
        const int64_t element = tree.storageElementBytes[known - tree.storageKeys.begin()];
        if (bytes.size() < sizeof(int64_t)) throw damaged(tree, "it is cut off in its data.");
        const auto count = load<int64_t>(bytes, 0);
        bytes.remove_prefix(sizeof(int64_t));
        if (count < 0 || count > int64_t(bytes.size()) / element)
            throw damaged(tree, "it is cut off in its data.");
        const auto size = size_t(count * element);
        found[name] = bytes.substr(0, size);
        bytes.remove_prefix(size);
    }
    tree.root = saved;
    std::vector<std::string_view> storages;
    for (const std::string& key : tree.storageKeys) {
        if (!found.contains(key)) throw damaged(tree, "it lacks the data of storage " + shortened(key) + ".");
        storages.push_back(found[key]);
    }
    return storages;
}

}  // namespace attx
