// What a tokenizer does to a text before it cuts it into words, step by step.
#pragma once
#include <string>
#include <vector>

#include "model/text/unicode.h"

namespace attx {

struct NormalizerStep {
    enum class Kind {
        CleanText,       ///< BERT: control characters go, white space becomes blanks
        SpaceChinese,    ///< BERT: blanks around each character of Chinese
        Decompose,       ///< Normalization form D
        DropNonspacing,  ///< Marks of category Mn go
        Lowercase,
        Prepend,  ///< `content` in front of a text that is not empty
        Replace,  ///< `pattern` becomes `content`
    };
    Kind kind;
    std::string pattern, content;
};
using Normalizer = std::vector<NormalizerStep>;

/// The steps of BERT's basic tokenizer (Devlin et al. 2018, tokenization.py).
[[nodiscard]] Normalizer bertNormalizer(bool cleanText, bool spaceChinese, bool stripAccents, bool lowercase);

[[nodiscard]] Characters normalized(Characters text, const Normalizer& steps);
/// `pattern` becomes `content`, each character of which has the bytes of what it replaces.
[[nodiscard]] Characters replacedIn(const Characters& text, const std::string& pattern,
                                    const std::string& content);
/// `content` in front, with the bytes of the first character; an empty text stays empty.
[[nodiscard]] Characters prependedTo(const Characters& text, const std::string& content);

}  // namespace attx
