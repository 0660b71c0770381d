// CIFAR-100's binary form: small files of our own making, and the real sample where it is at hand.
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "model/config/task.h"
#include "model/data/image_source.h"
#include "model/data/image_split.h"
#include "model/data/packed_images.h"
#include "model/files/archive.h"
#include "model/files/files.h"
#include "runner.h"
#include "thrown.h"
#include "without_rights.h"

using namespace attx;
namespace fs = std::filesystem;

namespace test_cifar {

/// A record whose pixel i of plane c is (i + 10 c + label) mod 251.
std::string record(int coarse, int fine) {
    std::string bytes{static_cast<char>(coarse), static_cast<char>(fine)};
    for (int c = 0; c < 3; ++c)
        for (int i = 0; i < 1024; ++i) bytes += static_cast<char>((i + 10 * c + fine) % 251);
    return bytes;
}

class TestCifar : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    [[nodiscard]] std::string at(const char* name) const { return folder_.filePath(name).toStdString(); }
    [[nodiscard]] std::string path() const { return folder_.path().toStdString(); }

private Q_SLOTS:
    void init() {
        writeFileAtomically(at("train.bin"), record(1, 5) + record(19, 99) + record(0, 5));
        writeFileAtomically(at("test.bin"), record(3, 7));
        writeFileAtomically(at("fine_label_names.txt"), "apple\r\nfish\n");
    }

    void readsRecordsOfAnyNumber() {
        const ImageData data = readCifar(path());
        QCOMPARE(data.train.count, 3);
        QCOMPARE(data.train.labels, (std::vector<int32_t>{5, 99, 5}));
        QCOMPARE(data.test.labels, std::vector<int32_t>{7});
        const auto image = data.train.image(1);
        QCOMPARE(image.size(), size_t{3072});
        for (const size_t i : {0, 33, 1023})  // planes became pixels
            for (size_t c = 0; c < 3; ++c)
                QCOMPARE(int{image[3 * i + c]}, static_cast<int>((i + 10 * c + 99) % 251));
        QCOMPARE(data.classes.size(), size_t{100});
        QCOMPARE(data.classes[0], std::string("apple"));
        QCOMPARE(data.classes[1], std::string("fish"));
        QCOMPARE(data.classes[7], std::string("class 7"));
        const std::string before = data.fingerprint;
        QCOMPARE(readCifar(path()).fingerprint, before);
        writeFileAtomically(at("test.bin"), record(3, 8));
        QVERIFY(readCifar(path()).fingerprint != before);
    }

    void readsAnArchiveAsItsFolder() {
        std::string many;  // more than an archive hands over at once, in blocks that cut records
        for (int i = 0; i < 300; ++i) many += record(i % 20, i % 100);
        writeFileAtomically(at("train.bin"), many);
        writeFileAtomically(at("c.zip"), zipBytes({{"c/test.bin", record(3, 7)},
                                                   {"c/fine_label_names.txt", "apple"},
                                                   {"c/train.bin", many}}));
        const ImageData folder = readCifar(path());
        const ImageData archive = readCifar(at("c.zip"));
        QCOMPARE(archive.train.count, 300);
        QVERIFY(archive.train.pixels == folder.train.pixels);
        QCOMPARE(archive.train.labels, folder.train.labels);
        QVERIFY(archive.test.pixels == folder.test.pixels);
        QCOMPARE(archive.fingerprint, folder.fingerprint);
    }

    void refusesWrongFiles() {
        writeFileAtomically(at("train.bin"), record(1, 5) + record(1, 5).substr(0, 100));
        VERIFY_SAYS(
            thrownMessage([&] { (void)readCifar(path()); }),
            "train.bin: expected records of 3074 bytes, found 3174 bytes, the last record is truncated");
        writeFileAtomically(at("train.bin"), record(1, 5) + record(1, 100));
        VERIFY_SAYS(thrownMessage([&] { (void)readCifar(path()); }),
                    "record 1: expected a coarse label below 20 and a fine one below 100, found 1 and 100");
        writeFileAtomically(at("train.bin"), record(20, 5));
        VERIFY_SAYS(thrownMessage([&] { (void)readCifar(path()); }), "record 0");
        writeFileAtomically(at("train.bin"), "");
        VERIFY_SAYS(thrownMessage([&] { (void)readCifar(path()); }), "none at all");
        fs::remove(at("test.bin"));
        writeFileAtomically(at("train.bin"), record(1, 5));
        VERIFY_SAYS(thrownMessage([&] { (void)readCifar(path()); }), "found no test.bin");
    }

    void findsWhatAPathLeadsTo() {
        QCOMPARE(findImages(path()).packed, path());
        QTemporaryDir other;
        const std::string root = other.path().toStdString();
        VERIFY_SAYS(thrownMessage([&] { (void)findImages(root); }), "found no such sub-folder");
        fs::copy(path(), root + "/cifar-100-binary");
        QCOMPARE(findImages(root).packed, root + "/cifar-100-binary");
        QCOMPARE(findImages(root).cacheFolder, root);
        VERIFY_SAYS(thrownMessage([&] { (void)findImages(root + "/none"); }), "there is no such folder");
        VERIFY_SAYS(thrownMessage([&] { (void)findImages(root + "/cifar-100-binary/test.bin"); }),
                    "another kind of file");

        QTemporaryDir pictures;
        const std::string tree = pictures.path().toStdString();
        for (const char* name : {"cat/b.png", "cat/a.JPG", "cat/notes.txt", "dog/1.png", "dog/2.png",
                                 "dog/3.png", "dog/4.png", "dog/5.png", "empty/readme.txt"}) {
            fs::create_directories(fs::path(tree + "/" + name).parent_path());
            writeFileAtomically(tree + "/" + name, name);
        }
        ImageFolder found = findImages(tree).folder;
        QCOMPARE(found.classes, (std::vector<std::string>{"cat", "dog"}));
        QCOMPARE(found.train.size(), size_t{6});
        QCOMPARE(found.train[0].path, tree + "/cat/a.JPG");
        QCOMPARE(found.test.size(), size_t{1});  // every fifth
        QCOMPARE(found.test[0].path, tree + "/dog/5.png");
        const std::string before = found.fingerprint;
        writeFileAtomically(tree + "/loose.png", "of no class");
        QVERIFY(findImages(tree).folder.note.find("were 3 files, beginning") != std::string::npos);
        fs::remove(tree + "/loose.png");
        fs::create_directories(tree + "/bare");  // no class without a picture
        QVERIFY(findImages(tree).folder.note.find("2 files and 1 folder") != std::string::npos);
        fs::remove(tree + "/bare");
        QCOMPARE(found.note, tree +
                                 ": left out, as no pictures in folders of classes, were 2 files, "
                                 "beginning with cat/notes.txt.");
        writeFileAtomically(tree + "/dog/5.png", "longer than it was before");
        QVERIFY(findImages(tree).folder.fingerprint != before);
        writeFileAtomically(tree + "/dog/5.png", "dog/6.png");  // of the same size
        QVERIFY(findImages(tree).folder.fingerprint != before);
        for (const char* kind : {"bmp", "PPM", "tiff"}) {  // which do not change their size
            const std::string file = tree + "/dog/6." + kind;
            writeFileAtomically(file, "one");
            const std::string one = findImages(tree).folder.fingerprint;
            writeFileAtomically(file, "two");
            QVERIFY(findImages(tree).folder.fingerprint != one);
        }
        fs::permissions(tree, fs::perms::all);
        fs::permissions(tree + "/cat", fs::perms::none);
        QString refusal;
        {
            const WithoutRights nobody;
            refusal = thrownMessage([&] { (void)findImages(tree); });
        }
        fs::permissions(tree + "/cat", fs::perms::all);
        VERIFY_SAYS(refusal, "cat: the folder cannot be read");
        fs::remove_all(tree + "/dog");
        VERIFY_SAYS(thrownMessage([&] { (void)findImages(tree); }), "found only the class \"cat\"");
    }

    void tenthOfEachClassValidates() {
        ImageLabels labels{{}, {0, 1}, {"a", "b", "c"}};
        for (int i = 0; i < 20; ++i) labels.train.insert(labels.train.end(), {0, 1});
        labels.train.push_back(2);
        DataConfig config;
        config.task = TaskKind::Sets;  // of drawn shapes
        const ImageSplit split = dealImages(config, labels);
        QCOMPARE(split.validation, (std::vector<int32_t>{0, 1, 2, 3}));
        QCOMPARE(split.train.size(), labels.train.size() - 4);
        QCOMPARE(split.train.front(), 4);
        QCOMPARE(split.test, (std::vector<int32_t>{41, 42}));
        labels.train.pop_back();
        config.path = "cifar";  // and of images with a test of their own
        QCOMPARE(dealImages(config, labels).validation, split.validation);
        QCOMPARE(dealImages(config, labels).test, (std::vector<int32_t>{40, 41}));
    }

    void readsTheRealSample() {
        const std::string archive =
            std::string(ATTX_SOURCE_DIR) + "/../shared/data/cifar-100-binary-subset.tar.gz";
        if (!fs::exists(archive)) QSKIP("The sample of CIFAR-100 is not here (../shared/data).");
        const ImageData data = readCifar(archive);
        QCOMPARE(data.train.count, 10000);
        QCOMPARE(data.test.count, 1500);
        QCOMPARE(data.classes[0], std::string("apple"));
        QCOMPARE(data.classes[99], std::string("worm"));
        for (int32_t cls = 0; cls < 100; ++cls) {
            QCOMPARE(std::count(data.train.labels.begin(), data.train.labels.end(), cls), 100);
            QCOMPARE(std::count(data.test.labels.begin(), data.test.labels.end(), cls), 15);
        }
    }
};

TEST_CLASS(TestCifar, NoApplication)

}  // namespace test_cifar
#include "test_cifar.moc"
