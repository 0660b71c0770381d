// A network as a file of our own: what is written opens again, and nothing else is written.
#include <QTemporaryDir>
#include <QtTest>
#include <memory>

#include "model/config/task.h"
#include "model/files/files.h"
#include "model/foreign/answer_layer.h"
#include "model/run/checkpoint.h"
#include "model/run/trainer.h"
#include "model/text/tokenizer_folder.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;

class TestCheckpoint : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void parametersOfAnotherNetworkAreNotWritten_data() {
        QTest::addColumn<int>("difference");
        QTest::newRow("one too few") << -1;
        QTest::newRow("one too many") << 1;
        QTest::newRow("none") << INT_MIN;
    }
    void parametersOfAnotherNetworkAreNotWritten() {
        QFETCH(int, difference);
        const RunConfig config;
        const int64_t count = buildProgram(config.network, 1).parameterCount();
        std::vector<float> parameters(static_cast<size_t>(std::max<int64_t>(count + difference, 0)));
        VERIFY_SAYS(thrownMessage([&] { (void)toSafeTensors(config, parameters); }),
                    QStringLiteral("The network has %1 parameters, but %2 were given.")
                        .arg(count)
                        .arg(parameters.size()));
        const std::vector<float> whole(static_cast<size_t>(count));
        TrainerStateView view;
        view.parameters = view.bestParameters = view.first = whole;
        view.second = parameters;
        VERIFY_SAYS(thrownMessage([&] { (void)toSafeTensors(config, view); }), "parameters, but");
    }

    void networksWithoutATaskOpenAgain_data() {
        const Rows<int, int> row("classes", "output");
        row("other classes than categories", 3, static_cast<int>(OutputKind::Positions));
        row("a single class", 1, static_cast<int>(OutputKind::Positions));
        row("pooled", 4, static_cast<int>(OutputKind::Pooled));
        row("set of tokens", 1, static_cast<int>(OutputKind::Set));
    }
    void networksWithoutATaskOpenAgain() {
        QFETCH(int, classes);
        QFETCH(int, output);
        const RunConfig config{.network = {.output = static_cast<OutputKind>(output), .numClasses = classes}};
        const std::vector<float> parameters = initialParameters(buildProgram(config.network, 1), 1);
        const std::string bytes = serialise(toSafeTensors(config, parameters));
        const Checkpoint opened = checkpointFrom(parseSafeTensors(bytes, "x"), "x");
        QVERIFY(opened.config.network == config.network);
        QCOMPARE(opened.parameters, parameters);
    }

    /// With the files that it was read from, so that the file needs no folder.
    void aTokenizerIsInTheFile() {
        const QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        writeFileAtomically(path + "/vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nÄpfel\n##chen\n");
        writeFileAtomically(path + "/tokenizer_config.json", R"({"do_lower_case": false})");
        DataNames names;
        names.vocabulary = Vocabulary(std::make_shared<const Tokenizer>(openTokenizer(path)));
        names.classes = {"good", "bad"};
        names.isPublished = true;
        const RunConfig config =
            with(RunConfig(), "network.input_dim=7 network.output=pooled network.num_classes=2");
        const std::vector<float> parameters = initialParameters(buildProgram(config.network, 1), 1);
        SafeTensorsView file = toSafeTensors(config, parameters, names);
        const DataNames opened = checkpointFrom(parseSafeTensors(serialise(file), "x"), "x").names;
        QVERIFY(opened.isPublished && opened.classes == names.classes);
        QVERIFY(opened.vocabulary.tokenizer());
        for (const char* text : {"Äpfelchen", "äpfel [MASK]", ""})
            QCOMPARE(opened.vocabulary.idsOf(text, 9), names.vocabulary.idsOf(text, 9));
        for (const char* damaged : {"[]", "{\"vocab.txt\": 1}", "{}", "{", "{\"vocab.txt\": \"a\"}"}) {
            file.metadata["tokenizer"] = damaged;
            VERIFY_SAYS(
                thrownMessage([&] { (void)checkpointFrom(parseSafeTensors(serialise(file), "x"), "x"); }),
                "metadata \"tokenizer\"");
        }
        file.metadata.erase("tokenizer");
        file.metadata["answers"] = "sentence";
        QVERIFY(checkpointFrom(parseSafeTensors(serialise(file), "x"), "x").answers == AnswerLayer::Sentence);
        file.metadata["answers"] = "other";
        VERIFY_SAYS(thrownMessage([&] { (void)checkpointFrom(parseSafeTensors(serialise(file), "x"), "x"); }),
                    "metadata \"answers\"");
    }

    void assumptionsStayUntilConfirmed() {
        const RunConfig config;
        const std::vector<float> parameters = initialParameters(buildProgram(config.network, 1), 1);
        SafeTensorsView file = toSafeTensors(config, parameters);
        const std::vector<UncertainKey> assumed{{"network.num_heads", "1", "x"},
                                                {"network.layer_norm_eps", "1e-5", "x"},
                                                {"network.positional_encoding", "true", "x"},
                                                {"data.rule", "reverse", "x"}};
        const std::string json = assumedJson(assumed);
        QCOMPARE(QByteArray::fromStdString(json),
                 QByteArray(R"({"network.num_heads":1,"network.layer_norm_eps":1e-05,)"
                            R"("network.positional_encoding":true,"data.rule":"reverse"})"));
        QVERIFY(checkpointFrom(parseSafeTensors(serialise(file), "x"), "x").uncertain.empty());
        file.metadata[assumedMetadata] = json;
        const Checkpoint opened = checkpointFrom(parseSafeTensors(serialise(file), "x"), "x");
        QCOMPARE(opened.uncertain.size(), assumed.size());
        for (size_t i = 0; i < assumed.size(); ++i) QCOMPARE(opened.uncertain[i].path, assumed[i].path);
        QCOMPARE(assumedJson(opened.uncertain), json);
    }

    void metadataThatContradictAreRefused() {
        RunConfig config, other;
        other.network.numHeads = 2;
        const std::vector<float> parameters = initialParameters(buildProgram(config.network, 1), 1);
        const SafeTensorsView whole = toSafeTensors(config, parameters);
        const auto says = [&](const char* key, const std::string& value) {
            SafeTensorsView file = whole;
            file.metadata[key] = value;
            return thrownMessage([&] { (void)checkpointFrom(parseSafeTensors(serialise(file), "x"), "x"); });
        };
        QVERIFY(whole.metadata.contains("run"));
        (void)checkpointFrom(parseSafeTensors(serialise(whole), "x"), "x");
        VERIFY_SAYS(says("config", toJson(other.network)), "x: its metadata contradict each other");
        VERIFY_SAYS(says("run", toJson(other)), "the network of \"config\" is another one");
        VERIFY_SAYS(says(assumedMetadata, R"({"network.num_heads":2})"),
                    "\"assumed\" says network.num_heads=2");
        VERIFY_SAYS(says("vocabulary", "a\nb\nc\nd\ne\nf\ng\nh\ni\n"), "the vocabulary has 11 words");
    }

    void damagedAssumptionsAreRefused_data() {
        const Rows<QByteArray, QString> row("json", "piece");
        row("no JSON", "{", "x: metadata \"assumed\": not valid JSON");
        row("a list", "[1]", "expected an object");
        row("no key", QByteArray(R"({"network.num_head":1})"), "did you mean network.num_heads?");
        row("no value", QByteArray(R"({"network.num_heads":"two"})"), "network.num_heads");
        row("deep", QByteArray(R"({"a":)" + QByteArray(100'000, '[')), "nested deeper");
    }
    void damagedAssumptionsAreRefused() {
        QFETCH(QByteArray, json);
        QFETCH(QString, piece);
        VERIFY_SAYS(thrownMessage([&] { (void)assumedFrom(json.toStdString(), "x"); }), piece);
    }

    void headsShareTheQueriesOfTheFile() {
        RunConfig stored = with(RunConfig(), "network.model_dim=6 network.num_heads=1");
        stored.network.keyDim = 8;  // of a file whose queries are wider than the network
        RunConfig changed = with(stored, "network.num_heads=4");
        followAnswers(stored, changed);
        QCOMPARE(changed.network.keyDim, 2);
        changed = stored;
        changed.network.numHeads = 3;
        VERIFY_SAYS(thrownMessage([&] { followAnswers(stored, changed); }), "use 1, 2, 4 or 8 heads");
        stored.network.keyDim = 0;
        changed = stored;
        changed.network.numHeads = 2;
        followAnswers(stored, changed);
        QCOMPARE(changed.network.keyDim, 0);
    }

    void theTaskFollowsTheOutput() {
        RunConfig stored;  // as a file opens of which nothing but its tensors is known
        stored.network.output = OutputKind::Pooled;
        stored.network.inputDim = 12;
        stored.network.linearOutput = true;
        takeTask(stored);
        QCOMPARE(stored.data.task, TaskKind::Text);
        QCOMPARE(stored.data.vocabulary, 12);
        RunConfig changed = with(stored, "network.output=positions");
        followAnswers(stored, changed);
        QCOMPARE(changed.data.task, TaskKind::Sequences);
        QCOMPARE(changed.data.numCategories, 12);
        QCOMPARE(changed.data.length, DataConfig().length);
        QCOMPARE(changed.network.input, InputKind::Tokens);
        changed = stored;
        changed.network.output = OutputKind::Positions;
        changed.data.length = 9;
        followAnswers(stored, changed);
        QCOMPARE(changed.data.length, 9);
        changed = stored;
        changed.network.output = OutputKind::Set;
        followAnswers(stored, changed);
        QCOMPARE(changed.data.task, TaskKind::Sets);
        QCOMPARE(changed.network.input, InputKind::Features);
        changed = stored;
        followAnswers(stored, changed);
        QCOMPARE(changed, stored);
    }
};

TEST_CLASS(TestCheckpoint, NoApplication)
#include "test_checkpoint.moc"
