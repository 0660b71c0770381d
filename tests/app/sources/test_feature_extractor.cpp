// Features through a trained network: their values, how they are kept, what is refused.
#include <QImage>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "app/sources/feature_extractor.h"
#include "app/sources/feature_job.h"
#include "app/sources/image_loader.h"
#include "model/data/feature_file.h"
#include "model/data/packed_images.h"
#include "model/data/pixel_features.h"
#include "model/data/set_data.h"
#include "model/files/files.h"
#include "model/files/safetensors.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;
namespace fs = std::filesystem;

namespace test_feature_extractor {

const std::string shared = std::string(ATTX_SOURCE_DIR) + "/../shared";
const std::string tiny = std::string(ATTX_TEST_DATA) + "/tiny_classifier.onnx";

std::string dataFile(const std::string& name) { return std::string(ATTX_TEST_DATA) + "/" + name; }

/// The mean of relu(W x + 0.5) over all places, as tests/data/make_onnx.py writes the networks.
std::vector<float> expectedOfTiny(std::span<const uint8_t> pixels, int side, ImageForm form = {}) {
    const size_t plane = static_cast<size_t>(form.height) * static_cast<size_t>(form.width);
    form.channelsLast = false;  // the order of its numbers is another, the features are the same
    std::vector<float> x(static_cast<size_t>(form.channels) * plane);
    networkInput(pixels, side, side, form, x.data());
    std::vector<double> sums(form.channels == 1 ? 2 : 4);
    for (size_t i = 0; i < plane; ++i) {
        const double r = x[i], g = form.channels == 1 ? 0 : x[plane + i],
                     b = form.channels == 1 ? 0 : x[2 * plane + i];
        const std::vector<double> values =
            form.channels == 1 ? std::vector<double>{r, -r} : std::vector<double>{r, g, b, -r - g - b};
        for (size_t k = 0; k < sums.size(); ++k) sums[k] += std::max(0.0, values[k] + 0.5);
    }
    std::vector<float> means;
    for (const double sum : sums) means.push_back(static_cast<float>(sum / static_cast<double>(plane)));
    return means;
}

class TestFeatureExtractor : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    [[nodiscard]] std::string path() const { return folder_.path().toStdString(); }
    [[nodiscard]] std::string at(const std::string& name) const { return path() + "/" + name; }

    /// Classes "blue" and "red" of `perClass` pictures of one colour, 8 × 6.
    void makePictures(int perClass) const {
        for (const char* cls : {"blue", "red"}) {
            fs::create_directories(at(cls));
            for (int i = 0; i < perClass; ++i) {
                QImage image(8, 6, QImage::Format_RGB32);
                image.fill(cls == std::string("red") ? QColor(255 - i, 0, 0) : QColor(0, 0, 255 - i));
                QVERIFY(image.save(
                    QString::fromStdString(at(std::string(cls) + "/" + std::to_string(100 + i) + ".png"))));
            }
        }
    }

private Q_SLOTS:
    void init() {
        for (const auto& entry : fs::directory_iterator(path())) fs::remove_all(entry.path());
    }

    void scalingIsPyTorchs() {
        // One row of 2 pixels, 0 and 255: torch.nn.functional.interpolate gives 0 up to the first centre
        // (place 55.5), then a straight line to 1 at the second (167.5).
        const std::vector<uint8_t> pixels{0, 0, 0, 255, 255, 255, 0, 0, 0, 255, 255, 255};
        std::vector<float> out(3 * networkSide * networkSide);
        networkInput(pixels, 2, 2, {}, out.data());
        const auto red = [&](int x) { return out[static_cast<size_t>(x)] * 0.229F + 0.485F; };
        QVERIFY(std::abs(red(0)) < 1e-6F);
        QVERIFY(std::abs(red(55)) < 1e-6F);
        QVERIFY(std::abs(red(56) - 0.5F / 112) < 1e-6F);
        QVERIFY(std::abs(red(111) + red(112) - 1) < 1e-6F);
        QVERIFY(std::abs(red(223) - 1) < 1e-6F);
    }

    void featureIsTheInputOfTheLastLayer() {
        ImageSet set{3, 2, 2, {}, {0, 0, 0}};
        for (int i = 0; i < 36; ++i) set.pixels.push_back(static_cast<uint8_t>(i * 7));
        const auto extractor = openExtractor(tiny);
        const std::vector<float> features = extractor->extract(set, 0, 3);
        QCOMPARE(extractor->dim(), 4);
        for (int64_t i = 0; i < 3; ++i) {
            const std::vector<float> expected = expectedOfTiny(set.image(i), 2);
            for (size_t k = 0; k < 4; ++k)  // OpenCV adds 50,176 values in single precision
                QVERIFY2(std::abs(features[static_cast<size_t>(i) * 4 + k] - expected[k]) <
                             1e-4F * (1 + expected[k]),
                         qPrintable(QStringLiteral("%1 %2: %3, not %4")
                                        .arg(i)
                                        .arg(k)
                                        .arg(features[static_cast<size_t>(i) * 4 + k])
                                        .arg(expected[k])));
        }
        for (const char* name :
             {"#conv_Conv", "#relu"}) {  // a node, a tensor; a map is averaged over its places
            const auto named = openExtractor(tiny + name);
            const std::vector<float> maps = named->extract(set, 1, 1);
            QCOMPARE(maps.size(), size_t{4});
            if (std::string(name) == "#relu") QVERIFY(std::abs(maps[0] - features[4]) < 1e-5F);
        }
        QCOMPARE(openExtractor(tiny + "#probabilities")->extract(set, 0, 1).size(), size_t{5});
    }

    void aNetworkForOneImageIsGivenOneAtATime_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("as it declares") << "fixed_batch.onnx";
        QTest::newRow("though it declares any number") << "free_batch.onnx";
    }
    void aNetworkForOneImageIsGivenOneAtATime() {
        QFETCH(const QString, name);
        ImageSet set{5, 2, 2, {}, {0, 0, 0, 0, 0}};
        for (int i = 0; i < 60; ++i) set.pixels.push_back(static_cast<uint8_t>(i * 4));
        const auto fixed = openExtractor(dataFile(name.toStdString()));
        const auto free = openExtractor(tiny);
        QVERIFY(fixed->note().empty());
        for (const auto& [first, count] : {std::pair<int64_t, int64_t>{0, 1}, {0, 5}, {2, 3}}) {
            const std::vector<float> expected = free->extract(set, first, count),
                                     features = fixed->extract(set, first, count);
            QCOMPARE(fixed->dim(), 4);
            QCOMPARE(features.size(), expected.size());
            for (size_t i = 0; i < features.size(); ++i)
                QVERIFY(std::abs(features[i] - expected[i]) < 1e-4F * (1 + expected[i]));
        }
    }

    void declaredInputsAreObeyed_data() {
        const Rows<QString, QString, int> row("name", "form", "batch");
        row("3 x 32 x 32", "declared_32.onnx", "3 × 32 × 32", 0);
        row("channels last", "channels_last.onnx", "16 × 16 × 3", 0);
        row("one channel, one image", "grey_28.onnx", "1 × 28 × 28", 1);
        row("three images", "batch_of_3.onnx", "3 × 8 × 8", 3);
        row("weights in another file", "weights_apart.onnx", "3 × 16 × 16", 0);
    }
    void declaredInputsAreObeyed() {
        QFETCH(const QString, name);
        QFETCH(const QString, form);
        QFETCH(const int, batch);
        ImageSet set{5, 2, 2, {}, {0, 0, 0, 0, 0}};
        for (int i = 0; i < 60; ++i) set.pixels.push_back(static_cast<uint8_t>(i * i % 251));
        const auto network = openExtractor(dataFile(name.toStdString()));
        QCOMPARE(QString::fromStdString(network->form().text()), form);
        QCOMPARE(network->form().batch, batch);
        QVERIFY(QString::fromStdString(network->note()).contains("scaled to " + form));
        for (const auto& [first, count] : {std::pair<int64_t, int64_t>{0, 1}, {0, 5}, {1, 4}}) {
            const std::vector<float> features = network->extract(set, first, count);
            for (int64_t i = 0; i < count; ++i) {
                const std::vector<float> expected = expectedOfTiny(set.image(first + i), 2, network->form());
                QCOMPARE(features.size(), expected.size() * static_cast<size_t>(count));
                for (size_t k = 0; k < expected.size(); ++k) {
                    const float found = features[static_cast<size_t>(i) * expected.size() + k];
                    QVERIFY2(
                        std::abs(found - expected[k]) < 1e-4F * (1 + expected[k]),
                        qPrintable(
                            QStringLiteral("%1 %2: %3, not %4").arg(i).arg(k).arg(found).arg(expected[k])));
                }
            }
        }
    }

    void whatIsInTheSecondFileCounts() {
        for (const char* name : {"weights_apart.onnx", "weights_apart.bin"})
            fs::copy_file(dataFile(name), at(name));
        const std::string network = at("weights_apart.onnx"), before = extractorIdentity(network);
        std::string weights = readFile(at("weights_apart.bin"));
        weights[20] = 1;
        writeFileAtomically(at("weights_apart.bin"), weights);
        QVERIFY(extractorIdentity(network) != before);
        writeFileAtomically(at("weights_apart.bin"), weights.substr(0, 40));
        VERIFY_SAYS(thrownMessage([&] { (void)openExtractor(network); }), "expected 48 bytes from 16 on");
        fs::remove(at("weights_apart.bin"));
        VERIFY_SAYS(thrownMessage([&] { (void)openExtractor(network); }),
                    "its weights are in a second file, \"weights_apart.bin\", which is not there");
        std::string away = readFile(network);
        away.replace(away.find("weights_apart.bin"), 17, "../../etc/ssh/key");
        writeFileAtomically(network, away);
        VERIFY_SAYS(thrownMessage([&] { (void)openExtractor(network); }), "which is not next to the network");
    }

    void featuresAreNotWrittenThroughLinks() {
        makePictures(5);
        writeFileAtomically(at("mine"), "mine");
        const fs::path features = at(trainFeaturesName);
        for (const fs::path& link : {features, fs::path(features.string() + ".part")}) {
            fs::create_symlink(link == features ? at("nothing") : at("mine"), link);
            VERIFY_SAYS(thrownMessage([&] { (void)makeFeatures(path(), pixelExtractor, {}, {}); }),
                        "expected no link, found one to " + QString::fromStdString(path()));
            fs::remove(link);
        }
        QCOMPARE(readFile(at("mine")), std::string("mine"));
        QVERIFY(!fs::exists(at("nothing")));
        // What was made before may be elsewhere.
        QVERIFY(makeFeatures(path(), pixelExtractor, {}, {}));
        fs::rename(features, at("moved.npz"));
        fs::create_symlink("moved.npz", features);
        QVERIFY(makeFeatures(path(), pixelExtractor, {}, {}));
    }

    void wrongNetworksAreNamed() {
        writeFileAtomically(at("text.onnx"), "this is no network");
        VERIFY_SAYS(thrownMessage([&] { (void)openExtractor(at("text.onnx")); }), "expected an ONNX network");
        std::string unknown = readFile(tiny);
        unknown.replace(unknown.find("\x04Relu"), 5, "\x04Rexu");
        writeFileAtomically(at("unknown.onnx"), unknown);
        VERIFY_SAYS(
            thrownMessage([&] { (void)openExtractor(at("unknown.onnx")); }),
            "OpenCV cannot read this as an ONNX network (its node Rexu \"relu_Relu\" cannot be computed");
        VERIFY_SAYS(thrownMessage([&] { (void)openExtractor(dataFile("tokens.onnx")); }),
                    "found [1, 12] at \"image\"");
        std::string smaller = readFile(dataFile("declared_32.onnx"));  // says 3 × 16 × 16, and pools 32 × 32
        smaller.replace(smaller.rfind("\x08\x20\x0a\x02\x08\x20"), 6, "\x08\x10\x0a\x02\x08\x10");
        writeFileAtomically(at("smaller.onnx"), smaller);
        const ImageSet one{1, 1, 1, {1, 2, 3}, {0}};
        const QString refused = thrownMessage([&] {
            const auto e = openExtractor(at("smaller.onnx"));
            (void)e->extract(one, 0, 1);
        });
        VERIFY_SAYS(refused, "smaller.onnx: ");
        QVERIFY2(!refused.contains("error: (-"), qPrintable(refused));
        VERIFY_SAYS(thrownMessage([&] { (void)openExtractor(tiny + "#nothing"); }),
                    "no output or node named \"nothing\"");
        VERIFY_SAYS(thrownMessage([&] { (void)openExtractor(at("none.onnx")); }), "could not be read");
    }

    void picturesAreDecodedAndScaled() {
        makePictures(5);
        const ImageData data = loadImages(findImages(path()));
        QCOMPARE(data.train.count, 8);
        QCOMPARE(data.test.count, 2);
        QCOMPARE(data.train.width, 224);
        QCOMPARE(data.classes, (std::vector<std::string>{"blue", "red"}));
        const auto first = data.train.image(0), last = data.train.image(7);
        QCOMPARE(std::vector<int>(first.begin(), first.begin() + 3), (std::vector<int>{0, 0, 255}));
        QCOMPARE(std::vector<int>(last.begin(), last.begin() + 3), (std::vector<int>{252, 0, 0}));
        writeFileAtomically(at("red/101.png"), "broken");
        VERIFY_SAYS(thrownMessage([&] { (void)loadImages(findImages(path())); }),
                    "101.png: the picture cannot be read");
        writeFileAtomically(at("blue/102.png"), "broken, too");
        writeFileAtomically(at("blue/103.txt"), "no picture");
        const QString both = thrownMessage([&] { (void)loadImages(findImages(path())); });
        VERIFY_SAYS(both, "2 pictures cannot be read");
        VERIFY_SAYS(both, "101.png: the picture");
        VERIFY_SAYS(both, "102.png: the picture");
        QVERIFY(both.indexOf("102.png") < both.indexOf("101.png"));  // blue comes before red
        for (int i = 0; i < 30; ++i)
            writeFileAtomically(at("red/broken" + std::to_string(i) + ".png"), "broken");
        VERIFY_SAYS(thrownMessage([&] { (void)loadImages(findImages(path())); }), "and 12 more.");
    }

    /// A picture of one pixel, (10, 200, 30), as TIFF without compression, by the TIFF 6.0 specification.
    static std::string smallTiff() {
        const auto number = [](uint32_t value, int bytes) {
            std::string text;
            for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i));
            return text;
        };
        std::string file = "II" + number(42, 2) + number(8, 4) + number(10, 2);
        const auto entry = [&](uint32_t tag, uint32_t type, uint32_t count, uint32_t value) {
            file += number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4);
        };
        constexpr uint32_t isShort = 3, isLong = 4, bits = 8 + 2 + 10 * 12 + 4, pixels = bits + 6;
        entry(256, isShort, 1, 1);      // width
        entry(257, isShort, 1, 1);      // height
        entry(258, isShort, 3, bits);   // bits of each sample
        entry(259, isShort, 1, 1);      // no compression
        entry(262, isShort, 1, 2);      // RGB
        entry(273, isLong, 1, pixels);  // where the pixels are
        entry(277, isShort, 1, 3);      // samples a pixel
        entry(278, isShort, 1, 1);      // rows a strip
        entry(279, isLong, 1, 3);       // bytes of the strip
        entry(284, isShort, 1, 1);      // samples side by side
        return file + number(0, 4) + number(8, 2) + number(8, 2) + number(8, 2) + "\x0a\xc8\x1e";
    }

    void picturesOf45MegapixelsAreRead_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("JPEG, decoded smaller") << "big.jpg";
        QTest::newRow("PNG, decoded whole") << "big.png";
    }
    void picturesOf45MegapixelsAreRead() {
        QFETCH(const QString, name);
        QImage big(8256, 5504, QImage::Format_RGB888);
        big.fill(QColor(10, 200, 30));
        const QString file = QString::fromStdString(at(name.toUtf8().constData()));
        QVERIFY(big.save(file));
        for (const Squared squared : {Squared::Stretched, Squared::Cropped}) {
            const std::vector<uint8_t> pixels = readPicture(file.toStdString(), 2, squared);
            QCOMPARE(pixels.size(), size_t{12});
            QVERIFY(std::abs(int{pixels[0]} - 10) < 4 && std::abs(int{pixels[1]} - 200) < 4);
        }
    }

    void croppedPicturesKeepTheirMiddle() {
        QImage tall(10, 40, QImage::Format_RGB888);
        tall.fill(Qt::white);
        for (int y = 15; y < 25; ++y)
            for (int x = 0; x < 10; ++x) tall.setPixelColor(x, y, QColor(1, 2, 3));
        const QString file = QString::fromStdString(at("tall.png"));
        QVERIFY(tall.save(file));
        QCOMPARE(readPicture(file.toStdString(), 1, Squared::Cropped), (std::vector<uint8_t>{1, 2, 3}));
        QVERIFY(readPicture(file.toStdString(), 1)[0] > 100);
    }

    void tiffIsReadWhereQtHasThePlugin() {
        writeFileAtomically(at("one.tif"), smallTiff());
        if (QImageReader::supportedImageFormats().contains("tiff")) {
            QCOMPARE(readPicture(at("one.tif"), 1), (std::vector<uint8_t>{10, 200, 30}));
        } else {
            VERIFY_SAYS(thrownMessage([&] { (void)readPicture(at("one.tif"), 1); }),
                        "qt6-image-formats-plugins");
        }
    }

    /// The smallest lossless WebP: one pixel.
    void webpIsReadWhereQtHasThePlugin() {
        writeFileAtomically(
            at("one.webp"),
            QByteArray::fromBase64("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==").toStdString());
        if (QImageReader::supportedImageFormats().contains("webp")) {
            QCOMPARE(readPicture(at("one.webp"), 1).size(), size_t{3});
        } else {
            VERIFY_SAYS(thrownMessage([&] { (void)readPicture(at("one.webp"), 1); }),
                        "qt6-image-formats-plugins");
        }
    }

    void featuresAreKeptAndFound() {
        makePictures(30);
        DataConfig config = with(DataConfig(), "task=sets set_size=3");
        config.path = path();
        config.extractor = tiny;
        QVERIFY(!featuresAreReady(config));
        QVERIFY(makeFeatures(path(), tiny, {}, {}));
        QVERIFY(featuresAreReady(config));
        const DataSet data = makeSetData(config);
        QCOMPARE(data.train.featureDim, 4);
        QCOMPARE(data.train.rows + data.validation.rows + data.test.rows, 60);
        // Nothing is computed twice.
        int reports = 0;
        QVERIFY(makeFeatures(path(), tiny, {},
                             [&](const FeatureProgress& p) { return reports += p.done > 0, true; }));
        QCOMPARE(reports, 0);
        // Another extractor's files replace them.
        QVERIFY(makeFeatures(path(), pixelExtractor, {}, {}));
        QCOMPARE(readFeatures(at(trainFeaturesName)).dim, pixelFeatureCount);
    }

    void tooFewPicturesToTestWith() {
        makePictures(4);
        VERIFY_SAYS(thrownMessage([&] { (void)makeFeatures(path(), tiny, {}, {}); }), "no class has five");
        QVERIFY(!fs::exists(at(trainFeaturesName)));
    }
    void featuresOfAnotherOpenCvAreMadeAnew() {
        makePictures(30);
        DataConfig config = with(DataConfig(), "task=sets");
        config.path = path();
        config.extractor = tiny;
        QVERIFY(makeFeatures(path(), tiny, {}, {}));
        const auto withOrigin = [&](const std::string& origin) {
            for (const char* name : {trainFeaturesName, testFeaturesName}) {
                FeatureFile file = readFeatures(at(name));
                file.origin = origin;
                writeFeatures(at(name), file);
            }
        };
        const std::string origin = readFeatures(at(testFeaturesName)).origin;
        const size_t version = origin.find(" by OpenCV ");
        QVERIFY2(version != std::string::npos, origin.c_str());
        std::string sentence;
        int64_t made = 0;
        const auto report = [&](const FeatureProgress& p) {
            sentence = p.note;
            made = p.done;
            return true;
        };
        withOrigin(origin.substr(0, version));  // as the files of before the version was recorded
        QVERIFY(featuresAreReady(config));
        QVERIFY(makeFeatures(path(), tiny, {}, report));
        QCOMPARE(made, 0);
        withOrigin(origin.substr(0, version) + " by OpenCV 1.2.3");
        QVERIFY(!featuresAreReady(config));
        VERIFY_SAYS(thrownMessage([&] { (void)makeSetData(config); }), "made with OpenCV 1.2.3, where");
        QVERIFY(makeFeatures(path(), tiny, {}, report));
        QCOMPARE(made, 60);
        QVERIFY2(sentence.find("made with OpenCV 1.2.3, where") != std::string::npos, sentence.c_str());
        QCOMPARE(readFeatures(at(trainFeaturesName)).origin, origin);
    }

    void anEndedJobGoesOn() {
        makePictures(30);
        int64_t ended = 0;
        QVERIFY(!makeFeatures(path(), tiny, {}, [&](const FeatureProgress& p) {
            ended = p.done;
            return p.done < 32;
        }));
        QCOMPARE(ended, 32);
        QVERIFY(!fs::exists(at(trainFeaturesName)));
        int64_t first = 0;
        QVERIFY(makeFeatures(path(), tiny, {}, [&](const FeatureProgress& p) {
            if (first == 0) first = p.done;
            return true;
        }));
        QCOMPARE(first, 48);  // 32 of the 48 were there
        const FeatureFile resumed = readFeatures(at(trainFeaturesName));
        QVERIFY(!fs::exists(at(std::string(trainFeaturesName) + ".part")));
        fs::create_directories(at("other"));
        QVERIFY(makeFeatures(path(), tiny, at("whole"), {}));
        QVERIFY(readFeatures(at("whole/") + trainFeaturesName).values == resumed.values);
    }

    void whatIsThereStaysAsItWas() {
        makePictures(30);
        writeFeatures(at(trainFeaturesName), {1, 2, {1, 2}, {}});  // no origin, as in the reference notebooks
        const std::string before = readFile(at(trainFeaturesName));
        VERIFY_SAYS(thrownMessage([&] { (void)makeFeatures(path(), tiny, {}, {}); }),
                    "made elsewhere and are not replaced");
        QCOMPARE(readFile(at(trainFeaturesName)), before);
        writeFileAtomically(at("text.onnx"), "this is no network");
        VERIFY_SAYS(thrownMessage([&] { (void)makeFeatures(path(), at("text.onnx"), {}, {}); }),
                    "expected an ONNX network");
        QCOMPARE(readFile(at(trainFeaturesName)), before);
        VERIFY_SAYS(
            thrownMessage([&] { (void)makeFeatures(path(), tiny, "/dev/null/no", {}); }, Error::Kind::Work),
            "cannot be made");
    }

    void goldenFeaturesOfSqueezeNet() {
        const std::string archive = shared + "/data/cifar-100-binary-subset.tar.gz",
                          network = shared + "/data/squeezenet1_1_features.onnx",
                          golden = shared + "/golden/features_squeezenet.safetensors";
        for (const std::string& file : {archive, network, golden})
            if (!fs::exists(file))
                QSKIP("The sample of CIFAR-100 with its golden features is not here (../shared).");
        const SafeTensors tensors = readSafeTensors(golden);
        const ImageData all = readCifar(archive);
        std::vector<int32_t> rows;
        for (const int64_t row : tensors.at("input.record").integers("input.record"))
            rows.push_back(static_cast<int32_t>(all.train.count + row));
        const ImageSet images = imagesAt(all, rows);
        const auto extractor = openExtractor(network);
        const std::vector<float> features = extractor->extract(images, 0, images.count);
        const auto& expected = tensors.at("expect.features").floats("expect.features");
        QCOMPARE(features.size(), expected.size());
        float worst = 0;
        for (size_t i = 0; i < features.size(); ++i)
            worst = std::max(worst, std::abs(features[i] - expected[i]));
        qInfo("largest difference %.2g", static_cast<double>(worst));
        QVERIFY(worst < 1e-4F);
    }
};

TEST_CLASS(TestFeatureExtractor, QCoreApplication)

}  // namespace test_feature_extractor
#include "test_feature_extractor.moc"
