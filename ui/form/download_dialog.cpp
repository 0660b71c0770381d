#include "ui/form/download_dialog.h"

#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QStandardPaths>
#include <QVBoxLayout>

#include "ui/controls/form_row.h"
#include "ui/form/form_field.h"
#include "ui/look/model_text.h"
#include "ui/look/theme.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

constexpr int downloadTextWidth = 400;
constexpr int downloadSteps = 1000;

}  // namespace

DownloadDialog::DownloadDialog(const DownloadSource& source, const QString& folder, QWidget* parent)
    : QDialog(parent), source_(source) {
    setObjectName(QLatin1String(source.name));
    setWindowTitle(tr("Get %1").arg(QLatin1String(source.title)));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(16);
    layout->setSizeConstraint(QLayout::SetFixedSize);  // follows the message
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setSpacing(8);
    addText(*form, tr("What"), modelText(source.what));
    addText(*form, tr("By"), QString::fromUtf8(source.publisher));
    addText(*form, tr("Terms"), modelText(source.terms));
    addText(*form, tr("From"), QLatin1String(source.url));
    addText(*form, tr("Size"), byteText(source.bytes));

    folderEdit_ = new QLineEdit(QDir::toNativeSeparators(folder), this);
    folderEdit_->setObjectName(QStringLiteral("folderEdit"));
    folderEdit_->setToolTip(tr("The folder that it is put into; it is made if need be"));
    browse_ = new QPushButton(tr("&Browse…"), this);
    browse_->setAutoDefault(false);
    browse_->setToolTip(tr("Choose the folder"));
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(folderEdit_, 1);
    row->addWidget(browse_);
    addRow(*form, tr("&Folder"), row, folderEdit_);

    progress_ = new QProgressBar(this);
    progress_->setRange(0, downloadSteps);
    progress_->setTextVisible(false);
    progress_->setFixedHeight(8);
    progress_->setAccessibleName(tr("Progress"));
    message_ = new QLabel(this);
    message_->setObjectName(QStringLiteral("message"));
    message_->setWordWrap(true);
    message_->setTextFormat(Qt::PlainText);
    message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    message_->setFixedWidth(downloadTextWidth);
    form->addRow(QString(), progress_);
    form->addRow(QString(), message_);
    layout->addLayout(form);

    start_ = new QPushButton(this);
    start_->setObjectName(QStringLiteral("start"));
    start_->setDefault(true);
    close_ = new QPushButton(this);
    close_->setObjectName(QStringLiteral("close"));
    close_->setAutoDefault(false);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(start_);
    buttons->addWidget(close_);
    layout->addLayout(buttons);

    connect(folderEdit_, &QLineEdit::textChanged, this, [this] { showState(); });
    connect(browse_, &QPushButton::clicked, this, &DownloadDialog::chooseFolder);
    connect(start_, &QPushButton::clicked, this, &DownloadDialog::start);
    connect(close_, &QPushButton::clicked, this, &DownloadDialog::closeOrCancel);
    showState();
    start_->setFocus();
}

void DownloadDialog::addText(QFormLayout& form, const QString& label, const QString& text) {
    auto* value = new QLabel(text, this);
    value->setWordWrap(true);
    value->setTextFormat(Qt::PlainText);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    value->setFixedWidth(downloadTextWidth);
    value->setFixedHeight(value->heightForWidth(downloadTextWidth));  // A layout would cut it
    auto* name = new QLabel(label, this);
    name->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    form.addRow(name, value);
}

QString DownloadDialog::file() const {
    const QString folder = QDir::fromNativeSeparators(folderEdit_->text().trimmed());
    return QFileInfo(QDir(folder), QLatin1String(source_.file)).absoluteFilePath();
}

void DownloadDialog::chooseFolder() {
    auto* dialog = new QFileDialog(this, tr("Choose the folder"), folderEdit_->text());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString& folder) { folderEdit_->setText(QDir::toNativeSeparators(folder)); });
    dialog->open();
}

void DownloadDialog::start() {
    fetching_ = true;
    message_->setText(tr("Asking the server…"));
    messageIsProblem_ = false;
    progress_->setValue(0);
    showState();
    Q_EMIT startRequested(file());
}

void DownloadDialog::closeOrCancel() {
    if (fetching_)
        Q_EMIT cancelRequested();
    else
        reject();
}

void DownloadDialog::showProgress(qint64 done, qint64 total, double secondsLeft) {
    progress_->setValue(int(downloadSteps * done / total));
    message_->setText(done < total ? downloadText(done, total, secondsLeft) : tr("Checking it…"));
}

void DownloadDialog::showUnpacking() { message_->setText(tr("Unpacking it…")); }

void DownloadDialog::end(const QString& message, bool isProblem) {
    fetching_ = false;
    message_->setText(message);
    messageIsProblem_ = isProblem;
    showState();
    start_->setFocus();
}

void DownloadDialog::showState() {
    const bool named = !folderEdit_->text().trimmed().isEmpty();
    const bool there = named && QFileInfo(file()).size() == source_.bytes;
    const bool begun = named && QFileInfo(file() + QStringLiteral(".part")).size() > 0;
    start_->setText(there ? tr("&Use it") : begun ? tr("&Resume") : tr("&Get it"));
    start_->setToolTip(there   ? tr("The file is there already: check it and use it")
                       : begun ? tr("Fetch what is missing")
                               : tr("Fetch it now; nothing was fetched so far"));
    start_->setEnabled(!fetching_ && named);
    close_->setText(fetching_ ? tr("&Cancel") : tr("C&lose"));
    close_->setToolTip(fetching_ ? tr("Stop here; what was fetched is kept") : tr("Close this window"));
    folderEdit_->setEnabled(!fetching_);
    browse_->setEnabled(!fetching_);
    progress_->setVisible(fetching_);
    message_->setVisible(!message_->text().isEmpty());
    message_->setFixedHeight(message_->heightForWidth(downloadTextWidth));
    colorMessage();
}

void DownloadDialog::changeEvent(QEvent* event) {
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && message_) colorMessage();
}

void DownloadDialog::colorMessage() {
    QPalette colors = palette();
    if (messageIsProblem_) colors.setColor(QPalette::WindowText, problemColor(colors));
    message_->setPalette(colors);
}

QString downloadFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
           QStringLiteral("/attention-explorer/data");
}

}  // namespace attx
