// Checkpoints of PyTorch, Lightning and Flax (tests/data/make_checkpoints.py), the two that were published
// with the tutorial, and files that mean harm.
#include <QtTest>
#include <cmath>
#include <filesystem>

#include "damage.h"
#include "model/files/files.h"
#include "model/foreign/foreign_checkpoint.h"
#include "model/foreign/tree.h"
#include "model/inspect/inspector.h"
#include "model/network/positions.h"
#include "model/run/checkpoint.h"
#include "peak_of.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;

namespace test_foreign_checkpoint {

std::string dataFile(const char* name) { return std::string(ATTX_TEST_DATA "/") + name; }
std::string sharedFile(const std::string& name) {
    return std::string(ATTX_SOURCE_DIR) + "/../shared/" + name;
}

/// The largest difference of what `checkpoint` answers from the tensors of `expected`.
struct Differences {
    float logits = 0, attention = 0;
    double accuracy = 0;  ///< of reversing
};
Differences compare(const Checkpoint& checkpoint, const SafeTensors& expected) {
    Inspector inspector(checkpoint.config.network);
    inspector.setParameters(std::make_shared<const std::vector<float>>(checkpoint.parameters));
    const StoredTensor& input = expected.at("input.tokens");
    const auto T = static_cast<size_t>(input.shape[1]);
    const std::vector<int64_t>& tokens = input.integers("tokens");
    Differences worst;
    int right = 0;
    const auto largest = [](const std::vector<float>& found, const std::vector<float>& all, size_t row) {
        float difference = 0;
        for (size_t i = 0; i < found.size(); ++i)
            difference = std::max(difference, std::abs(found[i] - all[row * found.size() + i]));
        return difference;
    };
    for (size_t row = 0; row < tokens.size() / T; ++row) {
        const std::vector<int32_t> sequence(tokens.begin() + static_cast<ptrdiff_t>(row * T),
                                            tokens.begin() + static_cast<ptrdiff_t>((row + 1) * T));
        const Inspection found = inspector.inspect(sampleOf(sequence));
        worst.logits =
            std::max(worst.logits, largest(found.logits, expected.at("expect.logits").floats("logits"), row));
        if (expected.tensors.contains("expect.attention.0"))
            worst.attention = std::max(
                worst.attention,
                largest(found.attention[0], expected.at("expect.attention.0").floats("attention"), row));
        for (size_t t = 0; t < T; ++t) right += found.prediction[t] == sequence[T - 1 - t];
    }
    worst.accuracy = right / static_cast<double>(tokens.size());
    return worst;
}

QStringList uncertainKeys(const Checkpoint& checkpoint) {
    QStringList keys;
    for (const UncertainKey& key : checkpoint.uncertain)
        keys << QString::fromStdString(key.path + "=" + key.value);
    return keys;
}

QString readingSays(const std::string& bytes) {
    return thrownMessage([&] { (void)readForeign(bytes, "x.pt"); });
}

/// A pickle of protocol 2 with this body, as a stream of torch.save would begin, followed by what it lacks.
std::string streamOf(const std::string& body) {
    const std::string magic("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.", 15);
    return magic + "\x80\x02M\xe9\x03." + "\x80\x02}." + "\x80\x02" + body + "." + "\x80\x02].";
}

/// A stream of torch.save with one tensor of no element, which `body` finds as memo 1, and its storage.
std::string streamWithTensor(const std::string& body) {
    using namespace std::string_literals;
    const std::string stream = streamOf(
        "ctorch._utils\n_rebuild_tensor_v2\n("s
        "(U\7storagectorch\nFloatStorage\nU\1aU\3cpuK\0tQK\0(K\0t(K\1ttRq\1"
        "0"s +
        body);
    return stream.substr(0, stream.size() - 2) + "]U\1aa." + std::string(8, '\0');
}

std::string longText(size_t bytes) {
    const auto count = static_cast<uint32_t>(bytes);
    std::string text = "X";  // a sum would make GCC 12 warn of an overflow (bug 105651)
    text.append(reinterpret_cast<const char*>(&count), sizeof count).append(bytes, 'k');
    return text;
}

/// "aa", "ab" ... as keys of a map, each with what `value` pushes.
std::string mapOf(int keys, const std::string& value) {
    std::string map = "}(";
    for (int i = 0; i < keys; ++i)
        map += std::string("U\2") + static_cast<char>('0' + i / 64) + static_cast<char>('0' + i % 64) + value;
    return map + "u";
}

class TestForeignCheckpoint : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void containers_data() {
        const Rows<QString, QStringList, QStringList> row("name", "assignments", "uncertain");
        const QStringList rest{"network.positional_encoding=true", "network.mask_padding=true",
                               "network.layer_norm_eps=1e-5", "data.rule=reverse", "data.length=16"};
        row("Lightning in a zip", "lightning_zip.ckpt", {}, rest);
        row("bare state_dict in a stream", "state_stream.pt", {"network.num_heads=2"},
            QStringList{"network.num_heads=1"} + rest);
        row("wrapped, short floats, strides", "short_floats.pth", {}, rest);
        row("Flax", "flax.ckpt", {"network.num_heads=2", "network.layer_norm_eps=1e-5"},
            {"network.num_heads=1", "network.positional_encoding=true", "network.mask_padding=true",
             "network.layer_norm_eps=1e-6", "data.rule=reverse", "data.length=16"});
    }
    void containers() {
        QFETCH(QString, name);
        QFETCH(QStringList, assignments);
        QFETCH(QStringList, uncertain);
        Checkpoint checkpoint = openCheckpoint(dataFile(qPrintable(name)));
        QCOMPARE(uncertainKeys(checkpoint), uncertain);
        for (const QString& assignment : assignments) setByPath(checkpoint.config, assignment.toStdString());
        const NetworkConfig& network = checkpoint.config.network;
        QCOMPARE(network.numLayers, 2);
        QCOMPARE(network.numHeads, 2);
        QCOMPARE(network.dimFeedforward, 7);
        QCOMPARE(checkpoint.config.data.numCategories, 5);
        const Differences worst =
            compare(checkpoint, readSafeTensors(dataFile("fixture_foreign.safetensors")));
        QVERIFY2(worst.logits < 1e-5f, qPrintable(QString::number(static_cast<double>(worst.logits))));
    }

    void published_data() {
        const Rows<QString, QString> row("file", "golden");
        row("PyTorch", "ReverseTask.torch.ckpt", "published_reverse_torch");
        row("Flax", "ReverseTask.flax.ckpt", "published_reverse_flax");
    }
    void published() {
        QFETCH(QString, file);
        QFETCH(QString, golden);
        const std::string path = sharedFile("checkpoints/" + file.toStdString());
        if (!std::filesystem::exists(path))
            QSKIP(
                "The published checkpoints are not there (../shared/checkpoints); fixtures test the "
                "readers.");
        const Differences worst =
            compare(openCheckpoint(path),
                    readSafeTensors(sharedFile("golden/" + golden.toStdString() + ".safetensors")));
        QVERIFY2(worst.logits < 1e-4f, qPrintable(QString::number(static_cast<double>(worst.logits))));
        QVERIFY2(worst.attention < 1e-5f, qPrintable(QString::number(static_cast<double>(worst.attention))));
        QCOMPARE(worst.accuracy, 1.0);
    }

    void otherArchitectureIsNamed() {
        VERIFY_SAYS(
            thrownMessage([] { (void)openCheckpoint(dataFile("other.pt")); }),
            "another architecture: it has no tensor input_net.1.weight of the shape expected. It has bias, "
            "weight.");
    }

    void callsAreRefusedByName() {
        VERIFY_SAYS(thrownMessage([] { (void)openCheckpoint(dataFile("calls.pt")); }),
                    "cannot be opened safely: it would run code (posix.system). It was not run.");
        VERIFY_SAYS(readingSays(streamOf("cos\nsystem\nU\x04true\x85R")), "it would run code (os.system)");
        VERIFY_SAYS(readingSays(streamOf("(S'true'\nios\nsystem\n")), "it would run code (os.system)");
        VERIFY_SAYS(readingSays(streamOf("(cos\nsystem\nS'true'\no")), "it would run code (os.system)");
        VERIFY_SAYS(readingSays(streamOf("cbuiltins\neval\n)\x81")), "it would run code (builtins.eval)");
        VERIFY_SAYS(readingSays(streamOf("cbuiltins\neval\n)}\x92")), "it would run code (builtins.eval)");
        VERIFY_SAYS(readingSays(streamOf("c__main__\nNet\n)\x81}b")), "it would run code (__main__.Net)");
        VERIFY_SAYS(readingSays(streamOf("P1\n")), "PERSID");
        VERIFY_SAYS(readingSays(streamOf("\x82\x01")), "EXT");
    }

    /// Settings of other packages next to the weights; what they would call is not called, nor are they made.
    void objectsNextToWeightsAreLeftOut() {
        VERIFY_SAYS(readingSays(streamOf("}(U\x01hcomegaconf.dictconfig\nDictConfig\n)\x81}U\x01"
                                         "aK\x01sbU\x01pcpathlib"
                                         "\nPosixPath\nU\x01/\x85Ru")),
                    "no tensors under names but in objects of Python, which are not made: "
                    "omegaconf.dictconfig.DictConfig, pathlib.PosixPath");
        VERIFY_SAYS(readingSays(streamOf("}(U\x01hcx\nMap\n)\x81(U\x01"
                                         "aK\x01uU\x01lcx\nList\n)\x81(K\x01K\x02"
                                         "eK\x03"
                                         "au")),
                    "x.Map, x.List");
        VERIFY_SAYS(readingSays(streamOf("}U\x01hcos\nsystem\nU\x04true\x85Rs")),
                    "it would run code (os.system)");
        const std::string path = sharedFile("cases/lightning_hydra.ckpt");
        if (!std::filesystem::exists(path)) return;
        const ForeignCheckpoint checkpoint = readForeign(readFile(path), path);
        QVERIFY(!checkpoint.file.tensors.empty());
        VERIFY_SAYS(QString::fromStdString(checkpoint.note), "left out: omegaconf.");
    }

    void oneTensorHasNoName() {
        const std::string path = sharedFile("cases/bare_tensor.pt");
        if (!std::filesystem::exists(path)) QSKIP("../shared/cases is missing.");
        VERIFY_SAYS(thrownMessage([&] { (void)openCheckpoint(path); }), "one tensor without a name");
    }

    void damageIsNamed_data() {
        const Rows<std::string, QString> row("bytes", "piece");
        row("no tensors", streamOf("}"), "holds no tensors");
        row("empty stack", streamOf("0"), "takes more from the stack");
        row("no mark", streamOf("t"), "lacks a mark");
        row("recalls nothing", streamOf("h\x05"), "recalls what it never remembered");
        row("long text", streamOf("X\xff\xff\xff\x7f"), "ends too early");
        row("protocol", streamOf("\x80\x09"), "protocol 9");
        row("objects without end", streamOf(std::string(5'000'000, 'N')), "more objects than");
        row("lists without end", streamOf(std::string(5'000'000, ']')), "more objects than");
        row("holds itself", streamOf("}q\1U\1ah\1s"), "holds no tensors");
        row("a bush of dictionaries", streamOf("}q\1(U\1ah\1U\1bh\1U\1ch\1U\1dh\1u"), "more names than");
        row("zip without directory", std::string("PK\3\4", 4) + std::string(100, 'x'), "no directory");
        row("msgpack cut off",
            "\x81\xa1"
            "a",
            "ends too early");
        row("msgpack too deep",
            "\x81\xa1"
            "a" +
                std::string(100'000, '\x91'),
            "nested deeper");
        row("msgpack map without end", std::string("\xdf\xff\xff\xff\xff", 5), "ends too early");
        row("msgpack array beyond its data",
            std::string("\x81\xa1"
                        "a\xc7\x12\x01\x93\x91\xce\x7f\xff\xff\xff\xa7"
                        "float32\xc4\0",
                        24),
            "more elements than the file could hold");
    }
    void damageIsNamed() {
        QFETCH(std::string, bytes);
        QFETCH(QString, piece);
        VERIFY_SAYS(readingSays(bytes), piece);
    }

    void axesOfOneElementMayHaveAnyStride() {
        const std::vector<float> stored{1, 2, 3, 4, 5, 6};
        const std::string_view storage(reinterpret_cast<const char*>(stored.data()), 6 * sizeof(float));
        // [1, 3, 1, 2], transposed; the strides of what has one element only lead nowhere.
        const TensorView view{ElementType::F32, 0, 0, {1, 3, 1, 2}, {INT64_MAX, 1, INT64_MIN, 3}};
        int64_t spare = 6;
        QCOMPARE(gather(view, storage, spare, "x", "file").floats("x"),
                 (std::vector<float>{1, 4, 2, 5, 3, 6}));
        QCOMPARE(spare, 0);
    }

    void longArgumentsAreNotCopied() {
        // The same storage 20,000 times over, named by 300,000 values.
        std::string body =
            "(U\7storagectorch\nFloatStorage\nU\1aU\3cpuK\1" + std::string(300'000, 'N') + "tq\5";
        for (int i = 0; i < 20'000; ++i) body += "0h\5Q";
        const uint32_t padding = 4'000'000;  // a file of that size may hold so many values
        body +=
            "0T" + std::string(reinterpret_cast<const char*>(&padding), 4) + std::string(padding, 'x') + "0}";
        const auto stream = streamOf(body);
        // Copies would end the test by its limit of five minutes.
        for (int times = 0; times < 20; ++times)
            VERIFY_SAYS(readingSays(stream), "lacks the data of storage a");
    }

    void shortFilesTakeLittleMemory_data() {
        addColumns<std::string, QString>("bytes", "piece");
        const auto row = [](const char* name, const std::string& body, const char* piece) {
            QTest::newRow(name) << streamWithTensor(body) << piece;
        };
        // 78,400 tensors whose names all begin with the same long key.
        const auto nested = [](size_t bytes) {
            return mapOf(280, "h\1") +
                   "q\2"
                   "0" +
                   mapOf(280, "h\2") +
                   "q\3"
                   "0}" +
                   longText(bytes) + "h\3s";
        };
        row("one long key in all names", nested(70'000), "ends a name of 70");
        row("long names", nested(1000), "more names than a checkpoint of its size");
        std::string calls = longText(30'000) +
                            "q\2"
                            "0";
        for (int i = 0; i < 8000; ++i)
            calls +=
                "h\2h\2\x93"
                "0";
        row("long names of classes", calls + "}", "a name in its pickle is damaged");
        std::string hyper = "}U\x10hyper_parameters}" + longText(70'000) +
                            "q\2"
                            "0(";
        for (int i = 0; i < 4000; ++i) {
            const auto number = static_cast<uint16_t>(i);
            hyper += "U\2" + std::string(reinterpret_cast<const char*>(&number), 2) + "h\2";
        }
        row("long values of hyper-parameters", hyper + "us", "holds no tensors");
    }
    void shortFilesTakeLittleMemory() {
        if constexpr (!measuresMemory) QSKIP("Sanitizers take memory of their own.");
        QFETCH(std::string, bytes);
        QFETCH(QString, piece);
        QVERIFY2(bytes.size() < 160'000, qPrintable(QString::number(bytes.size())));
        const int64_t empty = peakOf([] {});
        const int64_t taken = peakOf([&] { (void)readingSays(bytes); }) - empty;
        QVERIFY2(taken < 64 * 1024, qPrintable(QString::number(taken) + " KiB"));
        const QString message = readingSays(bytes);
        VERIFY_SAYS(message, piece);
        QVERIFY2(message.size() < 400, qPrintable(message));
    }

    void otherWeightsInTheFileAreNamed() {
        const std::string whole = readFile(dataFile("flax.ckpt"));
        const auto key = [](const std::string& name) {
            return std::string(1, static_cast<char>(0xa0 | name.size())) + name;
        };
        // {"model": …, "ema": …, "more": {}}
        const std::string several = "\x83" + key("model") + whole + key("ema") + whole + key("more") + "\x80";
        const ForeignCheckpoint opened = readForeign(several, "x.ckpt");
        VERIFY_SAYS(QString::fromStdString(opened.note), "\"model\" is opened, \"ema\" not");
        QCOMPARE(opened.file.tensors.size(), readForeign(whole, "x.ckpt").file.tensors.size());
        QVERIFY(readForeign(whole, "x.ckpt").note.empty());
        QVERIFY(readForeign("\x81" + key("model") + whole, "x.ckpt").note.empty());
    }

    void longNamesAreShortenedInMessages() {
        std::string map = "}(";
        for (int i = 0; i < 9; ++i) map += longText(900 + static_cast<size_t>(i)) + "h\1";
        const ForeignCheckpoint found = readForeign(streamWithTensor(map + "u"), "x.pt");
        QCOMPARE(found.file.tensors.size(), size_t{9});
        const QString message = thrownMessage([&] { (void)inferNetwork(found, "x.pt"); });
        VERIFY_SAYS(message, "another architecture");
        QVERIFY2(message.size() < 1000, qPrintable(message));
    }

    void noDamageDoesHarm() {
        for (const char* name : {"lightning_zip.ckpt", "state_stream.pt", "short_floats.pth", "flax.ckpt"}) {
            const std::string whole = readFile(dataFile(name));
            const auto survives = [&](const std::string& bytes) {
                try {
                    if (isForeign(bytes)) (void)readForeign(bytes, name);
                } catch (const Error& problem) {
                    QVERIFY(problem.kind() == Error::Kind::Input);
                }
            };
            forEachDamage(whole, 0, 7, survives);
        }
    }

    /// The laboratory's own modules, with a buffer that is kept: the same network as the fixture's.
    void laboratory_data() {
        const Rows<float, int, QString> row("wrong", "width", "problem");
        row("its own names", 0.F, 6, {});
        row("another table", 0.1F, 6, "is not the table of sines and cosines");
        row("an empty table", 0.F, 0, "is not the table of sines and cosines");
    }
    void laboratory() {
        QFETCH(float, wrong);
        QFETCH(int, width);
        QFETCH(QString, problem);
        const ForeignCheckpoint fixture = readForeign(readFile(dataFile("state_stream.pt")), "x");
        SafeTensors file;
        for (const auto& [name, tensor] : fixture.file.tensors) {
            const QString theirs = QString::fromStdString(name).replace(".linear_net.", ".MLP.");
            file.tensors["model." + theirs.toStdString()] = tensor;
        }
        QVERIFY(file.tensors.contains("model.transformer.layers.1.MLP.3.weight"));
        std::vector<float> table = positionalEncoding(5000, width);
        if (!table.empty()) table.back() += wrong;
        file.put("model.positional_encoding.pe", {1, 5000, width}, table);
        QTemporaryDir folder;
        const std::string path = folder.filePath("laboratory.safetensors").toStdString();
        writeSafeTensors(path, file);
        if (!problem.isEmpty()) {
            VERIFY_SAYS(thrownMessage([&] { (void)openCheckpoint(path); }), problem);
            return;
        }
        Checkpoint checkpoint = openCheckpoint(path);
        QVERIFY(uncertainKeys(checkpoint).contains("network.positional_encoding=true"));
        checkpoint.config.network.numHeads = 2;
        const Differences worst =
            compare(checkpoint, readSafeTensors(dataFile("fixture_foreign.safetensors")));
        QVERIFY2(worst.logits < 1e-5f, qPrintable(QString::number(static_cast<double>(worst.logits))));
    }

    void whatIsNoNumberIsRefused_data() {
        QTest::addColumn<float>("value");
        QTest::newRow("NaN") << std::numeric_limits<float>::quiet_NaN();
        QTest::newRow("infinity") << -std::numeric_limits<float>::infinity();
    }
    void whatIsNoNumberIsRefused() {
        QFETCH(float, value);
        SafeTensors file = readForeign(readFile(dataFile("state_stream.pt")), "x").file;
        std::get<std::vector<float>>(file.tensors.at("output_net.4.bias").values)[1] = value;
        QTemporaryDir folder;
        const std::string path = folder.filePath("diverged.safetensors").toStdString();
        writeSafeTensors(path, file);
        VERIFY_SAYS(thrownMessage([&] { (void)openCheckpoint(path); }),
                    "tensor output_net.4.bias: 1 of its 5 values are infinite or no numbers");
    }

    void headsThatTheShapesAllowAreNamed() {
        for (const UncertainKey& key : openCheckpoint(dataFile("state_stream.pt")).uncertain)
            if (key.path == headsKey) VERIFY_SAYS(QString::fromStdString(key.why), "1, 2, 3 or 6 heads");
    }

    void queriesOfAnotherWidthAreShared() {
        const RunConfig config =
            with(RunConfig(), "network.model_dim=36 network.num_heads=2 network.key_dim=9");
        const std::vector<float> parameters = initialParameters(buildProgram(config.network, 1), 1);
        SafeTensorsView file = toSafeTensors(config, parameters);
        file.metadata.clear();
        QTemporaryDir folder;
        const std::string path = folder.filePath("wide.safetensors").toStdString();
        writeSafeTensors(path, file);
        const RunConfig stored = openCheckpoint(path).config;
        RunConfig found = stored;
        QCOMPARE(found.network.numHeads * found.network.keyDim, 18);
        found.network.numHeads = 2;
        followAnswers(stored, found);
        QCOMPARE(found.network.keyDim, 9);
    }

    void savedAgainAsOurs() {
        const Checkpoint foreign = openCheckpoint(dataFile("lightning_zip.ckpt"));
        const std::string bytes = serialise(toSafeTensors(foreign.config, foreign.parameters));
        const Checkpoint ours = checkpointFrom(parseSafeTensors(bytes, "x"), "x");
        QVERIFY(ours.config.network == foreign.config.network);
        QCOMPARE(ours.parameters, foreign.parameters);
        QVERIFY(ours.uncertain.empty());
    }
};

TEST_CLASS(TestForeignCheckpoint, NoApplication)

}  // namespace test_foreign_checkpoint
#include "test_foreign_checkpoint.moc"
