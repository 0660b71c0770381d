#include "app/sources/new_pictures.h"

#include <QFile>

#include "app/sources/image_loader.h"
#include "app/sources/picture_describer.h"
#include "model/data/set_data.h"
#include "model/files/text.h"

namespace attx {

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
