// What a run leaves for TensorBoard.
#include <QDir>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "app/devices/backends.h"
#include "app/runs/run_recorder.h"
#include "app/runs/tensorboard_log.h"
#include "event_reader.h"
#include "model/files/error.h"
#include "model/files/files.h"
#include "model/run/records.h"
#include "model/run/trainer.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"
#include "ui/look/color_map.h"

using namespace attx;

namespace test_tensorboard_log {

RunConfig smallRun() {
    return presetWith("reverse-deep",
                      "data.train_size=640 data.validation_size=50 data.test_size=50 training.epochs=2");
}

class TestTensorBoardLog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    void curvesAndPicturesOfARun() {
        const RunConfig config = smallRun();
        Trainer trainer = trainerOf(config);
        const RunMetrics metrics = trainAll(trainer, config);
        QCOMPARE(files().size(), 1);
        const std::vector<ReadEvent> events = read(files()[0]);
        QCOMPARE(events.front().version, std::string("brain.Event:2"));
        std::map<int64_t, std::map<std::string, float>> scalars;
        std::vector<ReadEvent> pictures;
        for (const ReadEvent& event : events) {
            QVERIFY(std::abs(event.wallTime - static_cast<double>(QDateTime::currentSecsSinceEpoch())) < 600);
            for (const auto& [tag, value] : event.scalars) scalars[event.step][tag] = value;
            if (!event.images.empty()) pictures.push_back(event);
        }
        QCOMPARE(metrics.steps.size(), size_t{10});
        for (const StepRecord& step : metrics.steps) {
            QCOMPARE(scalars[step.step]["loss/train"], step.loss);
            QCOMPARE(scalars[step.step]["accuracy/train"], step.accuracy);
            QCOMPARE(scalars[step.step]["learning_rate"], step.learningRate);
            QCOMPARE(scalars[step.step]["gradient_norm"], step.gradNorm);
        }
        for (const EpochReport& epoch : metrics.epochs) {
            QCOMPARE(scalars[epoch.step]["loss/validation"], static_cast<float>(epoch.validationLoss));
            QCOMPARE(scalars[epoch.step]["accuracy/validation"],
                     static_cast<float>(epoch.validationAccuracy));
        }
        // Before training and after each epoch; the last picture is the attention of the last network.
        QCOMPARE(pictures.size(), size_t{3});
        QCOMPARE(pictures[0].step, int64_t{0});
        QCOMPARE(pictures[2].step, int64_t{10});
        const QImage last =
            QImage::fromData(QByteArray::fromStdString(pictures[2].images.at("attention")), "PNG");
        QCOMPARE(last.width(), pictures[2].imageWidth);
        QCOMPARE(last.height(), pictures[2].imageHeight);
        Inspector inspector(config.network);
        inspector.setParameters(std::make_shared<const std::vector<float>>(trainer.parameters()));
        QCOMPARE(last.convertToFormat(QImage::Format_RGB32),
                 attentionPicture(
                     inspector.inspect(sampleOf(config, trainer.data(), {SampleSource::Validation, 0}))));
    }

    void picturesShowEveryHead() {
        Inspection inspection{.heads = 2};
        inspection.attention = {{1, 0, 0.5F, 0.5F, 0, 1, 0, 1}, {0, 0, 0, 0, 0, 0, 0, 0.25F}};  // T = 2
        const QImage image = attentionPicture(inspection);
        QCOMPARE(image.size(), QSize(4 * 12 + 4, 4 * 12 + 4));
        const auto at = [&](int layer, int head, int query, int key) {
            return image.pixel(head * 28 + key * 12 + 6, layer * 28 + query * 12 + 6);
        };
        QCOMPARE(at(0, 0, 0, 0), mapColor(ColorMap::Viridis, 1));
        QCOMPARE(at(0, 0, 0, 1), mapColor(ColorMap::Viridis, 0));
        QCOMPARE(at(0, 0, 1, 1), mapColor(ColorMap::Viridis, 0.5F));
        QCOMPARE(at(0, 1, 1, 1), mapColor(ColorMap::Viridis, 1));
        QCOMPARE(at(1, 1, 1, 1), mapColor(ColorMap::Viridis, 0.25F));
        QVERIFY(attentionPicture({}).isNull());
    }

    void longRunsHaveFewerPictures() {
        int pictures = 0;
        for (int epoch = 1; epoch <= 100'000; ++epoch) pictures += pictureDue(epoch) ? 1 : 0;
        QVERIFY2(pictures < 1000, qPrintable(QString::number(pictures)));
        for (int epoch = 1; epoch < 128; ++epoch) QVERIFY(pictureDue(epoch));
        QVERIFY(!pictureDue(129) && pictureDue(130));
    }

    void aResumedRunGoesOnInAFileOfItsOwn() {
        const RunConfig config = smallRun();
        Trainer first = trainerOf(config);
        RunRecorder recorder(RunFolder::create(path(), config, first.device()), first);
        while (first.step() < 7) recorder.add(first.singleStep(), first);
        recorder.finish(first.stop(), first);
        const ResumedRun resumed = openForResuming(path());
        Trainer next = trainerOf(config);
        next.restore(resumed.state);
        RunRecorder onward(RunFolder::create(path(), config, next.device(), true), next, resumed.metrics);
        onward.add(next.singleStep(), next);
        onward.finish(next.stop(), next);
        QCOMPARE(files().size(), 2);
        const std::vector<ReadEvent> events = read(files()[1]);  // by name: later ones behind
        QVERIFY(events[1].restart);
        QCOMPARE(events[1].step, int64_t{8});  // what an older file says of this step is void
        QCOMPARE(events[2].step, int64_t{8});
        QVERIFY(events[2].scalars.contains("loss/train"));
    }

    /// The computer's clock has gone back since the first part was written.
    void aFileOfALaterPartSortsBehind() {
        const QString late = "events.out.tfevents." +
                             QString::number(QDateTime::currentSecsSinceEpoch() + 10'800) +
                             ".attention-explorer";
        for (const char* ending : {"", ".2"})  // as earlier versions called a second one
            writeFileAtomically((folder_->filePath(late) + ending).toStdString(), "first");
        const Trainer trainer = trainerOf(smallRun());
        for (int part = 0; part < 2; ++part) TensorBoardLog(path(), trainer).write();
        QCOMPARE(files().size(), 4);
        for (int part = 0; part < 2; ++part)
            QCOMPARE(readFile(files()[part].toStdString()), std::string("first"));
    }

    /// Moved between two writes, before the log hears of it.
    void aMovedFolderKeepsItsOneFile() {
        const RunConfig config = smallRun();
        Trainer trainer = trainerOf(config);
        const QString before = folder_->filePath("before"), after = folder_->filePath("after");
        QVERIFY(QDir().mkpath(before));
        TensorBoardLog log(before.toStdString(), trainer);
        log.add(trainer.singleStep(), trainer);
        log.write();
        QVERIFY(QDir().rename(before, after));
        log.add(trainer.singleStep(), trainer);
        VERIFY_SAYS(thrownMessage([&] { log.write(); }, Error::Kind::Work), "before");
        log.moveTo(after.toStdString());
        log.write();
        const QStringList names = QDir(after).entryList(QDir::Files);
        QCOMPARE(names.size(), 1);
        const std::vector<ReadEvent> events = read(after + "/" + names[0]);
        QCOMPARE(events.back().step, int64_t{2});
        QCOMPARE(std::ranges::count_if(events, [](const ReadEvent& event) { return !event.version.empty(); }),
                 1);
    }

    void aFailedWriteIsRepeatedWithoutATrace() {
        const RunConfig config = smallRun();
        Trainer trainer = trainerOf(config);
        TensorBoardLog log(path() + "/not there", trainer);
        VERIFY_SAYS(thrownMessage([&] { log.write(); }, Error::Kind::Work), "not there");
        QVERIFY(QDir().mkpath(folder_->filePath("not there")));
        log.write();
        const auto only = [&] {  // its name is that of the second in which it was begun
            return folder_->filePath("not there/") +
                   QDir(folder_->filePath("not there")).entryList(QDir::Files).value(0);
        };
        const std::string name = only().toStdString();
        const size_t before = read(QString::fromStdString(name)).size();
        // What a full disk left of an attempt is cut off by the next one.
        const std::string whole = readFile(name);
        appendToFile(name, whole.size(), "half a record");
        log.add(trainer.singleStep(), trainer);
        log.write();
        QCOMPARE(read(QString::fromStdString(name)).size(), before + 1);
        // A file that is gone is begun anew.
        QVERIFY(QFile::remove(QString::fromStdString(name)));
        log.add(trainer.singleStep(), trainer);
        log.write();
        const std::vector<ReadEvent> anew = read(only());
        QCOMPARE(anew.size(), size_t{2});
        QCOMPARE(anew[0].version, std::string("brain.Event:2"));
        QCOMPARE(anew[1].step, int64_t{2});
    }

private:
    static Trainer trainerOf(const RunConfig& config) {
        return Trainer(*makeBackend("cpu"), config,
                       std::make_shared<const DataSet>(makeSequenceData(config.data)));
    }
    RunMetrics trainAll(Trainer& trainer, const RunConfig& config) {
        RunRecorder recorder(RunFolder::create(path(), config, trainer.device()), trainer);
        while (true) {
            const Trainer::Advance advance = trainer.advance(std::chrono::milliseconds(1));
            recorder.add(advance, trainer);
            if (advance.result) return recorder.metrics();
        }
    }
    [[nodiscard]] std::string path() const { return folder_->path().toStdString(); }
    [[nodiscard]] QStringList files() const {
        QStringList found;
        for (const QString& name : QDir(folder_->path()).entryList({"events.out.tfevents.*"}, QDir::Files))
            found << folder_->filePath(name);
        return found;
    }
    static std::vector<ReadEvent> read(const QString& file) {
        return readEvents(readFile(file.toStdString()));
    }
    std::unique_ptr<QTemporaryDir> folder_;
};

TEST_CLASS(TestTensorBoardLog, QCoreApplication)

}  // namespace test_tensorboard_log
#include "test_tensorboard_log.moc"
