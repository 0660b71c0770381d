#include "app/window/set_pictures.h"

#include "app/sources/image_loader.h"
#include "model/config/task.h"

namespace attx {

SetPictures::SetPictures(const RunModel& model) : model_(model) {
    connect(&model_.shown(), &Shown::networkChanged, this, &SetPictures::load);
}

void SetPictures::serve(SetsPage& page) {
    page_ = &page;
    connect(page_, &SetsPage::picturesRequested, this, &SetPictures::describe);
}

void SetPictures::describe(const PictureRequest& request) {
    for (const QString& file : request.files)
        background_.run(
            this, [this, request, file] { return describer_.describe(request, file); },
            [this, tag = request.tag](const Outcome<DescribedPicture>& outcome) {
                if (outcome.error.empty())
                    page_->addPicture(tag, outcome.value);
                else
                    Q_EMIT failed(QString::fromStdString(outcome.error));
            });
}

void SetPictures::load() {
    const auto data = model_.data();
    if (!data) return;
    if (!isSets(model_.config().data)) {
        images_.reset();
        imagesOf_.reset();
        return;
    }
    if (imagesOf_.lock() == data) {  // another network, the same images
        if (images_) page_->setImages(images_);
        return;
    }
    images_.reset();
    imagesOf_ = data;
    using Images = std::shared_ptr<const SplitImages>;
    background_.run(
        this,
        [config = model_.config().data, wanted = std::weak_ptr(data)] {
            const auto isWanted = [&wanted](int64_t, int64_t) { return !wanted.expired(); };
            if (!isWanted(0, 0)) return Images();
            return Images(std::make_shared<const SplitImages>(imagesOfSets(config, isWanted)));
        },
        [this, of = std::weak_ptr(data)](const Outcome<Images>& outcome) {
            if (of.expired() || imagesOf_.lock() != of.lock()) return;
            images_ = outcome.value;
            if (!outcome.error.empty()) Q_EMIT failed(QString::fromStdString(outcome.error));
            if (model_.data() == of.lock()) page_->setImages(images_);
        });
}

}  // namespace attx
