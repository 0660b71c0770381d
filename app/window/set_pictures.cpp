#include "app/window/set_pictures.h"

#include <QFile>
#include <QFileInfo>
#include <QImageReader>

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

void SetPictures::serve(PicturePage& page) {
    picturePage_ = &page;
    connect(picturePage_, &PicturePage::pictureRequested, this, &SetPictures::read);
}

void SetPictures::read(const OwnPictureRequest& request) {
    background_.run(
        this,
        [request] {
            const std::string file = QFile::encodeName(request.file).toStdString();
            OwnPicture picture{request.tag, QFileInfo(request.file).fileName(), request.side};
            picture.pixels = readPicture(file, request.side, Squared::Cropped);
            if (const QSize size = QImageReader(request.file).size();
                size.isValid() && size != QSize(request.side, request.side))
                picture.note = tr("%1: %2 × %3 pixels, scaled and cropped to %4 × %4.")
                                   .arg(picture.name)
                                   .arg(size.width())
                                   .arg(size.height())
                                   .arg(request.side);
            return picture;
        },
        [this](const Outcome<OwnPicture>& outcome) {
            if (!outcome.error.empty())
                Q_EMIT failed(QString::fromStdString(outcome.error));
            else if (picturePage_)
                picturePage_->showPicture(outcome.value);
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
