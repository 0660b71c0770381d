#include "ui/controls/comparison_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "ui/state/comparison.h"

namespace attx {

ComparisonBar::ComparisonBar(Comparison& comparison, QWidget* parent) : QWidget(parent) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    label_ = new QLabel(this);
    label_->setAccessibleName(tr("Compared network"));
    auto* close = new QPushButton(tr("Close comparison"), this);
    close->setAccessibleName(tr("Close comparison"));
    close->setToolTip(tr("Show one network again"));
    close->setFocusPolicy(Qt::TabFocus);
    layout->addWidget(label_);
    layout->addWidget(close);
    layout->addStretch(1);
    connect(close, &QPushButton::clicked, &comparison, &Comparison::close);
    const auto refresh = [this, &comparison] {
        setVisible(comparison.second() != nullptr);
        label_->setText(
            comparison.sameHeads()
                ? tr("compared with: %1").arg(comparison.name())
                : tr("compared with: %1 · other layers or heads: click one head in each grid to compare "
                     "the two")
                      .arg(comparison.name()));
    };
    connect(&comparison, &Comparison::changed, this, refresh);
    refresh();
}

}  // namespace attx
