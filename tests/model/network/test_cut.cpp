// Stretches of a network: they answer what the whole does between the same tensors, and refuse what is not
// made of their beginning alone.
#include <QtTest>
#include <cmath>

#include "model/data/philox.h"
#include "model/inspect/part_session.h"
#include "model/native/native_session.h"
#include "model/network/cut.h"
#include "odd_network.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

namespace test_cut {

constexpr int T = 5, B = 3, layers = 2;

NetworkConfig network(OutputKind output) {
    NetworkConfig c = oddNetwork(layers);
    c.output = output;
    return c;
}

Table randomTokens(const NetworkConfig& c) {
    PhiloxSequence random(5, RandomStream::Data);
    Table table{.rows = B, .length = T};
    for (int i = 0; i < B * T; ++i)
        table.tokens.push_back(static_cast<int32_t>(random.below(static_cast<uint32_t>(c.inputDim))));
    return table;
}

class TestCut : public QObject {
    Q_OBJECT

    /// The whole network's session after a forward pass, which keeps the sums too.
    struct Whole {
        Program program;
        std::vector<float> parameters;
        Table table;
        Ablation ablation;
        std::unique_ptr<Session> session;

        explicit Whole(OutputKind output)
            : program(buildProgram(network(output), T)),
              parameters(initialParameters(program, 3)),
              table(randomTokens(program.config)) {
            for (int i = 0; i < layers * program.config.numHeads; ++i)
                ablation.headGates.push_back(0.25F * static_cast<float>(i));
            SessionOptions options{.batch = B, .threads = 1, .keepTensors = true};
            for (const Block& block : program.blocks)
                options.keep.insert(options.keep.end(), {block.attended, block.attentionSum});
            session = NativeBackend().compile(program, options);
            session->writeParameters(parameters);
            session->setAblation(ablation);
            session->bind(table);
            session->forward(std::vector<int32_t>{0, 1, 2});
        }
    };

private Q_SLOTS:
    void aStretchAnswersAsTheWholeDoes_data() {
        QTest::addColumn<OutputKind>("output");
        QTest::newRow("positions") << OutputKind::Positions;
        QTest::newRow("pooled") << OutputKind::Pooled;
    }
    void aStretchAnswersAsTheWholeDoes() {
        QFETCH(OutputKind, output);
        const Whole whole(output);
        const Program& p = whole.program;
        for (const auto& [from, to] :
             {std::pair(p.layerInput(0), p.logits), std::pair(p.layerInput(1), p.logits),
              std::pair(p.layerInput(layers), p.logits), std::pair(p.blocks[0].attentionSum, p.logits),
              std::pair(p.blocks[1].attentionSum, p.blocks[1].output),
              std::pair(p.layerInput(0), p.blocks[1].attended), std::pair(p.embedded, p.logits)}) {
            const std::string name =
                p.tensors[static_cast<size_t>(from)].name + " to " + p.tensors[static_cast<size_t>(to)].name;
            PartSession part(NativeBackend(), cut(p, from, to), whole.parameters, whole.ablation, B, false,
                             nullptr);
            const std::vector<float> found = part.run(whole.session->read(from)),
                                     expected = whole.session->read(to);
            QVERIFY2(std::equal(found.begin(), found.end(), expected.begin(), expected.end(),
                                [](float a, float b) { return std::abs(a - b) <= 1e-6f; }),
                     name.c_str());
        }
    }

    void onlyWhatIsNeededRuns() {
        const Program whole = buildProgram(network(OutputKind::Positions), T);
        const Block& block = whole.blocks[1];
        QCOMPARE(cut(whole, block.attentionSum, block.output).ops.size(), size_t{10});
        QCOMPARE(cut(whole, block.input, block.attended).ops.size(), size_t{5});  // with load and loss
        QCOMPARE(cut(whole, whole.layerInput(0), whole.logits).ops.size(),
                 whole.ops.size() - 1);  // neither embedding nor positions, but a load
    }

    void whatIsAlsoMadeOfTheInputIsRefused() {
        const Program whole = buildProgram(network(OutputKind::Positions), T);
        VERIFY_SAYS(thrownMessage([&] { (void)cut(whole, whole.blocks[1].attended, whole.logits); }),
                    QStringLiteral("\"logits\" is made of the network's input, too, not of "
                                   "\"layers.1.attended\" alone."));
        VERIFY_SAYS(thrownMessage([&] { (void)cut(whole, whole.logits, whole.blocks[1].attended); }),
                    QStringLiteral("\"layers.1.attended\" is made of the network's input"));
    }
};

TEST_CLASS(TestCut, NoApplication)

}  // namespace test_cut
#include "test_cut.moc"
