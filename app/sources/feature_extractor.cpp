#include "app/sources/feature_extractor.h"

#include "model/files/module.h"

namespace attx {

std::unique_ptr<FeatureExtractor> openExtractor(const std::string& extractor) {
    static const auto open =
        reinterpret_cast<OpenExtractor*>(moduleFunction("attx-features", "attxOpenExtractor"));
    return std::unique_ptr<FeatureExtractor>(open(extractor));
}

}  // namespace attx
