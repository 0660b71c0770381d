#include "gpu/plan_builder.h"

#include <algorithm>
#include <cmath>

namespace attx::gpu {
namespace {

uint32_t ceilDiv(uint32_t a, uint32_t b) { return (a + b - 1) / b; }

/// The tensors whose gradient an operation's backward may meet already written; see the native executor.
std::vector<TensorId> gradientTargets(const Op& op) {
    if (const auto* linear = std::get_if<Linear>(&op)) return {linear->x};
    if (const auto* add = std::get_if<AddPositions>(&op)) return {add->x};
    if (const auto* norm = std::get_if<Norm>(&op))
        return norm->residual ? std::vector<TensorId>{*norm->residual} : std::vector<TensorId>{};
    return {};
}

/// The tensors that an operation reads.
std::vector<TensorId> inputsOf(const Op& op) {
    if (const auto* attention = std::get_if<Attention>(&op)) return {attention->qkv};
    if (const auto* pool = std::get_if<MaxPool>(&op)) return {pool->x};
    if (const auto* loss = std::get_if<CrossEntropy>(&op)) return {loss->logits};
    if (const auto* norm = std::get_if<Norm>(&op))
        return norm->residual ? std::vector<TensorId>{norm->x, *norm->residual}
                              : std::vector<TensorId>{norm->x};
    return gradientTargets(op);
}

// Groups that keep a large device busy; and rows below which a partial sum is not worth its launch.
constexpr uint32_t groupsToFill = 256, fewestRows = 8, mostPartials = 64;
// Partial sums of a parameter that several invocations add up together, if there are few parameters.
constexpr uint32_t manySums = 16;
// Above this many categories a sum over all rows for each of them costs more than finding equal tokens.
constexpr int64_t fewCategories = 256;

}  // namespace

PlanBuilder::PlanBuilder(const Program& program, const SessionOptions& options, const Traits& traits,
                         uint32_t slots)
    : program_(program), options_(options), traits_(traits) {
    addParameters(slots);
    nothing_ = addBuffer("nothing", alignment, true);
    unused_ = addBuffer("what nobody reads", alignment, true);
    plan_.positions = addBuffer("positions", int64_t{program.length} * program.config.modelDim, true);
    plan_.values.assign(program.tensors.size(), -1);
    plan_.gradients.assign(program.tensors.size(), -1);
    std::vector<int> readers(program.tensors.size()), linearReaders(program.tensors.size());
    for (const Op& op : program.ops)
        for (const TensorId id : inputsOf(op)) {
            ++readers[static_cast<size_t>(id)];
            linearReaders[static_cast<size_t>(id)] += std::holds_alternative<Linear>(op);
        }
    maskedByReader_.assign(program.tensors.size(), false);
    for (const Op& op : program.ops)
        if (const auto* linear = std::get_if<Linear>(&op))
            maskedByReader_[static_cast<size_t>(linear->y)] =
                linear->relu && readers[static_cast<size_t>(linear->y)] == 1 &&
                linearReaders[static_cast<size_t>(linear->y)] == 1;
    for (size_t i = 0; i < program.tensors.size(); ++i)
        plan_.values[i] =
            addBuffer(program.tensors[i].name, floats(static_cast<TensorId>(i)), options.keepTensors);
    accumulate_.assign(program.ops.size(), false);
    std::vector<bool> written(program.tensors.size(), false);
    for (size_t i = program.ops.size(); i-- > 0;)
        for (const TensorId id : gradientTargets(program.ops[i])) {
            accumulate_[i] = written[static_cast<size_t>(id)];
            written[static_cast<size_t>(id)] = true;
        }
}

void PlanBuilder::addParameters(uint32_t slots) {
    for (const ParameterInfo& p : program_.parameters) {
        plan_.parameterAt.push_back(plan_.parameterFloats);
        plan_.parameterFloats += (p.size() + alignment - 1) / alignment * alignment;
    }
    plan_.parameters = addBuffer("the parameters", plan_.parameterFloats, true);
    plan_.lossGroups = ceilDiv(batch() * static_cast<uint32_t>(program_.loss().rows), 64);
    plan_.trainLossGroups = plan_.lossGroups;
    plan_.lossParts = addBuffer("the loss", int64_t{slots} * plan_.lossGroups * 4, true, true);
    if (!options_.train) return;
    plan_.first = addBuffer("the first moments", plan_.parameterFloats, true);
    plan_.second = addBuffer("the second moments", plan_.parameterFloats, true);
    plan_.gradient = addBuffer("the gradient", plan_.parameterFloats, true);
    plan_.partials = addBuffer("the partial sums of the gradient", 0, true);
    plan_.places = addBuffer("the places of the partial sums", plan_.parameterFloats / alignment * 6, true);
    plan_.stepResults = addBuffer("the results", int64_t{slots} * 4, true, true);
    partial_.assign(program_.parameters.size(), {});
}

int PlanBuilder::addBuffer(std::string name, int64_t floats, bool kept, bool results) {
    plan_.buffers.push_back({std::move(name), floats, kept, results, 0});
    return static_cast<int>(plan_.buffers.size()) - 1;
}

int PlanBuilder::gradient(TensorId id) {
    int& buffer = plan_.gradients[static_cast<size_t>(id)];
    if (buffer < 0)
        buffer = addBuffer("the gradient of " + tensor(id).name, floats(id), options_.keepTensors);
    return buffer;
}

bool PlanBuilder::shareGradient(TensorId x, TensorId y) {
    int& buffer = plan_.gradients[static_cast<size_t>(x)];
    if (options_.keepTensors || (buffer >= 0 && buffer != gradient(y))) return false;
    buffer = gradient(y);
    return true;
}

bool PlanBuilder::needsGradient(TensorId id) const {
    if (options_.keepTensors) return true;
    return std::none_of(program_.ops.begin(), program_.ops.end(), [&](const Op& op) {
        const auto* load = std::get_if<LoadFeatures>(&op);
        return load && load->y == id;
    });
}

PlanBuilder::Partial& PlanBuilder::partial(ParameterId id, uint32_t count) {
    Partial& p = partial_[static_cast<size_t>(id)];
    if (p.count == 0) {
        int64_t& floats = plan_.buffers[static_cast<size_t>(plan_.partials)].floats;
        p = {floats, (info(id).size() + alignment - 1) / alignment * alignment, count};
        floats += p.stride * count;
        const auto first = static_cast<size_t>(plan_.parameterAt[static_cast<size_t>(id)] / alignment);
        plan_.gradientPlaces.resize(static_cast<size_t>(plan_.parameterFloats / alignment));
        for (int64_t i = 0; i < p.stride / alignment; ++i) {
            GradientPlace& place = plan_.gradientPlaces[first + static_cast<size_t>(i)];
            place = {static_cast<uint32_t>(p.first + i * alignment),
                     static_cast<uint32_t>(p.stride),
                     count,
                     static_cast<uint32_t>(std::min(alignment, info(id).size() - i * alignment)),
                     0,
                     0};
            const int64_t begin = info(id).offset + i * alignment;
            for (const ParameterRange& r : program_.withoutGradient)
                for (int64_t k = std::max(r.first, begin); k < std::min(r.last, begin + place.last); ++k)
                    (k - begin < 32 ? place.withoutLow : place.withoutHigh) |= 1U << ((k - begin) % 32);
        }
    }
    return p;
}

Use PlanBuilder::all(int buffer, Access access) const {
    return {buffer, access, 0, plan_.buffers[static_cast<size_t>(buffer)].floats};
}
Use PlanBuilder::parameter(ParameterId id) const {
    return {plan_.parameters, Access::Read, plan_.parameterAt[static_cast<size_t>(id)], info(id).size()};
}
Use PlanBuilder::partialSums(ParameterId id) const {
    const Partial& p = partial_[static_cast<size_t>(id)];
    return {plan_.partials, Access::Write, p.first, p.stride * p.count};
}

Dispatch& PlanBuilder::add(std::string kernel, std::vector<Use> uses, std::string label) {
    Dispatch& dispatch = list_.emplace_back();
    dispatch.kernel = std::move(kernel);
    dispatch.uses = std::move(uses);
    dispatch.label = std::move(label);
    return dispatch;
}

DropoutBlock PlanBuilder::dropout(const Dropout& d, bool on) const {
    if (!on || d.p <= 0) return {0, 1.0f, d.site};
    return {static_cast<uint32_t>(static_cast<double>(d.p) * 4294967296.0), 1.0f / (1.0f - d.p), d.site};
}

uint32_t PlanBuilder::elementGroups(uint32_t count, uint32_t perGroup) const {
    return std::clamp(ceilDiv(count, perGroup), 1U, traits_.groups[0]);
}

const Tile& PlanBuilder::tileFor(const ProductShape& shape) const {
    if (traits_.tile) return traits_.tile(shape);
    if (traits_.processor) return tiles[0];
    for (size_t i = tiles.size() - 1; i > 2; --i)
        if (ceilDiv(shape.M, tiles[i].rows) * ceilDiv(shape.N, tiles[i].columns) * shape.batches >=
            groupsToFill)
            return tiles[i];
    return tiles[shape.K >= 128 ? 2 : 1];
}

void PlanBuilder::addProduct(const Product& product, std::vector<Use> uses, const std::string& label) {
    const ProductBlock& b = product.block;
    const Tile& tile = tileFor({product.role, b.M, b.N, b.K, product.batches});
    Dispatch& d = add(std::string("product_") + product.role + "_" + tile.name, std::move(uses), label);
    d.flags = {product.layout, product.extra};
    d.push(b);
    d.groups = {ceilDiv(b.N, tile.columns), ceilDiv(b.M, tile.rows), product.batches};
}

uint32_t PlanBuilder::piecesOf(uint32_t M, uint32_t N, uint32_t K) const {
    const uint32_t groups = ceilDiv(M, 32) * ceilDiv(N, 32);
    if (traits_.processor || traits_.sequence) return 1;
    return std::clamp(groupsToFill / groups, 1U, std::clamp(K / 64, 1U, 16U));
}

uint32_t PlanBuilder::chunkOf(uint32_t rows) const {
    if (traits_.sequence) return rows;
    return std::max(fewestRows, ceilDiv(rows, traits_.processor ? 8 : mostPartials));
}

PoolBlock PlanBuilder::poolBlock(const MaxPool& op, bool on) const {
    return {
        0, batch(), length(), width(op.y), op.masked ? 1U : 0U, rowsPerSequence(), dropout(op.dropout, on)};
}

bool PlanBuilder::attentionFitsOnChip(const Attention& op) const {
    const uint32_t T = length(), HS = width(op.y) / static_cast<uint32_t>(op.heads);
    if (traits_.sequence) return true;
    return T <= 64 && (3 * T * HS + T + 2 * T * T) * 4 <= 16384;  // what attention_*.comp declare
}

uint32_t PlanBuilder::laneShift(uint32_t channels) const {
    if (traits_.processor) return 0;
    return channels >= 128 ? 5 : channels >= 64 ? 4 : 3;  // four channels to an invocation
}

/// Forward and backward of each operation, side by side.
struct PlanBuilder::Forward {
    PlanBuilder& b;
    bool on;  ///< dropout

    void operator()(const Embed& op) const {
        Dispatch& d = b.add("embed_forward",
                            {b.all(b.value(op.y), Access::Write), b.parameter(op.weight),
                             op.bias ? b.parameter(*op.bias) : b.all(b.nothing_, Access::Read)},
                            b.tensor(op.y).name);
        d.flags = {op.bias ? 0U : 1U};
        d.push(EmbedBlock{0, b.batch(), b.length(), b.categories(), b.width(op.y), 0, 0, 0,
                          b.dropout(op.inputDropout, on)});
        d.groups[0] = b.elementGroups(b.elements(op.y), 64);
    }
    void operator()(const LoadFeatures& op) const {
        Dispatch& d = b.add("load_features", {b.all(b.value(op.y), Access::Write)}, b.tensor(op.y).name);
        d.push(FeaturesBlock{0, b.rows(op.y), b.width(op.y), b.dropout(op.dropout, on)});
        d.groups[0] = b.elementGroups(b.elements(op.y), 64);
    }
    void operator()(const AddPositions& op) const {
        Dispatch& d = b.add("add_positions",
                            {b.all(b.value(op.x), Access::Read), b.all(b.plan_.positions, Access::Read),
                             b.all(b.value(op.y), Access::Write)},
                            b.tensor(op.y).name);
        d.push(ElementBlock{0, b.elements(op.y), b.length() * b.width(op.y), {}});
        d.groups[0] = b.elementGroups(b.elements(op.y), 64);
    }
    void operator()(const Linear& op) const {
        const uint32_t in = b.width(op.x), out = b.width(op.y), N = b.rows(op.x);
        Product p{"forward",
                  {.M = N,
                   .N = out,
                   .K = in,
                   .lda = in,
                   .ldb = in,
                   .ldc = out,
                   .inner = 1,
                   .pieceOfK = in,
                   .scale = 1,
                   .dropout = b.dropout(op.dropout, on)}};
        p.layout = 2;
        p.extra = 1 + (op.relu ? 2 : 0);
        b.addProduct(p,
                     {b.all(b.value(op.x), Access::Read), b.parameter(op.weight),
                      b.all(b.value(op.y), Access::Write), b.parameter(op.bias)},
                     b.tensor(op.y).name);
    }
    void operator()(const Attention& op) const;
    void operator()(const Norm& op) const {
        const uint32_t N = b.rows(op.y), C = b.width(op.y), shift = b.laneShift(C);
        Dispatch& d = b.add(
            "norm_forward",
            {b.all(b.value(op.x), Access::Read), b.all(b.value(op.residual.value_or(op.x)), Access::Read),
             b.parameter(op.weight), b.parameter(op.bias), b.all(b.value(op.y), Access::Write),
             b.all(b.value(op.stats), Access::Write)},
            b.tensor(op.y).name);
        d.flags = {(op.residual ? 1U : 0U) + (op.relu ? 2U : 0U), shift};
        d.push(NormBlock{0, N, C, op.eps, 0, 0, b.dropout(op.branchDropout, on), b.dropout(op.dropout, on)});
        d.groups[0] = ceilDiv(N, 64U >> shift);
    }
    void operator()(const MaxPool& op) const {
        Dispatch& d = b.add("max_pool_forward",
                            {b.all(b.value(op.x), Access::Read), b.all(b.value(op.y), Access::Write),
                             b.all(b.value(op.winner), Access::Write)},
                            b.tensor(op.y).name);
        d.push(b.poolBlock(op, on));
        d.groups[0] = ceilDiv(b.elements(op.y), 64);
    }
    void operator()(const CrossEntropy&) const {}  // PlanBuilder::loss
};

struct PlanBuilder::Backward {
    PlanBuilder& b;
    bool on;
    bool accumulate;

    void operator()(const Embed& op) const {
        const uint32_t V = b.categories(), C = b.width(op.y), N = b.rows(op.y);
        const bool few = V <= fewCategories;
        const uint32_t chunk = b.chunkOf(N), chunks = ceilDiv(N, chunk);
        const uint32_t table = op.bias ? 0 : 1;
        const Partial weight = b.partial(op.weight, few ? chunks : 1);
        const Partial bias = op.bias ? b.partial(*op.bias, chunks) : Partial{};
        const Use biasSums = op.bias ? b.partialSums(*op.bias) : b.all(b.unused_, Access::Write);
        const EmbedBlock block{0,
                               b.batch(),
                               b.length(),
                               V,
                               C,
                               chunk,
                               static_cast<uint32_t>(weight.stride),
                               static_cast<uint32_t>(bias.stride),
                               b.dropout(op.inputDropout, on)};
        const Use dy = b.all(b.gradient(op.y), Access::Read);
        if (few) {
            Dispatch& d =
                b.add("embed_backward", {dy, b.partialSums(op.weight), biasSums}, b.tensor(op.y).name);
            d.flags = {table};
            d.push(block);
            d.groups = {ceilDiv((V + 1) * C, 64), chunks, 1};
            return;
        }
        Dispatch& zero = b.add("zero", {b.partialSums(op.weight)}, b.tensor(op.y).name);
        zero.push(ElementBlock{0, V * C, 1, {}});
        zero.groups[0] = b.elementGroups(V * C, 256);
        Use owned = b.partialSums(op.weight);
        owned.access = Access::ReadWrite;
        Dispatch& d = b.add("embed_owner", {dy, owned}, b.tensor(op.y).name);
        d.flags = {table};
        d.push(block);
        d.groups[0] = N;
        if (!op.bias) return;
        Dispatch& sum = b.add("column_sum", {dy, biasSums}, b.tensor(op.y).name);
        sum.push(NormBlock{0, N, C, 0, chunk, static_cast<uint32_t>(bias.stride), {}, {}});
        sum.groups = {ceilDiv(C, 64), chunks, 1};
    }
    void operator()(const LoadFeatures&) const {}  // nobody looks at it while dropout is on
    void operator()(const AddPositions& op) const {
        if (!accumulate && b.shareGradient(op.x, op.y)) return;
        Dispatch& d = b.add("copy_gradient",
                            {b.all(b.gradient(op.y), Access::Read),
                             b.all(b.gradient(op.x), accumulate ? Access::ReadWrite : Access::Write)},
                            b.tensor(op.y).name);
        d.flags = {accumulate ? 1U : 0U};
        d.push(ElementBlock{0, b.elements(op.y), 1, {}});
        d.groups[0] = b.elementGroups(b.elements(op.y), 64);
    }
    void mask(TensorId y, bool relu, const Dropout& dropout) const {
        if (!relu && (!on || dropout.p <= 0)) return;
        Dispatch& d =
            b.add("mask_gradient", {b.all(b.gradient(y), Access::ReadWrite), b.all(b.value(y), Access::Read)},
                  b.tensor(y).name);
        d.flags = {relu ? 1U : 0U};
        d.push(ElementBlock{0, b.elements(y), 1, b.dropout(dropout, on)});
        d.groups[0] = b.elementGroups(b.elements(y), 64);
    }
    /// What the gradient of x has to be masked with by whoever writes it, as whoever made x says.
    [[nodiscard]] const Linear* maker(TensorId x) const {
        if (!b.maskedByReader_[static_cast<size_t>(x)]) return nullptr;
        for (const Op& op : b.program_.ops)
            if (const auto* linear = std::get_if<Linear>(&op); linear && linear->y == x) return linear;
        return nullptr;
    }
    void operator()(const Linear& op) const {
        const uint32_t in = b.width(op.x), out = b.width(op.y), N = b.rows(op.x);
        const std::string& label = b.tensor(op.y).name;
        if (!b.maskedByReader_[static_cast<size_t>(op.y)]) mask(op.y, op.relu, op.dropout);
        const Use dy = b.all(b.gradient(op.y), Access::Read);
        if (b.needsGradient(op.x)) {  // y = x weightᵀ
            const Linear* before = maker(op.x);
            Product p{"input_gradient",
                      {.M = N,
                       .N = in,
                       .K = out,
                       .lda = out,
                       .ldb = in,
                       .ldc = in,
                       .inner = 1,
                       .pieceOfK = out,
                       .scale = 1,
                       .dropout = b.dropout(before ? before->dropout : Dropout{}, on)}};
            p.extra = (accumulate ? 1 : 0) + (before ? 2 : 0);
            b.addProduct(p,
                         {dy, b.parameter(op.weight), b.all(b.gradient(op.x), Access::ReadWrite),
                          b.all(before ? b.value(op.x) : b.nothing_, Access::Read)},
                         label);
        }
        const uint32_t pieces = b.piecesOf(out, in, N), piece = ceilDiv(N, pieces), count = ceilDiv(N, piece);
        const Partial weight = b.partial(op.weight, count), bias = b.partial(op.bias, count);
        Product p{"weight_gradient",
                  {.M = out,
                   .N = in,
                   .K = N,
                   .lda = out,
                   .ldb = in,
                   .ldc = in,
                   .inner = 1,
                   .cOuter = static_cast<uint32_t>(weight.stride),
                   .pieceOfK = piece,
                   .sumStride = static_cast<uint32_t>(bias.stride),
                   .scale = 1}};
        p.layout = 1;
        p.extra = 1;
        p.batches = count;
        b.addProduct(
            p, {dy, b.all(b.value(op.x), Access::Read), b.partialSums(op.weight), b.partialSums(op.bias)},
            label);
    }
    void operator()(const Attention& op) const;
    void operator()(const Norm& op) const {
        const uint32_t N = b.rows(op.y), C = b.width(op.y), shift = b.laneShift(C), chunk = b.chunkOf(N);
        const Partial weight = b.partial(op.weight, ceilDiv(N, chunk)),
                      bias = b.partial(op.bias, ceilDiv(N, chunk));
        const NormBlock block{0,
                              N,
                              C,
                              op.eps,
                              chunk,
                              static_cast<uint32_t>(weight.stride),
                              b.dropout(op.branchDropout, on),
                              b.dropout(op.dropout, on)};
        const uint32_t flags = (op.residual ? 1U : 0U) + (op.relu ? 2U : 0U);
        const bool inPlace = b.traits_.sequence && b.shareGradient(op.x, op.y);
        std::vector<Use> uses{b.all(b.gradient(op.y), Access::Read),
                              b.all(b.value(op.y), Access::Read),
                              b.all(b.value(op.x), Access::Read),
                              b.all(b.value(op.residual.value_or(op.x)), Access::Read),
                              b.parameter(op.weight),
                              b.all(b.value(op.stats), Access::Read),
                              b.all(b.gradient(op.x), Access::Write)};
        if (op.residual) uses.push_back(b.all(b.gradient(*op.residual), Access::ReadWrite));
        const std::string& label = b.tensor(op.y).name;
        Dispatch& d = b.add(op.residual ? "norm_backward_residual" : "norm_backward", uses, label);
        d.flags = {flags + (accumulate ? 4U : 0U), shift};
        d.push(block);
        d.groups[0] = ceilDiv(N, 64U >> shift);
        Dispatch& sums = b.add(
            "norm_parameters",
            {uses[0], uses[1], uses[2], uses[3], uses[5], b.partialSums(op.weight), b.partialSums(op.bias)},
            label);
        (void)bias;
        sums.flags = {flags};
        sums.push(block);
        sums.groups = {ceilDiv(C, 64), ceilDiv(N, chunk), 1};
        if (inPlace)
            std::swap(b.list_[b.list_.size() - 1], b.list_[b.list_.size() - 2]);  // it still reads dy
    }
    void operator()(const MaxPool& op) const {
        Dispatch& d = b.add("max_pool_backward",
                            {b.all(b.gradient(op.y), Access::Read), b.all(b.value(op.winner), Access::Read),
                             b.all(b.gradient(op.x), Access::Write)},
                            b.tensor(op.y).name);
        d.push(b.poolBlock(op, on));
        d.groups[0] = b.elementGroups(b.elements(op.x), 64);
    }
    void operator()(const CrossEntropy&) const {}
};

void PlanBuilder::Forward::operator()(const Attention& op) const {
    const uint32_t T = b.length(), NH = static_cast<uint32_t>(op.heads), HS = b.width(op.y) / NH,
                   B = b.batch();
    const uint32_t line = 3 * NH * HS;
    const AttentionBlock block{
        0, B, T, NH, HS, op.masked ? 1U : 0U, b.rowsPerSequence(), 1.0f / std::sqrt(static_cast<float>(HS))};
    const std::string& label = b.tensor(op.y).name;
    const Use qkv = b.all(b.value(op.qkv), Access::Read), y = b.all(b.value(op.y), Access::Write);
    if (b.attentionFitsOnChip(op)) {
        Dispatch& d =
            b.add("attention_forward", {qkv, b.all(b.value(op.probabilities), Access::Write), y}, label);
        d.push(block);
        d.groups = {NH, B, 1};
        return;
    }
    // q, k and v lie side by side in qkv: a line of 3 NH HS floats a token, 3 HS of them a head
    const Use nothing = b.all(b.nothing_, Access::Read);
    Product logits{"forward",
                   {.M = T,
                    .N = T,
                    .K = HS,
                    .lda = line,
                    .ldb = line,
                    .ldc = T,
                    .bFirst = HS,
                    .inner = NH,
                    .aOuter = T * line,
                    .aInner = 3 * HS,
                    .bOuter = T * line,
                    .bInner = 3 * HS,
                    .cOuter = NH * T * T,
                    .cInner = T * T,
                    .pieceOfK = HS,
                    .scale = block.scale}};
    logits.layout = 2;
    logits.batches = B * NH;
    b.addProduct(logits, {qkv, qkv, b.all(b.value(op.probabilities), Access::Write), nothing}, label);
    Dispatch& softmax =
        b.add("softmax_forward", {b.all(b.value(op.probabilities), Access::ReadWrite)}, label);
    softmax.push(block);
    softmax.groups = {NH * T, B, 1};
    Product values{"forward",
                   {.M = T,
                    .N = HS,
                    .K = T,
                    .lda = T,
                    .ldb = line,
                    .ldc = NH * HS,
                    .bFirst = 2 * HS,
                    .inner = NH,
                    .aOuter = NH * T * T,
                    .aInner = T * T,
                    .bOuter = T * line,
                    .bInner = 3 * HS,
                    .cOuter = T * NH * HS,
                    .cInner = HS,
                    .pieceOfK = T,
                    .scale = 1}};
    values.batches = B * NH;
    b.addProduct(values, {b.all(b.value(op.probabilities), Access::Read), qkv, y, nothing}, label);
}

void PlanBuilder::Backward::operator()(const Attention& op) const {
    const uint32_t T = b.length(), NH = static_cast<uint32_t>(op.heads), HS = b.width(op.y) / NH,
                   B = b.batch();
    const uint32_t line = 3 * NH * HS;
    const AttentionBlock block{
        0, B, T, NH, HS, op.masked ? 1U : 0U, b.rowsPerSequence(), 1.0f / std::sqrt(static_cast<float>(HS))};
    const std::string& label = b.tensor(op.y).name;
    const Use qkv = b.all(b.value(op.qkv), Access::Read), P = b.all(b.value(op.probabilities), Access::Read);
    const Use dy = b.all(b.gradient(op.y), Access::Read), dqkv = b.all(b.gradient(op.qkv), Access::Write);
    const Use dP = b.all(b.gradient(op.probabilities), Access::Write);
    if (b.attentionFitsOnChip(op)) {
        Dispatch& d = b.add("attention_backward", {qkv, P, dy, dqkv, dP}, label);
        d.push(block);
        d.groups = {NH, B, 1};
        return;
    }
    const Use nothing = b.all(b.nothing_, Access::Read);
    const int scratch = b.addBuffer("the gradient of the logits of " + label, dP.floats, false);
    const auto read = [](Use use) { return use.access = Access::Read, use; };
    // The strides of the four kinds of operands; see Forward.
    const auto product = [&](uint32_t layout, uint32_t N, uint32_t K, bool aIsSquare, uint32_t bPart,
                             bool cIsSquare, uint32_t cPart, const std::vector<Use>& uses, bool bIsDy) {
        Product p{"forward",
                  {.M = T,
                   .N = N,
                   .K = K,
                   .lda = aIsSquare ? T : NH * HS,
                   .ldb = bIsDy ? NH * HS : line,
                   .ldc = cIsSquare ? T : line,
                   .bFirst = bIsDy ? 0 : bPart * HS,
                   .cFirst = cIsSquare ? 0 : cPart * HS,
                   .inner = NH,
                   .aOuter = aIsSquare ? NH * T * T : T * NH * HS,
                   .aInner = aIsSquare ? T * T : HS,
                   .bOuter = bIsDy ? T * NH * HS : T * line,
                   .bInner = bIsDy ? HS : 3 * HS,
                   .cOuter = cIsSquare ? NH * T * T : T * line,
                   .cInner = cIsSquare ? T * T : 3 * HS,
                   .pieceOfK = K,
                   .scale = 1}};
        p.layout = layout;
        p.batches = B * NH;
        b.addProduct(p, uses, label);
    };
    product(2, T, HS, false, 2, true, 0, {dy, qkv, dP, nothing}, false);  // dP = dY Vᵀ
    product(1, HS, T, true, 0, false, 2, {P, dy, dqkv, nothing}, true);   // dV = Pᵀ dY
    Dispatch& softmax = b.add("softmax_backward", {P, read(dP), b.all(scratch, Access::Write)}, label);
    softmax.push(block);
    softmax.groups = {NH * T, B, 1};
    const Use dS = b.all(scratch, Access::Read);
    product(0, HS, T, true, 1, false, 0, {dS, qkv, dqkv, nothing}, false);  // dQ = dS K
    product(1, HS, T, true, 0, false, 1, {dS, qkv, dqkv, nothing}, false);  // dK = dSᵀ Q
}

void PlanBuilder::forward(bool dropout) {
    for (const Op& op : program_.ops) std::visit(Forward{*this, dropout}, op);
}

void PlanBuilder::loss(bool withGradient) {
    const CrossEntropy& op = program_.loss();
    std::vector<Use> uses{all(value(op.logits), Access::Read), all(plan_.lossParts, Access::Write)};
    if (withGradient) uses.push_back(all(gradient(op.logits), Access::Write));
    Dispatch& d = add(withGradient ? "cross_entropy_gradient" : "cross_entropy", uses, "loss");
    d.push(LossBlock{0, batch() * static_cast<uint32_t>(op.rows), static_cast<uint32_t>(op.classes)});
    d.groups[0] = plan_.lossGroups;
}

void PlanBuilder::backward(bool dropout) {
    for (size_t i = program_.ops.size(); i-- > 0;)
        std::visit(Backward{*this, dropout, accumulate_[i]}, program_.ops[i]);
}

void PlanBuilder::sequence(const SequencePlan& sequence) {
    plan_.operations = sequence.operations;
    plan_.gradientPlaces = sequence.gradientPlaces;
    plan_.operationList =
        addBuffer("the operations", static_cast<int64_t>(sequence.operations.size()) * 64, true);
    plan_.buffers[static_cast<size_t>(plan_.partials)].floats = sequence.partialFloats * batch();
    // One loss group for each sequence; the memory is for 64 rows a group, which may be fewer.
    int64_t& lossFloats = plan_.buffers[static_cast<size_t>(plan_.lossParts)].floats;
    lossFloats = lossFloats / plan_.lossGroups * std::max(plan_.lossGroups, batch());
    plan_.trainLossGroups = batch();
    Dispatch& d = add("sequence",
                      {all(plan_.operationList, Access::Read), all(plan_.parameters, Access::Read),
                       all(plan_.positions, Access::Read), all(plan_.partials, Access::Write),
                       all(plan_.lossParts, Access::Write)},
                      "all operations");
    d.push(SequenceBlock{0, batch(), static_cast<uint>(sequence.operations.size()),
                         static_cast<uint>(sequence.partialFloats)});
    d.groups[0] = batch();
}

void PlanBuilder::reduce() {
    const auto count = static_cast<uint32_t>(plan_.parameterFloats);
    plan_.gradientPlaces.resize(count / alignment);
    // Few parameters, each with many sums, take more groups; elsewhere there are enough of them.
    const auto& places = plan_.gradientPlaces;
    const bool spread = !traits_.processor && ceilDiv(count, 1024) < groupsToFill &&
                        std::any_of(places.begin(), places.end(),
                                    [](const GradientPlace& place) { return place.count >= manySums; });
    const uint32_t groups = ceilDiv(count, spread ? 64 : 1024);
    if (squares_ < 0) squares_ = addBuffer("the partial norms", groups, false);
    Dispatch& d = add("reduce_gradients",
                      {all(plan_.places, Access::Read), all(plan_.partials, Access::Read),
                       all(plan_.gradient, Access::Write), all(squares_, Access::Write)},
                      "gradient");
    d.flags = {spread ? 1U : 0U};
    d.push(ReduceBlock{0, count});
    d.groups[0] = groups;
    for (const ParameterRange& range : program_.cancelling)
        for (size_t i = 0; i < program_.parameters.size();
             ++i) {  // whole parameters: they are aligned on the device
            const ParameterInfo& p = program_.parameters[i];
            if (p.offset < range.first || p.offset >= range.last) continue;
            Dispatch& cancel =
                add("cancel", {{plan_.gradient, Access::ReadWrite, plan_.parameterAt[i], p.size()}}, p.name);
            cancel.push(CancelBlock{0, static_cast<uint32_t>(p.size()), Program::cancelled});
        }
}

void PlanBuilder::update() {
    reduce();
    const TrainingConfig& t = options_.training;
    const auto count = static_cast<uint32_t>(plan_.parameterFloats);
    Dispatch& d = add("update",
                      {all(plan_.gradient, Access::Read), all(squares_, Access::Read),
                       all(plan_.parameters, Access::ReadWrite), all(plan_.first, Access::ReadWrite),
                       all(plan_.second, Access::ReadWrite), all(plan_.stepResults, Access::Write)},
                      "optimiser");
    d.push(UpdateBlock{0, count, static_cast<uint32_t>(plan_.buffers[static_cast<size_t>(squares_)].floats),
                       t.optimiser == Optimiser::RmsProp ? updateRmsProp : updateAdam,
                       static_cast<float>(t.beta1), static_cast<float>(t.beta2), static_cast<float>(t.rho),
                       static_cast<float>(t.epsilon),
                       t.optimiser == Optimiser::AdamW ? static_cast<float>(t.weightDecay) : 0.0f,
                       static_cast<float>(t.clipNorm)});
    d.groups[0] = ceilDiv(count, 1024);
    plan_.updates = 1;
}

}  // namespace attx::gpu
