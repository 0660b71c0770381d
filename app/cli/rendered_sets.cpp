#include "app/cli/rendered_sets.h"

#include <algorithm>

#include "app/sources/image_loader.h"
#include "ui/figures/evaluate/figures_of_sets.h"

namespace attx {

SetsShown setsFrom(const OpenedRun& opened, const DataSet& data, int64_t first) {
    constexpr int64_t setsShown = 8;
    const SplitImages images = imagesOfSets(opened.config.data);
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
        for (const SampleRow& member : set.members) shown.images << imageOf(images, member).copy();
        result.shown.push_back(std::move(shown));
    }
    return result;
}

}  // namespace attx
