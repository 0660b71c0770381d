// What explanations assume of a network, and what is said where it does not hold.
#include <QtTest>

#include "model/attribute/explain_methods.h"
#include "model/config/presets.h"
#include "model/config/task.h"
#include "model/network/program.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

class TestAssumptionsOfMethods : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void presetsHaveEveryExplanation() {
        for (const auto& [name, config] : presets())
            for (const ExplainMethodInfo& info : explainMethods())
                // Where layers normalise first, queries and keys are no linear function of the input.
                QVERIFY2(config.network.normFirst || !info.whyNot(config.network, sampleKind(config.data)),
                         (name + ": " + info.name).c_str());
    }

    void aTextWithoutUnknownTokens() {
        NetworkConfig network = presetByName("text-demo").network;
        network.inputDim = 1;
        VERIFY_SAYS(QString(infoOf(ExplainMethod::IntegratedGradients).whyNot(network, SampleKind::Text)),
                    "[UNK]");
        QVERIFY(!infoOf(ExplainMethod::Occlusion).whyNot(network, SampleKind::Text));
    }

    void scoresAreSumsOfTermsBehindLinearLayersAlone_data() {
        QTest::addColumn<bool>("norm");
        QTest::newRow("a norm in between") << true;
        QTest::newRow("an activation in between") << false;
    }
    void scoresAreSumsOfTermsBehindLinearLayersAlone() {
        QFETCH(const bool, norm);
        Program program = buildProgram(presetByName("reverse").network, 4);
        QVERIFY(!whyNotAssumed(Assumes::LinearFirstLayer, program, SampleKind::Sequence));
        for (auto op = program.ops.begin(); op != program.ops.end(); ++op)
            if (auto* linear = std::get_if<Linear>(&*op); linear && linear->y == program.blocks[0].qkv) {
                const TensorId x = linear->x, y = static_cast<TensorId>(program.tensors.size());
                program.tensors.push_back(program.tensors[static_cast<size_t>(x)]);
                linear->x = y;
                program.ops.insert(
                    op, norm ? Op(Norm{x, y, y, 0, 1, 1e-5F, true}) : Op(Activate{x, y, Activation::Relu}));
                break;
            }
        VERIFY_SAYS(QString(whyNotAssumed(Assumes::LinearFirstLayer, program, SampleKind::Sequence)),
                    "no sum of terms");
        QVERIFY(!whyNotAssumed(Assumes::Nothing, program, SampleKind::Sequence));
    }
};

TEST_CLASS(TestAssumptionsOfMethods, QCoreApplication)
#include "test_assumptions_of_methods.moc"
