// What is laid over the patches of a picture: plain functions from what the inspector found to numbers, one a
// patch.
#pragma once
#include <optional>
#include <vector>

#include "model/attribute/explain.h"
#include "model/data/dataset.h"
#include "ui/figures/picture/picture_figure.h"

namespace attx {

/// Attention, or a method of explanation; of which layer, head (-1: the mean of all) and asking patch (-1:
/// the class token, or without one all patches on average).
struct PictureShading {
    std::optional<ExplainMethod> method = {};
    int layer = 0, head = -1, asking = -1;
};

/// The picture that the patches of a sample come from.
[[nodiscard]] QImage pictureImage(const DataConfig& data, const Sample& sample);

/// The sample's picture with what is laid over it and what that is, and what the network answers; the title
/// is the caller's.
[[nodiscard]] PictureFigure pictureFigure(const RunConfig& config, const DataNames& names,
                                          const Sample& sample, const Inspection& inspection,
                                          const Explanation* explanation, const PictureShading& shading);

/// "blue star (drawn), 98.2 % · right" or "· wrong: it is …".
[[nodiscard]] QString pictureVerdict(const DataConfig& data, const DataNames& names, const Sample& sample,
                                     const Inspection& inspection);

}  // namespace attx
