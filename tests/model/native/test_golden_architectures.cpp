// Networks of every choice against values computed in float64 by PyTorch: the files arch_* of the folder that
// ATTX_GOLDEN names (else ../shared/golden beside the checkout). All settings and values are the file's.
#include <QtTest>

#include "golden_network.h"
#include "model/files/safetensors.h"
#include "model/native/instruction_set.h"
#include "model/native/native_session.h"
#include "model/native/products.h"
#include "runner.h"

using namespace attx;

class TestGoldenArchitectures : public QObject {
    Q_OBJECT
    const bool generates_ = generatedProducts();

private Q_SLOTS:
    void cleanup() {
        forceInstructionSet("");
        useGeneratedProducts(generates_);
    }

    void network_data() {
        addColumns<QString, QString, bool>("path", "instructionSet", "generated");
        for (const QString& path : architectureFiles())
            for (const Kernels* kernels : runnableKernels())
                for (const bool generated : {true, false}) {
                    if (generated && (!generates_ || kernels == &baseline::kernels)) continue;
                    QTest::addRow("%s %s%s", qPrintable(QFileInfo(path).completeBaseName()), kernels->name,
                                  generated ? "" : " Eigen")
                        << path << QString::fromUtf8(kernels->name) << generated;
                }
        if (architectureFiles().isEmpty()) QTest::newRow("none") << QString() << QString() << false;
    }
    void network() {
        QFETCH(QString, path);
        QFETCH(QString, instructionSet);
        QFETCH(bool, generated);
        REQUIRE_GOLDEN(path);
        useGeneratedProducts(generated);
        forceInstructionSet(instructionSet.toStdString());
        const SafeTensors file = readSafeTensors(path.toStdString());
        if (const std::string why = whyNotTaken(file); !why.empty()) QSKIP(why.c_str());
        VERIFY_NO_PROBLEM(compareNetwork(NativeBackend(), file));
    }
};

TEST_CLASS(TestGoldenArchitectures, NoApplication)
#include "test_golden_architectures.moc"
