// Configuration: JSON both ways, --set, what is refused and in which words.
#include <QtTest>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "model/config/keys.h"
#include "model/config/presets.h"
#include "model/config/task.h"
#include "model/files/encoding.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

namespace test_config {

/// All values differ from the defaults, and fit together.
RunConfig unusualConfig() {
    RunConfig config;
    config.preset = "mine \"ä\"";
    config.network = {.inputDim = 12,
                      .modelDim = 48,
                      .numClasses = 12,
                      .numHeads = 5,
                      .kvHeads = 1,
                      .keyDim = 7,
                      .numLayers = 2,
                      .dimFeedforward = 100,
                      .activation = Activation::GeluTanh,
                      .norm = NormKind::Rms,
                      .normFirst = true,
                      .finalNorm = FinalNorm::False,
                      .embeddingNorm = true,
                      .causal = true,
                      .bias = false,
                      .dropout = 0.1,
                      .inputDropout = 0.05,
                      .pooling = PoolingKind::Last,
                      .pooler = Pooler::Relu,
                      .poolerDim = 24,
                      .positions = Positions::Learned,
                      .rotaryBase = 500,
                      .maxPositions = 24,
                      .embeddingTable = true,
                      .unknownToken = 3,
                      .tokenTypes = 2,
                      .linearOutput = true,
                      .tiedOutput = true,
                      .outputTransform = true,
                      .maskPadding = false,
                      .initialisation = Initialisation::Keras,
                      .layerNormEps = 1e-6};
    config.data = {.rule = LabelRule::Csv,
                   .numCategories = 12,
                   .length = 20,
                   .rotateBy = 3,
                   .trainSize = 5000,
                   .validationSize = 100,
                   .testSize = 200,
                   .validationShare = 0.25,
                   .testShare = 0.125,
                   .earlierSplit = true,
                   .seed = ~uint64_t{0},
                   .csvPath = "a;b.csv",
                   .path = {},
                   .extractor = {},
                   .setSize = 6,
                   .shufflePlace = true,
                   .vocabulary = 500,
                   .textColumn = "title+body",
                   .classColumn = "3",
                   .header = HeaderLine::False,
                   .separator = "bar",
                   .encoding = Encoding::Windows1252,
                   .skipBadLines = true,
                   .tokens = PairTokens::Characters};
    config.training.optimiser = Optimiser::AdamW;
    config.training.learningRate = 0.1 + 0.2;  // has no short decimal form
    config.training.beta1 = 0.8;
    config.training.beta2 = 0.99;
    config.training.epsilon = 1e-7;
    config.training.weightDecay = 0.02;
    config.training.labelSmoothing = 0.125;
    config.training.schedule = Schedule::WarmupCosineDecay;
    config.training.warmup = 7;
    config.training.clipNorm = 0;
    config.training.batchSize = 32;
    config.training.fullBatch = true;
    config.training.epochs = 3;
    config.training.maxSteps = 11;
    config.training.targetAccuracy = 0.75;
    config.training.patience = 2;
    config.training.snapshots = 12;
    config.training.snapshotEvery = 7;
    config.training.snapshotMegabytes = 3;
    config.training.checkpointSeconds = 1.5;
    config.training.startFrom = "runs/before";
    config.training.frozenLayers = 2;
    config.seed = 1'234'567'890'123'456'789u;
    config.device = "vulkan:1";
    config.threads = 2;
    return config;
}

QString text(const std::string& s) { return QString::fromStdString(s); }
QString readingSays(const QByteArray& json) {
    return thrownMessage([&] { (void)runConfigFromJson(json.toStdString(), "run.json"); });
}

class TestConfig : public QObject {
    Q_OBJECT
private slots:
    void everyTaskBeginsWithAPresetOfItsOwn() {
        for (const KeyInfo& key : runConfigKeys())
            if (key.path == "data.task") QCOMPARE(key.choices.size(), taskTable.size());
        for (const TaskInfo& info : taskTable) {
            const RunConfig config = presetByName(info.preset);
            QVERIFY(config.data.task == info.task);
            QVERIFY(config.network.input == info.reads && config.network.output == info.answers);
            QVERIFY(config.data.path.empty());
        }
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(infoOf(static_cast<TaskKind>(99))), Error);
    }
    void jsonRoundTrip() {
        const RunConfig config = unusualConfig();
        QVERIFY(runConfigFromJson(toJson(config), "x") == config);
        QVERIFY(networkConfigFromJson(toJson(config.network), "x") == config.network);
        QVERIFY(runConfigFromJson(toJson(RunConfig{}), "x", config) ==
                RunConfig{});  // nothing of the base is left
    }
    void jsonHasThisShape() {
        const auto json = nlohmann::ordered_json::parse(toJson(unusualConfig()));
        const auto keysOf = [](const auto& object) {
            QStringList keys;
            for (const auto& item : object.items()) keys << text(item.key());
            return keys.join(' ');
        };
        QCOMPARE(keysOf(json), "preset network data training seed device threads");
        QCOMPARE(keysOf(json["network"]),
                 "input output input_dim model_dim num_classes num_heads kv_heads key_dim num_layers "
                 "dim_feedforward "
                 "activation norm norm_first final_norm embedding_norm causal bias dropout input_dropout "
                 "pool_dropout pooling pooler pooler_dim class_token positions rotary_base max_positions "
                 "embedding_table "
                 "token_types unknown_token linear_output tied_output output_transform mask_padding "
                 "initialisation "
                 "layer_norm_eps");
        QCOMPARE(keysOf(json["data"]),
                 "task rule num_categories length rotate_by mask_share train_size validation_size test_size "
                 "validation_share "
                 "test_share earlier_split seed csv_path path extractor set_size shuffle_place test_draws "
                 "picture_size patch_size channels pixel_mean pixel_deviation "
                 "vocabulary text_column class_column header separator encoding skip_bad_lines tokens");
        QCOMPARE(keysOf(json["training"]),
                 "optimiser learning_rate beta1 beta2 rho epsilon weight_decay label_smoothing schedule "
                 "warmup clip_norm "
                 "batch_size full_batch "
                 "epochs max_steps target_accuracy patience snapshots snapshot_every snapshot_megabytes "
                 "checkpoint_seconds start_from frozen_layers");
        QVERIFY(json["training"]["schedule"] == "warmup_cosine_decay");
        QVERIFY(json["data"]["rule"] == "csv");
        QVERIFY(json["network"]["positions"] == "learned");
        QVERIFY(text(toJson(NetworkConfig{})).startsWith("{\n  \"input\": \"tokens\",\n"));
    }
    void missingKeysKeepTheBase() {
        const RunConfig base = unusualConfig();
        RunConfig expected = base;
        expected.training.epochs = 5;
        QVERIFY(runConfigFromJson(R"({"training": {"epochs": 5}})", "x", base) == expected);
        QVERIFY(runConfigFromJson("{}", "x", base) == base);
    }
    void storedConfigurationsOfEarlierVersionsOpen() {
        // They let files stand that nothing read.
        const char* json =
            R"({"data": {"rule": "copy", "csv_path": "pairs.csv", "path": "texts", "extractor": "n.onnx"}})";
        VERIFY_SAYS(readingSays(json), "data.csv_path");
        const RunConfig config = storedRunConfig(json, "run.json");
        QVERIFY(config.data.rule == LabelRule::Copy && check(config).empty());
        QVERIFY(storedRunConfig(toJson(unusualConfig()), "x") == unusualConfig());
        // They had no shares: what they dealt from files stays as it was.
        const char* pairs = R"({"data": {"rule": "csv", "csv_path": "pairs.csv", "validation_size": 1000}})";
        QVERIFY(storedRunConfig(pairs, "x").data.earlierSplit);
        QVERIFY(storedRunConfig(R"({"data": {"task": "text", "path": "texts"}})", "x").data.earlierSplit);
        QVERIFY(!storedRunConfig(R"({"data": {"validation_size": 500}})", "x").data.earlierSplit);
        QVERIFY(!runConfigFromJson(pairs, "x").data.earlierSplit);
    }
    void sizesThatAreNamedCount() {
        const auto shares = [](const char* json) {
            const DataConfig data = runConfigFromJson(json, "x").data;
            return std::pair(data.validationShare, data.testShare);
        };
        QCOMPARE(shares(R"({})"), std::pair(0.1, 0.1));
        QCOMPARE(shares(R"({"data": {"validation_size": 50}})"), std::pair(0.0, 0.1));
        QCOMPARE(shares(R"({"data": {"test_size": 50}})"), std::pair(0.1, 0.0));
        QCOMPARE(shares(R"({"data": {"test_size": 50, "test_share": 0.2}})"), std::pair(0.1, 0.2));
    }
    void networkFollowsTheDataUnlessNamed() {
        const RunConfig config = runConfigFromJson(R"({"data": {"num_categories": 5}})", "x");
        QCOMPARE(config.network.inputDim, 5);
        QCOMPARE(config.network.numClasses, 5);
        VERIFY_SAYS(readingSays(R"({"data": {"num_categories": 5}, "network": {"input_dim": 10}})"),
                    "run.json: network.input_dim: each category of the data is one input; expected 5 "
                    "(data.num_categories), found 10");
    }
    void taskDecidesWhatTheNetworkReadsAndAnswers() {
        const RunConfig sets = runConfigFromJson(R"({"data": {"task": "sets"}})", "x");
        QVERIFY(sets.network.input == InputKind::Features && sets.network.output == OutputKind::Set);
        QCOMPARE(sets.network.numClasses, 1);
        const RunConfig text =
            runConfigFromJson(R"({"data": {"task": "text"}, "network": {"num_classes": 1}})", "x");
        QVERIFY(text.network.input == InputKind::Tokens && text.network.output == OutputKind::Pooled);
        QCOMPARE(text.network.inputDim, 20000);
        QCOMPARE(text.network.numClasses, 1);
        RunConfig edited = text;
        edited.data.task = TaskKind::Sequences;
        tieNetworkToData(edited);
        QVERIFY(edited.network.output == OutputKind::Positions);
        QCOMPARE(edited.network.numClasses, 10);
    }
    void wholeNumbersMayStandForNumbers() {
        QCOMPARE(runConfigFromJson(R"({"training": {"clip_norm": 2}})", "x").training.clipNorm, 2.0);
    }

    void badJson_data() {
        const Rows<QByteArray, QString> row("json", "piece");
        const auto network = [&](const char* name, const QByteArray& inner, const char* piece) {
            row(name, "{\"network\": {" + inner + "}}", piece);
        };
        const auto training = [&](const char* name, const QByteArray& inner, const char* piece) {
            row(name, "{\"training\": {" + inner + "}}", piece);
        };
        row("empty", "", "run.json: not valid JSON: parse error at line 1, column 1");
        row("cut off", "{\"seed\": ", "run.json: not valid JSON: parse error");
        row("trailing comma", "{\"seed\": 1,}", "run.json: not valid JSON");
        row("two values", "{} {}", "run.json: not valid JSON");
        row("comment", "{} // no", "run.json: not valid JSON");
        row("not UTF-8", "{\"preset\": \"\xff\"}", "run.json: not valid JSON");
        row("binary", QByteArray("\0\1\2", 3), "run.json: not valid JSON");
        row("a zero byte and more", QByteArray("{}\0{", 4), "run.json: not valid JSON: it holds a zero byte");
        row("nan", "{\"training\": {\"epsilon\": NaN}}", "run.json: not valid JSON");
        row("beyond double", "{\"training\": {\"epsilon\": 1e999}}", "run.json: not valid JSON");
        row("a list", "[1]", "run.json: expected an object, found a list");
        row("a number", "3", "run.json: expected an object, found 3");
        row("null", "null", "run.json: expected an object, found null");
        row("a section that is a number", "{\"data\": 3}", "run.json: data: expected an object, found 3");
        row("a section that is null", "{\"network\": null}",
            "run.json: network: expected an object, found null");
        row("a section that is a list", "{\"training\": []}",
            "run.json: training: expected an object, found a list");
        row("repeated key", "{\"seed\": 1, \"seed\": 2}",
            "run.json: the key \"seed\" stands twice in one object");
        row("repeated section", "{\"data\": {}, \"data\": {}}", "the key \"data\" stands twice");
        row("deep", QByteArray(100'000, '['), "nested deeper than any configuration");
        row("deep objects", QByteArray("{\"a\":").repeated(100'000), "nested deeper than any configuration");

        network("word for a number", "\"num_heads\": \"four\"",
                "run.json: network.num_heads: expected a whole number from 1 to 64, found \"four\"");
        network("digits in quotes", "\"num_heads\": \"4\"",
                "expected a whole number from 1 to 64, found \"4\"");
        network("fraction for a whole number", "\"num_heads\": 1.5", "from 1 to 64, found 1.5");
        network("4.0 is not written as whole", "\"num_heads\": 4.0", "from 1 to 64, found 4.0");
        network("zero heads", "\"num_heads\": 0",
                "network.num_heads: expected a whole number from 1 to 64, found 0");
        network("negative", "\"num_layers\": -1",
                "network.num_layers: expected a whole number from 1 to 64, found -1");
        network("65 layers", "\"num_layers\": 65", "found 65");
        network("beyond 32 bits", "\"model_dim\": 4294967328", "from 1 to 4096, found 4294967328");
        network("beyond 64 bits", "\"model_dim\": 99999999999999999999", "from 1 to 4096, found 1e+20");
        network("dropout of one", "\"dropout\": 1",
                "network.dropout: expected a number from 0 to 0.95, found 1");
        network("negative dropout", "\"input_dropout\": -0.1", "network.input_dropout: expected a number");
        network("epsilon zero", "\"layer_norm_eps\": 0", "expected a number from 1e-12 to 1, found 0");
        network("number for a truth", "\"positional_encoding\": 1",
                "network.positional_encoding: expected true or false, found 1");
        network("null", "\"num_heads\": null", "found null");
        network("list", "\"num_heads\": [1, 2]", "found a list");
        network("object", "\"num_heads\": {}", "found an object");
        network("unknown kind", "\"input\": \"images\"",
                "network.input: expected one of tokens, features, found \"images\"");
        training(
            "unknown optimiser", "\"optimiser\": \"adagrad\"",
            "training.optimiser: expected one of adam, adamw, rmsprop, rmsprop_keras3, adam_l2, sgd, found "
            "\"adagrad\"");
        training("capitals", "\"optimiser\": \"Adam\"", "found \"Adam\"");
        training("number for a choice", "\"schedule\": 1",
                 "training.schedule: expected one of constant, cosine_warmup, warmup_cosine_decay, "
                 "linear_warmup, found 1");
        training("negative warm-up", "\"warmup\": -1",
                 "training.warmup: expected a whole number from 0 to 1000000");
        training("no batch", "\"batch_size\": 0", "training.batch_size: expected a whole number from 1");
        training("negative epochs", "\"epochs\": -1",
                 "training.epochs: expected a whole number from 0 to 100000, found -1");
        training("target of 99", "\"target_accuracy\": 99",
                 "training.target_accuracy: expected a number from 0 to 1");
        training("negative rate", "\"learning_rate\": -1e-3", "from 0 to 10, found -0.001");
        training("long text", "\"learning_rate\": \"" + QByteArray(1000, 'x') + "\"", "xxx...");
        row("negative seed", "{\"seed\": -1}",
            "run.json: seed: expected a whole number from 0 to 18446744073709551615, found -1");
        row("seed beyond 64 bits", "{\"seed\": 18446744073709551616}", "found 1.8446744073709552e+19");
        row("device", "{\"device\": \"cuda\"}",
            "run.json: device: expected auto, cpu, vulkan or vulkan:N, found \"cuda\"");
        row("device without number", "{\"device\": \"vulkan:\"}", "found \"vulkan:\"");
        row("device number", "{\"device\": \"vulkan:1x\"}", "found \"vulkan:1x\"");
        row("number for a text", "{\"data\": {\"csv_path\": 3}}", "data.csv_path: expected a text, found 3");
        row("unknown rule", "{\"data\": {\"rule\": \"shuffle\"}}",
            "data.rule: expected one of reverse, copy, sort, rotate, csv, addition_mod, induction, recall, "
            "brackets, parity, first_unique, histogram, palindrome, sum, found \"shuffle\"");

        training("American spelling", "\"optimizer\": \"adam\"",
                 "run.json: training.optimizer: not a key of this version; did you mean training.optimiser?");
        network("one letter off", "\"num_head\": 1", "did you mean network.num_heads?");
        row("wrong section", "{\"network\": {\"batch_size\": 1}}",
            "run.json: network.batch_size: not a key of this version; did you mean training.batch_size?");
        row("no section", "{\"epochs\": 1}",
            "run.json: epochs: not a key of this version; did you mean training.epochs?");
        row("nothing near", "{\"colour\": 1}", "run.json: colour: not a key of this version");
        row("camel case", "{\"network\": {\"numHeads\": 1}}", "did you mean network.num_heads?");
        row("endless key", "{\"" + QByteArray(100'000, 'k') + "\": 1}", "kkk...: not a key of this version");

        network("heads and width", "\"num_heads\": 3",
                "run.json: network.num_heads: 3 heads do not divide the width of 32 (model_dim) evenly; use "
                "1, 2, 4, "
                "8, 16 or 32 heads, or a width that is a multiple of 3");
        network(
            "classes", "\"num_classes\": 9",
            "network.num_classes: each category of the data is one class; expected 10 (data.num_categories), "
            "found 9");
        network("features", "\"input\": \"features\"",
                "network.input: the task sequences needs tokens, found features");
        network("pooled", "\"output\": \"pooled\"",
                "network.output: the task sequences needs positions, found pooled");
        row("classes of a set", R"({"data": {"task": "sets"}, "network": {"num_classes": 2}})",
            "network.num_classes: each member of a set has one logit; expected 1, found 2");
        row("vocabulary", R"({"data": {"task": "text", "vocabulary": 50}, "network": {"input_dim": 51}})",
            "network.input_dim: each category of the data is one input; expected 50 (data.vocabulary), "
            "found 51");
        row("batch and data", "{\"data\": {\"train_size\": 100}}",
            "training.batch_size: a batch of 128 is larger than the training set of 100 (data.train_size)");
        row("csv without file", "{\"data\": {\"rule\": \"csv\"}}",
            "data.csv_path: the rule csv needs a file of pairs");
        row("pairs that no rule reads", R"({"data": {"csv_path": "pairs.csv"}})",
            "data.csv_path: pairs.csv is read by the rule csv (data.rule=csv) of the task sequences alone, "
            "found "
            "the rule reverse");
        row("pairs beside texts", R"({"data": {"task": "text", "rule": "csv", "csv_path": "pairs.csv"}})",
            "data.csv_path: pairs.csv is read by the rule csv (data.rule=csv) of the task sequences alone, "
            "found "
            "the task text");
        row("texts that sequences do not read", R"({"data": {"path": "texts.csv"}})",
            "data.path: texts.csv is read by the tasks sets, text, language and pictures alone, found the "
            "rule "
            "reverse");
        row("network that texts do not read", R"({"data": {"task": "text", "extractor": "n.onnx"}})",
            "data.extractor: n.onnx is read by the task sets alone, found the task text");
        row("shares that leave nothing",
            R"({"data": {"rule": "csv", "csv_path": "x", "validation_share": 0.5, "test_share": 0.5}})",
            "data.test_share: validation and test take all of the rows");
        row("more data than memory", "{\"data\": {\"train_size\": 10000000, \"length\": 4096}}",
            "data.train_size: the three tables would take 305 GiB of memory, and 16 GiB are the limit");
        row("more texts than memory",
            R"({"data": {"task": "text", "train_size": 10000000, "length": 4096}, "network": {"input_dim": 20000}})",
            "data.train_size: the three tables would take 152 GiB of memory");
        row("more images than memory", R"({"data": {"task": "sets", "train_size": 10000000}})",
            "GiB are the limit; use fewer images");
        training("no step left to decay",
                 "\"schedule\": \"warmup_cosine_decay\", \"warmup\": 390, \"epochs\": 1",
                 "training.warmup: a warm-up of 390 steps leaves none for the decay: the run has 390 steps");
    }
    void badJson() {
        QFETCH(QByteArray, json);
        QFETCH(QString, piece);
        const QString message = readingSays(json);
        VERIFY_SAYS(message, piece);
        for (const QString& line : message.split('\n'))
            QVERIFY2(line.startsWith("run.json: "), qPrintable(line));
        QVERIFY2(message.size() < 1000, qPrintable(message));
    }

    void allProblemsAreNamed() {
        const QString message =
            readingSays(R"({"sead": 1, "network": {"num_heads": 0, "dropout": 2}, "device": "x"})");
        QCOMPARE(message.split('\n').size(), 4);
        VERIFY_SAYS(message, "did you mean seed?");
        VERIFY_SAYS(message, "network.dropout");
        VERIFY_SAYS(message, "device");
    }
    void manyProblemsAreCut() {
        QByteArray json = "{";
        for (int i = 0; i < 1000; ++i) json += "\"unknown" + QByteArray::number(i) + "\": 1,";
        const QString message = readingSays(json + "\"seed\": 1}");
        QCOMPARE(message.split('\n').size(), 21);
        VERIFY_SAYS(message, "run.json: ... and 980 more problems");
    }
    void endlessKeysAreRefusedAtOnce() {
        QByteArray json = "{";
        for (int i = 0; i <= 10'000; ++i) json += "\"k" + QByteArray::number(i) + "\":1,";
        VERIFY_SAYS(readingSays(json + "what follows is not read"), "more keys than any configuration");
    }
    void networkJsonNamesItsOwnKeys() {
        const auto says = [](const char* json) {
            return thrownMessage([&] { (void)networkConfigFromJson(json, "a.safetensors: config"); });
        };
        VERIFY_SAYS(says(R"({"num_heads": 5})"), "a.safetensors: config: num_heads: 5 heads do not divide");
        VERIFY_SAYS(says(R"({"numheads": 5})"), "did you mean num_heads?");
        VERIFY_SAYS(says("[]"), "a.safetensors: config: expected an object, found a list");
        QCOMPARE(networkConfigFromJson(R"({"input": "features", "num_classes": 1})", "x").numClasses, 1);
    }

    void everyKeyCanBeSet() {
        // From the defaults to the unusual configuration by assignments alone.
        RunConfig unusual = unusualConfig();
        unusual.data.path = "images.tar.gz";
        unusual.data.extractor = "pixels";
        const auto json = nlohmann::json::parse(toJson(unusual));
        RunConfig config;
        for (const KeyInfo& key : runConfigKeys()) {
            if (key.path == "preset") continue;
            const QString pointer = "/" + text(key.path).replace('.', '/');
            const auto& value = json[nlohmann::json::json_pointer(pointer.toStdString())];
            setByPath(config, key.path + "=" + (value.is_string() ? value.get<std::string>() : value.dump()));
        }
        config.preset = unusual.preset;
        QCOMPARE(text(toJson(config)), text(toJson(unusual)));
    }
    void settingForgivesBlanksAndShortNumbers() {
        RunConfig config;
        setByPath(config, " network.num_heads = 4 ");
        setByPath(config, "training.learning_rate=.5");
        setByPath(config, "data.csv_path=a=b c.csv");
        QCOMPARE(config.network.numHeads, 4);
        QCOMPARE(config.training.learningRate, 0.5);
        QCOMPARE(text(config.data.csvPath), "a=b c.csv");
        setByPath(config, "data.csv_path=");
        QVERIFY(config.data.csvPath.empty());
    }
    void settingLeavesCombinationsAlone() {
        RunConfig config;
        setByPath(config, "network.num_heads=3");
        setByPath(config, "network.model_dim=33");
        QVERIFY(check(config).empty());
    }

    void badAssignments_data() {
        const Rows<QString> row("piece");
        row("network.num_heads", "\"network.num_heads\": expected KEY=VALUE, as in network.num_heads=4");
        row("", "expected KEY=VALUE");
        row("=4", "not a key");
        row("network.num_heads=", "network.num_heads: expected a whole number from 1 to 64, found \"\"");
        row("network.num_heads=four", "found \"four\"");
        row("network.num_heads=4x", "found \"4x\"");
        row("network.num_heads=4.0", "found \"4.0\"");
        row("network.num_heads=65", "found 65");
        row("network.num_heads=99999999999999999999", "found \"99999999999999999999\"");
        row("training.learning_rate=nan",
            "training.learning_rate: expected a number from 0 to 10, found nan");
        row("training.learning_rate=inf", "found inf");
        row("training.learning_rate=-inf", "found -inf");
        row("training.learning_rate=1e999", "found \"1e999\"");
        row("training.learning_rate=0,5", "found \"0,5\"");
        row("network.positional_encoding=yes", "expected true or false, found \"yes\"");
        row("training.optimiser=adagrad",
            "expected one of adam, adamw, rmsprop, rmsprop_keras3, adam_l2, sgd, found \"adagrad\"");
        row("device=gpu", "device: expected auto, cpu, vulkan or vulkan:N, found \"gpu\"");
        row("seed=-1", "seed: expected a whole number from 0 to 18446744073709551615, found \"-1\"");
        row("training.optimizer=adam", "training.optimizer: not a key; did you mean training.optimiser?");
        row("num_heads=4", "num_heads: not a key; did you mean network.num_heads?");
        row("network=4", "network: not a key");
        row("network.heads.number=4",
            "not a key; keys are seed, device, threads, and those of network, data and");
        row("preset=reverse", "preset: only names where a configuration came from");
    }
    void badAssignments() {
        QFETCH(QString, piece);
        RunConfig config = unusualConfig();
        VERIFY_SAYS(thrownMessage([&] { setByPath(config, QTest::currentDataTag()); }), piece);
        QVERIFY(config == unusualConfig());
    }

    void checkRefusesWhatNoTextCanSay() {
        RunConfig config;
        config.training.learningRate = std::numeric_limits<double>::quiet_NaN();
        config.training.clipNorm = std::numeric_limits<double>::infinity();
        config.network.numHeads = 0;
        config.network.modelDim = 0;
        config.training.optimiser = static_cast<Optimiser>(7);
        const auto problems = check(config);
        QStringList keys;
        for (const auto& problem : problems) keys << text(problem.key);
        QCOMPARE(keys.join(' '),
                 "network.model_dim network.num_heads training.optimiser training.learning_rate "
                 "training.clip_norm");
        QCOMPARE(text(problems[3].message), "expected a number from 0 to 10, found nan");
    }
    void requireValidNamesAll() {
        RunConfig config;
        requireValid(config);
        requireValid(config.network);
        config.network.numHeads = 5;
        config.data.numCategories = 4;
        const QString message = thrownMessage([&] { requireValid(config); });
        QCOMPARE(message.split('\n').size(), 3);
        VERIFY_SAYS(message, "network.num_heads: 5 heads do not divide");
        VERIFY_SAYS(message, "\nnetwork.input_dim: ");
        VERIFY_SAYS(thrownMessage([&] { requireValid(config.network); }), "num_heads: 5 heads");
        tieNetworkToData(config);
        QCOMPARE(check(config).size(), size_t{1});
    }
    void tieLeavesTheWidthOfFeaturesAlone() {
        RunConfig config;
        config.data.task = TaskKind::Sets, config.data.numCategories = 4;
        tieNetworkToData(config);
        QCOMPARE(config.network.inputDim, 10);
    }

    void keysTeach() {
        const auto json = nlohmann::json::parse(toJson(RunConfig{}));
        size_t leaves = 0;
        for (const auto& item : json.items()) leaves += item.value().is_object() ? item.value().size() : 1;
        QCOMPARE(runConfigKeys().size(), leaves);
        for (const KeyInfo& key : runConfigKeys()) {
            const QString help = text(key.help);
            QVERIFY2(help.size() > 30 && help.size() < 130 && help.endsWith('.'), qPrintable(help));
            QVERIFY2(key.minimum <= key.maximum, key.path.c_str());
            if (key.path == "training.schedule") QCOMPARE(key.choices.size(), size_t{4});
        }
    }
    void limitsAreAllowedAndNothingBeyond() {
        for (const KeyInfo& key : runConfigKeys()) {
            if (key.maximum == 0) continue;
            RunConfig config;
            const auto set = [&](double value) {
                setByPath(config, key.path + "=" + QByteArray::number(value, 'g', 17).toStdString());
            };
            set(key.minimum);
            set(key.maximum);
            VERIFY_SAYS(thrownMessage([&] { set(key.maximum + 1); }), text(key.path));
            VERIFY_SAYS(thrownMessage([&] { set(key.minimum - 1); }), text(key.path));
        }
    }

    void aKeyKnowsWhereItsValueIs() {
        RunConfig config;
        for (const KeyInfo& key : runConfigKeys()) {
            if (key.path == "preset") continue;
            QVERIFY2(!key.choices.empty() || key.form.choices.empty(), key.path.c_str());
            const KeyPlace place = key.place(config);
            if (const auto* number = std::get_if<int*>(&place)) {
                setByPath(config, key.path + "=" + std::to_string(static_cast<int>(key.maximum)));
                QCOMPARE(**number, static_cast<int>(key.maximum));
            } else if (const auto* real = std::get_if<double*>(&place)) {
                **real = key.maximum;
                QVERIFY(toJson(config) != toJson(RunConfig()));
            } else if (const auto* choice = std::get_if<ChoicePlace>(&place)) {
                setByPath(config, key.path + "=" + key.choices.back());
                QCOMPARE(choice->get(), static_cast<int>(key.choices.size()) - 1);
                choice->set(0);
                setByPath(config, key.path + "=" + key.choices.front());
                QCOMPARE(choice->get(), 0);
            }
        }
        QCOMPARE(keyInfo("network.model_dim").form.label, "model dimension");
        VERIFY_SAYS(thrownMessage([] { (void)keyInfo("network.hats"); }), "network.hats");
    }
};

TEST_CLASS(TestConfig, NoApplication)

}  // namespace test_config
#include "test_config.moc"
