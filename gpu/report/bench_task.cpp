#include "gpu/report/bench_task.h"

#include <algorithm>
#include <chrono>
#include <ctime>

#include "model/config/task.h"
#include "model/data/philox.h"
#include "model/network/program_analysis.h"
#include "model/network/schedule.h"

namespace attx {
namespace {

constexpr const char *languageTask = "language", *visionTask = "vision";

/// Rows for a configuration: of a rule those that it makes, else random ones of the shape that the network
/// reads.
DataSet benchData(const RunConfig& config) {
    if (config.data.task == TaskKind::Sequences && config.data.csvPath.empty()) return makeData(config.data);
    const NetworkConfig& network = config.network;
    DataSet data;
    Table& table = data.train;
    PhiloxSequence random(config.seed, RandomStream::Data);
    const auto below = [&](int most) { return int32_t(random.below(uint32_t(most))); };
    table.length = config.data.positions();
    const bool features = network.input == InputKind::Features;
    if (network.output == OutputKind::Set) {
        constexpr int classes = 100, perClass = 64;
        table.rows = int64_t{classes} * perClass;
        for (int64_t row = 0; row < table.rows; ++row) table.classes.push_back(int32_t(row % classes));
    } else {
        const int64_t sequences = features ? 256 : 1600, places = sequences * table.length;
        table.rows = features ? places : sequences;
        const bool answersEach = network.output == OutputKind::Positions;
        const int classes = std::max(2, network.numClasses);  // one class: a binary answer
        for (int64_t place = 0; place < places; ++place) {
            if (answersEach || place % table.length == 0)
                table.labels.push_back(below(classes));
            else if (features)  // the patches of a picture have its label
                table.labels.push_back(table.labels.back());
        }
        for (int64_t place = 0; place < places && !features; ++place)
            table.tokens.push_back(below(network.inputDim));
    }
    if (features) {
        table.featureDim = network.inputDim;
        for (int64_t i = 0; i < table.rows * table.featureDim; ++i)
            table.features.push_back(random.uniform(-1, 1));
    }
    return data;
}

/// A small GPT: the next token.
BenchTask language() {
    BenchTask task;
    NetworkConfig& network = task.config.network;
    network.inputDim = network.numClasses = 256;
    network.modelDim = 128;
    network.numHeads = network.numLayers = 4;
    network.dimFeedforward = 4 * network.modelDim;
    network.activation = Activation::Gelu;
    network.normFirst = network.causal = true;
    network.positions = Positions::Learned;
    network.embeddingTable = network.linearOutput = true;
    task.config.data.task = TaskKind::Language;
    task.config.data.length = network.maxPositions = 128;
    task.config.training.batchSize = 64;
    task.data = benchData(task.config);
    return task;
}

/// A small ViT: classes of pictures of 64 patches behind a class token.
BenchTask vision() {
    BenchTask task;
    NetworkConfig& network = task.config.network;
    network.input = InputKind::Features;
    network.output = OutputKind::Pooled;
    network.numClasses = 10;
    network.modelDim = 192;
    network.numHeads = 3;
    network.numLayers = 6;
    network.dimFeedforward = 4 * network.modelDim;
    network.activation = Activation::Gelu;
    network.normFirst = network.classToken = true;
    network.pooling = PoolingKind::First;
    network.positions = Positions::Learned;
    task.config.data.task = TaskKind::Pictures;
    task.config.data.pictureSize = 32;
    task.config.data.patchSize = 4;
    network.inputDim = task.config.data.patchNumbers();
    network.maxPositions = network.positionsFor(task.config.data.positions());
    task.config.training.batchSize = 64;
    task.data = benchData(task.config);
    return task;
}

double processorMicroseconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e6 + double(time.tv_nsec) * 1e-3;
}

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

}  // namespace

BenchTask benchTask(const std::string& preset) {
    if (preset == languageTask) return language();
    if (preset == visionTask) return vision();
    BenchTask task{presetByName(preset), {}};
    task.data = benchData(task.config);
    return task;
}

std::vector<BenchSize> growthSizes() {
    std::vector<BenchSize> sizes{{}};
    for (const int width : {32, 64, 256, 512}) sizes.push_back({.width = width});
    for (const int layers : {1, 4, 8}) sizes.push_back({.layers = layers});
    for (const int heads : {1, 2, 8, 16, 32}) sizes.push_back({.heads = heads});
    for (const int length : {16, 256, 1024}) sizes.push_back({.length = length});
    for (const int batch : {32, 256, 1024}) sizes.push_back({.batch = batch});
    return sizes;
}

BenchTask grownTask(const BenchSize& size) {
    BenchTask task{presetByName("reverse"), {}};
    task.config.network.modelDim = size.width;
    task.config.network.dimFeedforward = 2 * size.width;
    task.config.network.numLayers = size.layers;
    task.config.network.numHeads = size.heads;
    task.config.data.length = size.length;
    task.config.training.batchSize = size.batch;
    task.config.data.trainSize = std::max(size.batch, 1024);
    task.data = benchData(task.config);
    return task;
}

std::unique_ptr<Session> benchSession(const Backend& backend, const BenchTask& task, int threads) {
    const RunConfig& config = task.config;
    const SessionOptions options{.batch = config.training.batchSize,
                                 .training = config.training,
                                 .seed = config.seed,
                                 .threads = threads};
    auto session = backend.compile(buildProgram(config.network, config.data.positions()), options);
    session->writeParameters(initialParameters(session->program(), config.seed));
    session->bind(task.data.train);
    return session;
}

StepTime timeSteps(Session& session, const BenchTask& task, int steps) {
    const auto& [config, data] = task;
    using Clock = std::chrono::steady_clock;
    const int block = std::clamp(steps / 5, 1, int(std::max<int64_t>(30, session.stepsPerCall())));
    const auto B = size_t(config.training.batchSize * session.program().rowsPerSequence());
    const std::vector<int32_t> order = trainingRows(data.train, config.data, config.seed, 0);
    const int64_t planned =
        data.train.rows / config.training.batchSize * config.training.epochs + steps + block;
    std::vector<double> clock, processor;
    std::vector<int32_t> rows(static_cast<size_t>(block) * B);
    std::vector<StepScalars> scalars(static_cast<size_t>(block));
    std::vector<StepMetrics> results(static_cast<size_t>(block));
    for (int done = -block; done < steps; done += block) {
        const auto first = size_t(done + block) * B;
        for (size_t i = 0; i < rows.size(); ++i) rows[i] = order[(first + i) % order.size()];
        for (int i = 0; i < block; ++i) {
            const int64_t step = done + block + i;
            const double factor =
                scheduleFactor(config.training.schedule, step, config.training.warmup, planned);
            scalars[i] = stepScalars(config.training, config.training.learningRate * factor, step);
        }
        const Clock::time_point start = Clock::now();
        const double before = processorMicroseconds();
        (void)session.train(rows, scalars, results);
        const std::chrono::duration<double, std::micro> time = Clock::now() - start;
        if (done < 0) continue;
        clock.push_back(time.count() / block);
        processor.push_back((processorMicroseconds() - before) / block);
    }
    return {median(clock), median(processor)};
}

double flopOfStep(const Program& program, int batch) {
    double flop = 3 * flopsPerSequence(program);
    for (const Op& op : program.ops)
        if (const auto* linear = std::get_if<Linear>(&op))
            if (linear->x == program.features)
                flop -= 2.0 * program.given() * double(program.parameters[linear->weight].size());
    return flop * batch;
}

}  // namespace attx
