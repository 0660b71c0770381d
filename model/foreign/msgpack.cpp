#include "model/foreign/msgpack.h"

#include <array>
#include <bit>

#include "model/files/error.h"
#include "model/files/text.h"

namespace attx {
namespace {

using Kind = TreeValue::Kind;

constexpr int deepestContainer = 64;  // containers in containers; parameters are nested five deep

struct NumpyType {
    const char* name;
    ElementType type;
};
constexpr std::array elementTypes{
    NumpyType{"float32", ElementType::F32}, NumpyType{"float64", ElementType::F64},
    NumpyType{"float16", ElementType::F16}, NumpyType{"bfloat16", ElementType::BF16},
    NumpyType{"int64", ElementType::I64},   NumpyType{"int32", ElementType::I32},
    NumpyType{"int16", ElementType::I16},   NumpyType{"int8", ElementType::I8},
    NumpyType{"uint8", ElementType::U8},    NumpyType{"bool", ElementType::Bool}};

class MsgpackReader {
public:
    MsgpackReader(std::string_view bytes, Tree& tree, std::vector<std::string_view>& storages)
        : bytes_(bytes), tree_(tree), storages_(storages) {}

    [[nodiscard]] bool atEnd() const { return bytes_.empty(); }

    TreeValue value(int depth) {
        if (depth > deepestContainer) throw fail("it is nested deeper than any checkpoint.");
        tree_.spend();
        const auto first = uint8_t(take(1)[0]);
        if (first <= 0x7f) return integer(first);
        if (first <= 0x8f) return container(Kind::Map, 2 * size_t{first & 15u}, depth);
        if (first <= 0x9f) return container(Kind::List, first & 15u, depth);
        if (first <= 0xbf) return tree_.text(take(first & 31u));
        if (first >= 0xe0) return integer(static_cast<int8_t>(first));
        switch (first) {
            case 0xc0:
                return {};
            case 0xc2:
            case 0xc3:
                return {.kind = Kind::Boolean, .integer = first & 1};
            case 0xc4:
            case 0xc5:
            case 0xc6:
                return tree_.text(take(unsignedOf(1u << (first - 0xc4))));
            case 0xc7:
            case 0xc8:
            case 0xc9:
                return extension(unsignedOf(1u << (first - 0xc7)), depth);
            case 0xca:
                return real(double(std::bit_cast<float>(uint32_t(unsignedOf(4)))));
            case 0xcb:
                return real(std::bit_cast<double>(unsignedOf(8)));
            case 0xcc:
            case 0xcd:
            case 0xce:
            case 0xcf:
                return integer(int64_t(unsignedOf(1u << (first - 0xcc))));
            case 0xd0:
                return integer(static_cast<int8_t>(unsignedOf(1)));
            case 0xd1:
                return integer(int16_t(unsignedOf(2)));
            case 0xd2:
                return integer(int32_t(unsignedOf(4)));
            case 0xd3:
                return integer(int64_t(unsignedOf(8)));
            case 0xd4:
            case 0xd5:
            case 0xd6:
            case 0xd7:
            case 0xd8:
                return extension(1u << (first - 0xd4), depth);
            case 0xd9:
            case 0xda:
            case 0xdb:
                return tree_.text(take(unsignedOf(1u << (first - 0xd9))));
            case 0xdc:
            case 0xdd:
                return container(Kind::List, unsignedOf(2u << (first - 0xdc)), depth);
            case 0xde:
            case 0xdf:
                return container(Kind::Map, 2 * unsignedOf(2u << (first - 0xde)), depth);
            default:
                throw fail("it has the byte " + std::to_string(first) + " where a value begins.");
        }
    }

private:
    [[nodiscard]] Error fail(const std::string& what) const {
        return inputError(tree_.source() + ": not a Flax checkpoint that can be read: " + what);
    }
    std::string_view take(uint64_t count) {
        if (count > bytes_.size()) throw fail("it ends too early.");
        const std::string_view taken = bytes_.substr(0, size_t(count));
        bytes_.remove_prefix(size_t(count));
        return taken;
    }
    uint64_t unsignedOf(size_t count) {  // the highest byte first
        uint64_t value = 0;
        for (const char byte : take(count)) value = value << 8 | uint8_t(byte);
        return value;
    }
    static TreeValue integer(int64_t number) { return {.kind = Kind::Integer, .integer = number}; }
    static TreeValue real(double number) { return {.kind = Kind::Real, .real = number}; }
    TreeValue container(Kind kind, uint64_t count, int depth) {
        if (count > bytes_.size()) throw fail("it ends too early.");  // a value has a byte at least
        const TreeValue result = tree_.container(kind);
        for (uint64_t i = 0; i < count; ++i) {
            const TreeValue item = value(depth + 1);
            tree_.append(result, item);
        }
        return result;
    }
    TreeValue extension(uint64_t size, int depth) {
        const auto type = static_cast<int8_t>(unsignedOf(1));
        const std::string_view content = take(size);
        if (type != 1 && type != 3)  // flax: 1 array, 2 complex number, 3 numpy's scalar
            throw fail("it has an extension of type " + std::to_string(type) + ", which holds no array.");
        const TreeValue parts = MsgpackReader(content, tree_, storages_).value(depth + 1);
        if (parts.kind != Kind::List || tree_.items(parts).size() != 3)
            throw fail("an array in it is damaged.");
        const TreeValue shape = tree_.items(parts)[0], name = tree_.items(parts)[1],
                        data = tree_.items(parts)[2];
        if (shape.kind != Kind::List || name.kind != Kind::Text || data.kind != Kind::Text)
            throw fail("an array in it is damaged.");
        TensorView view;
        bool known = false;
        for (const NumpyType& candidate : elementTypes)
            if (tree_.textOf(name) == candidate.name) view.type = candidate.type, known = true;
        if (!known)
            throw fail("it has an array of type " + shortened(tree_.textOf(name)) +
                       ", which is not known here.");
        for (const TreeValue& extent : tree_.items(shape)) {
            if (extent.kind != Kind::Integer || extent.integer < 0) throw fail("an array in it is damaged.");
            view.shape.push_back(extent.integer);
        }
        view.strides.assign(view.shape.size(), 1);
        for (size_t axis = view.shape.size(); axis-- > 1;)
            if (__builtin_mul_overflow(view.strides[axis], view.shape[axis], &view.strides[axis - 1]))
                throw fail("an array in it is larger than any file.");
        view.storage = uint32_t(storages_.size());
        storages_.push_back(tree_.textOf(data));
        return tree_.tensor(std::move(view));
    }

    std::string_view bytes_;
    Tree& tree_;
    std::vector<std::string_view>& storages_;
};

}  // namespace

bool isMsgpackMap(std::string_view bytes) {
    // A map, and its first key a string.
    const auto at = [&](size_t i) { return i < bytes.size() ? uint8_t(bytes[i]) : 0; };
    const size_t key = at(0) >= 0x81 && at(0) <= 0x8f ? 1 : at(0) == 0xde ? 3 : at(0) == 0xdf ? 5 : 0;
    return key > 0 && ((at(key) >= 0xa0 && at(key) <= 0xbf) || (at(key) >= 0xd9 && at(key) <= 0xdb));
}

std::vector<std::string_view> readMsgpack(std::string_view bytes, Tree& tree) {
    std::vector<std::string_view> storages;
    MsgpackReader reader(bytes, tree, storages);
    tree.root = reader.value(0);
    if (!reader.atEnd())
        throw inputError(tree.source() +
                         ": not a Flax checkpoint that can be read: more follows behind its end.");
    return storages;
}

}  // namespace attx
