// The command inspect on the built program: what it reads, and what it writes under which names.
#include <QJsonArray>
#include <QTemporaryDir>
#include <cmath>

#include "app/cli/program.h"
#include "in_folder.h"
#include "model/files/files.h"
#include "model/files/safetensors.h"
#include "model/inspect/inspector.h"
#include "model/run/checkpoint.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;

class TestInspectCommand : public QObject, InFolder {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(folder_->isValid());
        succeeded(runProgram(smallTraining(at("run"))));
    }

    void inspectWritesLogitsAndAttention() {
        const Ended ended = succeeded(runProgram(
            {"inspect", at("run"), "--tokens", "0 7 6 4", "--out", at("seen.safetensors"), "--json"}));
        const SafeTensors file = readSafeTensors(at("seen.safetensors").toStdString());
        QCOMPARE(file.at("logits").shape, (std::vector<int64_t>{1, 4, 10}));
        QCOMPARE(file.at("attention.0").shape, (std::vector<int64_t>{1, 1, 4, 4}));
        QCOMPARE(file.tensors.size(), size_t{10});
        QCOMPARE(file.at("tokens").integers("tokens"), (std::vector<int64_t>{0, 7, 6, 4}));
        QCOMPARE(file.at("lengths").integers("lengths"), std::vector<int64_t>{4});
        const QJsonObject axes = ended.json()["axes"].toObject();
        QCOMPARE(axes.size(), 10);
        QCOMPARE(axes["attention.0"].toString(), "batch,head,query,key");
        QCOMPARE(axes["logits"].toString(), "batch,position,class");
        for (const QString& name : axes.keys())
            QCOMPARE(QString::fromStdString(file.metadata.at("axes." + name.toStdString())),
                     axes[name].toString());
        QCOMPARE(file.metadata.at("checkpoint"), at("run").toStdString());
        for (const char* absent : {"target", "ablation", "sample", "words", "ablation_baseline"})
            QVERIFY(!file.metadata.contains(absent));
        const std::vector<float>& weights = file.at("attention.0").floats("attention.0");
        for (size_t row = 0; row < 4; ++row) {
            const float sum =
                weights[row * 4] + weights[row * 4 + 1] + weights[row * 4 + 2] + weights[row * 4 + 3];
            QVERIFY(std::abs(sum - 1) < 1e-5f);
        }
    }

    void inspectReadsManyWithLengths() {
        constexpr int B = 130, T = 7;  // more than are looked at together
        std::vector<int64_t> tokens, lengths;
        for (int i = 0; i < B * T; ++i) tokens.push_back(i * 7 % 10);
        for (int i = 0; i < B; ++i) lengths.push_back(1 + i % T);
        SafeTensors input;
        input.put("tokens", {B, T}, tokens);
        input.put("lengths", {B}, lengths);
        writeSafeTensors(at("many.safetensors").toStdString(), input);
        succeeded(runProgram(
            {"inspect", at("run"), "--input", at("many.safetensors"), "--out", at("many-seen.safetensors")}));
        const SafeTensors file = readSafeTensors(at("many-seen.safetensors").toStdString());
        QCOMPARE(file.at("attention.0").shape, (std::vector<int64_t>{B, 1, T, T}));
        QCOMPARE(file.at("tokens").integers("tokens"), tokens);
        QCOMPARE(file.at("lengths").integers("lengths"), lengths);
        const std::vector<float>& weights = file.at("attention.0").floats("attention.0");
        // Nobody looks at what lies behind the end of a sequence; and one sequence is answered as when alone.
        for (size_t b = 0; b < B; ++b)
            for (size_t key = static_cast<size_t>(lengths[b]); key < T; ++key)
                QCOMPARE(weights[b * T * T + key], 0.F);
        const Ended alone =
            runProgram({"inspect", at("run"), "--tokens", "0 7 4 1 8 5 2", "--out", at("alone.safetensors")});
        QCOMPARE(alone.status, 0);
        QCOMPARE(lengths[6], 7);
        QString row;
        for (int t = 0; t < T; ++t) row += QString::number(tokens[6 * T + static_cast<size_t>(t)]) + " ";
        QCOMPARE(runProgram({"inspect", at("run"), "--tokens", row, "--out", at("alone.safetensors")}).status,
                 0);
        const SafeTensors one = readSafeTensors(at("alone.safetensors").toStdString());
        const std::vector<float>& expected = one.at("attention.0").floats("attention.0");
        for (size_t i = 0; i < expected.size(); ++i)
            QVERIFY(std::abs(weights[6 * T * T + i] - expected[i]) < 1e-5f);
    }

    void tensorsThatAreNoInputAreSaid() {
        SafeTensors input;
        input.put("tokens", {1, 4}, std::vector<int64_t>{0, 7, 6, 4});
        input.put("lengths", {1}, std::vector<int64_t>{4});
        const auto warningsWith = [&](const char* name) {
            if (*name) input.put(name, {1, 4}, std::vector<int64_t>{0, 0, 0, 0});
            writeSafeTensors(at("more.safetensors").toStdString(), input);
            const Ended ended = runProgram({"inspect", at("run"), "--input", at("more.safetensors"), "--out",
                                            at("more-seen.safetensors"), "--json"});
            if (ended.status != 0) qWarning().noquote() << ended.all();
            return ended.json()["warnings"].toArray();
        };
        QCOMPARE(warningsWith(""), QJsonArray());
        VERIFY_SAYS(warningsWith("labels")[0].toString(), QString("no input of this network: labels."));
    }

    void inspectReadsFeaturesWithLengths() {
        constexpr int B = 70, T = 5, D = 6;  // more than are looked at together
        RunConfig config =
            with(RunConfig(),
                 "network.input=features network.num_classes=3 network.model_dim=8 network.num_heads=2");
        config.network.inputDim = D;
        const std::vector<float> parameters = initialParameters(buildProgram(config.network, T), 4);
        SafeTensors network = parseSafeTensors(serialise(toSafeTensors(config, parameters)), "network");
        network.metadata.erase("run");  // no task of ours: a network by itself
        writeSafeTensors(at("features-net.safetensors").toStdString(), network);
        std::vector<float> features;
        std::vector<int64_t> lengths;
        for (int i = 0; i < B * T * D; ++i) features.push_back(static_cast<float>(i * 37 % 101) / 50 - 1);
        for (int b = 0; b < B; ++b) lengths.push_back(1 + b % T);
        SafeTensors input;
        input.put("features", {B, T, D}, features);
        input.put("lengths", {B}, lengths);
        writeSafeTensors(at("features.safetensors").toStdString(), input);
        succeeded(
            runProgram({"inspect", at("features-net.safetensors"), "--input", at("features.safetensors"),
                        "--explain", "relevance", "--out", at("features-seen.safetensors")}));
        const SafeTensors seen = readSafeTensors(at("features-seen.safetensors").toStdString());
        QCOMPARE(seen.at("logits").shape, (std::vector<int64_t>{B, T, 3}));
        QCOMPARE(seen.at("attention.0").shape, (std::vector<int64_t>{B, 2, T, T}));
        QCOMPARE(seen.at("relevance").shape, (std::vector<int64_t>{B, T, T}));
        QCOMPARE(seen.at("features").floats("features"), features);
        QCOMPARE(seen.at("features").shape, (std::vector<int64_t>{B, T, D}));
        QCOMPARE(seen.at("lengths").integers("lengths"), lengths);
        QCOMPARE(seen.metadata.at("axes.features"), std::string("batch,position,feature"));
        // The last sequence, by itself.
        Inspector inspector(config.network);
        inspector.setParameters(std::make_shared<const std::vector<float>>(parameters));
        const Inspection alone =
            inspector.inspect(setOf({features.end() - ptrdiff_t{T} * D, features.end()}, T));
        const std::vector<float>& logits = seen.at("logits").floats("logits");
        for (size_t i = 0; i < alone.logits.size(); ++i)
            QVERIFY(std::abs(logits[logits.size() - alone.logits.size() + i] - alone.logits[i]) < 1e-5F);
        const std::vector<float>& weights = seen.at("attention.0").floats("attention.0");
        for (size_t b = 0; b < B; ++b)
            for (size_t key = static_cast<size_t>(lengths[b]); key < T; ++key)
                QCOMPARE(weights[b * 2 * T * T + key], 0.F);
        features[7 * D] = NAN;
        input.put("features", {B, T, D}, features);
        writeSafeTensors(at("features.safetensors").toStdString(), input);
        refusedWith(runProgram({"inspect", at("features-net.safetensors"), "--input",
                                at("features.safetensors"), "--out", at("none.safetensors")}),
                    "in row 7");
        refusedWith(runProgram({"inspect", at("features-net.safetensors"), "--tokens", "1 2", "--out",
                                at("none.safetensors")}),
                    "reads features");
    }

    void inspectSample() {
        QCOMPARE(runProgram({"inspect", at("run"), "--sample", "99", "--out", at("s.safetensors")}).status,
                 0);
        const SafeTensors file = readSafeTensors(at("s.safetensors").toStdString());
        QCOMPARE(file.at("logits").shape, (std::vector<int64_t>{1, 16, 10}));
        std::vector<int64_t> reversed = file.at("tokens").integers("tokens");
        std::reverse(reversed.begin(), reversed.end());
        QCOMPARE(file.at("labels").integers("labels"), reversed);
        QCOMPARE(file.at("labels").shape, (std::vector<int64_t>{1, 16}));
        QCOMPARE(file.metadata.at("axes.labels"), std::string("batch,position"));
        QCOMPARE(file.metadata.at("sample"), std::string(R"({"split":"validation","number":99})"));
    }

    void inspectLooksIntoTheSmallestNetwork() {
        RunConfig config = with(RunConfig(), "data.num_categories=2 data.length=1");
        tieNetworkToData(config);
        config.network.modelDim = 2;
        config.network.dimFeedforward = 4;
        const QString path = at("tiny.safetensors");
        writeSafeTensors(path.toStdString(),
                         toSafeTensors(config, initialParameters(buildProgram(config.network, 1), 1)));
        succeeded(runProgram({"inspect", path, "--tokens", "1", "--out", at("tiny-seen.st")}));
        QCOMPARE(readSafeTensors(at("tiny-seen.st").toStdString()).at("logits").shape,
                 (std::vector<int64_t>{1, 1, 2}));
    }
};

TEST_CLASS(TestInspectCommand, QCoreApplication)
#include "test_inspect_command.moc"
