// Folders of published networks, made here of small weights: what is read of them, said, and refused by name.
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>
#include <tuple>

#include "model/files/files.h"
#include "model/foreign/published_model.h"
#include "model/run/checkpoint.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

namespace test_published_model {

using nlohmann::json;

/// Numbers that tell positions apart: 0, 1, 2 ... times 0.01.
StoredTensor counted(std::vector<int64_t> shape) {
    int64_t size = 1;
    for (const int64_t extent : shape) size *= extent;
    std::vector<float> values;
    for (int64_t i = 0; i < size; ++i) values.push_back(0.01F * static_cast<float>(i));
    return {.shape = std::move(shape), .values = std::move(values)};
}

/// One layer of two heads of two, five tokens and three positions.
const json gptConfig = {{"model_type", "gpt2"},
                        {"n_embd", 4},
                        {"n_head", 2},
                        {"n_layer", 1},
                        {"activation_function", "gelu_new"},
                        {"n_inner", nullptr},
                        {"layer_norm_epsilon", 1e-6}};
SafeTensors gptWeights(const std::string& prefix = "transformer.") {
    SafeTensors file;
    const auto put = [&](const std::string& name, std::vector<int64_t> shape) {
        file.tensors[prefix + name] = counted(std::move(shape));
    };
    put("wte.weight", {5, 4}), put("wpe.weight", {3, 4});
    for (const char* norm : {"h.0.ln_1", "h.0.ln_2", "ln_f"})
        for (const char* part : {".weight", ".bias"}) put(std::string(norm) + part, {4});
    put("h.0.attn.c_attn.weight", {4, 12}), put("h.0.attn.c_attn.bias", {12});
    put("h.0.attn.c_proj.weight", {4, 4}), put("h.0.attn.c_proj.bias", {4});
    put("h.0.mlp.c_fc.weight", {4, 16}), put("h.0.mlp.c_fc.bias", {16});
    put("h.0.mlp.c_proj.weight", {16, 4}), put("h.0.mlp.c_proj.bias", {4});
    return file;
}

/// A vision transformer of one layer, two heads of two and pictures of two patches, by its roles; queries,
/// keys and values apart or fused by kind.
struct VitNames {
    const char *token, *positions, *patches, *norm1, *qkv, *out, *norm2, *in, *fed, *last, *answer;
    bool isApart;
};
SafeTensors vitWeights(const VitNames& names) {
    SafeTensors file;
    const auto both = [&](const std::string& name, const std::vector<int64_t>& shape) {
        file.tensors[name + (name.ends_with("in_proj") ? "_weight" : ".weight")] = counted(shape);
        file.tensors[name + (name.ends_with("in_proj") ? "_bias" : ".bias")] = counted({shape[0]});
    };
    file.tensors[names.token] = counted({1, 1, 4});
    file.tensors[names.positions] = counted({1, 3, 4});
    both(names.patches, {4, 3, 2, 2});
    for (const char* norm : {names.norm1, names.norm2, names.last}) both(norm, {4});
    if (names.isApart) {
        const std::vector<float> all = std::get<0>(counted({12, 4}).values),
                                 bias = std::get<0>(counted({12}).values);
        int part = 0;
        for (const char* kind : {"query", "key", "value"}) {
            file.put(names.qkv + std::string(kind) + ".weight", {4, 4},
                     std::vector<float>(all.begin() + part * 16, all.begin() + (part + 1) * 16));
            file.put(names.qkv + std::string(kind) + ".bias", {4},
                     std::vector<float>(bias.begin() + part * 4, bias.begin() + (part + 1) * 4));
            ++part;
        }
    } else {
        both(names.qkv, {12, 4});
    }
    both(names.out, {4, 4}), both(names.in, {8, 4}), both(names.fed, {4, 8}), both(names.answer, {2, 4});
    return file;
}

class Folder {
public:
    Folder& with(const char* name, const std::string& text) {
        writeFileAtomically(path() + "/" + name, text);
        return *this;
    }
    Folder& with(const json& config, const SafeTensors& weights) {
        with("config.json", config.dump());
        writeSafeTensors(path() + "/model.safetensors", weights);
        return *this;
    }
    [[nodiscard]] std::string path() const { return folder_.path().toStdString(); }
    [[nodiscard]] QString refusal() const {
        return thrownMessage([&] { (void)openCheckpoint(path()); });
    }

private:
    QTemporaryDir folder_;
};

json changed(const char* key, const json& value) {
    json config = gptConfig;
    config[key] = value;
    return config;
}

class TestPublishedModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aDecoder() {
        Folder folder;
        const Checkpoint opened = openCheckpoint(folder.with(gptConfig, gptWeights()).path());
        const NetworkConfig& network = opened.config.network;
        QCOMPARE(network.modelDim, 4);
        QCOMPARE(network.numHeads, 2);
        QCOMPARE(network.dimFeedforward, 16);
        QCOMPARE(network.maxPositions, 3);
        QCOMPARE(network.activation, Activation::GeluTanh);
        QCOMPARE(network.layerNormEps, 1e-6);
        QVERIFY(network.causal && network.normFirst && network.tiedOutput);
        QVERIFY2(opened.note.empty(), opened.note.c_str());
    }
    void fusedWeightsGoHeadByHead() {
        Folder folder;
        const PublishedModel model = openModelFolder(folder.with(gptConfig, gptWeights()).path());
        const std::string name = parameterName(Role::QkvWeight, 0);
        const StoredTensor& weight = model.file.at(name);
        QCOMPARE(weight.shape, (std::vector<int64_t>{12, 4}));
        // Row 2 is the first of head 0's keys: column 4 of [4, 12].
        const std::vector<float> values = weight.readFloats(name);
        for (size_t row = 0; row < 4; ++row)
            QCOMPARE(values[2 * 4 + row], 0.01F * static_cast<float>(row * 12 + 4));
    }
    void prefixesAndBuffersAreSaid() {
        SafeTensors weights = gptWeights("module.transformer.");
        weights.tensors["module.transformer.h.0.attn.bias"] = counted({1, 1, 3, 3});
        Folder folder;
        const Checkpoint opened = openCheckpoint(folder.with(gptConfig, weights).path());
        VERIFY_SAYS(QString::fromStdString(opened.note), QString("The prefix \"module.\""));
        VERIFY_SAYS(QString::fromStdString(opened.note), QString("module.transformer.h.0.attn.bias"));
        QVERIFY(opened.parameters ==
                openCheckpoint(Folder().with(gptConfig, gptWeights()).path()).parameters);
    }
    void shardsAreOneFile() {
        SafeTensors first = gptWeights(), second;
        second.tensors["transformer.wte.weight"] = first.at("transformer.wte.weight");
        first.tensors.erase("transformer.wte.weight");
        json map = json::object();
        for (const auto& [name, tensor] : first.tensors) map[name] = "a.safetensors";
        map["transformer.wte.weight"] = "b.safetensors";
        Folder folder;
        folder.with("config.json", gptConfig.dump())
            .with("model.safetensors.index.json", json{{"weight_map", map}}.dump());
        writeSafeTensors(folder.path() + "/a.safetensors", first);
        VERIFY_SAYS(folder.refusal(), QString("the shard b.safetensors is not there"));
        writeSafeTensors(folder.path() + "/b.safetensors", second);
        QVERIFY(openCheckpoint(folder.path()).parameters ==
                openCheckpoint(Folder().with(gptConfig, gptWeights()).path()).parameters);
        QVERIFY(openCheckpoint(folder.path()).note.empty());
        for (const char* place :
             {"/etc/b.safetensors", "../b.safetensors", "model.safetensors.index.json", ""}) {
            map["transformer.wte.weight"] = place;
            folder.with("model.safetensors.index.json", json{{"weight_map", map}}.dump());
            VERIFY_SAYS(folder.refusal(), QString("file in the same folder"));
        }
        map["transformer.wte.weight"] = "a.safetensors";
        folder.with("model.safetensors.index.json", json{{"weight_map", map}}.dump());
        VERIFY_SAYS(folder.refusal(), QString("does not hold the tensor transformer.wte.weight"));
    }

    void refusedSettings_data() {
        addColumns<std::string, QString>("config", "says");
        const auto row = [](const char* key, const json& value, const char* says) {
            QTest::addRow("%s, %s", key, says) << changed(key, value).dump() << QString(says);
        };
        row("model_type", "gpt_neo", "\"model_type\" is \"gpt_neo\"");
        row("activation_function", "quick_gelu", "\"activation_function\" is \"quick_gelu\"");
        row("position_embedding_type", "relative_key", "\"position_embedding_type\" is \"relative_key\"");
        row("add_cross_attention", true, "cross attention");
        row("rope_scaling", {{"type", "linear"}, {"factor", 2.0}}, "\"rope_scaling\"");
        row("sliding_window", 4, "\"sliding_window\"");
        row("scale_attn_weights", false, "\"scale_attn_weights\"");
        row("scale_attn_by_inverse_layer_idx", true, "\"scale_attn_by_inverse_layer_idx\"");
        row("quantization_config", {{"bits", 4}}, "\"quantization_config\"");
        row("pruned_heads", {{"0", {1}}}, "\"pruned_heads\"");
        row("n_head", 3, "num_heads");
        row("n_embd", -4, "\"n_embd\" must be a whole number from 1 on");
        row("n_layer", "1", "\"n_layer\" must be a whole number from 1 on");
        row("n_layer", 2, "missing: h.1.ln_1.weight [4]");
        row("layer_norm_epsilon", "x", "\"layer_norm_epsilon\" must be a number");
        row("n_inner", 8, "misshapen: h.0.mlp.c_fc.weight is [16, 4], expected [8, 4]");
    }
    void refusedSettings() {
        QFETCH(std::string, config);
        QFETCH(QString, says);
        Folder folder;
        folder.with(json::parse(config), gptWeights());
        VERIFY_SAYS(folder.refusal(), says);
    }
    /// As transformers 5 writes it.
    void scaledRotaryPositionsAreRefusedWhereverTheyStand() {
        json config = {
            {"model_type", "llama"},
            {"hidden_size", 4},
            {"num_attention_heads", 2},
            {"num_hidden_layers", 1},
            {"intermediate_size", 8},
            {"hidden_act", "silu"},
            {"rope_parameters", {{"rope_theta", 500000.0}, {"rope_type", "llama3"}, {"factor", 32}}}};
        Folder folder;
        VERIFY_SAYS(folder.with(config, gptWeights()).refusal(), QString("\"rope_type\" is \"llama3\""));
    }
    void harmlessValuesPass() {
        for (const auto& [key, value] :
             std::initializer_list<std::pair<const char*, json>>{{"rope_scaling", nullptr},
                                                                 {"rope_scaling", json::object()},
                                                                 {"rope_scaling", {{"rope_type", "default"}}},
                                                                 {"position_embedding_type", "absolute"},
                                                                 {"pruned_heads", json::object()}})
            (void)openCheckpoint(Folder().with(changed(key, value), gptWeights()).path());
    }
    /// Nothing that config.json and weights say is dropped without a word.
    void whatIsNotUsedOrAssumedIsSaid_data() {
        const Rows<std::string, QString> row("config", "says");
        json without = gptConfig;
        without.erase("layer_norm_epsilon");
        row("epsilon", without.dump(), "\"layer_norm_epsilon\" is 1e-05");
        row("tokens", changed("vocab_size", 7).dump(),
            "\"vocab_size\": 7, and the table of tokens has 5 rows, which counts");
        row("positions", changed("n_positions", 9).dump(),
            "\"n_positions\": 9, and the table of positions has 3 rows");
        row("nothing", changed("vocab_size", 5).dump(), "");
    }
    void whatIsNotUsedOrAssumedIsSaid() {
        QFETCH(const std::string, config);
        QFETCH(const QString, says);
        const Checkpoint opened = openCheckpoint(Folder().with(json::parse(config), gptWeights()).path());
        QVERIFY2(
            says.isEmpty() ? opened.note.empty() : opened.note.find(says.toStdString()) != std::string::npos,
            opened.note.c_str());
    }
    void anAnswerOfItsOwnThatIsTiedIsSaid() {
        SafeTensors weights = gptWeights();
        weights.tensors["lm_head.weight"] = weights.tensors.at("transformer.wte.weight");
        QVERIFY(openCheckpoint(Folder().with(gptConfig, weights).path()).note.empty());
        weights.put("lm_head.weight", {5, 4}, std::vector<float>(20, 1));
        const Checkpoint opened = openCheckpoint(Folder().with(gptConfig, weights).path());
        QVERIFY(opened.config.network.tiedOutput);
        QVERIFY2(opened.note.find("other numbers, which was not used") != std::string::npos,
                 opened.note.c_str());
    }
    void namesOfClassesThatDoNotFitAreSaid() {
        const auto opened = [](const json& labels) {
            json config = bertConfig();
            config["layer_norm_eps"] = 1e-12;
            if (!labels.is_null()) config["id2label"] = labels;
            return openCheckpoint(Folder().with(config, bertWeights(3, false)).path());
        };
        const std::vector<std::string> named{"no", "maybe", "yes"};
        for (const json& labels :
             {json{{"0", "no"}, {"1", "maybe"}, {"2", "yes"}}, json{"no", "maybe", "yes"}}) {
            const Checkpoint fits = opened(labels);
            QCOMPARE(fits.names.classes, named);
            QVERIFY2(fits.note.empty(), fits.note.c_str());
        }
        for (const json& labels :
             {json{{"0", "no"}, {"1", "yes"}}, json{{"0", "no"}, {"2", "maybe"}, {"7", "yes"}},
              json{{"0", "a"}, {"1", "a"}, {"2", "a"}}, json{"no", "yes"}, json("no"), json()}) {
            const Checkpoint other = opened(labels);
            QCOMPARE(other.names.classes, (std::vector<std::string>{"LABEL_0", "LABEL_1", "LABEL_2"}));
            QVERIFY2(other.note.find("the 3 classes are called by their numbers") != std::string::npos,
                     other.note.c_str());
        }
    }
    void anotherArchitectureThanTheWeightsIsSaid() {
        const auto noteOf = [](const char* architecture, int classes, bool words) {
            json config = bertConfig();
            config["layer_norm_eps"] = 1e-12;
            config["architectures"] = {architecture};
            config["id2label"] = {"no", "maybe", "yes"};
            const std::string note =
                openCheckpoint(Folder().with(config, bertWeights(classes, words)).path()).note;
            const size_t at = note.find("config.json names the architecture");
            return QString::fromStdString(at == std::string::npos ? "" : note.substr(at));
        };
        for (const auto& [architecture, classes, words] :
             std::initializer_list<std::tuple<const char*, int, bool>>{
                 {"BertModel", 0, false},
                 {"BertForSequenceClassification", 3, false},
                 {"BertForTokenClassification", 3, false},
                 {"BertForMaskedLM", 0, true},
                 {"BertForPreTraining", 0, true}})
            QCOMPARE(noteOf(architecture, classes, words), QString());
        VERIFY_SAYS(noteOf("BertForSequenceClassification", 0, false),
                    QString("the weights have no classifier"));
        VERIFY_SAYS(noteOf("BertForMaskedLM", 0, false), QString("no head that names masked words"));
        VERIFY_SAYS(noteOf("BertForMaskedLM", 3, false), QString("no head that names masked words"));
        VERIFY_SAYS(noteOf("BertModel", 3, false), QString("the weights have a classifier"));
        VERIFY_SAYS(noteOf("BertModel", 0, true), QString("have a head that names masked words"));
    }
    void weightsThatAreNotReadAreSaid() {
        Folder folder;
        folder.with(gptConfig, gptWeights()).with("training_args.bin", "").with("notes.txt", "");
        QVERIFY(openCheckpoint(folder.path()).note.empty());
        folder.with("pytorch_model.bin", "").with("adapter_model.safetensors", "").with("tf_model.h5", "");
        VERIFY_SAYS(QString::fromStdString(openCheckpoint(folder.path()).note),
                    QString("not read: adapter_model.safetensors, pytorch_model.bin, tf_model.h5"));
    }
    void whatIsMissingIsCalledAsInTheFile() {
        SafeTensors weights = bertWeights(0, false);
        weights.tensors.erase("bert.encoder.layer.0.attention.self.key.weight");
        weights.tensors.erase("bert.encoder.layer.0.output.dense.bias");
        weights.tensors["bert.encoder.layer.0.output.LayerNorm.weight"] = counted({3});
        Folder folder;
        const QString refusal = folder.with(bertConfig(), weights).refusal();
        VERIFY_SAYS(refusal, QString("encoder.layer.0.attention.self.query.weight, "
                                     "encoder.layer.0.attention.self.key.weight"));
        VERIFY_SAYS(refusal, QString("missing: encoder.layer.0.output.dense.bias [4]"));
        VERIFY_SAYS(refusal,
                    QString("misshapen: encoder.layer.0.output.LayerNorm.weight is [3], expected [4]"));
    }
    void unknownTensorsAreNamed() {
        SafeTensors weights = gptWeights();
        weights.tensors["transformer.h.0.adapter.weight"] = counted({2, 2});
        Folder folder;
        VERIFY_SAYS(folder.with(gptConfig, weights).refusal(),
                    QString("the tensor transformer.h.0.adapter.weight"));
    }
    void withoutWeights() {
        Folder folder;
        VERIFY_SAYS(folder.with("config.json", gptConfig.dump()).refusal(), QString("has no weights"));
    }
    void visionTransformersAreOneNetwork() {
        const json config = {{"model_type", "vit"},      {"hidden_size", 4},
                             {"num_attention_heads", 2}, {"num_hidden_layers", 1},
                             {"intermediate_size", 8},   {"hidden_act", "gelu"},
                             {"patch_size", 2},          {"id2label", {{"0", "cat"}, {"1", "dog"}}}};
        const std::string layer = "vit.encoder.layer.0.", block = "encoder.layers.encoder_layer_0.";
        const std::string query = layer + "attention.attention.", out = layer + "attention.output.dense",
                          before = layer + "layernorm_before", after = layer + "layernorm_after",
                          in = layer + "intermediate.dense", fed = layer + "output.dense";
        Folder folder;
        folder.with(config, vitWeights({"vit.embeddings.cls_token", "vit.embeddings.position_embeddings",
                                        "vit.embeddings.patch_embeddings.projection", before.c_str(),
                                        query.c_str(), out.c_str(), after.c_str(), in.c_str(), fed.c_str(),
                                        "vit.layernorm", "classifier", true}));
        const Checkpoint whole = openCheckpoint(folder.path());
        QCOMPARE(whole.names.classes, (std::vector<std::string>{"cat", "dog"}));
        QVERIFY(whole.config.network.classToken && whole.config.network.normFirst);
        QCOMPARE(whole.config.network.inputDim, 12);
        QCOMPARE(whole.config.network.maxPositions, 3);
        const std::string ln1 = block + "ln_1", ln2 = block + "ln_2",
                          fused = block + "self_attention.in_proj", proj = block + "self_attention.out_proj",
                          mlp0 = block + "mlp.0", mlp3 = block + "mlp.3";
        for (const VitNames& names :
             {VitNames{"cls_token", "pos_embed", "patch_embed.proj", "blocks.0.norm1", "blocks.0.attn.qkv",
                       "blocks.0.attn.proj", "blocks.0.norm2", "blocks.0.mlp.fc1", "blocks.0.mlp.fc2", "norm",
                       "head", false},
              VitNames{"class_token", "encoder.pos_embedding", "conv_proj", ln1.c_str(), fused.c_str(),
                       proj.c_str(), ln2.c_str(), mlp0.c_str(), mlp3.c_str(), "encoder.ln", "heads.head",
                       false}}) {
            const std::optional<PublishedModel> bare = publishedWeights(vitWeights(names), 2, "bare");
            QVERIFY(bare);
            QCOMPARE(bare->network.layerNormEps, 1e-6);
            const std::string path = folder.path() + "/bare.safetensors";
            writeSafeTensors(path, vitWeights(names));
            const auto parameters = parametersWithHeads(path, 2);
            QVERIFY(parameters && *parameters == whole.parameters);
        }
    }
    /// One layer of BERT with a classifier of `classes`, or with what names masked words.
    static SafeTensors bertWeights(int classes, bool words) {
        SafeTensors file;
        const auto both = [&](const std::string& name, std::vector<int64_t> shape) {
            file.tensors[name + ".bias"] = counted({shape[0]});
            file.tensors[name + ".weight"] = counted(std::move(shape));
        };
        const std::string base = "bert.embeddings.", layer = "bert.encoder.layer.0.";
        file.tensors[base + "word_embeddings.weight"] = counted({5, 4});
        file.tensors[base + "position_embeddings.weight"] = counted({6, 4});
        file.tensors[base + "token_type_embeddings.weight"] = counted({2, 4});
        for (const std::string& norm :
             {base + "LayerNorm", layer + "attention.output.LayerNorm", layer + "output.LayerNorm"})
            both(norm, {4});
        for (const char* part :
             {"attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"})
            both(layer + part, {4, 4});
        both(layer + "intermediate.dense", {8, 4}), both(layer + "output.dense", {4, 8});
        if (classes > 0) both("bert.pooler.dense", {4, 4}), both("classifier", {classes, 4});
        if (!words) return file;
        both("cls.predictions.transform.dense", {4, 4}), both("cls.predictions.transform.LayerNorm", {4});
        file.tensors["cls.predictions.bias"] = counted({5});
        return file;
    }
    static json bertConfig() {
        return {{"model_type", "bert"},   {"hidden_size", 4},       {"num_attention_heads", 2},
                {"num_hidden_layers", 1}, {"intermediate_size", 8}, {"hidden_act", "gelu"}};
    }
    void maskedWordsAreNamedByTheTable() {
        Folder folder;
        const Checkpoint opened = openCheckpoint(folder.with(bertConfig(), bertWeights(0, true)).path());
        const NetworkConfig& network = opened.config.network;
        QCOMPARE(network.output, OutputKind::Positions);
        QVERIFY(network.outputTransform && network.tiedOutput && network.numClasses == 5);
        // Module and copy of what is tied, as PyTorch's files have both; then a table of its own.
        SafeTensors twice = bertWeights(0, true);
        twice.tensors["cls.predictions.decoder.weight"] =
            twice.tensors.at("bert.embeddings.word_embeddings.weight");
        twice.tensors["cls.predictions.decoder.bias"] = twice.tensors.at("cls.predictions.bias");
        QVERIFY(openCheckpoint(Folder().with(bertConfig(), twice).path()).parameters == opened.parameters);
        json untied = bertConfig();
        untied["tie_word_embeddings"] = false;
        const Checkpoint own = openCheckpoint(Folder().with(untied, twice).path());
        QVERIFY(!own.config.network.tiedOutput && own.config.network.linearOutput);
        QCOMPARE(own.parameters.size(), opened.parameters.size() + 20);
        twice.tensors["cls.predictions.decoder.bias"] = counted({4});
        VERIFY_SAYS(Folder().with(bertConfig(), twice).refusal(), QString("two tensors stand for"));
        // A classifier goes before it.
        const Checkpoint classifier =
            openCheckpoint(Folder().with(bertConfig(), bertWeights(3, true)).path());
        QCOMPARE(classifier.config.network.output, OutputKind::Pooled);
        QCOMPARE(classifier.names.classes, (std::vector<std::string>{"LABEL_0", "LABEL_1", "LABEL_2"}));
    }
    void numbersThatAreNoProbabilitiesAreRefused() {
        for (const auto& [type, classes, says] : std::initializer_list<std::tuple<json, int, const char*>>{
                 {"regression", 3, "(regression)"},
                 {nullptr, 1, "(regression)"},
                 {"multi_label_classification", 3, "(multi-label classification)"},
                 {"other", 3, "\"problem_type\""},
                 {"single_label_classification", 1, "has one class"}}) {
            json config = bertConfig();
            config["problem_type"] = type;
            Folder folder;
            VERIFY_SAYS(folder.with(config, bertWeights(classes, false)).refusal(), QString(says));
        }
    }
    void weightsAloneAskForHeads() {
        Folder folder;
        const std::string path = folder.path() + "/bare.safetensors";
        writeSafeTensors(path, gptWeights());
        const Checkpoint opened = openCheckpoint(path);
        QVERIFY(std::any_of(opened.uncertain.begin(), opened.uncertain.end(),
                            [](const UncertainKey& key) { return key.path == headsKey; }));
    }
    /// As nanoGPT writes it with bias=False.
    void weightsAloneShowWhetherNormsHaveABias() {
        SafeTensors weights = gptWeights();
        std::erase_if(weights.tensors, [](const auto& entry) { return entry.first.ends_with(".bias"); });
        Folder folder;
        const std::string path = folder.path() + "/bare.safetensors";
        writeSafeTensors(path, weights);
        const Checkpoint opened = openCheckpoint(path);
        QCOMPARE(opened.config.network.norm, NormKind::LayerNoBias);
        QVERIFY(!opened.config.network.bias);
        QVERIFY(std::any_of(opened.uncertain.begin(), opened.uncertain.end(), [](const UncertainKey& key) {
            return key.path == "network.norm" && key.value == "layer_no_bias";
        }));
    }
};

TEST_CLASS(TestPublishedModel, NoApplication)

}  // namespace test_published_model
#include "test_published_model.moc"
