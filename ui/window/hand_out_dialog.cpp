#include "ui/window/hand_out_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

namespace attx {
namespace {

const auto suffix = QStringLiteral(".attx");

}  // namespace

HandOutDialog::HandOutDialog(const QString& stem, QWidget* parent)
    : SaveDialog(QStringLiteral("hand-out"), tr("Save lesson state"), parent) {
    addPlace(tr("&Place"),
             tr("The file to write: the network, its training, and what the window shows of it"),
             [this](const QString& file) { setPath(file); });
    notes_ = new QPlainTextEdit(this);
    notes_->setAccessibleName(tr("Notes"));
    notes_->setTabChangesFocus(true);
    notes_->setPlaceholderText(tr("What whoever opens the file reads first"));
    whenZoomed(notes_, [this] { notes_->setFixedHeight(zoomed(96)); });
    form().addRow(tr("&Notes"), notes_);
    addProblemAndButtons();
    connect(pathEdit_, &QLineEdit::textChanged, this, [this](const QString& path) {
        buttons_->button(QDialogButtonBox::Save)->setEnabled(!path.isEmpty());
    });
    setPath(freePlace(stem, suffix));
}

QString HandOutDialog::notes() const { return notes_->toPlainText().trimmed(); }

void HandOutDialog::accept() {
    if (!path().endsWith(suffix, Qt::CaseInsensitive)) setPath(path() + suffix);
    if (!mayWrite({path()})) return;
    remember({});
    QDialog::accept();
}

}  // namespace attx
