// A pair up close: why one query of a head attends to one key as much as it does, and what that writes.
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "model/inspect/inspector.h"

namespace attx {

struct PairIndex {
    int layer = 0, head = 0, query = 0, key = 0;  ///< All counted from 0
    bool operator==(const PairIndex&) const = default;
};

struct PairDetail {
    PairIndex pair;
    Sample sample;
    float weight = 0;             ///< Attention weight of the key, 0 to 1
    float score = 0;              ///< q · k / √HS less `distance`, before the softmax
    float distance = 0;           ///< what is taken for the distance (ALiBi)
    std::vector<float> products;  ///< [HS] q ∘ k / √HS; they sum to the score and `distance`
    /// Layer 0 only: what is before other layers is no sum of content and position any more. As
    /// scoreTermNames(); they sum to the score.
    std::optional<std::array<float, 5>> terms;
    float valueNorm = 0;  ///< ‖v W_O‖ of the key's value through the head's part of the output projection
    float writtenNorm = 0;  ///< ‖A v W_O‖; 0 where the head is ablated
    /// What the cell adds to the logits of the query's own output, or of the one answer: with it less those
    /// with its attention weight set to zero and the rest of its row as it is. [K]; of a binary output those
    /// of no and yes; of a set that of the member's score, [1].
    std::vector<float> logits;
    bool logitsOfPosition = false;  ///< They are those of the query's own output.
};

/// Inspects the sample and takes it apart. Throws Error::Kind::Input as Inspector::inspect, and for a layer,
/// head or position that is not there.
[[nodiscard]] PairDetail pairUpClose(Inspector& inspector, const Sample& sample, const PairIndex& pair);

/// The query and key of a head with the largest weight, or the strongest key of `query`; among the positions
/// that are no padding. Throws as pairUpClose.
[[nodiscard]] PairIndex strongestPair(const Inspection& inspection, int layer, int head,
                                      std::optional<int> query = {});

}  // namespace attx
