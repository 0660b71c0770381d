#include "app/sources/image_loader.h"

#include <QFile>
#include <QImage>
#include <QImageReader>
#include <atomic>
#include <mutex>
#include <thread>

#include "model/data/cifar.h"
#include "model/files/error.h"

namespace attx {
namespace {

constexpr size_t mostBytes = size_t{512} << 20;

int sideFor(size_t pictures) {
    for (const int side : {224, 128, 64, 48})
        if (pictures * 3 * static_cast<size_t>(side) * side <= mostBytes) return side;
    return 32;
}

}  // namespace

std::vector<uint8_t> readPicture(const std::string& path, int side) {
    QImageReader reader(QFile::decodeName(QByteArray::fromStdString(path)));
    reader.setAutoTransform(true);
    reader.setDecideFormatFromContent(true);
    const QImage picture = reader.read();
    if (picture.isNull())
        throw inputError(path + ": the picture cannot be read (" + reader.errorString().toStdString() +
                         "). Replace it or take it out of the folder.");
    const QImage scaled = picture.scaled(side, side, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
                              .convertToFormat(QImage::Format_RGB888);
    std::vector<uint8_t> pixels;
    for (int y = 0; y < side; ++y)
        pixels.insert(pixels.end(), scaled.constScanLine(y), scaled.constScanLine(y) + ptrdiff_t{3} * side);
    return pixels;
}

ImageData loadImages(const ImageSource& source, const ImageProgress& progress) {
    if (!source.cifar.empty()) return readCifar100(source.cifar);
    const ImageFolder& folder = source.folder;
    const size_t total = folder.train.size() + folder.test.size();
    const int side = sideFor(total);
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
    std::mutex mutex;  // of what follows
    std::exception_ptr problem;
    const auto work = [&](bool reports) {
        while (!ended) {
            const size_t i = next++;
            if (i >= total) return;
            const bool isTrain = i < folder.train.size();
            const size_t row = isTrain ? i : i - folder.train.size();
            ImageSet& set = isTrain ? data.train : data.test;
            try {
                const auto pixels = readPicture((isTrain ? folder.train : folder.test)[row].path, side);
                std::copy(pixels.begin(), pixels.end(),
                          set.pixels.begin() + static_cast<ptrdiff_t>(row * set.imageBytes()));
            } catch (...) {
                const std::scoped_lock lock(mutex);
                problem = std::current_exception();
                ended = true;
            }
            ++done;
            if (reports && progress && !progress(static_cast<int64_t>(done), static_cast<int64_t>(total)))
                ended = true;
        }
    };
    std::vector<std::jthread> team;
    for (unsigned t = 1; t < std::max(1U, std::thread::hardware_concurrency()); ++t)
        team.emplace_back(work, false);
    work(true);
    team.clear();  // waits for all of them
    if (problem) std::rethrow_exception(problem);
    if (ended) return {};
    return data;
}

}  // namespace attx
