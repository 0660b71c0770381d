// Looking inside: a parameter snapshot and small native sessions that answer
// input -> logits, prediction, attention at once. One thread at a time.
#pragma once
#include <map>
#include <memory>
#include <vector>

#include "model/backend.h"

namespace attx {

/// What the network makes of one sequence. T tokens, K classes.
struct Inspection {
    std::vector<int32_t> tokens;      ///< [T]
    std::vector<float> logits;        ///< [T, K]
    std::vector<int32_t> prediction;  ///< [T]
    int heads = 0;
    std::vector<std::vector<float>> attention;  ///< for each layer [NH, T, T], row = query
};

class Inspector {
public:
    explicit Inspector(const NetworkConfig& network);
    ~Inspector();

    /// [parameterCount]; Throws Error::Kind::Input for another count.
    void setParameters(std::shared_ptr<const std::vector<float>> parameters);
    /// From now on for inspect() and session(). What does not fit the network or a sequence is said when it
    /// is used.
    void setAblation(const Ablation& ablation) { ablation_ = ablation; }
    /// Any length from 1 to longestSequence. Throws Error::Kind::Input for tokens outside the
    /// categories: which one, where, and what there is.
    [[nodiscard]] Inspection inspect(const std::vector<int32_t>& tokens);
    /// A session with kept tensors for `sequences` sequences of `length` tokens, parameters set.
    [[nodiscard]] Session& session(int sequences, int length);

    static constexpr int longestSequence = 4096;

private:
    NetworkConfig network_;
    std::shared_ptr<const std::vector<float>> parameters_;
    Ablation ablation_;
    /// By {sequences, length}; the few last used are kept.
    struct Entry {
        std::unique_ptr<Session> session;
        bool current = false;  ///< has parameters_
        uint64_t used = 0;
    };
    std::map<std::pair<int, int>, Entry> sessions_;
    uint64_t uses_ = 0;
};

}  // namespace attx
