// A text that a language model writes in the background: asked by a page, answered as far as it has come.
#pragma once
#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/inspect/text_writer.h"
#include "model/inspect/token_text.h"

namespace attx {

struct Subject;

struct WritingQuestion {
    std::string path;  ///< Run, checkpoint or folder that the network is from; may be empty
    DataNames names;
    std::string prompt;
    /// Tokens to go on from, the first `promptTokens` of which are the prompt. Empty: those of `prompt`.
    std::vector<int32_t> chosen = {};
    size_t promptTokens = 0;
    size_t length = 0;  ///< Tokens of the whole text; 0: `count` more than are given
    size_t count = 0;
    Sampling sampling = {};
};

struct WrittenText {
    std::vector<WrittenToken> tokens;
    std::vector<LikelyToken> next;  ///< The likeliest behind the last token
    std::vector<DroppedTokens> dropped;
    size_t promptTokens = 0;
    int layers = 0, heads = 0;
    int context = 0;
    bool isAtEnd = false;  ///< The last token ends the text
    std::string note;      ///< What of the prompt was not read as it is written; empty: nothing
    TokenText text;
};

/// Nothing once `interrupt` is true. `report` is told the text after each token. Throws Error::Kind::Input
/// for a network that cannot write, and a prompt without a token.
[[nodiscard]] std::optional<WrittenText> writeText(
    const Subject& subject, const WritingQuestion& question,
    const std::function<void(const WrittenText& soFar)>& report, const std::atomic<bool>& interrupt);

}  // namespace attx
