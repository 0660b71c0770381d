#include "model/native/workspace.h"

#include <algorithm>
#include <new>

namespace attx {
namespace {

constexpr int64_t alignment = 64;  // bytes: a cache line, an AVX-512 vector
constexpr int64_t alignmentFloats = alignment / int64_t{sizeof(float)};

}  // namespace

WorkspaceLayout::WorkspaceLayout(const Program& program, int64_t sequences) {
    for (const TensorInfo& tensor : program.tensors) {
        offsets_.push_back(total_);
        sizes_.push_back(tensor.size());
        const int64_t floats = tensor.size() * sequences;
        total_ += (floats + alignmentFloats - 1) / alignmentFloats * alignmentFloats;
    }
}

AlignedBuffer::AlignedBuffer(int64_t floats)
    : data_(static_cast<float*>(
          ::operator new (static_cast<size_t>(floats) * sizeof(float), std::align_val_t{alignment}))) {
    std::fill_n(data_.get(), floats, 0.0f);
}

void AlignedBuffer::Free::operator()(float* p) const { ::operator delete (p, std::align_val_t{alignment}); }

}  // namespace attx
