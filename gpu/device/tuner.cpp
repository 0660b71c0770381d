#include "gpu/device/tuner.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <sstream>

#include "gpu/device/cache_file.h"
#include "gpu/device/recorder.h"
#include "gpu/device/shader_table.h"
#include "gpu/device/transfer.h"
#include "gpu/plan/plan_builder.h"

namespace attx::gpu {
namespace {

// Products are timed so many at a time, so often: the clock ticks in microseconds on some devices.
constexpr uint32_t repeats = 8;
constexpr int rounds = 3;
// Work before the first trial: an idle device takes some time to raise its clock.
constexpr std::chrono::milliseconds warmUp{100};

std::string keyOf(const ProductShape& s) {
    std::ostringstream key;
    key << toString(s.role) << ' ' << s.layout << ' ' << s.M << ' ' << s.N << ' ' << s.K << ' ' << s.batches;
    return key.str();
}

/// Tells products of this build from those of others, whose times are of no use.
std::string codeOfProducts() {
    uint64_t hash = 14695981039346656037U;  // FNV-1a
    for (const ProductRole role :
         {ProductRole::Forward, ProductRole::InputGradient, ProductRole::WeightGradient})
        for (const Tile& tile : tiles) {
            const std::string name = productKernel(role, tile).name;
            const ShaderCode& code = shaderCode(name);
            for (size_t i = 0; i < code.bytes / 4; ++i) hash = (hash ^ code.words[i]) * 1099511628211U;
        }
    return std::to_string(hash);
}

/// A plan of nothing but `repeats` times the product, which write to the same memory and so wait for one
/// another.
Plan trialPlan(const ProductShape& shape, const Tile& tile) {
    const bool weights = shape.role == ProductRole::WeightGradient;
    ProductBlock block{};
    block.M = shape.M, block.N = shape.N, block.K = shape.K;
    block.lda = (shape.layout & PRODUCT_A_TRANSPOSED) != 0 ? shape.M : shape.K;
    block.ldb = (shape.layout & PRODUCT_B_TRANSPOSED) != 0 ? shape.K : shape.N;
    block.ldc = shape.N;
    block.inner = 1;
    block.pieceOfK = shape.K;
    if (weights) {  // batches are pieces of K
        block.pieceOfK = ceilDiv(shape.K, shape.batches);
        block.sumStride = shape.M;
    } else {
        block.aOuter = shape.M * shape.K;
        block.bOuter = shape.N * shape.K;
    }
    block.cOuter = shape.M * shape.N;
    block.scale = 1;
    const int64_t operands = weights ? 1 : shape.batches;
    Plan plan;
    plan.buffers = {{"a", operands * shape.M * shape.K, true},
                    {"b", operands * shape.N * shape.K, true},
                    {"c", int64_t{shape.batches} * shape.M * shape.N, true},
                    {"rest", std::max<int64_t>(int64_t{shape.batches} * shape.M, shape.N), true}};
    for (PlanBuffer& buffer : plan.buffers) {
        buffer.at = plan.arenaFloats;
        plan.arenaFloats += aligned(buffer.floats);
    }
    Dispatch d;
    d.kernel = productKernel(shape.role, tile).name;
    d.flags = productFlags(tile, block, shape.layout, when(weights, PRODUCT_LINE_SUMS));
    const auto use = [&](int buffer, Access access) {
        return Use{buffer, access, 0, plan.buffers[buffer].floats};
    };
    d.uses = {use(0, Access::Read), use(1, Access::Read), use(2, Access::ReadWrite),
              use(3, weights ? Access::Write : Access::Read)};
    if (shape.role == ProductRole::Forward) d.uses.push_back(use(3, Access::Read));
    d.push(block);
    d.groups = {ceilDiv(shape.N, tile.columns), ceilDiv(shape.M, tile.rows), shape.batches};
    plan.train.push_back(d);
    return plan;
}

// Below so many multiplications a product takes about as long as its launch, whatever its tile.
constexpr double fewestProducts = 4e6;

bool paysOff(const ProductShape& s) {
    return double(s.M) * s.N * s.K * (s.role == ProductRole::WeightGradient ? 1 : s.batches) >=
           fewestProducts;
}

/// Not a processor's, and not one of which half or more would lie outside of the product.
bool suits(const Tile& tile, const ProductShape& shape, uint32_t sharedBytes) {
    return &tile != &tiles[0] && tile.sharedBytes <= sharedBytes &&
           (&tile == &tiles[1] || (tile.rows < 2 * shape.M && tile.columns < 2 * shape.N));
}

}  // namespace

Tuner::Tuner(const Device& device, Pipelines& pipelines)
    : device_(device),
      pipelines_(pipelines),
      file_(cacheFolder().empty() || !device.keepsTime()
                ? std::string()
                : cacheFolder() + "/tiles-" + device.identity() + "-" + codeOfProducts()) {
    if (file_.empty()) return;
    std::istringstream lines(readCache(file_));
    for (std::string line; std::getline(lines, line);)
        if (const size_t colon = line.find(": "); colon != std::string::npos)
            found_[line.substr(0, colon)] = line.substr(colon + 2);
}

void Tuner::save() {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(added_, false)) return;
    std::string lines;
    for (const auto& [key, tile] : found_) lines += key + ": " + tile + "\n";
    writeCache(file_, lines);
}

const Tile& Tuner::best(const ProductShape& shape) {
    const std::lock_guard lock(mutex_);
    const auto found = found_.find(keyOf(shape));
    const auto known = std::ranges::find_if(
        tiles, [&](const Tile& t) { return found != found_.end() && found->second == t.name; });
    return known != tiles.end() ? *known : usualTile(shape, device_.traits().sharedBytes);
}

void Tuner::learn(const std::vector<ProductShape>& shapes, const Told& told, const Tried& tried) {
    const std::lock_guard lock(mutex_);
    struct Trial {
        std::string key;
        const Tile* tile;
        Plan plan;
    };
    std::vector<Trial> trials;
    std::set<std::string> keys;
    for (const ProductShape& shape : shapes)
        if (const std::string key = keyOf(shape);
            paysOff(shape) && !found_.contains(key) && keys.insert(key).second)
            for (const Tile& tile : tiles)
                if (suits(tile, shape, device_.traits().sharedBytes))
                    trials.push_back({key, &tile, trialPlan(shape, tile)});
    std::vector<const Dispatch*> kernels;
    for (const Trial& trial : trials) kernels.push_back(&trial.plan.train.front());
    bool goOn = true;
    (void)pipelines_.prepare(kernels, [&](size_t done, size_t all) {
        return goOn = told(kernels.size() - all + done, kernels.size() + trials.size());
    });
    std::map<std::string, std::pair<double, const Tile*>> best;
    for (size_t i = 0; i < trials.size() && goOn; ++i) {
        const auto& [key, tile, plan] = trials[i];
        try {
            const double seconds = time(plan);
            if (tried) tried(key, tile->name, seconds * 1e6);
            if (const auto it = best.find(key); it == best.end() || seconds < it->second.first)
                best[key] = {seconds, tile};
        } catch (const vk::DeviceLostError&) {
            throw;
        } catch (const vk::SystemError&) {  // the other tiles compute the same
        }
        goOn = told(kernels.size() + i + 1, kernels.size() + trials.size());
        // A shape counts once all of its tiles were tried, or its choice would depend on when it was stopped.
        if ((i + 1 == trials.size() || trials[i + 1].key != key) && best.contains(key)) {
            found_[key] = best[key].second->name;
            added_ = true;
        }
    }
}

double Tuner::time(const Plan& plan) {
    const Buffer memory(device_, plan.arenaFloats * 4, Memory::Device, "a trial");
    Transfer(device_).zero(memory);
    const Recorder recorder(device_, pipelines_, plan, plan.train, memory, memory);
    // Set 1 has to be there, but nothing of it is read.
    const vk::raii::DescriptorPool pool = makeDescriptorPool(device_, 1, Pipelines::tableBindings);
    const auto sets = makeDescriptorSets(device_, pool, {pipelines_.tableLayout()});
    for (uint32_t i = 0; i < Pipelines::tableBindings; ++i)
        writeDescriptor(device_, sets.front(), i, {.buffer = memory.handle(), .offset = 0, .range = 256});
    const vk::raii::QueryPool queries(
        device_.handle(), vk::QueryPoolCreateInfo{.queryType = vk::QueryType::eTimestamp, .queryCount = 2});
    const vk::raii::CommandPool commandPool = makePool(device_);
    const vk::raii::CommandBuffer commands = makeCommands(device_, commandPool);
    const vk::raii::Fence fence(device_.handle(), vk::FenceCreateInfo{});
    commands.begin(vk::CommandBufferBeginInfo{});
    commands.resetQueryPool(*queries, 0, 2);
    Recorder::begin(commands);
    commands.writeTimestamp(vk::PipelineStageFlagBits::eBottomOfPipe, *queries, 0);
    Hazards hazards;
    for (uint32_t i = 0; i < repeats; ++i) recorder.record(commands, hazards, *sets.front(), 0, 0, 1);
    commands.writeTimestamp(vk::PipelineStageFlagBits::eBottomOfPipe, *queries, 1);
    Recorder::end(commands);
    commands.end();
    const auto run = [&] {
        device_.submit(commands, fence);
        waitFor(device_, fence);
    };
    const auto start = std::chrono::steady_clock::now();
    do run();  // once at least, so that code and data are there
    while (!warm_ && std::chrono::steady_clock::now() - start < warmUp);
    warm_ = true;
    double shortest = 0;
    for (int round = 0; round < rounds; ++round) {
        run();
        const auto [result, ticks] =
            queries.getResults<uint64_t>(0, 2, 2 * sizeof(uint64_t), sizeof(uint64_t),
                                         vk::QueryResultFlagBits::e64 | vk::QueryResultFlagBits::eWait);
        const double seconds = device_.seconds(ticks[0], ticks[1]) / repeats;
        if (round == 0 || seconds < shortest) shortest = seconds;
    }
    return shortest;
}

}  // namespace attx::gpu
