// Texts of others show pictures from regular files of a usual size, and nothing else is opened for them.
#include <sys/stat.h>

#include <QBuffer>
#include <QLabel>
#include <QTemporaryDir>
#include <QtTest>

#include "model/files/files.h"
#include "runner.h"
#include "ui/look/shown_pictures.h"

using namespace attx;

class TestShownPictures : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        guardPicturesOfTexts();
        QImage red(40, 30, QImage::Format_RGB32);
        red.fill(Qt::red);
        QBuffer buffer(&png_);
        QVERIFY(buffer.open(QIODevice::WriteOnly) && red.save(&buffer, "PNG"));
        write("good.png", png_);
        write("large.png", png_ + QByteArray(16'000'000, '\0'));
        write("own.svg", svg("<rect id='a' width='40' height='30' fill='red'/><use xlink:href='#a'/>"));
        write("other.svg",
              svg("<image width='40' height='30' xlink:href='" + at("good.png").toUtf8() + "'/>"));
        QCOMPARE(mkfifo(qPrintable(at("pipe.png")), 0666), 0);
    }

    void onlyRegularFilesOfUsualSize_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("isShown");
        QTest::newRow("picture") << at("good.png") << true;
        QTest::newRow("drawing") << at("own.svg") << true;
        QTest::newRow("drawing of other files") << at("other.svg") << false;
        QTest::newRow("large file") << at("large.png") << false;
        QTest::newRow("pipe") << at("pipe.png") << false;
        QTest::newRow("device") << "/dev/zero" << false;
        QTest::newRow("nothing") << at("nothing.png") << false;
        QTest::newRow("data") << "data:image/png;base64," + QString::fromLatin1(png_.toBase64()) << true;
    }
    void onlyRegularFilesOfUsualSize() {
        QFETCH(QString, name);
        QFETCH(bool, isShown);
        QLabel label("<img src=\"" + name + "\">");  // as a name or a note in a message
        label.resize(200, 100);
        const QImage seen = label.grab().toImage();
        int red = 0;
        for (int y = 0; y < seen.height(); ++y)
            for (int x = 0; x < seen.width(); ++x) red += seen.pixelColor(x, y) == QColor(Qt::red);
        QCOMPARE(red > 500, isShown);
    }

private:
    [[nodiscard]] QString at(const char* name) const { return folder_.filePath(name); }
    void write(const char* name, const QByteArray& bytes) const {
        writeFileAtomically(at(name).toStdString(), bytes.toStdString());
    }
    [[nodiscard]] static QByteArray svg(const QByteArray& content) {
        return "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "
               "width='40' "
               "height='30'>" +
               content + "</svg>";
    }

    QTemporaryDir folder_;
    QByteArray png_;
};

TEST_CLASS(TestShownPictures, QApplication)
#include "test_shown_pictures.moc"
