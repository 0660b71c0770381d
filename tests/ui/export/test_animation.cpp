// Animations: numbered pictures, MP4 and GIF, with ffmpeg and without it, and the dialog that makes them.
#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QImageReader>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <map>

#include "in_folder.h"
#include "model/files/error.h"
#include "model/run/trainer.h"
#include "runner.h"
#include "thrown.h"
#include "ui/controls/notice_bar.h"
#include "ui/controls/save_dialog.h"
#include "ui/export/animation.h"
#include "ui/figures/figures_of_run.h"
#include "ui/look/color_map.h"
#include "ui/look/unit_text.h"
#include "ui/pages/attention/attention_page.h"
#include "ui/pages/training/training_page.h"
#include "ui/window/animation_dialog.h"
#include "ui/window/main_window.h"
#include "ui/window/time_bar.h"
#include "ui/window_fixture.h"

using namespace attx;

namespace test_animation {

constexpr int patience = 60'000;
constexpr QSize frameSize{161, 121};  // odd, as a person may ask for it

QImage frameOf(int shade) {
    QImage image(frameSize, QImage::Format_RGB32);
    image.fill(QColor(shade, 255 - shade, 128));
    return image;
}

/// Without ffmpeg, or anything else, while it lives.
class EmptyPath {
public:
    EmptyPath() { qputenv("PATH", "/nowhere"); }
    ~EmptyPath() { qputenv("PATH", before_); }
    EmptyPath(const EmptyPath&) = delete;
    EmptyPath& operator=(const EmptyPath&) = delete;

private:
    const QByteArray before_ = qgetenv("PATH");
};

bool hasFfmpeg() { return !QStandardPaths::findExecutable("ffmpeg").isEmpty(); }

class TestAnimation : public QObject, InFolder {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        theme_ = std::make_unique<Theme>(*qApp);
    }
    void init() { makeNewFolder(); }
    void cleanup() {
        window_.reset();
        run_.reset();
    }

    void picturesStandInTheirPlaceAtTheEnd() {
        const QString place = at("pictures");
        AnimationWriter writer(place, 5);
        QSignalSpy finished(&writer, &AnimationWriter::finished);
        for (const int shade : {0, 100, 200}) writer.add(frameOf(shade));
        QVERIFY(!QFileInfo::exists(place));
        writer.finish();
        QTRY_COMPARE(finished.size(), 1);
        const QStringList files = finished[0][0].toStringList();
        QCOMPARE(files.size(), 3);
        QCOMPARE(files[1], place + "/frame-00002.png");
        for (int i = 0; i < 3; ++i)
            QCOMPARE(QImage(files[i]).convertToFormat(QImage::Format_RGB32), frameOf(i * 100));
        QCOMPARE(left(), QStringList{"pictures"});
    }

    void filmsHaveEveryFrame_data() {
        const Rows<QString, QByteArray> row("name", "begin");
        row("mp4", "film.mp4", "ftyp");
        row("gif", "film.GIF", "GIF89a");
        row("mp4 of 100 %", "100%d/100 % film.mp4", "ftyp");
        row("gif of 100 %", "100%d/100 % film.gif", "GIF89a");
    }
    void filmsHaveEveryFrame() {
        QFETCH(QString, name);
        if (name.contains(".mp4") && !hasFfmpeg()) QSKIP("ffmpeg is not installed here: no MP4 can be made.");
        QFETCH(QByteArray, begin);
        QVERIFY(QDir().mkpath(QFileInfo(at(name)).path()));
        write(name, "the one before");
        AnimationWriter writer(at(name), 4);
        QSignalSpy finished(&writer, &AnimationWriter::finished), failed(&writer, &AnimationWriter::failed),
            encoded(&writer, &AnimationWriter::encoded);
        for (int i = 0; i < 10; ++i) writer.add(frameOf(i * 20));
        writer.finish();
        QTRY_VERIFY_WITH_TIMEOUT(finished.size() + failed.size() > 0, patience);
        QVERIFY2(failed.isEmpty(), qPrintable(failed.value(0).value(0).toString()));
        QVERIFY(!encoded.isEmpty());
        QFile file(at(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.read(16).contains(begin));
        QCOMPARE(left(), QStringList{name.section('/', 0, 0)});
        if (QStandardPaths::findExecutable("ffprobe").isEmpty()) return;
        QProcess probe;
        probe.start("ffprobe",
                    {"-v", "error", "-count_frames", "-show_entries",
                     "stream=nb_read_frames,width,height,r_frame_rate", "-of", "csv=p=0", at(name)});
        QVERIFY(probe.waitForFinished(patience));
        const QByteArray said = probe.readAllStandardOutput().trimmed();
        QCOMPARE(said, name.endsWith("mp4") ? "162,122,4/1,10" : "161,121,4/1,10");
    }

    // Read again by Qt: as many frames, for as long, in nearly the colours that went in.
    void rareColoursOfAGifStay() {
        // A thousand frequent shades of blue, and a scale of which each colour is rare.
        QImage frame(200, 100, QImage::Format_RGB32);
        for (int y = 0; y < frame.height(); ++y)
            for (int x = 0; x < frame.width(); ++x)
                frame.setPixel(x, y, qRgb(x % 10, y % 100, 150 + x / 10 * 5));
        for (int x = 0; x < frame.width(); ++x)
            frame.setPixel(x, 0, mapColor(ColorMap::Inferno, static_cast<float>(x) / 200.F));
        AnimationWriter writer(at("rare.gif"), 5);
        QSignalSpy finished(&writer, &AnimationWriter::finished);
        writer.add(frame);
        writer.finish();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, patience);
        QImageReader reader(at("rare.gif"));
        if (!reader.canRead()) QSKIP("Qt's plugin that reads GIF is not installed here.");
        const QImage read = reader.read().convertToFormat(QImage::Format_RGB32);
        for (int x = 0; x < frame.width(); ++x) {
            const QColor a(frame.pixel(x, 0)), b(read.pixel(x, 0));
            QVERIFY2(std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) <= 60,
                     qPrintable(b.name()));
        }
    }

    void aGifShowsItsFrames() {
        constexpr int count = 12;
        constexpr double nearly = 1;  // of 255, on average: 256 colours stand for many more
        const CurveFigure figure = scheduleFigure(presetByName("reverse"));
        const ExportOptions options{.size = {400, 300}};
        AnimationWriter writer(at("film.gif"), 5);
        QSignalSpy finished(&writer, &AnimationWriter::finished);
        std::vector<QImage> frames;
        for (int i = 0; i < count; ++i) {
            frames.push_back(animationFrame(figure, QString("step %1").arg(i), options));
            writer.add(frames.back());
        }
        writer.finish();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, patience);
        QImageReader reader(at("film.gif"));
        if (!reader.canRead()) QSKIP("Qt's plugin that reads GIF is not installed here.");
        QCOMPARE(reader.imageCount(), count);
        QCOMPARE(reader.loopCount(), -1);
        for (const QImage& frame : frames) {
            const QImage read = reader.read().convertToFormat(QImage::Format_RGB32);
            QCOMPARE(reader.nextImageDelay(), 200);
            QCOMPARE(read.size(), frame.size());
            double off = 0;
            for (int y = 0; y < frame.height(); ++y)
                for (int x = 0; x < frame.width(); ++x) {
                    const QColor a(frame.pixel(x, y)), b(read.pixel(x, y));
                    off += std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) +
                           std::abs(a.blue() - b.blue());
                }
            off /= 3.0 * frame.width() * frame.height();
            QVERIFY2(off <= nearly, qPrintable(QString::number(off)));
        }
    }

    void cancellingLeavesNothing() {
        for (const char* name : {"pictures", "film.mp4", "film.gif"}) {
            if (QString(name).endsWith("mp4") && !hasFfmpeg()) continue;
            {
                AnimationWriter writer(at(name), 5);
                for (int i = 0; i < 20; ++i) writer.add(frameOf(i));
                if (QString(name).startsWith("film")) writer.finish();  // it is being made
            }
            QCOMPARE(left(), QStringList{});
        }
    }

    void withoutFfmpegASentenceSaysSo() {
        const EmptyPath nothing;
        VERIFY_SAYS(thrownMessage([&] { AnimationWriter writer(at("film.mp4"), 5); }),
                    "ffmpeg, which is not installed here");
        QCOMPARE(animationProblem(at("film.gif")), QString());
        QCOMPARE(animationProblem(at("pictures")), QString());
        QCOMPARE(left(), QStringList{});
    }

    void anFfmpegThatFailsIsQuoted() {
        QVERIFY(QDir().mkpath(at("bin")));
        QFile fake(at("bin/ffmpeg"));
        QVERIFY(fake.open(QIODevice::WriteOnly) &&
                fake.write("#!/bin/sh\necho no such codec >&2\nexit 3\n") > 0);
        fake.close();
        QVERIFY(fake.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
        const QByteArray before = qgetenv("PATH");
        qputenv("PATH", at("bin").toUtf8() + ":" + before);
        {
            AnimationWriter writer(at("film.mp4"), 5);
            QSignalSpy failed(&writer, &AnimationWriter::failed);
            writer.add(frameOf(1));
            writer.finish();
            QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, patience);
            QVERIFY(failed[0][0].toString().contains("no such codec"));
        }
        qputenv("PATH", before);
        QCOMPARE(left(), QStringList{"bin"});
    }

    void anAnimationHasTheModeOfEveryFile() {
        const auto modeOf = [&](const char* name) { return QFile::permissions(at(name)); };
        QFile plain(at("plain"));
        QVERIFY(plain.open(QIODevice::WriteOnly));
        const auto save = [&](const char* name) {
            AnimationWriter writer(at(name), 5);
            QSignalSpy finished(&writer, &AnimationWriter::finished);
            writer.add(frameOf(1));
            writer.finish();
            QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, patience);
        };
        for (const char* name : hasFfmpeg() ? std::vector{"film.gif", "film.mp4"} : std::vector{"film.gif"}) {
            save(name);
            QCOMPARE(modeOf(name), modeOf("plain"));
            QVERIFY(QFile::setPermissions(at(name), QFile::ReadOwner | QFile::WriteOwner));  // by its owner
            save(name);
            QVERIFY(modeOf(name) != modeOf("plain"));
        }
    }

    void placesThatWillNotDo() {
        QVERIFY(QDir().mkpath(at("full/one")));
        QVERIFY(QDir().mkpath(at("empty")));
        QFile file(at("file"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(animationProblem(at("full")).contains("not empty"));
        QVERIFY(animationProblem(at("file")).contains("this is a file"));
        QVERIFY(animationProblem(at("none/pictures")).contains("there is no folder"));
        QVERIFY(!animationProblem("").isEmpty());
        QVERIFY(QDir().mkpath(at("run")) && QFile::copy(at("file"), at("run/run.json")));
        QVERIFY(animationProblem(at("run/snapshots")).contains("a file of the run"));
        QVERIFY(QDir(at("run")).removeRecursively());
        QCOMPARE(animationProblem(at("empty")), QString());
        AnimationWriter writer(at("empty"), 5);
        QSignalSpy finished(&writer, &AnimationWriter::finished);
        writer.add(frameOf(1));
        writer.finish();
        QTRY_COMPARE(finished.size(), 1);
    }

    void framesNameTheMoment() {
        const CurveFigure figure = scheduleFigure(presetByName("reverse"));
        ExportOptions options{.size = {400, 300}, .scale = 2};
        const QImage named = animationFrame(figure, "epoch 3 of 10, step 1170", options);
        const QImage other = animationFrame(figure, "epoch 4 of 10, step 1560", options);
        QCOMPARE(named.size(), QSize(800, 600));
        options.size = {400, 272};
        QCOMPARE(named.copy(0, 0, 800, 544),
                 renderImage(figure, options).convertToFormat(QImage::Format_RGB32));
        QVERIFY(named.copy(0, 544, 800, 56) != other.copy(0, 544, 800, 56));
    }

    void theDialogSavesEveryMoment() {
        openWindow();
        const Inspection newest = run_->model.inspection();
        run_->model.shown().chooseSnapshot(snapshots_[1]);
        auto* dialog = openDialog();
        enterPlace(*dialog, at("pictures"));
        QTest::mouseClick(saveButton(*dialog), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(QDir(at("pictures")).entryList(QDir::Files).size(), 4, patience);
        const auto inspected = [&](const std::shared_ptr<const std::vector<float>>& parameters) {
            Inspector inspector(run_->config.network);
            inspector.setParameters(parameters);
            return inspector.inspect(run_->model.sample());
        };
        ColorRange range;
        const auto widen = [&](const Inspection& inspection) {
            const ColorRange own = attentionFigure(run_->config.network, inspection).ranges().front();
            range = {std::min(range.lo, own.lo), std::max(range.hi, own.hi)};
        };
        range = attentionFigure(run_->config.network, newest).ranges().front();
        widen(inspected(kept_.at(snapshots_[1].step)));
        QVERIFY(range.hi < 0.9F);  // or the colours could as well go to 1
        // Each picture is the figure that the page shows at that moment, in the colours of those seen so far.
        for (size_t i = 0; i < snapshots_.size(); ++i) {
            const Inspection inspection = inspected(kept_.at(snapshots_[i].step));
            widen(inspection);
            AttentionOptions shown;
            shown.scale.mode = ScaleMode::Fixed;
            shown.scale.lo = range.lo;
            shown.scale.hi = range.hi;
            shown.scale.held = true;
            HeatMapGridFigure figure = attentionFigure(run_->config.network, inspection, shown);
            writeQuestion(figure);
            const ExportOptions options{.size = figure.defaultSize(), .scale = 1};
            const QImage expected =
                animationFrame(figure, snapshotName(run_->config, snapshots_[i]), options);
            const QImage saved(at(QStringLiteral("pictures/frame-0000%1.png").arg(i + 1)));
            QCOMPARE(saved.convertToFormat(QImage::Format_RGB32), expected);
        }
        QTRY_VERIFY(!window_->findChild<AnimationDialog*>());
        QVERIFY(run_->model.shown().snapshot() == snapshots_[1]);  // as it was before
    }

    void theDialogMarksTheStepInCurves() {
        openWindow();
        window_->pages().show(QStringLiteral("training"));
        auto* dialog = openDialog();
        enterPlace(*dialog, at("pictures"));
        dialog->accept();
        QTRY_COMPARE_WITH_TIMEOUT(QDir(at("pictures")).entryList(QDir::Files).size(), 4, patience);
        QVERIFY(QImage(at("pictures/frame-00002.png")) != QImage(at("pictures/frame-00003.png")));
    }

    void theDialogCanBeCancelled() {
        openWindow();
        auto* dialog = openDialog();
        enterPlace(*dialog, at("pictures"));
        holdAnswers_ = true;  // saving waits for a moment that does not come
        dialog->accept();
        QVERIFY(dialog->isSaving());
        QTest::keyClick(dialog, Qt::Key_Escape);
        QTRY_VERIFY(!window_->findChild<AnimationDialog*>());
        QVERIFY(!run_->model.shown().snapshot());
        QCOMPARE(left(), QStringList{});
    }

    void momentsThatCannotBeReadAreLeftOut() {
        openWindow();
        kept_.erase(snapshots_[1].step);
        auto* dialog = openDialog();
        enterPlace(*dialog, at("pictures"));
        dialog->accept();
        QTRY_COMPARE_WITH_TIMEOUT(QDir(at("pictures")).entryList(QDir::Files).size(), 3, patience);
        QTRY_VERIFY(!window_->findChild<AnimationDialog*>());
        kept_.clear();
        dialog = openDialog();
        enterPlace(*dialog, at("others"));
        dialog->accept();
        QTRY_VERIFY(!dialog->isSaving());
        QVERIFY(dialog->findChild<QLabel*>("errorLabel")->text().contains("None of the snapshots"));
        QCOMPARE(left(), QStringList{"pictures"});
    }

    void momentsThatCannotBeShownAreLeftOut() {
        openWindow();
        // As where the memory does not suffice for the second moment.
        run_->looks.refused = kept_.at(snapshots_[1].step);
        auto* dialog = openDialog();
        enterPlace(*dialog, at("pictures"));
        dialog->accept();
        QTRY_COMPARE_WITH_TIMEOUT(QDir(at("pictures")).entryList(QDir::Files).size(), 3, patience);
        QTRY_VERIFY(!window_->findChild<AnimationDialog*>());
        QVERIFY(QImage(at("pictures/frame-00001.png")) != QImage(at("pictures/frame-00002.png")));
        QVERIFY(window_->noticeBar().text().contains("missing: 1"));
    }

    void aFilmIsNotReplacedUnasked() {
        if (!hasFfmpeg()) QSKIP("ffmpeg is not installed here: films cannot be made.");
        openWindow();
        write("film.mp4", "mine");
        auto* dialog = openDialog();
        enterPlace(*dialog, at("film.mp4"));
        dialog->accept();
        QVERIFY(!dialog->isSaving());
        QVERIFY(dialog->findChild<QMessageBox*>());
    }

    /// It needs no other program and is one file.
    void aGifIsOfferedFirst() {
        SaveDialog::setAnswers({});  // nothing was chosen before
        openWindow();
        const QString place = openDialog()->findChild<QLineEdit*>("pathEdit")->text();
        QVERIFY2(place.endsWith(QStringLiteral(".gif")), qPrintable(place));
    }

    void theDialogSaysWhatIsWrong() {
        openWindow();
        const EmptyPath nothing;
        auto* dialog = openDialog();
        enterPlace(*dialog, at("film.mp4"));
        QVERIFY(!saveButton(*dialog)->isEnabled());
        QVERIFY(dialog->findChild<QLabel*>("errorLabel")->text().contains("ffmpeg"));
        enterPlace(*dialog, at("pictures"));
        QVERIFY(saveButton(*dialog)->isEnabled());
    }

    void pagesThatDoNotChangeSaySo() {
        openWindow();
        window_->pages().show(QStringLiteral("positions"));
        Q_EMIT window_->timeBar().saveRequested();
        QVERIFY(!window_->findChild<AnimationDialog*>());
    }

private:
    void openWindow() {
        run_ = std::make_unique<RunFixture>("reverse");
        RunModel& model = run_->model;
        holdAnswers_ = false;
        connect(&model.shown(), &Shown::snapshotRequested, &model, [this](const Snapshot& snapshot) {
            if (holdAnswers_) return;
            if (const auto found = kept_.find(snapshot.step); found != kept_.end())
                run_->model.shown().setSnapshotParameters(snapshot, found->second);
            else
                run_->model.shown().failSnapshot(snapshot);
        });
        window_ = std::make_unique<MainWindow>(model, *theme_);
        run_->showOn(*window_, {1280, 800});
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
        snapshots_.clear();
        kept_.clear();
        Trainer trainer(run_->backend, run_->config, run_->data);
        model.beginRun("first", "native");
        for (int i = 0; i < 4; ++i) {
            kept_[trainer.step()] = std::make_shared<const std::vector<float>>(trainer.parameters());
            snapshots_.push_back({trainer.step(), i > 0 ? 1 : 0, 1000});
            TrainProgress progress;
            for (int step = 0; step < 20; ++step)
                progress.steps.push_back(trainer.singleStep().steps.front());
            progress.parameters = std::make_shared<const std::vector<float>>(trainer.parameters());
            model.addProgress(progress);
        }
        model.setSnapshots(snapshots_);
    }
    AnimationDialog* openDialog() {
        Q_EMIT window_->timeBar().saveRequested();
        return window_->findChild<AnimationDialog*>();
    }
    static void enterPlace(AnimationDialog& dialog, const QString& place) {
        auto* edit = dialog.findChild<QLineEdit*>("pathEdit");
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, place);
    }
    static QPushButton* saveButton(AnimationDialog& dialog) {
        return dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save);
    }
    /// What lies in the folder, hidden things too.
    [[nodiscard]] QStringList left() const {
        return QDir(folder_->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }

    std::unique_ptr<Theme> theme_;
    std::unique_ptr<RunFixture> run_;
    std::unique_ptr<MainWindow> window_;
    std::map<int64_t, std::shared_ptr<const std::vector<float>>> kept_;
    std::vector<Snapshot> snapshots_;
    bool holdAnswers_ = false;
};

TEST_CLASS(TestAnimation, QApplication)

}  // namespace test_animation
#include "test_animation.moc"
