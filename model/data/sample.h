// What a person looks at: a sequence, a text or a set, where it comes from, and what is known of it.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/data/dataset.h"

namespace attx {

enum class SampleSource { Own, Validation, Test };

/// A row of a split. Of own input: the number of a picture, or -1.
struct SampleRow {
    SampleSource source = SampleSource::Own;
    int64_t row = -1;
    bool operator==(const SampleRow&) const = default;
};

/// Equal samples are copies of one that was made once, whatever they hold: an answer is about a sample if it
/// carries an equal one.
class Sample {
public:
    Sample() = default;
    explicit Sample(SampleKind kind) : kind_(kind) {}

    SampleRow from;               ///< Its number in its split.
    bool isOfAll = false;         ///< `from` is a row of data without splits; see DataSet::isOnePart.
    std::vector<int32_t> tokens;  ///< [T]; empty for a set
    /// [T, D], of the members of a set or the patches of a picture, without a class token; empty for tokens.
    std::vector<float> features;
    /// [T], of a set: the images; of a picture: its patches, behind a class token if `classToken`; empty for
    /// tokens.
    std::vector<SampleRow> members;
    /// The labels, one for each answer of the network: of a set the place of the odd one; -1: none here.
    /// Empty where they are unknown.
    std::vector<int32_t> expected;
    /// [T], of a text its words, of a set its classes, of a picture the places of its patches; empty:
    /// numbers.
    std::vector<std::string> words;
    std::string text;                   ///< The text as it was written, or empty.
    std::optional<std::string> second;  ///< The second text of a pair.
    std::vector<int32_t> types;         ///< [T], of such a pair; empty: each token is of type 0
    /// Of the T positions, those that are no padding; nothing of a sequence that is never padded, and of a
    /// set.
    std::optional<int> valid;
    /// Whether `tokens`, `members`, `words` and `valid` have a class token as position 0: as a network saw
    /// the sample.
    bool classToken = false;

    [[nodiscard]] SampleKind kind() const { return kind_; }
    [[nodiscard]] int length() const {  ///< T
        return int(tokens.empty() ? members.size() : tokens.size());
    }
    /// Its number in a split; -1 if it is not of that one.
    [[nodiscard]] int64_t rowOf(SampleSource source) const { return from.source == source ? from.row : -1; }
    /// What a session reads: one row of tokens, or the T members of a set or patches of a picture; with the
    /// labels if `labelled`.
    /// Throws Error::Kind::Input as setTable.
    [[nodiscard]] Table table(bool labelled = false) const;
    bool operator==(const Sample& other) const { return identity_ == other.identity_; }

private:
    SampleKind kind_ = SampleKind::Sequence;
    std::shared_ptr<const char> identity_ = std::make_shared<const char>();
};

/// Tokens of a person's own.
[[nodiscard]] Sample sampleOf(std::vector<int32_t> tokens, std::vector<int32_t> expected = {},
                              SampleKind kind = SampleKind::Sequence);
/// `members` vectors of a person's own: features [members, D].
[[nodiscard]] Sample setOf(std::vector<float> features, int members);
/// The sample as attention goes over it: behind a class token, token -1, if the network has one.
[[nodiscard]] Sample seenBy(const NetworkConfig& network, Sample sample);
/// A text, or a pair of `text` and `second`, as the tokenizer of a published network reads it; what is too
/// long is cut.
[[nodiscard]] Sample pairedSample(const RunConfig& config, const DataNames& names, const std::string& text,
                                  const std::optional<std::string>& second);
/// What was typed for a network of `config`: the labels follow the data's rule, if there is one. `text` are
/// the words that `tokens` stand for.
[[nodiscard]] Sample typedSample(const RunConfig& config, const DataNames& names, std::vector<int32_t> tokens,
                                 std::string text = {});
/// Number `row` of the validation or the test data; of sets that of evaluationRows, drawn once, or for the
/// test data testDraws times. Throws Error::Kind::Input for one that there is not.
[[nodiscard]] Sample sampleOf(const RunConfig& config, const DataSet& data, const SampleRow& row);
/// The set of `rows`, the images of a split; `from` says which of its sets that is.
[[nodiscard]] Sample setOf(const DataSet& data, std::span<const int32_t> rows, const SampleRow& from);
/// Something to look at before there are data: 0 1 2 … and again from 0, or a set of zeros.
[[nodiscard]] Sample placeholderSample(const RunConfig& config, const DataNames& names);
/// The same sample as a network of `config` reads it, with or without the padding, that numbers words by `to`
/// instead of `from`: the words are those of the text if it is known. Where one of the two vocabularies is
/// empty, tokens are what they are.
[[nodiscard]] Sample translated(Sample sample, const Vocabulary& from, const RunConfig& config,
                                const Vocabulary& to);

/// The rows of Validation or Test.
[[nodiscard]] const Table& tableOf(const DataSet& data, SampleSource source);

}  // namespace attx
