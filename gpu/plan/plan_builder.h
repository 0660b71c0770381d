// Writes down the kernels of a program, operation by operation, forward and backward side by side.
#pragma once
#include <map>

#include "gpu/plan/plan.h"
#include "gpu/plan/sequence_plan.h"

namespace attx::gpu {

constexpr uint32_t groupsToFill = 256;  // Work groups that keep a large device busy

/// "product_forward_32x32"
[[nodiscard]] Kernel productKernel(ProductRole role, const Tile& tile, bool normed = false);
/// The tile for a shape by a rule of thumb: the largest that fills a graphics device without computing what
/// lies outside.
[[nodiscard]] const Tile& usualTile(const ProductShape& shape, uint32_t sharedBytes);
/// The flags of a product's kernel: `layout` of PRODUCT_A_TRANSPOSED and PRODUCT_B_TRANSPOSED, `extra` as the
/// role has it (PRODUCT_BIAS ... PRODUCT_LINE_SUMS), and which of a, b and c it may take in fours.
[[nodiscard]] Flags productFlags(const Tile& tile, const ProductBlock& block, uint32_t layout,
                                 uint32_t extra);

class PlanBuilder {
public:
    /// `ops`: the program's plan (fuse.h).
    PlanBuilder(const Program& program, const FusedOps& ops, const SessionOptions& options,
                const Traits& traits, uint32_t slots);

    // Each adds to the list under way. `dropout`: as in training; without, what is switched off stays out.
    void forward(bool dropout);
    void loss(bool gradient);     ///< gradient: also that of the loss by the logits
    void backward(bool dropout);  ///< Gradients of tensors, and partial sums of those of parameters
    void sequence(const SequencePlan& sequence);  ///< all of that in one dispatch
    void reduce();                                ///< partial sums to gradients
    void update();                                ///< reduce, clip and step the optimiser

    void moveTo(Dispatches& list) { list = std::move(list_), list_.clear(); }
    void appendTo(Dispatches& list) {
        list.insert(list.end(), list_.begin(), list_.end());
        list_.clear();
    }
    Plan& plan() { return plan_; }
    Plan take() { return std::move(plan_); }

private:
    struct Forward;
    struct Backward;
    struct Groups {
        uint32_t x = 1, y = 1, z = 1;
    };
    /// Sums of a parameter's gradient: `count` of them, `stride` floats apart.
    struct Partial {
        int64_t first, stride;
        uint32_t count;
    };

    /// What is done within other kernels; see plan_folds.cpp. Lists without dropout, which are not for
    /// training, do without (`on`).
    struct Folds {
        const FusedLinear* head = nullptr;  ///< Layer of the logits, if the loss kernel does it
        /// Norms by the layer whose sum they normalise, and by the first that reads their result.
        std::map<const FusedLinear*, const FusedNorm*> from, to;

        [[nodiscard]] static const FusedNorm* find(
            const std::map<const FusedLinear*, const FusedNorm*>& norms, const FusedLinear& op, bool on);
        [[nodiscard]] bool has(const FusedNorm& norm, bool on) const;
    };

    void addParameters(uint32_t slots);
    void findFolds();
    [[nodiscard]] uint32_t headRows() const;  ///< Rows of x of a group of head.comp; 0: too large
    void head();
    void trainLossIn(uint32_t groups);  ///< Number of parts that training sums its loss in
    void findFusedMasks();
    /// Parameters whose gradient can cancel (Program::cancelling): whole ones, which are aligned on the
    /// device.
    [[nodiscard]] std::vector<size_t> cancelling() const;
    int addBuffer(std::string name, int64_t floats, bool kept, bool results = false);
    int value(TensorId id) const { return plan_.values[id]; }
    int gradient(TensorId id);  ///< made at first use
    /// Gives the gradient of x the memory of that of y, which is done with, if no operation reads it.
    bool shareGradient(TensorId x, TensorId y);
    Partial& partial(ParameterId id, uint32_t count);

    Use all(int buffer, Access access) const;
    Use reads(TensorId id) const { return all(value(id), Access::Read); }
    Use writes(TensorId id) const { return all(value(id), Access::Write); }
    Use readsGradient(TensorId id) { return all(gradient(id), Access::Read); }
    Use writesGradient(TensorId id) { return all(gradient(id), Access::Write); }
    Use nothing() const { return all(nothing_, Access::Read); }
    Use parameter(ParameterId id) const;
    Use partialSums(ParameterId id) const;
    /// For a binding that is not used where there is none.
    Use parameter(std::optional<ParameterId> id) const { return id ? parameter(*id) : nothing(); }
    Use partialSums(std::optional<ParameterId> id) const {
        return id ? partialSums(*id) : all(unused_, Access::Write);
    }
    /// One more kernel on the list.
    template <class Block>
    void add(Kernel kernel, std::vector<Use> uses, std::string label, const Block& block,
             const Groups& groups, Flags flags = {}) {
        Dispatch& d = list_.emplace_back();
        d.kernel = std::move(kernel.name);
        d.sequence = kernel.sequence;
        d.flags = flags;
        d.uses = std::move(uses);
        d.push(block);
        d.groups = {groups.x, groups.y, groups.z};
        d.label = std::move(label);
    }

    /// One that goes over the elements of a tensor, which it is labelled by.
    template <class Block>
    void addEach(Kernel kernel, std::vector<Use> uses, TensorId of, const Block& block, Flags flags = {}) {
        add(std::move(kernel), std::move(uses), tensor(of).name, block,
            {elementGroups(elements(of), SMALL_GROUP)}, flags);
    }

    const TensorInfo& tensor(TensorId id) const { return program_.tensors[id]; }
    const ParameterInfo& info(ParameterId id) const { return program_.parameters[id]; }
    uint32_t width(TensorId id) const { return uint32_t(tensor(id).shape.back()); }
    /// Exact where floats() is within a binding, as every tensor's is in a plan that is not refused.
    uint32_t elements(TensorId id) const { return uint32_t(floats(id)); }
    int64_t floats(TensorId id) const { return options_.batch * tensor(id).size(); }
    uint32_t rows(TensorId id) const {  ///< N
        return batch() * uint32_t(tensor(id).size() / tensor(id).shape.back());
    }
    uint32_t batch() const { return uint32_t(options_.batch); }
    uint32_t length() const { return uint32_t(program_.length); }
    uint32_t rowsPerSequence() const { return uint32_t(program_.rowsPerSequence()); }
    DropoutBlock dropout(const DropoutSite& d, bool on) const;
    uint32_t elementGroups(uint32_t count, uint32_t perGroup) const;

    /// The kernel added last leaves out the keys that are hidden.
    void hideKeys();
    /// The values of attention, or their gradient, times the gates of their heads.
    void gateHeads(const Attention& op, int values);
    /// Of backward: rows of a partial sum, and floats between the sums.
    struct EmbedSums {
        uint32_t chunk = 0, weightStride = 0, biasStride = 0;
    };
    EmbedBlock embedBlock(const Embed& op, const EmbedSums& sums, bool dropout) const;
    void embedBackward(const Embed& op, bool dropout);
    /// The sums over rows of `from` [rows, columns], into the partial sums of a parameter.
    void addColumnSums(const Use& from, ParameterId to, uint32_t rows, uint32_t columns,
                       const std::string& label);
    void zero(const Use& all, uint32_t floats, const std::string& label);
    /// Whether its gradient is added up in the order of tokens.
    bool isSorted(const Embed& op) const { return plan_.sortedRows > 0 && !op.types; }
    /// Partial sums that backward of an embedding has of this parameter; 0: no embedding reads it.
    uint32_t embedPartials(ParameterId weight) const;
    uint32_t tokenStride() const;  ///< Numbers of a table row: its tokens, and types if there are any
    void prependBackward(const Prepend& op);
    void positionTableBackward(const AddPositions& op);
    /// Of queries and keys, or of their gradients with ROTATE_BACK.
    void rotate(const Rotate& op, const Use& from, const Use& to, uint32_t flags);
    void linearForward(const FusedLinear& op, bool dropout);
    void linearBackward(const FusedLinear& op, bool dropout, bool accumulate);
    /// dx = dy, or dx += dy.
    void passOn(TensorId x, TensorId y, bool accumulate);
    /// Attention that does not fit on chip, product by product.
    void longAttentionForward(const Attention& op, bool dropout);
    void longAttentionBackward(const Attention& op);

    /// c = a b in the role's kernel with the best tile.
    struct Product {
        ProductRole role;
        ProductBlock block;
        bool normed = false;   ///< see product.comp
        uint32_t batches = 1;  ///< Batches, or pieces of K
        uint32_t layout = 0, extra = 0;
    };
    void addProduct(const Product& product, std::vector<Use> uses, const std::string& label);
    const Tile& tileFor(const ProductShape& shape) const;
    /// Pieces of K of a weight's gradient that fill a device.
    uint32_t piecesOf(uint32_t M, uint32_t N, uint32_t K) const;
    /// Rows of a partial sum over columns.
    uint32_t chunkOf(uint32_t rows) const;
    struct AttentionProduct;
    void addAttentionProduct(const Attention& op, const AttentionProduct& product);
    AttentionBlock attentionBlock(const Attention& op) const;
    ShareBlock shareBlock(const ShareKeys& op) const;
    PoolBlock poolBlock(const FusedPool& op, bool on) const;
    bool attentionFitsOnChip(const Attention& op) const;
    uint32_t laneShift(uint32_t channels) const;  ///< log2 of the invocations that share a norm's row
    /// Of a norm's kernel; see norm_sum.glsl and lanes.glsl.
    Flags normFlags(uint32_t flags, const NormBlock& block) const;

    const Program& program_;
    const FusedOps& ops_;
    const SessionOptions& options_;
    const Traits& traits_;
    const uint32_t slots_;
    Plan plan_;
    Dispatches list_;
    int nothing_ = -1;  ///< zeros, for a binding that is not used
    int unused_ = -1;   ///< Buffer for bindings whose content is never used
    int squares_ = -1;  ///< sums of squares of the gradient, one a group
    std::vector<Partial> partial_;
    const std::vector<std::vector<TensorId>> addsTo_;  ///< gradientsAddedTo()
    /// For each tensor: the layer whose ReLU and dropout mask its gradient, if the only reader is another
    /// layer, whose input gradient is then masked as it is written; null: the mask is a kernel of its own.
    std::vector<const FusedLinear*> fusedMask_;
    Folds folds_;
    std::map<const FusedNorm*, bool> passesAdd_;  ///< Whether a folded norm adds to its residual's gradient
};

}  // namespace attx::gpu
