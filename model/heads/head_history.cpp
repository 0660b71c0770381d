#include "model/heads/head_history.h"

#include <algorithm>
#include <cmath>

#include "model/config/task.h"
#include "model/files/error.h"
#include "model/files/translatable.h"
#include "model/native/native_session.h"
#include "model/network/ablation.h"
#include "model/run/checkpoint.h"
#include "model/run/measure.h"

namespace attx {
namespace {

enum : size_t { Entropy, Distance, Importance, FirstPattern };

/// The parameters of a snapshot.
std::shared_ptr<const std::vector<float>> parametersOf(const std::string& path,
                                                       const NetworkConfig& network) {
    Checkpoint checkpoint = openCheckpoint(path);
    if (checkpoint.config.network != network)
        throw inputError(path + ": the snapshot is of another network than the run.");
    return std::make_shared<const std::vector<float>>(std::move(checkpoint.parameters));
}

}  // namespace

const std::vector<HeadQuantity>& headQuantities() {
    static const std::vector<HeadQuantity> quantities = [] {
        std::vector<HeadQuantity> all{
            {"entropy", ATTX_TR("model", "entropy"), ATTX_TR("model", "entropy (nats)")},
            {"distance", ATTX_TR("model", "distance"), ATTX_TR("model", "distance (tokens)")},
            {"importance", ATTX_TR("model", "importance"), ATTX_TR("model", "increase of the loss (nats)")}};
        for (const HeadPatternInfo& info : headPatterns())
            all.push_back({info.name, info.title, ATTX_TR("model", "share of the attention")});
        return all;
    }();
    return quantities;
}

size_t headQuantityNamed(const std::string& name) {
    const auto& all = headQuantities();
    std::string known;
    for (size_t i = 0; i < all.size(); ++i) {
        if (name == all[i].name) return i;
        known += (i == 0 ? "" : ", ") + std::string(all[i].name);
    }
    throw inputError("Heads through training: expected one of " + known + ", found \"" + name + "\".");
}

std::vector<double> HeadHistory::curve(size_t quantity, int head) const {
    std::vector<double> values;
    const auto h = size_t(head);
    for (const HeadMoment& moment : moments) {
        const HeadKind& kind = moment.kinds[h];
        values.push_back(quantity == Entropy      ? double(kind.entropy)
                         : quantity == Distance   ? double(kind.distance)
                         : quantity == Importance ? moment.importance[h]
                                                  : double(kind.patterns[quantity - FirstPattern]));
    }
    return values;
}

std::optional<SteepestChange> steepestChange(const std::vector<double>& steps,
                                             const std::vector<double>& curve) {
    std::optional<SteepestChange> steepest;
    for (size_t i = 0; i + 1 < curve.size(); ++i) {
        const double slope = (curve[i + 1] - curve[i]) / (steps[i + 1] - steps[i]);
        if (std::abs(slope) > std::abs(steepest ? steepest->slope : 0)) steepest = {i, slope};
    }
    return steepest;
}

std::optional<HeadHistory> headHistory(const Subject& subject, const std::string& folder,
                                       const std::vector<Snapshot>& snapshots,
                                       const std::function<void(const HeadHistory&)>& progress,
                                       const std::atomic<bool>& interrupt) {
    if (snapshots.empty())
        throw inputError(
            "Heads through training: expected a run with snapshots, found none. A run keeps them unless its "
            "training.snapshot_megabytes is 0.");
    if (!subject.data || !hasLabels(subject.data->validation, subject.config.network.output))
        throw inputError("Heads through training: expected validation data with labels, found none.");
    RunConfig config = subject.config;
    config.threads = 1;
    config.training.batchSize = int(std::min<int64_t>(config.training.batchSize, historySamples));
    const Table& table = subject.data->validation;
    const NetworkConfig& network = config.network;
    HeadHistory history;
    history.layers = network.numLayers, history.heads = network.numHeads;
    history.snapshots = snapshots.size();
    const NativeBackend backend;
    Inspector inspector(network, Inspector::Gradients::No, &backend);
    Measure measure;
    for (const Snapshot& snapshot : snapshots) {
        if (interrupt) return std::nullopt;
        const auto parameters = parametersOf(snapshotPath(folder, snapshot), network);
        inspector.setParameters(parameters);
        if (measure.session) {
            measure.session->writeParameters(*parameters);
        } else {
            measure = makeMeasure(backend, config, *parameters, table, &interrupt);
        }
        const auto perSequence = size_t(measure.session->program().rowsPerSequence());
        measure.rows.resize(std::min(measure.rows.size(), size_t(historySamples) * perSequence));
        history.samples = int64_t(measure.rows.size() / perSequence);
        const int length = measure.session->program().given();
        std::vector<HeadSums> sums;
        for (size_t at = 0; at < measure.rows.size(); at += perSequence) {
            if (interrupt) return std::nullopt;
            const auto rows = std::span<const int32_t>(measure.rows).subspan(at, perSequence);
            const Inspection found =
                std::move(inspector.inspect(table, sampleKind(config.data), rows, 1).front());
            addHeads(sums, LayerMaps(found.attention, found.heads),
                     patternInput(table, rows, length, config.network));
        }
        HeadMoment moment;
        moment.step = snapshot.step;
        for (const HeadSums& head : sums) moment.kinds.push_back(kindOf(head));
        const auto ablated =
            ablateEachHead(*measure.session, measure.rows, measure.batch, {}, {}, &interrupt);
        if (!ablated) return std::nullopt;
        const std::vector<float> costs = ablated->lossCosts().values;
        moment.importance.assign(costs.begin(), costs.end());
        history.moments.push_back(std::move(moment));
        if (progress) progress(history);
    }
    return history;
}

}  // namespace attx
