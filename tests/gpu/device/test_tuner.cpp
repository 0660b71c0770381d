// The choice of tiles: what is tried, what is left out, what is kept.
#include <QTemporaryDir>
#include <atomic>
#include <thread>

#include "gpu/device/gpu_fixture.h"
#include "gpu/device/session_plan.h"
#include "gpu/plan/plan_builder.h"
#include "runner.h"
#include "settings.h"

using namespace attx;
using namespace attx::gpu;

namespace test_tuner {

constexpr uint32_t few = 16, many = 160;

ProductShape square(uint32_t n) { return {ProductRole::Forward, PRODUCT_B_TRANSPOSED, n, n, n, 1}; }

class TestTuner : public QObject {
    Q_OBJECT
    QTemporaryDir cache_;

private Q_SLOTS:
    void initTestCase() {
        qputenv("XDG_CACHE_HOME", cache_.path().toUtf8());  // nothing was tried before
        REQUIRE_VULKAN();
    }
    void cleanup() { REQUIRE_NO_MESSAGE(); }

    void onlyWhatCanPayIsTried() {
        const auto shared = std::make_shared<SharedDevice>(0);
        size_t last = 0, of = 0;
        const auto told = [&](size_t done, size_t all) {
            last = done, of = all;
            return true;
        };
        shared->tuner.learn({square(few)}, told);
        QCOMPARE(of, size_t{0});  // as fast with one tile as with another
        ProductShape narrow = square(many);
        narrow.N = 32, narrow.K = 1024;
        shared->tuner.learn({narrow, narrow}, told);
        QCOMPARE(last, of);
        QCOMPARE(of, size_t{2 * 3});  // kernels and trials of 32x32, 32x32k4 and 32x32k2: the others are
                                      // wider than 32 columns twice
        of = 0;
        shared->tuner.learn({narrow}, told);
        QCOMPARE(of, size_t{0});  // known
    }

    void aTileThatDoesNotCompileIsLeftOut() {
        for (const Tile& tile : {tiles[1], tiles.back()}) {
            const auto shared = std::make_shared<SharedDevice>(0);  // without the kernels of the last round
            ProductShape shape = square(many);
            shape.K += tile.rows;  // unknown each time
            shared->pipelines.refused = std::string("_") + tile.name;
            shared->tuner.learn({shape}, [](size_t, size_t) { return true; });
            QVERIFY2(shared->tuner.best(shape).name != std::string(tile.name), tile.name);
        }
    }

    void aTileThatOneKernelRefusesIsLeftOutOfThePlan() {  // though its trial, of another kernel, went well
        const NetworkConfig network = with(NetworkConfig(), "input_dim=9 num_classes=9");
        const SessionOptions options{.batch = 2};
        const Program program = buildProgram(network, 5);
        for (const char* tile : {"32x32", "trial"}) {
            const auto shared = std::make_shared<SharedDevice>(0);
            const VulkanOptions wanted{.tile = tile, .fuse = false};
            const auto normed = [&](const Plan& plan, const char* name) {
                return std::any_of(plan.train.begin(), plan.train.end(), [&](const Dispatch& d) {
                    return d.kernel == std::string("product_forward_normed_") + name;
                });
            };
            QVERIFY(normed(planFor(*shared, program, options, wanted, 2), "32x32"));
            const auto refusing = std::make_shared<SharedDevice>(0);
            refusing->pipelines.refused = "normed_32x32";
            const Plan plan = planFor(*refusing, program, options, wanted, 2);
            QVERIFY(!normed(plan, "32x32") && normed(plan, "32x32k4"));
            const auto strict = std::make_shared<SharedDevice>(0);
            strict->pipelines.refused = "embed_forward";  // in place of which there is none
            QVERIFY_EXCEPTION_THROWN((void)planFor(*strict, program, options, wanted, 2), vk::SystemError);
        }
    }

    void kernelsAreMadeSideBySideUntilAnInterruption() {
        const auto shared = std::make_shared<SharedDevice>(0);
        constexpr uint32_t count = 200;
        Dispatches list(count);
        std::vector<const Dispatch*> all;
        for (uint32_t i = 0; i < count; ++i) {  // each a kernel of its own to the driver
            list[i].kernel = "zero";
            list[i].flags = {i, 0};
            list[i].uses.resize(1);
            all.push_back(&list[i]);
        }
        size_t calls = 0, of = 0;
        const auto stop = [&](size_t, size_t kernels) {
            of = kernels;
            return ++calls < 2;
        };
        QVERIFY(!shared->pipelines.prepare(all, stop));
        QCOMPARE(calls, size_t{2});
        QCOMPARE(of, size_t{count});
        calls = 1;
        QVERIFY(!shared->pipelines.prepare(all, stop));
        QVERIFY2(of > 0 && of <= count - 2, qPrintable(QString::number(of)));  // what is left
        calls = 0;
        QVERIFY(!shared->pipelines.prepare(all, [&](size_t, size_t) { return ++calls > 0; }));
        if (std::thread::hardware_concurrency() > 1) QVERIFY(calls < of - 1);  // others made the rest
        of = 0;
        QVERIFY(!shared->pipelines.prepare(all, stop));
        QCOMPARE(of, size_t{0});
    }

    void anInterruptionEndsTheTrials() {
        const auto shared = std::make_shared<SharedDevice>(0);
        ProductShape shape = square(many);
        shape.M += 64;
        size_t calls = 0;
        shared->tuner.learn({shape}, [&](size_t, size_t) { return ++calls < 2; });
        QVERIFY(calls >= 2 && calls <= tiles.size());  // kernels at most, no trial
        QCOMPARE(&shared->tuner.best(shape), &usualTile(shape, shared->device.traits().sharedBytes));
        shared->tuner.save();
        calls = 0;
        shared->tuner.learn({shape}, [&](size_t, size_t) { return ++calls > 0; });
        QVERIFY(calls >= tiles.size() - 1);  // what was not tried to its end was not kept
    }

    void aRuleOfThumbComputesLittleOutsideOfTheProduct() {
        for (const uint32_t N : {1U, 32U, 48U, 64U, 200U}) {
            const Tile& tile = usualTile({ProductRole::Forward, 0, 1 << 16, N, 256, 1}, 1 << 15);
            QVERIFY2(tile.columns == 32 || tile.columns < 2 * N, tile.name);
        }
    }

    void noTileTakesMoreMemoryThanAGroupHas() {  // Vulkan promises 16 KiB
        for (const uint32_t N : {32U, 64U, 512U})
            for (const uint32_t K : {16U, 512U})
                QVERIFY(usualTile({ProductRole::Forward, 0, 1 << 16, N, K, 1}, 16384).sharedBytes <= 16384);
        QVERIFY(tiles.back().sharedBytes > 16384);
    }

    void aSessionSaysHowFarItIs() {
        const NetworkConfig network =
            with(NetworkConfig(), "input_dim=9 num_classes=9 model_dim=144 num_heads=3");
        std::vector<std::pair<size_t, size_t>> said;
        const auto session =
            VulkanBackend({.tile = "trial",
                           .preparing = [&](size_t done, size_t all) { said.emplace_back(done, all); }})
                .compile(buildProgram(network, 96), {.batch = 1});
        QVERIFY(!said.empty());  // nothing of it is in the cache: seconds
        for (const auto& [done, all] : said) QVERIFY(done > 0 && done <= all);
        QVERIFY(session->device().starts_with("Vulkan"));
    }
};

TEST_CLASS(TestTuner, QCoreApplication)

}  // namespace test_tuner
#include "test_tuner.moc"
