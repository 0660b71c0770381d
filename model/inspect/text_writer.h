// What a language model writes: token after token, each drawn from what the network gives for the next one.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "model/native/decoder.h"

namespace attx {

/// How the next token is drawn.
struct Sampling {
    double temperature = 1;  ///< Logits are divided by it; 0: the likeliest token, the first of equals
    int topK = 0;            ///< Number of likeliest tokens to draw from; 0: all
    uint64_t seed = 0;       ///< Token number i of a text is drawn by (seed, i), whatever was drawn before
};

struct LikelyToken {
    int32_t id;
    double probability;  ///< The network's own, whatever the temperature
    bool operator==(const LikelyToken&) const = default;
};

struct WrittenToken {
    static constexpr size_t mostLikely = 5;
    int32_t id = 0;
    bool isGiven = false;  ///< Belongs to the prompt
    std::optional<double>
        probability;  ///< The network's own; none of the first token, which nothing precedes
    std::vector<LikelyToken> likeliest;  ///< mostLikely tokens for its place, the likeliest first
    /// What the token attends to where it is read: the first token that it sees, and of each head [L, NH, n]
    /// the probabilities of the n tokens from there to its own. Null unless asked for.
    size_t attendsFrom = 0;
    std::shared_ptr<const std::vector<float>> attention{};

    /// −log2 of its probability, in bits.
    [[nodiscard]] std::optional<double> surprise() const;
};

/// Where the context was full: in front of token `at` the oldest `tokens` of those that were read went.
struct DroppedTokens {
    size_t at, tokens;
    bool operator==(const DroppedTokens&) const = default;
};

/// Not thread-safe. The same tokens, options and instruction set give the same text.
class TextWriter {
public:
    /// Throws as Decoder does.
    TextWriter(const NetworkConfig& network, std::shared_ptr<const std::vector<float>> parameters,
               int context, bool keepAttention = false);

    /// Reads tokens that were not drawn: a prompt, or what was chosen. Throws Error::Kind::Input for tokens
    /// that the network does not read.
    void give(std::span<const int32_t> tokens);
    /// Draws the next token and reads it. There is one before it. Throws Error::Kind::Work where the
    /// network's answer is no number.
    const WrittenToken& write(const Sampling& sampling);
    /// What would be the likeliest next tokens.
    [[nodiscard]] std::vector<LikelyToken> next() const;

    [[nodiscard]] const std::vector<WrittenToken>& tokens() const { return tokens_; }
    [[nodiscard]] const std::vector<DroppedTokens>& dropped() const { return dropped_; }
    [[nodiscard]] int context() const { return decoder_.context(); }

private:
    void read(std::span<const int32_t> ids, bool isGiven);
    void makeRoom();
    void add(int32_t id, bool isGiven);

    Decoder decoder_;
    NetworkConfig network_;
    bool keepsAttention_;
    std::vector<WrittenToken> tokens_;
    std::vector<DroppedTokens> dropped_;
    std::vector<float> logits_;  ///< [V] of the next token; empty before the first one
};

/// The tokens at most `count` of them, the likeliest first; of equals the first.
[[nodiscard]] std::vector<LikelyToken> likeliest(std::span<const float> logits, size_t count);
/// A token drawn by `sampling` as number `number` of its text.
[[nodiscard]] int32_t drawnToken(std::span<const float> logits, const Sampling& sampling, size_t number);

}  // namespace attx
