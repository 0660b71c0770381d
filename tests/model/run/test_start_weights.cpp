// Runs that begin with the weights of another network: what is taken, drawn, kept frozen and refused.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <memory>

#include "model/files/error.h"
#include "model/foreign/answer_layer.h"
#include "model/native/native_session.h"
#include "model/run/checkpoint.h"
#include "model/run/start_weights.h"
#include "model/run/trainer.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;
using namespace std::chrono_literals;

namespace test_start_weights {

bool nothingIsChosen(const char* /*key*/) { return false; }

/// Two layers that learn to copy four tokens out of six.
RunConfig smallRun() {
    RunConfig config =
        with(RunConfig(),
             "data.rule=copy data.num_categories=6 data.length=4 data.train_size=640 "
             "data.validation_size=200 data.test_size=50 network.model_dim=16 network.num_heads=2 "
             "network.num_layers=2 network.dim_feedforward=32 training.batch_size=64 training.epochs=20 "
             "training.learning_rate=3e-3 training.schedule=constant threads=1");
    tieNetworkToData(config);
    return config;
}

std::shared_ptr<const DataSet> dataOf(const RunConfig& config, const DataNames& names = {}) {
    return std::make_shared<const DataSet>(makeData(config.data, names));
}

RunResult trainToEnd(Trainer& trainer) {
    while (true)
        if (const auto result = trainer.advance(1s).result) return *result;
}

class TestStartWeights : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        const RunConfig config = smallRun();
        Trainer trainer(NativeBackend(), config, dataOf(config));
        QVERIFY(trainToEnd(trainer).validationAccuracy > 0.9);
        learned_ = trainer.bestParameters();
        writeSafeTensors(path("learned"), toSafeTensors(config, learned_));
    }

    /// The same task goes on from where it was, a few steps bring more than from scratch, and what is frozen
    /// keeps its bits.
    void goesOnFromThere() {
        RunConfig config = with(smallRun(), "seed=7 training.max_steps=3 training.optimiser=adamw");
        Trainer fresh(NativeBackend(), config, dataOf(config));
        const double scratch = trainToEnd(fresh).validationAccuracy;

        config.training.startFrom = path("learned");
        config.training.frozenLayers = 1;
        const Checkpoint source = followStart(config, nothingIsChosen);
        QVERIFY(config.network == smallRun().network);
        const auto data = dataOf(config);
        const StartWeights start = startWeights(source, config, data->names);
        QCOMPARE(start.parameters, learned_);
        QVERIFY(start.report.drawn.empty() && start.report.left.empty());
        Trainer trainer(NativeBackend(), config, data, nullptr, &start.parameters);
        const double started = trainToEnd(trainer).validationAccuracy;
        QVERIFY2(started > scratch + 0.3, qPrintable(QString("%1 %2").arg(started).arg(scratch)));
        const int64_t frozen = trainer.program().frozen;
        QVERIFY(frozen > 0 && frozen < std::ssize(learned_));
        const std::vector<float> now = trainer.parameters();
        QVERIFY(std::equal(learned_.begin(), learned_.begin() + frozen, now.begin()));
        QVERIFY(now[static_cast<size_t>(frozen)] != learned_[static_cast<size_t>(frozen)]);
        QVERIFY(frozenText(config).find("the first layer of 2") != std::string::npos);
        QVERIFY(frozenJson(config).find(std::to_string(frozen)) != std::string::npos);
    }

    /// An answer of another kind has a last layer of its own; the rest is taken.
    void anotherAnswerIsNew() {
        RunConfig config =
            with(smallRun(), "data.rule=palindrome data.num_categories=6 network.pooling=mean");
        config.training.startFrom = path("learned");
        tieNetworkToData(config);
        Checkpoint source = followStart(config, nothingIsChosen);
        QVERIFY(config.network.output == OutputKind::Pooled);
        QVERIFY(config.network.pooling == PoolingKind::Mean);
        const StartReport report = startWeights(source, config, {}).report;
        QVERIFY(std::ranges::find(report.drawn, parameterName(Role::ClassifierWeight)) != report.drawn.end());
        QVERIFY(std::ranges::find(report.left, parameterName(Role::OutputLogitsWeight)) != report.left.end());
        QVERIFY(std::ranges::find(report.taken, parameterName(Role::QkvWeight, 1)) != report.taken.end());
        // A network that was published without an answer has none that could be left.
        source.answers = AnswerLayer::None;
        const StartReport none = startWeights(source, config, {}).report;
        QVERIFY(std::ranges::find(none.left, parameterName(Role::OutputLogitsWeight)) == none.left.end());
    }

    /// What depends on the weights follows the source; what does not stays as the run has it.
    void theNetworkFollows() {
        RunConfig config = with(
            smallRun(), "network.model_dim=8 network.num_heads=1 network.num_layers=1 network.dropout=0.25");
        config.training.startFrom = path("learned");
        RunConfig first = config;
        (void)followStart(config, nothingIsChosen);
        QCOMPARE(config.network.modelDim, 16);
        QCOMPARE(config.network.numLayers, 2);
        QCOMPARE(config.network.dropout, 0.25);
        const auto chosen = [](const char* key) { return std::string(key) == "network.num_layers"; };
        const Checkpoint source = followStart(first, chosen);
        QCOMPARE(first.network.numLayers, 1);
        const StartReport report = startWeights(source, first, {}).report;
        QVERIFY(std::ranges::find(report.left, parameterName(Role::QkvWeight, 1)) != report.left.end());
        RunConfig heads = with(smallRun(), "network.num_heads=4");
        heads.training.startFrom = path("learned");
        VERIFY_SAYS(thrownMessage([&] {
                        (void)followStart(
                            heads, [](const char* key) { return std::string(key) == "network.num_heads"; });
                    }),
                    "network.num_heads=4: expected 2");
    }

    void otherShapesAreRefused() {
        RunConfig config = with(smallRun(), "data.num_categories=9");
        tieNetworkToData(config);
        config.training.startFrom = path("learned");
        const Checkpoint source = followStart(config, nothingIsChosen);
        VERIFY_SAYS(thrownMessage([&] { (void)startWeights(source, config, {}); }),
                    "its input_net.1.weight is [16, 6], expected [16, 9]");
        RunConfig sets = presetByName("anomaly-shapes");
        sets.training.startFrom = path("learned");
        VERIFY_SAYS(thrownMessage([&] { (void)followStart(sets, nothingIsChosen); }), "reads tokens");
        RunConfig none = smallRun();
        none.training.startFrom = path("nothing");
        VERIFY_SAYS(thrownMessage([&] { (void)followStart(none, nothingIsChosen); }), "nothing");
    }

    void frozenLayersAreChecked() {
        RunConfig config = with(smallRun(), "training.frozen_layers=3");
        VERIFY_SAYS(thrownMessage([&] { requireValid(config); }), "the network has 2 layers");
        config.training.frozenLayers = 2;
        requireValid(config);
        config.network.embeddingTable = config.network.tiedOutput = true;
        VERIFY_SAYS(thrownMessage([&] { requireValid(config); }), "nothing would be left to train");
        config.network.normFirst = true;  // with a norm behind the last layer
        requireValid(config);
    }

    /// Words come along from the source, classes from the data: a last layer of their number is new.
    void wordsOfTextsComeAlong() {
        const RunConfig texts = presetWith(
            "text-demo", "data.train_size=200 data.validation_size=40 data.test_size=40 threads=1");
        const auto data = dataOf(texts);
        const auto parameters = initialParameters(buildProgram(texts.network, 1), 5);
        writeSafeTensors(path("texts"), toSafeTensors(texts, parameters, data->names));
        RunConfig config = with(texts, "data.vocabulary=50");
        config.data.seed = 3;  // other texts, so that other words would be learnt
        config.training.startFrom = path("texts");
        const Checkpoint source = followStart(config, nothingIsChosen);
        QCOMPARE(config.data.vocabulary, texts.network.inputDim);
        const auto made = dataOf(config, namesToStart(source, config));
        QVERIFY(made->names.vocabulary == data->names.vocabulary);
        QVERIFY(made->names.classes == data->names.classes);
        QVERIFY(startWeights(source, config, made->names).report.drawn.empty());
        DataNames others = made->names;
        others.classes = {"one", "two"};
        const StartReport report = startWeights(source, config, others).report;
        QVERIFY(std::ranges::find(report.drawn, parameterName(Role::ClassifierWeight)) != report.drawn.end());
    }

private:
    [[nodiscard]] std::string path(const char* name) const {
        return folder_.filePath(QString(name) + ".safetensors").toStdString();
    }

    QTemporaryDir folder_;
    std::vector<float> learned_;
};

TEST_CLASS(TestStartWeights, NoApplication)

}  // namespace test_start_weights
#include "test_start_weights.moc"
