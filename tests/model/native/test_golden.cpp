// Values computed in float64 by PyTorch: the committed fixtures, and the golden files in the folder that
// ATTX_GOLDEN names (else ../shared/golden beside the checkout), where there is one.
#include <QtTest>

#include "golden_network.h"
#include "model/files/safetensors.h"
#include "model/native/instruction_set.h"
#include "model/native/native_session.h"
#include "model/native/products.h"
#include "model/network/positions.h"
#include "model/network/schedule.h"
#include "runner.h"

using namespace attx;

class TestGolden : public QObject {
    Q_OBJECT
    const bool generates_ = generatedProducts();

    /// A row for each file, instruction set and way of products; golden rows only where the folder is.
    void rows(std::initializer_list<const char*> fixtures, std::initializer_list<const char*> golden) const {
        addColumns<QString, QString, bool>("path", "instructionSet", "generated");
        for (const Kernels* kernels : runnableKernels())
            for (const bool generated : {true, false}) {
                if (generated && (!generates_ || kernels == &baseline::kernels)) continue;
                const QString isa = QString::fromUtf8(kernels->name);
                const char* products = generated ? "" : " Eigen";
                for (const char* name : fixtures)
                    QTest::addRow("%s %s%s", name, kernels->name, products)
                        << QStringLiteral(ATTX_TEST_DATA "/%1.safetensors").arg(QString::fromUtf8(name))
                        << isa << generated;
                for (const char* name : golden)
                    QTest::addRow("%s %s%s", name, kernels->name, products)
                        << QStringLiteral("%1/%2.safetensors")
                               .arg(QString::fromStdString(goldenFolder()), QString::fromUtf8(name))
                        << isa << generated;
            }
    }
    /// The file of the row; skips, saying so, where the golden folder is missing.
#define OPEN_FILE()                                    \
    QFETCH(QString, path);                             \
    QFETCH(QString, instructionSet);                   \
    QFETCH(bool, generated);                           \
    useGeneratedProducts(generated);                   \
    REQUIRE_GOLDEN(path);                              \
    forceInstructionSet(instructionSet.toStdString()); \
    SafeTensors file = readSafeTensors(path.toStdString())

private Q_SLOTS:
    void cleanup() {
        forceInstructionSet("");
        useGeneratedProducts(generates_);
    }

    void network_data() {
        rows({"fixture_reverse", "fixture_masked", "fixture_set", "fixture_text"},
             {"reverse_small", "anomaly_small", "text_small"});
    }
    void network() {
        OPEN_FILE();
        VERIFY_NO_PROBLEM(compareNetwork(NativeBackend(), file));
    }

    void maskedAttention_data() { rows({}, {"masked_attention"}); }
    void maskedAttention() {
        OPEN_FILE();
        VERIFY_NO_PROBLEM(compareMaskedAttention(NativeBackend(), file));
    }

    void schedules_data() { rows({}, {"schedules"}); }
    void schedules() {
        OPEN_FILE();
        std::vector<float> cosine, decay;
        for (int step = 0; step <= 2000; ++step) {
            cosine.push_back(static_cast<float>(scheduleFactor(Schedule::CosineWarmup, step, 100, 2000)));
            decay.push_back(static_cast<float>(scheduleFactor(Schedule::WarmupCosineDecay, step, 100, 2000)));
        }
        QCOMPARE(differenceTo(file, "expect.cosine_warmup", cosine, 1e-6f, 0.0f), std::string());
        QCOMPARE(differenceTo(file, "expect.warmup_cosine_decay", decay, 1e-6f, 0.0f), std::string());
        QCOMPARE(
            differenceTo(file, "expect.positional_encoding_96x48", positionalEncoding(96, 48), 1e-5f, 0.0f),
            std::string());
    }
};

TEST_CLASS(TestGolden, NoApplication)
#include "test_golden.moc"
