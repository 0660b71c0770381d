// Heads at every snapshot: what each moment holds is what the network of that snapshot gives, and the
// steepest change is found.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <numeric>

#include "model/heads/head_history.h"
#include "model/native/native_session.h"
#include "model/network/ablation.h"
#include "model/run/measure.h"
#include "runner.h"
#include "thrown.h"

using namespace attx;

class TestHeadHistory : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    Subject subject_;
    const std::atomic<bool> wanted_{false};

    [[nodiscard]] std::string run() const { return folder_.path().toStdString(); }
    [[nodiscard]] std::vector<float> parametersAt(int64_t step) const {
        return initialParameters(buildProgram(subject_.config.network, subject_.config.data.length),
                                 static_cast<uint64_t>(step) + 1);
    }

private Q_SLOTS:
    void initTestCase() {
        RunConfig& c = subject_.config;
        c.data.numCategories = 4;
        c.data.length = 5;
        c.data.trainSize = c.data.testSize = 10;
        c.data.validationSize = 70;  // more than are measured
        c.network.modelDim = 8;
        c.network.numHeads = 2;
        c.network.numLayers = 2;
        c.network.dimFeedforward = 12;
        tieNetworkToData(c);
        subject_.data = std::make_shared<const DataSet>(makeSequenceData(c.data));
        SnapshotWriter writer(run(), 0, uint64_t{1} << 40);
        for (const int64_t step : {0, 3, 9})
            QVERIFY(writer.write(c, parametersAt(step), step, step == 0 ? 0 : 1));
    }

    void momentsAreThoseOfTheirSnapshots() {
        size_t reports = 0;
        const auto found = headHistory(
            subject_, run(), listSnapshots(run()),
            [&](const HeadHistory& soFar) {
                QCOMPARE(soFar.moments.size(), ++reports);
                QCOMPARE(soFar.snapshots, size_t{3});
            },
            wanted_);
        QVERIFY(found);
        QCOMPARE(reports, size_t{3});
        QCOMPARE(found->samples, historySamples);
        QCOMPARE(found->moments.back().step, int64_t{9});

        const auto parameters = std::make_shared<const std::vector<float>>(parametersAt(3));
        Inspector inspector(subject_.config.network);
        inspector.setParameters(parameters);
        std::vector<HeadSums> sums;
        for (int64_t row = 0; row < historySamples; ++row) {
            const Sample sample = sampleOf(subject_.config, *subject_.data, {SampleSource::Validation, row});
            const Inspection seen = inspector.inspect(sample);
            addHeads(sums, {seen.attention, seen.heads}, patternInput(sample));
        }
        const size_t diagonal = headQuantityNamed("diagonal");
        for (int head = 0; head < 4; ++head) {
            const HeadKind kind = kindOf(sums[static_cast<size_t>(head)]);
            QVERIFY(std::abs(found->curve(0, head)[1] - static_cast<double>(kind.entropy)) < 1e-5);
            QVERIFY(std::abs(found->curve(diagonal, head)[1] -
                             static_cast<double>(kind.of(HeadPattern::Diagonal))) < 1e-5);
            QVERIFY(std::isnan(found->curve(headQuantityNamed("padding"), head)[1]));
        }

        const NativeBackend backend;
        Measure measure = makeMeasure(backend, subject_.config, *parameters, subject_.data->validation);
        measure.rows.resize(historySamples);
        const auto costs = ablateEachHead(*measure.session, measure.rows, measure.batch)->lossCosts().values;
        for (size_t head = 0; head < 4; ++head)
            QVERIFY(std::abs(found->moments[1].importance[head] - static_cast<double>(costs[head])) < 1e-5);
    }

    void isInterrupted() {
        std::atomic<bool> interrupt{false};
        const auto found = headHistory(
            subject_, run(), listSnapshots(run()), [&](const HeadHistory&) { interrupt = true; }, interrupt);
        QVERIFY(!found);
    }

    void refusesWhatItCannotMeasure() {
        const auto asked = [&](const Subject& subject, const std::vector<Snapshot>& snapshots) {
            return thrownMessage(
                [&] { static_cast<void>(headHistory(subject, run(), snapshots, {}, wanted_)); });
        };
        VERIFY_SAYS(asked(subject_, {}), "snapshots, found none");
        Subject blind = subject_;
        blind.data.reset();
        VERIFY_SAYS(asked(blind, listSnapshots(run())), "validation data");
        Subject other = subject_;
        other.config.network.numHeads = 4;
        VERIFY_SAYS(asked(other, listSnapshots(run())), "another network");
        VERIFY_SAYS(thrownMessage([] { static_cast<void>(headQuantityNamed("colour")); }), "anti_diagonal");
    }

    void theSteepestChange_data() {
        const Rows<QVector<double>, int, double> row("curve", "from", "change");
        const double none = std::nan("");
        row("rise", {0, 0.1, 0.9, 1}, 1, 0.8);
        row("fall", {3, 2.5, 2.5, 1}, 2, -1.5);
        row("first of equals", {0, 1, 2}, 0, 1.0);
        row("gap", {0, none, 5, 6}, 2, 1.0);
        row("level", {2, 2, 2}, -1, 0.0);
        row("one", {2}, -1, 0.0);
        row("none", {}, -1, 0.0);
    }
    void theSteepestChange() {
        QFETCH(const QVector<double>, curve);
        QFETCH(const int, from);
        QFETCH(const double, change);
        std::vector<double> steps(static_cast<size_t>(curve.size()));
        std::iota(steps.begin(), steps.end(), 0.0);
        const auto found = steepestChange(steps, {curve.begin(), curve.end()});
        QCOMPARE(found.has_value(), from >= 0);
        if (!found) return;
        QCOMPARE(static_cast<int>(found->from), from);
        QCOMPARE(found->slope, change);
    }

    /// Late snapshots lie far apart: much may change between two of them, slowly.
    void theSteepestChangeIsForEachStep() {
        const auto found = steepestChange({0, 10, 20, 1000}, {0, 0.1, 0.4, 1});
        QCOMPARE(found->from, size_t{1});
        QCOMPARE(found->slope, 0.03);
    }
};

TEST_CLASS(TestHeadHistory, QCoreApplication)
#include "test_head_history.moc"
