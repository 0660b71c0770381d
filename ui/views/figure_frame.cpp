#include "ui/views/figure_frame.h"

#include <QGridLayout>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "model/files/error.h"
#include "ui/controls/export_dialog.h"
#include "ui/controls/flat_layout.h"
#include "ui/export/export.h"
#include "ui/figures/figure.h"

namespace attx {
namespace {

bool showsNothing(const Figure& figure) {
    return std::ranges::all_of(figure.data(), [](const NamedArray& array) { return array.values.empty(); });
}

}  // namespace

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
    add(tr("&Keep as panel"), tr("Keep it as it is now, to export several figures as panels a), b), c)"),
        &FigureFrame::keepAsPanel);
    menu_->addSeparator();
    add(tr("&Reset view"), tr("Show everything again"), &FigureFrame::resetRequested);
    menuButton_->setMenu(menu_);
    connect(menu_, &QMenu::aboutToShow, this, [this, all = menu_->actions()] {
        const bool isThere = exported() != nullptr;
        for (QAction* action : all)
            if (action != all.back()) action->setEnabled(isThere);
    });
}

std::unique_ptr<Figure> FigureFrame::figure() const {
    std::unique_ptr<Figure> figure = source_();
    if (figure) writeQuestion(*figure);
    return figure;
}

std::unique_ptr<Figure> FigureFrame::exported() const {
    std::unique_ptr<Figure> figure = source_();
    if (!figure || showsNothing(*figure)) return nullptr;
    if (isOfEarlierState_ && isOfEarlierState_()) {
        figure->facts.emplace_back(QStringLiteral("state"), QStringLiteral("earlier"));
        figure->addNotes({tr("of another state of the network")});
    } else if (const auto step = stepShown_ ? stepShown_() : std::nullopt) {
        sayStep(*figure, *step);
    }
    writeQuestion(*figure);
    return figure;
}

int FigureFrame::cornerWidth() const { return cornerLayout_->sizeHint().width(); }

void FigureFrame::addControl(QWidget* control) {
    control->setParent(menuButton_->parentWidget());
    cornerLayout_->insertWidget(cornerLayout_->count() - 1, control);
}

void FigureFrame::exportFigure() {
    const std::shared_ptr<const Figure> figure = exported();
    if (!figure) return;
    const ExportDialog* dialog = exportOf(
        *figure, this, [this](const QString& text, const QString& file) { Q_EMIT saved(text, file); });
    connect(dialog, &ExportDialog::commandRequested, this,
            [this, figure](const QStringList& how) { Q_EMIT commandRequested(figure, how); });
}

ExportDialog* FigureFrame::exportOf(
    const Figure& figure, QWidget* parent,
    const std::function<void(const QString& text, const QString& file)>& saved) {
    // Shown with open(), not exec(): no nested event loop while a run is training.
    auto* dialog = new ExportDialog(figure, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, parent, [dialog, saved] {
        const QStringList said =
            QStringList{tr("Saved %1").arg(dialog->written().join(QStringLiteral(", ")))} + dialog->notes();
        saved(said.join(QStringLiteral(". ")), dialog->written().value(0));
    });
    dialog->open();
    return dialog;
}

void FigureFrame::keepAsPanel() {
    if (std::shared_ptr<const Figure> figure = exported()) Q_EMIT panelKept(figure);
}

void FigureFrame::copyPicture() {
    const std::unique_ptr<Figure> figure = exported();
    if (!figure) return;
    ExportOptions options;
    options.style = FigureStyle::of(palette());
    options.style.zoom = 1;
    try {
        copyFigure(*figure, options);
        Q_EMIT notice(tr("Copied the picture"));
    } catch (const Error& error) {
        Q_EMIT notice(QString::fromStdString(error.what()), true);
    }
}

void FigureFrame::copyNumbers() {
    const std::unique_ptr<Figure> figure = exported();
    if (!figure) return;
    copyData(*figure);
    Q_EMIT notice(tr("Copied the numbers"));
}

}  // namespace attx
