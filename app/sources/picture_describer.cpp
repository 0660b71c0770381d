#include "app/sources/picture_describer.h"

#include <QFile>
#include <QFileInfo>

#include "app/sources/image_loader.h"
#include "model/data/feature_file.h"
#include "model/data/pixel_features.h"
#include "model/data/set_data.h"
#include "model/files/error.h"
#include "model/files/text.h"

namespace attx {

DescribedPicture PictureDescriber::describe(const PictureRequest& request, const QString& file) {
    const std::string name = extractorInUse(request.data);
    if (name != pixelExtractor && (!extractor_ || extractorName_ != name)) {
        extractor_ = openExtractor(name);
        extractorName_ = name;
    }
    const int side = request.side;
    const ImageSet picture{1, side, side, readPicture(QFile::encodeName(file).toStdString(), side), {0}};
    DescribedPicture described;
    described.name = QFileInfo(file).completeBaseName();
    described.features = name == pixelExtractor ? pixelFeatures(picture.pixels, side, side)
                                                : extractor_->extract(picture, 0, 1);
    if (described.features.size() != size_t(request.dim))
        throw inputError(name + ": expected features of " + counted(request.dim, "number") +
                         " as this run has, found " + std::to_string(described.features.size()) +
                         ". Choose the network that made the run's features.");
    described.image =
        QImage(picture.pixels.data(), side, side, qsizetype{3} * side, QImage::Format_RGB888).copy();
    return described;
}

}  // namespace attx
