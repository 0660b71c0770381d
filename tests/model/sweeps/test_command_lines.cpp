// Runs and sweeps as command lines: read back, they mean the same.
#include <QTemporaryDir>
#include <QtTest>

#include "model/config/settings.h"
#include "model/files/text.h"
#include "model/run/run_folder.h"
#include "model/sweeps/command_lines.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;

namespace test_command_lines {

/// What `train` would make of the words behind it.
RunConfig understood(const QStringList& words) {
    RunConfig config = presetByName(words.at(words.indexOf("--preset") + 1).toStdString());
    for (qsizetype i = 0; i + 1 < words.size(); ++i)
        if (words[i] == "--set") applySetting(config, words[i + 1].toStdString());
    return config;
}

RunFolder folderOf(const QTemporaryDir& dir, const RunConfig& config, const std::string& device) {
    RunFolder folder = RunFolder::create(dir.filePath("run").toStdString(), config, device);
    folder.beginSession(0, {}, 3);
    return folder;
}

class TestCommandLines : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theCommandRepeatsTheRun_data() {
        const Rows<QString, QStringList> row("preset", "settings");
        row("a preset", "reverse", {});
        row("numbers and choices", "reverse-deep",
            {"training.learning_rate=1e-5", "training.optimiser=adamw", "seed=7"});
        row("the network follows the data", "reverse", {"data.num_categories=12"});
        row("a path with a blank", "reverse", {"data.rule=csv", "data.csv_path=/a b/it's.csv"});
        row("no preset's name", "custom", {"network.num_layers=3"});
    }
    void theCommandRepeatsTheRun() {
        QFETCH(QString, preset);
        QFETCH(QStringList, settings);
        RunConfig config = presetByName(preset == "custom" ? "reverse" : preset.toStdString());
        config.preset = preset.toStdString();
        for (const QString& setting : settings) applySetting(config, setting.toStdString());
        const QTemporaryDir dir;
        const std::string command = repeatingCommand(folderOf(dir, config, "native, AVX2, 3 threads"));
        QProcess shell;
        shell.start("sh", {"-c", "printf '%s\\n' " + QString::fromStdString(command)});
        QVERIFY(shell.waitForFinished());
        const QStringList words = QString::fromUtf8(shell.readAllStandardOutput()).split('\n');
        QCOMPARE(words.first(), QStringLiteral("train"));
        RunConfig expected = with(config, "device=cpu");
        expected.threads = 3;  // the bits depend on them
        RunConfig found = understood(words);
        found.preset = expected.preset;
        QVERIFY2(found == expected, command.c_str());
        QVERIFY2(words.contains("--isa"), command.c_str());
    }

    void wordsOfAShell_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("plain") << "training.learning_rate=1e-4,2e-4";
        QTest::newRow("blank") << "a b";
        QTest::newRow("empty") << "";
        QTest::newRow("home") << "~";
        QTest::newRow("a folder at home") << "~/runs";
        QTest::newRow("another's home") << "~root/runs";
        QTest::newRow("a comment") << "#1";
        QTest::newRow("braces and brackets") << "{a,b}[1]?!^&|<>()";
        QTest::newRow("lines") << "a\nb\tc";
        QTest::newRow("quote") << "it's \"so\" $HOME `x` \\ * ;";
    }
    void wordsOfAShell() {
        QFETCH(QString, text);
        QProcess shell;
        shell.start("sh", {"-c", "printf %s " + QString::fromStdString(shellWord(text.toStdString()))});
        QVERIFY(shell.waitForFinished());
        QCOMPARE(QString::fromUtf8(shell.readAllStandardOutput()), text);
    }

    void aPlanAsACommand() {
        SweepRequest request;
        RunConfig base = presetWith("reverse", "training.batch_size=8");
        base.training.learningRate = 0.25;  // of no run: the rate varies
        request.bases = {{"reverse", base}};
        request.parameters = {parseParameter("network.num_heads=1,2"),
                              parseParameter("training.learning_rate=log:1e-5..1e-2")};
        request.method = SweepMethod::Random;
        request.count = 3;
        request.seeds = 2;
        QCOMPARE(planningCommand(request, "my sweep"),
                 std::string("sweep plan --preset reverse --set training.batch_size=8 --set "
                             "network.num_heads=1,2 --set training.learning_rate=log:1e-05..0.01 --seeds 2 "
                             "--method random --count 3 --out "
                             "'my sweep'"));
    }

    void aScriptForSlurm() {
        const SweepRequest request{.seeds = 4, .bases = {{"reverse", presetByName("reverse")}}};
        const Sweep sweep = planSweep(request);
        const std::string script =
            slurmScript(sweep, "/data/s", "/bin/attention-explorer", 2, "--time=1:00:00");
        QVERIFY(script.find("#SBATCH --array=0-1\n") != std::string::npos);
        QVERIFY(script.find("#SBATCH --time=1:00:00\n") != std::string::npos);
        VERIFY_SAYS(thrownMessage([&] { (void)slurmScript(sweep, "/data/s", "/bin/a", 2, "a\nb"); }),
                    "--sbatch");
    }
};

TEST_CLASS(TestCommandLines, QCoreApplication)

}  // namespace test_command_lines
#include "test_command_lines.moc"
