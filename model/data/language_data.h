// A text to learn the next token from: read from a file or generated, cut into windows.
#pragma once
#include "model/data/dataset.h"

namespace attx {

/// The data of TaskKind::Language: windows of config.length tokens, one behind the other, whose labels are
/// the tokens that follow.
/// - config.path empty: the texts of generatedReviews, a line each, in train_size, validation_size and
///   test_size windows.
/// - else the text of that file, in whatever characters (config.encoding): its first part is for training,
///   the next one for validation and the last one for the test, by the shares of `config` or as many windows
///   as its sizes say.
/// The vocabulary is learned from the training part, config.vocabulary tokens at most, or is that of `known`.
/// A published network with a tokenizer is given the text of the file whole, as validation data and as test
/// data; its last window may be shorter, and so are windows of a short text. Throws Error::Kind::Input for a
/// file without text, and for one that is too short.
[[nodiscard]] DataSet makeLanguageData(const DataConfig& config, const DataNames& known = {});

/// What a network reads of a text, and in words what it does not know of it.
struct LanguageInput {
    std::vector<int32_t> tokens;
    std::string note;  ///< Empty: all of it is known
};
[[nodiscard]] LanguageInput languageInput(PairTokens kind, const Vocabulary& vocabulary,
                                          std::string_view text);

/// The next token of each: labels [T] of tokens [T], -1 behind the last.
[[nodiscard]] std::vector<int32_t> nextTokens(const std::vector<int32_t>& tokens);

}  // namespace attx
