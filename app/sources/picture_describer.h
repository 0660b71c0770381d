// Describes pictures from the disk as the images of a data set are described, for sets of a person's own. One
// thread at a time.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "app/sources/feature_extractor.h"
#include "model/data/new_sets.h"
#include "ui/state/picture_request.h"

namespace attx {

class PictureDescriber {
public:
    /// One of request.files. Throws Error::Kind::Input for a file that is no picture, and for features of
    /// another width than request.dim.
    [[nodiscard]] DescribedPicture describe(const PictureRequest& request, const QString& file);

private:
    std::string extractorName_;
    std::unique_ptr<FeatureExtractor> extractor_;  ///< Opened from extractorName_, which takes a while
};

/// The features of the pictures of `sets` as a table of sets, with their names, and how they were described.
/// `progress` is told how many of all pictures are done; false ends the work and gives no rows. Throws
/// Error::Kind::Input as PictureDescriber does, and where the images that tell the size are gone.
[[nodiscard]] NewRows newPictureSets(const RunConfig& config, const std::string& path,
                                     const PictureSets& sets,
                                     const std::function<bool(int64_t done, int64_t total)>& progress);

}  // namespace attx
