#include "app/cli/rendered_sets.h"

#include <algorithm>

#include "app/sources/image_loader.h"
#include "model/data/drawn_shapes.h"
#include "model/data/image_source.h"
#include "model/data/set_data.h"

namespace attx {

SetsShown setsFrom(const OpenedRun& opened, const DataSet& data, int64_t first) {
    constexpr int64_t setsShown = 8;
    const DataConfig& config = opened.config.data;
    const ImageSet images =
        evaluationImages(config, config.path.empty()
                                     ? drawnShapes(config.trainSize, config.testSize, config.seed)
                                     : loadImages(findImages(config.path)))
            .validation;
    SetsShown result;
    result.samples.push_back(validationSample(opened.config, data, first));
    const int64_t past = std::min(first + setsShown, data.validation.rows);
    for (int64_t number = first + 1; number < past; ++number)
        result.samples.push_back(validationSample(opened.config, data, number));
    for (const Sample& set : result.samples) {
        ShownSet shown;
        shown.caption = QStringLiteral("Set %1").arg(set.from.row + 1);
        shown.odd = set.expected.empty() ? -1 : set.expected.front();
        for (const std::string& name : set.words) shown.names << QString::fromStdString(name);
        for (const SampleRow& member : set.members)
            shown.images << QImage(images.image(member.row).data(), images.width, images.height,
                                   qsizetype{3} * images.width, QImage::Format_RGB888)
                                .copy();
        result.shown.push_back(std::move(shown));
    }
    return result;
}

}  // namespace attx
