// Features with their classes as a data set; the files that features are kept in; the drawn shapes.
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <limits>
#include <set>

#include "model/data/drawn_shapes.h"
#include "model/data/feature_file.h"
#include "model/data/image_source.h"
#include "model/data/packed_images.h"
#include "model/data/pixel_features.h"
#include "model/data/set_data.h"
#include "model/files/archive.h"
#include "model/files/files.h"
#include "model/files/npy.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;
namespace fs = std::filesystem;

namespace test_set_data {

FeatureFile features(int64_t rows, int dim, const std::string& origin) {
    FeatureFile file{rows, dim, {}, origin};
    for (int64_t i = 0; i < rows * dim; ++i) file.values.push_back(static_cast<float>(i));
    return file;
}

/// Of one pixel each: its number.
ImageSet numbered(int count, int from) {
    ImageSet set{count, 1, 1, {}, {}};
    for (int i = 0; i < count; ++i) {
        set.pixels.insert(set.pixels.end(), 3, static_cast<uint8_t>(from + i));
        set.labels.push_back(i < count / 2 ? 0 : 1);
    }
    return set;
}

class TestSetData : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    [[nodiscard]] std::string path() const { return folder_.path().toStdString(); }
    [[nodiscard]] std::string at(const std::string& name) const { return path() + "/" + name; }

    /// Two classes "a" and "b" of `perClass` pictures each; four of five are for training.
    void makePictures(int perClass) const {
        for (const char* cls : {"a", "b"}) {
            fs::create_directories(at(cls));
            for (int i = 0; i < perClass; ++i)
                writeFileAtomically(at(std::string(cls) + "/" + std::to_string(100 + i) + ".png"),
                                    "not decoded here");
        }
    }
    [[nodiscard]] DataConfig config(int setSize = 3) const {
        DataConfig result = with(DataConfig(), "task=sets");
        result.path = path();
        result.setSize = setSize;
        return result;
    }
    [[nodiscard]] QString problem(const DataConfig& given) const {
        return thrownMessage([&] { (void)makeSetData(given); });
    }

private Q_SLOTS:
    void init() {
        for (const auto& entry : fs::directory_iterator(path())) fs::remove_all(entry.path());
    }

    void featureFilesKeepWhatTheyHold() {
        const FeatureFile file = features(3, 2, "made of something");
        writeFeatures(at("f.npz"), file);
        const FeatureFile read = readFeatures(at("f.npz"));
        QCOMPARE(read.rows, 3);
        QCOMPARE(read.dim, 2);
        QVERIFY(read.values == file.values);
        QCOMPARE(read.origin, file.origin);
        // 0 ... 5 in a deflated .npz, as numpy.savez_compressed(file, feats=...) lays it out.
        const FeatureFile numpy = readFeatures(std::string(ATTX_TEST_DATA) + "/features_compressed.npz");
        QVERIFY(numpy.values == file.values);
        QCOMPARE(numpy.rows, 3);
        QVERIFY(numpy.origin.empty());
        // What to do with an array of complex numbers.
        std::string wide = npyBytes({"feats", {1, 2}, {1, 2}});
        wide.replace(wide.find("<f4"), 3, "<c8");
        writeFileAtomically(at("wide.npz"), zipBytes({{"feats.npy", wide}}));
        VERIFY_SAYS(thrownMessage([&] { (void)readFeatures(at("wide.npz")); }),
                    "numpy.savez(path, feats=array.astype(numpy.float32))");
    }

    void wrongFeatureFilesAreNamed() {
        writeFileAtomically(at("f.npz"), zipBytes({{"other.npy", npyBytes({"", {1}, {1}})}}));
        VERIFY_SAYS(thrownMessage([&] { (void)readFeatures(at("f.npz")); }),
                    "expected an array named \"feats\"");
        writeFileAtomically(at("f.npz"), zipBytes({{"feats.npy", npyBytes({"", {4}, {1, 2, 3, 4}})}}));
        VERIFY_SAYS(thrownMessage([&] { (void)readFeatures(at("f.npz")); }), "expected features of shape");
        FeatureFile bad = features(3, 2, "");
        bad.values[3] = std::numeric_limits<float>::quiet_NaN();
        writeFeatures(at("f.npz"), bad);
        VERIFY_SAYS(thrownMessage([&] { (void)readFeatures(at("f.npz")); }), "image 1 are not finite");
        const std::string whole = readFile(at("f.npz"));
        writeFileAtomically(at("f.npz"), whole.substr(0, whole.size() / 2));
        VERIFY_SAYS(thrownMessage([&] { (void)readFeatures(at("f.npz")); }), "f.npz");
    }

    void takesTheFeaturesBesideTheImages() {
        makePictures(50);
        VERIFY_SAYS(problem(config()), "the images have no features yet");
        const DataConfig named = with(config(), "extractor=some.onnx");
        const QString advice = problem(named);
        QVERIFY2(advice.contains("--extractor some.onnx") && !advice.contains("Name a network"),
                 qPrintable(advice));
        QVERIFY(!featuresAreReady(config()));
        writeFeatures(at(trainFeaturesName), features(80, 4, ""));
        writeFeatures(at(testFeaturesName), features(20, 4, ""));
        const DataSet data = makeSetData(config());
        QVERIFY(featuresAreReady(config()));
        QCOMPARE(data.names.classes, (std::vector<std::string>{"a", "b"}));
        QCOMPARE(data.validation.rows, 10);  // a tenth of 50 in each class
        QCOMPARE(data.train.rows, 80);
        QCOMPARE(data.test.rows, 10);
        QCOMPARE(data.train.length, 3);
        QCOMPARE(data.train.featureDim, 4);
        // Of each class the first five; the fifth lies in the file for the test.
        QCOMPARE(data.validation.classes, (std::vector<int32_t>{0, 0, 0, 0, 1, 1, 1, 1, 0, 1}));
        QCOMPARE(data.validation.features[16], 160.0F);  // the first of "b" is image 40
        QCOMPARE(data.train.features[0], 16.0F);         // the sixth of "a" is the first to train with
        QCOMPARE(data.test.features[0], 4.0F);  // the tenth of "a" lies second in the file for the test
    }

    void foldersWithoutASplitGetOne_data() {
        // To validate: so many of each class.
        const Rows<double, double, bool, int, int, QString> row("validationShare", "testShare", "earlier",
                                                                "validation", "test", "dealing");
        row("shares", 0.1, 0.1, false, 5, 5, "10 % of the rows to validate, 10 % of the rows to test");
        row("others", 0.3, 0.2, false, 15, 10, "30 % of the rows to validate, 20 % of the rows to test");
        row("sizes", 0.0, 0.0, false, 4, 7, "8 rows to validate, 14 rows to test");
        row("an earlier version's", 0.1, 0.1, true, 4, 10,
            "as earlier versions did, where the files do not say a tenth to "
            "validate and a fifth to test");
    }
    void foldersWithoutASplitGetOne() {
        QFETCH(double, validationShare);
        QFETCH(double, testShare);
        QFETCH(bool, earlier);
        QFETCH(int, validation);
        QFETCH(int, test);
        QFETCH(QString, dealing);
        makePictures(50);
        writeFeatures(at(trainFeaturesName), features(80, 4, ""));
        FeatureFile others = features(20, 4, "");
        for (float& value : others.values) value += 1000;
        writeFeatures(at(testFeaturesName), others);
        DataConfig given = config();
        given.validationShare = validationShare;
        given.testShare = testShare;
        given.earlierSplit = earlier;
        given.validationSize = 8;
        given.testSize = 14;
        const DataSet data = makeSetData(given);
        QCOMPARE(data.validation.rows, 2 * validation);
        QCOMPARE(data.test.rows, 2 * test);
        QCOMPARE(data.train.rows, 100 - 2 * validation - 2 * test);
        QCOMPARE(QString::fromStdString(data.dealing), dealing);
        // Each image is in one part, and what is shown of a row is its image.
        std::set<float> seen;
        for (const Table* table : {&data.train, &data.validation, &data.test})
            for (size_t i = 0; i < table->features.size(); i += 4) seen.insert(table->features[i]);
        QCOMPARE(seen.size(), size_t{100});
        ImageData images{numbered(80, 0), numbered(20, 80), {"a", "b"}, {}, false};
        const SplitImages shown = evaluationImages(given, images);
        for (const auto& [set, table] :
             {std::pair(&shown.validation, &data.validation), {&shown.test, &data.test}}) {
            QCOMPARE(set->count, table->rows);
            for (int64_t row = 0; row < set->count; ++row) {
                const int number = set->image(row)[0];
                QCOMPARE(table->features[static_cast<size_t>(row) * 4],
                         static_cast<float>(number < 80 ? 4 * number : 1000 + 4 * (number - 80)));
            }
        }
    }

    void whatIsTooSmallToBeDealtIsNamed() {
        makePictures(5);
        writeFeatures(at(trainFeaturesName), features(8, 4, ""));
        writeFeatures(at(testFeaturesName), features(2, 4, ""));
        DataConfig given = with(config(), "validation_share=0.5 test_share=0.5");
        VERIFY_SAYS(problem(given), "The class \"a\" has 5 images, and validation and test take all of them");
        given.validationShare = 0;
        given.validationSize = 10;
        VERIFY_SAYS(problem(given), "data.validation_size: 10 of 10 rows leave none to train on");
    }

    void featuresThatDoNotMatchAreNamed() {
        makePictures(50);
        const std::string images = findImages(path()).folder.fingerprint;
        writeFeatures(at(trainFeaturesName), features(79, 4, ""));
        writeFeatures(at(testFeaturesName), features(20, 4, ""));
        VERIFY_SAYS(problem(config()), "expected the features of 80 images, found those of 79");
        writeFeatures(at(trainFeaturesName), features(80, 4, featureOrigin("0123", "pixels")));
        VERIFY_SAYS(problem(config()), "or by an earlier version of this program");
        writeFeatures(at(trainFeaturesName),
                      features(80, 4, featureOrigin(std::string(pictureMark) + "0123", "pixels")));
        VERIFY_SAYS(problem(config()), "made of other images than those that lie there now");
        writeFeatures(at(trainFeaturesName), features(80, 4, featureOrigin(images, "pixels")));
        (void)makeSetData(config());
        writeFileAtomically(at("net.onnx"), "a network");
        DataConfig named = config();
        named.extractor = at("net.onnx");
        VERIFY_SAYS(problem(named), "by another network");
        VERIFY_SAYS(thrownMessage([&] { (void)featuresAreReady(named); }), "would replace them");
        writeFeatures(at(testFeaturesName), features(20, 4, featureOrigin(images, "pixels")));
        QVERIFY(!featuresAreReady(named));
        writeFeatures(at(testFeaturesName), features(20, 5, featureOrigin(images, "pixels")));
        VERIFY_SAYS(problem(config()), "have 4 numbers an image, those for the test 5");
    }

    void featuresOutliveTheirNetwork() {
        makePictures(50);
        DataConfig named = config();
        named.extractor = at("net.onnx");
        writeFileAtomically(named.extractor, "a network");
        const std::string images = findImages(path()).folder.fingerprint,
                          origin = featureOrigin(images, extractorIdentity(named.extractor));
        writeFeatures(at(trainFeaturesName), features(80, 4, origin));
        writeFeatures(at(testFeaturesName), features(20, 4, origin));
        QVERIFY(makeSetData(named).note.empty());
        QVERIFY(QFile::remove(QString::fromStdString(named.extractor)));
        QVERIFY(featuresAreReady(named));
        QVERIFY(makeSetData(named).note.find("not there any more") != std::string::npos);
        named.extractor = at("other.onnx");  // there never was one
        VERIFY_SAYS(problem(named), "other.onnx");
        VERIFY_SAYS(thrownMessage([&] { (void)featuresAreReady(named); }), "other.onnx");
    }

    void classesTooSmallForASetAreNamed() {
        makePictures(50);
        writeFeatures(at(trainFeaturesName), features(80, 4, ""));
        writeFeatures(at(testFeaturesName), features(20, 4, ""));
        VERIFY_SAYS(problem(config(7)), "The class \"a\" has 5 images for validation; a set of 7 needs 6");
    }

    void drawnShapesAreTheSameForASeed() {
        const ImageData data = drawnShapes(250, 100, 7), again = drawnShapes(100, 100, 7),
                        other = drawnShapes(100, 100, 8);
        QCOMPARE(data.train.count, 200);  // whole rounds of the classes
        QCOMPARE(data.train.labels[101], 1);
        QCOMPARE(std::set<std::string>(data.classes.begin(), data.classes.end()).size(), size_t{100});
        QCOMPARE(data.classes[32], std::string("yellow star (drawn)"));
        QVERIFY(std::equal(again.train.pixels.begin(), again.train.pixels.end(), data.train.pixels.begin()));
        QVERIFY(other.train.pixels != again.train.pixels);
        QVERIFY(other.fingerprint != again.fingerprint);
        // A red circle is redder in its middle than at its edge, on any background.
        const auto image = data.train.image(0);
        const auto redness = [&](size_t pixel) { return image[3 * pixel] - image[3 * pixel + 1]; };
        int reddest = 0;
        for (size_t i = 0; i < 1024; ++i) reddest = std::max(reddest, redness(i));
        QVERIFY(reddest > 100);
        QVERIFY(redness(0) < 40);
    }

    void anImageDrawnAloneIsThatOfTheSet() {
        const ImageData shapes = drawnShapes(200, 100, 7), pictures = drawnPictures(200, 100, 7);
        for (const int64_t i : {0, 31, 137}) {
            const ImageSet shape = drawnShape(i, 7), picture = drawnPicture(i, 7);
            QVERIFY(std::ranges::equal(shape.image(0), shapes.train.image(i)));
            QVERIFY(std::ranges::equal(picture.image(0), pictures.train.image(i)));
            QCOMPARE(shape.labels.front(), shapes.train.labels[static_cast<size_t>(i)]);
            QCOMPARE(picture.labels.front(), pictures.train.labels[static_cast<size_t>(i)]);
        }
    }

    void pixelFeaturesTellWhatTheySay() {
        std::vector<uint8_t> grey(32 * 32 * 3, 128), red(grey);
        for (size_t i = 0; i < red.size(); i += 3) {
            red[i] = 255;
            red[i + 1] = red[i + 2] = 0;
        }
        const std::vector<float> a = pixelFeatures(grey, 32, 32), b = pixelFeatures(red, 32, 32);
        QCOMPARE(a.size(), size_t{pixelFeatureCount});
        QVERIFY(std::abs(a[0] - 4 * (128.0F / 255 - 0.5F)) < 1e-5F);
        QCOMPARE(b[0], 2.0F);                                    // red of the first cell, centred
        QCOMPARE(b[1], -2.0F);                                   // green
        for (size_t i = 96; i < 352; ++i) QCOMPARE(a[i], 0.0F);  // nothing changes: no direction
        std::vector<uint8_t> edge(grey);  // left half dark: the gradient runs along x, direction 0 of 16
        for (size_t i = 0; i < 1024; ++i)
            if (i % 32 < 16) edge[3 * i] = edge[3 * i + 1] = edge[3 * i + 2] = 0;
        const std::vector<float> c = pixelFeatures(edge, 32, 32);
        for (size_t i = 96; i < 352; ++i) QVERIFY((i - 96) % 16 == 0 || c[i] == 0);
        const auto all = pixelFeaturesOfAll(edge, 1, 32, 32);
        QVERIFY(all == c);
    }

    void linksInACircleAreNoPictures() {
        makePictures(5);
        fs::create_symlink("circle", at("circle"));
        fs::create_symlink("loop.png", at("a/loop.png"));
        const ImageSource source = findImages(path());
        QCOMPARE(source.folder.classes, (std::vector<std::string>{"a", "b"}));
        QCOMPARE(source.folder.train.size() + source.folder.test.size(), size_t{10});
        for (const char* name : {trainFeaturesName, testFeaturesName}) fs::create_symlink(name, at(name));
        QVERIFY(!featuresAreReady(config()));
        fs::create_symlink("fine_label_names.txt", at("fine_label_names.txt"));
        writeFileAtomically(at("train.bin"), std::string(3074, '\0'));
        writeFileAtomically(at("test.bin"), std::string(3074, '\0'));
        QCOMPARE(readCifar(path()).train.count, 1);
    }

    void namesOfClassesTakeOneLine() {
        makePictures(5);
        fs::rename(at("a"), at("a\nc"));
        QCOMPARE(findImages(path()).folder.classes, (std::vector<std::string>{"a c", "b"}));
    }

    void drawnShapesAreADataSet() {
        DataConfig given = with(DataConfig(), "task=sets train_size=1000 set_size=4");
        given.testSize = 300;
        VERIFY_SAYS(problem(given), "has 1 image for validation; a set of 4 needs 3");
        given.trainSize = 3000;
        const DataSet data = makeSetData(given);
        QCOMPARE(data.train.rows, 2700);
        QCOMPARE(data.validation.rows, 300);
        QCOMPARE(data.train.featureDim, pixelFeatureCount);
        const ImageData images = drawnShapes(given.trainSize, given.testSize, given.seed);
        const SplitImages shown = evaluationImages(given, images);
        QCOMPARE(shown.validation.count, 300);
        const ImageSet& v = shown.validation;
        QVERIFY(pixelFeaturesOfAll(v.pixels, v.count, v.width, v.height) == data.validation.features);
        QVERIFY(shown.test.pixels == images.test.pixels);
        given.extractor = "net.onnx";
        VERIFY_SAYS(problem(given), "the drawn shapes are described by pixels");
    }
};

TEST_CLASS(TestSetData, NoApplication)

}  // namespace test_set_data
#include "test_set_data.moc"
