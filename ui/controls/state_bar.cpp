#include "ui/controls/state_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "ui/controls/flat_layout.h"

namespace attx {

StateBar::StateBar(const QString& name, const QString& button, const QString& tip, QWidget* parent)
    : QWidget(parent) {
    auto* layout = flatLayout<QHBoxLayout>(this);
    label_ = new QLabel(this);
    label_->setAccessibleName(name);
    label_->setTextFormat(Qt::PlainText);
    label_->setWordWrap(true);  // a sentence may be longer than the window is wide
    QSizePolicy policy = label_->sizePolicy();
    policy.setHorizontalPolicy(QSizePolicy::Ignored);  // A long name of a run does not widen the window
    label_->setSizePolicy(policy);
    auto* push = new QPushButton(button, this);
    push->setAccessibleName(button);
    push->setToolTip(tip);
    push->setFocusPolicy(Qt::TabFocus);
    layout->addWidget(label_, 1);
    layout->addWidget(push);
    connect(push, &QPushButton::clicked, this, &StateBar::clicked);
    hide();
}

void StateBar::setText(const QString& text) {
    label_->setText(text);
    setVisible(!text.isEmpty());
}

QString StateBar::text() const { return label_->text(); }

}  // namespace attx
