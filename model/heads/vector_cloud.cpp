#include "model/heads/vector_cloud.h"

#include <Eigen/Core>
#include <algorithm>
#include <unordered_set>

#include "model/config/task.h"
#include "model/files/error.h"
#include "model/files/translatable.h"
#include "model/heads/principal_components.h"
#include "model/inspect/inspector.h"
#include "model/native/native_session.h"
#include "model/network/example_rows.h"
#include "model/network/positions.h"

namespace attx {
namespace {

constexpr size_t sequencesAtOnce = 8;

const char* always(const RunConfig&) { return nullptr; }
const char* ofTokens(const RunConfig& config) {
    return config.network.input == InputKind::Tokens ? nullptr : "needs a network that reads tokens";
}
const char* withPositions(const RunConfig& config) {
    const Positions positions = config.network.positions;
    return positions == Positions::Sinusoidal || positions == Positions::Learned
               ? nullptr
               : "needs a network with positional encoding";
}
const char* ofSets(const RunConfig& config) {
    return sampleKind(config.data) == SampleKind::Set ? nullptr : "needs a network that reads sets";
}

constexpr CloudKindInfo cloudTable[] = {
    {CloudKind::Embeddings, "embeddings", ATTX_TR("model", "embeddings"), ofTokens},
    {CloudKind::Positions, "positions", ATTX_TR("model", "positions"), withPositions},
    {CloudKind::Hidden, "hidden", ATTX_TR("model", "hidden states"), always},
    {CloudKind::QueriesAndKeys, "queries_keys", ATTX_TR("model", "queries and keys"), always},
    {CloudKind::Members, "members", ATTX_TR("model", "members of sets"), ofSets},
};

VectorCloud positionCloud(const Subject& subject) {
    const RunConfig& config = subject.config;
    VectorCloud cloud;
    cloud.dim = config.network.modelDim;
    const int length = config.data.positions();
    cloud.vectors = positionalEncoding(length, cloud.dim);
    if (config.network.positions == Positions::Learned) {
        const ParameterInfo rows = buildProgram(config.network, 1).parameter(Role::PositionTable);
        std::copy_n(subject.parameters->begin() + rows.offset, cloud.vectors.size(), cloud.vectors.begin());
    }
    for (int position = 0; position < length; ++position) cloud.points.push_back({.position = position});
    return cloud;
}

/// One for each token: a network of one position reads them all.
VectorCloud embeddingCloud(const Subject& subject) {
    const NetworkConfig& network = subject.config.network;
    const auto n = std::min(size_t(network.inputDim), mostCloudPoints);
    Table tokens;
    tokens.rows = int64_t(n);
    tokens.length = 1;
    tokens.tokens = firstRows(tokens.rows);
    Inspector inspector(network, Inspector::Gradients::No);
    inspector.setParameters(subject.parameters);
    static_cast<void>(inspector.logits(tokens, tokens.tokens, int(n), int(n)));
    VectorCloud cloud;
    cloud.dim = network.modelDim;
    cloud.vectors = inspector.read(inspector.program().embedded);
    for (size_t token = 0; token < n; ++token) cloud.points.push_back({.token = int32_t(token)});
    return cloud;
}

/// What is collected while the network answers one batch after the other.
class Collector {
public:
    Collector(const Subject& subject, const CloudQuestion& question)
        : network_(subject.config.network), table_(subject.data->validation), question_(question) {
        cloud_.dim = readsQueries() ? network_.headDim() : network_.modelDim;
        cloud_.vectors.reserve(mostCloudPoints * size_t(cloud_.dim));
        cloud_.points.reserve(mostCloudPoints);
    }
    [[nodiscard]] bool isFull() const { return cloud_.points.size() >= mostCloudPoints; }
    void add(Session& session, std::span<const int32_t> rows, int64_t example) {
        const Program& program = session.program();
        const auto each = size_t(program.rowsPerSequence()), T = size_t(program.length),
                   ahead = T - size_t(program.given());
        const int layer = question_.kind == CloudKind::Members ? 0 : question_.layer;
        const std::vector<float> activations =
            session.read(readsQueries() ? program.blocks[layer].qkv : program.layerInput(layer));
        const size_t width = activations.size() / (rows.size() / each) / T;
        const CrossEntropy& loss = program.loss();
        const std::vector<int32_t> predicted = predictionOf(session.read(program.logits), loss.classes);
        const std::vector<int32_t> labels = hasLabels(table_, network_.output)
                                                ? labelsOf(program, table_, rows)
                                                : std::vector<int32_t>(predicted.size(), -1);
        const size_t answers = size_t(loss.rows);
        for (size_t i = 0; i < rows.size() / each; ++i)
            for (size_t t = 0; t < T - ahead; ++t) {  // a class token is no point
                const auto row = size_t(rows[i * each + (each > 1 ? t : 0)]);
                if (!table_.lengths.empty() && each == 1 && int32_t(t) >= table_.lengths[row]) break;
                if (question_.kind == CloudKind::Members && !seen_.insert(row).second) continue;
                const size_t answer = i * answers + (answers > 1 ? t : 0);
                CloudPoint point;
                point.position = int32_t(t);
                point.example = example + int64_t(i);
                if (each > 1) point.row = int64_t(row);
                if (each == 1) point.token = table_.tokens[row * (T - ahead) + t];
                point.label = table_.classes.empty() ? labels[answer] : table_.classes[row];
                if (labels[answer] >= 0) point.correct = predicted[answer] == labels[answer] ? 1 : 0;
                put(activations.data() + (i * T + ahead + t) * width, point);
            }
    }
    [[nodiscard]] VectorCloud take() { return std::move(cloud_); }

private:
    [[nodiscard]] bool readsQueries() const { return question_.kind == CloudKind::QueriesAndKeys; }
    void put(const float* at, CloudPoint point) {
        if (!readsQueries()) {
            append(at, point);
            return;
        }
        for (int32_t key = 0; key < 2; ++key) {  // q, k and v of each head side by side
            point.key = key;
            append(at + ptrdiff_t(3 * question_.head + key) * cloud_.dim, point);
        }
    }
    void append(const float* at, const CloudPoint& point) {
        if (isFull()) return;
        cloud_.vectors.insert(cloud_.vectors.end(), at, at + cloud_.dim);
        cloud_.points.push_back(point);
    }

    const NetworkConfig& network_;
    const Table& table_;
    const CloudQuestion question_;
    std::unordered_set<size_t> seen_;
    VectorCloud cloud_;
};

void requireThere(const RunConfig& config, const CloudQuestion& question) {
    for (const CloudKindInfo& info : cloudTable)
        if (const char* why = info.kind == question.kind ? info.whyNot(config) : nullptr)
            throw inputError(std::string("Where things lie: ") + info.name + " " + why + ".");
    const NetworkConfig& network = config.network;
    const int layers = network.numLayers + (question.kind == CloudKind::Hidden ? 1 : 0);
    if (question.layer < 0 || question.layer >= layers)
        throw inputError("Where things lie: expected a layer from 0 to " + std::to_string(layers - 1) +
                         ", found " + std::to_string(question.layer) + ".");
    if (question.head < 0 || question.head >= network.numHeads)
        throw inputError("Where things lie: expected a head from 0 to " +
                         std::to_string(network.numHeads - 1) + ", found " + std::to_string(question.head) +
                         ".");
}

}  // namespace

std::span<const CloudKindInfo> cloudKinds() { return cloudTable; }

CloudKind cloudKindNamed(const std::string& name) {
    std::string known;
    for (const CloudKindInfo& info : cloudTable) {
        if (name == info.name) return info.kind;
        known += (known.empty() ? "" : ", ") + std::string(info.name);
    }
    throw inputError("Where things lie: expected one of " + known + ", found \"" + name + "\".");
}

std::optional<VectorCloud> vectorCloud(const Subject& subject, const CloudQuestion& question,
                                       const std::atomic<bool>& interrupt) {
    requireThere(subject.config, question);
    if (question.kind == CloudKind::Positions) return positionCloud(subject);
    if (question.kind == CloudKind::Embeddings) return embeddingCloud(subject);
    if (!subject.data || subject.data->validation.rows == 0)
        throw inputError("Where things lie: expected validation data, found none.");
    const Table& data = subject.data->validation;
    const SessionOptions options{.batch = int(sequencesAtOnce),
                                 .threads = 1,
                                 .keepTensors = true,
                                 .train = false,
                                 .interrupt = &interrupt};
    const auto session = NativeBackend().compile(buildProgram(subject.config.network, data.length), options);
    session->writeParameters(*subject.parameters);
    session->setAblation({subject.ablation.headGates, {}});
    session->bind(data);
    const std::vector<int32_t> rows = evaluationRows(data, subject.config.data);
    const size_t each = size_t(session->program().rowsPerSequence());
    Collector collector(subject, question);
    for (size_t first = 0; first < rows.size() && !collector.isFull(); first += sequencesAtOnce * each) {
        const auto batch =
            std::span(rows).subspan(first, std::min(sequencesAtOnce * each, rows.size() - first));
        session->forward(batch);
        if (interrupt) return std::nullopt;
        collector.add(*session, batch, int64_t(first / each));
    }
    return collector.take();
}

std::optional<Places> whereThingsLie(const Subject& subject,
                                     const std::shared_ptr<const std::vector<float>>& axesParameters,
                                     const CloudQuestion& question, const std::atomic<bool>& interrupt) {
    std::optional<VectorCloud> cloud = vectorCloud(subject, question, interrupt);
    if (!cloud) return std::nullopt;
    Places places;
    places.question = question;
    places.ownAxes = !axesParameters || axesParameters == subject.parameters;
    std::optional<VectorCloud> last;
    if (!places.ownAxes) {
        Subject then = subject;
        then.parameters = axesParameters;
        last = vectorCloud(then, question, interrupt);
        if (!last) return std::nullopt;
    }
    const VectorCloud& plane = last ? *last : *cloud;
    const PrincipalComponents components = principalComponents(plane.vectors, plane.dim);
    const std::vector<float> there = components.project(plane.vectors);
    for (size_t axis = 0; axis < 2; ++axis) {
        float least = there[axis], most = there[axis];
        for (size_t i = axis; i < there.size(); i += 2)
            least = std::min(least, there[i]), most = std::max(most, there[i]);
        places.range[2 * axis] = least, places.range[2 * axis + 1] = most;
        places.variance[axis] = components.variance[axis];
    }
    places.at = last ? components.project(cloud->vectors) : there;
    places.cloud = std::move(*cloud);
    return places;
}

std::vector<size_t> nearestVectors(const VectorCloud& cloud, size_t point, size_t count) {
    const auto vector = [&](size_t i) {
        return Eigen::Map<const Eigen::VectorXf>(cloud.vectors.data() + i * size_t(cloud.dim), cloud.dim);
    };
    std::vector<std::pair<float, size_t>> distances;
    distances.reserve(cloud.points.size());
    for (size_t i = 0; i < cloud.points.size(); ++i)
        if (i != point) distances.emplace_back((vector(point) - vector(i)).squaredNorm(), i);
    count = std::min(count, distances.size());
    std::partial_sort(distances.begin(), distances.begin() + count, distances.end());
    std::vector<size_t> nearest;
    for (size_t i = 0; i < count; ++i) nearest.push_back(distances[i].second);
    return nearest;
}

}  // namespace attx
