#include "ui/export/gif_file.h"

#include <fcntl.h>
#include <gif_lib.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/files/error.h"

namespace attx {
namespace {

constexpr int mostColors = 256, bitsAColor = 8;
constexpr int mostSide = 65535;  // px, which GIF can say

/// The colours that are most frequent in a picture, and those that are farthest from them; every other one
/// goes to the nearest. Figures are flat areas, scales of 256 colours and the edges of letters: shades of a
/// frequent colour may not take the place of the rare colours of a scale.
class Palette {
public:
    explicit Palette(const QImage& picture) : colors_(mostColors) {
        std::unordered_map<QRgb, int64_t> counts;
        for (int y = 0; y < picture.height(); ++y) {
            const auto* pixels = reinterpret_cast<const QRgb*>(picture.constScanLine(y));
            for (int x = 0; x < picture.width(); ++x) ++counts[pixels[x]];
        }
        std::vector<std::pair<int64_t, QRgb>> sorted;
        for (const auto& [color, count] : counts) sorted.emplace_back(-count, color);
        std::ranges::sort(sorted);
        const size_t kept = std::min(sorted.size(), size_t(mostColors));
        if (sorted.size() > kept) farthestFirst(sorted);
        for (size_t i = 0; i < sorted.size(); ++i) {
            const QRgb color = sorted[i].second;
            if (i < kept)
                colors_[i] = {static_cast<GifByteType>(qRed(color)), static_cast<GifByteType>(qGreen(color)),
                              static_cast<GifByteType>(qBlue(color))};
            places_[color] = static_cast<GifByteType>(i < kept ? i : nearest(color));
        }
    }
    [[nodiscard]] const std::vector<GifColorType>& colors() const { return colors_; }
    [[nodiscard]] GifByteType indexOf(QRgb color) const { return places_.at(color); }

private:
    using Counted = std::pair<int64_t, QRgb>;

    static int distance(QRgb a, QRgb b) {
        const int red = qRed(a) - qRed(b), green = qGreen(a) - qGreen(b), blue = qBlue(a) - qBlue(b);
        return red * red + green * green + blue * blue;
    }
    /// Behind the first half of the places: each the one that is farthest from all before it.
    static void farthestFirst(std::vector<Counted>& colors) {
        constexpr size_t frequent = mostColors / 2;
        std::vector<int> away(colors.size(), std::numeric_limits<int>::max());
        for (size_t kept = 0; kept < mostColors; ++kept) {
            if (kept >= frequent) {
                const auto farthest = std::max_element(away.begin() + kept, away.end()) - away.begin();
                std::swap(colors[kept], colors[farthest]);
                std::swap(away[kept], away[farthest]);
            }
            for (size_t i = kept + 1; i < colors.size(); ++i)
                away[i] = std::min(away[i], distance(colors[kept].second, colors[i].second));
        }
    }
    [[nodiscard]] size_t nearest(QRgb color) const {
        const auto away = [color](const GifColorType& other) {
            return distance(color, qRgb(other.Red, other.Green, other.Blue));
        };
        return size_t(std::min_element(
                          colors_.begin(), colors_.end(),
                          [&](const GifColorType& a, const GifColorType& b) { return away(a) < away(b); }) -
                      colors_.begin());
    }

    std::vector<GifColorType> colors_;  ///< [256]
    std::unordered_map<QRgb, GifByteType> places_;
};

struct ColorMapOwner {
    void operator()(ColorMapObject* map) const { GifFreeMapObject(map); }
};

}  // namespace

struct GifFile::State {
    QString path;
    QSize size;
    int delay = 0;  ///< Time that a frame is shown, in hundredths of a second
    GifFileType* file = nullptr;

    [[noreturn]] void fail(int code) const {
        const char* said = GifErrorString(code);
        throw workError(QDir::toNativeSeparators(path).toStdString() + ": the GIF could not be written (" +
                        (said ? said : "unknown error") + "). Is the disk full?");
    }
    void require(int answer) const {
        if (answer != GIF_OK) fail(file->Error);
    }
};

GifFile::GifFile(const QString& path, QSize size, double framesPerSecond)
    : state_(std::make_unique<State>()) {
    if (size.isEmpty() || size.width() > mostSide || size.height() > mostSide)
        throw workError(QDir::toNativeSeparators(path).toStdString() +
                        ": a GIF has 1 to 65535 pixels a side. Choose another size.");
    *state_ = {path, size, std::max(1, int(std::lround(100 / framesPerSecond))), nullptr};
    // giflib would make a file that only its owner may read.
    const int descriptor =
        ::open(QFile::encodeName(path).constData(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) state_->fail(E_GIF_ERR_OPEN_FAILED);
    int error = 0;
    state_->file = EGifOpenFileHandle(descriptor, &error);
    if (!state_->file) {
        ::close(descriptor);
        state_->fail(error);
    }
    EGifSetGifVersion(state_->file, true);
    state_->require(EGifPutScreenDesc(state_->file, size.width(), size.height(), bitsAColor, 0, nullptr));
    // "Play for ever", by which every viewer knows it since Netscape 2.
    constexpr std::array<unsigned char, 3> forEver{1, 0, 0};
    state_->require(EGifPutExtensionLeader(state_->file, APPLICATION_EXT_FUNC_CODE));
    state_->require(EGifPutExtensionBlock(state_->file, 11, "NETSCAPE2.0"));
    state_->require(EGifPutExtensionBlock(state_->file, forEver.size(), forEver.data()));
    state_->require(EGifPutExtensionTrailer(state_->file));
}

GifFile::~GifFile() {
    int error = 0;
    if (state_->file) EGifCloseFile(state_->file, &error);
}

void GifFile::add(const QImage& frame) {
    if (frame.size() != state_->size)
        throw workError(QDir::toNativeSeparators(state_->path).toStdString() +
                        ": the frames of a GIF have one size.");
    const int width = frame.width(), height = frame.height();
    const QImage rgb = frame.convertToFormat(QImage::Format_RGB32);
    const Palette palette(rgb);
    const std::unique_ptr<ColorMapObject, ColorMapOwner> map(
        GifMakeMapObject(mostColors, palette.colors().data()));
    if (!map) state_->fail(E_GIF_ERR_NOT_ENOUGH_MEM);
    const GraphicsControlBlock control{DISPOSE_DO_NOT, false, state_->delay, NO_TRANSPARENT_COLOR};
    std::array<GifByteType, 4> bytes{};
    EGifGCBToExtension(&control, bytes.data());
    state_->require(EGifPutExtension(state_->file, GRAPHICS_EXT_FUNC_CODE, int(bytes.size()), bytes.data()));
    state_->require(EGifPutImageDesc(state_->file, 0, 0, width, height, false, map.get()));
    std::vector<GifByteType> line(static_cast<size_t>(width));
    for (int y = 0; y < height; ++y) {
        const auto* pixels = reinterpret_cast<const QRgb*>(rgb.constScanLine(y));
        for (int x = 0; x < width; ++x) line[x] = palette.indexOf(pixels[x]);
        state_->require(EGifPutLine(state_->file, line.data(), width));
    }
}

void GifFile::close() {
    int error = 0;
    GifFileType* file = std::exchange(state_->file, nullptr);
    if (file && EGifCloseFile(file, &error) != GIF_OK) state_->fail(error);
}

}  // namespace attx
