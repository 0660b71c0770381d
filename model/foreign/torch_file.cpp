#include "model/foreign/torch_file.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "model/files/error.h"
#include "model/files/text.h"
#include "model/foreign/pickle.h"

namespace attx {
namespace {

// A pickled long of ten bytes: 0x1950a86a20f9469cfc6c.
constexpr std::string_view streamMagic("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.", 15);
constexpr std::string_view zipMagic("PK\x03\x04", 4);

Error damaged(const Tree& tree, const std::string& what) {
    return inputError(tree.source() + ": not a PyTorch file that can be read: " + what);
}

template <class Number>
Number load(std::string_view bytes, size_t at) {
    Number value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

/// The records of a zip file by name. PyTorch stores them as they are; the layout is that of PKWARE's
/// APPNOTE.TXT, sections 4.3.7 (local header), 4.3.12 (central directory) and 4.3.16 (its end).
std::map<std::string, std::string_view> zipRecords(std::string_view bytes, const Tree& tree) {
    constexpr size_t endSize = 22, entrySize = 46, localSize = 30, longestComment = 65535;
    constexpr uint32_t elsewhere = 0xffffffff;  // a 64-bit field says it
    if (bytes.size() < endSize) throw damaged(tree, "the zip is cut off.");
    size_t end = bytes.size() - endSize;
    const size_t least = end - std::min(end, longestComment);
    while (bytes.substr(end, 4) != std::string_view("PK\x05\x06", 4)) {
        if (end == least) throw damaged(tree, "the zip has no directory; it may be cut off.");
        --end;
    }
    const auto count = load<uint16_t>(bytes, end + 10);
    size_t at = load<uint32_t>(bytes, end + 16);
    if (count == 0xffff || at == elsewhere)
        throw damaged(tree, "it is a zip of more than 4 GiB or 65,534 records, which are not read here.");
    std::map<std::string, std::string_view> records;
    for (int i = 0; i < count; ++i) {
        if (at > end || end - at < entrySize || bytes.substr(at, 4) != std::string_view("PK\x01\x02", 4))
            throw damaged(tree, "the zip's directory is damaged.");
        const auto method = load<uint16_t>(bytes, at + 10);
        const uint64_t size = load<uint32_t>(bytes, at + 24), local = load<uint32_t>(bytes, at + 42);
        const size_t nameSize = load<uint16_t>(bytes, at + 28);
        const size_t rest = size_t{load<uint16_t>(bytes, at + 30)} + load<uint16_t>(bytes, at + 32);
        if (end - at - entrySize < nameSize + rest) throw damaged(tree, "the zip's directory is damaged.");
        const std::string name(bytes.substr(at + entrySize, nameSize));
        at += entrySize + nameSize + rest;
        if (method != 0)
            throw damaged(
                tree, "record " + shortened(name) + " of the zip is compressed, which PyTorch does not do.");
        if (size == elsewhere || local == elsewhere || local + localSize > bytes.size())
            throw damaged(tree, "record " + shortened(name) + " of the zip lies beyond its end.");
        const uint64_t begin =
            local + localSize + load<uint16_t>(bytes, local + 26) + load<uint16_t>(bytes, local + 28);
        if (begin > bytes.size() || bytes.size() - begin < size)
            throw damaged(tree, "record " + shortened(name) + " of the zip lies beyond its end.");
        records[name] = bytes.substr(static_cast<size_t>(begin), static_cast<size_t>(size));
    }
    return records;
}

}  // namespace

bool isTorchZip(std::string_view bytes) { return bytes.starts_with(zipMagic); }
bool isTorchStream(std::string_view bytes) { return bytes.starts_with(streamMagic); }

std::vector<std::string_view> readTorchZip(std::string_view bytes, Tree& tree) {
    const std::map<std::string, std::string_view> records = zipRecords(bytes, tree);
    const auto pickle = std::find_if(records.begin(), records.end(), [](const auto& record) {
        return record.first == "data.pkl" || record.first.ends_with("/data.pkl");
    });
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
        const auto known = std::find(tree.storageKeys.begin(), tree.storageKeys.end(), name);
        if (known == tree.storageKeys.end()) throw damaged(tree, "it has a storage that no tensor uses.");
        const int64_t element =
            tree.storageElementBytes[static_cast<size_t>(known - tree.storageKeys.begin())];
        if (bytes.size() < sizeof(int64_t)) throw damaged(tree, "it is cut off in its data.");
        const auto count = load<int64_t>(bytes, 0);
        bytes.remove_prefix(sizeof(int64_t));
        if (count < 0 || count > static_cast<int64_t>(bytes.size()) / element)
            throw damaged(tree, "it is cut off in its data.");
        const auto size = static_cast<size_t>(count * element);
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
