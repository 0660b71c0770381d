#include "ui/controls/fold_group.h"

#include <QToolButton>
#include <QVBoxLayout>

#include "ui/controls/flat_layout.h"

namespace attx {

FoldGroup::FoldGroup(const QString& title, QWidget* parent) : QWidget(parent) {
    heading_ = new QToolButton(this);
    heading_->setText(title);
    heading_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    heading_->setArrowType(Qt::DownArrow);
    heading_->setAutoRaise(true);
    heading_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    heading_->setAccessibleName(title);
    heading_->setToolTip(tr("Fold or unfold the group “%1”").arg(title));
    QFont font = heading_->font();
    font.setBold(true);
    heading_->setFont(font);

    content_ = new QWidget(this);
    contentLayout_ = new QVBoxLayout(content_);
    contentLayout_->setContentsMargins(4, 0, 0, 4);
    contentLayout_->setSpacing(4);

    auto* layout = flatLayout<QVBoxLayout>(this, 4);
    layout->addWidget(heading_);
    layout->addWidget(content_);
    connect(heading_, &QToolButton::clicked, this, [this] { setFolded(!folded_); });
}

void FoldGroup::addRow(QWidget* row) { contentLayout_->addWidget(row); }

void FoldGroup::setFolded(bool folded) {
    folded_ = folded;
    showContent();
    heading_->setArrowType(folded ? Qt::RightArrow : Qt::DownArrow);
}

void FoldGroup::setPlain(bool plain) {
    plain_ = plain;
    heading_->setVisible(!plain);
    showContent();
}

void FoldGroup::showContent() { content_->setVisible(plain_ || !folded_); }

}  // namespace attx
