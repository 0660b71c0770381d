// The part of the page of sets that puts together a set of a person's own.
#include <QDrag>
#include <QMimeData>

#include "ui/pages/sets/sets_page.h"
#include "ui/views/own_set.h"
#include "ui/views/set_list_view.h"

namespace attx {

/// The number that SetSample::members has for an image of a row; -1: there is none. Numbers of test images
/// begin where those of validation end, those of pictures from the disk behind both.
int32_t SetsPage::memberAt(int index, int image) const {
    const SetAnswers* answers = study_.answers();
    if (!answers || !study_.table() || index < 0 || static_cast<size_t>(index) >= shown_.size()) return -1;
    const auto place =
        static_cast<size_t>(shown_[static_cast<size_t>(index)]) * static_cast<size_t>(answers->size) +
        static_cast<size_t>(image);
    return answers->rows[place] +
           (study_.isTest() ? static_cast<int32_t>(model_.data()->validation.rows) : 0);
}

QImage SetsPage::imageOfMember(int32_t number) const {
    if (!images_ || !model_.data() || number < 0) return {};
    const auto validationRows = static_cast<int32_t>(model_.data()->validation.rows);
    const bool isTestImage = number >= validationRows;
    const ImageSet& set = isTestImage ? images_->test : images_->validation;
    const int32_t row = isTestImage ? number - validationRows : number;
    if (row >= set.count) return own_->imageOf(number);
    return QImage(set.image(row).data(), set.width, set.height, qsizetype{3} * set.width,
                  QImage::Format_RGB888)
        .copy();
}

void SetsPage::dragImage(int index, int image) {
    const int32_t number = memberAt(index, image);
    if (number < 0) return;
    auto* carried = new QMimeData;
    carried->setData(QLatin1String(memberMimeType), QByteArray::number(number));
    auto* drag = new QDrag(this);
    drag->setMimeData(carried);
    if (const QImage picture = imageOfMember(number); !picture.isNull())
        drag->setPixmap(QPixmap::fromImage(picture.scaled(48, 48)));
    drag->exec(Qt::CopyAction);
}

void SetsPage::addMember(int32_t number) {
    if (!study_.table() || number < 0) return;
    const auto validationRows = static_cast<int32_t>(model_.data()->validation.rows);
    const Table& images = number < validationRows ? model_.data()->validation : model_.data()->test;
    const int32_t row = number < validationRows ? number : number - validationRows;
    if (row >= images.rows) return;
    const SetSample one = setOf(images, model_.data()->names, std::span(&row, 1));
    if (!own_->add({number, imageOfMember(number), QString::fromStdString(one.names.front()), one.features}))
        Q_EMIT notice(tr("An own set holds up to %1 images.").arg(largestOwnSet));
}

void SetsPage::addFiles(const QStringList& files) {
    if (!study_.table() || !images_ || images_->test.width == 0) return;
    const QStringList taken = files.mid(0, static_cast<qsizetype>(largestOwnSet) - own_->count());
    if (taken.isEmpty()) {
        Q_EMIT notice(tr("An own set holds up to %1 images.").arg(largestOwnSet));
        return;
    }
    Q_EMIT notice(tr("Describing %1 pictures …").arg(taken.size()));
    Q_EMIT picturesRequested(
        {picturesTag_, model_.config().data, taken, images_->test.width, model_.config().network.inputDim});
}

void SetsPage::addPicture(quint64 tag, const DescribedPicture& picture) {
    if (tag != picturesTag_ || !study_.table() ||
        picture.features.size() != static_cast<size_t>(model_.config().network.inputDim))
        return;
    const auto first = static_cast<int32_t>(model_.data()->validation.rows + model_.data()->test.rows);
    own_->add({first + pictures_++, picture.image, picture.name, picture.features});
    Q_EMIT notice({});
}

void SetsPage::lookAtOwnSet() {
    const SetSample set = own_->sample();
    if (set.members.empty()) return;
    chosen_ = -1;
    list_->setSelected(-1);
    equivarianceStudy_.forget();
    model_.chooseSet(set);
}

}  // namespace attx
