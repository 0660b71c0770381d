// Describes pictures from the disk as the images of a data set are described, for sets of a person's own. One
// thread at a time.
#pragma once
#include <memory>
#include <string>

#include "app/sources/feature_extractor.h"
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

}  // namespace attx
