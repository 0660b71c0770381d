// The presets, and what the choices of a network allow.
#include <QtTest>
#include <nlohmann/json.hpp>

#include "model/config/architecture.h"
#include "model/config/keys.h"
#include "model/config/presets.h"
#include "model/config/settings.h"
#include "model/network/program.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

class TestPresets : public QObject {
    Q_OBJECT
    static std::string problemsOf(std::initializer_list<const char*> settings, RunConfig config = {}) {
        for (const char* setting : settings) setByPath(config, setting);
        std::string text;
        for (const ConfigProblem& problem : check(config))
            text += problem.key + ": " + problem.message + "\n";
        return text;
    }

private Q_SLOTS:
    void whatCannotBeChosenTogetherIsSaid() {
        QCOMPARE(problemsOf({"network.norm=none", "network.final_norm=true"}),
                 std::string("network.final_norm: there is no norm to put behind the last layer (norm is "
                             "none); use auto or false, or another norm\n"));
        QCOMPARE(problemsOf({"network.causal=true"}, presetByName("anomaly-shapes")),
                 std::string("network.causal: members of a set have no order, so none comes before another; "
                             "use false, or a network that reads sequences\n"));
        for (const char* preset : {"induction", "characters"})
            QCOMPARE(problemsOf({"network.causal=false"}, presetByName(preset)),
                     std::string("network.causal: each position would see the token behind it, which it has "
                                 "to predict; use true\n"));
        QCOMPARE(
            problemsOf({"network.positions=rotary", "network.key_dim=5"}),
            std::string("network.positions: rotary positions turn pairs of numbers, and heads have 5; use "
                        "heads of an even dimension, or other positions\n"));
        QCOMPARE(problemsOf({"network.positions=learned", "network.max_positions=12"}),
                 std::string("network.max_positions: the learned table has 12 rows, and the data have 16 "
                             "positions; use shorter data or a larger table\n"));
        QCOMPARE(
            problemsOf({"network.num_heads=4", "network.kv_heads=3"}),
            std::string("network.kv_heads: 3 heads of keys and values cannot be shared evenly by 4 heads "
                        "of queries; use 1, 2 or 4, or 0 for one each\n"));
        QCOMPARE(problemsOf({"network.num_heads=1", "network.kv_heads=2"}),
                 std::string("network.kv_heads: 2 heads of keys and values cannot be shared evenly by 1 head "
                             "of queries; use 1, or 0 for one each\n"));
        QCOMPARE(problemsOf({"network.tied_output=true"}),
                 std::string("network.tied_output: there is no embedding table to take the logits from; use "
                             "embedding_table=true with tokens, or false\n"));
        QCOMPARE(problemsOf({"network.tied_output=true", "network.num_classes=2"}, presetByName("text-demo")),
                 std::string("network.tied_output: the embedding table has a row for each of 200 tokens, and "
                             "the network has 2 classes; use as many, or false\n"));
        QCOMPARE(problemsOf({"network.class_token=true"}),
                 std::string("network.class_token: a class token stands for the whole, and the network "
                             "answers positions; use false, or a pooled answer\n"));
        QCOMPARE(problemsOf({"network.token_types=2"}, presetByName("anomaly-shapes")),
                 std::string("network.token_types: the network reads features, which are no tokens and have "
                             "no types; use 0\n"));
        QCOMPARE(
            problemsOf({"network.positions=learned", "network.max_positions=64", "network.class_token=true"},
                       presetByName("text-demo")),
            std::string("network.max_positions: the learned table has 64 rows, and the data have 65 "
                        "positions with the class token; use shorter data or a larger table\n"));
        for (const char* setting :
             {"network.norm_first=true", "network.norm=rms", "network.norm=layer_no_bias",
              "network.final_norm=true", "network.embedding_norm=true", "network.causal=true",
              "network.bias=false", "network.dim_feedforward=0", "network.token_types=2"}) {
            QCOMPARE(problemsOf({setting}), std::string());
            QVERIFY(
                problemsOf({setting}, presetByName("reverse-by-hand")).starts_with("network.initialisation"));
        }
    }
    void aLastNormFollowsTheFirstOnes() {
        NetworkConfig network;
        QVERIFY(!network.hasFinalNorm());
        network.normFirst = true;
        QVERIFY(network.hasFinalNorm());
        network.norm = NormKind::None;
        QVERIFY(!network.hasFinalNorm());
        for (const auto& [json, last] :
             {std::pair{R"({"final_norm": true})", true}, std::pair{R"({"final_norm": "true"})", true},
              std::pair{R"({"final_norm": false, "norm_first": true})", false},
              std::pair{R"({"final_norm": "auto", "norm_first": true})", true}})
            QCOMPARE(networkConfigFromJson(json, "x").hasFinalNorm(), last);
    }

    void everyKnownArchitectureFitsEveryTask() {
        QCOMPARE(architectureOf(RunConfig()), knownArchitectures().data());
        // Each notebook has its own positions, or none.
        for (const char* name :
             {"reverse", "reverse-deep", "text-demo", "text-imdb", "anomaly", "anomaly-shapes"})
            QVERIFY2(architectureOf(presetByName(name)) == knownArchitectures().data(), name);
        for (const auto& [name, preset] : presets())
            for (const KnownArchitecture& known : knownArchitectures()) {
                RunConfig config = preset;
                if (config.network.initialisation == Initialisation::ByHand) continue;
                choose(known, config);
                QCOMPARE(problemsOf({}, config), std::string());
                const KnownArchitecture* found = architectureOf(config);
                QVERIFY(found);
                RunConfig again = config;
                choose(*found, again);
                QVERIFY(again == config);
                config.network.finalNorm = FinalNorm::True;
                if (known.norm != NormKind::None) QVERIFY(!architectureOf(config));
            }
    }
    void aLearnedTableFollowsTheData() {
        RunConfig config;
        applySetting(config, "network.positions=learned");
        QCOMPARE(config.network.maxPositions, 16);
        applySetting(config, "data.length=20");
        QCOMPARE(config.network.maxPositions, 20);
        QCOMPARE(buildProgram(config.network, 20).parameter(Role::PositionTable).shape,
                 (std::vector<int64_t>{20, 32}));
        VERIFY_SAYS(thrownMessage([&] { (void)buildProgram(config.network, 21); }), "expected at most 20");
        applySetting(config, "network.positions=alibi");
        QCOMPARE(config.network.maxPositions, 0);
        const RunConfig read = runConfigFromJson(R"({"network": {"positions": "learned"}})", "x");
        QCOMPARE(read.network.maxPositions, 16);
    }
    void theFormerKeyOfPositionsIsKnown() {
        RunConfig config;
        setByPath(config, "network.positional_encoding=false");
        QVERIFY(config.network.positions == Positions::None);
        QCOMPARE(valueText("network.positional_encoding", config), std::string("false"));
        QCOMPARE(valueText("network.positions", config), std::string("none"));
        QCOMPARE(keyInfo("network.positional_encoding").path, std::string("network.positions"));
        QVERIFY(networkConfigFromJson(R"({"positional_encoding": false})", "x") == config.network);
        QVERIFY(runConfigFromJson(R"({"network": {"positional_encoding": true}})", "x", config) ==
                RunConfig());
        QCOMPARE(toJson(config).find("positional_encoding"), std::string::npos);
    }

    void presetsAreThoseOfTheNotebooks() {
        QCOMPARE(presets().size(), size_t{23});
        QCOMPARE(presetList().size(), presets().size());
        QCOMPARE(presetList().front().name, std::string("reverse"));
        for (const PresetInfo& preset : presetList()) {
            QVERIFY(presets().contains(preset.name));
            QCOMPARE(presetTitle(preset.name), preset.title);
            QVERIFY(preset.title != preset.name && preset.shows.size() > 20);
            QCOMPARE(preset.ownData, preset.name.starts_with("own-"));
        }
        QCOMPARE(presetTitle("own"), std::string("own"));
        const NetworkConfig sets = presetByName("anomaly").network;
        QCOMPARE(sets.numLayers, 4);
        QCOMPARE(sets.numHeads, 4);
        QCOMPARE(sets.modelDim, 256);
        QVERIFY(sets.positions == Positions::None);
        QCOMPARE(presetByName("anomaly").training.warmup, 100);
        for (const auto& [name, config] : presets()) {
            QVERIFY2(check(config).empty(), name.c_str());
            QCOMPARE(config.preset, name);
        }
        RunConfig reverse;  // the defaults are this preset
        reverse.preset = "reverse";
        QVERIFY(presetByName("reverse") == reverse);
        RunConfig deep = reverse;
        deep.preset = "reverse-deep";
        deep.network.numLayers = 4;
        deep.network.numHeads = 4;
        deep.training.optimiser = Optimiser::AdamW;
        deep.training.learningRate = 1e-3;
        deep.training.schedule = Schedule::Constant;
        deep.training.clipNorm = 0;
        deep.training.epochs = 5;
        QVERIFY(presetByName("reverse-deep") == deep);
        RunConfig byHand = reverse;
        byHand.preset = "reverse-by-hand";
        byHand.network.initialisation = Initialisation::ByHand, byHand.training.epochs = 0;
        QVERIFY(presetByName("reverse-by-hand") == byHand);
        VERIFY_SAYS(
            thrownMessage([] { (void)presetByName("revers"); }),
            "preset: expected one of addition-mod, anomaly, anomaly-shapes, brackets, characters, "
            "first-unique, histogram, induction, masked, own-pairs, own-texts, palindrome, parity, patches, "
            "patches-cifar, recall, reverse, reverse-by-hand, reverse-deep, sum, text-demo, text-imdb, "
            "words, "
            "found \"revers\"");
        // The review classifier of the Keras notebook.
        const RunConfig imdb = presetByName("text-imdb");
        QCOMPARE(imdb.network.headDim(), 32);
        QCOMPARE(imdb.network.numHeads, 2);
        QCOMPARE(imdb.network.dimFeedforward, 32);
        QCOMPARE(imdb.network.layerNormEps, 1e-3);
        QCOMPARE(imdb.network.dropout, 0.0);
        QCOMPARE(imdb.network.poolDropout, 0.5);
        QVERIFY(!imdb.network.maskPadding && imdb.network.positions == Positions::None &&
                imdb.network.embeddingTable);
        QCOMPARE(imdb.data.vocabulary, 20000);
        QCOMPARE(imdb.data.length, 600);
        QVERIFY(imdb.training.optimiser == Optimiser::RmsProp);
        QCOMPARE(imdb.training.epsilon, 1e-7);
        QCOMPARE(imdb.training.epochs, 15);
    }
    /// A value that a file repeats would stay behind when the default changes.
    void presetFilesSayWhatDiffers() {
        const auto defaults = nlohmann::ordered_json::parse(toJson(RunConfig{}));
        for (const auto& [name, config] : presets()) {
            QFile file(
                QString(ATTX_SOURCE_DIR "/resources/presets/%1.json").arg(QString::fromStdString(name)));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const auto said = nlohmann::ordered_json::parse(file.readAll().toStdString()).at("config");
            QCOMPARE(said.at("preset").get<std::string>(), name);
            for (const auto& [section, values] : said.items()) {
                if (section == "preset") continue;
                QVERIFY2(values.is_object() && !values.empty(), (name + ": " + section).c_str());
                for (const auto& [key, value] : values.items()) {
                    if (key.ends_with("_share")) continue;  // a size without its share makes that 0
                    QVERIFY2(value != defaults.at(section).at(key),
                             (name + ": " + section + "." + key).c_str());
                }
            }
        }
    }
};

TEST_CLASS(TestPresets, NoApplication)
#include "test_presets.moc"
