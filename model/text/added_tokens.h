// Tokens that are found in a text as they are written, such as "[MASK]", before it is cut into words.
#pragma once
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/text/normalizer.h"
#include "model/text/unicode.h"

namespace attx {

struct AddedToken {
    std::string content;
    int32_t id;
    bool takesLeft = false, takesRight = false;  ///< White space on that side belongs to it
    bool wholeWord = false;                      ///< Not within a word
    bool isNormalized = false;                   ///< Looked for in the normalised text, normalised too
};

/// A part of a text: an added token, or what is between them.
struct TextPart {
    Characters text;
    const AddedToken* token = nullptr;
};

/// Finds tokens: the leftmost, and the longest of those that begin at a place.
class AddedTokenFinder {
public:
    AddedTokenFinder() = default;
    /// `tokens` must outlive it, where they are.
    AddedTokenFinder(const std::vector<const AddedToken*>& tokens, const Normalizer& normalizer);

    /// The parts of `text` in their order, none of them empty.
    [[nodiscard]] std::vector<TextPart> partsOf(const Characters& text) const;

private:
    struct Entry {
        std::u32string written;
        const AddedToken* token;
    };
    /// By the first character, the longest first.
    std::unordered_map<char32_t, std::vector<Entry>> entries_;
};

}  // namespace attx
