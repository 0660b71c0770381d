// Files in the layouts of Keras 3 and 2, written here by the HDF5 library as keras/src/saving/saving_lib.py
// and tf_keras/saving/legacy/hdf5_format.py do. And files that mean harm.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "damage.h"
#include "model/config/task.h"
#include "model/files/files.h"
#include "model/foreign/foreign_checkpoint.h"
#include "model/foreign/keras_layers.h"
#include "model/inspect/inspector.h"
#include "model/network/positions.h"
#include "model/run/checkpoint.h"
#include "peak_of.h"
#include "runner.h"
#include "thrown.h"

#ifdef ATTX_HDF5
#include "model/foreign/keras_file.h"
#include "settings.h"
#endif

using namespace attx;

namespace test_keras_layers {

#ifdef ATTX_HDF5

QStringList assumptionsOf(const Checkpoint& checkpoint) {
    QStringList keys;
    for (const UncertainKey& key : checkpoint.uncertain)
        keys << QString::fromStdString(key.path + "=" + key.value);
    return keys;
}

const char* const ownLayers = R"({"class_name": "Functional", "config": {"layers": [
    {"class_name": "InputLayer", "config": {}},
    {"class_name": "Embedding", "config": {"mask_zero": true}},
    {"class_name": "TransformerEncoder", "config": {"num_heads": 2}},
    {"class_name": "%1", "config": {}},
    {"class_name": "Dense", "config": {"activation": "%2"}}]}})";

std::string configWith(const char* pooling, const char* activation) {
    return QString::fromLatin1(ownLayers)
        .arg(QLatin1String(pooling), QLatin1String(activation))
        .toStdString();
}

/// Of a network that stands of Keras's own layers, with one attention.
std::string configOfDense(const std::vector<const char*>& activations) {
    QStringList layers{R"({"class_name": "MultiHeadAttention", "config": {}})"};
    for (const char* activation : activations)
        layers
            << QStringLiteral(R"({"class_name": "Dense", "config": {"activation": "%1"}})").arg(activation);
    return QStringLiteral(R"({"class_name": "Functional", "config": {"layers": [%1]}})")
        .arg(layers.join(", "))
        .toStdString();
}

std::string configOfNorms(const char* first, const char* second) {
    return QStringLiteral(
               R"({"config": {"layers": [{"class_name": "LayerNormalization", "config": {"epsilon": %1}},)"
               R"({"class_name": "LayerNormalization", "config": {"epsilon": %2}}]}})")
        .arg(QLatin1String(first), QLatin1String(second))
        .toStdString();
}

class TestKerasLayers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY(folder_.isValid()); }

    void oneEpsilonOfAllNormsIsTaken() {
        ForeignCheckpoint checkpoint;
        readKerasConfig(configOfNorms("1e-6", "1e-6"), checkpoint, "x.keras");
        QCOMPARE(std::strtod(checkpoint.kerasFacts.at(kerasEpsilon).c_str(), nullptr), 1e-6);
    }

    void theActivationIsKnownOfOneReluBesideTheAttention_data() {
        const Rows<std::vector<const char*>, bool> row("activations", "known");
        row("relu", {"relu", "linear", "softmax"}, true);
        row("gelu", {"gelu", "linear", "softmax"}, true);
        row("none", {"linear", "linear", "softmax"}, false);
        row("an output of two layers", {"gelu", "linear", "tanh", "softmax"}, true);
        row("two", {"relu", "relu", "softmax"}, false);
    }
    void theActivationIsKnownOfOneReluBesideTheAttention() {
        QFETCH(std::vector<const char*>, activations);
        QFETCH(bool, known);
        ForeignCheckpoint checkpoint;
        readKerasConfig(configOfDense(activations), checkpoint, "x.keras");
        QCOMPARE(checkpoint.kerasFacts.contains(kerasActivation), known);
    }

    void aMaskOfAnyEmbeddingCounts_data() {
        const Rows<QByteArray, QByteArray> row("masks", "expected");
        row("tokens, then positions", "true false", "true");
        row("positions, then tokens", "false true", "true");
        row("neither", "false false", "false");
        row("nothing is said", {}, {});
    }
    void aMaskOfAnyEmbeddingCounts() {
        QFETCH(const QByteArray, masks);
        QFETCH(const QByteArray, expected);
        QByteArrayList layers;
        for (const QByteArray& mask : masks.isEmpty() ? QByteArrayList() : masks.split(' '))
            layers << R"({"class_name": "Embedding", "config": {"mask_zero": )" + mask + "}}";
        ForeignCheckpoint checkpoint;
        readKerasConfig((R"({"config": {"layers": [)" + layers.join(", ") + "]}}").toStdString(), checkpoint,
                        "x.keras");
        const auto found = checkpoint.kerasFacts.find(kerasMask);
        QCOMPARE(
            found == checkpoint.kerasFacts.end() ? QByteArray() : QByteArray::fromStdString(found->second),
            expected);
    }

    void ourParametersAsKerasWritesThem_data() {
        const Rows<int, int, bool> row("layout", "layers", "inZip");
        row("the notebook's", 0, 1, false);
        row("two layers", 0, 2, false);
        row("private names", 1, 1, false);
        row("side by side", 2, 2, false);
        row(".keras", 0, 1, true);
    }
    void ourParametersAsKerasWritesThem() {
        QFETCH(int, layout);
        QFETCH(int, layers);
        QFETCH(bool, inZip);
        const NetworkConfig network = networkOf(layers);
        std::vector<float> parameters = initialParameters(buildProgram(network, 1), 7);
        std::string path = at("written.weights.h5");
        {
            KerasFile file(path);
            const Names sideBySide{.embedding = "layers/embedding"};
            writeNetwork(file, network, parameters,
                         layout == 0   ? nested
                         : layout == 1 ? nestedBefore34
                                       : sideBySide);
        }
        if (inZip) {
            const std::string weights = readFile(path);
            path = at("written.keras");
            writeFileAtomically(path, zipOf({{"metadata.json", "{}"},
                                             {"config.json", configWith("GlobalMaxPooling1D", "softmax")},
                                             {"model.weights.h5", weights}}));
        }
        const Checkpoint opened = openCheckpoint(path);
        QStringList assumed{"network.norm_first=false",
                            "network.causal=false",
                            "network.embedding_scale=1",
                            "network.activation=relu",
                            "network.output=pooled",
                            "network.pooling=max",
                            "network.positional_encoding=false",
                            "network.mask_padding=false",
                            "network.layer_norm_eps=1e-3",
                            "data.length=200"};
        if (inZip) {
            assumed.removeAll("network.output=pooled");  // config.json says these
            assumed.removeAll("network.pooling=max");
            assumed.removeAll("network.mask_padding=false");
        }
        QCOMPARE(assumptionsOf(opened), assumed);
        const NetworkConfig found = with(opened.config.network, "mask_padding=false");
        QCOMPARE(found, network);
        QCOMPARE(opened.parameters, parameters);
        QVERIFY(opened.config.data.task == TaskKind::Text);
        QCOMPARE(opened.config.data.vocabulary, 11);
    }

    void thePoolingLayerIsReadOffItsName_data() {
        QTest::addColumn<QString>("layer");
        QTest::newRow("max") << "global_max_pooling1d";
        QTest::newRow("average") << "global_average_pooling1d";
        QTest::newRow("numbered average") << "global_average_pooling1d_3";
        QTest::newRow("another name") << "pool";
    }
    void thePoolingLayerIsReadOffItsName() {
        QFETCH(const QString, layer);
        const std::string path = at("pooled.weights.h5");
        std::vector<float> parameters = initialParameters(buildProgram(networkOf(1), 1), 7);
        {
            KerasFile file(path);
            writeNetwork(file, networkOf(1), parameters, nested);
            file.group("layers/" + layer.toStdString() + "/vars");  // without a variable, as Keras writes it
        }
        const Checkpoint opened = openCheckpoint(path);
        QVERIFY(opened.config.network.pooling ==
                (layer.contains("average") ? PoolingKind::Mean : PoolingKind::Max));
        for (const char* key : {"network.output=pooled", "network.pooling=max"})
            QCOMPARE(assumptionsOf(opened).contains(key), layer == QStringLiteral("pool"));
    }

    /// Keras refuses it too; opened, it would answer with another weight.
    void aZipWithAnotherBitIsRefused() {
        const NetworkConfig network = networkOf(1);
        const std::string path = at("written.weights.h5"), zip = at("bit.keras");
        std::vector<float> parameters = initialParameters(buildProgram(network, 1), 7);
        {
            KerasFile file(path);
            writeNetwork(file, network, parameters, nested);
        }
        const std::string weights = readFile(path);
        std::string bytes = zipOf(
            {{"config.json", configWith("GlobalMaxPooling1D", "softmax")}, {"model.weights.h5", weights}});
        writeFileAtomically(zip, bytes);
        (void)openCheckpoint(zip);
        bytes[bytes.find(weights) + weights.size() / 2] ^= 1;
        writeFileAtomically(zip, bytes);
        VERIFY_SAYS(thrownMessage([&] { (void)openCheckpoint(zip); }),
                    "record model.weights.h5 of the zip is damaged");
    }

    void aTableOfPositionsIsOursOrLearned_data() {
        QTest::addColumn<float>("wrong");
        QTest::newRow("sines") << 0.F;
        QTest::newRow("learned") << 0.3F;
    }
    void aTableOfPositionsIsOursOrLearned() {
        QFETCH(float, wrong);
        const NetworkConfig network = networkOf(1);
        std::vector<float> parameters = initialParameters(buildProgram(network, 1), 7);
        const std::string path = at("positions.weights.h5");
        {
            KerasFile file(path);
            writeNetwork(file, network, parameters, nestedBefore34);
            std::vector<float> table = positionalEncoding(20, network.modelDim);
            table[3] += wrong;
            file.put("layers/token_and_position_embedding/pos_emb/vars/0", {20, 6}, table);
        }
        if (wrong == 0)
            QVERIFY(assumptionsOf(openCheckpoint(path)).contains("network.positional_encoding=true"));
        else
            QVERIFY(openCheckpoint(path).config.network.positions == Positions::Learned &&
                    openCheckpoint(path).config.network.maxPositions == 20 &&
                    openCheckpoint(path).config.data.length == 20);
    }

    /// By names as h5py lists them in a file of tf.keras 2, whose groups of layers without variables are
    /// empty.
    void theLayoutOfKeras2IsRead_data() {
        QTest::addColumn<QString>("above");
        QTest::newRow("model.save") << "model_weights/";
        QTest::newRow("save_weights") << "";
    }
    void theLayoutOfKeras2IsRead() {
        QFETCH(const QString, above);
        const NetworkConfig network = networkOf(1);
        std::vector<float> parameters = initialParameters(buildProgram(network, 1), 7);
        const std::string path = at("older.h5");
        {
            KerasFile file(path);
            file.writeAsKeras2(above.toStdString());
            writeNetwork(file, network, parameters, nested);
            file.group(above.toStdString() + "global_max_pooling1d");
            file.group(above.toStdString() + "top_level_model_weights");
        }
        const Checkpoint opened = openCheckpoint(path);
        QCOMPARE(opened.parameters, parameters);
        QCOMPARE(opened.config.network.numHeads, 2);
        QVERIFY(!assumptionsOf(opened).contains("network.output=pooled"));
    }

    void twoDenseBehindTheEncoderAreOpened_data() {
        QTest::addColumn<int>("neurons");
        QTest::newRow("fewer") << 4;
        QTest::newRow("as many") << 0;
        QTest::newRow("more") << 11;
    }
    void twoDenseBehindTheEncoderAreOpened() {
        QFETCH(const int, neurons);
        NetworkConfig network = with(networkOf(1), "pooler=relu");
        network.poolerDim = neurons;
        std::vector<float> parameters = initialParameters(buildProgram(network, 1), 7);
        const std::string weights = at("two.h5"), path = at("two.keras");
        {
            KerasFile file(weights);
            writeNetwork(file, network, parameters, nested);
        }
        const auto configOf = [](const char* head) {
            return QStringLiteral(R"({"config": {"layers": [{"class_name": "GlobalAveragePooling1D"},)"
                                  R"({"class_name": "Dense", "config": {"activation": "%1"}},)"
                                  R"({"class_name": "Dense", "config": {"activation": "softmax"}}]}})")
                .arg(QLatin1String(head))
                .toStdString();
        };
        writeFileAtomically(
            path, zipOf({{"config.json", configOf("relu")}, {"model.weights.h5", readFile(weights)}}));
        const Checkpoint opened = openCheckpoint(path);
        QVERIFY(opened.config.network.pooler == Pooler::Relu &&
                opened.config.network.pooling == PoolingKind::Mean);
        QVERIFY(!assumptionsOf(opened).contains("network.pooler=relu"));
        QCOMPARE(opened.parameters, parameters);
        QCOMPARE(opened.config.network.poolerDim, neurons);
        QVERIFY(assumptionsOf(openCheckpoint(weights)).contains("network.pooler=relu"));
        for (const auto& [name, pooler] : {std::pair{"gelu", Pooler::Gelu}, {"tanh", Pooler::Tanh}}) {
            writeFileAtomically(
                path, zipOf({{"config.json", configOf(name)}, {"model.weights.h5", readFile(weights)}}));
            const Checkpoint other = openCheckpoint(path);
            QVERIFY(other.config.network.pooler == pooler);
            QVERIFY(!assumptionsOf(other).contains(QStringLiteral("network.pooler=") + name));
        }
        writeFileAtomically(
            path, zipOf({{"config.json", configOf("linear")}, {"model.weights.h5", readFile(weights)}}));
        VERIFY_SAYS(thrownMessage([&] { (void)openCheckpoint(path); }), "of its output is linear");
    }

    void otherNetworksAreRefusedByName_data() {
        // The extra one is one more dataset.
        const Rows<std::string, QString, QVector<qulonglong>, QString> row("config", "extra", "shape",
                                                                           "says");
        row("mean of pictures", configWith("GlobalAveragePooling2D", "softmax"), "", {},
            "layer GlobalAveragePooling2D cannot");
        row("elu", configWith("GlobalMaxPooling1D", "elu"), "", {}, "activation elu");
        row("a sigmoid inside", configOfDense({"sigmoid", "linear", "softmax"}), "", {},
            "in front of its last one has the activation sigmoid");
        row("two epsilons", configOfNorms("1e-6", "1e-3"), "", {},
            "have different epsilons, 1e-06 and 0.001");
        row("not JSON", "{", "", {}, "config.json is not valid JSON");
        row("deep JSON", std::string(5000, '['), "", {}, "its config.json: nested deeper than any network");
        row("a convolution", "{}", "layers/conv1d/vars/0", {3, 6, 6},
            "layer \"layers.conv1d\" with 1 variables");
        row("three tables", "{}", "layers/a/vars/0 layers/b/vars/0", {9, 6}, "found 3");
        row("a norm too many", "{}", "layers/norm/vars/0 layers/norm/vars/1", {6},
            "has no place in our network");
        row("nothing", "{}", "layers/empty/vars/0", {0, 6}, "is empty");
    }
    void otherNetworksAreRefusedByName() {
        QFETCH(std::string, config);
        QFETCH(QString, extra);
        QFETCH(QVector<qulonglong>, shape);
        QFETCH(QString, says);
        const NetworkConfig network = networkOf(1);
        std::vector<float> parameters = initialParameters(buildProgram(network, 1), 7);
        {
            KerasFile file(at("other.h5"));
            writeNetwork(file, network, parameters, nested);
            size_t count = 1;
            for (const qulonglong extent : shape) count *= extent;
            for (const QString& name : extra.split(' ', Qt::SkipEmptyParts))
                file.put(name.toStdString(), {shape.begin(), shape.end()}, std::vector<float>(count, 0.5F));
        }
        const std::string path = at("other.keras");
        writeFileAtomically(path,
                            zipOf({{"config.json", config}, {"model.weights.h5", readFile(at("other.h5"))}}));
        VERIFY_SAYS(thrownMessage([&] { (void)openCheckpoint(path); }), says);
    }

    void harmIsNamed_data() {
        const Rows<QString, QString> row("kind", "says");
        row("no data", "huge", "more elements than the file could hold");
        row("in chunks", "chunks", "in pieces");
        row("in another file", "external data", "in pieces");
        row("external link", "external", "only names another place or file");
        row("soft link", "soft", "only names another place or file");
        row("holds itself", "loop", "deeper");
        row("a bush of groups", "bush", "more or longer names than a checkpoint");
        row("cut off", "cut", "damaged, or it is cut off");
        row("no layers", "none", "it has no MultiHeadAttention");
    }
    void harmIsNamed() {
        QFETCH(QString, kind);
        QFETCH(QString, says);
        const std::string path = at("harm.h5");
        {
            KerasFile file(path);
            file.put("layers/dense/vars/0", {2, 2}, {1, 2, 3, 4});
            const hid_t plan = H5Pcreate(H5P_DATASET_CREATE);
            const hsize_t chunk[] = {1, 2};
            if (kind == "huge") file.put("layers/a/vars/0", {1ULL << 40, 1ULL << 20}, {});
            if (kind == "chunks") H5Pset_chunk(plan, 2, chunk);
            if (kind == "external data") H5Pset_external(plan, "/etc/passwd", 0, 16);
            if (kind == "chunks" || kind == "external data")
                file.put("layers/a/vars/0", {2, 2}, {}, H5T_IEEE_F32LE, plan);
            H5Pclose(plan);
            if (kind == "external")
                H5Lcreate_external("/etc/passwd", "/", file.id(), "layers/a", H5P_DEFAULT, H5P_DEFAULT);
            if (kind == "soft") H5Lcreate_soft("/layers", file.id(), "layers/a", H5P_DEFAULT, H5P_DEFAULT);
            if (kind == "loop")
                H5Lcreate_hard(file.id(), "layers", file.id(), "layers/dense/a", H5P_DEFAULT, H5P_DEFAULT);
            // 8 ways from each group to the next one: 8⁶ paths, of seven groups.
            for (int level = 6; kind == "bush" && level >= 0; --level) {
                const std::string group = "level" + std::to_string(level);
                file.group(group);
                for (int way = 0; level < 6 && way < 8; ++way)
                    H5Lcreate_hard(file.id(), ("level" + std::to_string(level + 1)).c_str(), file.id(),
                                   (group + "/way" + std::to_string(way)).c_str(), H5P_DEFAULT, H5P_DEFAULT);
            }
        }
        std::string bytes = readFile(path);
        if (kind == "cut") bytes.resize(bytes.size() / 2);
        const auto reading = [&] { return thrownMessage([&] { (void)readForeign(bytes, "x.h5"); }); };
        VERIFY_SAYS(reading(), says);
        QVERIFY(reading().size() < 400);
        if constexpr (!measuresMemory) return;
        const int64_t empty = peakOf([] {});
        const int64_t taken = peakOf([&] { (void)reading(); }) - empty;
        QVERIFY2(taken < 64 * 1024, qPrintable(QString::number(taken) + " KiB"));
    }

    void noDamageDoesHarm() {
        const NetworkConfig network = networkOf(1);
        std::vector<float> parameters = initialParameters(buildProgram(network, 1), 7);
        {
            KerasFile file(at("whole.h5"));
            writeNetwork(file, network, parameters, nested);
        }
        const std::string whole = readFile(at("whole.h5"));
        const auto survives = [&](const std::string& bytes) {
            try {
                if (isForeign(bytes)) (void)readForeign(bytes, "x.h5");
            } catch (const Error& problem) {
                QVERIFY(problem.kind() == Error::Kind::Input);
            }
        };
        forEachDamage(whole, 8, 331, survives);
    }

private:
    [[nodiscard]] std::string at(const char* name) const { return folder_.filePath(name).toStdString(); }
    QTemporaryDir folder_;
};

#else

class TestKerasLayers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsMissingIsSaid() {
        VERIFY_SAYS(thrownMessage([] { (void)readForeign("\x89HDF\r\n\x1a\n and more", "x.h5"); }),
                    "Install libhdf5-dev");
    }
};

#endif

TEST_CLASS(TestKerasLayers, NoApplication)

}  // namespace test_keras_layers
#include "test_keras_layers.moc"
