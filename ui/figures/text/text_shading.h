// What shades the words of a text, and which words belong together: plain functions from what the inspector
// found to numbers, one a token.
#pragma once
#include <QString>
#include <QStringList>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/attribute/explain.h"
#include "model/data/dataset.h"
#include "ui/figures/text/text_figure.h"

namespace attx {

enum class TextShade {
    Attention,     ///< Attention from the chosen token, or the mean over all tokens
    Relevance,     ///< Relevance for the predicted class: pooledRelevance
    Contribution,  ///< Share in the logit of the predicted class: Explanation::positionContributions
    Argmax,        ///< how many features the pooling took from the token
    FirstMethod,   ///< The numbers from here on: shadingMethods()
};
/// The methods that run the network again, whose numbers shade words as they are: of a map the mean over its
/// rows, layers and heads.
[[nodiscard]] std::span<const ExplainMethodInfo> shadingMethods();
/// The method of explanation that a shade needs; nothing: none.
[[nodiscard]] std::optional<ExplainMethod> methodOf(TextShade shade);

/// Attention [T, T] of a head of a layer, or (head -1) the mean over its heads.
[[nodiscard]] std::vector<float> attentionOf(const Inspection& inspection, int layer, int head);
/// The same without row and column of a class token: [words and padding] squared.
[[nodiscard]] std::vector<float> amongWords(const Inspection& inspection, int layer, int head);

/// One value a position, [T], of a class token none; empty if `explanation` is needed and null. `chosen` -1:
/// no token asks.
[[nodiscard]] std::vector<float> shadesOf(TextShade shade, const Inspection& inspection,
                                          const Explanation* explanation, int layer, int head, int chosen);

/// `values` [T] as TextFigure wants them: one for each of `words`, and the sum over the padding behind them.
[[nodiscard]] std::vector<float> withPaddingSummed(const std::vector<float>& values, size_t words);

struct StrongKey {
    int token;
    float weight;
};
/// The `most` keys that get the most attention from `token`, among the first `words`.
[[nodiscard]] std::vector<StrongKey> strongestKeys(const std::vector<float>& attention, int length, int token,
                                                   int words, int most);

/// The first `length` words of a text with their places in it as QString; what lies behind is cut off once
/// it is longer than a page shows.
struct ShownText {
    QString text;
    std::vector<TokenRange> tokens;
    QStringList words;  ///< Spelled like the vocabulary's; unknown words too
    int unknown = 0;
    bool cut = false;  ///< the text has more words than the network reads
    /// Of a published tokenizer: the word that each token is a piece of, from 0; a token of its own is one,
    /// too.
    std::vector<int> wordOf;
};
/// The same with the pieces of a word as one token.
[[nodiscard]] ShownText joinedWords(const ShownText& shown);
/// Attention [T, T] among words, [W, W]: from a word the mean over its pieces, to a word their sum. Positions
/// behind the words, which are padding, stay.
[[nodiscard]] std::vector<float> amongJoined(const std::vector<float>& map, const std::vector<int>& wordOf);
/// Of a published tokenizer all tokens, those that it adds in their places; `second`: of a pair.
[[nodiscard]] ShownText shownText(const QString& text, const Vocabulary& vocabulary, int length,
                                  const std::optional<std::string>& second = std::nullopt);
/// What the answer to it does not rest on: "1 unknown", "no word is known", "the rest is not read".
[[nodiscard]] QStringList unreadParts(const ShownText& shown);

/// Which shade, and of Attention which layer, head (-1: the mean of all) and asking token (-1: all).
struct TextShading {
    TextShade shade = TextShade::Attention;
    int layer = 0, head = -1, chosen = -1;
    bool byWord = false;  ///< pieces are joined to words, and `chosen` is a word: to it the sum of its
                          ///< pieces, from it their mean
};
/// The text with its shades and what they are; title and verdict are the caller's. No shades unless the
/// inspection, and the explanation where the shade needs one, are about at least its words.
[[nodiscard]] TextFigure textFigure(const ShownText& shown, const Inspection& inspection,
                                    const Explanation* explanation, const TextShading& shading);

/// shadesOf needs an explanation, by methodOf.
[[nodiscard]] inline bool needsExplanation(TextShade shade) { return methodOf(shade).has_value(); }

/// "attention", "relevance", "contribution", "argmax", or the name of one of shadingMethods(). Throws
/// Error::Kind::Input that lists them.
[[nodiscard]] TextShade textShadeNamed(const std::string& name);

}  // namespace attx
