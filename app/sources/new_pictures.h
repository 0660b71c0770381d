// Sets of pictures that a trained network is to answer, described as the images of its own data are.
#pragma once
#include <functional>

#include "model/data/new_sets.h"

namespace attx {

/// The features of the pictures of `sets` as a table of sets, with their names, and how they were described.
/// `progress` is told how many of all pictures are done; false ends the work and gives no rows. Throws
/// Error::Kind::Input as PictureDescriber does, and where the images that tell the size are gone.
[[nodiscard]] NewRows newPictureSets(const RunConfig& config, const std::string& path,
                                     const PictureSets& sets,
                                     const std::function<bool(int64_t done, int64_t total)>& progress);

}  // namespace attx
