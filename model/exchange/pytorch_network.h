// The network of an exported run as Python: a module for each parameter, and a line for each operation of the
// program.
#pragma once
#include <string>

#include "model/network/program.h"

namespace attx {

/// The classes EncoderLayer and Network and what they call. Tensors have their names in the program, without
/// the layer; sizes are the constants of resources/export/pytorch/start.py.
[[nodiscard]] std::string pytorchNetwork(const Program& program);

}  // namespace attx
