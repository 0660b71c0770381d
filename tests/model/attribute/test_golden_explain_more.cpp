// The golden values of explanations that run parts of the network, of patching and of faithfulness, on every
// instruction set.

#include "golden_explain.h"
#include "model/native/instruction_set.h"
#include "model/native/native_session.h"
#include "runner.h"

using namespace attx;

class TestGoldenExplainMore : public QObject {
    Q_OBJECT
    static void rows(const char* name) {
        addColumns<QString, QString>("path", "instructionSet");
        for (const Kernels* kernels : runnableKernels())
            QTest::addRow("golden %s", kernels->name)
                << QString::fromStdString(goldenFolder() + "/" + name + ".safetensors")
                << QString::fromUtf8(kernels->name);
    }
    template <class Compare>
    static void check(Compare compare) {
        QFETCH(QString, path);
        QFETCH(QString, instructionSet);
        REQUIRE_GOLDEN(path);
        forceInstructionSet(instructionSet.toStdString());
        compare(NativeBackend(), readSafeTensors(path.toStdString()));
    }

private Q_SLOTS:
    void cleanup() { forceInstructionSet(""); }

    void methods_data() { rows("explain_more"); }
    void methods() { check(compareExplainMore); }
    void patching_data() { rows("explain_more"); }
    void patching() { check(comparePatching); }
    void faithfulness_data() { rows("faithfulness"); }
    void faithfulness() { check(compareFaithfulness); }
};

TEST_CLASS(TestGoldenExplainMore, NoApplication)
#include "test_golden_explain_more.moc"
