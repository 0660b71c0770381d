// What figures say of their data, and of the heads and tokens that the network was computed without.
#pragma once
#include "ui/figures/figure.h"

namespace attx {

struct Ablation;
struct NetworkConfig;

/// "validation data, n = 1000"
[[nodiscard]] QString dataText(bool isOfAll, bool test, int64_t n);
/// The same for files: split and n.
[[nodiscard]] Figure::Facts dataFacts(bool isOfAll, bool test, int64_t n);

/// Adds the ablated heads and masked tokens to the facts, counted from 0, and to the words of the picture,
/// unless the figure strikes the names of ablated heads out. Nothing where none is ablated or masked.
void sayAblated(Figure& figure, const Ablation& ablation, const NetworkConfig& network);
/// What the answer to a question about `subject` was computed without.
template <class Subject>
void sayAblated(Figure& figure, const Subject& subject) {
    sayAblated(figure, subject.ablation, subject.config.network);
}

}  // namespace attx
