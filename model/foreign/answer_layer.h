// What the logits of an opened network are.
#pragma once

namespace attx {

enum class AnswerLayer {
    Logits,    ///< The first, which every other reader of files leaves
    None,      ///< The network ends with vectors: what stands for logits is what was pooled, and no answer
    Sentence,  ///< The same; pooled as the folder's sentence embedding is
    NormalizedSentence,  ///< The same, of length 1
};

}  // namespace attx
