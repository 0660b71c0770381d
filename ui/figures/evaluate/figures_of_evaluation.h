// What an evaluation says, as figures.
#pragma once
#include "model/evaluate/evaluation.h"
#include "model/evaluate/faithfulness.h"
#include "ui/figures/curves/curve_figure.h"
#include "ui/figures/maps/heat_map_figure.h"

namespace attx {

// Each says which data it is of and how many answers, in its picture and as facts (Figure::facts).

/// Counts, truth down and prediction to the right. `names` of classes may be fewer: the others go by their
/// numbers. `texts`: the same as they are shown (classTexts).
[[nodiscard]] HeatMapFigure confusionFigure(const Evaluation& evaluation,
                                            const std::vector<std::string>& names,
                                            const QStringList& texts = {});
/// Accuracy over the probability of the prediction, next to what a calibrated network has, and the share of
/// the answers in each bin.
[[nodiscard]] CurveFigure reliabilityFigure(const Evaluation& evaluation);
/// ROC and precision over recall, of class 1, with the precision of a guess. Empty panels where there are no
/// two classes.
[[nodiscard]] CurveFigure thresholdFigure(const Evaluation& evaluation,
                                          const std::vector<std::string>& names = {},
                                          const QStringList& texts = {});
/// Of sequences.
[[nodiscard]] CurveFigure positionAccuracyFigure(const Evaluation& evaluation);
/// What people read for MethodFaithfulness::name.
[[nodiscard]] QString faithfulnessTitle(const std::string& name);
/// Deletion and insertion: the probability of the answer as a method's inputs go first, or come first,
/// with their bands.
[[nodiscard]] CurveFigure faithfulnessFigure(const Faithfulness& faithfulness);

}  // namespace attx
