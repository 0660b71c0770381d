// Every kernel through the compiler of a driver for real graphics devices, which needs no such device: RADV
// with RADV_FORCE_FAMILY compiles for an AMD device that is not there. What a processor's driver forgives, a
// kernel that needs more registers than there are, shows here.
#include <QDir>
#include <QRegularExpression>
#include <set>

#include "gpu/device/error_stream.h"
#include "gpu/device/gpu_fixture.h"
#include "gpu/device/pipeline.h"
#include "model/config/config.h"
#include "runner.h"

using namespace attx;
using namespace attx::gpu;

namespace test_graphics_compiler {

/// Each number that the driver gives under the name.
std::vector<int> numbersOf(const QString& report, const QString& name) {
    std::vector<int> numbers;
    const QRegularExpression line("^" + name + ": (\\d+)$", QRegularExpression::MultilineOption);
    for (auto it = line.globalMatch(report); it.hasNext();) numbers.push_back(it.next().captured(1).toInt());
    return numbers;
}

/// 22 of "radv Mesa 22.3.6".
int driverYear() {
    qputenv("RADV_FORCE_FAMILY", "navi21");
    const Device device(std::make_shared<const Instance>(), 0);
    const QRegularExpression mesa("Mesa (\\d+)\\.");
    return mesa.match(QString::fromStdString(device.info().driver)).captured(1).toInt();
}

using Variants = std::set<std::pair<std::string, Flags>>;

/// Compiles what the run needs on a device with these traits, each variant of a kernel once, behind its name.
void compile(Pipelines& pipelines, RunConfig config, const Traits& traits, Variants& variants) {
    config.network.inputDim = std::max(config.network.inputDim, 64);
    const Program program = buildProgram(config.network, config.data.positions());
    const Plan plan = makePlan(program, {.batch = 16, .training = config.training}, traits, 8);
    for (const Dispatches* list :
         {&plan.train, &plan.evaluate, &plan.forward, &plan.lossGradient, &plan.backward})
        for (const Dispatch& dispatch : *list) {
            if (variants.insert({dispatch.kernel, dispatch.flags}).second)
                std::fprintf(stderr, "%s %u %u\n", dispatch.kernel.c_str(), dispatch.flags[0],
                             dispatch.flags[1]);
            (void)pipelines.get(dispatch);
        }
}

class TestGraphicsCompiler : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        const QStringList drivers =
            QDir(QStringLiteral("/usr/share/vulkan/icd.d")).entryList({QStringLiteral("radeon_icd*.json")});
        if (drivers.empty()) QSKIP("there is no RADV here (of mesa-vulkan-drivers) to compile with");
        qputenv("VK_ICD_FILENAMES", "/usr/share/vulkan/icd.d/" + drivers.front().toUtf8());
        qputenv("RADV_DEBUG", "shaderstats,nocache");
    }

    void noKernelSpillsItsRegisters_data() {
        QTest::addColumn<QByteArray>("family");
        // Groups of 64, of 64, of 32 or 64, and RDNA3.
        for (const char* family : {"polaris10", "vega10", "navi21", "navi31"})
            QTest::newRow(family) << QByteArray(family);
    }
    void noKernelSpillsItsRegisters() {
        QFETCH(QByteArray, family);
        if (family == "navi31" && driverYear() < 24)
            QSKIP(
                "this RADV knows RDNA3 as an experiment under another name, and spills registers by itself");
        qputenv("RADV_FORCE_FAMILY", family);
        const Device device(std::make_shared<const Instance>(), 0);  // of this family
        QVERIFY2(device.info().name.find("Null hardware") != std::string::npos, device.info().name.c_str());
        QVERIFY(device.info().problem.empty());
        Pipelines pipelines(device);
        Variants variants;
        ErrorStream errors;
        for (const char* preset : {"reverse", "anomaly", "text-imdb"})
            for (const Tile& tile : tiles) {
                Traits traits;
                traits.fuse = false;
                traits.tile = [&](const ProductShape&) -> const Tile& { return tile; };
                compile(pipelines, presetByName(preset), traits, variants);
            }
        const Traits fused{.sharedBytes = device.traits().sharedBytes};
        compile(pipelines, presetByName("reverse"), fused, variants);
        RunConfig odd = presetByName("reverse");  // many categories, and rows of no whole fours
        odd.network.inputDim = odd.network.numClasses = 300;
        odd.network.modelDim = 261;
        compile(pipelines, odd, {}, variants);
        const QString report = errors.end();
        for (const char* kernel :
             {"sequence", "product_forward_128x128", "softmax_backward", "gate_heads", "column_sum",
              "embed_runs", "head", "product_forward_normed_64x64", "product_input_gradient_normed_32x32k4"})
            QVERIFY2(std::any_of(variants.begin(), variants.end(),
                                 [&](const auto& variant) { return variant.first == kernel; }),
                     kernel);
        if (const QString file = qEnvironmentVariable("ATTX_SHADER_REPORT"); !file.isEmpty()) {
            QFile kept(file + QLatin1Char('-') + QString::fromUtf8(family));
            QVERIFY(kept.open(QIODevice::WriteOnly) && kept.write(report.toUtf8()) > 0);
        }
        const std::vector<int> registers = numbersOf(report, QStringLiteral("VGPRs"));
        QCOMPARE(registers.size(), variants.size());
        qInfo("%zu variants of kernels, at most %d registers", variants.size(),
              *std::max_element(registers.begin(), registers.end()));
        for (const char* spill : {"Spilled VGPRs", "Spilled SGPRs", "Scratch size"}) {
            const std::vector<int> counts = numbersOf(report, QString::fromUtf8(spill));
            QCOMPARE(counts.size(), registers.size());
            for (const int count : counts) QVERIFY2(count == 0, spill);
        }
    }
};

TEST_CLASS(TestGraphicsCompiler, QCoreApplication)

}  // namespace test_graphics_compiler
#include "test_graphics_compiler.moc"
