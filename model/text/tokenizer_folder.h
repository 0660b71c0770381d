// The tokenizer of a folder that Hugging Face's save_pretrained wrote.
#pragma once
#include <map>
#include <string>

#include "model/text/tokenizer.h"

namespace attx {

/// From vocab.txt (BERT, DistilBERT), vocab.json and merges.txt (GPT-2, RoBERTa), or tokenizer.json where
/// these are not there; with tokenizer_config.json, special_tokens_map.json and added_tokens.json. Throws
/// Error::Kind::Input for a folder without a tokenizer, and by name for one that this program does not know.
[[nodiscard]] Tokenizer openTokenizer(const std::string& folder);
/// The same of such files, contents by name, as Tokenizer::files has them; `source` names them in messages.
[[nodiscard]] Tokenizer tokenizerOfFiles(std::map<std::string, std::string> files, const std::string& source);
/// Whether `folder` holds any of these files.
[[nodiscard]] bool hasTokenizer(const std::string& folder);

}  // namespace attx
