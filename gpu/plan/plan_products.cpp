// The matrix products of a plan: their tiles, linear layers, and attention that does not fit on chip.
#include <algorithm>

#include "gpu/plan/plan_builder.h"

namespace attx::gpu {

namespace {

// Partial sums of a weight's gradient: more fill a large device even if the weight is one tile.
constexpr uint32_t mostPieces = 64;

}  // namespace

const char* toString(ProductRole role) {
    constexpr const char* names[] = {"forward", "input_gradient", "weight_gradient"};
    return names[size_t(role)];
}

Kernel productKernel(ProductRole role, const Tile& tile, bool normed) {
    constexpr uint entries[] = {SEQUENCE_PRODUCT_FORWARD, SEQUENCE_PRODUCT_INPUT_GRADIENT,
                                SEQUENCE_PRODUCT_WEIGHT_GRADIENT};
    return {std::string("product_") + toString(role) + (normed ? "_normed_" : "_") + tile.name,
            entries[size_t(role)]};
}

Flags productFlags(const Tile& tile, const ProductBlock& b, uint32_t layout, uint32_t extra) {
    const auto inFours = [](auto... numbers) { return ((numbers % 4 == 0) && ...); };
    if (&tile != &tiles[0])
        layout |=
            when((layout & PRODUCT_A_TRANSPOSED) != 0 && inFours(b.M, b.lda, b.aFirst, b.aOuter, b.aInner),
                 PRODUCT_A_FOURS) |
            when((layout & PRODUCT_B_TRANSPOSED) == 0 && inFours(b.N, b.ldb, b.bFirst, b.bOuter, b.bInner),
                 PRODUCT_B_FOURS) |
            when(inFours(b.N, b.ldc, b.cFirst, b.cOuter, b.cInner), PRODUCT_C_FOURS);
    return {layout, extra};
}

const Tile& PlanBuilder::tileFor(const ProductShape& shape) const {
    if (traits_.tile) return traits_.tile(shape);
    return traits_.processor ? tiles[0] : usualTile(shape, traits_.sharedBytes);
}

const Tile& usualTile(const ProductShape& shape, uint32_t sharedBytes) {
    for (size_t i = tiles.size() - 1; i > 3; --i)
        if (tiles[i].sharedBytes <= sharedBytes && tiles[i].rows < 2 * shape.M &&
            tiles[i].columns < 2 * shape.N &&
            ceilDiv(shape.M, tiles[i].rows) * ceilDiv(shape.N, tiles[i].columns) * shape.batches >=
                groupsToFill)
            return tiles[i];
    return tiles[shape.K >= 128 && tiles[2].sharedBytes <= sharedBytes ? 2 : 1];
}

void PlanBuilder::addProduct(const Product& product, std::vector<Use> uses, const std::string& label) {
    const ProductBlock& b = product.block;
    const Tile& best = tileFor({product.role, product.layout, b.M, b.N, b.K, product.batches});
    const Tile& tile = product.normed && &best == &tiles[0] ? tiles[1] : best;
    add(productKernel(product.role, tile, product.normed), std::move(uses), label, b,
        {ceilDiv(b.N, tile.columns), ceilDiv(b.M, tile.rows), product.batches},
        productFlags(tile, b, product.layout, product.extra));
}

uint32_t PlanBuilder::piecesOf(uint32_t M, uint32_t N, uint32_t K) const {
    const uint32_t groups = ceilDiv(M, 32) * ceilDiv(N, 32);
    if (traits_.processor || traits_.sequence) return 1;
    return std::clamp(groupsToFill / groups, 1U, std::clamp(K / 64, 1U, mostPieces));
}

void PlanBuilder::linearForward(const FusedLinear& op, bool on) {
    if (on && &op == folds_.head) return;
    const FusedNorm *sum = Folds::find(folds_.from, op, on), *norm = Folds::find(folds_.to, op, on);
    const uint32_t in = width(op.x), out = width(op.y), N = rows(op.x);
    Product p{ProductRole::Forward,
              {.M = N,
               .N = out,
               .K = in,
               .lda = in,
               .ldb = in,
               .ldc = out,
               .inner = 1,
               .pieceOfK = in,
               .scale = 1,
               .dropout = dropout(sum ? sum->branchDropout : op.dropout, on),
               .eps = norm ? norm->eps : 0}};
    p.layout = PRODUCT_B_TRANSPOSED;
    p.normed = norm != nullptr;
    p.extra = when(op.bias.has_value(), PRODUCT_BIAS) | when(op.relu, PRODUCT_RELU) |
              when(sum && sum->residual, PRODUCT_RESIDUAL) |
              when(sum && p.block.dropout.threshold > 0, PRODUCT_MARKS);
    std::vector<Use> uses{reads(norm ? norm->x : op.x), parameter(op.weight), writes(op.y),
                          parameter(op.bias), sum && sum->residual ? reads(*sum->residual) : nothing()};
    if (norm)
        uses.insert(uses.end(),
                    {parameter(norm->weight), parameter(norm->bias), writes(norm->y), writes(norm->stats)});
    addProduct(p, std::move(uses), tensor(op.y).name);
    if (!op.bias) list_.back().sequence = SEQUENCE_NONE;
}

void PlanBuilder::linearBackward(const FusedLinear& op, bool on, bool accumulate) {
    const uint32_t in = width(op.x), out = width(op.y), N = rows(op.x);
    const std::string& label = tensor(op.y).name;
    const Use dy = readsGradient(op.y);
    const FusedNorm* norm = Folds::find(folds_.from, op, on);
    if ((options_.keepTensors || needsGradient(program_, ops_, op.x)) &&
        !(on && &op == folds_.head)) {  // y = x weightᵀ
        const FusedLinear* before = fusedMask_[op.x];
        Product p{ProductRole::InputGradient,
                  {.M = N,
                   .N = in,
                   .K = out,
                   .lda = out,
                   .ldb = in,
                   .ldc = in,
                   .inner = 1,
                   .pieceOfK = out,
                   .scale = 1,
                   .dropout = dropout(before ? before->dropout : DropoutSite{}, on)}};
        p.extra = when(accumulate, PRODUCT_ADDS) | when(before != nullptr, PRODUCT_MASKS);
        std::vector<Use> uses{norm ? readsGradient(norm->y) : dy, parameter(op.weight),
                              all(gradient(op.x), Access::ReadWrite), before ? reads(op.x) : nothing()};
        if (norm) {
            const DropoutBlock branch = dropout(norm->branchDropout, on);
            p.normed = true;
            p.block.branchScale = branch.scale;
            p.extra |= when(branch.threshold > 0, PRODUCT_MARKED) |
                       when(norm->residual.has_value(), PRODUCT_PASSES) |
                       when(passesAdd_[norm], PRODUCT_PASSES_ADDS);
            uses.insert(uses.end(),
                        {reads(norm->x), parameter(norm->weight), reads(norm->stats), writesGradient(op.y),
                         all(norm->residual ? gradient(*norm->residual) : unused_, Access::ReadWrite)});
        }
        addProduct(p, std::move(uses), label);
    }
    const uint32_t piece = ceilDiv(N, piecesOf(out, in, N)), count = ceilDiv(N, piece);
    const Partial weight = partial(op.weight, count + embedPartials(op.weight)),
                  bias = op.bias ? partial(*op.bias, count) : Partial{};
    Product p{ProductRole::WeightGradient,
              {.M = out,
               .N = in,
               .K = N,
               .lda = out,
               .ldb = in,
               .ldc = in,
               .inner = 1,
               .cOuter = uint32_t(weight.stride),
               .pieceOfK = piece,
               .sumStride = uint32_t(bias.stride),
               .scale = 1}};
    p.layout = PRODUCT_A_TRANSPOSED;
    p.extra = when(op.bias.has_value(), PRODUCT_LINE_SUMS);
    p.batches = count;
    Use sums = partialSums(op.weight);
    sums.floats = weight.stride * count;
    addProduct(p, {dy, reads(op.x), sums, partialSums(op.bias)}, label);
}

/// A product of a head's tensors, each of them [T, T], a part of qkv (0: q, 1: k, 2: v), or [T, HS] of the
/// values, whose heads stand side by side.
struct PlanBuilder::AttentionProduct {
    enum class Kind { Square, Part, Values };
    struct Operand {
        Use use;
        Kind kind;
        uint32_t part = 0;
    };
    Operand a, b, c;
    uint32_t layout;
    uint32_t N, K;
    float scale = 1;
};

void PlanBuilder::addAttentionProduct(const Attention& op, const AttentionProduct& product) {
    using Operand = AttentionProduct::Operand;
    using Kind = AttentionProduct::Kind;
    const uint32_t T = length(), NH = uint32_t(op.heads), HS = width(op.y) / NH;
    const auto line = [&](const Operand& x) {
        return x.kind == Kind::Square ? T : x.kind == Kind::Part ? 3 * NH * HS : NH * HS;
    };
    const auto outer = [&](const Operand& x) { return x.kind == Kind::Square ? NH * T * T : T * line(x); };
    const auto inner = [&](const Operand& x) {
        return x.kind == Kind::Square ? T * T : x.kind == Kind::Part ? 3 * HS : HS;
    };
    const auto& [a, b, c, layout, N, K, scale] = product;
    Product p{ProductRole::Forward,
              {.M = T,
               .N = N,
               .K = K,
               .lda = line(a),
               .ldb = line(b),
               .ldc = line(c),
               .aFirst = a.part * HS,
               .bFirst = b.part * HS,
               .cFirst = c.part * HS,
               .inner = NH,
               .aOuter = outer(a),
               .aInner = inner(a),
               .bOuter = outer(b),
               .bInner = inner(b),
               .cOuter = outer(c),
               .cInner = inner(c),
               .pieceOfK = K,
               .scale = scale}};
    p.layout = layout;
    p.batches = batch() * NH;
    addProduct(p, {a.use, b.use, c.use, nothing(), nothing()}, tensor(op.y).name);
}

void PlanBuilder::longAttentionForward(const Attention& op, bool on) {
    using enum AttentionProduct::Kind;
    const AttentionBlock block = attentionBlock(op);
    const uint32_t T = length(), HS = block.width;
    const Use qkv = reads(op.qkv);
    addAttentionProduct(op, {.a = {qkv, Part, 0},
                             .b = {qkv, Part, 1},
                             .c = {writes(op.probabilities), Square},
                             .layout = PRODUCT_B_TRANSPOSED,
                             .N = T,
                             .K = HS,
                             .scale = block.scale});  // logits = scale Q Kᵀ
    add({"softmax_forward"}, {all(value(op.probabilities), Access::ReadWrite)}, tensor(op.y).name, block,
        {block.heads * T, batch()});
    if (!on) hideKeys();
    addAttentionProduct(op, {.a = {reads(op.probabilities), Square},
                             .b = {qkv, Part, 2},
                             .c = {writes(op.y), Values},
                             .layout = 0,
                             .N = HS,
                             .K = T});  // Y = P V
}

void PlanBuilder::longAttentionBackward(const Attention& op) {
    using enum AttentionProduct::Kind;
    const AttentionBlock block = attentionBlock(op);
    const uint32_t T = length(), HS = block.width;
    const Use qkv = reads(op.qkv), P = reads(op.probabilities), dy = readsGradient(op.y);
    const Use dqkv = writesGradient(op.qkv);
    const Use dP = writesGradient(op.probabilities);
    const std::string& label = tensor(op.y).name;
    const int scratch = addBuffer("the gradient of the logits of " + label, dP.floats, false);
    const Use dS = all(scratch, Access::Read);
    const auto product = [&](const AttentionProduct& p) { addAttentionProduct(op, p); };
    product({.a = {dy, Values},
             .b = {qkv, Part, 2},
             .c = {dP, Square},
             .layout = PRODUCT_B_TRANSPOSED,
             .N = T,
             .K = HS});  // dP = dY Vᵀ
    product({.a = {P, Square},
             .b = {dy, Values},
             .c = {dqkv, Part, 2},
             .layout = PRODUCT_A_TRANSPOSED,
             .N = HS,
             .K = T});  // dV = Pᵀ dY
    add({"softmax_backward"},
        {P, all(gradient(op.probabilities), Access::ReadWrite), all(scratch, Access::Write)}, label, block,
        {block.heads * T, batch()});
    product({.a = {dS, Square},
             .b = {qkv, Part, 1},
             .c = {dqkv, Part, 0},
             .layout = 0,
             .N = HS,
             .K = T});  // dQ = dS K
    product({.a = {dS, Square},
             .b = {qkv, Part, 0},
             .c = {dqkv, Part, 1},
             .layout = PRODUCT_A_TRANSPOSED,
             .N = HS,
             .K = T});  // dK = dSᵀ Q
}

}  // namespace attx::gpu
