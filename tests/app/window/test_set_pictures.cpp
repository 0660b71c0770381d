// The images of the sets that are shown, and of no others.
#include <QImage>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "app/window/set_pictures.h"
#include "runner.h"
#include "ui/views/picture_view.h"
#include "ui/window_fixture.h"

using namespace attx;

class TestSetPictures : public QObject {
    Q_OBJECT

    /// Bytes; 0 where the allocator does not say.
    static int64_t held() {
#ifdef __GLIBC__
        const struct mallinfo2 heap = mallinfo2();
        return static_cast<int64_t>(heap.uordblks + heap.hblkhd);
#else
        return 0;
#endif
    }

private Q_SLOTS:
    void anotherTaskLetsGoOfTheImages() {
        RunFixture run("reverse");
        const RunFixture sets("anomaly-shapes");
        SetsPage page(run.model);
        SetPictures pictures(run.model);
        pictures.serve(page);
        const auto show = [&run](const RunFixture& shown) {
            const Program program = buildProgram(shown.config.network, shown.config.data.positions());
            run.model.showNetwork(
                shown.config,
                std::make_shared<const std::vector<float>>(initialParameters(program, shown.config.seed)),
                shown.data);
        };
        show(run);
        QCoreApplication::processEvents();
        const int64_t before = held();
        if (before == 0) QSKIP("This build's allocator does not say what it holds.");
        show(sets);
        const DataConfig& data = sets.config.data;
        const int64_t images = int64_t{data.testSize} * 32 * 32 * 3;
        QTRY_VERIFY2(held() > before + images, qPrintable(QString::number(held() - before)));
        show(run);
        QTRY_VERIFY_WITH_TIMEOUT(held() < before + images / 2, 30000);  // Beside other work it takes seconds
    }

    void ownPicturesAreReadScaledAndCropped() {
        RunFixture run("patches");
        PicturePage page(run.model);
        SetPictures pictures(run.model);
        pictures.serve(page);
        page.show();
        run.show();
        QSignalSpy failed(&pictures, &SetPictures::failed), said(&page, &Page::notice);
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("wide.png"));
        QImage wide(96, 32, QImage::Format_RGB32);  // its middle is blue
        wide.fill(Qt::red);
        for (int y = 0; y < 32; ++y)
            for (int x = 32; x < 64; ++x) wide.setPixel(x, y, qRgb(0, 0, 255));
        QVERIFY(wide.save(file));
        page.openFile(file);
        QTRY_COMPARE(page.findChild<PictureView*>()->figure().title(), QStringLiteral("wide.png"));
        QCOMPARE(QColor(page.findChild<PictureView*>()->figure().picture.pixel(0, 16)), QColor(Qt::blue));
        QCOMPARE(QColor(page.findChild<PictureView*>()->figure().picture.pixel(31, 16)), QColor(Qt::blue));
        QCOMPARE(said.size(), 1);
        QVERIFY(said[0][0].toString().contains("96 × 32 pixels, scaled and cropped to 32 × 32"));
        page.openFile(folder.filePath(QStringLiteral("none.png")));
        QTRY_COMPARE(failed.size(), 1);
        QVERIFY(failed[0][0].toString().contains("none.png"));
    }
};

TEST_CLASS(TestSetPictures, QApplication)
#include "test_set_pictures.moc"
