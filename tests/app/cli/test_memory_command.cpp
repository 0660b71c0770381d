// What would need more memory than there is is refused before it is taken: a small file can ask for much. The
// system says here that 300 MB are available: /proc/meminfo is another file for the program.
#include <QTemporaryDir>
#include <fstream>

#include "app/cli/program.h"
#include "model/config/presets.h"
#include "model/files/files.h"
#include "model/network/program.h"
#include "model/run/checkpoint.h"
#include "model/run/trainer.h"
#include "runner.h"
#include "settings.h"

using namespace attx;

class TestMemoryCommand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        writeFileAtomically(at("meminfo"),
                            "MemTotal: 8000000 kB\nMemFree: 300000 kB\nMemAvailable: 300000 kB\n");
        const Ended said = run("cat", {"/proc/meminfo"});
        if (said.status != 0 || !said.out.contains("300000"))
            QSKIP("Nothing can be mounted over /proc/meminfo here: unshare -rm does not work.");
    }

    void dataOfASmallFile_data() {
        const Rows<QString, QStringList> row("preset", "settings");
        row("sequences", "reverse", {"data.train_size=10000000", "data.length=50"});
        row("validation", "reverse", {"data.validation_size=10000000"});
        row("texts", "text-demo", {"data.train_size=2000000"});
        row("shapes", "anomaly-shapes", {"data.train_size=200000"});
    }
    void dataOfASmallFile() {
        QFETCH(QString, preset);
        QFETCH(QStringList, settings);
        RunConfig config = presetByName(preset.toStdString());
        for (const QString& setting : settings) setByPath(config, setting.toStdString());
        refusedWith(evaluated(config), "Making the data needs");
    }

    void largeFiles() {
        for (const char* name : {"large.csv", "large.json"}) {
            writeFileAtomically(at(name), "text,label\n");
            std::filesystem::resize_file(at(name), 2'000'000'000);  // takes no room on the disk
        }
        for (const QStringList& words : {QStringList{"--preset", "text-demo", "--set", "data.path=large.csv"},
                                         {"--config", "large.json"}}) {
            refusedWith(run(ATTX_BINARY, QStringList{"train", "--out", "run"} + words),
                        "reading it needs 2.0 GB of memory, and 307 MB are available");
        }
    }

    void paddedRows() {
        std::string pairs;
        for (int i = 0; i < 20'000; ++i) pairs += "1;1\n";
        writeFileAtomically(at("short.csv"), pairs);
        RunConfig config = presetWith("reverse", "data.rule=csv data.length=4096");
        config.data.csvPath = at("short.csv");
        refusedWith(evaluated(config), "20000 rows of 4096 tokens: making tables of them needs");
    }

private:
    [[nodiscard]] std::string at(const char* name) const { return folder_.filePath(name).toStdString(); }
    /// What `evaluate` says of an untrained network of `config`, from a file of a few kilobytes.
    [[nodiscard]] Ended evaluated(RunConfig config) const {
        tieNetworkToData(config);
        const auto parameters =
            initialParameters(buildProgram(config.network, config.data.positions()), config.seed);
        writeSafeTensors(at("net.safetensors"), toSafeTensors(config, parameters, {}));
        return run(ATTX_BINARY, {"evaluate", "net.safetensors"});
    }
    [[nodiscard]] Ended run(const QString& program, const QStringList& words) const {
        QProcess process;
        process.setProcessEnvironment(cleanEnvironment());
        process.setWorkingDirectory(folder_.path());
        process.start("unshare",
                      QStringList{"-rm", "sh", "-c", "mount --bind meminfo /proc/meminfo && exec \"$@\"",
                                  "sh", program} +
                          words);
        if (!process.waitForFinished(300'000)) return {};
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }

    QTemporaryDir folder_;
};

TEST_CLASS(TestMemoryCommand, QCoreApplication)
#include "test_memory_command.moc"
