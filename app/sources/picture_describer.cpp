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

NewRows newPictureSets(const RunConfig& config, const std::string& path, const PictureSets& sets,
                       const std::function<bool(int64_t done, int64_t total)>& progress) {
    PictureRequest request;
    request.data = config.data;
    request.side = sideOfSets(config.data);
    request.dim = config.network.inputDim;
    PictureDescriber describer;
    std::vector<float> features;
    int64_t done = 0;
    for (const std::string& file : sets.files) {
        const auto described =
            describer.describe(request, QFile::decodeName(QByteArray::fromStdString(file)));
        features.insert(features.end(), described.features.begin(), described.features.end());
        if (!progress(++done, std::ssize(sets.files))) return {};
    }
    NewRows rows{tableOfSets(std::move(features), sets.members, request.dim)};
    rows.files = sets.names;
    rows.note = sets.note;
    rows.recognised = path + ": " + std::to_string(sets.names.size()) +
                      (sets.names.size() == 1 ? " folder, a set of " : " folders, each a set of ") +
                      counted(sets.members, "picture") + " in the order of their names, described by " +
                      extractorInUse(config.data) + ", of unknown truth.";
    return rows;
}

}  // namespace attx
