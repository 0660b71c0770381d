// Every choice of a network with every other one, on the Vulkan device and on the processor.
#include "choices.h"
#include "gpu/device/gpu_fixture.h"
#include "model/native/native_session.h"
#include "runner.h"

using namespace attx;

class TestVulkanChoices : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { REQUIRE_VULKAN(); }
    void cleanup() { REQUIRE_NO_MESSAGE(); }

    void everyPairOfValues_data() {
        addColumns<int, QString>("index", "variant");
        networks_ = pairwiseNetworks();
        for (size_t i = 0; i < networks_.size(); ++i)
            QTest::addRow("%zu", i) << static_cast<int>(i)
                                    << (i % 3 == 0 ? QString() : QStringLiteral("32x32"));
    }
    void everyPairOfValues() {
        QFETCH(int, index);
        QFETCH(QString, variant);
        const NetworkConfig& network = networks_[static_cast<size_t>(index)];
        const int batch = 4, length = index % 4 == 1 ? 70 : 6;  // the long ones go another way
        const Program program = buildProgram(network, length);
        const Table table = tableFor(network, batch, length);
        const std::string what = named(network);
        SessionOptions options{.batch = batch};
        for (const bool keep : {true, false}) {
            options.keepTensors = keep;
            const auto expected = NativeBackend().compile(program, options);
            const auto found = VulkanBackend({.tile = variant.toStdString()}).compile(program, options);
            const std::vector<int32_t> rows = firstRows(table.rows);
            for (Session* session : {expected.get(), found.get()}) {
                session->writeParameters(movedParameters(program));
                session->bind(table);
                if (!keep) continue;
                session->forward(rows);
                session->backward();
            }
            if (keep) {
                VERIFY_CLOSE(found->read(program.logits), expected->read(program.logits), 2e-5, what);
                for (const TensorId id : program.attention) {
                    VERIFY_CLOSE(found->read(id), expected->read(id), 2e-5, what);
                    VERIFY_CLOSE(found->readGradient(id), expected->readGradient(id), 1e-4, what);
                }
                VERIFY_CLOSE(found->readParameterGradient(), expected->readParameterGradient(), 1e-4, what);
            } else {
                const StepScalars scalars = stepScalars(options.training, 1e-3, 0);
                StepMetrics ofFound, ofExpected;
                QCOMPARE(found->train(rows, {&scalars, 1}, {&ofFound, 1}), size_t{1});
                QCOMPARE(expected->train(rows, {&scalars, 1}, {&ofExpected, 1}), size_t{1});
                VERIFY_CLOSE(std::vector<float>{ofFound.loss}, std::vector<float>{ofExpected.loss}, 1e-5,
                             what);
                VERIFY_CLOSE(found->readParameterGradient(), expected->readParameterGradient(), 1e-4, what);
            }
        }
    }

private:
    std::vector<NetworkConfig> networks_;
};

TEST_CLASS(TestVulkanChoices, QCoreApplication)
#include "test_vulkan_choices.moc"
