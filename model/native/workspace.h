// Memory of the native execution: one block holds every tensor of a program for a number of
// sequences, and a second one their gradients; a third one holds weights in the order that products want.
#pragma once
#include <memory>
#include <vector>

#include "model/native/kernels.h"
#include "model/network/program.h"

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
    WorkspaceLayout(const Program& program, int64_t sequences, Needed needed);
    /// Whether tensor `id` has a place.
    [[nodiscard]] bool holds(TensorId id) const { return sizes_[static_cast<size_t>(id)] > 0; }
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

/// The weights of the linear layers once more, transposed: [in, out], for products that go past rows of x.
class TransposedWeights {
public:
    explicit TransposedWeights(const Program& program);
    /// Floats of all.
    [[nodiscard]] int64_t total() const { return total_; }
    /// First float of the weight `id`, which is that of a linear layer.
    [[nodiscard]] int64_t offset(ParameterId id) const { return offsets_[static_cast<size_t>(id)]; }
    /// Takes over elements [first, last) of the flat parameters; from several threads at once, if these
    /// differ.
    void refresh(float* target, const float* parameters, int64_t first, int64_t last,
                 const Kernels& kernels) const;

private:
    struct Weight {
        int64_t from, to;  ///< first float in the parameters, and here
        int64_t out, in;
    };
    std::vector<Weight> weights_;
    std::vector<int64_t> offsets_;  ///< by ParameterId; -1: none
    int64_t total_ = 0;
};

struct Layouts {
    WorkspaceLayout values, gradients;
    TransposedWeights transposed;
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
