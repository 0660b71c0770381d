#include "ui/window/hand_out_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>

#include "ui/controls/plain_text_edit.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

const auto suffix = QStringLiteral(".attx");

}  // namespace

HandOutDialog::HandOutDialog(const QString& stem, int64_t runBytes, int64_t networkBytes, QWidget* parent)
    : SaveDialog(QStringLiteral("hand-out"), tr("Save lesson state"), parent) {
    addPlace(tr("F&ile"), tr("The file to write: the network, its training, and what the window shows of it"),
             [this](const QString& file) { setPath(file); });
    contents_ = new QComboBox(this);
    contents_->setAccessibleName(tr("Contents"));
    contents_->setToolTip(tr("With its training the file has curves and timeline; without it is small"));
    if (runBytes > 0)
        contents_->addItem(tr("network and training (about %1)").arg(byteText(runBytes)), false);
    contents_->addItem(tr("network alone (about %1)").arg(byteText(networkBytes)), true);
    form().addRow(tr("&Contents"), contents_);
    notes_ = new PlainTextEdit(this);
    notes_->setAccessibleName(tr("Notes"));
    notes_->setTabChangesFocus(true);
    notes_->setPlaceholderText(tr("What the reader of the file sees first"));
    whenZoomed(notes_, [this] { notes_->setFixedHeight(zoomed(96)); });
    form().addRow(tr("&Notes"), notes_);
    addProblemAndButtons();
    connect(pathEdit_, &QLineEdit::textChanged, this, [this](const QString& path) {
        buttons_->button(QDialogButtonBox::Save)->setEnabled(!path.isEmpty());
    });
    setPath(freePlace(stem, suffix));
}

bool HandOutDialog::wantsNetworkAlone() const { return contents_->currentData().toBool(); }

QString HandOutDialog::notes() const { return notes_->toPlainText().trimmed(); }

void HandOutDialog::accept() {
    if (!path().endsWith(suffix, Qt::CaseInsensitive)) setPath(path() + suffix);
    if (!mayWrite({path()})) return;
    remember({});
    QDialog::accept();
}

}  // namespace attx
