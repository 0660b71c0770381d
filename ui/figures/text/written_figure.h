// What a language model has written as a figure: its tokens, shaded by how much each surprised it or by what
// one of them attends to.
#pragma once
#include <optional>

#include "model/inspect/written_text.h"
#include "ui/figures/text/text_figure.h"

namespace attx {

/// Attention from token `from`, in a layer and of a head, all from 0; head -1: the mean of the layer's heads.
struct WrittenAttention {
    int from = 0, layer = 0, head = -1;
};
/// Shades: bits of surprise, or attention. A token that is a part of a character only has no place of its own
/// in the text; the one that ends the character has it.
[[nodiscard]] TextFigure writtenFigure(const WrittenText& written,
                                       const std::optional<WrittenAttention>& attention);

/// A token as people read it, "␣the".
[[nodiscard]] QString shownPiece(const WrittenText& written, int32_t id);

}  // namespace attx
