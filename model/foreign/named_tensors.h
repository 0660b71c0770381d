// Tensors of a published network under our names, in our shapes, and what is made of them, wherever they came
// from.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "model/config/config.h"
#include "model/exchange/names.h"
#include "model/files/safetensors.h"

namespace attx {

struct PublishedModel;

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
/// Rows of queries, keys and values that come by kind, [3 NH HS, ...], head by head, [NH 3 HS, ...].
[[nodiscard]] std::vector<float> byHead(const std::vector<float>& byKind, const NetworkConfig& network);

[[nodiscard]] bool hasTensor(const SafeTensors& file, Role role, int layer = -1);
/// Whether the name of some tensor ends so.
[[nodiscard]] bool hasEnding(const SafeTensors& file, std::string_view ending);
/// The kind of norm that the tensors of the first layer show; without a bias LayerNorm is assumed.
[[nodiscard]] NormKind normOf(const SafeTensors& file);
/// What leaves open whether norms without a bias are LayerNorm or RMSNorm.
inline constexpr const char* normsWithoutBias =
    "The norms have no bias; the file does not show whether they subtract the mean (layer_no_bias) or not "
    "(rms).";
/// An extent of a tensor; 0 where it is not there or has fewer axes.
[[nodiscard]] int extentOf(const SafeTensors& file, Role role, size_t axis, int layer = -1);
void putZeros(SafeTensors& file, Role role, int size);
/// A layer [width, width] that hands on what it reads.
void putIdentity(SafeTensors& file, Role weight, Role bias, int width);

/// Adds what was taken off, ignored and left.
void sayWhatWasTaken(std::string& note, const NamedTensors& tensors);
/// Adds the files of weights that were not read.
void sayUnread(std::string& note, const std::vector<std::string>& files);
/// Takes out a layer of answers that is the embedding table over again, and says where it is not.
void dropTied(PublishedModel& model);
/// Makes it a network that gives the next token: by the embedding table (tied), or by a layer of its own
/// without a bias. Throws Error::Kind::Input where there is neither.
void takeDecoder(PublishedModel& model, bool isTied);

}  // namespace attx
