// What a run is said to need, and what is said where that is too much.
#include <QtTest>

#include "model/network/program.h"
#include "model/run/memory_estimate.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;

namespace test_memory_estimate {

constexpr int64_t megabyte = 1'000'000;

RunConfig run() {
    return presetWith("reverse",
                      "network.model_dim=128 network.num_heads=4 network.num_layers=4 "
                      "network.dim_feedforward=512 data.length=512 threads=2");
}

class TestMemoryEstimate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everythingCounts() {
        const RunConfig config = run();
        const MemoryEstimate plain = estimateMemory(config, {.held = 7});
        QCOMPARE(plain.held, int64_t{7});
        QVERIFY(plain.data > dataSetBytes(config.data));
        QCOMPARE(plain.total(), plain.held + plain.data + plain.network + plain.beside);
        const int64_t parameters =
            buildProgram(config.network, config.data.length).parameterCount() * int64_t{sizeof(float)};
        QCOMPARE(plain.beside, 2 * parameters);  // no picture: 4.2 million weights of attention are too many
        QCOMPARE(estimateMemory(config, {.resumed = true}).beside, 5 * parameters);
        // What a window shows and looks inside with, on top of what the run itself needs.
        QCOMPARE(estimateMemory(config, {.window = true}).beside, plain.beside + 5 * parameters);
        QCOMPARE(estimateMemory(config, {.resumed = true, .window = true}).beside, 10 * parameters);

        DataSet made;
        made.train.rows = 10;
        QVERIFY(estimateMemory(config, {.data = &made}).data < plain.data - dataSetBytes(config.data));

        // A batch of all is as large as the data are.
        const RunConfig full = with(config, "training.full_batch=true");
        QCOMPARE(estimateMemory(full, {.data = &made}).network,
                 estimateMemory(with(config, "training.batch_size=10"), {}).network);

        const RunConfig small = with(config, "data.length=16");
        const MemoryEstimate drawn = estimateMemory(small, {});
        QVERIFY(drawn.beside > 3 * parameters);  // the picture's network has them twice
    }

    void whatFitsIsNotRefused() {
        const RunConfig config = run();
        const int64_t need = estimateMemory(config, {}).total();
        QVERIFY(!memoryProblem(config, {}, need));
        QVERIFY(!memoryProblem(config, {}, std::nullopt));  // a system that does not tell
        QVERIFY(memoryProblem(config, {}, need - 1).has_value());
    }

    void whatDoesNotFitNamesWhatWould_data() {
        QTest::addColumn<QString>("key");
        for (const char* key : {"data.length", "network.num_layers", "network.model_dim", "data.train_size"})
            QTest::newRow(key) << QString::fromLatin1(key);
    }
    void whatDoesNotFitNamesWhatWould() {
        QFETCH(QString, key);
        RunConfig config = run();
        if (key == QStringLiteral("network.model_dim")) {  // where maps of attention are not most of it
            config.network.modelDim = 512;
            config.data.length = 16;
        }
        if (key == QStringLiteral("network.num_layers")) config.network.numLayers = 12;
        const int64_t limit = estimateMemory(config, {}).total() * 4 / 5;
        const auto problem = memoryProblem(config, {}, limit);
        QVERIFY(problem.has_value());
        const QString text = QString::fromStdString(*problem);
        const QRegularExpressionMatch named =
            QRegularExpression(QRegularExpression::escape(key) + QStringLiteral("=(\\d+)")).match(text);
        QVERIFY2(named.hasMatch(), qPrintable(text));
        const int value = named.captured(1).toInt();
        const auto with = [&](int v) {
            RunConfig changed = config;
            setByPath(changed, key.toStdString() + "=" + std::to_string(v));
            return changed;
        };
        QVERIFY(check(with(value)).empty());
        QVERIFY(!memoryProblem(with(value), {}, limit));
        const int unit = key == QStringLiteral("network.model_dim") ? 2 * config.network.numHeads : 1;
        QVERIFY(memoryProblem(with(value + unit), {}, limit).has_value());
    }

    void wordsOfARefusal() {
        RunConfig config = run();
        const QString text = QString::fromStdString(memoryProblem(config, {}, 20 * megabyte).value_or(""));
        QVERIFY2(text.startsWith(QStringLiteral("The run needs about ")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("20 MB are available")), qPrintable(text));
        // Nothing alone would do.
        const QString hopeless = QString::fromStdString(memoryProblem(config, {}, megabyte).value_or(""));
        QVERIFY2(hopeless.contains(QStringLiteral("reduce several of")), qPrintable(hopeless));
    }

    void thisMachineRefusesTheImpossible() {
        if (!memoryLimit()) QSKIP("This system does not say what memory it has.");
        const RunConfig config = with(
            run(),
            "network.model_dim=4096 network.dim_feedforward=65536 network.num_layers=64 data.length=4096");
        VERIFY_SAYS(thrownMessage([&] { requireFits(config, {}); }), "The run needs about ");
        requireFits(presetByName("reverse"), {});
    }
};

TEST_CLASS(TestMemoryEstimate, NoApplication)

}  // namespace test_memory_estimate
#include "test_memory_estimate.moc"
