// thumbnail: what a network attends to as a small picture, as file managers show it.
#include <QFile>
#include <QPainter>
#include <array>
#include <random>

#include "app/cli/commands.h"
#include "app/options/shared_options.h"
#include "model/config/assumptions.h"
#include "model/config/task.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/json.h"
#include "model/files/naming.h"
#include "model/files/text.h"
#include "model/inspect/inspector.h"
#include "model/run/checkpoint.h"
#include "ui/export/export.h"
#include "ui/figures/maps/heat_map.h"

namespace attx {
namespace {

constexpr int mostMaps = 4;        // Most layers, and heads: more are too small to see
constexpr int mostPositions = 32;  // The largest map; more are too small to see
constexpr int usualSize = 256;
constexpr uint64_t mostBytes =
    256'000'000;  // what is larger is a language model, whose attention is not ours to draw

/// Attention maps, a row of the picture each layer.
using Maps = std::vector<std::vector<HeatMap>>;

HeatMap squareMap(std::span<const float> values, int side) {
    HeatMap map;
    map.rows = map.cols = side;
    map.values.assign(values.begin(), values.end());
    return map;
}

/// The sequences 0 1 2 …, frequent words, or a set of random members: no data are read or made for it.
Sample sampleFor(const RunConfig& config) {
    const NetworkConfig& network = config.network;
    const int length = std::clamp(config.data.positions(), 1, mostPositions);
    const SampleKind kind = sampleKind(config.data);
    if (kind == SampleKind::Picture) return placeholderSample(config, {});
    if (kind != SampleKind::Set) {
        constexpr int reserved = 2;  // padding and unknown words
        const int first = kind == SampleKind::Text && network.inputDim > reserved ? reserved : 0;
        std::vector<int32_t> tokens;
        for (int i = 0; i < length; ++i) tokens.push_back(first + i % (network.inputDim - first));
        return sampleOf(std::move(tokens), {}, kind);
    }
    std::minstd_rand random(1);
    std::vector<float> features(static_cast<size_t>(length) * size_t(network.inputDim));
    for (float& value : features) value = float(random()) / float(std::minstd_rand::max());
    return setOf(std::move(features), length);
}

Maps mapsOfNetwork(const Checkpoint& checkpoint) {
    Inspector inspector(checkpoint.config.network, Inspector::Gradients::No);
    inspector.setParameters(std::make_shared<const std::vector<float>>(checkpoint.parameters));
    const Inspection found = inspector.inspect(sampleFor(checkpoint.config));
    const int T = found.sample.length();
    const auto area = size_t(T) * size_t(T);
    Maps maps;
    for (size_t layer = 0; layer < std::min<size_t>(found.attention.size(), mostMaps); ++layer) {
        maps.emplace_back();
        for (size_t head = 0; head < std::min<size_t>(size_t(found.heads), mostMaps); ++head)
            maps.back().push_back(squareMap(std::span(found.attention[layer]).subspan(head * area, area), T));
    }
    return maps;
}

/// Of a file that `inspect` wrote: of its first sequence.
Maps mapsInFile(const SafeTensors& file) {
    Maps maps;
    for (int layer = 0; layer < mostMaps; ++layer) {
        const std::string name = "attention." + std::to_string(layer);
        if (!file.tensors.contains(name)) break;
        const StoredTensor& tensor = file.at(name);  // [B, head, query, key]
        const std::vector<float>& values = tensor.floats(name);
        if (tensor.shape.size() != 4 || tensor.shape[0] < 1 || tensor.shape[2] != tensor.shape[3] ||
            tensor.shape[2] < 1 || tensor.shape[2] > Inspector::longestSequence)
            break;
        const auto side = int(tensor.shape[2]);
        const auto area = size_t(side) * size_t(side);
        maps.emplace_back();
        for (size_t head = 0; head < size_t(std::min<int64_t>(tensor.shape[1], mostMaps)); ++head)
            maps.back().push_back(squareMap(std::span(values).subspan(head * area, area), side));
    }
    return maps;
}

QImage picture(const Maps& maps, int size) {
    QImage image(size, size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    size_t across = maps.size();
    for (const auto& layer : maps) across = std::max(across, layer.size());
    const qreal gap = across > 1 ? std::max(1.0, size * 0.02) : 0;
    const qreal side = (size + gap) / qreal(across) - gap;
    const ColorScale scale{.mode = ScaleMode::PerMap};
    for (size_t row = 0; row < maps.size(); ++row)
        for (size_t col = 0; col < maps[row].size(); ++col) {
            // Fewer rows or columns than the picture has stand in its middle.
            const qreal left = (qreal(col) + qreal(across - maps[row].size()) / 2),
                        top = (qreal(row) + qreal(across - maps.size()) / 2);
            painter.drawImage(
                QRectF(left * (side + gap), top * (side + gap), side, side),
                heatMapImage(maps[row][col], scale.map, colorRange(scale, maps[row], col), {size, size}));
        }
    return image;
}

/// File managers ask for names without an ending, or with any; that of another kind of picture is a mistake.
void requirePng(const std::string& out) {
    constexpr std::array others{".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".svg", ".pdf"};
    for (const char* ending : others)
        if (lowered(out).ends_with(ending))
            throw inputError("--out " + out +
                             ": expected a file that ends in .png, which is what is written.");
}

/// Throws where `out` is a file with something in it that is no PNG, so that none is replaced: file managers
/// may have made an empty one.
void requireNoOtherFile(const std::string& out) {
    QFile there(QString::fromStdString(out));
    if (!there.open(QIODevice::ReadOnly) || there.size() == 0 || there.peek(8) == "\x89PNG\r\n\x1a\n") return;
    throw inputError("--out " + out + ": a file that is no PNG has this name; it is not replaced.");
}

int runThumbnail(const Arguments& arguments, CommandContext& context) {
    const std::string path = arguments.positional(), out = outFile(arguments);
    requirePng(out);
    requireNoOtherFile(out);
    const int size = int(arguments.integer("--size", 16, 2048).value_or(usualSize));
    if (InputFile(path).size() > mostBytes)
        throw inputError(path + ": expected at most " + std::to_string(mostBytes / 1'000'000) +
                         " MB, so that a folder is shown soon; found more.");
    const SafeTensors file = readSafeTensors(path);
    if (!file.metadata.contains("config"))
        throw inputError(path +
                         ": expected a network or an inspection of Attention Explorer, found no "
                         "configuration in its metadata.");
    const Maps maps = naming(path, [&] {
        const Maps found = mapsInFile(file);
        return found.empty() ? mapsOfNetwork(checkpointFrom(file, path)) : found;
    });
    const auto found = file.metadata.find(assumedMetadata);
    if (found != file.metadata.end())
        context.output.add("assumed", parseJson<Json>(assumedJson(assumedFrom(found->second, path))));
    if (const auto ablated = file.metadata.find("ablation"); ablated != file.metadata.end())
        context.output.add(
            "ablation", parseJson<Json>(ablated->second, JsonGuard{path, "ablation"}, Malformed::Discarded));
    const QByteArray bytes = pngOf(picture(maps, size));
    if (bytes.isEmpty()) throw workError(out + ": the picture could not be made.");
    writeFileAtomically(out, bytes.toStdString());
    context.output.line("Written to " + out);
    context.output.object({{"checkpoint", path}, {"out", out}, {"size", size}});
    return 0;
}

}  // namespace

Command thumbnailCommand() {
    return {
        {"thumbnail",
         "CHECKPOINT",
         "Draws what a network attends to as a small picture, as file managers show it.",
         {{"--out", "FILE.png", "The picture to write."},
          {"--size", "N", "Its sides in pixels; default 256."},
          isaOption,
          jsonOption},
         false,
         false,
         "A row of maps for each of the first four layers, a column for each of their first four heads, each "
         "in colours of\n"
         "its own, for the sequence 0 1 2 …, the most frequent words or a set of random members; of a file "
         "of inspect\n"
         "its first sequence. Only files with the metadata of Attention Explorer are drawn.\n"},
        runThumbnail};
}

}  // namespace attx
