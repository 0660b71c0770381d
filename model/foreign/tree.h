// What a foreign file holds: numbers, texts, containers and tensors, and nothing that could act. A tree
// is built by a reader (pickle.h, msgpack.h) within a budget, so that no file can ask for much more memory
// than it has bytes.
#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "model/files/safetensors.h"

namespace attx {

enum class ElementType { F32, F64, F16, BF16, I64, I32, I16, I8, U8, Bool };
[[nodiscard]] int64_t elementBytes(ElementType type);

/// Elements of a storage, seen with strides; both in elements.
struct TensorView {
    ElementType type = ElementType::F32;
    uint32_t storage = 0;  ///< Index into Tree::storageKeys
    int64_t offset = 0;
    std::vector<int64_t> shape, strides;
};

/// One thing in a tree; containers and texts lie in the tree that made it.
struct TreeValue {
    enum class Kind : uint8_t {
        None,
        Boolean,
        Integer,
        Real,
        Text,     ///< also bytes
        List,     ///< also tuples and sets
        Map,      ///< keys and values in turn
        Tensor,   ///< index into Tree::tensors
        Storage,  ///< what a tensor views: its ElementType and its number among Tree::storageKeys
        Name,     ///< "module.name" of something in Python, not called
        Object,   ///< An instance of a class, not made: a text, "module.name" of the class.
    };
    Kind kind = Kind::None;
    union {
        int64_t integer = 0;
        double real;
        uint32_t index;  ///< Index of a text, container or tensor in its tree
    };
};

/// Owns what its values refer to. Containers may hold themselves; code that walks it bounds the depth.
class Tree {
public:
    /// budget: the values and containers that it may hold. `source` names the file in messages.
    Tree(std::string source, int64_t budget) : source_(std::move(source)), budget_(budget) {}

    TreeValue text(std::string_view bytes, TreeValue::Kind kind = TreeValue::Kind::Text);
    TreeValue container(TreeValue::Kind kind);
    TreeValue tensor(TensorView view);
    void append(const TreeValue& container, const TreeValue& item);
    /// Takes `values` from the budget. Throws Error::Kind::Input once it is spent.
    void spend(int64_t values = 1);

    [[nodiscard]] const std::string& textOf(const TreeValue& value) const { return texts_[value.index]; }
    [[nodiscard]] const std::vector<TreeValue>& items(const TreeValue& value) const {
        return containers_[value.index];
    }
    [[nodiscard]] const TensorView& tensorOf(const TreeValue& value) const { return tensors_[value.index]; }
    /// The value under a text key of a map, or null.
    [[nodiscard]] const TreeValue* find(const TreeValue& map, std::string_view key) const;
    [[nodiscard]] const std::string& source() const { return source_; }

    TreeValue root;
    std::vector<std::string> objects;      ///< The classes of the objects that were not made, each once.
    std::vector<std::string> storageKeys;  ///< Key of each storage in the file, by TensorView::storage
    std::vector<int64_t> storageElementBytes;

private:
    std::string source_;
    int64_t budget_;
    std::deque<std::string> texts_;
    std::deque<std::vector<TreeValue>> containers_;
    std::deque<TensorView> tensors_;
};

/// Bytes of a name: no module, tensor or class has a longer one.
inline constexpr size_t longestName = 1024;

/// The values and containers that a reader may make of `bytes` bytes.
[[nodiscard]] int64_t treeBudget(size_t bytes);

/// The elements that a view names, widened, in the order of its shape. `spare`: elements that all tensors
/// of the file may still take; lowered. Throws Error::Kind::Input for views that leave their storage.
[[nodiscard]] StoredTensor gather(const TensorView& view, std::string_view storage, int64_t& spare,
                                  const std::string& name, const std::string& source);

}  // namespace attx
