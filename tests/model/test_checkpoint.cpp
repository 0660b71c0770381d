// A network as a file of our own: what is written opens again, and nothing else is written.
#include <QtTest>

#include "model/checkpoint.h"
#include "thrown.h"

using namespace attx;

class TestCheckpoint : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void parametersOfAnotherNetworkAreNotWritten_data() {
        QTest::addColumn<int>("difference");
        QTest::newRow("one too few") << -1;
        QTest::newRow("one too many") << 1;
        QTest::newRow("none") << INT_MIN;
    }
    void parametersOfAnotherNetworkAreNotWritten() {
        QFETCH(int, difference);
        const RunConfig config;
        const int64_t count = buildProgram(config.network, 1).parameterCount();
        std::vector<float> parameters(static_cast<size_t>(std::max<int64_t>(count + difference, 0)));
        VERIFY_SAYS(thrownMessage([&] { (void)toSafeTensors(config, parameters); }),
                    QStringLiteral("The network has %1 parameters, but %2 were given.")
                        .arg(count)
                        .arg(parameters.size()));
        TrainerState state;
        state.parameters.resize(static_cast<size_t>(count));
        state.bestParameters = state.optimiser.first = state.parameters;
        state.optimiser.second = parameters;
        VERIFY_SAYS(thrownMessage([&] { (void)toSafeTensors(config, state); }), "parameters, but");
    }
};

QTEST_APPLESS_MAIN(TestCheckpoint)
#include "test_checkpoint.moc"
