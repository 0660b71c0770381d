// Looking back at a training: the window on real run folders, and animations from the command line.
#include <QDir>
#include <QImage>
#include <QJsonArray>
#include <QSlider>
#include <QStandardPaths>
#include <QTest>

#include "app/cli/program.h"
#include "app/window/application_test.h"
#include "app/window/run_folders.h"
#include "model/run/checkpoint.h"
#include "runner.h"
#include "settings.h"
#include "ui/controls/notice_bar.h"
#include "ui/form/config_form.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/views/heat_map_view.h"
#include "ui/window/time_bar.h"

using namespace attx;

namespace test_time {

constexpr int patience = 60'000;

class TestTime : public QObject, ApplicationTest {
    Q_OBJECT
private Q_SLOTS:
    void init() { startInNewFolder(); }
    void cleanup() { app_.reset(); }

    void aFinishedRunIsScrubbed() {
        train();
        const QString run = runFolders(app_->store().folder()).at(0);
        QTRY_COMPARE(model().snapshots().size(), size_t{4});
        scrubThrough(run);
        // Another start of the program knows the moments, too, and reads them when they are asked for.
        start();
        app_->open(run);
        QTRY_COMPARE(model().snapshots().size(), size_t{4});
        QVERIFY(!model().shown().snapshot());
        scrubThrough(run);
        slider().setValue(slider().maximum());
        QTRY_VERIFY(model().shown().isSettled());
        QCOMPARE(*model().parameters(), openCheckpoint(run.toStdString()).parameters);  // the best
    }

    void theRunGoesOnWhileSomebodyLooksBack() {
        const RunConfig config = with(small(), "training.epochs=1000 training.snapshot_every=3");
        Q_EMIT window().trainRequested(config);
        QTRY_VERIFY_WITH_TIMEOUT(model().snapshots().size() > 5, patience);
        slider().setValue(0);
        QTRY_VERIFY_WITH_TIMEOUT(model().shown().isSettled(), patience);
        const auto first = model().parameters();
        const size_t steps = model().metrics().steps.size();
        QTRY_VERIFY_WITH_TIMEOUT(model().metrics().steps.size() > steps + 20, patience);
        QCOMPARE(model().parameters(), first);
        QCOMPARE(*first, initialParameters(buildProgram(config.network, config.data.length), config.seed));
        slider().setValue(slider().maximum());
        QTRY_VERIFY_WITH_TIMEOUT(model().parameters() != first, patience);
        QCOMPARE(model().state(), RunState::Training);
    }

    void aSnapshotThatIsGoneIsANotice() {
        train();
        QTRY_COMPARE(model().snapshots().size(), size_t{4});
        const std::string run = runFolders(app_->store().folder()).at(0).toStdString();
        QVERIFY(QFile::remove(QString::fromStdString(snapshotPath(run, model().snapshots()[1]))));
        slider().setValue(1);
        QTRY_VERIFY(window().noticeBar().text().contains("step-00000010"));
        QVERIFY(!model().shown().snapshot());
        QCOMPARE(slider().value(), slider().maximum());
    }

    void aRunWithoutSnapshotsSaysSo() {
        const RunConfig config = with(small(), "training.snapshot_megabytes=0");
        Q_EMIT window().trainRequested(config);
        QTRY_COMPARE_WITH_TIMEOUT(model().state(), RunState::Finished, patience);
        QVERIFY(model().snapshots().empty());
        QVERIFY(!slider().isEnabled());
    }

    void renderWritesAnAnimation() {
        QCOMPARE(runProgram(smallTraining(at("run"))).status, 0);
        const Ended pictures =
            succeeded(runProgram({"render", at("run"), "--figure", "attention", "--animation", "--out",
                                  at("pictures"), "--size", "300x200", "--scale", "1", "--json"}));
        QCOMPARE(pictures.json()["files"].toArray().size(), 3);
        const QStringList names = QDir(at("pictures")).entryList(QDir::Files);
        QCOMPARE(names, (QStringList{"frame-00001.png", "frame-00002.png", "frame-00003.png"}));
        QCOMPARE(QImage(at("pictures/frame-00002.png")).size(), QSize(300, 200));
        QVERIFY(QImage(at("pictures/frame-00001.png")) != QImage(at("pictures/frame-00003.png")));
        for (const char* film : {"film.gif", "film.mp4"}) {
            if (QString(film).endsWith("mp4") && QStandardPaths::findExecutable("ffmpeg").isEmpty())
                QSKIP("ffmpeg is not installed here: no MP4 can be made.");
            succeeded(runProgram(
                {"render", at("run"), "--figure", "loss", "--animation", "--speed", "2", "--out", at(film)}));
            QVERIFY(QFileInfo(at(film)).size() > 1000);
        }
    }

    void renderRefusesWhatCannotBeAnimated_data() {
        const Rows<QStringList, QString> row("words", "says");
        row("unchanging", {"--figure", "schedule", "--animation"}, "changes while a network trains");
        row("all", {"--figure", "all", "--animation"}, "found \"all\"");
        row("speed alone", {"--figure", "loss", "--speed", "3"}, "Add --animation");
        row("speed", {"--figure", "loss", "--animation", "--speed", "0"}, "--speed: expected a number");
        row("no snapshots", {"--figure", "loss", "--animation"}, "with snapshots");
    }
    void renderRefusesWhatCannotBeAnimated() {
        QFETCH(QStringList, words);
        QFETCH(QString, says);
        QCOMPARE(runProgram(smallTraining(at("run"), {"--set", "training.snapshot_megabytes=0"})).status, 0);
        refusedWith(runProgram(QStringList{"render", at("run"), "--out", at("out")} + words), says.toUtf8());
        QVERIFY(!QFileInfo::exists(at("out")));
    }

    void withoutFfmpegRenderSaysSo() {
        QCOMPARE(runProgram(smallTraining(at("run"))).status, 0);
        const QByteArray before = qgetenv("PATH");
        qputenv("PATH", "/nowhere");
        const Ended ended =
            runProgram({"render", at("run"), "--figure", "loss", "--animation", "--out", at("film.mp4")});
        qputenv("PATH", before);
        QVERIFY2(ended.status == 2 && ended.err.contains("ffmpeg, which is not installed"), ended.all());
        QCOMPARE(QDir(folder_->path()).entryList({"*film*"}, QDir::AllEntries | QDir::Hidden), QStringList{});
    }

private:
    [[nodiscard]] QSlider& slider() { return *window().timeBar().slider(); }
    /// Three epochs of ten steps.
    static RunConfig small() {
        return presetWith("reverse",
                          "data.train_size=1280 data.validation_size=100 data.test_size=100 "
                          "training.epochs=3 training.snapshots=0");
    }
    void train() {
        Q_EMIT window().trainRequested(small());
        QTRY_COMPARE_WITH_TIMEOUT(model().state(), RunState::Finished, patience);
    }
    void scrubThrough(const QString& run) {
        for (const int index : {0, 2, 1, 3}) {
            slider().setValue(index);
            QTRY_VERIFY(model().shown().isSettled());
            const Snapshot& snapshot = model().snapshots()[static_cast<size_t>(index)];
            QCOMPARE(snapshot.step, static_cast<int64_t>(10 * index));
            const std::vector<float> stored =
                openCheckpoint(snapshotPath(run.toStdString(), snapshot)).parameters;
            QCOMPARE(*model().parameters(), stored);
            Inspector inspector(model().config().network);
            inspector.setParameters(std::make_shared<const std::vector<float>>(stored));
            QCOMPARE(window().page<AttentionPage>().gridView()->figure().data().front().values,
                     inspector.inspect(model().sample()).attention.front());
        }
    }
};

TEST_CLASS(TestTime, QApplication)

}  // namespace test_time
#include "test_time.moc"
