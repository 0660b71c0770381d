// The figures of sets of images, built from what the network answers.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "model/data/set_data.h"
#include "model/evaluate/set_answers.h"
#include "model/inspect/inspector.h"
#include "ui/figures/evaluate/set_figure.h"
#include "ui/figures/maps/heat_map_figure.h"

namespace attx {

/// The image of a set's member, in the bytes of `images`; null: it is none of them.
[[nodiscard]] QImage imageOf(const SplitImages& images, const SampleRow& member);
/// The attention of one head between the images of a set; layer and head from 0.
[[nodiscard]] SetLinksFigure setLinksFigure(const Inspection& inspection, int layer, int head,
                                            const QList<QImage>& images);
/// Which classes the network mixes up; see setConfusion. `classes`: of the images of the split, which is that
/// of the test data if `test`, else of the validation data.
[[nodiscard]] HeatMapFigure setConfusionFigure(const SetAnswers& answers, std::span<const int32_t> classes,
                                               const std::vector<std::string>& names, bool test = false);

}  // namespace attx
