// Memory of the native execution: one block holds every tensor of a program for a number of
// sequences, and a second one their gradients.
#pragma once
#include <memory>
#include <vector>

#include "model/network/program.h"

namespace attx {

/// Where each tensor lies; sizes are in floats.
class WorkspaceLayout {
public:
    explicit WorkspaceLayout(const Program& program, int64_t sequences);
    /// First float of tensor `id`, of its sequence `sequence`.
    [[nodiscard]] int64_t offset(TensorId id, int64_t sequence) const {
        const auto i = static_cast<size_t>(id);
        return offsets_[i] + sequence * sizes_[i];
    }
    [[nodiscard]] int64_t total() const { return total_; }

private:
    int64_t total_ = 0;
    std::vector<int64_t> offsets_, sizes_;
};

/// Floats aligned to a cache line (and to the widest vector), zero at first.
class AlignedBuffer {
public:
    AlignedBuffer() = default;
    /// Throws std::bad_alloc.
    explicit AlignedBuffer(int64_t floats);
    [[nodiscard]] float* data() const { return data_.get(); }

private:
    struct Free {
        void operator()(float* p) const;
    };
    std::unique_ptr<float, Free> data_;
};

}  // namespace attx
