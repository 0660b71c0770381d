#include "app/sources/image_loader.h"

#include <QFile>
#include <QImageReader>
#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include "model/data/drawn_shapes.h"
#include "model/data/packed_images.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/files/memory.h"
#include "model/files/text.h"
#include "ui/figures/evaluate/figures_of_sets.h"

namespace attx {
namespace {

constexpr size_t mostBytes = size_t{512} << 20;

int sideFor(size_t pictures) {
    for (const int side : {224, 128, 64, 48})
        if (pictures * 3 * size_t(side) * side <= mostBytes) return side;
    return 32;
}

/// What Qt says, or for TIFF and WebP, which Qt reads by plugins, that they are missing.
std::string whyUnread(const QImageReader& reader, const std::string& path) {
    std::string said = reader.errorString().toStdString();
    if (reader.error() != QImageReader::UnsupportedFormatError) return said;
    const std::string ending = lowered(path.substr(path.find_last_of('.') + 1));
    const bool tiff = ending == "tif" || ending == "tiff", webp = ending == "webp";
    if ((!tiff && !webp) || QImageReader::supportedImageFormats().contains(tiff ? "tiff" : "webp"))
        return said;
    return std::string(tiff ? "TIFF" : "WebP")
        .append(" needs a plugin of Qt that is not installed; Debian's package is qt6-image-formats-plugins");
}

/// What is wrong with the pictures of a folder, all at once.
class Problems {
public:
    void add(size_t number, const std::string& message) {
        const std::scoped_lock lock(mutex_);
        messages_[number] = message;
    }
    /// Throws Error::Kind::Input if there are any: of one what it says, of more a list.
    void throwIfAny() const {
        constexpr size_t mostListed = 20;
        if (messages_.empty()) return;
        if (messages_.size() == 1) throw inputError(messages_.begin()->second);
        std::string text = std::to_string(messages_.size()) + " pictures cannot be read:";
        size_t listed = 0;
        for (const auto& [number, message] : messages_) {
            if (listed++ == mostListed) break;
            text += "\n" + message;
        }
        if (messages_.size() > mostListed)
            text += "\nand " + std::to_string(messages_.size() - mostListed) + " more.";
        throw inputError(text);
    }

private:
    std::mutex mutex_;
    std::map<size_t, std::string> messages_;  ///< Keyed by the picture's number, whichever thread was first
};

constexpr int64_t usualBytes = int64_t{128} << 20;  // larger pictures are worth care
constexpr int64_t mostDecoded = int64_t{2} << 30;

/// Has what is larger than Qt decodes decoded smaller, as JPEG can be, or else whole where memory is there
/// for it.
void prepareLarge(QImageReader& reader, const std::string& path, int side) {
    const QSize size = reader.size();
    const int64_t bytes = int64_t{4} * size.width() * size.height();
    if (!size.isValid() || bytes <= usualBytes) return;
    constexpr int kept = 4;  // times the size that is wanted, so that scaling it down goes on smoothly
    if (reader.format() == "jpeg")
        return reader.setScaledSize(size.scaled(kept * side, kept * side, Qt::KeepAspectRatioByExpanding));
    if (bytes > mostDecoded)
        throw inputError(path + ": expected a picture that takes at most " +
                         std::to_string(mostDecoded >> 30) + " GiB decoded, found one of " +
                         std::to_string(size.width()) + " x " + std::to_string(size.height()) +
                         " pixels. Save it smaller, or as JPEG.");
    requireMemory(bytes,
                  path + ": decoding its " + std::to_string(size.width()) + " x " +
                      std::to_string(size.height()) + " pixels",
                  "Save it smaller, or as JPEG.");
}

QImage squareOf(const QImage& picture, int side, Squared squared) {
    if (squared == Squared::Stretched)
        return picture.scaled(side, side, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    const int shorter = std::min(picture.width(), picture.height());
    return picture.copy((picture.width() - shorter) / 2, (picture.height() - shorter) / 2, shorter, shorter)
        .scaled(side, side, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

}  // namespace

std::vector<uint8_t> readPicture(const std::string& path, int side, Squared squared) {
    static const bool isLimitRaised = [] {  // Qt's own is 128 MB; prepareLarge() asks for the memory
        constexpr int megabyte = 20;
        QImageReader::setAllocationLimit(int(mostDecoded >> megabyte));
        return true;
    }();
    (void)isLimitRaised;
    (void)InputFile(path);  // A pipe would be waited for.
    QImageReader reader(QFile::decodeName(QByteArray::fromStdString(path)));
    reader.setAutoTransform(true);
    reader.setDecideFormatFromContent(true);
    const bool isDrawing =
        reader.format().startsWith("svg");  // It may name other files, which Qt would open.
    if (!isDrawing) prepareLarge(reader, path, side);
    const QImage picture = isDrawing ? QImage() : reader.read();
    if (isDrawing)
        throw inputError(path + ": expected a picture, found an SVG drawing. Replace it, or leave it out.");
    if (picture.isNull())
        throw inputError(path + ": the picture cannot be read (" + whyUnread(reader, path) +
                         "). Replace it, or leave it out.");
    const QImage scaled = squareOf(picture, side, squared).convertToFormat(QImage::Format_RGB888);
    std::vector<uint8_t> pixels;
    for (int y = 0; y < side; ++y)
        pixels.insert(pixels.end(), scaled.constScanLine(y), scaled.constScanLine(y) + ptrdiff_t{3} * side);
    return pixels;
}

namespace {

ImageData loadFolder(const ImageFolder& folder, int side, Squared squared, const ImageProgress& progress) {
    const size_t total = folder.train.size() + folder.test.size();
    requireMemory(int64_t(total) * 3 * side * side, "Reading " + std::to_string(total) + " pictures",
                  "Take fewer.");
    ImageData data;
    data.classes = folder.classes;
    data.testInFiles = folder.testInFiles;
    data.fingerprint = folder.fingerprint;
    for (auto [set, files] : {std::pair(&data.train, &folder.train), std::pair(&data.test, &folder.test)}) {
        *set = {static_cast<int64_t>(files->size()), side, side, {}, {}};
        set->pixels.resize(files->size() * set->imageBytes());
        for (const ImageFile& file : *files) set->labels.push_back(file.label);
    }
    std::atomic<size_t> next{0}, done{0};
    std::atomic<bool> ended{false};
    Problems problems;
    std::mutex mutex;  // Guards `failure`
    std::exception_ptr failure;
    const auto work = [&](bool reports) {
        while (!ended) {
            const size_t i = next++;
            if (i >= total) return;
            const bool isTrain = i < folder.train.size();
            const size_t row = isTrain ? i : i - folder.train.size();
            ImageSet& set = isTrain ? data.train : data.test;
            try {
                const auto pixels =
                    readPicture((isTrain ? folder.train : folder.test)[row].path, side, squared);
                std::ranges::copy(pixels, set.pixels.begin() + ptrdiff_t(row * set.imageBytes()));
            } catch (const Error& problem) {
                problems.add(i, problem.what());
            } catch (...) {
                const std::scoped_lock lock(mutex);
                failure = std::current_exception();
                ended = true;
            }
            ++done;
            if (reports && progress && !progress(int64_t(done), int64_t(total))) ended = true;
        }
    };
    std::vector<std::jthread> team;
    for (unsigned t = 1; t < std::max(1U, std::thread::hardware_concurrency()); ++t)
        team.emplace_back(work, false);
    work(true);
    team.clear();  // waits for all of them
    if (failure) std::rethrow_exception(failure);
    if (ended) return {};
    problems.throwIfAny();
    return data;
}

}  // namespace

ImageData loadImages(const ImageSource& source, const ImageProgress& progress) {
    if (!source.packed.empty()) return readPackedImages(source.packed);
    return loadFolder(source.folder, sideFor(source.folder.train.size() + source.folder.test.size()),
                      Squared::Stretched, progress);
}

ImageData loadCropped(const ImageSource& source, int side) {
    if (!source.packed.empty()) return readPackedImages(source.packed);
    return loadFolder(source.folder, side, Squared::Cropped, {});
}

SplitImages imagesOfSets(const DataConfig& config, const ImageProgress& progress) {
    return evaluationImages(config, config.path.empty()
                                        ? drawnShapes(config.trainSize, config.testSize, config.seed)
                                        : loadImages(findImages(config.path), progress));
}

int sideOfSets(const DataConfig& config) {
    if (config.path.empty()) return drawnSide;
    const ImageSource source = findImages(config.path);
    return source.packed.empty() ? sideFor(source.folder.train.size() + source.folder.test.size())
                                 : readPackedImages(source.packed).train.width;
}

QList<QImage> withMissingImages(QList<QImage> images, const std::vector<SampleRow>& members,
                                const DataConfig& config) {
    images.resize(std::ssize(members));
    const auto isMissing = [&](qsizetype i) {
        return images[i].isNull() && members[i].source != SampleSource::Own;
    };
    std::optional<SplitImages> read;
    for (qsizetype i = 0; i < images.size(); ++i) {
        if (!isMissing(i)) continue;
        if (!read) read = imagesOfSets(config);
        images[i] = imageOf(*read, members[i]).copy();
    }
    return images;
}

}  // namespace attx
