#include "ui/figure_frame.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include "model/error.h"
#include "ui/export.h"
#include "ui/export_dialog.h"

namespace attx {

FigureFrame::FigureFrame(QWidget* view, Source source, QWidget* parent)
    : QFrame(parent), source_(std::move(source)) {
    setFrameShape(QFrame::NoFrame);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    headLayout_ = new QHBoxLayout;
    headLayout_->setSpacing(8);
    layout->addLayout(headLayout_);
    layout->addWidget(view, 1);

    headingLabel_ = new QLabel(this);
    headingLabel_->hide();
    headLayout_->addWidget(headingLabel_);
    headLayout_->addStretch(1);

    menuButton_ = new QToolButton(this);
    menuButton_->setIcon(themedIcon(QStringLiteral("menu")));
    if (menuButton_->icon().isNull()) menuButton_->setText(QStringLiteral("⋯"));
    menuButton_->setPopupMode(QToolButton::InstantPopup);
    menuButton_->setAutoRaise(true);
    menuButton_->setToolTip(tr("Save or copy this figure or its numbers"));
    menuButton_->setAccessibleName(tr("Figure menu"));
    headLayout_->addWidget(menuButton_);

    menu_ = new QMenu(this);
    menu_->setToolTipsVisible(true);
    const auto add = [this](const QString& text, const QString& tip, auto slot) {
        QAction* action = menu_->addAction(text, this, slot);
        action->setToolTip(tip);
    };
    add(tr("&Export…"), tr("Save as PNG, SVG or PDF, or the numbers as CSV or NPY"),
        &FigureFrame::exportFigure);
    add(tr("&Copy picture"), tr("Put the picture on the clipboard"), &FigureFrame::copyPicture);
    add(tr("Copy &data"), tr("Put the numbers on the clipboard, as a table for spreadsheets"),
        &FigureFrame::copyNumbers);
    menu_->addSeparator();
    add(tr("&Reset view"), tr("Show everything again"), &FigureFrame::resetRequested);
    menuButton_->setMenu(menu_);
}

void FigureFrame::setHeading(const QString& text) {
    headingLabel_->setText(text);
    headingLabel_->setVisible(!text.isEmpty());
    menuButton_->setAccessibleName(tr("Menu of the figure %1").arg(text));
}

void FigureFrame::addControl(QWidget* control) {
    headLayout_->insertWidget(headLayout_->count() - 1, control);
}

void FigureFrame::exportFigure() {
    const std::unique_ptr<Figure> figure = source_();
    if (!figure) return;
    // Shown with open(), not exec(): no nested event loop while a run is training.
    auto* dialog = new ExportDialog(*figure, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        Q_EMIT notice(tr("Saved %1").arg(dialog->written().join(QStringLiteral(", "))));
    });
    dialog->open();
}

void FigureFrame::copyPicture() {
    const std::unique_ptr<Figure> figure = source_();
    if (!figure) return;
    ExportOptions options;
    options.style = FigureStyle::of(palette());
    try {
        copyFigure(*figure, options);
        Q_EMIT notice(tr("Copied the picture"));
    } catch (const Error& error) {
        Q_EMIT notice(QString::fromStdString(error.what()));
    }
}

void FigureFrame::copyNumbers() {
    const std::unique_ptr<Figure> figure = source_();
    if (!figure) return;
    copyData(*figure);
    Q_EMIT notice(tr("Copied the numbers"));
}

}  // namespace attx
