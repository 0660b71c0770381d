// Memory of the native execution: one block holds every tensor of a program's plan for a number of
// sequences, and a second one their gradients. How many sequences a thread takes at a time.
#pragma once
#include <memory>
#include <vector>

#include "model/network/backend.h"
#include "model/network/fuse.h"

namespace attx {

/// Which tensors of a layout are needed at the same time; others may share their place.
enum class Needed {
    Always,    ///< all of them: what is kept to be read, or for backward
    Forward,   ///< values that no backward follows: until the last operation that reads them
    Backward,  ///< gradients: from the operation that writes them first to the one that made the tensor.
               ///< Those that training has no use for have no place: of the network's input, of the attention
               ///< (which is done with once it has passed the softmax), of statistics
};

/// Where each tensor lies; sizes are in floats.
class WorkspaceLayout {
public:
    /// `always`: tensors that are needed all the time, whatever `needed` says of the others.
    WorkspaceLayout(const Program& program, const FusedOps& ops, int64_t sequences, Needed needed,
                    const std::vector<TensorId>& always = {});
    /// Whether tensor `id` has a place.
    [[nodiscard]] bool holds(TensorId id) const { return sizes_[id] > 0; }
    /// First float of tensor `id`, of its sequence `sequence`.
    [[nodiscard]] int64_t offset(TensorId id, int64_t sequence) const {
        const auto i = size_t(id);
        return offsets_[i] + sequence * sizes_[i];
    }
    [[nodiscard]] int64_t total() const { return total_; }

private:
    int64_t total_ = 0;
    std::vector<int64_t> offsets_, sizes_;
};

struct Layouts {
    WorkspaceLayout values, gradients;
};
/// Whether tensors that are not readable share memory. Threads would write over what others still need.
[[nodiscard]] bool readsFew(const SessionOptions& options);
[[nodiscard]] Layouts layoutsOf(const Program& program, const FusedOps& ops, const SessionOptions& options,
                                int64_t sequences);
/// The sequences of a pass.
[[nodiscard]] int64_t sequencesPerPass(const Program& program, const FusedOps& ops,
                                       const SessionOptions& options);

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
