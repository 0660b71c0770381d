// Text as token ids, as Keras' TextVectorization makes them with its defaults
// (https://keras.io/api/layers/preprocessing_layers/text/text_vectorization): ASCII letters in lower case,
// ASCII punctuation taken out, split on ASCII white space, the most frequent words numbered.
//
// Keras lowers with tf.strings.lower and splits with tf.strings.split, which know ASCII only: "É" stays as
// it is, and a no-break space does not part words. What is taken out leaves no gap: "don't" is "dont",
// "good.<br />Bad" is "goodbr" and "bad".
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace attx {

struct Token;
class Tokenizer;

/// A word as the vocabulary knows it, and the bytes of the text that it stands for: from its first to
/// after its last character, punctuation between them included.
struct Word {
    std::string word;
    size_t begin, end;
    bool operator==(const Word&) const = default;
};

/// The words of a text, at most `most` of them. Any bytes may be given; those of UTF-8 stay whole.
[[nodiscard]] std::vector<Word> wordsOf(std::string_view text, size_t most = SIZE_MAX);

/// How many of `tokens` are padding behind a text.
[[nodiscard]] int paddingBehind(std::span<const int32_t> tokens);

/// The words that have a number of their own. 0 is padding, 1 every other word. Or the pieces of a published
/// tokenizer, which has its own numbers for both.
class Vocabulary {
public:
    static constexpr int32_t padding = 0, unknown = 1;
    static constexpr int reserved = 2;

    Vocabulary() = default;
    /// `words` get the ids 2, 3 ...; Throws Error::Kind::Input, naming `source`, for one that stands twice
    /// or that no text can hold (empty, with white space).
    Vocabulary(std::vector<std::string> words, const std::string& source);

    explicit Vocabulary(std::shared_ptr<const Tokenizer> tokenizer) : tokenizer_(std::move(tokenizer)) {}
    /// That of a published network; null where the words are those of texts.
    [[nodiscard]] const Tokenizer* tokenizer() const { return tokenizer_.get(); }

    /// The `mostTokens` - 2 most frequent words of `texts`; of words as frequent as each other, the one
    /// that sorts last (by bytes) comes first, as in Keras.
    [[nodiscard]] static Vocabulary learn(const std::vector<std::string_view>& texts, int mostTokens);

    [[nodiscard]] bool empty() const { return words_.empty() && !tokenizer_; }
    /// Ids that there are, the reserved ones included.
    [[nodiscard]] int size() const;
    /// Whether the id stands for no word behind a text; a published network knows padding by lengths alone.
    [[nodiscard]] bool isPadding(int32_t id) const { return !tokenizer_ && id == padding; }
    [[nodiscard]] int32_t id(const std::string& word) const;
    /// What stands for an id: "" for padding, "[UNK]" for unknown; a piece as the tokenizer writes it.
    [[nodiscard]] const std::string& word(int32_t id) const;
    /// The words of `ids` for people to read, one each: padding is "[PAD]"; a word without an id is "[UNK]",
    /// an id behind the last word "[9999]", or "[word]" where the text is given that the ids are of. Empty
    /// without a vocabulary.
    [[nodiscard]] std::vector<std::string> wordsOf(std::span<const int32_t> ids,
                                                   std::string_view text = {}) const;
    [[nodiscard]] const std::vector<std::string>& words() const { return words_; }  ///< Ids from 2 on

    /// All tokens of `text` with their bytes in it; a tokenizer adds its own, which stand in no text, and
    /// reads pairs of `text` and `second`.
    [[nodiscard]] std::vector<Token> tokensOf(std::string_view text,
                                              std::optional<std::string_view> second = std::nullopt) const;

    /// Ids of the first `length` words of `text`; as many as there are, without padding. Those that a
    /// tokenizer adds are among them (cutTo).
    [[nodiscard]] std::vector<int32_t> idsOf(std::string_view text, int length) const;

    /// One word a line, from id 2 on; how a checkpoint keeps it.
    [[nodiscard]] std::string toText() const;
    [[nodiscard]] static Vocabulary fromText(std::string_view text, const std::string& source);

    bool operator==(const Vocabulary& other) const {
        return words_ == other.words_ && tokenizer_ == other.tokenizer_;
    }

private:
    std::vector<std::string> words_;
    std::unordered_map<std::string, int32_t> ids_;
    std::shared_ptr<const Tokenizer> tokenizer_;
};

/// `bytes` as UTF-8: every byte that is part of no valid character becomes U+FFFD. `replaced` counts them.
[[nodiscard]] std::string validUtf8(std::string bytes, int64_t* replaced = nullptr);

}  // namespace attx
