// Tensors of a published network under our names, in our shapes.
#pragma once
#include <string>
#include <vector>

#include "model/config/config.h"
#include "model/exchange/names.h"
#include "model/files/safetensors.h"

namespace attx {

/// Tensors of a family under our names; queries, keys and values still apart, fused ones by kind.
struct NamedTensors {
    SafeTensors file;
    bool fusedByKind = false;          ///< dealHeads has to put the fused rows head by head
    std::string prefix;                ///< What stood in front of all names; empty: nothing
    std::vector<std::string> buffers;  ///< What is no weight, by its name
    std::vector<std::string> left;     ///< Tensors of answers that are not computed here
};

/// `base` is the name of the base model that may stand in front, "bert."; `left` are beginnings of names that
/// belong to answers which are not computed. Throws Error::Kind::Input for a file without the family's first
/// tensor, for tensors that no table knows, by name, and for shapes that no row of the table has.
[[nodiscard]] NamedTensors namedTensors(SafeTensors file, const NameFamily& family, const std::string& base,
                                        const std::vector<std::string>& left, const std::string& source);

/// Puts the rows of queries, keys and values head by head into one tensor, as `network` has them; where heads
/// share keys they stay apart. Shapes that do not fit are left, for the network's check to name.
void dealHeads(NamedTensors& tensors, const NetworkConfig& network);

}  // namespace attx
