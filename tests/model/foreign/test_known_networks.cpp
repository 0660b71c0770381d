// What cannot be opened, but is told by name, with what to do.
#include <QTemporaryDir>
#include <QtTest>

#include "model/files/files.h"
#include "model/network/program.h"
#include "model/run/checkpoint.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

namespace test_known_networks {

QString openingSays(const std::string& path) {
    return thrownMessage([&] { (void)openCheckpoint(path); });
}

/// A zip of stored records without content, as their directory says.
std::string zipWith(const std::vector<std::string>& names) {
    const auto u16 = [](size_t n) {
        return std::string{static_cast<char>(n & 0xFF), static_cast<char>(n >> 8)};
    };
    const auto u32 = [&](size_t n) { return u16(n & 0xFFFF) + u16(n >> 16); };
    std::string bytes, directory;
    for (const std::string& name : names) {
        // The program of TorchScript is deflated, as torch.jit.save does it.
        const size_t method = name.find("/code/") == std::string::npos ? 0 : 8;
        directory += std::string("PK\1\2", 4) + std::string(6, '\0') + u16(method) + std::string(16, '\0') +
                     u16(name.size()) + std::string(12, '\0') + u32(bytes.size()) + name;
        bytes += std::string("PK\3\4", 4) + std::string(22, '\0') + u16(name.size()) + u16(0) + name;
    }
    const size_t at = bytes.size();
    return bytes + directory + std::string("PK\5\6", 4) + std::string(4, '\0') + u16(names.size()) +
           u16(names.size()) + u32(directory.size()) + u32(at) + u16(0);
}

std::string streamOf(const std::string& body) {
    const std::string magic("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.", 15);
    return magic + "\x80\x02M\xe9\x03." + "\x80\x02}." + "\x80\x02" + body + "." + "\x80\x02].";
}

class TestKnownNetworks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY(folder_.isValid()); }

    void networks_data() {
        addColumns<QStringList, QString>("tensors", "says");
        QTest::newRow("BERT") << QStringList{"bert.embeddings.word_embeddings.weight",
                                             "bert.embeddings.position_embeddings.weight",
                                             "bert.encoder.layer.0.attention.self.query.weight"}
                              << "tensors of BERT";
        QTest::newRow("GPT-2, damaged")
            << QStringList{"wte.weight", "wpe.weight", "h.0.attn.c_attn.weight"} << "num_layers";
        QTest::newRow("ViT of Hugging Face")
            << QStringList{"vit.embeddings.cls_token", "vit.embeddings.patch_embeddings.projection.weight"}
            << "(ViT)";
        QTest::newRow("ViT of timm") << QStringList{"cls_token", "patch_embed.proj.weight"} << "(ViT)";
        QTest::newRow("ViT of torchvision")
            << QStringList{"conv_proj.weight", "encoder.layers.encoder_layer_0.self_attention.in_proj_weight"}
            << "(ViT)";
        QTest::newRow("a ViT under other names")
            << QStringList{"cls_token", "patch_to_embedding.weight"} << "(ViT)";
        QTest::newRow("LoRA") << QStringList{"base_model.model.layers.0.self_attn.q_proj.lora_A.weight",
                                             "base_model.model.layers.0.self_attn.q_proj.lora_B.weight"}
                              << "a LoRA adapter";
        QTest::newRow("T5") << QStringList{"encoder.block.0.layer.0.SelfAttention.q.weight"}
                            << "tensors of T5";
        QTest::newRow("Llama") << QStringList{"model.layers.0.self_attn.q_proj.weight",
                                              "model.layers.0.mlp.gate_proj.weight"}
                               << "tensors of Llama";
        // As bigscience/bloom-560m names them, and behind a head.
        for (const char* prefix : {"", "transformer."})
            QTest::addRow("BLOOM, %s", *prefix ? "with a head" : "alone")
                << QStringList{QString(prefix) + "word_embeddings.weight",
                               QString(prefix) + "word_embeddings_layernorm.weight",
                               QString(prefix) + "h.0.self_attention.query_key_value.weight"}
                << "tensors of BLOOM";
        QTest::newRow("GPT-NeoX") << QStringList{"gpt_neox.embed_in.weight",
                                                 "gpt_neox.layers.0.attention.query_key_value.weight",
                                                 "embed_out.weight"}
                                  << "tensors of GPT-NeoX";
        QTest::newRow("GPT-NeoX alone")
            << QStringList{"embed_in.weight", "layers.0.attention.query_key_value.weight"}
            << "tensors of GPT-NeoX";
        QTest::newRow("GPT-NeoX, the second of two files")
            << QStringList{"gpt_neox.layers.9.attention.query_key_value.weight"} << "tensors of GPT-NeoX";
        QTest::newRow("BART") << QStringList{"model.shared.weight", "model.encoder.embed_positions.weight",
                                             "model.encoder.layers.0.self_attn.k_proj.weight",
                                             "model.decoder.layers.0.self_attn.k_proj.weight",
                                             "model.decoder.layers.0.encoder_attn.k_proj.weight"}
                              << "tensors of BART";
        QTest::newRow("Whisper") << QStringList{"model.encoder.conv1.weight",
                                                "model.decoder.layers.0.encoder_attn.k_proj.weight"}
                                 << "tensors of Whisper";
        QTest::newRow("CLIP") << QStringList{"logit_scale",
                                             "text_model.encoder.layers.0.self_attn.k_proj.weight",
                                             "vision_model.embeddings.patch_embedding.weight",
                                             "vision_model.encoder.layers.0.self_attn.k_proj.weight",
                                             "vision_model.pre_layrnorm.weight",
                                             "visual_projection.weight"}
                              << "tensors of CLIP";
        QTest::newRow("CLIP, its images alone")
            << QStringList{"vision_model.embeddings.patch_embedding.weight",
                           "vision_model.pre_layrnorm.weight"}
            << "tensors of CLIP";
        QTest::newRow("CLIP of OpenAI")
            << QStringList{"logit_scale", "transformer.resblocks.0.attn.in_proj_weight",
                           "visual.transformer.resblocks.0.attn.in_proj_weight"}
            << "tensors of CLIP";
        QTest::newRow("a decoder that sees by CLIP")
            << QStringList{"language_model.model.layers.0.self_attn.q_proj.weight",
                           "language_model.model.layers.0.mlp.gate_proj.weight",
                           "vision_tower.vision_model.pre_layrnorm.weight",
                           "vision_tower.vision_model.embeddings.patch_embedding.weight"}
            << "tensors of Llama";
        QTest::newRow("ResNet") << QStringList{"layer1.0.conv1.weight"} << "As an ONNX file";
        QTest::newRow("nobody's") << QStringList{"weight"} << "of another architecture";
    }
    void networks() {
        QFETCH(QStringList, tensors);
        QFETCH(QString, says);
        SafeTensors file;
        for (const QString& name : tensors) file.put(name.toStdString(), {1, 1}, std::vector<float>{0.5F});
        writeSafeTensors(at("known.safetensors"), file);
        const QString message = openingSays(at("known.safetensors"));
        VERIFY_SAYS(message, says);
        VERIFY_SAYS(message, "known.safetensors: ");
    }

    void files_data() {
        const Rows<QString, std::string, QString> row("name", "bytes", "says");
        row("ONNX by its name", "net.onnx", std::string(40, 'x'), "this is an ONNX network");
        row("ONNX by its bytes", "net", std::string("\x08\x07\x12\x07pytorch") + std::string(20, 'x'),
            "this is an ONNX network");
        row("GGUF", "net.gguf", "GGUF" + std::string(40, 'x'), "GGUF (llama.cpp)");
        row("TensorFlow Lite", "net.tflite", "xxxxTFL3" + std::string(40, 'x'), "TensorFlow Lite");
        row("an array", "a.npy", "\x93NUMPY" + std::string(40, 'x'), "an array of NumPy");
        row("a pickle", "net.pkl", "\x80\x04" + std::string(40, 'x'), "a pickle of Python's");
        row("TorchScript", "net.pt", zipWith({"net/data.pkl", "net/code/__torch__.py", "net/constants.pkl"}),
            "an archive of TorchScript");
        row("a state of the window", "lesson.attx", zipWith({"state.json", "run.json", "model.safetensors"}),
            "a state of this program's window");
        row("a whole module", "net.pt", streamOf("c__main__\nNet\n)\x81}b"), "save its weights alone");
        row("a whole module with its source", "net.pt",
            streamOf("(U\6modulec__main__\nNet\nU\6net.pyU\4passtQ"), "save its weights alone");
    }
    void files() {
        QFETCH(QString, name);
        QFETCH(std::string, bytes);
        QFETCH(QString, says);
        const std::string path = at(qPrintable(name));
        writeFileAtomically(path, bytes);
        const QString message = openingSays(path);
        VERIFY_SAYS(message, says);
        VERIFY_SAYS(message, name);
    }

    void folders_data() {
        const Rows<QString, QString, QString> row("file", "content", "says");
        row("sizes missing", "config.json", R"({"model_type": "bert"})",
            "\"hidden_size\" must be a whole number");
        for (const char* type : {"bloom", "gpt_neox", "bart", "clip", "gpt_neo"})
            row(type, "config.json", QStringLiteral("{\"model_type\": \"%1\"}").arg(type),
                QStringLiteral("is \"%1\", which this program does not compute. What opens").arg(type));
        row("weights alone", "model.safetensors", "", "neither a run.json nor a config.json");
        row("SavedModel", "saved_model.pb", "", "a SavedModel of TensorFlow");
        row("LoRA", "adapter_config.json", "{}", "the folder of a LoRA adapter");
        row("a damaged checkpoint inside", "network.pth", "", "network.pth: not a checkpoint");
        row("another config", "config.json", R"({"a": 1})",
            "(with a config.json of a known kind), found neither");
        row("no JSON", "config.json", std::string(9000, '[').c_str(),
            "(with a config.json of a known kind), found neither");
    }
    void folders() {
        QFETCH(QString, file);
        QFETCH(QString, content);
        QFETCH(QString, says);
        QTemporaryDir inside;
        writeFileAtomically(inside.filePath(file).toStdString(), content.toStdString());
        VERIFY_SAYS(openingSays(inside.path().toStdString()), says);
    }

    void theOneNetworkInAFolderOpens() {
        QTemporaryDir inside;
        const RunConfig config = presetByName("reverse");
        const std::vector<float> parameters =
            initialParameters(buildProgram(config.network, config.data.length), 1);
        const auto write = [&](const char* name) {
            writeSafeTensors(inside.filePath(name).toStdString(), toSafeTensors(config, parameters));
        };
        write("mine.safetensors");
        const Checkpoint opened = openCheckpoint(inside.path().toStdString());
        QCOMPARE(opened.parameters, parameters);
        QVERIFY(opened.note.find("mine.safetensors") != std::string::npos);
        write("other.safetensors");
        VERIFY_SAYS(openingSays(inside.path().toStdString()),
                    "Name the file in it instead: mine.safetensors, or another one.");
    }

private:
    [[nodiscard]] std::string at(const char* name) const { return folder_.filePath(name).toStdString(); }
    QTemporaryDir folder_;
};

TEST_CLASS(TestKnownNetworks, NoApplication)

}  // namespace test_known_networks
#include "test_known_networks.moc"
