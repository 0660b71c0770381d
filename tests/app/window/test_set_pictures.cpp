// The images of the sets that are shown, and of no others.
#include <QTest>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "app/window/set_pictures.h"
#include "runner.h"
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
        QTRY_VERIFY2(held() < before + images / 2, qPrintable(QString::number(held() - before)));
    }
};

TEST_CLASS(TestSetPictures, QApplication)
#include "test_set_pictures.moc"
