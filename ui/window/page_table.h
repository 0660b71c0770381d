// The pages of the window, in the order of their tabs: a page that stands here is shown, remembered, exported
// and helped with.
#pragma once
#include <vector>

#include "ui/pages/page.h"

namespace attx {

class Comparison;
class RunModel;

/// One of each, children of `parent`, which go on with what is kept.
[[nodiscard]] std::vector<Page*> makePages(RunModel& model, Comparison& comparison, Kept& kept,
                                           QWidget* parent);

}  // namespace attx
