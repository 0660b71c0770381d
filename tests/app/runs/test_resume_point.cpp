// What discarding a resumed session brings back, also after a crash.
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <map>

#include "app/runs/resume_point.h"
#include "model/files/files.h"
#include "model/run/run_lock.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;
namespace fs = std::filesystem;

namespace test_resume_point {

constexpr const char* secondSnapshot = "snapshots/epoch-0002-step-00000010.safetensors";
using Files = std::map<std::string, std::string>;
const Files before{{"run.json", "{}"},
                   {"metrics.csv", "5 steps"},
                   {"last.safetensors", "at 5"},
                   {"snapshots/epoch-0001-step-00000005.safetensors", "5"},
                   {"events.out.tfevents.1.attention-explorer", "first"},
                   {"notes.txt", "mine"}};

class TestResumePoint : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        for (const auto& [name, content] : before) write(name, content);
    }

    void restoresFilesReplacedRemovedAndAdded() {
        const ResumePoint point(run());
        session();
        QVERIFY(files() != before);
        point.restore();
        QVERIFY(files() == before);
    }

    void keepingLeavesTheSessionsFiles() {
        {
            const ResumePoint point(run());
            session();
        }
        QCOMPARE(files().at("last.safetensors"), std::string("at 10"));
        QCOMPARE(files().size(), size_t{8});
        QVERIFY(!fs::exists(path("before-resume")));
    }

    void aSessionThatWasKilledIsNoObstacle() {
        killedSession();
        const Files after = files();
        {
            const ResumePoint point(run());
            write("last.safetensors", "at 15");
            point.restore();
        }
        QCOMPARE(files().at("last.safetensors"), std::string("at 10"));
        QVERIFY(files().size() < after.size());  // what the killed session kept aside is gone
    }

    void aRestoreThatWasCutOffIsFinished_data() {
        QTest::addColumn<int>("moved");
        for (int moved = 0; moved <= 4; ++moved) QTest::addRow("after %d files", moved) << moved;
    }
    void aRestoreThatWasCutOffIsFinished() {
        QFETCH(int, moved);
        killedSession();
        fs::rename(path("before-resume"), path("restoring"));
        for (const char* name : {"last.safetensors", "metrics.csv", "run.json",
                                 "snapshots/epoch-0001-step-00000005.safetensors"})
            if (moved-- > 0) fs::rename(path("restoring") / name, path(name));
        finishRestoring(run());
        QVERIFY(files() == before);
        finishRestoring(run());  // nothing is left to do
        QVERIFY(files() == before);
    }

    void whatAKilledSessionKeptAsideGoes() {
        killedSession();
        QVERIFY(fs::exists(path("before-resume")));
        const Files after = files();
        {
            const RunLock lock(run());  // of a session that goes on
            forgetKilledSession(run());
            QVERIFY(fs::exists(path("before-resume/files.txt")));
        }
        forgetKilledSession(run());
        QVERIFY(!fs::exists(path("before-resume")) && !fs::exists(path("lock")));
        QCOMPARE(files().at("last.safetensors"), after.at("last.safetensors"));
        forgetKilledSession(run());  // nothing is left to do
    }

    void itsFolderMayBeMoved() {
        ResumePoint point(run());
        session();
        QTemporaryDir other;
        const std::string moved = other.filePath("moved").toStdString();
        fs::rename(run(), moved);
        point.moveTo(moved);
        point.restore();
        fs::rename(moved, run());
        QVERIFY(files() == before);
    }

    void whatCannotBeKeptAsideIsSaid() {
        write("before", "");
        VERIFY_SAYS(thrownMessage([&] { const ResumePoint point(run() + "/before"); }, Error::Kind::Work),
                    "cannot be kept aside");
    }

    // That nothing outside of the folder changes, whatever is in it: tests/fuzz/fuzz_run_folder.cpp.
    void aRestoreOfAStrangerIsRefused_data() {
        QTest::addColumn<QString>("line");
        for (const char* line :
             {"../victim/model.safetensors", "/tmp/model.safetensors", "snapshots/../../victim/run.json",
              "snapshots/mine.safetensors", "notes.txt", "./run.json", "", "events.out.tfevents.1/run.json"})
            QTest::addRow("%s", *line ? line : "an empty line") << QString::fromUtf8(line);
    }
    void aRestoreOfAStrangerIsRefused() {
        QFETCH(QString, line);
        write("restoring/files.txt", "run.json\n" + line.toStdString() + "\n");
        write("restoring/run.json", "replaced");
        const Files whole = files();
        VERIFY_SAYS(thrownMessage([&] { finishRestoring(run()); }),
                    "files.txt: expected names of files that a run consists of, found \"" + line + "\"");
        QVERIFY(files() == whole);  // nothing was moved before it was seen
    }

    void linksAreNotRestored_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"restoring/run.json", "restoring/files.txt", "restoring/snapshots",
                                 "restoring", "snapshots", "metrics.csv"})
            QTest::newRow(name) << QString::fromUtf8(name);
    }
    void linksAreNotRestored() {
        QFETCH(QString, name);
        QTemporaryDir other;
        const fs::path elsewhere = other.path().toStdString();
        for (const char* file : {"files.txt", "run.json", "epoch-0001-step-00000005.safetensors"})
            writeFileAtomically((elsewhere / file).string(), "run.json\n");
        write("restoring/files.txt", "run.json\n");
        const fs::path link = path(name.toStdString());
        fs::remove_all(link);
        const bool isFolder = link.extension().empty();
        fs::create_symlink(isFolder ? elsewhere : elsewhere / "files.txt", link);
        VERIFY_SAYS(thrownMessage([&] { finishRestoring(run()); }), QString::fromStdString(link.string()));
        for (const char* file : {"files.txt", "run.json", "epoch-0001-step-00000005.safetensors"})
            QCOMPARE(readFile((elsewhere / file).string()), std::string("run.json\n"));
    }

private:
    [[nodiscard]] std::string run() const { return folder_->path().toStdString(); }
    [[nodiscard]] fs::path path(const std::string& name) const { return fs::path(run()) / name; }
    void write(const std::string& name, const std::string& content) const {
        fs::create_directories(path(name).parent_path());
        writeFileAtomically(path(name).string(), content);
    }
    /// What training does to the folder.
    void session() const {
        write("last.safetensors", "at 10");
        write("model.safetensors", "best of 10");
        write("metrics.csv", "10 steps");
        write("run.json", "{\"result\": 10}");
        write(secondSnapshot, "10");
        fs::remove(path("snapshots/epoch-0001-step-00000005.safetensors"));
        write("events.out.tfevents.2.attention-explorer", "second");
    }
    [[nodiscard]] Files files() const {
        Files found;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(run()))
            if (entry.is_regular_file())
                found[entry.path().lexically_relative(run()).string()] = readFile(entry.path().string());
        return found;
    }
    /// A session that never comes to its end.
    void killedSession() const {
        QTemporaryDir aside;
        const fs::path kept = fs::path(aside.path().toStdString()) / "kept";
        {
            const ResumePoint point(run());
            session();
            fs::copy(path("before-resume"), kept, fs::copy_options::recursive);
        }
        fs::copy(kept, path("before-resume"), fs::copy_options::recursive);
    }

    std::unique_ptr<QTemporaryDir> folder_;
};

TEST_CLASS(TestResumePoint, QCoreApplication)

}  // namespace test_resume_point
#include "test_resume_point.moc"
