// tokenizer.json, as Hugging Face's library tokenizers writes it: a whole tokenizer in one file.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/text/tokenizer.h"

namespace attx {

/// Reads models of the types BPE and WordPiece with the normalisers, pre-tokenizers and post-processors that
/// BERT, GPT-2, RoBERTa and Llama have. What the file asks to cut or to fill up is left out. Throws
/// Error::Kind::Input for damage, and by name for each part that it does not know.
[[nodiscard]] TokenizerParts tokenizerPartsFromJson(std::string_view text, const std::string& source);

/// Sets parts.single and parts.pair: "[CLS] A [SEP] B [SEP]", the second text of type 1, or RoBERTa's "<s> A
/// </s></s> B </s>" of one type.
void takeClassTemplates(TokenizerParts& parts, int32_t begin, int32_t end, bool isBert);
/// Sets both: the tokens that begin and end each text, as Llama's settings ask for them.
void takeTextTemplates(TokenizerParts& parts, std::optional<int32_t> begin, std::optional<int32_t> end);

}  // namespace attx
