// A causal network that reads a sequence token after token: the keys and values of what it has read are kept,
// so that a token costs one row, however many there are before it. It runs the network's program, of which
// each operation but attention concerns one row alone; the result is that of a session's forward pass but for
// rounding. One thread, so that its numbers depend on nothing but the tokens.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/native/kernels.h"
#include "model/network/positions.h"
#include "model/network/program.h"

namespace attx {

/// Why a network cannot write: a sentence for the user; empty: it can.
[[nodiscard]] std::string whyNotDecoder(const NetworkConfig& network);

/// Letters as in program.h. Not thread-safe.
class Decoder {
public:
    /// The most tokens of one read().
    static constexpr int mostAtOnce = 32;
    /// What a decoder takes in bytes, the parameters not included.
    [[nodiscard]] static int64_t memoryBytes(const NetworkConfig& network, int context);

    /// `context`: the most tokens of a sequence, at most those of a learned table of positions. Throws
    /// Error::Kind::Input for a network that cannot write, and for parameters of another number.
    Decoder(const NetworkConfig& network, std::shared_ptr<const std::vector<float>> parameters, int context);

    [[nodiscard]] int context() const { return program_.length; }
    /// Tokens read since forget().
    [[nodiscard]] int length() const { return length_; }
    void forget() { length_ = 0; }

    /// Reads one to mostAtOnce tokens, each from 0 to V - 1, behind those before. Throws Error::Kind::Input
    /// for others, and where they are more than the context has room for.
    void read(std::span<const int32_t> tokens);
    /// Of token `i` of the last read(): the logits of what follows it, [V].
    [[nodiscard]] std::span<const float> logits(int i) const;
    /// Of token `i` of the last read(): what a head attends to, from the first token to its own.
    [[nodiscard]] std::span<const float> attention(int i, int layer, int head) const;

private:
    struct Row;
    [[nodiscard]] size_t width(TensorId id) const;

    Program program_;
    std::shared_ptr<const std::vector<float>> parameters_;
    const Kernels& kernels_;
    std::vector<float> sinusoids_;
    Turns turns_;
    std::vector<std::vector<float>> values_;       ///< [mostAtOnce, width] each; none for attention
    std::vector<std::vector<float>> keys_, kept_;  ///< Keys, and values, of each layer: [NH, HS, context]
    std::vector<float> probabilities_;             ///< [mostAtOnce, L, NH, context]
    std::vector<float> scratch_;
    int length_ = 0;  ///< Positions read
    int first_ = 0;   ///< Position of the first token of the last read()
};

}  // namespace attx
