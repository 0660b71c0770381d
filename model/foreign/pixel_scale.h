// How a published network of pictures scales pixels.
#pragma once
#include <string>

#include "model/foreign/published_model.h"

namespace attx {

/// Takes image_mean and image_std of the folder's preprocessor_config.json, where it is there and says them.
/// Throws Error::Kind::Input where they are no numbers to divide by.
void takePixelScale(PublishedModel& model, const std::string& folder);

}  // namespace attx
