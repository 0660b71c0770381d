// How the tokens of a network that writes are written: texts as token ids, and ids as text.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "model/config/config.h"
#include "model/data/dataset.h"

namespace attx {

/// A text that a network should go on from.
struct ReadText {
    std::vector<int32_t> ids;
    std::string note;  ///< What was put in its place or left out; empty: nothing
};

/// What turns texts into tokens and back.
struct TokenText {
    std::string kind;  ///< "byte-level BPE", "numbers"
    std::function<ReadText(const std::string& text)> read;
    std::function<std::string(int32_t id)> piece;  ///< A token for display: "Ġthe"
    std::function<std::string(int32_t id)> bytes;  ///< A token's bytes in a text: " the"
    bool beginsWithBlank = false;                  ///< The first blank of a text is the tokenizer's own
    int context = 0;                               ///< The most tokens that the network reads
    std::vector<int32_t> ends;                     ///< Tokens behind which a text is at its end
};

/// Of a network that was opened from `path`: a folder with a tokenizer, or a run or checkpoint with the names
/// of its data. Throws Error::Kind::Input for a folder without a tokenizer.
[[nodiscard]] TokenText tokenTextOf(const std::string& path, const RunConfig& config, const DataNames& names);

/// The text of `ids` as UTF-8. `isBegun`: it goes on behind another text.
[[nodiscard]] std::string textOfTokens(const TokenText& text, std::span<const int32_t> ids, bool isBegun);

}  // namespace attx
