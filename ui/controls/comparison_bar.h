// A line over pages: what the network shown is compared with, and the end of it.
#pragma once
#include "ui/controls/state_bar.h"
#include "ui/state/comparison.h"

namespace attx {

class ComparisonBar : public StateBar {
    Q_OBJECT
public:
    /// `of`: what the page shows, and the bar says why it cannot. `comparison` outlives it.
    ComparisonBar(Comparison& comparison, Comparison::Of of, QWidget* parent = nullptr);
};

}  // namespace attx
