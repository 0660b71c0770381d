// Sets that a trained network is to answer and that no class tells: vectors in a file, or folders of
// pictures.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "model/data/new_rows.h"

namespace attx {

/// The sets in the file `path`, of vectors as the network reads them (D = config.network.inputDim):
/// - an .npz (its array "feats", or its only one) or .npy of [sets, members, D]; of [vectors, D],
///   config.data.setSize of which are a set, one after the other; or of [sets, members D];
/// - a table of numbers, a vector or a set in each row as in the last two, with or without a header.
/// `asked`: how a table is written, as of newRows(). Throws Error::Kind::Input for other shapes, for what is
/// no number, and as the readers do.
[[nodiscard]] NewRows newSets(const RunConfig& config, const std::string& path, const DataConfig& asked = {});
/// `values` as sets of `members` vectors of `dim` numbers each, of unknown truth.
[[nodiscard]] Table tableOfSets(std::vector<float> values, int members, int dim);

/// Pictures, each folder of which is a set.
struct PictureSets {
    std::vector<std::string> names;  ///< Folder names, relative to the folder that holds them
    int members = 0;                 ///< Pictures of each set
    std::vector<std::string> files;  ///< [names.size() members], of each set by their names
    std::string note;                ///< What was left out, a sentence or empty
};
/// The sets in the folder `path`, or the one set that it is. Nothing for what sets are drawn from: folders
/// that are called as the `classes` of the network or train and test, and folders that all have enough
/// pictures for sets of `setSize` in training, validation and test. Throws Error::Kind::Input for folders of
/// different sizes, and as filesBelow().
[[nodiscard]] std::optional<PictureSets> pictureSetsAt(const std::string& path, int setSize,
                                                       const std::vector<std::string>& classes);

}  // namespace attx
