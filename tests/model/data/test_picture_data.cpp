// Pictures as data: patches and their pixels, squares of images of other sizes, drawn pictures, folders and
// packed images, and what is refused.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <filesystem>
#include <numeric>

#include "model/config/settings.h"
#include "model/config/task.h"
#include "model/data/image_split.h"
#include "model/data/own_data.h"
#include "model/data/packed_images.h"
#include "model/data/picture_data.h"
#include "model/files/archive.h"
#include "model/files/files.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;
namespace fs = std::filesystem;

namespace test_picture_data {

std::string number(uint32_t value) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xFF);
    return bytes;
}

/// Images [count, 2, 3] of MNIST's kind, whose pixels count up from `first`, and their labels.
std::string idxImages(uint32_t count, int first) {
    std::string bytes = number(0x803) + number(count) + number(2) + number(3);
    for (uint32_t i = 0; i < count * 6; ++i) bytes += static_cast<char>(first + static_cast<int>(i));
    return bytes;
}
std::string idxLabels(const std::string& labels) {
    return number(0x801) + number(static_cast<uint32_t>(labels.size())) + labels;
}

/// A record of CIFAR-10 of one colour.
std::string cifarRecord(int label, int colour) {
    return std::string(1, static_cast<char>(label)) + std::string(3072, static_cast<char>(colour));
}

DataConfig smallPictures(int side, int patch, int channels) {
    DataConfig config = with(DataConfig(), "task=pictures");
    config.pictureSize = side;
    config.patchSize = patch;
    config.channels = channels;
    return config;
}

class TestPictureData : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> folder_;
    [[nodiscard]] std::string at(const std::string& name) const {
        return folder_->filePath(QString::fromStdString(name)).toStdString();
    }
    void put(const std::string& name, const std::string& bytes) const {
        fs::create_directories(fs::path(at(name)).parent_path());
        writeFileAtomically(at(name), bytes);
    }

private Q_SLOTS:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }
    void cleanup() { decodePicturesBy({}); }

    void patchesLieAsTheWeightsOfAConvolution() {
        std::vector<uint8_t> pixels(4 * 4 * 3);
        std::iota(pixels.begin(), pixels.end(), uint8_t{0});
        const DataConfig config = with(smallPictures(4, 2, 3), "pixel_mean=0 pixel_deviation=1");
        const std::vector<float> patches = patchesOf(pixels, config);
        QCOMPARE(patches.size(), size_t{4 * 12});
        for (size_t patch = 0; patch < 4; ++patch)
            for (size_t c = 0; c < 3; ++c)
                for (size_t y = 0; y < 2; ++y)
                    for (size_t x = 0; x < 2; ++x) {
                        const size_t row = patch / 2 * 2 + y, column = patch % 2 * 2 + x;
                        QCOMPARE(patches[((patch * 3 + c) * 2 + y) * 2 + x],
                                 static_cast<float>((row * 4 + column) * 3 + c) * (1.0F / 255));
                    }
        QCOMPARE(pixelsOf(patches, config), pixels);
    }

    void eachChannelHasItsMeanAndDeviation() {
        const std::vector<uint8_t> pixels(4 * 3, 51);  // 0.2
        DataConfig config = smallPictures(2, 2, 3);
        config.pixelMean = "0.1, 0.2 0.3";
        config.pixelDeviation = "0.5 0.25 0.1";
        const std::vector<float> patches = patchesOf(pixels, config);
        const float expected[] = {0.2F, 0, -1};
        for (size_t i = 0; i < 12; ++i) QVERIFY(std::abs(patches[i] - expected[i / 4]) < 1e-6F);
        QCOMPARE(pixelsOf(patches, config), pixels);
        const std::vector<uint8_t> red{255, 0, 0};
        const DataConfig grey = with(smallPictures(1, 1, 1), "pixel_mean=0 pixel_deviation=1");
        QVERIFY(std::abs(patchesOf(red, grey).front() - 0.299F) < 1e-6F);
    }

    void otherSizesAreScaledAndCroppedToTheMiddle() {
        ImageSet wide{1, 6, 2, {}, {0}};  // the middle third is 200, the rest 0
        for (int y = 0; y < 2; ++y)
            for (int x = 0; x < 6; ++x) wide.pixels.insert(wide.pixels.end(), 3, x / 2 == 1 ? 200 : 0);
        QCOMPARE(fittedTo(wide, 2).pixels, std::vector<uint8_t>(12, 200));
        const ImageSet half = fittedTo(wide, 1);
        QCOMPARE(half.pixels.size(), size_t{3});
        QVERIFY2(half.pixels[0] > 140 && half.pixels[0] < 200, "a mean of what it covers");
        const ImageSet twice = fittedTo({1, 1, 1, {7, 8, 9}, {4}}, 2);
        QCOMPARE(twice.pixels, (std::vector<uint8_t>{7, 8, 9, 7, 8, 9, 7, 8, 9, 7, 8, 9}));
        QCOMPARE(twice.labels, std::vector<int32_t>{4});
    }

    void drawnPicturesHaveTheShapeAsTheirClass() {
        const RunConfig config = presetWith("patches", "data.train_size=1000 data.test_size=200");
        const DataSet data = makeData(config.data);
        const int T = config.data.positions();
        QCOMPARE(T, config.data.patchesAcross() * config.data.patchesAcross());
        QCOMPARE(data.names.classes.size(), size_t{10});
        QCOMPARE(data.names.classes[3], std::string("star (drawn)"));
        QCOMPARE(data.train.samples() + data.validation.samples(), int64_t{1000});
        QCOMPARE(data.validation.samples(), int64_t{100});
        QCOMPARE(data.test.rows, int64_t{200} * T);
        QCOMPARE(data.test.labels.size(), static_cast<size_t>(200 * T));
        const Sample sample = sampleOf(config, data, {SampleSource::Test, 31});
        QCOMPARE(sample.kind(), SampleKind::Picture);
        QCOMPARE(sample.length(), T);
        QCOMPARE(sample.expected, std::vector<int32_t>{3});
        QCOMPARE(sample.words[static_cast<size_t>(config.data.patchesAcross())], std::string("2,1"));
        const auto begin = data.test.features.begin() + ptrdiff_t{31} * T * data.test.featureDim;
        QVERIFY(std::equal(sample.features.begin(), sample.features.end(), begin));
        QCOMPARE(sample.table(true).labels, std::vector<int32_t>(static_cast<size_t>(T), 3));
        VERIFY_SAYS(thrownMessage([&] {
                        (void)sampleOf(config, data, {SampleSource::Test, 200});
                    }),
                    "no picture 200");
    }

    void rowsOfAnEpochAreWholePictures() {
        const Table table{.rows = 12, .rowsPerSample = 4};
        const std::vector<int32_t> rows = trainingRows(table, smallPictures(4, 2, 3), 1, 0);
        QCOMPARE(rows.size(), size_t{12});
        std::vector<int32_t> sorted = rows;
        std::sort(sorted.begin(), sorted.end());
        for (int32_t i = 0; i < 12; ++i) QCOMPARE(sorted[static_cast<size_t>(i)], i);
        for (size_t first = 0; first < 12; first += 4)
            for (size_t i = 0; i < 4; ++i) QCOMPARE(rows[first + i], rows[first] + static_cast<int32_t>(i));
    }

    void mnistIsRead_data() {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"files", "dots", "inner", "zip"}) QTest::newRow(kind) << kind;
    }
    void mnistIsRead() {
        QFETCH(const QString, kind);
        const char* dash = kind == "dots" ? "." : "-";
        const std::string folder = kind == "inner" ? "raw/" : "";
        const std::vector<ArchiveFile> files{
            {folder + "train-images" + dash + "idx3-ubyte", idxImages(4, 10)},
            {folder + "train-labels" + dash + "idx1-ubyte", idxLabels({0, 1, 1, 2})},
            {folder + "t10k-images" + dash + "idx3-ubyte", idxImages(1, 90)},
            {folder + "t10k-labels" + dash + "idx1-ubyte", idxLabels({1})}};
        std::string path = folder_->path().toStdString();
        if (kind == "zip")
            put("mnist.zip", zipBytes(files)), path += "/mnist.zip";
        else
            for (const ArchiveFile& file : files) put(file.name, file.bytes);
        const ImageData data = readPackedImages(findImages(path).packed);
        QCOMPARE(data.train.count, int64_t{4});
        QCOMPARE(data.train.width, 3);
        QCOMPARE(data.train.height, 2);
        QCOMPARE(data.train.labels, (std::vector<int32_t>{0, 1, 1, 2}));
        QCOMPARE(data.classes, (std::vector<std::string>{"0", "1", "2"}));
        QCOMPARE(int{data.train.image(1)[3]}, 17);  // grey: pixel 1 of image 1, three times
        QCOMPARE(int{data.train.image(1)[5]}, 17);
        QCOMPARE(int{data.test.image(0)[0]}, 90);
    }

    void brokenMnistIsNamed() {
        put("train-images-idx3-ubyte", idxImages(2, 0));
        put("train-labels-idx1-ubyte", idxLabels({0, 1}));
        const std::string path = folder_->path().toStdString();
        const auto complaint = [&] { return thrownMessage([&] { (void)readPackedImages(path); }); };
        VERIFY_SAYS(complaint(), "found no t10k-images-idx3-ubyte");
        put("t10k-images-idx3-ubyte", idxImages(1, 0));
        put("t10k-labels-idx1-ubyte", idxLabels({1, 1}));
        VERIFY_SAYS(complaint(), "expected a label for each of 1 image, found 2");
        put("t10k-labels-idx1-ubyte", idxLabels({1}).substr(0, 8));
        VERIFY_SAYS(complaint(), "found 0 numbers, where its header says 1");
        put("t10k-labels-idx1-ubyte", "abc");
        VERIFY_SAYS(complaint(), "found 3 bytes");
        put("t10k-labels-idx1-ubyte", idxImages(1, 0));
        VERIFY_SAYS(complaint(), "one that begins with the number 2051");
    }

    void cifar10IsRead() {
        for (int batch = 1; batch <= 5; ++batch)
            put("data_batch_" + std::to_string(batch) + ".bin",
                cifarRecord(batch, 10 * batch) + cifarRecord(9, batch));
        put("test_batch.bin", cifarRecord(3, 77));
        put("batches.meta.txt", "airplane\nautomobile\n\n");
        const ImageData data = readPackedImages(findImages(folder_->path().toStdString()).packed);
        QCOMPARE(data.train.count, int64_t{10});
        QCOMPARE(data.train.labels, (std::vector<int32_t>{1, 9, 2, 9, 3, 9, 4, 9, 5, 9}));
        QCOMPARE(int{data.train.image(4)[0]}, 30);
        QCOMPARE(int{data.test.image(0)[100]}, 77);
        QCOMPARE(data.classes.size(), size_t{10});
        QCOMPARE(data.classes[1], std::string("automobile"));
        put("data_batch_3.bin", cifarRecord(10, 0));
        VERIFY_SAYS(thrownMessage([&] { (void)readPackedImages(folder_->path().toStdString()); }),
                    "data_batch_3.bin: record 0: expected a label below 10, found 10");
        fs::remove(at("data_batch_4.bin"));
        put("data_batch_3.bin", cifarRecord(1, 0));
        VERIFY_SAYS(thrownMessage([&] { (void)readPackedImages(folder_->path().toStdString()); }),
                    "found no data_batch_4.bin");
    }

    void packedImagesBecomePatches() {
        put("train-images-idx3-ubyte", idxImages(20, 0));
        put("train-labels-idx1-ubyte", idxLabels(std::string(10, '\0') + std::string(10, '\1')));
        put("t10k-images-idx3-ubyte", idxImages(1, 0));
        put("t10k-labels-idx1-ubyte", idxLabels({1}));
        RunConfig config = presetByName("patches");
        config.data = smallPictures(2, 1, 1);
        config.data.path = folder_->path().toStdString();
        const DataSet data = makeData(config.data);
        QCOMPARE(data.train.featureDim, 1);
        QCOMPARE(data.train.length, 4);
        QVERIFY2(data.note.find("3 x 2 pixels; they are scaled and cropped to 2 x 2") != std::string::npos,
                 data.note.c_str());
        followData(
            data, [](const char*) { return false; }, config);
        QCOMPARE(config.network.numClasses, 1);  // two classes: a binary output
    }

    void ownPicturesAreForTheTaskPictures() {
        put("train-images-idx3-ubyte", idxImages(20, 0));
        put("train-labels-idx1-ubyte", idxLabels(std::string(10, '\0') + std::string(10, '\2')));
        put("t10k-images-idx3-ubyte", idxImages(1, 0));
        put("t10k-labels-idx1-ubyte", idxLabels({1}));
        const auto packed = ownDataAt(folder_->path().toStdString());
        QVERIFY(packed && packed->kind == OwnData::Kind::Pictures);
        QCOMPARE(packed->rows, int64_t{21});
        QCOMPARE(packed->config.network.numClasses, 3);
        QCOMPARE(packed->config.preset, std::string("patches-cifar"));
        QVERIFY(check(packed->config).empty());
        for (const char* name : {"own/a/1.png", "own/a/2.png", "own/b/1.png"}) put(name, "x");
        const auto folder = ownDataAt(at("own"));
        QVERIFY(folder && isPictures(folder->config.data));
        QCOMPARE(folder->kinds, 2);
        QCOMPARE(folder->config.network.numClasses, 1);
        const OwnWish wish{.data = {.task = TaskKind::Sets}};
        QVERIFY(isSets(ownDataAt(at("own"), wish)->config.data));
    }

    void foldersNeedWhoDecodesThem() {
        put("a/one.png", "no picture");
        put("b/two.png", "no picture");
        DataConfig config = smallPictures(2, 1, 3);
        config.path = folder_->path().toStdString();
        VERIFY_SAYS(thrownMessage([&] { (void)makeData(config); }), "nothing here decodes");
        decodePicturesBy([](const ImageSource& source, int side) {
            ImageData data{.classes = source.folder.classes, .testInFiles = source.folder.testInFiles};
            for (const ImageFile& file : source.folder.train) data.train.labels.push_back(file.label);
            data.train.count = std::ssize(data.train.labels);
            data.train.width = data.train.height = data.test.width = data.test.height = side;
            data.train.pixels.resize(static_cast<size_t>(data.train.count) * data.train.imageBytes());
            return data;
        });
        for (int i = 0; i < 10; ++i) put("a/" + std::to_string(i) + ".png", "x");
        for (int i = 0; i < 10; ++i) put("b/" + std::to_string(i) + ".png", "x");
        const DataSet data = makeData(config);
        QCOMPARE(data.names.classes, (std::vector<std::string>{"a", "b"}));
        QVERIFY(data.train.samples() > 0 && data.validation.samples() > 0);
        QVERIFY(!data.dealing.empty());
    }

    void whatDoesNotFitIsRefused() {
        RunConfig config = presetByName("patches");
        const auto problem = [&](const std::string& assignment) {
            RunConfig changed = config;
            applySetting(changed, assignment);
            std::string all;
            for (const ConfigProblem& one : check(changed)) all += one.key + ": " + one.message + "\n";
            return QString::fromStdString(all);
        };
        QVERIFY(check(config).empty());
        const QString divided = problem("data.patch_size=5");
        QVERIFY2(divided.contains("patches of 5 pixels do not divide a picture of 32") &&
                     divided.contains("1, 2, 4, 8, 16 or 32"),
                 qPrintable(divided));
        QVERIFY(problem("data.patch_size=16").isEmpty());  // the network follows
        const QString width = problem("network.input_dim=7");
        QVERIFY2(width.contains("a patch of") && width.contains("found 7"), qPrintable(width));
        for (const char* bad : {"data.pixel_mean=a", "data.pixel_mean=0.1 0.2", "data.pixel_deviation=0",
                                "data.pixel_deviation=", "data.pixel_deviation=0.1 -1 1"}) {
            RunConfig changed = config;
            QVERIFY2(!thrownMessage([&] { applySetting(changed, bad); }).isEmpty(), bad);
        }
    }
};

}  // namespace test_picture_data

using test_picture_data::TestPictureData;

TEST_CLASS(TestPictureData, NoApplication)
#include "test_picture_data.moc"
