// Wrong usage and wrong input on the built program: a sentence, the right status, nothing half-written.
#include <QDir>
#include <QTemporaryDir>

#include "app/cli/program.h"
#include "in_folder.h"
#include "model/files/files.h"
#include "model/files/safetensors.h"
#include "runner.h"

using namespace attx;

class TestBadInput : public QObject, InFolder {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(folder_->isValid());
        succeeded(runProgram(smallTraining(at("run"))));
        const std::string whole = readFile(at("run/model.safetensors").toStdString());
        write("cut.safetensors", QByteArray::fromStdString(whole.substr(0, whole.size() / 2)));
        write("text.safetensors", "this is not a checkpoint");
        write("huge.safetensors", QByteArray("\xff\xff\xff\xff\xff\xff\xff\x7f{}", 10));
        write("foreign.safetensors", foreign());
        write("empty.safetensors", "");
        write("picture.png", QByteArray("\x89PNG\r\n\x1a\n", 8) + QByteArray(100, '\0'));
        write("network.onnx", QByteArray("\x08\x06\x12\x07pytorch", 11) + QByteArray(100, '\1'));
        write("broken.json", "{\"network\": ");
        write("pairs.json", R"({"data": {"csv_path": "pairs.csv"}})");
        write("typo.json", R"({"network": {"heads": 2}})");
        write("pairs.csv", "1 2;2 1\n1 12;2 1\n3 4;4 3\n");
        QVERIFY(QDir().mkpath(at("full")));
        write("full/mine.txt", "mine");
        QVERIFY(QDir().mkpath(at("damaged")));
        write("damaged/run.json", "{");
        QVERIFY(QDir().mkpath(at("hollow")));
    }

    void isRefused_data() {
        // The words are separated by |, and @ stands for the folder.
        const Rows<QString, int, QString> row("words", "status", "says");
        row("unknown command", "trian", 2, "Did you mean train?");
        row("unknown option", "train|--epoch|3", 2, "Did you mean --epochs?");
        row("unknown option of the window", "--fullscren", 2, "Unknown option");
        row("window without a display", "@/run", 1, "no display");
        row("missing path for the window", "@/nothing", 2, "neither a command nor a run folder");
        row("unknown preset", "train|--preset|revers", 2, "reverse");
        row("--set typo", "train|--set|network.num_head=2", 2, "did you mean network.num_heads?");
        row("--set without value", "train|--set|network.num_heads", 2, "KEY=VALUE");
        row("--set wrong type", "train|--set|network.num_heads=two", 2, "network.num_heads");
        row("heads do not divide", "train|--set|network.num_heads=5|--out|@/x", 2, "5 heads do not divide");
        row("epochs zero", "train|--epochs|0", 2, "--epochs: expected a whole number");
        row("seed negative", "train|--seed|-4", 2, "--seed");
        row("batch too large", "train|--set|training.batch_size=60000|--out|@/x", 2,
            "larger than the training set");
        row("device unknown", "train|--device|gpu|--out|@/x", 2, "expected auto, cpu");
        row("device not here", "train|--device|vulkan:99|--out|@/x", 2, "--device cpu");
        row("device of evaluate", "evaluate|@/run|--device|vulkan:98", 2, "--device cpu");
        row("isa unknown", "train|--isa|sse9|--out|@/x", 2, "sse9");
        row("run's folder before its data", "train|--preset|text-imdb|--data|@/none|--out|@/pairs.csv/run", 1,
            "folder cannot be made");
        row("config missing", "train|--config|@/none.json", 2, "none.json");
        row("config broken", "train|--config|@/broken.json", 2, "broken.json");
        row("config typo", "train|--config|@/typo.json", 2, "heads");
        row("data no folder", "train|--data|@/none", 2, "expected a table or a folder");
        row("data folder that nothing is read from", "train|--data|@|--out|@/x", 2, "found none");
        row("csv without its rule", "train|--set|data.csv_path=@/pairs.csv|--out|@/x", 2, "data.rule=csv");
        row("csv without its rule, as JSON", "train|--config|@/pairs.json|--out|@/x", 2, "data.rule=csv");
        row("csv wrong token", "train|--set|data.rule=csv|--set|data.csv_path=@/pairs.csv|--out|@/x", 2,
            "line 2");
        row("out is a file", "train|--out|@/pairs.csv", 2, "found a file");
        row("out is below a file", "train|--out|@/pairs.csv/run", 1, "cannot be made");
        row("out is a run", "train|--out|@/run", 2, "a run already");
        row("out holds other files", "train|--out|@/full", 2, "not empty");
        row("out may not be written", "train|--out|/proc/run", 1, "/proc/run");
        row("resume and seed", "train|--resume|@/run|--seed|1", 2, "--seed");
        row("resume another network", "train|--resume|@/run|--set|network.num_heads=2", 2, "same network");
        row("resume other data", "train|--resume|@/run|--set|data.train_size=2560", 2, "same data");
        row("resume another seed", "train|--resume|@/run|--set|seed=3", 2, "same seed");
        row("resume another batch", "train|--resume|@/run|--set|training.batch_size=64", 2,
            "same training.batch_size");
        row("resume nothing", "train|--resume|@/hollow", 2, "expected a run folder");
        row("resume damaged", "train|--resume|@/damaged", 2, "damaged");
        row("resume for fewer steps", "train|--resume|@/run|--epochs|1", 2, "epochs");
        row("evaluate missing", "evaluate|@/none", 2, "nothing of that name");
        row("evaluate without argument", "evaluate", 2, "RUN|CHECKPOINT");
        row("evaluate two", "evaluate|@/run|@/run", 2, "a second");
        row("evaluate hollow", "evaluate|@/hollow", 2, "hollow");
        row("evaluate cut", "evaluate|@/cut.safetensors", 2, "cut.safetensors");
        row("evaluate text", "evaluate|@/text.safetensors", 2, "text.safetensors");
        row("evaluate empty", "evaluate|@/empty.safetensors", 2, "empty.safetensors");
        row("evaluate huge header", "evaluate|@/huge.safetensors", 2, "huge.safetensors");
        row("evaluate a picture", "evaluate|@/picture.png", 2, "not a checkpoint; expected safetensors");
        row("evaluate ONNX", "evaluate|@/network.onnx", 2, "name it as data.extractor");
        row("evaluate foreign", "evaluate|@/foreign.safetensors", 2, "foreign.safetensors");
        row("evaluate other sizes", "evaluate|@/run|--set|network.model_dim=64", 2, "Leave its sizes");
        row("train another embedding scale", "train|--set|network.embedding_scale=2", 2,
            "neither trained nor opened");
        row("train a causal mask over sets", "train|--preset|anomaly-shapes|--set|network.causal=true", 2,
            "members of a set have no order");
        row("evaluate other heads", "evaluate|@/run|--set|network.num_heads=2", 2, "expected 1, which");
        row("convert other heads", "convert|@/run|--set|network.num_heads=2|--out|@/o", 2,
            "--set network.num_heads=2: expected 1, which");
        row("predict without positions", "predict|@/run|--set|network.positional_encoding=false|--out|@/o", 2,
            "--set network.positional_encoding=false: expected true, which");
        row("export other padding", "export|@/run|--set|network.mask_padding=false|--out|@/o.py", 2,
            "expected true, which");
        row("render other heads", "render|@/run|--figure|attention|--set|network.num_heads=4|--out|@/o.png",
            2, "expected 1, which");
        row("inspect another epsilon", "inspect|@/run|--tokens|1|--set|network.layer_norm_eps=1|--out|@/o", 2,
            "--set network.layer_norm_eps=1: expected 1e-05, which");
        row("convert wider", "convert|@/run|--set|network.model_dim=64|--out|@/o", 2, "Leave its sizes");
        row("convert narrower", "convert|@/run|--set|network.model_dim=8|--out|@/o", 2,
            "input_net.1.weight [8, 10], but");
        row("convert deeper", "convert|@/run|--set|network.num_layers=2|--out|@/o", 2,
            "transformer.layers.1.self_attn.qkv_proj.weight");
        row("convert other categories", "convert|@/run|--set|data.num_categories=7|--out|@/o", 2,
            "Leave its sizes");
        row("convert to other heads", "convert|@/run|--set|network.num_heads=5|--out|@/o", 2,
            "5 heads do not divide");
        row("inspect other sizes", "inspect|@/run|--tokens|1|--set|network.num_layers=2|--out|@/o", 2,
            "Leave its sizes");
        row("render other sizes",
            "render|@/run|--figure|attention|--set|network.dim_feedforward=8|--out|@/o.png", 2,
            "Leave its sizes");
        row("inspect nothing", "inspect|@/run|--out|@/o", 2,
            "expects one of --tokens, --text, --input and --sample");
        row("inspect two", "inspect|@/run|--out|@/o|--tokens|1|--sample|1", 2, "several");
        row("inspect no out", "inspect|@/run|--tokens|1", 2, "needs --out");
        row("inspect token too large", "inspect|@/run|--tokens|1 10|--out|@/o", 2, "categories from 0 to 9");
        row("inspect token negative", "inspect|@/run|--tokens|-1|--out|@/o", 2, "found -1");
        row("inspect words", "inspect|@/run|--tokens|one|--out|@/o", 2, "Token 1");
        row("inspect sample too large", "inspect|@/run|--sample|100|--out|@/o", 2, "0 to 99");
        row("inspect input without tokens", "inspect|@/run|--input|@/foreign.safetensors|--out|@/o", 2,
            "\"tokens\"");
        row("inspect out in a missing folder", "inspect|@/run|--tokens|1|--out|@/none/o", 1, "none/o");
        row("inspect out on a full disk", "inspect|@/run|--tokens|1|--out|/dev/full", 1, "/dev/full");
        row("render unknown figure", "render|@/run|--figure|atention|--out|@/o.png", 2,
            "expected one of all, attention");
        row("render unknown suffix", "render|@/run|--figure|loss|--out|@/o.gif", 2, "png");
        row("render size", "render|@/run|--figure|loss|--out|@/o.png|--size|10", 2, "WIDTHxHEIGHT");
        row("render scale", "render|@/run|--figure|loss|--out|@/o.png|--scale|0", 2, "--scale");
        row("render too large", "render|@/run|--figure|loss|--out|@/o.png|--size|30000x30000", 2,
            "million pixels");
        row("render theme", "render|@/run|--figure|loss|--out|@/o.png|--theme|pink", 2, "light or dark");
        row("render curves of a file", "render|@/run/model.safetensors|--figure|loss|--out|@/o.png", 2,
            "metrics");
        row("render all into a file", "render|@/run|--figure|all|--out|@/pairs.csv", 2, "expects a folder");
        row("render into a missing folder", "render|@/run|--figure|loss|--out|@/none/o.png", 1, "none/o.png");
        row("devices takes none", "devices|cpu", 2, "options only");
    }
    void isRefused() {
        QFETCH(QString, words);
        QFETCH(int, status);
        QFETCH(QString, says);
        words.replace('@', folder_->path());
        const Ended ended = runProgram(words.split('|'));
        QVERIFY2(ended.status == status, ended.all().constData());
        QVERIFY2(ended.err.contains(says.toUtf8()), ended.all().constData());
        QCOMPARE(ended.out, QByteArray());
        for (const char* name : {"x", "o", "o.png", "none"})
            QVERIFY2(!QFileInfo::exists(at(QLatin1String(name))), name);
        QVERIFY(QDir(folder_->path()).entryList({"*.part*"}).isEmpty());
    }

    void displayThatDoesNotAnswerIsASentence() {
        QProcess process;
        QProcessEnvironment environment = cleanEnvironment();
        environment.insert("DISPLAY", ":4711");
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(ATTX_BINARY), QStringList{});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 1);
        QVERIFY(process.readAllStandardError().contains("nobody answers at \":4711\""));
    }

    /// run.json could not say where the data are.
    void pathsOfDataAreUtf8() {
        const QString script = "cd '" + folder_->path() +
                               "' && d=$(printf 'd\\377') && mkdir -p $d/a && "
                               "cp pairs.csv $d && exec '" ATTX_BINARY "' \"$@\" ";
        for (const QStringList& words :
             {QStringList{"train", "--out", "odd"}, {"sweep", "plan", "--out", "odd"}}) {
            QProcess process;
            process.setProcessEnvironment(cleanEnvironment());
            process.start(
                "bash",
                QStringList{"-c", script + "--set data.rule=csv --set data.csv_path=$d/pairs.csv", "bash"} +
                    words);
            QVERIFY(process.waitForFinished());
            const QByteArray said = process.readAllStandardError();
            QVERIFY2(process.exitCode() == 2 && said.contains("the path is not UTF-8"), said);
            QVERIFY(!QFile::exists(at("odd")));
        }
    }

    void errorsNameTheirFile() {
        SafeTensors whole;  // whole numbers where the network reads real ones, and the other way round
        whole.tensors["tokens"] = {{1, 2}, std::vector<float>{1, 2}};
        whole.metadata["config"] = "{}";
        whole.tensors["attention.0"] = {{1, 1, 1, 1}, std::vector<int64_t>{1}};
        writeSafeTensors(at("kinds.safetensors").toStdString(), whole);
        for (const QStringList& words :
             {QStringList{"inspect", at("run"), "--input", at("kinds.safetensors")},
              {"thumbnail", at("kinds.safetensors")}}) {
            refusedWith(runProgram(words + QStringList{"--out", at("seen")}), "kinds.safetensors: tensor \"");
        }
    }

    void aThumbnailReplacesNoOtherFile() {
        const std::string pairs = at("pairs.csv").toStdString(), before = readFile(pairs);
        refusedWith(runProgram({"thumbnail", at("run/model.safetensors"), "--out", at("pairs.csv")}),
                    "a file that is no PNG has this name");
        QCOMPARE(readFile(pairs), before);
    }

    /// Under a limit of memory OpenBLAS is such a library: it waits for threads that it was refused.
    void aLibraryThatDoesNotEndHoldsNothingUp() {
        const QString library = QFileInfo(QStringLiteral(ATTX_BINARY)).path() + "/libendless_library.so";
        if (!QFileInfo::exists(library)) QSKIP("Under sanitizers the program ends as others do.");
        QProcess process;
        QProcessEnvironment environment = cleanEnvironment();
        environment.insert("LD_PRELOAD", library);
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(ATTX_BINARY), {"evaluate", at("run"), "--json"});
        QVERIFY2(process.waitForFinished(60'000), "it did not end");
        QCOMPARE(process.exitCode(), 0);
        QVERIFY(QJsonDocument::fromJson(process.readAllStandardOutput()).object().contains("val_acc"));
    }

    void jsonSaysWhatWentWrong() {
        const Ended ended = runProgram({"train", "--preset", "nothing", "--json"});
        QCOMPARE(ended.status, 2);
        QVERIFY(ended.json()["error"].toString().contains("reverse-deep"));
        QVERIFY(ended.err.contains("reverse-deep"));
    }

    void theEarlierRunIsUntouched() {
        const std::string before = readFile(at("run/model.safetensors").toStdString());
        const QStringList files = QDir(at("run")).entryList(QDir::Files);
        QCOMPARE(runProgram(smallTraining(at("run"), {"--seed", "9"})).status, 2);
        QCOMPARE(readFile(at("run/model.safetensors").toStdString()), before);
        QCOMPARE(QDir(at("run")).entryList(QDir::Files), files);
    }

private:
    /// Well-formed, but of another program: one tensor, no configuration.
    static QByteArray foreign() {
        const QByteArray header = R"({"weight":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})";
        QByteArray bytes(8, '\0');
        bytes[0] = static_cast<char>(header.size());
        return bytes + header + QByteArray(4, '\0');
    }
};

TEST_CLASS(TestBadInput, QCoreApplication)
#include "test_bad_input.moc"
