// A line over pages: what the network shown is compared with, and the end of it.
#pragma once
#include <QWidget>

class QLabel;

namespace attx {

class Comparison;

class ComparisonBar : public QWidget {
    Q_OBJECT
public:
    /// `comparison` outlives it.
    explicit ComparisonBar(Comparison& comparison, QWidget* parent = nullptr);

private:
    QLabel* label_ = nullptr;
};

}  // namespace attx
