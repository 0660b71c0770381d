// The plan of a network: which operations a kernel does at once, what is stored, and what asking for more of
// it changes: nothing but memory.
#include <QtTest>
#include <cmath>
#include <numeric>

#include "model/data/philox.h"
#include "model/native/native_session.h"
#include "model/network/fuse.h"
#include "odd_network.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

namespace test_fuse {

struct Describe {
    const char* operator()(const Embed&) const { return "embed"; }
    std::string operator()(const FusedLoad& op) const { return "load" + dropout(op.dropout); }
    std::string operator()(const FusedLinear& op) const {
        return std::string("linear") + (op.relu ? "+relu" : "") + dropout(op.dropout);
    }
    const char* operator()(const Prepend&) const { return "prepend"; }
    const char* operator()(const AddPositions&) const { return "positions"; }
    std::string operator()(const FusedMultiply& op) const { return "multiply" + dropout(op.dropout); }
    const char* operator()(const ShareKeys&) const { return "share keys"; }
    const char* operator()(const Rotate&) const { return "rotate"; }
    const char* operator()(const Add&) const { return "add"; }
    std::string operator()(const FusedActivate& op) const { return "activate" + dropout(op.dropout); }
    std::string operator()(const Dropout& op) const { return "dropout" + dropout(op.at); }
    const char* operator()(const Attention&) const { return "attention"; }
    std::string operator()(const FusedNorm& op) const {
        return dropout(op.branchDropout) + (op.residual ? "add+" : "") + "norm" + (op.relu ? "+relu" : "") +
               dropout(op.dropout);
    }
    std::string operator()(const FusedPool& op) const { return "pool" + dropout(op.dropout); }
    const char* operator()(const CrossEntropy&) const { return "loss"; }
    /// "/2": dropout of site 2.
    static std::string dropout(const DropoutSite& at) {
        return at.p > 0 ? "/" + std::to_string(at.site) : std::string();
    }
};

QString planOf(const Program& program, std::span<const TensorId> keep = {}) {
    std::string text;
    for (const FusedOp& op : fuse(program, keep))
        text += (text.empty() ? "" : " ") +
                std::visit([](const auto& kind) { return std::string(Describe()(kind)); }, op);
    return QString::fromStdString(text);
}

std::vector<TensorId> allOf(const Program& program) {
    std::vector<TensorId> all(program.tensors.size());
    std::iota(all.begin(), all.end(), 0);
    return all;
}

NetworkConfig network(OutputKind output) {
    NetworkConfig c = oddNetwork(1);
    c.output = output;
    c.input = output == OutputKind::Set ? InputKind::Features : InputKind::Tokens;
    if (output == OutputKind::Set) c.numClasses = 1, c.positions = Positions::None;
    c.dropout = c.inputDropout = c.poolDropout = 0.25;
    return c;
}

constexpr int T = 5, B = 4;

Table tableOf(const NetworkConfig& c) {
    PhiloxSequence random(5, RandomStream::Data);
    Table table{.length = T};
    if (c.input == InputKind::Features) {
        table.rows = B * T;
        table.featureDim = c.inputDim;
        for (int i = 0; i < B * T * c.inputDim; ++i) table.features.push_back(random.uniform(-1, 1));
        for (int i = 0; i < B * T; ++i) table.classes.push_back(i % T == 2);
        return table;
    }
    table.rows = B;
    for (int i = 0; i < B * T; ++i)
        table.tokens.push_back(static_cast<int32_t>(random.below(static_cast<uint32_t>(c.inputDim))));
    table.labels.assign(c.output == OutputKind::Pooled ? B : B * T, 1);
    return table;
}

void rows() {
    QTest::addColumn<OutputKind>("output");
    QTest::newRow("positions") << OutputKind::Positions;
    QTest::newRow("set") << OutputKind::Set;
    QTest::newRow("pooled") << OutputKind::Pooled;
}

class TestFuse : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aKernelDoesSeveralOperations() {
        const QString layer =
            QStringLiteral("linear attention linear /1add+norm linear+relu/2 linear /3add+norm ");
        QCOMPARE(planOf(buildProgram(network(OutputKind::Positions), T)),
                 "embed positions " + layer + "linear norm+relu/4 linear loss");
        QCOMPARE(planOf(buildProgram(network(OutputKind::Set), T)),
                 "load/0 linear " + layer + "linear norm+relu/4 linear loss");
        QCOMPARE(planOf(buildProgram(network(OutputKind::Pooled), T)),
                 "embed positions " + layer + "pool/4 linear loss");
    }

    void otherActivationsHaveAKernelOfTheirOwn() {
        NetworkConfig config = network(OutputKind::Positions);
        config.activation = Activation::Gelu;
        QCOMPARE(
            planOf(buildProgram(config, T)),
            "embed positions linear attention linear /1add+norm linear activate/2 linear /3add+norm linear "
            "norm+relu/4 linear loss");
    }

    void whatLiesBetweenIsNotStored() {
        const Program program = buildProgram(network(OutputKind::Positions), T);
        const std::vector<bool> stored = storedTensors(program, fuse(program));
        QStringList names;
        for (size_t id = 0; id < stored.size(); ++id)
            if (!stored[id]) names += QString::fromStdString(program.tensors[id].name);
        QCOMPARE(
            names.join(' '),
            QStringLiteral("layers.0.attended.dropped layers.0.sum1 layers.0.hidden.linear "
                           "layers.0.hidden.active layers.0.fed.dropped layers.0.sum2 output.normed.norm "
                           "output.normed.active"));
    }

    void aKernelEndsAtWhatIsKept() {
        const Program program = buildProgram(network(OutputKind::Positions), T);
        const auto with = [&](const char* name) {
            const TensorId id = program.tensor(name);
            return planOf(program, {&id, 1}).section(' ', 2, 10);
        };
        QCOMPARE(with("layers.0.hidden"),
                 QStringLiteral("linear attention linear /1add+norm linear+relu/2 linear /3add+norm linear "
                                "norm+relu/4"));
        QCOMPARE(with("layers.0.sum1"),
                 QStringLiteral("linear attention linear/1 add norm linear+relu/2 linear /3add+norm linear"));
        QCOMPARE(with("layers.0.attended.dropped"),
                 QStringLiteral("linear attention linear/1 add+norm linear+relu/2 linear /3add+norm linear "
                                "norm+relu/4"));
        QCOMPARE(with("layers.0.hidden.linear"),
                 QStringLiteral("linear attention linear /1add+norm linear activate/2 linear "
                                "/3add+norm linear"));
        QCOMPARE(with("layers.0.hidden.active"),
                 QStringLiteral("linear attention linear /1add+norm linear+relu dropout/2 linear /3add+norm "
                                "linear"));
    }

    void keepingMoreChangesNoResult_data() { rows(); }
    void keepingMoreChangesNoResult() {
        QFETCH(OutputKind, output);
        const NetworkConfig config = network(output);
        const Table table = tableOf(config);
        const Program program = buildProgram(config, T);
        const std::vector<bool> usual = storedTensors(program, fuse(program));
        std::vector<int32_t> order(static_cast<size_t>(table.rows));
        std::iota(order.begin(), order.end(), 0);
        SessionOptions options{.batch = B, .seed = 9, .keepTensors = true};
        std::vector<std::vector<std::vector<float>>> results;
        for (const std::vector<TensorId>& keep : {std::vector<TensorId>(), allOf(program)}) {
            options.keep = keep;
            const auto session = NativeBackend().compile(program, options);
            session->writeParameters(initialParameters(program, 3));
            session->bind(table);
            session->forward(order);
            session->backward();
            std::vector<std::vector<float>>& found = results.emplace_back();
            for (size_t id = 0; id < usual.size(); ++id)
                if (usual[id]) found.push_back(session->read(static_cast<TensorId>(id)));
            found.push_back(session->readParameterGradient());
            for (const TensorId id : {program.attention[0], program.tensor("layers.0.qkv")})
                found.push_back(session->readGradient(id));
            const StepScalars scalars = stepScalars(options.training, 1e-3, 0);
            StepMetrics metrics;
            QCOMPARE(session->train(order, {&scalars, 1}, {&metrics, 1}), size_t{1});
            found.push_back(session->readParameterGradient());  // with dropout
            found.push_back({metrics.loss});
        }
        for (size_t i = 0; i < results[0].size(); ++i) {
            QCOMPARE(results[0][i].size(), results[1][i].size());
            for (size_t k = 0; k < results[0][i].size(); ++k)
                QVERIFY(std::abs(results[0][i][k] - results[1][i][k]) <= 1e-6f);
        }
    }

    void whatIsKeptFollowsFromItsOperation() {
        const NetworkConfig config = network(OutputKind::Positions);
        const Table table = tableOf(config);
        const Program program = buildProgram(config, T);
        const std::vector<int32_t> order{0, 1, 2, 3};
        const SessionOptions options{.batch = B, .keepTensors = true, .keep = allOf(program)};
        const auto session = NativeBackend().compile(program, options);
        session->writeParameters(initialParameters(program, 3));
        session->bind(table);
        session->forward(order);
        session->backward();
        const auto value = [&](const std::string& name) {
            return session->read(program.tensor("layers.0." + name));
        };
        const auto gradient = [&](const std::string& name) {
            return session->readGradient(program.tensor("layers.0." + name));
        };
        const std::vector<float> input = session->read(program.tensor("positioned")),
                                 attended = value("attended"), sum = value("sum1"),
                                 linear = value("hidden.linear"), hidden = value("hidden"),
                                 dHidden = gradient("hidden"), dLinear = gradient("hidden.linear");
        for (size_t i = 0; i < sum.size(); ++i) QCOMPARE(sum[i], input[i] + attended[i]);
        int below = 0;
        for (size_t i = 0; i < linear.size(); ++i) {
            QCOMPARE(hidden[i], std::max(linear[i], 0.0f));
            QCOMPARE(dLinear[i], linear[i] > 0 ? dHidden[i] : 0.0f);
            below += linear[i] < 0;
        }
        QVERIFY(below > 0);
        QCOMPARE(gradient("attended"), gradient("sum1"));
    }

    void whatIsNotStoredCannotBeRead() {
        const Program program = buildProgram(network(OutputKind::Positions), T);
        const Table table = tableOf(program.config);
        const auto session = NativeBackend().compile(program, {.batch = B, .keepTensors = true});
        session->bind(table);
        session->forward(std::vector<int32_t>{0, 1});
        session->backward();
        const TensorId sum = program.tensor("layers.0.sum1");
        VERIFY_SAYS(thrownMessage([&] { (void)session->read(sum); }),
                    QStringLiteral("The session did not keep \"layers.0.sum1\""));
        VERIFY_SAYS(thrownMessage([&] { (void)session->readGradient(sum); }),
                    QStringLiteral("The session did not keep \"layers.0.sum1\""));
    }
};

TEST_CLASS(TestFuse, NoApplication)

}  // namespace test_fuse
#include "test_fuse.moc"
