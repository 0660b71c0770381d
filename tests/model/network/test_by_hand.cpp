// The network whose weights are set by construction: what it answers is known, and so is why.
#include <QtTest>
#include <cmath>

#include "model/inspect/inspector.h"
#include "model/native/native_session.h"
#include "model/network/ablation.h"
#include "model/network/by_hand.h"
#include "model/run/measure.h"
#include "model/run/trainer.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;

class TestByHand : public QObject {
    Q_OBJECT
    static RunConfig preset() {
        return presetWith("reverse-by-hand", "data.train_size=128 data.test_size=200");
    }

private Q_SLOTS:
    void everyTokenIsRight() {
        const RunConfig config = preset();
        const DataSet data = makeData(config.data);
        const Program program = buildProgram(config.network, config.data.length);
        const Measure measure =
            makeMeasure(NativeBackend(), config, initialParameters(program, 42), data.validation);
        QCOMPARE(evaluateRows(*measure.session, measure.rows, measure.batch)->accuracy(), 1.0);
    }

    void attentionIsTheAntiDiagonal() {
        const RunConfig config = preset();
        const Program program = buildProgram(config.network, config.data.length);
        Inspector inspector(config.network);
        inspector.setParameters(std::make_shared<const std::vector<float>>(initialParameters(program, 1)));
        const DataSet data = makeData(config.data);
        for (int64_t row = 0; row < 50; ++row) {
            const Inspection found =
                inspector.inspect(sampleOf(config, data, {SampleSource::Validation, row}));
            for (size_t p = 0; p < 16; ++p) {
                const float weight = found.attention[0][p * 16 + 15 - p];
                QVERIFY2(weight >= 0.998F, qPrintable(QString::number(weight)));
            }
        }
    }

    void onlyTheAttendedTokenDecides() {  // a change of the output's own token changes nothing
        const RunConfig config = preset();
        const Program program = buildProgram(config.network, config.data.length);
        Inspector inspector(config.network);
        inspector.setParameters(std::make_shared<const std::vector<float>>(initialParameters(program, 1)));
        std::vector<int32_t> tokens{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5};
        const std::vector<float> before = inspector.inspect(sampleOf(tokens)).logits;
        tokens[3] = 9;
        const std::vector<float> after = inspector.inspect(sampleOf(tokens)).logits;
        for (size_t k = 0; k < 10; ++k) QVERIFY(std::abs(before[30 + k] - after[30 + k]) < 0.05F);
        QCOMPARE(predictionOf(after, 10)[12], 9);
    }

    void trainsNothingUnlessStepsAreAskedFor() {
        RunConfig config = preset();
        const auto data = std::make_shared<const DataSet>(makeData(config.data));
        const auto ended = [&] {
            Trainer trainer(NativeBackend(), config, data);
            while (true)
                if (const auto result = trainer.advance(std::chrono::milliseconds(50)).result)
                    return std::pair(*result, trainer.parameters());
        };
        const auto [result, parameters] = ended();
        QCOMPARE(result.steps, int64_t{0});
        QCOMPARE(result.testAccuracy.value_or(0), 1.0);
        QCOMPARE(parameters, initialParameters(buildProgram(config.network, config.data.length), 1));
        config.training.maxSteps = 3;
        QCOMPARE(ended().first.steps, int64_t{3});
    }

    void anotherNetworkIsRefused_data() {
        QTest::addColumn<QString>("change");
        QTest::newRow("heads") << "network.num_heads=2";
        QTest::newRow("layers") << "network.num_layers=2";
        QTest::newRow("width") << "network.model_dim=30";
        QTest::newRow("no positions") << "network.positional_encoding=false";
    }
    void anotherNetworkIsRefused() {
        QFETCH(QString, change);
        RunConfig config = preset();
        setByPath(config, change.toStdString());
        VERIFY_SAYS(thrownMessage([&] { requireValid(config); }),
                    QStringLiteral("weights by hand are known for one layer"));
    }
};

TEST_CLASS(TestByHand, NoApplication)
#include "test_by_hand.moc"
