#include "ui/controls/comparison_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "ui/controls/flat_layout.h"

namespace attx {

ComparisonBar::ComparisonBar(Comparison& comparison, Comparison::Of of, QWidget* parent) : QWidget(parent) {
    auto* layout = flatLayout<QHBoxLayout>(this);
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
    const auto refresh = [this, &comparison, of] {
        setVisible(comparison.second() != nullptr);
        const QString problem = comparison.whyNot(of);
        label_->setText(problem.isEmpty()
                            ? tr("compared with: %1").arg(comparison.name())
                            : tr("compared with: %1, which %2").arg(comparison.name(), problem));
    };
    connect(&comparison, &Comparison::changed, this, refresh);
    refresh();
}

}  // namespace attx
