// What a figure says of the heads and tokens that the network was computed without.
#pragma once
#include "model/inspect/subject.h"
#include "ui/figures/figure.h"

namespace attx {

/// Adds the ablated heads and masked tokens to the facts, counted from 0, and to the words of the picture,
/// unless the figure strikes the names of ablated heads out. Nothing where none is ablated or masked.
void sayAblated(Figure& figure, const Ablation& ablation, const NetworkConfig& network);
/// What the answer to a question about `subject` was computed without.
inline void sayAblated(Figure& figure, const Subject& subject) {
    sayAblated(figure, subject.ablation, subject.config.network);
}

}  // namespace attx
