// Evaluations: counted by hand, beside the trainer's own numbers, and where there is nothing to count.
#include <QTest>
#include <cmath>
#include <numeric>

#include "model/config/task.h"
#include "model/data/dataset.h"
#include "model/evaluate/evaluation.h"
#include "model/files/error.h"
#include "model/inspect/subject.h"
#include "model/native/native_session.h"
#include "model/network/ablation.h"
#include "model/network/program.h"
#include "model/run/measure.h"
#include "runner.h"
#include "thrown.h"

#include "model/network/chance.h"

using namespace attx;

namespace test_evaluation {

/// Two classes, six texts: thresholds worked out by hand.
Evaluation ofTexts() {
    Evaluation evaluation{.output = OutputKind::Pooled, .classes = 2, .examples = 6};
    //                    example, position, truth, predicted, p of the prediction, p of class 1
    evaluation.answers = {{0, 0, 1, 1, 0.9F, 0.9F}, {1, 0, 1, 1, 0.8F, 0.8F}, {2, 0, 0, 1, 0.7F, 0.7F},
                          {3, 0, 1, 1, 0.6F, 0.6F}, {4, 0, 0, 0, 0.6F, 0.4F}, {5, 0, 0, 0, 0.8F, 0.2F}};
    return evaluation;
}

bool close(double a, double b) { return std::abs(a - b) < 1e-6; }

class TestEvaluation : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void countedByHand() {
        const Evaluation evaluation = ofTexts();
        QCOMPARE(evaluation.correct(), 5);
        QVERIFY(close(evaluation.accuracy(), 5.0 / 6) && close(evaluation.chance(), 0.5));
        QCOMPARE(confusionOf(evaluation), (std::vector<int64_t>{2, 1, 0, 3}));
        const auto pairs = worstPairs(evaluation);
        QCOMPARE(pairs.size(), size_t{1});
        QVERIFY(pairs[0].truth == 0 && pairs[0].predicted == 1 && pairs[0].count == 1);
    }

    void chanceIsTheMostFrequentAnswer() {
        Evaluation evaluation = ofTexts();
        for (size_t i = 0; i < evaluation.answers.size(); ++i) evaluation.answers[i].truth = i < 5 ? 1 : 0;
        QVERIFY(close(evaluation.chance(), 5.0 / 6));
        evaluation.positions = 2;  // at the second all are of class 1
        for (size_t i = 0; i < 4; ++i) evaluation.answers[i].position = 1;
        QCOMPARE(chanceByPosition(evaluation), (std::vector<double>{0.5, 1}));
        evaluation.output = OutputKind::Set;
        evaluation.canPrefer = false;  // the members are all alike to the network
        QVERIFY(close(evaluation.chance(), 0.5));
        const std::vector<int32_t> labels{1, 1, -1, 0, 1};
        const Chance chance = chanceOf(3, labels);
        QVERIFY(close(chance.accuracy, 0.75));
        QVERIFY(close(chance.loss, -0.75 * std::log(0.75) - 0.25 * std::log(0.25)));
        RunConfig sets = presetByName("anomaly-shapes");
        QVERIFY(close(chanceOf(sets, std::vector<int32_t>{9, 9, 9}).accuracy, 0.1));
        sets.network.positions =
            Positions::Sinusoidal;  // a network that knows the places can always say the last
        QVERIFY(close(chanceOf(sets, std::vector<int32_t>{9, 9, 9}).accuracy, 1));
    }

    void calibrationByHand() {
        const Reliability reliability = reliabilityOf(ofTexts());
        // 0.6 lies in (8/15, 9/15], 0.7 in (10/15, 11/15], 0.8 in (11/15, 12/15], 0.9 in (13/15, 14/15].
        QCOMPARE(reliability.bins[confidenceBin(0.7F)].count, 1);
        QCOMPARE(reliability.bins[confidenceBin(0.8F)].count, 2);
        const double expected = (2 * 0.4 + 1 * 0.7 + 2 * 0.2 + 1 * 0.1) / 6;
        QVERIFY2(close(reliability.expectedError, expected),
                 qPrintable(QString::number(reliability.expectedError)));
        int64_t all = 0;
        for (const ConfidenceBin& bin : reliability.bins) all += bin.count;
        QCOMPARE(all, 6);
    }

    void binsHaveTheirUpperEnd_data() {
        const Rows<float, int> row("probability", "bin");
        row("none", 0.0F, 0);
        row("first", 0.05F, 0);
        row("second", 0.1F, 1);
        row("a half", 0.5F, 7);
        row("just sure", 0.94F, 14);
        row("sure", 1.0F, 14);
    }
    void binsHaveTheirUpperEnd() {
        QFETCH(float, probability);
        QTEST(static_cast<int>(confidenceBin(probability)), "bin");
    }

    void thresholdsByHand() {
        const auto curves = thresholdCurves(ofTexts());
        QVERIFY(curves);
        // Of the nine pairs of a yes and a no eight stand in the right order.
        QVERIFY(close(curves->areaUnderRoc, 8.0 / 9));
        QVERIFY(close(curves->averagePrecision, (1 + 1 + 3.0 / 4) / 3));
        QCOMPARE(curves->truePositiveRate.front(), 0.0);
        QCOMPARE(curves->truePositiveRate.back(), 1.0);
        QCOMPARE(curves->falsePositiveRate.back(), 1.0);
        Evaluation tied = ofTexts();
        for (GivenAnswer& answer : tied.answers) answer.second = 0.5F;
        const auto level = thresholdCurves(tied);
        QVERIFY(close(level->areaUnderRoc, 0.5));
        QCOMPARE(level->truePositiveRate.size(), size_t{2});
        QCOMPARE(level->recall, (std::vector<double>{0, 1}));  // one threshold is a line all the same
        QCOMPARE(level->precision, (std::vector<double>{0.5, 0.5}));
        for (GivenAnswer& answer : tied.answers) answer.truth = 1;
        QVERIFY(!thresholdCurves(tied));
        tied.classes = 3;
        QVERIFY(!thresholdCurves(tied));
    }

    // The same answers as the trainer counts, position by position.
    void asTheTrainerCounts_data() {
        QTest::addColumn<QString>("preset");
        for (const char* preset : {"reverse", "text-demo", "anomaly-shapes"}) QTest::newRow(preset) << preset;
    }
    void asTheTrainerCounts() {
        QFETCH(QString, preset);
        RunConfig config = presetByName(preset.toStdString());
        if (config.data.task != TaskKind::Sets) {  // sets need images of every class
            config.data.trainSize = 256;
            config.data.validationSize = config.data.testSize = 128;
        }
        tieNetworkToData(config);
        const auto data = std::make_shared<const DataSet>(makeData(config.data, {}));
        tieNetworkToData(config);
        const Program program = buildProgram(config.network, config.data.positions());
        const auto parameters = std::make_shared<const std::vector<float>>(initialParameters(program, 3));
        const std::atomic<bool> never{false};
        const auto evaluation = evaluateSplit({config, parameters, data, {}}, false, {}, never);
        QVERIFY(evaluation);
        const NativeBackend backend;
        const Measure measure = makeMeasure(backend, config, *parameters, data->validation);
        const EvaluationSums sums = evaluateRows(*measure.session, measure.rows, measure.batch).value();
        QCOMPARE(evaluation->correct(), sums.correct);
        QCOMPARE(static_cast<int64_t>(evaluation->answers.size()), sums.counted);
        const std::vector<int64_t> counts = confusionOf(*evaluation);
        QCOMPARE(std::accumulate(counts.begin(), counts.end(), int64_t{0}), sums.counted);
        if (evaluation->output != OutputKind::Positions) return;
        const std::vector<double> right = accuracyByPosition(*evaluation);
        QCOMPARE(right.size(), size_t{16});
        QVERIFY(close(std::accumulate(right.begin(), right.end(), 0.0) / 16, evaluation->accuracy()));
    }

    void interruptedThereIsNothing() {
        RunConfig config = presetByName("reverse");
        config.data.trainSize = config.data.validationSize = config.data.testSize = 128;
        const auto data = std::make_shared<const DataSet>(makeData(config.data, {}));
        const auto parameters = std::make_shared<const std::vector<float>>(
            initialParameters(buildProgram(config.network, 16), 3));
        const std::atomic<bool> now{true};
        QVERIFY(!evaluateSplit({config, parameters, data, {}}, false, {}, now));
        VERIFY_SAYS(thrownMessage([&] {
                        (void)evaluateSplit({config, parameters, nullptr, {}}, false, {}, now);
                    }),
                    "There are no data");
    }

    void nothingToCount() {
        const Evaluation none;
        QCOMPARE(none.accuracy(), 0.0);
        QVERIFY(confusionOf(none).empty() && worstPairs(none).empty());
        QCOMPARE(reliabilityOf(none).expectedError, 0.0);
        QVERIFY(!thresholdCurves(none));
        QVERIFY(std::isnan(accuracyByPosition(none).front()));
    }
};

TEST_CLASS(TestEvaluation, NoApplication)

}  // namespace test_evaluation
#include "test_evaluation.moc"
