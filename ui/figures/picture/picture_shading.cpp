#include "ui/figures/picture/picture_shading.h"

#include <algorithm>
#include <span>

#include "model/data/picture_data.h"
#include "ui/figures/text/text_shading.h"
#include "ui/look/model_text.h"
#include "ui/look/translate.h"
#include "ui/look/unit_text.h"

namespace attx {
namespace {

/// Row `query` of maps [..., T, T], or (-1) the mean of their rows.
std::vector<float> rowOf(std::span<const float> map, size_t T, int query) {
    std::vector<float> values(T, 0.0F);
    const size_t first = query < 0 ? 0 : size_t(query), past = query < 0 ? T : first + 1;
    const size_t maps = map.size() / (T * T);
    for (size_t m = 0; m < maps; ++m)
        for (size_t row = first; row < past; ++row)
            for (size_t key = 0; key < T; ++key)
                values[key] += map[(m * T + row) * T + key] / float((past - first) * maps);
    return values;
}

/// What of a method's array is requested, [..., T, T].
std::span<const float> chosenMaps(const NamedArray& array, ExplainShape shape, const PictureShading& shading,
                                  size_t T, size_t heads) {
    const std::span<const float> all(array.values);
    const size_t ofHead = T * T, ofLayer = shape == ExplainShape::HeadMap ? heads * ofHead : ofHead;
    if (shape != ExplainShape::LayerMap && shape != ExplainShape::HeadMap) return all;
    const size_t layer = std::min(size_t(shading.layer), all.size() / ofLayer - 1);
    const auto maps = all.subspan(layer * ofLayer, ofLayer);
    if (shape == ExplainShape::LayerMap || shading.head < 0) return maps;
    return maps.subspan(size_t(shading.head) * ofHead, ofHead);
}

/// One value a patch; empty where there is none yet. `classToken` gets that of the class token, if there is
/// one.
std::vector<float> patchValues(const PictureShading& shading, const Inspection& inspection,
                               const Explanation* explanation, std::optional<float>& classToken) {
    if (inspection.attention.empty()) return {};
    const auto T = size_t(inspection.sample.length());
    const bool hasToken = inspection.sample.classToken;
    const int query = shading.asking >= 0 ? shading.asking + (hasToken ? 1 : 0) : hasToken ? 0 : -1;
    std::vector<float> values;
    if (!shading.method) {
        values = rowOf(attentionOf(inspection, shading.layer, shading.head), T, query);
    } else {
        if (!explanation || explanation->inspection.sample != inspection.sample) return {};
        const ExplainMethodInfo& info = infoOf(*shading.method);
        for (const NamedArray& array : explanation->maps) {
            if (array.name != info.name) continue;
            if (info.shape == ExplainShape::Scores)
                values.assign(array.values.begin(), array.values.begin() + T);
            else
                values = rowOf(chosenMaps(array, info.shape, shading, T, size_t(inspection.heads)), T, query);
        }
    }
    if (values.empty() || !hasToken) return values;
    classToken = values.front();
    values.erase(values.begin());
    return values;
}

}  // namespace

QImage pictureImage(const DataConfig& data, const Sample& sample) {
    if (sample.features.size() != size_t(data.positions()) * size_t(data.patchNumbers())) return {};
    const int side = data.patchesAcross() * data.patchSize;
    const std::vector<uint8_t> pixels = pixelsOf(sample.features, data);
    return QImage(pixels.data(), side, side, qsizetype{3} * side, QImage::Format_RGB888).copy();
}

QString pictureVerdict(const DataConfig& data, const DataNames& names, const Sample& sample,
                       const Inspection& inspection) {
    if (inspection.sample != sample || inspection.prediction.empty()) return {};
    const auto nameOf = [&](int32_t label) { return classText(data, names, size_t(label)); };
    const int32_t predicted = inspection.prediction.front();
    const float share = predictionProbabilities(inspection).front();
    QString text = tr("%1, %2 %").arg(nameOf(predicted)).arg(100 * double(share), 0, 'f', 1);
    if (sample.expected.empty() || sample.expected.front() < 0) return text;
    return text + (sample.expected.front() == predicted
                       ? tr(" · right")
                       : tr(" · wrong: it is %1").arg(nameOf(sample.expected.front())));
}

PictureFigure pictureFigure(const RunConfig& config, const DataNames& names, const Sample& sample,
                            const Inspection& inspection, const Explanation* explanation,
                            const PictureShading& shading) {
    PictureFigure figure;
    figure.setName(QStringLiteral("picture"));
    figure.across = config.data.patchesAcross();
    figure.picture = pictureImage(config.data, sample);
    figure.chosen = shading.asking;
    figure.verdict = pictureVerdict(config.data, names, sample, inspection);
    std::optional<float> ofToken;
    if (inspection.sample == sample) figure.values = patchValues(shading, inspection, explanation, ofToken);
    const bool hasToken = config.network.classToken;
    const QString asking = shading.asking >= 0 ? tr("patch %1,%2")
                                                     .arg(shading.asking / figure.across + 1)
                                                     .arg(shading.asking % figure.across + 1)
                           : hasToken ? tr("the class token")
                                      : tr("all patches on average");
    const QString layer = tr("layer %1").arg(shading.layer + 1),
                  head = shading.head < 0 ? tr("mean of all heads") : tr("head %1").arg(shading.head + 1);
    QStringList choice;
    if (!shading.method) {
        figure.valueLabel = tr("attention from %1, %2, %3").arg(asking, layer, head);
        choice << QStringLiteral("--layer") << QString::number(shading.layer);
        if (shading.head >= 0) choice << QStringLiteral("--head") << QString::number(shading.head);
    } else {
        const ExplainMethodInfo& info = infoOf(*shading.method);
        figure.diverging = info.shape == ExplainShape::Scores;
        figure.valueLabel = tr("%1 (%2)").arg(modelText(info.title), modelText(info.unit));
        if (info.shape != ExplainShape::Scores)
            figure.valueLabel = tr("%1 from %2").arg(figure.valueLabel, asking);
        if (info.shape == ExplainShape::LayerMap || info.shape == ExplainShape::HeadMap)
            figure.valueLabel += QStringLiteral(", ") + layer;
        if (info.shape == ExplainShape::HeadMap) figure.valueLabel += QStringLiteral(", ") + head;
        choice << QStringLiteral("--explain") << QString::fromLatin1(info.name);
        if (shading.layer > 0) choice << QStringLiteral("--layer") << QString::number(shading.layer);
    }

    figure.setChoice(choice);
    saySample(figure, inspection.sample);
    if (ofToken && !figure.values.empty() && !figure.diverging)
        figure.verdict +=
            (figure.verdict.isEmpty() ? QString() : QStringLiteral("\n")) +
            (shading.asking < 0 ? tr("The class token itself: %1") : tr("To the class token: %1"))
                .arg(withMinus(QString::number(double(*ofToken), 'g', 3)));
    return figure;
}

}  // namespace attx
