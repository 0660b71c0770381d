// Pictures from the disk are described as the images of a run are.
#include <QImage>
#include <QTemporaryDir>
#include <QtTest>

#include "app/sources/image_loader.h"
#include "app/sources/picture_describer.h"
#include "model/data/pixel_features.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

class TestPictureDescriber : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    const DataConfig data_ = presetByName("anomaly-shapes").data;

    [[nodiscard]] QString savedPicture(const QString& name) const {
        QImage image(40, 30, QImage::Format_RGB888);
        image.fill(Qt::green);
        return image.save(folder_.filePath(name)) ? folder_.filePath(name) : QString();
    }

private Q_SLOTS:
    void picturesAreDescribedAsTheImagesAre() {
        PictureDescriber describer;
        const QString file = savedPicture(QStringLiteral("my cat.png"));
        const DescribedPicture picture = describer.describe({3, data_, {file}, 32, 512}, file);
        QCOMPARE(picture.name, QStringLiteral("my cat"));
        QCOMPARE(picture.image.pixelColor(31, 31), QColor(Qt::green));
        QCOMPARE(picture.features, pixelFeatures(readPicture(file.toStdString(), 32), 32, 32));
        const QString none = folder_.filePath(QStringLiteral("none.png"));
        VERIFY_SAYS(thrownMessage([&] {
                        (void)describer.describe({3, data_, {none}, 32, 512}, none);
                    }),
                    "none.png");
        // Features of another width would be nonsense to this network.
        VERIFY_SAYS(thrownMessage([&] {
                        (void)describer.describe({3, data_, {file}, 32, 300}, file);
                    }),
                    "300");
    }

    void picturesGoThroughTheRunsNetwork() {
        DataConfig data = data_;
        data.path = folder_.path().toStdString();
        data.extractor = std::string(ATTX_TEST_DATA) + "/tiny_classifier.onnx";
        PictureDescriber describer;
        const QString file = savedPicture(QStringLiteral("green.png"));
        for (int i = 0; i < 2; ++i)
            QCOMPARE(describer.describe({1, data, {file}, 32, 4}, file).features.size(), size_t{4});
    }
};

TEST_CLASS(TestPictureDescriber, QApplication)
#include "test_picture_describer.moc"
