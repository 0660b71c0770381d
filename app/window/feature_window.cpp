#include "app/window/feature_window.h"

#include <QElapsedTimer>
#include <memory>

#include "app/sources/feature_job.h"
#include "model/config/task.h"
#include "model/data/feature_file.h"
#include "model/data/set_data.h"
#include "model/files/error.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

constexpr int showEvery = 200;  // ms

}  // namespace

FeatureWindow::FeatureWindow(QWidget* parent) : parent_(parent) {}

FeatureWindow::~FeatureWindow() = default;

void FeatureWindow::makeMissing(const DataConfig& config, const std::function<bool()>& outdated) {
    if (!isSets(config) || featuresAreReady(config)) return;
    ended_ = false;
    QElapsedTimer sinceShown;
    const auto report = [&](const FeatureProgress& progress) {
        if (!sinceShown.isValid() || sinceShown.elapsed() >= showEvery) {
            sinceShown.start();
            QMetaObject::invokeMethod(
                this, [this, progress] { show(progress); }, Qt::QueuedConnection);
        }
        return !ended_ && !outdated();
    };
    const auto hideAtEnd = [this](void*) {
        QMetaObject::invokeMethod(this, &FeatureWindow::hide, Qt::QueuedConnection);
    };
    const std::unique_ptr<FeatureWindow, decltype(hideAtEnd)> guard(this, hideAtEnd);
    if (!makeFeatures(config.path, config.extractor.empty() ? pixelExtractor : config.extractor, {}, report))
        throw workError("The features of " + config.path +
                        " are not complete; what was done is kept. Train continues with them.");
}

void FeatureWindow::show(const FeatureProgress& progress) {
    if (ended_) return;
    if (!dialog_) {
        dialog_ = new QProgressDialog(parent_);
        dialog_->setWindowTitle(tr("Features"));
        dialog_->setAutoClose(false);
        dialog_->setAutoReset(false);
        dialog_->setMinimumDuration(0);
        dialog_->setMinimumWidth(360);
        dialog_->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog_, &QProgressDialog::canceled, this, [this] { ended_ = true; });
    }
    dialog_->setMaximum(int(progress.total));
    dialog_->setValue(int(progress.done));
    QString text = tr("What the network sees in each image: %1 of %2").arg(progress.done).arg(progress.total);
    if (progress.secondsLeft > 0)
        text += tr(", %1 left").arg(durationText(std::chrono::duration<double>(progress.secondsLeft)));
    if (!progress.note.empty()) text += QLatin1Char('\n') + QString::fromStdString(progress.note);
    dialog_->setLabelText(text);
    dialog_->show();
}

void FeatureWindow::hide() {
    if (dialog_) dialog_->deleteLater();
}

}  // namespace attx
