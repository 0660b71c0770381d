#include "ui/window/device_test_dialog.h"

#include <QCloseEvent>
#include <QDir>
#include <QFileDialog>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSaveFile>
#include <QVBoxLayout>

#include "ui/look/theme.h"

namespace attx {

DeviceTestDialog::DeviceTestDialog(QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("deviceTest"));
    setWindowTitle(tr("Test graphics device"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    message_ = new QLabel(
        tr("Computes small networks on the graphics device and on the processor, compares the results and "
           "takes the time of both. It takes about a minute; a training that runs meanwhile would "
           "falsify the times."),
        this);
    message_->setObjectName(QStringLiteral("message"));
    message_->setWordWrap(true);
    message_->setTextFormat(Qt::PlainText);
    progress_ = new QProgressBar(this);
    progress_->setRange(0, 100);
    progress_->setTextVisible(false);
    progress_->setFixedHeight(8);
    progress_->setAccessibleName(tr("Progress"));
    text_ = new QPlainTextEdit(this);
    text_->setObjectName(QStringLiteral("report"));
    text_->setReadOnly(true);
    text_->setLineWrapMode(QPlainTextEdit::NoWrap);
    text_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    text_->setAccessibleName(tr("Report"));
    text_->setPlaceholderText(tr("The report will be here."));
    text_->setMinimumSize(560, 240);
    layout->addWidget(message_);
    layout->addWidget(progress_);
    layout->addWidget(text_, 1);

    start_ = new QPushButton(tr("&Test"), this);
    start_->setObjectName(QStringLiteral("start"));
    start_->setDefault(true);
    save_ = new QPushButton(tr("&Save report…"), this);
    save_->setObjectName(QStringLiteral("save"));
    save_->setAutoDefault(false);
    save_->setToolTip(
        tr("Save all numbers as JSON, to keep or to send; it names the device and no file of yours"));
    save_->setEnabled(false);
    close_ = new QPushButton(tr("Close"), this);
    close_->setObjectName(QStringLiteral("close"));
    close_->setAutoDefault(false);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    for (QPushButton* button : {start_, save_, close_}) buttons->addWidget(button);
    layout->addLayout(buttons);
    connect(start_, &QPushButton::clicked, this, &DeviceTestDialog::start);
    connect(save_, &QPushButton::clicked, this, &DeviceTestDialog::save);
    connect(close_, &QPushButton::clicked, this, &QWidget::close);
    start_->setFocus();
}

void DeviceTestDialog::showProgress(int percent, const QString& part) {
    progress_->setValue(percent);
    message_->setText(tr("Testing: %1").arg(part));
}

void DeviceTestDialog::start() {
    running_ = true;
    text_->clear();
    progress_->setValue(0);
    start_->setEnabled(false);
    save_->setEnabled(false);
    close_->setText(tr("Cancel"));
    Q_EMIT startRequested();
}

void DeviceTestDialog::end(const QString& summary, bool isProblem, const QString& text,
                           const QByteArray& json) {
    running_ = false;
    json_ = json;
    message_->setText(summary);
    QPalette colors = palette();
    if (isProblem) colors.setColor(QPalette::WindowText, problemColor(colors));
    message_->setPalette(colors);
    text_->setPlainText(text);
    progress_->setValue(json.isEmpty() ? 0 : 100);
    start_->setEnabled(true);
    save_->setEnabled(!json.isEmpty());
    close_->setText(tr("Close"));
}

void DeviceTestDialog::save() {
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save report"), QDir::home().filePath(QStringLiteral("gpu-report.json")),
        tr("JSON (*.json)"));
    if (path.isEmpty()) return;
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(json_) == json_.size() && file.commit())
        message_->setText(tr("Saved: %1").arg(QDir::toNativeSeparators(path)));
    else
        message_->setText(tr("%1 was not saved: %2").arg(QDir::toNativeSeparators(path), file.errorString()));
}

void DeviceTestDialog::closeEvent(QCloseEvent* event) {
    if (running_) Q_EMIT cancelRequested();
    QDialog::closeEvent(event);
}

}  // namespace attx
