#include "ui/controls/comparison_bar.h"

namespace attx {

ComparisonBar::ComparisonBar(Comparison& comparison, Comparison::Of of, QWidget* parent)
    : StateBar(tr("Compared network"), tr("Close comparison"), tr("Show one network again"), parent) {
    connect(this, &StateBar::clicked, &comparison, &Comparison::close);
    const auto refresh = [this, &comparison, of] {
        const QString problem = comparison.whyNot(of);
        setText(!comparison.second() ? QString()
                : problem.isEmpty()  ? tr("compared with: %1").arg(comparison.wholeName())
                                    : tr("compared with: %1, which %2").arg(comparison.wholeName(), problem));
    };
    connect(&comparison, &Comparison::changed, this, refresh);
    refresh();
}

}  // namespace attx
