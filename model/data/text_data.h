// Texts as a data set: read or generated, dealt into the three splits, and numbered by a vocabulary that is
// learned from the training part alone.
#pragma once
#include "model/data/dataset.h"

namespace attx {

/// The data of TaskKind::Text: rows of `length` token ids, cut or padded, with a label each and the texts
/// themselves, except for those of the training split.
/// - config.path empty: generatedReviews, train_size + validation_size + test_size of them.
/// - else readTextFiles(config.path). What it does not set apart for validation or test is
///   dealt by config.seed: of each class the shares of `config`, or as many as its sizes say (split.h).
/// `known`, if its vocabulary is not empty, numbers words and classes instead of what the data would say:
/// a trained network goes on reading them as it has learned to. Without classes it numbers words alone, for a
/// network that learns other classes. Of a published network no row trains: without splits of the source all
/// rows are the validation data and the test data, and classes may be numbers. Throws Error::Kind::Input as
/// readTextFiles does, and for a class that `known` lacks.
[[nodiscard]] DataSet makeTextData(const DataConfig& config, const DataNames& known = {});

/// The label of a class: the place of its name among `classes`, or, `byNumber`, where it is none of them, the
/// number that it is itself. Nothing where there is no such class.
[[nodiscard]] std::optional<int32_t> classNumber(const std::vector<std::string>& classes,
                                                 const std::string& name, bool byNumber);

/// The labels of `classes`, which are those of `what` ("texts"); `note` gets a sentence where they go by
/// their numbers. Throws Error::Kind::Input, naming `source`, for one that is not among `known`.
[[nodiscard]] std::vector<int32_t> classNumbers(const std::vector<std::string>& classes,
                                                const std::vector<std::string>& known, bool byNumber,
                                                const std::string& source, const char* what,
                                                std::string& note);

/// What the length of a text is counted in: "words", or "tokens" where a tokenizer or learned pieces cut it,
/// or what pairs and texts to continue are made of.
[[nodiscard]] const char* unitOf(const DataConfig& config, const Vocabulary& vocabulary);

/// "3 of 120 texts to train with have more than 64 words (data.length) and are cut there; ..."
[[nodiscard]] std::string lengthsText(const TextLengths& lengths, int length);
/// {"count": 120, "cut": 3, "padding": 0.4, "suggested_length": 61}, as JSON.
[[nodiscard]] std::string toJson(const TextLengths& lengths);

/// The tokens that a network of `config` is asked about for `text`: its first `length` words, or tokens of
/// pairs, and padding behind them if the network sees it; a text without a word is one token of padding.
[[nodiscard]] std::vector<int32_t> tokensOfText(const RunConfig& config, const Vocabulary& vocabulary,
                                                std::string_view text);

/// What a network makes of the words of a text.
struct TextReading {
    size_t words = 0;            ///< Words, or tokens as `unit` says, of the whole text
    size_t read = 0;             ///< The first ones, up to data.length.
    size_t known = 0;            ///< Those among them that the vocabulary has.
    const char* unit = "words";  ///< What is counted, as unitOf() says.
};
[[nodiscard]] TextReading readingOf(const RunConfig& config, const Vocabulary& vocabulary,
                                    std::string_view text);
/// Says what the answer to such a text does not rest on; empty: all of it is read, and words are known.
[[nodiscard]] std::string readingText(const TextReading& reading);

}  // namespace attx
