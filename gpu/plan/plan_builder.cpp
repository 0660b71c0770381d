#include "gpu/plan/plan_builder.h"

#include <algorithm>

namespace attx::gpu {
namespace {

// Rows below which a partial sum is not worth its launch; and how many sums are.
constexpr uint32_t fewestRows = 8, mostPartials = 64;
constexpr int64_t placeFloats = sizeof(GradientPlace) / sizeof(float);
// Partial sums of a parameter that several invocations add up together, if there are few parameters.
constexpr uint32_t manySums = 16;

}  // namespace

PlanBuilder::PlanBuilder(const Program& program, const FusedOps& ops, const SessionOptions& options,
                         const Traits& traits, uint32_t slots)
    : program_(program),
      ops_(ops),
      options_(options),
      traits_(traits),
      slots_(slots),
      addsTo_(gradientsAddedTo(program, ops)) {
    addParameters(slots);
    plan_.sortedRows = sortedRowsOf(program, options);
    nothing_ = addBuffer("nothing", alignment, true);
    unused_ = addBuffer("what is never read", alignment, true);
    plan_.positions = addBuffer("positions", int64_t{program.length} * program.config.modelDim, true);
    plan_.gates = addBuffer("the gates", program.config.numLayers * aligned(program.config.numHeads), true);
    plan_.hidden = addBuffer("the masked keys", program.length, true);
    plan_.values.assign(program.tensors.size(), -1);
    plan_.gradients.assign(program.tensors.size(), -1);
    findFusedMasks();
    findFolds();
    const std::vector<bool> stored = storedTensors(program, ops);
    for (size_t i = 0; i < program.tensors.size(); ++i)
        if (stored[i])
            plan_.values[i] =
                addBuffer(program.tensors[i].name, floats(static_cast<TensorId>(i)), options.keepTensors);
}

void PlanBuilder::findFusedMasks() {
    fusedMask_.assign(program_.tensors.size(), nullptr);
    const std::vector<std::vector<size_t>> readers = readersOfTensors(program_, ops_);
    for (const FusedOp& op : ops_)
        if (const auto* linear = std::get_if<FusedLinear>(&op); linear && linear->relu)
            if (const auto& own = readers[linear->y];
                own.size() == 1 && std::holds_alternative<FusedLinear>(ops_[own.front()]))
                fusedMask_[linear->y] = linear;
}

void PlanBuilder::addParameters(uint32_t slots) {
    for (const ParameterInfo& p : program_.parameters) {
        plan_.parameterAt.push_back(plan_.parameterFloats);
        plan_.parameterFloats += aligned(p.size());
    }
    plan_.parameters = addBuffer("the parameters", plan_.parameterFloats, true);
    plan_.lossGroups = ceilDiv(batch() * uint32_t(program_.loss().rows), SMALL_GROUP);
    plan_.trainLossGroups = plan_.lossGroups;
    plan_.lossParts = addBuffer("the loss", int64_t{slots} * plan_.lossGroups * 4, true, true);
    if (!options_.train) return;
    plan_.first = addBuffer("the first moments", plan_.parameterFloats, true);
    plan_.second = addBuffer("the second moments", plan_.parameterFloats, true);
    plan_.gradient = addBuffer("the gradient", plan_.parameterFloats, true);
    plan_.partials = addBuffer("the partial sums of the gradient", 0, true);
    const auto canCancel = int64_t(cancelling().size());
    plan_.places = addBuffer("the places of the partial sums",
                             (plan_.parameterFloats / alignment + canCancel) * placeFloats, true);
    plan_.stepResults = addBuffer("the results", int64_t{slots} * 4, true, true);
    partial_.assign(program_.parameters.size(), {});
}

int PlanBuilder::addBuffer(std::string name, int64_t floats, bool kept, bool results) {
    plan_.buffers.push_back({std::move(name), floats, kept, results, 0});
    return int(plan_.buffers.size()) - 1;
}

int PlanBuilder::gradient(TensorId id) {
    int& buffer = plan_.gradients[id];
    if (buffer < 0)
        buffer = addBuffer("the gradient of " + tensor(id).name, floats(id), options_.keepTensors);
    return buffer;
}

bool PlanBuilder::shareGradient(TensorId x, TensorId y) {
    int& buffer = plan_.gradients[x];
    if (options_.keepTensors || (buffer >= 0 && buffer != gradient(y))) return false;
    buffer = gradient(y);
    return true;
}

PlanBuilder::Partial& PlanBuilder::partial(ParameterId id, uint32_t count) {
    Partial& p = partial_[id];
    if (p.count == 0) {
        int64_t& floats = plan_.buffers[plan_.partials].floats;
        p = {floats, aligned(info(id).size()), count};
        floats += p.stride * count;
        const auto first = size_t(plan_.parameterAt[id] / alignment);
        plan_.gradientPlaces.resize(plan_.parameterFloats / alignment);
        for (int64_t i = 0; i < p.stride / alignment; ++i) {
            GradientPlace& place = plan_.gradientPlaces[first + size_t(i)];
            place = {static_cast<uint32_t>(p.first + i * alignment),
                     uint32_t(p.stride),
                     count,
                     uint32_t(std::min(alignment, info(id).size() - i * alignment)),
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
    return {buffer, access, 0, plan_.buffers[buffer].floats};
}
Use PlanBuilder::parameter(ParameterId id) const {
    return {plan_.parameters, Access::Read, plan_.parameterAt[id], info(id).size()};
}
Use PlanBuilder::partialSums(ParameterId id) const {
    const Partial& p = partial_[id];
    return {plan_.partials, Access::Write, p.first, p.stride * p.count};
}

DropoutBlock PlanBuilder::dropout(const DropoutSite& d, bool on) const {
    if (!on || d.p <= 0) return {0, 1.0f, d.site};
    return {static_cast<uint32_t>(double(d.p) * 4294967296.0), 1.0f / (1.0f - d.p), d.site};
}

uint32_t PlanBuilder::elementGroups(uint32_t count, uint32_t perGroup) const {
    return std::clamp(ceilDiv(count, perGroup), 1U, traits_.groups[0]);
}

uint32_t PlanBuilder::chunkOf(uint32_t rows) const {
    if (traits_.sequence) return rows;
    return std::max(fewestRows, ceilDiv(rows, traits_.processor ? 8 : mostPartials));
}

void PlanBuilder::trainLossIn(uint32_t groups) {  // the memory is for plan_.lossGroups, which may be fewer
    int64_t& floats = plan_.buffers[plan_.lossParts].floats;
    floats = floats / plan_.lossGroups * std::max(plan_.lossGroups, groups);
    plan_.trainLossGroups = groups;
}

void PlanBuilder::loss(bool withGradient) {
    if (withGradient && folds_.head) return head();
    const CrossEntropy& op = program_.loss();
    std::vector<Use> uses{reads(op.logits), all(plan_.lossParts, Access::Write)};
    if (withGradient) uses.push_back(all(gradient(op.logits), Access::Write));
    const LossBlock block{0, batch() * uint32_t(op.rows), uint32_t(op.classes)};
    add(withGradient ? Kernel("cross_entropy_gradient", SEQUENCE_CROSS_ENTROPY) : Kernel("cross_entropy"),
        uses, "loss", block, {plan_.lossGroups});
}

void PlanBuilder::sequence(const SequencePlan& sequence) {
    plan_.operations = sequence.operations;
    plan_.gradientPlaces = sequence.gradientPlaces;
    plan_.operationList = addBuffer("the operations", int64_t(sequence.operations.size()) * 64, true);
    plan_.buffers[plan_.partials].floats = sequence.partialFloats * batch();
    trainLossIn(batch());
    add({"sequence"},
        {all(plan_.operationList, Access::Read), all(plan_.parameters, Access::Read),
         all(plan_.positions, Access::Read), all(plan_.partials, Access::Write),
         all(plan_.lossParts, Access::Write)},
        "all operations",
        SequenceBlock{0, batch(), static_cast<uint>(sequence.operations.size()),
                      static_cast<uint>(sequence.partialFloats)},
        {batch()});
}

std::vector<size_t> PlanBuilder::cancelling() const {
    std::vector<size_t> list;
    for (const ParameterRange& range : program_.cancelling)
        for (size_t i = 0; i < program_.parameters.size(); ++i)
            if (const int64_t first = program_.parameters[i].offset;
                first >= range.first && first < range.last)
                list.push_back(i);
    return list;
}

void PlanBuilder::reduce() {
    const auto count = uint32_t(plan_.parameterFloats);
    plan_.gradientPlaces.resize(count / alignment);
    // Few parameters, each with many sums, take more groups; elsewhere there are enough of them.
    const auto& places = plan_.gradientPlaces;
    const bool spread =
        !traits_.processor && ceilDiv(count, OPTIMISER_GROUP) < groupsToFill &&
        std::ranges::any_of(places, [](const GradientPlace& place) { return place.count >= manySums; });
    const std::vector<size_t> apart = cancelling();
    for (const size_t i : apart) {
        const int64_t first = plan_.parameterAt[i], size = program_.parameters[i].size();
        for (int64_t at = first; at < first + size; at += alignment)
            plan_.gradientPlaces[at / alignment].last |= GRADIENT_CANCELS;
        plan_.gradientPlaces.push_back({.first = uint32_t(first), .count = uint32_t(size)});
    }
    const uint32_t groups = ceilDiv(count, spread ? OPTIMISER_GROUP / 16 : OPTIMISER_GROUP);
    const uint32_t together = groups + uint32_t(apart.size());
    if (squares_ < 0) squares_ = addBuffer("the partial norms", together, false);
    add({"reduce_gradients"},
        {all(plan_.places, Access::Read), all(plan_.partials, Access::Read),
         all(plan_.gradient, Access::ReadWrite), all(squares_, Access::Write)},
        "gradient", ReduceBlock{0, count, groups, Program::cancelled}, {together},
        {when(spread, REDUCE_SPREAD)});
}

namespace {

uint32_t kindOf(Optimiser optimiser) {
    switch (optimiser) {
        case Optimiser::Adam:
        case Optimiser::AdamW:
            return UPDATE_ADAM;
        case Optimiser::RmsProp:
            return UPDATE_RMSPROP;
        case Optimiser::RmsPropKeras3:
            return UPDATE_RMSPROP_KERAS3;
        case Optimiser::AdamL2:
            return UPDATE_ADAM_L2;
        case Optimiser::Sgd:
            return UPDATE_SGD;
    }
    return UPDATE_ADAM;
}

}  // namespace

void PlanBuilder::update() {
    reduce();
    int64_t frozen = 0;
    for (size_t i = 0; i < program_.parameters.size(); ++i)
        if (program_.parameters[i].offset < program_.frozen)
            frozen = plan_.parameterAt[i] + aligned(program_.parameters[i].size());
    const TrainingConfig& t = options_.training;
    const auto count = uint32_t(plan_.parameterFloats);
    const UpdateBlock block{0,
                            count,
                            uint32_t(plan_.buffers[squares_].floats),
                            kindOf(t.optimiser),
                            float(t.beta1),
                            float(t.beta2),
                            float(t.rho),
                            float(t.epsilon),
                            t.optimiser == Optimiser::Adam ? 0.0f : float(t.weightDecay),
                            float(t.clipNorm),
                            uint32_t(frozen)};
    add({"update"},
        {all(plan_.gradient, Access::Read), all(squares_, Access::Read),
         all(plan_.parameters, Access::ReadWrite), all(plan_.first, Access::ReadWrite),
         all(plan_.second, Access::ReadWrite), all(plan_.stepResults, Access::Write)},
        "optimiser", block, {ceilDiv(count, OPTIMISER_GROUP)});
}

}  // namespace attx::gpu
