// Training: it learns, it ends for the right reason, it can be cut anywhere and go on to the same bits.
#include <QtTest>
#include <cmath>
#include <limits>

#include "model/files/error.h"
#include "model/native/native_session.h"
#include "model/run/records.h"
#include "model/run/trainer.h"
#include "runner.h"
#include "settings.h"
#include "thrown.h"

using namespace attx;
using namespace std::chrono_literals;

namespace test_trainer {

/// Learns to reverse four tokens out of five in about a second.
RunConfig smallRun() {
    RunConfig c = with(RunConfig(),
                       "data.num_categories=5 data.length=4 data.validation_size=100 data.test_size=130 "
                       "training.batch_size=64 training.epochs=30 training.learning_rate=3e-3 "
                       "training.warmup=20 network.model_dim=16 network.dim_feedforward=32 threads=2");
    c.data.trainSize = 1030;  // the last 6 are dropped
    tieNetworkToData(c);
    return c;
}

std::shared_ptr<const DataSet> dataOf(const RunConfig& c) {
    return std::make_shared<const DataSet>(makeSequenceData(c.data));
}

/// What is left of the run.
RunResult trainToEnd(Trainer& trainer) {
    while (true)
        if (const auto result = trainer.advance(1s).result) return *result;
}

Trainer makeTrainer(const RunConfig& c) { return Trainer(NativeBackend(), c, dataOf(c)); }

class TestTrainer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theFullBatchIsABatchOfAllRows() {
        RunConfig config =
            with(smallRun(), "data.train_size=100 training.max_steps=4 training.full_batch=true");
        Trainer whole = makeTrainer(config);
        QCOMPARE(whole.stepsPerEpoch(), 1);
        QCOMPARE(whole.totalSteps(), 4);
        QCOMPARE(trainToEnd(whole).epochs, 4);
        config.training.fullBatch = false;
        config.training.batchSize = 100;
        Trainer batch = makeTrainer(config);
        QCOMPARE(trainToEnd(batch).epochs, 4);
        QVERIFY(whole.parameters() == batch.parameters());
    }

    /// What is measured after an epoch has the labels as they are.
    void smoothedLabelsAreOfTheTrainingAlone() {
        RunConfig config =
            with(smallRun(), "training.max_steps=1 training.schedule=constant training.learning_rate=0");
        const auto reported = [&](double smoothing) {
            config.training.labelSmoothing = smoothing;
            Trainer trainer = makeTrainer(config);
            while (true)
                if (const auto epoch = trainer.advance(1s).epoch) return *epoch;
        };
        const EpochReport plain = reported(0), smoothed = reported(0.5);
        QCOMPARE(smoothed.validationLoss, plain.validationLoss);
        QVERIFY(smoothed.trainLoss != plain.trainLoss);
    }

    void learnsAndReports() {
        const RunConfig config = smallRun();
        Trainer trainer = makeTrainer(config);
        QCOMPARE(trainer.stepsPerEpoch(), 16);
        QCOMPARE(trainer.totalSteps(), 480);
        QVERIFY(!trainer.timeLeft());
        std::vector<StepRecord> steps;
        std::vector<EpochReport> epochs;
        std::optional<RunResult> result;
        while (!result) {
            const Trainer::Advance a = trainer.advance(5ms);
            steps.insert(steps.end(), a.steps.begin(), a.steps.end());
            if (a.epoch) epochs.push_back(*a.epoch);
            if (a.epoch) QCOMPARE(trainer.timeLeft().has_value(), a.epoch->step < 480);
            result = a.result;
        }
        QCOMPARE(steps.size(), size_t{480});
        QCOMPARE(epochs.size(), size_t{30});
        for (size_t i = 0; i < steps.size(); ++i) QCOMPARE(steps[i].step, static_cast<int64_t>(i) + 1);
        QCOMPARE(steps[0].learningRate, 0.0f);  // the reference notebooks' schedule begins at 0
        QCOMPARE(steps[20].epoch, 2);
        double mean = 0;
        for (size_t i = 16; i < 32; ++i) mean += static_cast<double>(steps[i].loss) / 16;
        QVERIFY(std::abs(epochs[1].trainLoss - mean) < 1e-9);
        QVERIFY(steps[0].loss > 1.2f);
        QVERIFY2(result->testAccuracy && *result->testAccuracy > 0.99,
                 qPrintable(QString::number(result->testAccuracy.value_or(-1))));
        QCOMPARE(result->reason, EndReason::Finished);
        QCOMPARE(result->steps, 480);
        QVERIFY(result->bestEpoch > 1 && result->msPerStep > 0 && result->seconds > 0);
        QVERIFY(trainer.finished());
        QVERIFY(!trainer.advance(5ms).result);  // given once
    }

    void sameSeedSameBits() {
        RunConfig config = with(smallRun(), "training.epochs=2 network.dropout=0.1");
        Trainer a = makeTrainer(config), b = makeTrainer(config);
        (void)trainToEnd(a);
        while (!b.finished()) (void)b.singleStep();  // however it is cut
        QCOMPARE(a.bestParameters(), b.bestParameters());
        QCOMPARE(a.parameters(), b.parameters());
        config.seed = 43;
        Trainer c = makeTrainer(config);
        (void)trainToEnd(c);
        QVERIFY(c.bestParameters() != a.bestParameters());
    }

    void resumesToTheSameBits_data() {
        QTest::addColumn<int>("stopAfter");
        for (const int steps : {1, 7, 15, 16, 17, 31, 32, 47, 48})
            QTest::addRow("after %d of 48", steps) << steps;
    }
    void resumesToTheSameBits() {
        QFETCH(int, stopAfter);
        const RunConfig config = with(smallRun(), "training.epochs=3 network.dropout=0.1");
        Trainer whole = makeTrainer(config), first = makeTrainer(config), second = makeTrainer(config);
        const RunResult expected = trainToEnd(whole);
        for (int i = 0; i < stopAfter; ++i) (void)first.singleStep();
        const TrainerState state = first.state();
        const RunResult stopped = first.stop();
        QCOMPARE(stopped.reason, EndReason::Stopped);
        QVERIFY(!stopped.testAccuracy);
        second.restore(state);
        QCOMPARE(second.step(), stopAfter);
        const RunResult result = trainToEnd(second);
        QCOMPARE(second.parameters(), whole.parameters());
        QCOMPARE(second.bestParameters(), whole.bestParameters());
        QCOMPARE(*result.testAccuracy, *expected.testAccuracy);
        QCOMPARE(result.trainLoss, expected.trainLoss);
        QCOMPARE(result.bestEpoch, expected.bestEpoch);
    }

    void goesOnPastAStepLimitWithinAnEpoch() {
        RunConfig limited = smallRun(), whole = smallRun();
        limited.training.epochs = whole.training.epochs = 3;
        limited.training.maxSteps = 21;  // of 48: five steps into the second epoch
        Trainer first = makeTrainer(limited), second = makeTrainer(whole), expected = makeTrainer(whole);
        (void)trainToEnd(first);
        second.restore(first.state());
        std::vector<StepRecord> steps;
        std::optional<EpochReport> report;
        while (!report) {
            const Trainer::Advance a = second.advance(1ms);
            steps.insert(steps.end(), a.steps.begin(), a.steps.end());
            report = a.epoch;
        }
        QCOMPARE(report->step, 32);
        QCOMPARE(steps.size(), size_t{11});
        double mean = 0;
        for (const StepRecord& s : steps) mean += static_cast<double>(s.loss) / 11;
        QVERIFY2(std::abs(report->trainLoss - mean) < 1e-9,
                 qPrintable(QStringLiteral("%1, expected %2").arg(report->trainLoss).arg(mean)));
        (void)trainToEnd(second);
        (void)trainToEnd(expected);
        QCOMPARE(second.parameters(), expected.parameters());  // the limit left no trace in the training
    }

    void keepsTheReasonOfAnEndedRun_data() { endsEarly_data(); }
    void keepsTheReasonOfAnEndedRun() {
        QFETCH(std::string, settings);
        QFETCH(EndReason, reason);
        const RunConfig config = with(smallRun(), settings);
        Trainer first = makeTrainer(config), second = makeTrainer(config);
        const RunResult expected = trainToEnd(first);
        const TrainerState state =
            first.state();  // what a crash between the last validation and the test leaves
        second.restore(state);
        const RunResult result = trainToEnd(second);
        QCOMPARE(result.reason, reason);
        QCOMPARE(result.steps, expected.steps);
        QCOMPARE(*result.testAccuracy, *expected.testAccuracy);
    }

    void bestBeforeTheFirstEpochIsNow() {
        Trainer first = makeTrainer(smallRun()), second = makeTrainer(smallRun());
        for (int i = 0; i < 3; ++i) (void)first.singleStep();
        second.restore(first.state());
        (void)second.singleStep();
        QCOMPARE(second.bestParameters(), second.parameters());
    }

    void validatesAnEpochWithoutLoss() {
        // A perfect network's loss is 0 to the last bit; its epoch is validated all the same.
        const RunConfig config = with(smallRun(), "training.epochs=1");
        Trainer first = makeTrainer(config), second = makeTrainer(config);
        while (first.step() < 15) (void)first.singleStep();
        TrainerState state = first.state();
        state.optimiser.step = 16;
        state.epochLoss = 0;
        second.restore(state);
        const Trainer::Advance a = second.advance(10s);
        QVERIFY(a.epoch.has_value());
        QCOMPARE(a.epoch->step, 16);
    }

    void endsEarly_data() {
        const Rows<std::string, EndReason> row("settings", "reason");
        row("step limit within an epoch", "training.max_steps=21", EndReason::StepLimit);
        row("target", "training.target_accuracy=0.5", EndReason::TargetReached);
        row("no gain", "training.patience=2 training.learning_rate=1e-12", EndReason::NoGain);
    }
    void endsEarly() {
        QFETCH(std::string, settings);
        QFETCH(EndReason, reason);
        const RunConfig config = with(smallRun(), settings);
        Trainer trainer = makeTrainer(config);
        const RunResult result = trainToEnd(trainer);
        QCOMPARE(result.reason, reason);
        QVERIFY(result.testAccuracy.has_value());
        if (config.training.maxSteps) QCOMPARE(result.steps, config.training.maxSteps);
        QVERIFY(result.steps < 480);
        QVERIFY(!trainer.timeLeft());
        QVERIFY(result.validationAccuracy >= config.training.targetAccuracy);
    }

    void learningRateCanChange() {
        const RunConfig config = smallRun();
        Trainer trainer = makeTrainer(config);
        for (int i = 0; i < 30; ++i) (void)trainer.singleStep();
        const float before = trainer.singleStep().steps.front().learningRate;
        trainer.setLearningRate(config.training.learningRate / 2);
        QCOMPARE(trainer.config().training.learningRate, config.training.learningRate / 2);
        const float after = trainer.singleStep().steps.front().learningRate;
        QVERIFY(std::abs(after / before - 0.5f) < 0.01f);
        const auto left = trainer.timeLeft();
        QVERIFY(left && left->count() > 0);
    }

    void testsWithTheBestParameters() {
        const RunConfig config = with(smallRun(), "training.epochs=12");
        Trainer trainer = makeTrainer(config);
        while (trainer.step() < 16 * 11) (void)trainer.singleStep();
        trainer.setLearningRate(5.0);  // wrecks the last epoch
        const RunResult result = trainToEnd(trainer);
        QVERIFY(result.bestEpoch < 12);
        QVERIFY(trainer.bestParameters() != trainer.parameters());
        QVERIFY2(*result.testAccuracy > result.validationAccuracy - 0.1,
                 "the test ran with the wrecked parameters");
    }

    void aLossThatIsNoNumberEndsTheRun() {
        Trainer trainer = makeTrainer(smallRun());
        while (trainer.step() < 16 * 3) (void)trainer.singleStep();
        const std::vector<float> best = trainer.bestParameters();
        trainer.setLearningRate(1e37);
        const RunResult result = trainToEnd(trainer);
        QCOMPARE(result.reason, EndReason::Diverged);
        QCOMPARE(result.steps, trainer.step());
        QCOMPARE(result.epochs, 3);
        QCOMPARE(trainer.bestParameters(), best);
        QVERIFY(trainer.finished());
    }

    void aValidationWithoutANumberIsNotTheBest() {
        // All steps are done and reported; what the last one made of the parameters shows in validation
        // alone.
        const RunConfig config = with(smallRun(), "training.epochs=2");
        Trainer first = makeTrainer(config), second = makeTrainer(config);
        while (first.step() < 31) (void)first.singleStep();
        TrainerState state = first.state();
        state.optimiser.step = 32;
        state.parameters.assign(state.parameters.size(), std::numeric_limits<float>::quiet_NaN());
        second.restore(state);
        QCOMPARE(trainToEnd(second).reason, EndReason::Diverged);
        QCOMPARE(second.bestParameters(), first.bestParameters());
    }

    void refusesAnImpossibleRun() {
        RunConfig config = with(smallRun(), "network.num_heads=3");
        QVERIFY_THROWS_EXCEPTION(Error, makeTrainer(config));
        config = smallRun();
        Trainer trainer = makeTrainer(config);
        TrainerState state = trainer.state();
        state.optimiser.step = 1000000;
        VERIFY_SAYS(thrownMessage([&] { trainer.restore(state); }), "Raise training.epochs to go on");
        config.training.maxSteps = 5;
        Trainer limited = makeTrainer(config);
        state.optimiser.step = 6;
        VERIFY_SAYS(thrownMessage([&] { limited.restore(state); }), "Raise training.max_steps");
        state = trainer.state();
        state.optimiser.step = 16;
        state.lastEpoch.epoch = 2;
        state.lastEpoch.step = 32;
        VERIFY_SAYS(thrownMessage([&] { trainer.restore(state); }), "damaged");
        state = trainer.state();
        state.parameters.pop_back();
        QVERIFY_THROWS_EXCEPTION(Error, trainer.restore(state));
    }
};

TEST_CLASS(TestTrainer, NoApplication)

}  // namespace test_trainer
#include "test_trainer.moc"
