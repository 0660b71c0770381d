// A line over pages: what the network shown is compared with, and the end of it.
#pragma once
#include <QWidget>

#include "ui/state/comparison.h"

class QLabel;

namespace attx {

class ComparisonBar : public QWidget {
    Q_OBJECT
public:
    /// `of`: what the page shows, and the bar says why it cannot. `comparison` outlives it.
    ComparisonBar(Comparison& comparison, Comparison::Of of, QWidget* parent = nullptr);

private:
    QLabel* label_ = nullptr;
};

}  // namespace attx
