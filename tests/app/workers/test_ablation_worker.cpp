// What heads cost, measured in the background: values, progress, the newest question, cancel.
#undef QT_NO_CAST_FROM_ASCII  // tests are full of plain words
#include <QSignalSpy>
#include <QTest>
#include <numeric>

#include "app/workers/ablation_worker.h"
#include "model/native/native_session.h"

using namespace attx;

namespace {

constexpr int patience = 20'000;

AblationRequest ask(quint64 tag, int sequences) {
    AblationRequest request;
    request.tag = tag;
    request.config = presetByName("reverse-deep");
    request.config.data.trainSize = 128;
    request.config.data.testSize = 8;
    request.config.data.validationSize = sequences;
    request.parameters = std::make_shared<const std::vector<float>>(
        initialParameters(buildProgram(request.config.network, request.config.data.length), 4));
    request.data = std::make_shared<const DataSet>(makeSequenceData(request.config.data));
    return request;
}

}  // namespace

class TestAblationWorker : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        qRegisterMetaType<AblationEffect>();
        qRegisterMetaType<HeadAblation>();
    }

    void measuresWholeAndAblated() {
        AblationRequest request = ask(3, 300);
        request.ablation.headGates.assign(16, 1.0F);
        request.ablation.headGates[5] = 0.0F;
        AblationWorker worker;
        QSignalSpy measured(&worker, &AblationWorker::measured);
        worker.measure(request);
        QTRY_COMPARE_WITH_TIMEOUT(measured.size(), 1, patience);
        QCOMPARE(measured[0][0].toULongLong(), 3u);
        const auto effect = measured[0][1].value<AblationEffect>();

        SessionOptions options;
        options.batch = 300;
        options.train = false;
        const auto session = NativeBackend().compile(
            buildProgram(request.config.network, request.config.data.length), options);
        session->writeParameters(*request.parameters);
        session->bind(request.data->validation);
        std::vector<int32_t> rows(300);
        std::iota(rows.begin(), rows.end(), 0);
        const EvaluationSums whole = session->evaluate(rows);
        session->setAblation(request.ablation);
        const EvaluationSums ablated = session->evaluate(rows);
        QVERIFY(std::abs(effect.whole.loss - whole.loss) < 1e-6 * whole.loss);
        QVERIFY(std::abs(effect.ablated.loss - ablated.loss) < 1e-6 * ablated.loss);
        QCOMPARE(effect.ablated.counted, int64_t{300 * 16});
        QVERIFY(effect.ablated.loss != effect.whole.loss);

        // Other parameters are another network, even in the same session.
        std::vector<float> others = *request.parameters;
        for (float& value : others) value *= 0.5F;
        request.parameters = std::make_shared<const std::vector<float>>(others);
        worker.measure(request);
        QTRY_COMPARE_WITH_TIMEOUT(measured.size(), 2, patience);
        QVERIFY(measured[1][1].value<AblationEffect>().whole.loss != effect.whole.loss);
    }

    void sweepsWithProgress() {
        const AblationRequest request = ask(9, 4000);
        AblationWorker worker;
        QSignalSpy swept(&worker, &AblationWorker::swept);
        worker.sweep(request);
        QTRY_VERIFY_WITH_TIMEOUT(
            !swept.isEmpty() && swept.back()[1].value<HeadAblation>().without.size() == 16, patience);
        QVERIFY(swept.size() >= 2);
        size_t before = 0;
        for (const auto& report : swept) {
            QCOMPARE(report[0].toULongLong(), 9u);
            const auto sweep = report[1].value<HeadAblation>();
            QVERIFY(sweep.without.size() >= before);
            before = sweep.without.size();
        }
        const auto sweep = swept.back()[1].value<HeadAblation>();
        QCOMPARE(sweep.layers, 4);
        QCOMPARE(sweep.heads, 4);
        QCOMPARE(sweep.whole.counted, int64_t{4000 * 16});
    }

    void cancelEndsAtOnce() {
        const AblationRequest request = ask(1, 20'000);
        AblationWorker worker;
        QSignalSpy swept(&worker, &AblationWorker::swept);
        worker.sweep(request);
        QTRY_VERIFY_WITH_TIMEOUT(!swept.isEmpty(), patience);
        QElapsedTimer clock;
        clock.start();
        worker.cancel();
        QTest::qWait(200);
        const auto reports = swept.size();
        QVERIFY(swept.back()[1].value<HeadAblation>().without.size() < 16);
        QTest::qWait(200);
        QCOMPARE(swept.size(), reports);
        // And the next question is answered.
        QSignalSpy measured(&worker, &AblationWorker::measured);
        AblationRequest next = request;
        next.ablation.headGates.assign(16, 0.0F);
        worker.measure(next);
        QTRY_COMPARE_WITH_TIMEOUT(measured.size(), 1, patience);
    }

    void newestInterruptsWhatIsUnderWay() {
        const AblationRequest request = ask(1, 20'000);
        AblationWorker worker;
        QSignalSpy swept(&worker, &AblationWorker::swept), measured(&worker, &AblationWorker::measured);
        worker.sweep(request);
        QTRY_VERIFY_WITH_TIMEOUT(!swept.isEmpty(), patience);
        for (quint64 tag = 2; tag <= 40; ++tag) {
            AblationRequest next = request;
            next.tag = tag;
            next.ablation.headGates.assign(16, 1.0F);
            next.ablation.headGates[tag % 16] = 0.0F;
            worker.measure(next);
        }
        QTRY_VERIFY_WITH_TIMEOUT(!measured.isEmpty() && measured.back()[0].toULongLong() == 40u, patience);
        QVERIFY(measured.size() < 39);
        QVERIFY(swept.back()[1].value<HeadAblation>().without.size() < 16);
    }

    void wrongQuestionsFail() {
        AblationWorker worker;
        QSignalSpy failed(&worker, &AblationWorker::failed);
        AblationRequest request = ask(6, 10);
        request.ablation.headGates.assign(3, 0.0F);
        worker.measure(request);
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, patience);
        QCOMPARE(failed[0][0].toULongLong(), 6u);
        QVERIFY(failed[0][1].toString().contains("16 heads"));
    }
};

QTEST_GUILESS_MAIN(TestAblationWorker)
#include "test_ablation_worker.moc"
