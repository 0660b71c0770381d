// Networks in which every value of every choice meets every value of every other one, where both can be.
#pragma once
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "model/config/config.h"
#include "model/data/dataset.h"
#include "model/data/philox.h"
#include "odd_network.h"

namespace attx {

struct Choice {
    const char* key;
    std::vector<const char*> values;
};
inline const std::vector<Choice>& choices() {
    static const std::vector<Choice> all{
        {"output", {"positions", "set", "pooled"}},
        {"embedding_table", {"false", "true"}},
        {"positions", {"sinusoidal", "none", "learned", "rotary", "alibi"}},
        {"norm", {"layer", "layer_no_bias", "rms", "none"}},
        {"norm_first", {"false", "true"}},
        {"final_norm", {"auto", "true", "false"}},
        {"embedding_norm", {"false", "true"}},
        {"dim_feedforward", {"11", "0"}},
        {"activation", {"relu", "gelu", "gelu_tanh", "silu", "swiglu", "geglu"}},
        {"causal", {"false", "true"}},
        {"bias", {"true", "false"}},
        {"kv_heads", {"0", "1"}},
        {"key_dim", {"0", "4"}},
        {"mask_padding", {"true", "false"}},
        {"linear_output", {"false", "true"}},
        {"class_token", {"false", "true"}},
        {"pooling", {"max", "mean", "first", "last", "flatten"}},
        {"pooler", {"none", "tanh", "relu", "gelu", "gelu_tanh", "silu"}},
        {"pooler_dim", {"0", "5"}},
        {"tied_output", {"false", "true"}},
        {"output_transform", {"false", "true"}},
        {"token_types", {"0", "3"}}};
    return all;
}

/// A value for each choice, by its place.
using Chosen = std::vector<size_t>;

/// The network of the values; -1 leaves a choice as it is.
inline NetworkConfig networkOfChoices(const std::vector<int>& chosen) {
    RunConfig config{.network = oddNetwork()};
    for (size_t i = 0; i < chosen.size(); ++i)
        if (chosen[i] >= 0)
            setByPath(config, std::string("network.") + choices()[i].key + "=" +
                                  choices()[i].values[static_cast<size_t>(chosen[i])]);
    config.network.maxPositions = config.network.limitsPositions() ? 76 : 0;
    if (config.network.positions == Positions::Rotary && config.network.keyDim == 0)
        config.network.modelDim = 18;  // an even share for each head
    if (config.network.tiedOutput) config.network.numClasses = config.network.inputDim;
    if (config.network.output == OutputKind::Set)
        config.network.input = InputKind::Features, config.network.numClasses = 1;
    return config.network;
}

/// So few networks that every pair of values that can be stands in one of them.
inline std::vector<NetworkConfig> pairwiseNetworks() {
    const size_t n = choices().size();
    std::set<std::vector<size_t>> missing;  // {choice, value, choice, value}
    for (size_t a = 0; a < n; ++a)
        for (size_t b = a + 1; b < n; ++b)
            for (size_t i = 0; i < choices()[a].values.size(); ++i)
                for (size_t j = 0; j < choices()[b].values.size(); ++j) {
                    std::vector<int> two(n, -1);
                    two[a] = static_cast<int>(i), two[b] = static_cast<int>(j);
                    if (check(networkOfChoices(two)).empty()) missing.insert({a, i, b, j});
                }
    PhiloxSequence random(1, RandomStream::Data);
    std::vector<NetworkConfig> networks;
    while (!missing.empty()) {
        std::vector<int> best;
        std::set<std::vector<size_t>> bestPairs;
        for (int trial = 0; trial < 40; ++trial) {
            std::vector<int> chosen;
            for (const Choice& choice : choices())
                chosen.push_back(static_cast<int>(random.below(static_cast<uint32_t>(choice.values.size()))));
            // One of what is missing is there for certain.
            const std::vector<size_t>& wanted = *missing.begin();
            chosen[wanted[0]] = static_cast<int>(wanted[1]), chosen[wanted[2]] = static_cast<int>(wanted[3]);
            if (!check(networkOfChoices(chosen)).empty()) continue;
            std::set<std::vector<size_t>> pairs;
            for (const std::vector<size_t>& pair : missing)
                if (chosen[pair[0]] == static_cast<int>(pair[1]) &&
                    chosen[pair[2]] == static_cast<int>(pair[3]))
                    pairs.insert(pair);
            if (pairs.size() > bestPairs.size()) best = chosen, bestPairs = pairs;
        }
        for (const std::vector<size_t>& pair : bestPairs) missing.erase(pair);
        if (!best.empty()) networks.push_back(networkOfChoices(best));
    }
    return networks;
}

/// `rows` sequences with lengths, if tokens, and answers for all that is no padding.
inline Table tableFor(const NetworkConfig& c, int rows, int length) {
    Table table;
    PhiloxSequence random(5, RandomStream::Data);
    const auto below = [&](int n) { return static_cast<int32_t>(random.below(static_cast<uint32_t>(n))); };
    table.length = length;
    if (c.input == InputKind::Features) {
        table.rows = rows * length;
        table.featureDim = c.inputDim;
        for (int i = 0; i < rows * length * c.inputDim; ++i) table.features.push_back(random.uniform(-1, 1));
        for (int i = 0; i < rows * length; ++i) table.classes.push_back(i % length == 1);
        return table;
    }
    table.rows = rows;
    for (int row = 0; row < rows; ++row) {
        table.lengths.push_back(row == 0 ? 1 : 1 + below(length));
        for (int t = 0; t < length; ++t) {
            table.tokens.push_back(below(c.inputDim));
            if (c.tokenTypes > 0) table.types.push_back(below(c.tokenTypes));
            if (c.output == OutputKind::Positions)
                table.labels.push_back(t < table.lengths.back() ? below(c.numClasses) : -1);
        }
        if (c.output == OutputKind::Pooled) table.labels.push_back(below(c.numClasses));
    }
    return table;
}

/// What it is, in words.
inline std::string named(const NetworkConfig& c) {
    std::string text = toJson(c);
    text.erase(std::remove_if(text.begin(), text.end(), [](char x) { return x == '\n' || x == ' '; }),
               text.end());
    return text;
}

}  // namespace attx
