#include "model/foreign/tree.h"

#include <Eigen/Core>
#include <array>

#include "model/files/error.h"
#include "model/files/text.h"
#include "model/foreign/bytes.h"

namespace attx {
namespace {

float floatAt(ElementType type, std::string_view bytes, size_t at) {
    switch (type) {
        case ElementType::F32:
            return load<float>(bytes, at);
        case ElementType::F64:
            return float(load<double>(bytes, at));
        case ElementType::F16:
            return float(load<Eigen::half>(bytes, at));
        case ElementType::BF16:
            return float(load<Eigen::bfloat16>(bytes, at));
        default:
            return 0;
    }
}

int64_t integerAt(ElementType type, std::string_view bytes, size_t at) {
    switch (type) {
        case ElementType::I64:
            return load<int64_t>(bytes, at);
        case ElementType::I32:
            return load<int32_t>(bytes, at);
        case ElementType::I16:
            return load<int16_t>(bytes, at);
        case ElementType::I8:
            return load<int8_t>(bytes, at);
        default:
            return load<uint8_t>(bytes, at);
    }
}

/// Calls visit(element) for each of the view's elements, in order.
template <class Visit>
void forEachElement(const TensorView& view, int64_t count, Visit visit) {
    struct Axis {
        int64_t extent, stride, at;
    };
    std::vector<Axis> axes;  // those of extent 1 move nothing, and their strides may be anything
    for (size_t axis = 0; axis < view.shape.size(); ++axis)
        if (view.shape[axis] > 1) axes.push_back({view.shape[axis], view.strides[axis], 0});
    int64_t element = view.offset;
    for (int64_t n = 0; n < count; ++n) {
        visit(element);
        for (size_t i = axes.size(); i-- > 0;) {  // count up, the last axis fastest
            Axis& axis = axes[i];
            if (++axis.at < axis.extent) {
                element += axis.stride;
                break;
            }
            element -= axis.stride * (axis.extent - 1);
            axis.at = 0;
        }
    }
}

}  // namespace

int64_t elementBytes(ElementType type) {
    constexpr std::array<int64_t, 10> bytes{4, 8, 2, 2, 8, 4, 2, 1, 1, 1};
    return bytes[size_t(type)];
}

int64_t treeBudget(size_t bytes) {
    // Checkpoints have a value for every four bytes or more, and far fewer where their tensors are large.
    constexpr int64_t always = 65536;
    return always + int64_t(bytes / 4);
}

void Tree::spend(int64_t values) {
    budget_ -= values;
    if (budget_ < 0)
        throw inputError(source_ + ": the file holds more objects than a checkpoint of its size would.");
}

TreeValue Tree::text(std::string_view bytes, TreeValue::Kind kind) {
    spend(2);
    texts_.emplace_back(bytes);
    return {.kind = kind, .index = uint32_t(texts_.size() - 1)};
}

TreeValue Tree::container(TreeValue::Kind kind) {
    spend(2);
    containers_.emplace_back();
    return {.kind = kind, .index = uint32_t(containers_.size() - 1)};
}

TreeValue Tree::tensor(TensorView view) {
    spend(4 + 2 * int64_t(view.shape.size()));
    tensors_.push_back(std::move(view));
    return {.kind = TreeValue::Kind::Tensor, .index = uint32_t(tensors_.size() - 1)};
}

void Tree::append(const TreeValue& container, const TreeValue& item) {
    spend();
    containers_[container.index].push_back(item);
}

const TreeValue* Tree::find(const TreeValue& map, std::string_view key) const {
    if (map.kind != TreeValue::Kind::Map) return nullptr;
    const std::vector<TreeValue>& entries = items(map);
    for (size_t i = 0; i + 1 < entries.size(); i += 2)
        if (entries[i].kind == TreeValue::Kind::Text && textOf(entries[i]) == key) return &entries[i + 1];
    return nullptr;
}

StoredTensor gather(const TensorView& view, std::string_view storage, int64_t& spare, const std::string& name,
                    const std::string& source) {
    const auto fail = [&](const std::string& what) {
        return inputError(source + ": tensor " + shortened(name) + ": " + what);
    };
    const auto held = int64_t(storage.size()) / elementBytes(view.type);
    int64_t count = 1, first = view.offset, last = view.offset;  // the range of elements that it touches
    for (size_t axis = 0; axis < view.shape.size(); ++axis) {
        const int64_t extent = view.shape[axis], stride = view.strides[axis];
        if (extent < 0 || (extent > 0 && count > spare / extent))
            throw fail("it has more elements than the file could hold.");
        count *= extent;
        int64_t reach = 0;
        if (__builtin_mul_overflow(extent > 0 ? extent - 1 : 0, stride, &reach) ||
            __builtin_add_overflow(reach < 0 ? first : last, reach, reach < 0 ? &first : &last))
            throw fail("its strides are beyond all measure.");
    }
    if (count > 0 && (first < 0 || last >= held))
        throw fail("it reaches past its data (" + std::to_string(held) + " elements).");
    spare -= count;
    const int64_t bytes = elementBytes(view.type);
    if (view.type <= ElementType::BF16) {
        std::vector<float> values;
        values.reserve(count);
        forEachElement(view, count, [&](int64_t element) {
            values.push_back(floatAt(view.type, storage, size_t(element * bytes)));
        });
        return {view.shape, std::move(values)};
    }
    std::vector<int64_t> values;
    values.reserve(count);
    forEachElement(view, count, [&](int64_t element) {
        values.push_back(integerAt(view.type, storage, size_t(element * bytes)));
    });
    return {view.shape, std::move(values)};
}

}  // namespace attx
