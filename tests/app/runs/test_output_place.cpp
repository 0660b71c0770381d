// Which places are taken: every file that the program itself leaves in the folders of runs and sweeps, what a
// command reads, and data.
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>

#include "app/cli/program.h"
#include "app/runs/resume_point.h"
#include "model/config/presets.h"
#include "model/evaluate/faithfulness_file.h"
#include "model/files/files.h"
#include "model/network/by_hand.h"
#include "model/run/run_lock.h"
#include "model/sweeps/output_place.h"
#include "model/sweeps/run_notes.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;
namespace fs = std::filesystem;

class TestOutputPlace : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyFileOfARun() {
        succeeded(runProgram(smallTraining(QString::fromStdString(at("run")))));
        writeNotes(at("run"), {"a name", "a note", true});
        keepFaithfulness(at("run"), faithfulSubject(), {});
        const RunLock lock(at("run"));
        const ResumePoint point(at("run"));
        QVERIFY(refusedIn("run") >= 14);
        fs::copy(at("run/before-resume"), at("run/restoring"), fs::copy_options::recursive);
        for (const fs::path& file : filesIn("run/restoring"))
            VERIFY_SAYS(thrownMessage([&] { requireOutputPlace(file); }), "a file of the run");
        for (const char* free :
             {"run/curves.csv", "run/metrics.png", "run/model.onnx", "snapshots", "run.json"})
            requireOutputPlace(at(free));
        VERIFY_SAYS(thrownMessage([&] { requireOutputPlace(at("run/snapshots")); }), "a file of the run");
        VERIFY_SAYS(thrownMessage([&] { requireOutputPlace(at("run/x/../../run/snapshots/new")); }),
                    "a file of the run");
        fs::create_symlink(at("run"), at("other"));
        fs::create_symlink(at("run/metrics.csv"), at("link.csv"));
        for (const char* link : {"other/metrics.csv", "link.csv"})
            VERIFY_SAYS(thrownMessage([&] { requireOutputPlace(at(link)); }), "a file of the run");
    }

    void everyFileOfASweep() {
        const QString sweep = QString::fromStdString(at("sweep"));
        succeeded(runProgram({"sweep", "plan", "--set", "data.train_size=1280", "--epochs", "1", "--set",
                              "training.learning_rate=0.01,0.001", "--out", sweep}));
        for (const char* waiting : {"sweep/sweep.json", "sweep/000", "sweep/logs"})
            VERIFY_SAYS(thrownMessage([&] { requireOutputPlace(at(waiting)); }), "a file of the sweep");
        requireOutputPlace(at("sweep/table.csv"));
        succeeded(runProgram({"sweep", "run", sweep, "--part", "0/2"}));
        QVERIFY(refusedIn("sweep") >= 7);
        requireOutputPlace(at("sweep/000/curves.csv"));
        writeFileAtomically(at("sweep/sweep.json"), "damaged");
        VERIFY_SAYS(thrownMessage([&] { requireOutputPlace(at("sweep/sweep.json")); }),
                    "a file of the sweep");
        requireOutputPlace(at("sweep/000"));
    }

    void whatIsRead() {
        for (const char* file : {"x.csv", "y.csv"}) writeFileAtomically(at(file), "1,2\n");
        fs::create_symlink(at("x.csv"), at("x"));
        requireOutputPlace(at("x.csv"), {at("y.csv"), at("nothing"), ""});
        requireOutputPlace(at("new.csv"), {at("new.csv")});  // it says itself that there is no such file
        for (const auto& [out, input] : {std::pair{"x.csv", "x.csv"}, {"x", "x.csv"}, {"x.csv", "x"}})
            VERIFY_SAYS(thrownMessage([&] {
                            requireOutputPlace(at(out), {at("y.csv"), at(input)});
                        }),
                        "is an input here");
        const std::string device = "/dev/null";
        requireOutputPlace(device, {device});  // it cannot be replaced
    }

    void whatAFolderIsReadFrom() {
        fs::create_directories(at("bert/1_Pooling"));
        fs::create_directories(at("pictures/cats"));
        for (const char* file :
             {"bert/config.json", "bert/model.safetensors", "bert/model.safetensors.index.json",
              "bert/vocab.txt", "bert/1_Pooling/config.json", "bert/heads.png", "bert/all.csv",
              "pictures/cats/1.png", "pictures/cats/1.txt", "pictures/all.csv"})
            writeFileAtomically(at(file), "{}");
        for (const char* input : {"bert", "bert/model.safetensors"})
            for (const char* file : {"bert/config.json", "bert/model.safetensors.index.json",
                                     "bert/vocab.txt", "bert/../bert/1_Pooling/config.json"})
                VERIFY_SAYS(thrownMessage([&] { requireOutputPlace(at(file), {at(input)}); }),
                            "which is read here");
        for (const char* file : {"pictures/cats/1.png", "pictures/cats/1.txt"})
            VERIFY_SAYS(thrownMessage([&] {
                            requireOutputPlace(at(file), {at("bert"), at("pictures")});
                        }),
                        "which is read here");
        for (const char* free :
             {"bert/heads.png", "bert/all.csv", "bert/new.json", "pictures/all.csv", "pictures/cats/2.png"})
            requireOutputPlace(at(free), {at("bert"), at("pictures")});
        requireOutputPlace(at("bert/config.json"), {at("pictures")});
    }

    void whatARunLearnsFrom() {
        fs::create_directories(at("texts/pos"));
        for (const char* file :
             {"texts/pos/1.txt", "texts/pos/table.csv", "net.onnx", "pairs.csv", "start.safetensors"})
            writeFileAtomically(at(file), "good");
        RunConfig config;
        config.data.csvPath = at("pairs.csv");
        config.data.path = at("texts");
        config.data.extractor = at("net.onnx#features");
        config.training.startFrom = at("start.safetensors");
        for (const char* file : {"pairs.csv", "net.onnx", "start.safetensors"})
            VERIFY_SAYS(thrownMessage([&] { requireOutsideData(at(file), config); }), "is an input here");
        VERIFY_SAYS(thrownMessage([&] { requireOutsideData(at("texts/../texts/pos/1.txt"), config); }),
                    "which is read here");
        for (const char* free : {"texts/pos/2.txt", "texts/pos/table.csv", "texts2/1.txt", "table.csv"})
            requireOutsideData(at(free), config);
    }

private:
    [[nodiscard]] std::string at(const std::string& name) const {
        return folder_.filePath(QString::fromStdString(name)).toStdString();
    }
    [[nodiscard]] std::vector<fs::path> filesIn(const std::string& name) const {
        std::vector<fs::path> files;
        for (const auto& entry : fs::recursive_directory_iterator(at(name)))
            if (entry.is_regular_file()) files.push_back(entry.path());
        return files;
    }
    /// How many files are there; -1 if one of them could be replaced.
    [[nodiscard]] int refusedIn(const std::string& name) const {
        const std::vector<fs::path> files = filesIn(name);
        for (const fs::path& file : files)
            if (const QString said = thrownMessage([&] { requireOutputPlace(file); });
                !said.contains("which would not be whole any more")) {
                qWarning() << file.c_str() << said;
                return -1;
            }
        return static_cast<int>(files.size());
    }
    /// Of a network that was never trained: only the name of the file matters here.
    [[nodiscard]] static Subject faithfulSubject() {
        Subject subject;
        subject.config = presetByName("reverse");
        subject.parameters = std::make_shared<const std::vector<float>>(1);
        subject.data = std::make_shared<const DataSet>();
        return subject;
    }

    QTemporaryDir folder_;
};

TEST_CLASS(TestOutputPlace, QCoreApplication)
#include "test_output_place.moc"
