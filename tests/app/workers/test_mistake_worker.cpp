// Mistakes found in the background are those of the network that is asked about, heads that are off included.
#include <QSignalSpy>
#include <QTest>

#include "app/workers/mistake_worker.h"
#include "model/config/config.h"

using namespace attx;

class TestMistakeWorker : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void headsThatAreOffCount() {
        RunConfig config = presetByName("text-demo");
        config.data.trainSize = config.data.validationSize = config.data.testSize = 64;
        const auto data = std::make_shared<const DataSet>(makeData(config.data));
        const auto parameters = std::make_shared<const std::vector<float>>(
            initialParameters(buildProgram(config.network, config.data.length), 1));
        MistakeWorker worker;
        QSignalSpy found(&worker, &MistakeWorker::found);
        worker.search({7, config, parameters, data});
        QTRY_COMPARE(found.size(), 1);
        QCOMPARE(found[0][0].toULongLong(), quint64{7});
        const auto whole = found[0][1].value<std::vector<Mistake>>();
        QVERIFY(!whole.empty());  // fresh weights are wrong about many texts
        const Ablation ablation{
            std::vector<float>(static_cast<size_t>(config.network.numLayers * config.network.numHeads)), {}};
        worker.search({8, config, parameters, data, ablation});
        QTRY_COMPARE(found.size(), 2);
        QVERIFY(found[1][1].value<std::vector<Mistake>>() != whole);
    }
};

QTEST_GUILESS_MAIN(TestMistakeWorker)
#include "test_mistake_worker.moc"
