// Networks around an nn.TransformerEncoder: our own parameters under its names, and what such a file answers.
#pragma once
#include <QString>
#include <QStringList>
#include <cmath>

#include "model/inspect/inspector.h"
#include "model/run/checkpoint.h"
#include "settings.h"

namespace torch_encoder_file {

using namespace attx;

inline float farthest(const std::vector<float>& a, const std::vector<float>& b) {
    if (a.size() != b.size() || a.empty()) return INFINITY;
    float most = 0;
    for (size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
    return most;
}

inline QStringList assumptionsOf(const Checkpoint& checkpoint) {
    QStringList keys;
    for (const UncertainKey& key : checkpoint.uncertain)
        keys << QString::fromStdString(key.path + "=" + key.value);
    return keys;
}

/// What the file answers with so many heads.
inline Inspection answerOf(const std::string& path, int heads, const Sample& sample,
                           bool answersEach = false) {
    const RunConfig stored = openCheckpoint(path).config;
    RunConfig wanted = with(stored, "network.positions=none");
    wanted.network.numHeads = heads;
    if (answersEach) wanted.network.output = OutputKind::Positions;
    followAnswers(stored, wanted);
    Inspector inspector(wanted.network);
    inspector.setParameters(
        std::make_shared<const std::vector<float>>(parametersWithHeads(path, heads).value()));
    return inspector.inspect(sample);
}

inline constexpr int C = 36, heads = 3, layers = 2;

inline NetworkConfig networkOf(const QString& kind) {
    NetworkConfig network = with(NetworkConfig(), "dim_feedforward=20 positions=none");
    network.modelDim = C;
    network.numHeads = heads;
    network.numLayers = layers;
    network.inputDim = kind == "alone" ? C : 7;
    network.numClasses = kind == "alone" ? C : kind == "tagger" ? 7 : 4;
    network.linearOutput = kind == "tagger";
    if (kind != "notebook" && kind != "tagger") network.output = OutputKind::Pooled;
    if (kind == "classifier") network.embeddingTable = true;
    if (kind == "alone" || kind == "linear") network.input = InputKind::Features;
    return network;
}

/// Our parameters under PyTorch's names; `prefix` stands before those of the encoder.
inline SafeTensors torchFile(const NetworkConfig& network, std::vector<float>& parameters,
                             const std::string& kind, const std::string& prefix) {
    const Program program = buildProgram(network, 1);
    SafeTensors file;
    for (const ParameterInfo& p : program.parameters) {
        const auto begin = parameters.begin() + p.offset;
        if (kind == "alone" && !p.name.starts_with("transformer.")) {  // the identity
            for (int64_t i = 0; i < p.size(); ++i)
                begin[i] = p.shape.size() == 2 && i / C == i % C ? 1.0F : 0.0F;
            continue;
        }
        for (int64_t i = 0; i < p.size(); ++i) begin[i] += 0.01F * static_cast<float>(i % 7);
        std::vector<float> values(begin, begin + p.size());
        QString name = QString::fromStdString(p.name);
        if (name.contains("qkv_proj")) {  // [head, kind, row] to [kind, head, row]
            const auto rows = static_cast<size_t>(C / heads) * (p.shape.size() == 2 ? C : 1);
            std::vector<float> byKind;
            for (size_t part = 0; part < 3; ++part)
                for (size_t head = 0; head < heads; ++head)
                    byKind.insert(byKind.end(),
                                  values.begin() + static_cast<ptrdiff_t>((3 * head + part) * rows),
                                  values.begin() + static_cast<ptrdiff_t>((3 * head + part + 1) * rows));
            values = byKind;
        }
        name.replace("qkv_proj.", "in_proj_")
            .replace("o_proj", "out_proj")
            .replace("linear_net.0", "linear1");
        name.replace("linear_net.3", "linear2").replace("transformer.", QString::fromStdString(prefix));
        if (kind == "linear" || kind == "tagger")
            name.replace("input_net.1", "embed").replace("classifier", "head");
        if (kind == "classifier") name.replace("embedding.", "words.").replace("classifier", "fc");
        file.put(name.toStdString(), p.shape, values);
    }
    return file;
}

}  // namespace torch_encoder_file
