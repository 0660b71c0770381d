// Folders of published networks with data: what is trained from them, converted, and evaluated on texts and
// pictures agrees with what inspect says of each. The folders are those next to the golden ones
// (../shared/models), which ATTX_GOLDEN names.
#include <QDir>
#include <QFileInfo>
#include <QImage>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <variant>

#include "app/cli/program.h"
#include "golden_network.h"
#include "in_folder.h"
#include "model/files/files.h"
#include "model/files/safetensors.h"
#include "runner.h"

using namespace attx;

namespace test_folder_data {

#define REQUIRE_FOLDER(path) \
    if (!QFileInfo::exists(path)) QSKIP("There is no folder of models next to the golden folder.")

class TestFolderData : public QObject, InFolder {
    Q_OBJECT
private Q_SLOTS:
    void aConvertedFolderReadsTexts_data() {
        QTest::addColumn<QString>("model");
        for (const char* name : {"hf_bert_classifier", "hf_roberta_classifier", "hf_minilm", "hf_gpt2"})
            QTest::newRow(name) << modelPath(name);
    }
    void aConvertedFolderReadsTexts() {
        QFETCH(QString, model);
        REQUIRE_FOLDER(model);
        const QString file = at("converted.safetensors");
        const Ended converted = runProgram({"convert", model, "--out", file});
        QVERIFY2(converted.status == 0 && converted.out.contains("with the folder's tokenizer"),
                 converted.all());
        QByteArray answers[2];
        SafeTensors found[2];
        for (const int i : {0, 1}) {
            const Ended ended =
                succeeded(runProgram({"inspect", i == 0 ? model : file, "--text",
                                      "The story was happy, and I hated it!", "--out", at("o"), "--json"}));
            answers[i] = ended.json()["prediction"].toString().toUtf8();
            found[i] = readSafeTensors(at("o").toStdString());
            const Ended tokens =
                succeeded(runProgram({"tokenize", i == 0 ? model : file, "--text", "sad 中!", "--json"}));
            answers[i] += QJsonDocument(tokens.json()["ids"].toArray()).toJson() +
                          QJsonDocument(tokens.json()["ranges"].toArray()).toJson();
        }
        QCOMPARE(answers[0], answers[1]);
        QCOMPARE(found[0].tensors.size(), found[1].tensors.size());
        for (const auto& [name, tensor] : found[0].tensors) {
            if (!std::holds_alternative<std::vector<float>>(tensor.values)) continue;
            const std::vector<float>&a = tensor.floats(name), &b = found[1].at(name).floats(name);
            QVERIFY2(a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0,
                     name.c_str());
        }
        refusedWith(runProgram({"evaluate", file}), "published network");
    }

    /// A folder's encoder with a new classifier, by its tokenizer, frozen as far as asked; the run opens
    /// without the folder.
    void trainingBeginsWithAFolder_data() {
        QTest::addColumn<QString>("model");
        for (const char* name : {"hf_bert_classifier", "hf_bert", "hf_roberta_classifier", "hf_gpt2"})
            QTest::newRow(name) << modelPath(name);
    }
    void trainingBeginsWithAFolder() {
        QFETCH(QString, model);
        REQUIRE_FOLDER(model);
        QByteArray table = "text,label\n";
        for (int i = 0; i < 40; ++i)
            table += "\"The " + QByteArray(i % 3 ? "story" : "film") + " was " +
                     (i % 2 ? "happy and great" : "sad and hated") + "\"," + (i % 2 ? "good" : "bad") + "\n";
        writeFileAtomically(at("texts.csv").toStdString(), table.toStdString());
        const QString run = at("run-" + QFileInfo(model).fileName());
        const Ended ended = succeeded(runProgram(
            {"train", "--preset", "own-texts", "--data", at("texts.csv"), "--set",
             "training.start_from=" + model, "--set", "training.frozen_layers=1", "--set",
             "training.learning_rate=0.01", "--epochs", "12", "--set", "threads=1", "--out", run, "--json"}));
        const QJsonObject start = ended.json()["start"].toObject();
        QVERIFY2(start["taken"].toInt() >= 24, ended.all());
        QVERIFY2(start["new"].toArray().contains("classifier.weight"), ended.all());
        QVERIFY2(ended.json()["val_acc"].toDouble() > 0.7, ended.all());
        const auto tensor = [&](const QString& path, const std::string& name) {
            return readSafeTensors(path.toStdString()).at(name).floats(name);
        };
        QVERIFY(runProgram({"convert", model, "--out", at("source")}).status == 0);
        const QString trained = run + "/model.safetensors";
        for (const std::string layer : {"0", "1"}) {
            const std::string name = "transformer.layers." + layer + ".self_attn.qkv_proj.weight";
            QCOMPARE(tensor(trained, name) == tensor(at("source"), name), layer == "0");
        }
        QVERIFY(tensor(trained, "embedding.weight") == tensor(at("source"), "embedding.weight"));
        const Ended evaluated = runProgram({"evaluate", run, "--json"});
        QVERIFY2(evaluated.status == 0 && evaluated.json()["val_acc"] == ended.json()["val_acc"],
                 evaluated.all());
        const Ended answer =
            runProgram({"inspect", run, "--text", "The story was happy and great", "--json"});
        QVERIFY2(answer.json()["prediction"].toString() == "good", answer.all());
        const Ended resumed = runProgram({"train", "--resume", run, "--epochs", "13", "--json"});
        QVERIFY2(resumed.status == 0 && resumed.json()["start"] == ended.json()["start"], resumed.all());
    }

    /// A decoder goes on learning to continue a text, by its tokenizer; at first it answers as the folder
    /// does.
    void aDecoderLearnsAText_data() {
        QTest::addColumn<QString>("model");
        for (const char* name : {"hf_gpt2", "hf_llama", "stories260K"})
            QTest::newRow(name) << modelPath(name);
    }
    void aDecoderLearnsAText() {
        QFETCH(QString, model);
        REQUIRE_FOLDER(model);
        QByteArray text;
        for (int i = 0; i < 120; ++i)
            text += "Once upon a time, there was a little " + QByteArray(i % 3 ? "dog" : "cat") + ". ";
        writeFileAtomically(at("long.txt").toStdString(), text.toStdString());
        const QString run = at("text-" + QFileInfo(model).fileName());
        const Ended ended = succeeded(runProgram({"train",
                                                  "--preset",
                                                  "words",
                                                  "--data",
                                                  at("long.txt"),
                                                  "--set",
                                                  "training.start_from=" + model,
                                                  "--set",
                                                  "data.length=16",
                                                  "--set",
                                                  "training.batch_size=8",
                                                  "--set",
                                                  "training.learning_rate=0.003",
                                                  "--epochs",
                                                  "8",
                                                  "--set",
                                                  "threads=1",
                                                  "--out",
                                                  run,
                                                  "--json"}));
        const QJsonObject start = ended.json()["start"].toObject();
        QVERIFY2(start["taken"].toInt() >= 20 && start["new"].toArray().isEmpty(), ended.all());
        QVERIFY2(ended.json()["val_acc"].toDouble() > 0.8, ended.all());
        const Ended written =
            runProgram({"generate", run, "--prompt", "Once upon a", "--tokens", "4", "--json"});
        QVERIFY2(written.status == 0 && written.out.contains("time"), written.all());
        refusedWith(runProgram({"train", "--preset", "reverse", "--out", at("no"), "--set",
                                "training.start_from=" + model}),
                    "texts to continue");
        const QString bert = modelPath("hf_bert_masked_lm");
        refusedWith(runProgram({"train", "--preset", "words", "--data", at("long.txt"), "--out", at("no"),
                                "--set", "training.start_from=" + bert}),
                    "in both directions");
    }

    /// What a tokenizer cuts a text into are no words; what it adds is nothing of the text.
    void textsThatAreCutAreCountedInTokens() {
        const QString model = modelPath("hf_bert_classifier");
        REQUIRE_FOLDER(model);
        QVERIFY(runProgram({"convert", model, "--out", at("bert.safetensors")}).status == 0);
        const auto said = [&](const QString& text) {
            const Ended ended = runProgram({"inspect", at("bert.safetensors"), "--text", text, "--json"});
            return ended.all();
        };
        QVERIFY2(QByteArray(said(QStringLiteral("the story ").repeated(100))).contains(" tokens"),
                 said(QStringLiteral("the story ").repeated(100)));
        QByteArray table = "text,label\n";
        for (int i = 0; i < 40; ++i)
            table += QByteArray("the story ").repeated(30) + (i % 2 ? ",a\n" : ",b\n");
        writeFileAtomically(at("cut.csv").toStdString(), table.toStdString());
        const Ended dry = runProgram({"train", "--preset", "own-texts", "--data", at("cut.csv"), "--dry-run",
                                      "--set", "training.start_from=" + model, "--set", "data.length=20"});
        QVERIFY2(dry.status == 0 && dry.all().contains("have more than 20 tokens (data.length)"), dry.all());
        const Ended answered = runProgram({"predict", model, "--data", at("cut.csv"), "--out", at("p.csv")});
        QVERIFY2(answered.status == 0 && answered.all().contains("tokens (data.length) and are cut there"),
                 answered.all());
    }

    void aTokenizerThatDoesNotFitReadsNoText() {
        const QString model = modelPath("hf_bert_classifier"), other = at("other");
        REQUIRE_FOLDER(model);
        QDir().mkpath(other);
        for (const QFileInfo& file : QDir(model).entryInfoList(QDir::Files))
            writeFileAtomically((other + "/" + file.fileName()).toStdString(),
                                readFile(file.filePath().toStdString()) +
                                    (file.fileName() == "vocab.txt" ? "more\nwords\n" : ""));
        refusedWith(runProgram({"inspect", other, "--text", "the", "--json"}),
                    "does not fit its network: it has 147 pieces");
    }

    void aTokenizerWithFewerPiecesIsSaid() {
        const QString model = modelPath("hf_bert_classifier"), other = at("fewer");
        REQUIRE_FOLDER(model);
        QDir().mkpath(other);
        for (const QFileInfo& file : QDir(model).entryInfoList(QDir::Files)) {
            std::string text = readFile(file.filePath().toStdString());
            if (file.fileName() == "vocab.txt") text.resize(text.rfind('\n', text.size() - 2) + 1);
            writeFileAtomically((other + "/" + file.fileName()).toStdString(), text);
        }
        const Ended ended = runProgram({"inspect", other, "--text", "the", "--out", at("fewer.safetensors")});
        QVERIFY2(
            ended.status == 0 && ended.all().contains("the last ones stand for no piece, or a part of the "
                                                      "vocabulary is missing"),
            ended.all());
        const Ended whole = runProgram({"inspect", model, "--text", "the", "--out", at("fewer.safetensors")});
        QVERIFY2(whole.status == 0 && !whole.all().contains("stand for no piece"), whole.all());
    }

    void aDecoderIsEvaluatedOnAText_data() {
        QTest::addColumn<QString>("model");
        for (const char* name : {"hf_gpt2", "hf_llama", "stories260K"})
            QTest::newRow(name) << modelPath(name);
    }
    void aDecoderIsEvaluatedOnAText() {
        QFETCH(QString, model);
        REQUIRE_FOLDER(model);
        const QString text = "Once upon a time, there was a little dog. He was happy!";
        writeFileAtomically(at("text.txt").toStdString(), text.toStdString());
        succeeded(runProgram({"inspect", model, "--text", text, "--out", at("o")}));
        const SafeTensors found = readSafeTensors(at("o").toStdString());
        const StoredTensor& logits = found.at("logits");
        const std::vector<float>& values = logits.floats("logits");
        const std::vector<int64_t>& tokens = found.at("tokens").integers("tokens");
        const auto K = static_cast<size_t>(logits.shape[2]);
        double loss = 0;
        for (size_t t = 0; t + 1 < tokens.size(); ++t) {
            double sum = 0;
            for (size_t k = 0; k < K; ++k) sum += std::exp(static_cast<double>(values[t * K + k]));
            loss += std::log(sum) - static_cast<double>(values[t * K + static_cast<size_t>(tokens[t + 1])]);
        }
        loss /= static_cast<double>(tokens.size() - 1);
        const Ended ended = succeeded(runProgram({"evaluate", model, "--data", at("text.txt"), "--json"}));
        QVERIFY2(std::abs(ended.json()["test_loss"].toDouble() - loss) < 1e-4 * loss, ended.all());
        QVERIFY2(
            std::abs(ended.json()["test_perplexity"].toDouble() - std::exp(loss)) < 1e-3 * std::exp(loss),
            ended.all());
        QCOMPARE(ended.json()["split"].toString(), QString("all"));
        succeeded(runProgram({"render", model, "--data", at("text.txt"), "--figure", "attention", "--sample",
                              "0", "--out", at("sample.csv")}));
        const QByteArray table = QByteArray::fromStdString(readFile(at("sample.csv").toStdString()));
        QVERIFY2(table.left(table.indexOf('\n')).endsWith(",split,sample"), table.left(200));
        QVERIFY2(table.endsWith(",all,0\n"), table.right(80));
        // In windows whose last one is shorter every token but the first is asked once.
        const Ended cut =
            runProgram({"evaluate", model, "--data", at("text.txt"), "--set", "data.length=4", "--json"});
        QVERIFY2(cut.status == 0 && cut.json()["test_loss"].toDouble() > 0, cut.all());
        writeFileAtomically(at("none.txt").toStdString(), "");
        refusedWith(runProgram({"evaluate", model, "--data", at("none.txt")}), "empty");
    }

    /// By the names of the classes or by their numbers, every picture is answered as its pixels alone are.
    void aVisionTransformerIsEvaluatedOnPictures() {
        const QString model = modelPath("hf_vit_classifier");
        REQUIRE_FOLDER(model);
        QStringList named;
        int right = 0, all = 0;
        for (const char* name : {"circle", "square", "triangle"})
            for (int i = 0; i < 3; ++i, ++all) {
                QImage image(8, 8, QImage::Format_RGB32);
                std::vector<float> pixels(size_t{3} * 64);
                for (int y = 0; y < 8; ++y)
                    for (int x = 0; x < 8; ++x) {
                        const int value[3] = {(x * 31 + i * 80) % 256, (y * 37 + all * 50) % 256,
                                              ((x + y) * (7 + all * 5)) % 256};
                        image.setPixel(x, y, qRgb(value[0], value[1], value[2]));
                        for (size_t c = 0; c < 3; ++c)
                            pixels[c * 64 + static_cast<size_t>(y * 8 + x)] =
                                (static_cast<float>(value[c]) / 255 - 0.5F) / 0.5F;
                    }
                const QString path = QString("pictures/%1/%2.png").arg(name).arg(i);
                QVERIFY(QDir().mkpath(QFileInfo(at(path)).path()) && image.save(at(path)));
                SafeTensors input;
                input.put("pixel_values", {1, 3, 8, 8}, pixels);
                writeSafeTensors(at("input").toStdString(), input);
                const Ended ended = succeeded(
                    runProgram({"inspect", model, "--input", at("input"), "--out", at("o"), "--json"}));
                named << ended.json()["prediction"].toString();
                right += named.back() == name ? 1 : 0;
            }
        const Ended ended = succeeded(runProgram({"evaluate", model, "--data", at("pictures"), "--json"}));
        QCOMPARE(ended.json()["test_acc"].toDouble(), static_cast<double>(right) / all);
        QCOMPARE(ended.json()["split"].toString(), QString("all"));
        const Ended predicted = succeeded(
            runProgram({"predict", model, "--data", at("pictures"), "--out", at("p.csv"), "--json"}));
        QCOMPARE(predicted.json()["test_acc"].toDouble(), static_cast<double>(right) / all);
        const Ended drawn = runProgram({"render", model, "--figure", "confusion", "--data", at("pictures"),
                                        "--out", at("confusion.svg"), "--split", "test"});
        QVERIFY2(drawn.status == 0 && drawn.all().contains("--split: the data name no splits"), drawn.all());
        const std::string svg = readFile(at("confusion.svg").toStdString());
        QVERIFY2(svg.find("all data, n = 9") != std::string::npos, svg.c_str());
        const Ended measured =
            succeeded(runProgram({"evaluate", model, "--data", at("pictures"), "--json", "--faithfulness",
                                  "--samples", "20", "--explain", "rollout"}));
        QCOMPARE(measured.json()["faithfulness_of"].toObject()["split"].toString(), QString("all"));
        QVERIFY2(measured.all().contains("samples of data"), measured.all());
        const Ended sampled = succeeded(runProgram({"inspect", model, "--data", at("pictures"), "--sample",
                                                    "2", "--ablate-heads", "--out", at("o"), "--json"}));
        for (const char* about : {"sample", "ablation_baseline"})
            QCOMPARE(sampled.json()[about].toObject()["split"].toString(), QString("all"));
        QVERIFY(QDir().rename(at("pictures/circle"), at("pictures/0")) &&
                QDir().rename(at("pictures/square"), at("pictures/1")) &&
                QDir().rename(at("pictures/triangle"), at("pictures/2")));
        const Ended numbered = runProgram({"evaluate", model, "--data", at("pictures"), "--json"});
        QVERIFY2(numbered.status == 0 && numbered.json()["test_acc"] == ended.json()["test_acc"],
                 numbered.all());
        QVERIFY2(numbered.err.contains("taken by their numbers"), numbered.all());
        QVERIFY(QDir().rename(at("pictures/0"), at("pictures/pentagon")));
        refusedWith(runProgram({"evaluate", model, "--data", at("pictures")}),
                    "found pictures of the class \"pentagon\"");
    }

    /// Weights alone: what they answer is assumed and said, and may be said otherwise with the data's length.
    void bareWeightsThatAnswerOnce() {
        const QString folder = modelPath("brackets");
        REQUIRE_FOLDER(folder);
        const QString model = folder + "/brackets_model_state_dict.pt";
        const Ended looked =
            succeeded(runProgram({"inspect", model, "--tokens", "0 3 4 2", "--out", at("o"), "--json"}));
        QCOMPARE(looked.json()["assumed"].toObject()["network.output"].toString(), QString("positions"));
        refusedWith(runProgram({"evaluate", model}), "--set network.output=pooled --set network.pooling=");
        const QStringList pooled{"evaluate", model, "--json", "--set", "network.output=pooled", "--set"},
            once = pooled + QStringList{"network.pooling=mean"};
        refusedWith(runProgram(pooled + QStringList{"network.pooling=first"}),
                    "pooling: under a causal mask");
        const Ended usual = runProgram(once),
                    shorter = runProgram(once + QStringList{"--set", "data.length=9"});
        QVERIFY2(usual.status == 0 && shorter.status == 0, usual.all() + shorter.all());
        QVERIFY2(usual.err.contains("the file holds no vocabulary"), usual.all());
        QCOMPARE(usual.json()["assumed"].toObject()["data.length"].toInt(), 42);
        QVERIFY2(!shorter.json()["assumed"].toObject().contains("data.length"), shorter.all());
        QVERIFY(usual.json()["val_loss"] != shorter.json()["val_loss"]);
    }
};

TEST_CLASS(TestFolderData, NoApplication)

}  // namespace test_folder_data
#include "test_folder_data.moc"
