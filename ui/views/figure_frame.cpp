#include "ui/views/figure_frame.h"

#include <QGridLayout>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include "model/files/error.h"
#include "ui/controls/export_dialog.h"
#include "ui/controls/flat_layout.h"
#include "ui/export/export.h"

namespace attx {

FigureFrame::FigureFrame(QWidget* view, Source source, QWidget* parent)
    : QFrame(parent), source_(std::move(source)) {
    setFrameShape(QFrame::NoFrame);
    // The controls stand below each other beside the figure: a row above it would cost more.
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(view, 0, 0);
    auto* corner = new QWidget(this);
    cornerLayout_ = flatLayout<QVBoxLayout>(corner, 4);
    layout->addWidget(corner, 0, 1, Qt::AlignTop);
    layout->setColumnStretch(0, 1);
    layout->setHorizontalSpacing(0);

    menuButton_ = new QToolButton(corner);
    menuButton_->setIcon(themedIcon(QStringLiteral("menu")));
    if (menuButton_->icon().isNull()) menuButton_->setText(QStringLiteral("⋯"));
    menuButton_->setPopupMode(QToolButton::InstantPopup);
    menuButton_->setAutoRaise(true);
    menuButton_->setToolTip(tr("Save or copy this figure or its numbers"));
    menuButton_->setAccessibleName(tr("Figure menu"));
    cornerLayout_->addWidget(menuButton_);

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

int FigureFrame::cornerWidth() const { return cornerLayout_->sizeHint().width(); }

void FigureFrame::addControl(QWidget* control) {
    control->setParent(menuButton_->parentWidget());
    cornerLayout_->insertWidget(cornerLayout_->count() - 1, control);
}

void FigureFrame::exportFigure() {
    const std::unique_ptr<Figure> figure = source_();
    if (!figure) return;
    // Shown with open(), not exec(): no nested event loop while a run is training.
    auto* dialog = new ExportDialog(*figure, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        const QStringList said =
            QStringList{tr("Saved %1").arg(dialog->written().join(QStringLiteral(", ")))} + dialog->notes();
        Q_EMIT saved(said.join(QStringLiteral(". ")), dialog->written().value(0));
    });
    dialog->open();
}

void FigureFrame::copyPicture() {
    const std::unique_ptr<Figure> figure = source_();
    if (!figure) return;
    ExportOptions options;
    options.style = FigureStyle::of(palette());
    options.style.zoom = 1;
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
