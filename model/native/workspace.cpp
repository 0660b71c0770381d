#include "model/native/workspace.h"

#include <algorithm>
#include <new>

namespace attx {
namespace {

constexpr int64_t alignment = 64;  // bytes: a cache line, an AVX-512 vector
constexpr int64_t alignmentFloats = alignment / int64_t{sizeof(float)};
int64_t aligned(int64_t floats) { return (floats + alignmentFloats - 1) / alignmentFloats * alignmentFloats; }

}  // namespace

WorkspaceLayout::WorkspaceLayout(const Program& program, int64_t sequences,
                                 const std::vector<TensorId>& absent) {
    for (const TensorInfo& tensor : program.tensors) {
        const auto id = static_cast<TensorId>(sizes_.size());
        const bool held = std::find(absent.begin(), absent.end(), id) == absent.end();
        offsets_.push_back(total_);
        sizes_.push_back(held ? tensor.size() : 0);
        total_ += aligned(sizes_.back() * sequences);
    }
}

TransposedWeights::TransposedWeights(const Program& program) : offsets_(program.parameters.size(), -1) {
    for (const Op& op : program.ops) {
        const auto* linear = std::get_if<Linear>(&op);
        if (!linear) continue;
        const ParameterInfo& info = program.parameters[static_cast<size_t>(linear->weight)];
        offsets_[static_cast<size_t>(linear->weight)] = total_;
        weights_.push_back({info.offset, total_, info.shape[0], info.shape[1]});
        total_ += aligned(info.size());
    }
}

void TransposedWeights::refresh(float* target, const float* parameters, int64_t first, int64_t last,
                                const Kernels& kernels) const {
    for (const Weight& w : weights_) {
        const int64_t begin = std::max(first - w.from, int64_t{0}),
                      end = std::min(last - w.from, w.out * w.in);
        if (begin >= end) continue;
        const float* source = parameters + w.from;
        const int64_t firstRow = (begin + w.in - 1) / w.in, lastRow = std::max(end / w.in, firstRow);
        const auto one = [&](int64_t i) { target[w.to + i % w.in * w.out + i / w.in] = source[i]; };
        for (int64_t i = begin; i < std::min(end, firstRow * w.in); ++i) one(i);  // a part of a row
        kernels.transpose(target + w.to + firstRow, w.out, source + firstRow * w.in, w.in, lastRow - firstRow,
                          w.in);
        for (int64_t i = lastRow * w.in; i < end; ++i) one(i);
    }
}
AlignedBuffer::AlignedBuffer(int64_t floats)
    : data_(static_cast<float*>(
          ::operator new (static_cast<size_t>(floats) * sizeof(float), std::align_val_t{alignment}))) {
    std::fill_n(data_.get(), floats, 0.0f);
}

void AlignedBuffer::Free::operator()(float* p) const { ::operator delete (p, std::align_val_t{alignment}); }

}  // namespace attx
