// What is made of the tensors of a published network, wherever it came from.
#pragma once
#include <string>
#include <vector>

#include "model/foreign/named_tensors.h"
#include "model/foreign/published_model.h"

namespace attx {

[[nodiscard]] bool hasTensor(const SafeTensors& file, Role role, int layer = -1);
/// The kind of norm that the tensors of the first layer show; without a bias LayerNorm is assumed.
[[nodiscard]] NormKind normOf(const SafeTensors& file);
/// What leaves open whether norms without a bias are LayerNorm or RMSNorm.
inline constexpr const char* normsWithoutBias =
    "The norms have no bias; the file does not show whether they subtract the mean (layer_no_bias) or not "
    "(rms).";
/// An extent of a tensor; 0 where it is not there or has fewer axes.
[[nodiscard]] int extentOf(const SafeTensors& file, Role role, size_t axis, int layer = -1);
void putZeros(SafeTensors& file, Role role, int size);
/// The classifier that hands on what was pooled.
void putIdentity(SafeTensors& file, int width);

/// Adds a sentence to what a person should know.
void addSentence(std::string& note, const std::string& sentence);
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
