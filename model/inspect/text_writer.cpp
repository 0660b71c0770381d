#include "model/inspect/text_writer.h"

#include <algorithm>
#include <cmath>

#include "model/data/philox.h"
#include "model/files/error.h"
#include "model/inspect/answers.h"
#include "model/network/example_rows.h"

namespace attx {
namespace {

/// Probabilities of all tokens: exp(logit - largest - logSum).
struct Softmax {
    double largest, logSum;
    [[nodiscard]] double probability(float logit) const { return std::exp(double(logit) - largest - logSum); }
};
Softmax softmaxOf(std::span<const float> logits) {
    const double largest = double(*std::ranges::max_element(logits));
    double sum = 0;
    for (const float logit : logits) sum += std::exp(double(logit) - largest);
    return {largest, std::log(sum)};
}

/// Ids of the `count` largest logits, the largest first; of equals the first.
std::vector<int32_t> largest(std::span<const float> logits, size_t count) {
    std::vector<int32_t> ids = firstRows(std::ssize(logits));
    count = std::min(count, ids.size());
    std::partial_sort(ids.begin(), ids.begin() + count, ids.end(), [&](int32_t a, int32_t b) {
        const float left = logits[a], right = logits[b];
        return left > right || (left == right && a < b);
    });
    ids.resize(count);
    return ids;
}

}  // namespace

std::vector<LikelyToken> likeliest(std::span<const float> logits, size_t count) {
    const Softmax all = softmaxOf(logits);
    std::vector<LikelyToken> tokens;
    for (const int32_t id : largest(logits, count)) tokens.push_back({id, all.probability(logits[id])});
    return tokens;
}

int32_t drawnToken(std::span<const float> logits, const Sampling& sampling, size_t number) {
    if (sampling.temperature == 0) return largest(logits, 1).front();
    const std::vector<int32_t> ids =
        sampling.topK > 0 ? largest(logits, size_t(sampling.topK)) : firstRows(std::ssize(logits));
    const auto top = double(*std::ranges::max_element(logits));
    std::vector<double> sums;  // Cumulative weights of `ids`
    sums.reserve(ids.size());
    double sum = 0;
    for (const int32_t id : ids)
        sums.push_back(sum += std::exp((double(logits[id]) - top) / sampling.temperature));
    const uint32_t word = PhiloxSequence(sampling.seed, RandomStream::Writing, uint32_t(number)).next();
    const double drawn = double(word) * 0x1p-32 * sum;
    const auto found = std::ranges::upper_bound(sums, drawn);
    return ids[std::min(size_t(found - sums.begin()), ids.size() - 1)];
}

std::optional<double> WrittenToken::surprise() const {
    return probability ? std::optional(-std::log2(*probability)) : std::nullopt;
}

TextWriter::TextWriter(const NetworkConfig& network, std::shared_ptr<const std::vector<float>> parameters,
                       int context, bool keepAttention)
    : decoder_(network, std::move(parameters), context), network_(network), keepsAttention_(keepAttention) {}

void TextWriter::makeRoom() {
    const int room = decoder_.context() - decoder_.length();
    if (room > 0) return;
    // Half of them at once: what is left is read again, from the first position on, and so it costs a token
    // one row more. Were only the oldest to go, each token would cost as many rows as the context has.
    const int drop = (decoder_.context() + 1) / 2, keep = decoder_.context() - drop;
    dropped_.push_back({tokens_.size(), size_t(drop)});
    decoder_.forget();
    std::vector<int32_t> again;
    for (size_t i = tokens_.size() - size_t(keep); i < tokens_.size(); ++i) again.push_back(tokens_[i].id);
    for (size_t first = 0; first < again.size(); first += size_t{Decoder::mostAtOnce})
        decoder_.read(
            std::span(again).subspan(first, std::min(size_t{Decoder::mostAtOnce}, again.size() - first)));
}

void TextWriter::add(int32_t id, bool isGiven) {
    WrittenToken token;
    token.id = id;
    token.isGiven = isGiven;
    if (!logits_.empty()) {
        token.probability = softmaxOf(logits_).probability(logits_[id]);
        token.likeliest = attx::likeliest(logits_, WrittenToken::mostLikely);
    }
    tokens_.push_back(std::move(token));
}

void TextWriter::read(std::span<const int32_t> ids, bool isGiven) {
    while (!ids.empty()) {
        makeRoom();
        const size_t count = std::min(
            {ids.size(), size_t{Decoder::mostAtOnce}, size_t(decoder_.context() - decoder_.length())});
        decoder_.read(ids.first(count));
        for (size_t i = 0; i < count; ++i) {
            add(ids[i], isGiven);
            const std::span<const float> logits = decoder_.logits(int(i));
            logits_.assign(logits.begin(), logits.end());
            if (!keepsAttention_) continue;
            auto attention = std::make_shared<std::vector<float>>();
            for (int layer = 0; layer < network_.numLayers; ++layer)
                for (int head = 0; head < network_.numHeads; ++head) {
                    const std::span<const float> seen = decoder_.attention(int(i), layer, head);
                    attention->insert(attention->end(), seen.begin(), seen.end());
                    tokens_.back().attendsFrom = tokens_.size() - seen.size();
                }
            tokens_.back().attention = std::move(attention);
        }
        ids = ids.subspan(count);
    }
}

void TextWriter::give(std::span<const int32_t> tokens) { read(tokens, true); }

const WrittenToken& TextWriter::write(const Sampling& sampling) {
    if (const std::string why = whyNoNumbers(logits_); !why.empty()) throw Error(Error::Kind::Work, why);
    const int32_t id = drawnToken(logits_, sampling, tokens_.size());
    read(std::span(&id, 1), false);
    return tokens_.back();
}

std::vector<LikelyToken> TextWriter::next() const {
    return logits_.empty() ? std::vector<LikelyToken>() : attx::likeliest(logits_, WrittenToken::mostLikely);
}

}  // namespace attx
