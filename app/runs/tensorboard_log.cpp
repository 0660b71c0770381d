#include "app/runs/tensorboard_log.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <chrono>
#include <cmath>
#include <filesystem>

#include "model/files/event_file.h"
#include "model/files/files.h"
#include "model/run/memory_estimate.h"
#include "model/run/records.h"
#include "ui/export/export.h"
#include "ui/look/color_map.h"

namespace attx {
namespace {

namespace fs = std::filesystem;

constexpr int gap = 4;                // pixels between maps
constexpr int widest = 640;           // pixels of a picture, where its cells can shrink
constexpr int largestCell = 12;       // pixels
constexpr int everyPictureUpTo = 64;  // epochs

double now() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// The second in a file's name; 0 if there is none.
int64_t secondOf(const fs::path& file) {
    const std::string name = file.filename().string();
    int64_t second = 0;
    std::from_chars(name.data() + std::string_view(eventFileStem).size(), name.data() + name.size(), second);
    return second;
}

/// TensorBoard reads the files in the order of their names: the new one comes behind those that are there,
/// also where the clock has gone back since.
std::string freePath(const std::string& folder) {
    auto second = int64_t(now());
    for (const fs::path& file : eventFiles(folder)) second = std::max(second, secondOf(file) + 1);
    const auto pathAt = [&] {
        return folder + "/" + eventFileStem + std::to_string(second) + ".attention-explorer";
    };
    std::error_code ignored;
    while (fs::exists(fs::symlink_status(pathAt(), ignored))) ++second;
    return pathAt();
}

/// The sequence whose attention is drawn: the first of the validation data.
/// The network that looks at it is let go of at once: it takes a copy of the parameters.
Inspection inspectProbe(const Trainer& trainer) {
    Inspector inspector(trainer.config().network, Inspector::Gradients::No);
    inspector.setParameters(std::make_shared<const std::vector<float>>(trainer.parameters()));
    return inspector.inspect(sampleOf(trainer.config(), trainer.data(), {SampleSource::Validation, 0}));
}

}  // namespace

QImage attentionPicture(const Inspection& inspection) {
    const auto layers = int(inspection.attention.size());
    const int heads = inspection.heads;
    if (layers == 0 || heads == 0) return {};
    const auto length = int(std::lround(std::sqrt(double(inspection.attention.front().size()) / heads)));
    const int cell = std::clamp(widest / (heads * length), 1, largestCell);
    const int side = cell * length;
    if (!fitsPicture(layers, heads, length)) return {};
    float largest = 0;
    for (const std::vector<float>& layer : inspection.attention)
        for (const float weight : layer) largest = std::max(largest, weight);
    QImage image(heads * (side + gap) - gap, layers * (side + gap) - gap, QImage::Format_RGB32);
    image.fill(Qt::white);
    for (int layer = 0; layer < layers; ++layer)
        for (int head = 0; head < heads; ++head)
            for (int y = 0; y < side; ++y) {
                auto* line =
                    reinterpret_cast<QRgb*>(image.scanLine(layer * (side + gap) + y)) + head * (side + gap);
                const float* row =
                    inspection.attention[layer].data() + ptrdiff_t(head * length + y / cell) * length;
                for (int x = 0; x < side; ++x)
                    line[x] = mapColor(ColorMap::Viridis, largest > 0 ? row[x / cell] / largest : 0);
            }
    return image;
}

bool pictureDue(int epoch) {
    const auto every = std::bit_floor(unsigned(std::max(epoch / everyPictureUpTo, 1)));
    return unsigned(epoch) % every == 0;
}

TensorBoardLog::TensorBoardLog(std::string folder, const Trainer& trainer) : folder_(std::move(folder)) {
    waiting_ = versionRecord(now());
    const int64_t step = trainer.step();
    if (step > 0 || !eventFiles(folder_).empty())  // what a session that was killed wrote is void
        waiting_ += restartRecord(now(), step > 0 ? step + 1 : 0);
    if (step == 0) addPicture(trainer);
}

void TensorBoardLog::moveTo(const std::string& folder) {
    folder_ = folder;
    if (written_ > 0) path_ = (fs::path(folder) / fs::path(path_).filename()).string();
}

void TensorBoardLog::add(const Trainer::Advance& advance, const Trainer& trainer) {
    const double time = now();
    for (const StepRecord& step : advance.steps)
        waiting_ += summaryRecord(time, step.step,
                                  {{{"loss/train", step.loss},
                                    {"accuracy/train", step.accuracy},
                                    {"learning_rate", step.learningRate},
                                    {"gradient_norm", step.gradNorm}},
                                   {}});
    if (!advance.epoch) return;
    const EpochReport& epoch = *advance.epoch;
    waiting_ += summaryRecord(time, epoch.step,
                              {{{"loss/validation", float(epoch.validationLoss)},
                                {"accuracy/validation", float(epoch.validationAccuracy)}},
                               {}});
    if (pictureDue(epoch.epoch)) addPicture(trainer);
}

void TensorBoardLog::addPicture(const Trainer& trainer) {
    const NetworkConfig& network = trainer.config().network;
    if (!fitsPicture(network.numLayers, network.numHeads, trainer.program().length)) return;
    const QImage image = attentionPicture(inspectProbe(trainer));
    const QByteArray png = pngOf(image);
    if (png.isEmpty()) return;
    waiting_ += summaryRecord(now(), trainer.step(),
                              {{}, {{"attention", {image.width(), image.height(), png.toStdString()}}}});
}

void TensorBoardLog::write() {
    if (waiting_.empty()) return;
    std::error_code ignored;
    // Its drive went away, and has come back empty. Without the folder it may have been moved: moveTo
    // follows.
    if (written_ > 0 && fs::exists(folder_, ignored) && !fs::exists(path_, ignored)) {
        written_ = 0;
        waiting_ = versionRecord(now()) + waiting_;
    }
    if (written_ == 0) path_ = freePath(folder_);
    appendToFile(path_, written_, waiting_);
    written_ += waiting_.size();
    waiting_.clear();
}

}  // namespace attx
