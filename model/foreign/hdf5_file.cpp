#include "model/foreign/hdf5_file.h"

#include "model/files/error.h"
#include "model/files/module.h"
#include "model/files/process.h"
#include "model/files/text.h"
#include "model/foreign/hdf5_lister.h"

#ifdef ATTX_HDF5
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#endif

namespace attx {

bool isHdf5(std::string_view bytes) { return bytes.starts_with(std::string_view("\x89HDF\r\n\x1a\n", 8)); }

#ifndef ATTX_HDF5

std::vector<std::string_view> readHdf5(std::string_view, Tree& tree) {
    throw inputError(
        tree.source() +
        ": this is a file of HDF5, as Keras writes it, and this program was built without the library "
        "that reads it. Install libhdf5-dev and build again.");
}

#else
namespace {

constexpr std::chrono::seconds longestListing{20};  // Limit for listing a file, which takes milliseconds

using Json = nlohmann::json;

Error notReadable(const std::string& source, const std::string& what) {
    return inputError(source + ": not a file of HDF5 that can be read: " + what);
}

/// Makes a tree of such a list.
class ListedTree {
public:
    ListedTree(std::string_view bytes, Tree& tree) : bytes_(bytes), tree_(tree) {}

    std::vector<std::string_view> build(const Json& root) {
        tree_.root = tree_.container(TreeValue::Kind::Map);
        addGroup(root, tree_.root);
        return std::move(storages_);
    }

private:
    void addGroup(const Json& items, const TreeValue& map) {
        for (const Json& item : items) {
            const auto name = item.at(0).get<std::string>();
            tree_.append(map, tree_.text(name));
            if (item.at(1).is_object()) {
                addDataset(item.at(1), name, map);
                continue;
            }
            const TreeValue inner = tree_.container(TreeValue::Kind::Map);
            tree_.append(map, inner);
            addGroup(item.at(1), inner);
        }
    }

    void addDataset(const Json& dataset, const std::string& name, const TreeValue& map) {
        const auto fail = [&](const char* what) {
            return notReadable(tree_.source(), "dataset \"" + shortened(name) + "\" " + what);
        };
        TensorView view;
        dataset.at("type").get_to(view.type);
        view.storage = uint32_t(storages_.size());
        for (const Json& extent : dataset.at("shape")) view.shape.push_back(int64_t(extent.get<uint64_t>()));
        view.strides.assign(view.shape.size(), 1);
        for (size_t axis = view.shape.size(); axis-- > 1;)
            if (__builtin_mul_overflow(view.strides[axis], view.shape[axis], &view.strides[axis - 1]))
                throw fail("is beyond all measure.");
        std::string_view numbers;  // Stays empty for a tensor without elements
        if (const Json& at = dataset.at("at"); !at.is_null()) {
            const auto begin = at.get<uint64_t>(), size = dataset.at("size").get<uint64_t>();
            if (begin > bytes_.size() || size > bytes_.size() - begin) throw fail("lies beyond its end.");
            numbers = bytes_.substr(begin, size);
        }
        storages_.push_back(numbers);
        tree_.append(map, tree_.tensor(std::move(view)));
    }

    const std::string_view bytes_;
    Tree& tree_;
    std::vector<std::string_view> storages_;
};

}  // namespace

std::vector<std::string_view> readHdf5(std::string_view bytes, Tree& tree) {
    const std::string& source = tree.source();
    static std::mutex one;  // not every build of the library may be called by several threads
    std::optional<std::string> answer;
    {
        const std::lock_guard<std::mutex> lock(one);
        const auto list = reinterpret_cast<ListHdf5*>(moduleFunction("attx-hdf5", "attxListHdf5"));
        answer = inOwnProcess(
            [&] {
                std::string packed;
                list(bytes, packed);
                return packed;
            },
            longestListing);
    }
    if (!answer) throw notReadable(source, "it is damaged in a way that ends the library of HDF5.");
    const Json said = Json::from_msgpack(*answer);
    if (said.contains("problem")) throw notReadable(source, said.at("problem").get<std::string>());
    return ListedTree(bytes, tree).build(said.at("root"));
}

#endif

}  // namespace attx
