// What the logits of an opened network are.
#pragma once
#include <array>

namespace attx {

enum class AnswerLayer {
    Logits,    ///< The first, which every other reader of files leaves
    None,      ///< The network ends with vectors: what stands for logits is what was pooled, and no answer
    Sentence,  ///< The same; pooled as the folder's sentence embedding is
    NormalizedSentence,  ///< The same, of length 1
};

/// Their spellings, in this order.
inline constexpr std::array answerLayerNames{"logits", "none", "sentence", "normalised_sentence"};

}  // namespace attx
