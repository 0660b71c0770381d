#include "ui/pages/sample_number.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSpinBox>
#include <algorithm>
#include <initializer_list>

#include "model/config/vector_network.h"
#include "model/data/dataset.h"
#include "ui/controls/flat_layout.h"
#include "ui/controls/icon_button.h"
#include "ui/state/run_model.h"

namespace attx {

SampleNumber::SampleNumber(RunModel& model, QWidget* parent) : QWidget(parent), model_(model) {
    previous_ =
        makeIconButton("sample-prev", tr("Previous sample"), tr("Previous sample (arrow down)"), this);
    next_ = makeIconButton("sample-next", tr("Next sample"), tr("Next sample (arrow up)"), this);
    number_ = new QSpinBox(this);
    number_->setAccessibleName(tr("sample"));
    auto* layout = flatLayout<QHBoxLayout>(this);
    for (QWidget* widget : std::initializer_list<QWidget*>{previous_, number_, next_})
        layout->addWidget(widget);
    connect(previous_, &QToolButton::clicked, &model_, [this] { model_.chooseRow(model_.sampleRow() - 1); });
    connect(next_, &QToolButton::clicked, &model_, [this] { model_.chooseRow(model_.sampleRow() + 1); });
    connect(number_, &QSpinBox::valueChanged, &model_, [this](int value) {
        if (value > 0) model_.chooseRow(value - 1);
    });
    connect(&model_.shown(), &Shown::sampleChanged, this, &SampleNumber::showSample);
    showSample();
}

void SampleNumber::showSample() {
    const QSignalBlocker blocker(number_);
    const SampleRow& from = model_.sample().from;
    number_->setToolTip(model_.data() && model_.data()->isOnePart
                            ? tr("Which sample of the data is looked at")
                            : tr("Which sample of the validation data is looked at"));
    number_->setSpecialValueText(from.source == SampleSource::Test ? tr("test %1").arg(from.row + 1)
                                                                   : tr("own"));
    const auto count = int(std::min<int64_t>(model_.sampleCount(), 10'000'000));
    number_->setRange(0, count);
    number_->setSuffix(count > 0 ? tr(" of %1").arg(count) : QString());
    number_->setValue(int(model_.sampleRow()) + 1);
    // Of vectors without data there is no other.
    const bool isAlone = count == 0 && isOutsideTasks(model_.config());
    for (QWidget* widget : std::initializer_list<QWidget*>{previous_, number_, next_})
        widget->setVisible(!isAlone);
    previous_->setEnabled(model_.sampleRow() > 0);
    next_->setEnabled(model_.sampleRow() + 1 < count);
}

bool SampleNumber::handleKey(int key) {
    const bool up = key == Qt::Key_Up || key == Qt::Key_PageUp;
    if (!up && key != Qt::Key_Down && key != Qt::Key_PageDown) return false;
    model_.chooseRow(std::max<int64_t>(model_.sampleRow(), 0) + (up ? 1 : -1));
    return true;
}

}  // namespace attx
