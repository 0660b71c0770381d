// What explanations assume of a network, a row each: a method names its assumptions, and why a network has no
// such explanation follows from them.
#pragma once
#include "model/config/config.h"

namespace attx {

struct Program;

enum class Assumes : unsigned {
    Nothing = 0,
    /// Queries and keys of the first layer are linear in the sum of content and position, so that a score is
    /// a sum of terms.
    LinearFirstLayer = 1,
    UnknownToken = 2,  ///< A text has a neutral token, [UNK], which a baseline is made of
    /// Attention does not know the order of keys beyond what was added to them, so that keys may be left out
    /// and the others moved up.
    OrderFreeKeys = 4,
};

/// Why a network does not have what is assumed, as a sentence; null: it has all of it.
[[nodiscard]] const char* whyNotAssumed(Assumes assumed, const Program& program, SampleKind samples);
[[nodiscard]] const char* whyNotAssumed(Assumes assumed, const NetworkConfig& network, SampleKind samples);

}  // namespace attx
